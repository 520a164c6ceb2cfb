"""Calls of a mock of the example service: each answer is held against its OpenAPI document."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import httpx
import pytest
from jsonschema import Draft202012Validator
from marketplace.docs import DOCS, PLATFORM

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.mock import mock_service
from sphinxcontrib_ggdocs.openapi import to_openapi

from ..serving.hosting import by_uvicorn
from ..waiting import HANG

CREDENTIALS = {"Authorization": "Bearer token", "X-Api-Key": "key"}
BODIES: Mapping[str, Any] = {
    "/sessions": {"data": {"email": "ada@example.org", "password": "correct horse battery"}},
    "/photos": {"files": {"photo": ("bike.png", b"PNG", "image/png")}},
}
"""What forms have; other bodies are made of the document."""


class Operation:
    """One operation of a document."""

    def __init__(self, document: Mapping[str, Any], path: str, verb: str) -> None:
        self.document, self.path, self.verb = document, path, verb
        self.responses: Mapping[str, Any] = document["paths"][path][verb]["responses"]

    def request(self) -> dict[str, Any]:
        """A valid request, by the examples of the document."""
        described = self.document["paths"][self.path][self.verb]
        url, query = self.path, {}
        for parameter in described.get("parameters", ()):
            value = self._example(parameter["schema"])
            if parameter["in"] == "path":
                url = url.replace(f"{{{parameter['name']}}}", str(value))
            elif parameter["in"] == "query" and parameter.get("required"):
                query[parameter["name"]] = value
        request = {"method": self.verb.upper(), "url": url, "params": query}
        if "requestBody" in described and self.path in BODIES:
            return {**request, **BODIES[self.path]}
        if "requestBody" in described:
            content = described["requestBody"]["content"]["application/json"]
            request["json"] = self._example(content["schema"])
        return request

    def _example(self, schema: Any) -> Any:
        """An example of a schema, with what it requires."""
        while "$ref" in schema:
            schema = self.document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        if "examples" in schema:
            return schema["examples"][0]
        if "const" in schema or "enum" in schema:
            return schema.get("const", schema.get("enum", [None])[0])
        for key in ("oneOf", "anyOf"):
            if key in schema:
                return self._example(schema[key][0])
        if schema.get("type") == "object":
            required = schema.get("required", ())
            return {name: self._example(schema["properties"][name]) for name in required}
        if schema.get("type") == "array":
            return [self._example(schema["items"])] * schema.get("minItems", 0)
        return {"string": "a" * schema.get("minLength", 1), "integer": 1}.get(schema["type"], True)

    def check(self, response: httpx.Response) -> None:
        """Hold a response against the document."""
        declared = self.responses[str(response.status_code)]
        if "$ref" in declared:
            name = declared["$ref"].rpartition("/")[2]
            declared = self.document["components"]["responses"][name]
        for name, header in declared.get("headers", {}).items():
            assert name in response.headers or not header.get("required")
        if "content" not in declared:
            assert response.content == b""
            return
        media_type = response.headers["content-type"].partition(";")[0]
        content = declared["content"][media_type]
        if media_type == "text/event-stream":
            events = response.text.removesuffix("\n\n").split("\n\n")
            values = [json.loads(event.removeprefix("data: ")) for event in events]
        elif media_type.endswith("json"):
            values = [response.json()]
        else:
            assert response.content
            return
        schema = {**content["schema"], "components": self.document.get("components", {})}
        for value in values:
            Draft202012Validator(schema).validate(value)


DOCUMENTS = [to_openapi(ApiDocSpec.model_validate(spec)) for spec in DOCS]
OPERATIONS = [
    pytest.param(Operation(document, path, verb), id=f"{verb} {path}")
    for document in DOCUMENTS
    for path, item in document["paths"].items()
    for verb in item
    if verb in ("get", "put", "post", "delete", "patch")
]


@pytest.fixture(scope="module")
def addresses() -> Iterator[dict[str, str]]:
    spec = {"slug": "all", "title": "All", "groups": [*PLATFORM["groups"], *DOCS[1]["groups"]]}
    known = {"SignedIn": ["token"]}
    mocks = {
        "it": mock_service(spec, pace=0, events=3, credentials=known),
        "again": mock_service(spec, pace=0, events=3, credentials=known),
        "other": mock_service(spec, pace=0, events=3, credentials=known, seed="other"),
        "stateful": mock_service(spec, stateful=True),
        "failing": mock_service(spec, failures=1),
    }
    with by_uvicorn(mocks) as found:
        yield found


@pytest.fixture(scope="module")
def mock(addresses: dict[str, str]) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=addresses["it"], headers=CREDENTIALS, timeout=HANG) as client:
        yield client


@pytest.fixture(scope="module")
def stateful(addresses: dict[str, str]) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=addresses["stateful"], headers=CREDENTIALS, timeout=HANG) as client:
        yield client


@pytest.mark.parametrize("operation", OPERATIONS)
def test_each_method_answers_as_declared(mock: httpx.Client, operation: Operation) -> None:
    response = mock.request(**operation.request())
    assert response.is_success, response.text
    operation.check(response)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_each_declared_error_on_request(mock: httpx.Client, operation: Operation) -> None:
    url = operation.request()["url"]
    for status in operation.responses:
        if int(status) >= 400:
            headers = {"Prefer": f"code={status}"}
            response = mock.request(operation.verb, url, headers=headers)
            assert response.status_code == int(status)
            operation.check(response)
            by_name = {"Prefer": f"error={response.json()['type']}"}
            again = mock.request(operation.verb, url, headers=by_name)
            assert (again.status_code, again.json()) == (int(status), response.json())


@pytest.mark.parametrize("operation", OPERATIONS)
def test_the_same_seed_gives_the_same_bytes(
    addresses: dict[str, str], operation: Operation
) -> None:
    answers = {}
    for name in ("it", "again", "other"):
        with httpx.Client(base_url=addresses[name], headers=CREDENTIALS, timeout=HANG) as client:
            answers[name] = client.request(**operation.request()).content
    assert answers["it"] == answers["again"]


def test_another_seed_gives_other_values(addresses: dict[str, str], mock: httpx.Client) -> None:
    other = httpx.get(f"{addresses['other']}/listings", timeout=HANG)
    assert other.json() != mock.get("/listings").json()


# --- what is not valid ---


def test_values_of_the_path_are_in_the_answer(mock: httpx.Client) -> None:
    assert mock.get("/orders/ord_00000007").json()["id"] == "ord_00000007"


def test_input_that_is_not_valid_is_named(mock: httpx.Client) -> None:
    response = mock.get("/listings/nonsense", params={"limit": "0"})
    assert response.status_code == 422
    assert response.json()["data"][0]["path"] == "path.listing"
    response = mock.post("/listings", json={"title": 5})
    paths = [problem["path"] for problem in response.json()["data"]]
    assert {"body", "body.title"} <= set(paths)
    assert mock.post("/listings", content=b"{").status_code == 422
    assert mock.post("/listings").status_code == 422
    assert mock.get("/listings?limit=1&limit=2").status_code == 422
    assert mock.get("/catalogue/search").status_code == 422
    assert mock.get("/catalogue/search?words=bike&condition=new&condition=used").is_success
    assert mock.get("/catalogue/search?words=bike&condition=unheard").status_code == 422


def test_files_are_held_against_their_rules(mock: httpx.Client) -> None:
    response = mock.post("/photos", files={"photo": ("a.txt", b"text", "text/plain")})
    assert response.json() == {"type": "PHOTO_UNREADABLE"}
    large = b"0" * (10 * 1024 * 1024 + 1)
    response = mock.post("/photos", files={"photo": ("a.png", large, "image/png")})
    assert response.json() == {"type": "PHOTO_TOO_LARGE"}


def test_credentials_are_asked_for(addresses: dict[str, str]) -> None:
    for header in (None, "Basic token", "Bearer other", "Bearer"):
        headers = {} if header is None else {"Authorization": header}
        response = httpx.get(f"{addresses['it']}/account", headers=headers, timeout=HANG)
        assert response.json() == {"type": "UNAUTHORIZED"}
        assert response.headers["www-authenticate"] == "Bearer"
    any_value = {"Authorization": "Bearer anything"}
    response = httpx.get(f"{addresses['stateful']}/account", headers=any_value, timeout=HANG)
    assert response.is_success


def test_what_nobody_declares(mock: httpx.Client) -> None:
    assert mock.get("/nowhere").status_code == 404
    response = mock.delete("/orders/basket")
    assert (response.status_code, response.headers["allow"]) == (405, "GET, PUT")
    response = mock.get("/account", headers={"Prefer": "error=NO_SUCH"})
    assert response.status_code == 400
    assert "UNAUTHORIZED" in response.json()["detail"]
    assert mock.get("/account", headers={"Prefer": "code=418"}).status_code == 418


def test_the_client_chooses_the_media_type(mock: httpx.Client) -> None:
    for accept in ("image/png", "text/html, image/jpeg;q=0.8", "image/*"):
        response = mock.get("/photos/p1", headers={"Accept": accept})
        assert response.headers["content-type"] in ("image/png", "image/jpeg", "image/webp")
        assert response.content.startswith(b"\x89PNG")


# --- latency, failures, browsers ---


def test_latency_and_failures(addresses: dict[str, str], mock: httpx.Client) -> None:
    response = mock.get("/listings", headers={"Prefer": "wait=0.2"})
    assert response.elapsed.total_seconds() >= 0.2
    response = httpx.get(f"{addresses['failing']}/listings", timeout=HANG)
    assert response.json() == {"type": "SERVER_ERROR"}


def test_pages_of_any_origin_may_call(mock: httpx.Client) -> None:
    origin = {"Origin": "https://docs.example.org"}
    asked = {"Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "x-own"}
    response = mock.options("/account/profile", headers={**origin, **asked})
    assert response.is_success
    assert response.headers["access-control-allow-origin"] == origin["Origin"]
    assert "x-own" in response.headers["access-control-allow-headers"]
    response = mock.get("/photos/p1", headers=origin)
    exposed = response.headers["access-control-expose-headers"]
    assert {"ETag", "Cache-Control", "Location"} <= set(exposed.split(", "))
    assert mock.get("/nowhere", headers=origin).headers["access-control-allow-origin"]


# --- what is stored ---


DRAFT = {"category": "cat_1", "condition": "new", "offer": {"kind": "free"}}


def test_what_is_created_can_be_listed_changed_and_removed(stateful: httpx.Client) -> None:
    before = stateful.get("/listings").json()["items"]
    created = stateful.post("/listings", json={**DRAFT, "title": "A blue bicycle"}).json()
    another = stateful.post("/listings", json={**DRAFT, "title": "A red bicycle"}).json()
    assert created["title"] == "A blue bicycle"
    assert created["id"] != another["id"]
    assert stateful.get("/listings").json()["items"] == [*before, created, another]
    url = f"/listings/{created['id']}"
    assert stateful.get(url).json() == created
    changed = stateful.put(url, json={**DRAFT, "title": "A green bicycle"}).json()
    assert changed == {**created, "title": "A green bicycle"}
    assert stateful.get(url).json() == changed
    assert stateful.delete(url).status_code == 204
    gone = stateful.get(url)
    assert (gone.status_code, gone.json()["type"]) == (404, "LISTING_NOT_FOUND")
    assert stateful.delete(url).status_code == 404
    assert stateful.get("/listings").json()["items"] == [*before, another]


def test_what_is_created_may_be_a_part_of_the_response(stateful: httpx.Client) -> None:
    draft = {"url": "https://example.org/called", "events": ["order.paid"]}
    created = stateful.post("/hooks", json=draft).json()
    assert created["hook"].items() >= draft.items()
    assert created["hook"] in stateful.get("/hooks").json()
    assert stateful.delete(f"/hooks/{created['hook']['id']}").status_code == 204
    assert created["hook"] not in stateful.get("/hooks").json()


def test_collections_below_items_are_apart(stateful: httpx.Client) -> None:
    paths = [f"/listings/lst_0000000{number}/reviews" for number in range(2)]
    review = stateful.post(paths[0], json={"rating": 4, "text": "Good"}).json()
    assert review in stateful.get(paths[0]).json()["items"]
    assert review not in stateful.get(paths[1]).json()["items"]
