"""Documents and clients that want more of a mock than it has."""

import json
import logging
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import httpx
import pytest
from starlette.testclient import TestClient

from sphinxcontrib_ggdocs.mock import mock_service
from sphinxcontrib_ggdocs.mock.store import MOST_BYTES
from sphinxcontrib_ggdocs.mock.values import LONGEST, MOST_TRIED
from sphinxcontrib_ggdocs.schema.budget import CUT

from ..bombs import counted, openapi, reference
from ..serving.hosting import by_uvicorn
from ..waiting import HANG

Client: TypeAlias = Callable[..., TestClient]
TEXT = {"type": "string"}


def _list(least: int, items: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, "minItems": least}


def _nested(count: int, depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = TEXT
    for _ in range(depth):
        schema = _list(count, schema)
    return schema


TOO_LARGE = {
    "a pattern": {"type": "string", "pattern": "a{300000000}"},
    "repeated patterns": {"type": "string", "pattern": "((((a{99}){99}){99}){99}){99}"},
    "a pattern of empty groups": {"type": "string", "pattern": "(){900000000}"},
    "a number of repetitions that no memory holds": {"pattern": "a{" + "9" * 5_000 + "}"},
    "more repetitions than there may be": {"type": "string", "pattern": "a{5,2}"},
    "parentheses": {"type": "string", "pattern": "(" * 2_000 + "a" + ")" * 2_000},
    "open parentheses": {"type": "string", "pattern": "(" * 50_000},
    "items": _list(10**9, TEXT),
    "items of items": _nested(300, 6),
    "a text": {"type": "string", "minLength": 3 * 10**9},
    "properties": {"type": "object", "minProperties": 10**9},
    "a number": {"type": "number", "minimum": 10**299, "multipleOf": 3},
    "a tuple": {"type": "array", "prefixItems": [_nested(300, 3)] * 300},
}


@pytest.fixture
def client(tmp_path: Path) -> Client:
    """Return a client of a mock whose methods take and give a type."""

    def connected(schema: Any, schemas: Any = None, **options: Any) -> TestClient:
        document = _document(schema, schemas)
        return TestClient(_mock(document, tmp_path, **options))

    return connected


def _document(schema: Any, schemas: Any = None) -> Any:
    document = openapi({**(schemas or {}), "S0": schema})
    post = document["paths"]["/things"]["post"]
    del post["parameters"], post["responses"]["400"]
    return document


def _mock(document: Any, folder: Path, **options: Any) -> Any:
    path = folder / "api.json"
    path.write_text(json.dumps(document), encoding="utf-8")
    return mock_service(openapi=str(path), title="Bomb", **options)


@pytest.mark.parametrize("schema", TOO_LARGE.values(), ids=TOO_LARGE)
@pytest.mark.filterwarnings("ignore::Warning")
def test_what_is_too_large_is_not_drawn(schema: Any, client: Client) -> None:
    mock = client({"type": "object", "properties": {"a": schema}, "required": ["a"]})
    with counted(200 * MOST_TRIED):
        response = mock.get("/things")
    assert response.status_code == 200
    assert len(response.content) < 20 * LONGEST


def test_a_list_with_a_negative_number_of_items_is_empty(client: Client) -> None:
    response = client({**_list(-1, TEXT), "maxItems": -1}).get("/things")
    assert (response.status_code, response.json()) == (200, [])


def test_what_is_cut_is_marked_and_logged(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    schemas = {f"S{n}": _wide(f"S{n + 1}") for n in range(1, 9)} | {"S9": TEXT}
    mock = client(_wide("S1"), schemas)
    with caplog.at_level(logging.WARNING, "sphinxcontrib_ggdocs.mock"):
        body = mock.get("/things").text
        assert mock.get("/things").text == body
    assert CUT in body
    (record,) = caplog.records
    assert "no value of it was found" in record.getMessage()


def _wide(name: str) -> dict[str, Any]:
    properties = {f"p{n}": reference(name) for n in range(10)}
    return {"type": "object", "properties": properties, "required": list(properties)}


PARTS_OF_THEMSELVES = {
    "all of itself": {"allOf": [reference("S0")]},
    "any of itself": {"anyOf": [reference("S0"), reference("S0")]},
    "not itself": {"not": reference("S0")},
    "in a circle": {"allOf": [{"oneOf": [reference("A"), TEXT]}]},
}


@pytest.mark.parametrize("schema", PARTS_OF_THEMSELVES.values(), ids=PARTS_OF_THEMSELVES)
def test_a_type_that_is_a_part_of_itself(schema: Any, client: Client) -> None:
    mock = client(schema, {"A": {"allOf": [reference("S0")]}})
    assert mock.get("/things").status_code == 200
    assert mock.post("/things", json={"a": [1]}).status_code == 200


def _doubled(levels: int) -> dict[str, Any]:
    schemas: dict[str, Any] = {f"A{levels}": TEXT}
    for n in range(levels):
        schemas[f"A{n}"] = {"anyOf": [reference(f"A{n + 1}"), reference(f"A{n + 1}")]}
    return schemas


def test_alternatives_inside_alternatives_do_not_hang_the_validator(client: Client) -> None:
    mock = client(reference("A0"), _doubled(40))
    response = mock.post("/things", json=1)
    assert response.status_code == 200  # not known to be wrong


def test_of_few_alternatives_the_problem_is_reported(client: Client) -> None:
    mock = client(reference("A0"), _doubled(12))
    response = mock.post("/things", json=1)
    assert response.status_code == 422


def test_a_recursive_union_is_checked(client: Client) -> None:
    term = {"anyOf": [TEXT, _list(2, reference("A")), _list(1, reference("A"))]}
    mock = client(reference("A"), {"A": term})
    assert mock.post("/things", json=["a", ["b"]]).status_code == 200
    assert mock.post("/things", json=["a", [1]]).status_code == 422
    deep: Any = 1
    for _ in range(100):
        deep = [deep]
    assert mock.post("/things", json=deep).status_code in (200, 422)


def test_the_list_of_problems_ends(client: Client) -> None:
    mock = client(_list(0, TEXT))
    response = mock.post("/things", json=[1] * 200_000)
    assert response.status_code == 422
    assert len(response.content) < 100_000
    response = mock.post("/things", json=[1] * 2_000)
    assert len(response.json()["problems"]) == 100
    response = mock.post("/things", json=[{"a": "x" * 100_000}])
    assert len(response.content) < 2_000


BODIES = {
    "half of a letter": b'{"a": "\\ud800"}',
    "half of a letter in a name": b'{"\\ud800": 1}',
    "a number without a form in JSON": b"[1e999]",
    "a large number without a form in JSON": b"[-1e400]",
    "NaN": b"[NaN]",
    "digits": b"[" + b"1" * 5_000 + b"]",
    "brackets": b"[" * 100_000,
    "no text": b'["\xff"]',
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_body_that_is_not_json(body: bytes, client: Client) -> None:
    mock = client({})
    headers = {"Content-Type": "application/json"}
    response = mock.post("/things", content=body, headers=headers)
    assert response.status_code == 422
    assert response.json()["problems"][0]["path"] == "body"


@pytest.mark.parametrize("text", ['"\\ud800"', "1e999", "NaN"])
def test_a_parameter_that_is_not_json(text: str, tmp_path: Path) -> None:
    document = _document({"type": "number"})
    parameter = {"name": "q", "in": "query", "required": True, "schema": reference("S0")}
    document["paths"]["/things"]["post"]["parameters"] = [parameter]
    mock = TestClient(_mock(document, tmp_path))
    assert mock.post("/things", params={"q": text}, json=1).status_code == 422


def test_a_body_has_a_limit(client: Client) -> None:
    mock = client({}, body_bytes=1_000)
    assert mock.post("/things", json="x" * 900).status_code == 200
    response = mock.post("/things", json="x" * 1_000)
    assert response.status_code == 413
    assert "1,000 bytes" in response.json()["problems"][0]["message"]


def test_a_wait_has_a_limit(client: Client) -> None:
    mock = client(TEXT, longest_wait=0.01)
    response = mock.get("/things", headers={"Prefer": "wait=" + "9" * 400})
    assert response.status_code == 200


def test_what_is_stored_has_a_limit(tmp_path: Path) -> None:
    thing = {"type": "object", "properties": {"id": TEXT, "text": TEXT}, "required": ["id"]}
    document = _document(thing)
    methods = document["paths"]["/things"]
    name = {"name": "id", "in": "path", "required": True, "schema": TEXT}
    one = {"responses": {"200": methods["post"]["responses"]["200"]}}
    document["paths"]["/things/{id}"] = {"parameters": [name], "get": one, "delete": one}
    content = {"application/json": {"schema": _list(0, reference("S0"))}}
    methods["get"] = {"responses": {"200": {"description": "", "content": content}}}
    mock = TestClient(_mock(document, tmp_path, stateful=True))
    large = {"id": "a", "text": "x" * (MOST_BYTES // 4)}
    sent = [mock.post("/things", json={**large, "id": str(n)}).status_code for n in range(6)]
    assert sent[0] == 200
    assert sent[-1] == 507
    assert len(mock.get("/things").content) <= MOST_BYTES
    assert mock.delete("/things/0").status_code == 200
    response = mock.post("/things", json={**large, "id": "b"})
    assert response.status_code == 200


STATUSES = {"code=100": 400, "code=999": 400, "code=abc": 200, "code=204": 204, "code=304": 304}


@pytest.mark.slow
def test_statuses_that_end_a_connection(tmp_path: Path) -> None:
    document = _document(TEXT)
    document["paths"]["/interim"] = {"get": {"responses": {"103": {"description": ""}}}}
    with by_uvicorn({"it": _mock(document, tmp_path)}) as addresses:
        for preference, status in STATUSES.items():
            headers = {"Prefer": preference}
            response = httpx.get(f"{addresses['it']}/things", headers=headers, timeout=HANG)
            assert response.status_code == status, preference
        assert httpx.get(f"{addresses['it']}/interim", timeout=HANG).status_code == 200


def test_a_request_body_without_content(tmp_path: Path) -> None:
    document = _document(TEXT)
    document["paths"]["/things"]["post"]["requestBody"] = {"content": {}}
    mock = TestClient(_mock(document, tmp_path))
    assert mock.post("/things", json=1).status_code == 200
