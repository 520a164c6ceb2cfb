"""What stands in an OpenAPI document, fact by fact."""

import json
from typing import Any, Protocol

import pytest
from openapi_spec_validator import validate

from sphinxcontrib_ggdocs.catalog import ApiDocSpec, GroupSpec
from sphinxcontrib_ggdocs.contracts import HttpContract, HttpMethod, http
from sphinxcontrib_ggdocs.openapi import ExportWarning, to_openapi

from ..asyncapi.cases import ChatApi
from .cases import (
    WRITTEN,
    BodyApi,
    ParameterApi,
    PlainApi,
    ProblemApi,
    SecurityApi,
    TypedApi,
    UserApi,
    documents,
)

DOCUMENTS = dict(documents())


@pytest.mark.parametrize("name", DOCUMENTS)
def test_documents_are_valid(name: str) -> None:
    validate(DOCUMENTS[name])


def operation(contract: object, verb: str, path: str, **options: Any) -> Any:
    return to_openapi([contract], title="T", version="1", **options)["paths"][path][verb]


def schema(contract: object, name: str) -> Any:
    return to_openapi([contract], title="T", version="1")["components"]["schemas"][name]


def test_an_operation() -> None:
    found = operation(UserApi, "get", "/users/{id}")
    assert {
        key: found[key] for key in ("tags", "summary", "description", "operationId", "x-permission")
    } == {
        "tags": ["UserApi"],
        "summary": "Fetch one profile.",
        "description": "All of it.",
        "operationId": "UserApi_get_profile",
        "x-permission": "authenticated",
    }
    assert list(found["responses"]) == ["200", "401", "404", "409", "500"]


def test_the_tag_of_a_contract() -> None:
    assert to_openapi([UserApi], title="T", version="1")["tags"] == [
        {
            "name": "UserApi",
            "description": "User accounts.\n\nWith more to say.",
            "externalDocs": {"url": "https://example.org/users"},
        }
    ]


def test_an_operation_id_that_is_taken_is_warned_about() -> None:
    @http.api("/twice")
    class TwiceApi(Protocol):
        @http.get("/one", operation_id="same")
        def one(self) -> int: ...

        @http.get("/two", operation_id="same")
        def two(self) -> int: ...

    with pytest.warns(
        ExportWarning, match=r"TwiceApi\.two: .*'same' is that of .*TwiceApi\.one already.*'same_2'"
    ):
        found = to_openapi([TwiceApi], title="T")
    assert [each["get"]["operationId"] for each in found["paths"].values()] == ["same", "same_2"]


def test_response_headers() -> None:
    headers = operation(UserApi, "post", "/users")["responses"]["201"]["headers"]
    assert headers["Location"] == {"required": True, "schema": {"type": "string"}}
    assert headers["X-Rate"] == {"schema": {"type": "integer"}}


def refs(*names: str) -> list[dict[str, str]]:
    return [{"$ref": f"#/components/schemas/{name}"} for name in names]


@pytest.mark.parametrize(
    ("contract", "path", "media_type", "names"),
    [
        pytest.param(
            TypedApi, "/typed/a", "application/json", ("USER_NOT_FOUND", "GONE_AWAY"), id="typed"
        ),
        pytest.param(
            ProblemApi,
            "/errors/a",
            "application/problem+json",
            ("USER_NOT_FOUND-Problem", "GONE_AWAY-Problem"),
            id="problem",
        ),
    ],
)
def test_errors_of_one_status(
    contract: object, path: str, media_type: str, names: tuple[str, str]
) -> None:
    response = operation(contract, "get", path)["responses"]["404"]
    assert response == {
        "description": "USER_NOT_FOUND: No user has this id.\n\nGONE_AWAY: The user has left.",
        "content": {
            media_type: {
                "schema": {
                    "oneOf": refs(*names),
                    "discriminator": {
                        "propertyName": "type",
                        "mapping": {
                            "USER_NOT_FOUND": f"#/components/schemas/{names[0]}",
                            "GONE_AWAY": f"#/components/schemas/{names[1]}",
                        },
                    },
                }
            }
        },
    }


def test_plain_errors_are_their_data() -> None:
    responses = operation(PlainApi, "get", "/plain/a")["responses"]
    assert responses["404"]["content"] == {"application/json": {"schema": refs("Ref")[0]}}
    assert responses["409"]["content"]["application/json"]["schema"] == {
        "type": "array",
        "items": {"type": "string"},
    }


def parameter(name: str) -> Any:
    parameters = operation(ParameterApi, "get", "/parameters/{ids}/{rest}")["parameters"]
    (found,) = (item for item in parameters if item["name"] == name)
    return found


def test_parameters_say_their_words_themselves() -> None:
    assert parameter("tags")["description"] == "Any of these."
    assert "description" not in parameter("tags")["schema"]
    assert parameter("X-Versions")["deprecated"] is True
    assert parameter("limit") == {
        "name": "limit",
        "in": "query",
        "schema": {"type": "integer", "minimum": 1, "maximum": 100, "default": 20},
    }


def test_what_a_requirement_asks_for_beside_authentication() -> None:
    assert (parameter("X-Trace")["in"], parameter("session")["in"]) == ("header", "cookie")


def body(path: str, verb: str = "post") -> Any:
    return operation(BodyApi, verb, f"/bodies/{path}")["requestBody"]["content"]


def success(path: str, status: str = "200", verb: str = "get") -> Any:
    return operation(BodyApi, verb, f"/bodies/{path}")["responses"][status]["content"]


def test_other_bodies() -> None:
    assert list(body("form")) == ["application/x-www-form-urlencoded"]
    assert body("raw", "put") == {
        "application/zip": {"schema": {"type": "string", "format": "binary"}}
    }
    assert body("text", "patch") == {"text/plain": {"schema": {"type": "string"}}}
    assert body("fields")["application/json"]["schema"]["required"] == ["a"]


def test_downloads_and_streams() -> None:
    assert list(success("picture")) == ["image/png", "image/webp"]
    assert success("events")["text/event-stream"]["schema"]["oneOf"] == refs("Cat", "Dog")
    assert success("lines") == {"application/x-ndjson": {"schema": refs("Profile-Output")[0]}}
    assert success("several", "201", "post")


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        pytest.param("nothing", [], id="nothing"),
        pytest.param("both", [{"SignedIn": [], "Partner": []}], id="both"),
        pytest.param("guest", [{"Guest": []}, {}], id="either or nothing"),
        pytest.param("basic", [{"Basic": []}], id="another Authorization header"),
        pytest.param("own", [{"X-Own-Key": []}], id="a header of the method"),
    ],
)
def test_security(path: str, asked: list[Any]) -> None:
    assert operation(SecurityApi, "get", f"/security/{path}")["security"] == asked


def test_security_schemes() -> None:
    assert to_openapi([SecurityApi], title="T", version="1")["components"]["securitySchemes"] == {
        "Basic": {"type": "apiKey", "in": "header", "name": "Authorization"},
        "Guest": {"type": "http", "scheme": "bearer"},
        "Partner": {"type": "apiKey", "in": "header", "name": "X-Api-Key"},
        "SignedIn": {"type": "http", "scheme": "bearer", "description": "The token of a session."},
        "X-Own-Key": {"type": "apiKey", "in": "header", "name": "X-Own-Key"},
    }


def test_public_methods_of_an_authenticated_contract() -> None:
    assert operation(UserApi, "get", "/users/open")["security"] == [{"SignedIn": []}, {}]


def test_permissions_become_scopes_where_the_scheme_has_them() -> None:
    assert DOCUMENTS["full"]["paths"]["/users/{id}"]["delete"]["security"] == [
        {"SignedIn": ["users:write", "admin"]}
    ]
    assert operation(UserApi, "delete", "/users/{id}")["security"] == [{"SignedIn": []}]


def test_scopes_that_a_scheme_lacks_are_warned_of() -> None:
    given = {
        "SignedIn": {
            "type": "oauth2",
            "flows": {"implicit": {"authorizationUrl": "/a", "scopes": {"admin": ""}}},
        }
    }
    expected = (
        "operations require scopes that no flow of the security scheme SignedIn has: "
        "'users:write'; add them to the scopes of its flows"
    )
    with pytest.warns(ExportWarning) as warned:
        to_openapi([UserApi], title="T", version="1", security_schemes=given)
    assert [str(item.message) for item in warned] == [expected]


def test_flows_that_list_no_scopes_lack_none() -> None:
    flow = {"authorizationUrl": "/a", "scopes": {}}
    given = {"SignedIn": {"type": "oauth2", "flows": {"implicit": flow}}}
    document = to_openapi([UserApi], title="T", version="1", security_schemes=given)
    assert document["paths"]["/users/{id}"]["delete"]["security"] == [
        {"SignedIn": ["users:write", "admin"]}
    ]


def test_alternatives_of_permissions() -> None:
    flow = {"authorizationUrl": "/a", "scopes": {"a": "", "b": ""}}
    given = {"Basic": {"type": "oauth2", "flows": {"implicit": flow}}}
    found = operation(SecurityApi, "get", "/security/basic", security_schemes=given)
    assert found["security"] == [{"Basic": ["a"]}, {"Basic": ["b"]}]


@pytest.fixture(scope="module")
def written() -> Any:
    document = to_openapi([WRITTEN], title="T", version="1")
    validate(document)
    return document["paths"]["/written/{a}"]


def test_what_adapters_add(written: Any) -> None:
    assert written["get"]["security"] == [{"oauth": ["read"]}]
    assert written["get"]["x-extra"] == {"a": [1]}
    assert written["get"]["tags"] == ["Written by hand", "more"]
    assert written["get"]["parameters"][0]["examples"] == {"one": {"value": "1"}}


def test_two_contents_of_one_media_type(written: Any) -> None:
    assert written["get"]["responses"]["200"]["content"]["application/json"]["schema"] == {
        "anyOf": [{"type": "integer"}, {"type": "string"}]
    }
    assert written["patch"]["requestBody"]["content"]["application/json"]["schema"] == {
        "anyOf": refs("Profile", "Ref")
    }


def test_brands_are_components() -> None:
    schemas = to_openapi([ParameterApi, UserApi], title="T", version="1")["components"]["schemas"]
    assert schemas["UserId"]["title"] == "UserId"
    assert schemas["AdminId"] == {
        "$ref": "#/components/schemas/UserId",
        "title": "AdminId",
        "x-brand": ["UserId", "AdminId"],
    }
    assert schemas["Email"]["examples"] == ["ada@example.org"]


def test_a_spec_has_both_kinds_without_a_word() -> None:
    spec = ApiDocSpec(slug="a", title="A", http=[PlainApi], ws=[ChatApi])
    assert list(to_openapi(spec)["paths"]) == ["/plain/a"]


def test_servers() -> None:
    assert DOCUMENTS["full"]["servers"] == [{"url": "https://example.org"}]
    assert [server["url"] for server in DOCUMENTS["example-platform"]["servers"]] == [
        "https://api.kirkgate.example/v3",
        "https://{sandbox}.kirkgate.example/v3",
    ]


def tagged(name: str, *tags: tuple[str, ...] | None) -> HttpContract:
    """A contract with a method for each."""
    methods = (
        HttpMethod(name=f"read{at}", verbs=("GET",), path=f"/{at}", tags=given)
        for at, given in enumerate(tags)
    )
    return HttpContract(name=name, path_prefix=f"/{name}", methods=tuple(methods))


@pytest.mark.parametrize(
    ("groups", "chapters"),
    [
        pytest.param(
            [[tagged("A", ("one", "more"), None)], [tagged("B", ("one",), ("two",), ())]],
            [["A", "one"], ["two"]],
            id="a contract that is a tag",
        ),
        pytest.param(
            [[tagged("A", ("one",), ("two",))], [tagged("B", ("three",))]],
            [["one", "two"], ["three"]],
            id="several tags of a group",
        ),
        pytest.param([[tagged("A", ("one",))], [tagged("B", ("two",))]], None, id="tags alone"),
        pytest.param([[tagged("A", None)], [tagged("B", ("A",))]], [["A"]], id="one tag of two"),
    ],
)
def test_chapters_have_the_tags_of_their_methods(
    groups: list[list[HttpContract]], chapters: list[list[str]] | None
) -> None:
    named = [GroupSpec(name=f"G{at}", http=given) for at, given in enumerate(groups)]
    found = to_openapi(ApiDocSpec(slug="s", title="S", groups=named)).get("x-tagGroups")
    expected = [{"name": f"G{at}", "tags": tags} for at, tags in enumerate(chapters or ())]
    assert found == (expected or None)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_same_contracts_give_the_same_document(name: str) -> None:
    assert json.dumps(dict(documents())[name]) == json.dumps(DOCUMENTS[name])
