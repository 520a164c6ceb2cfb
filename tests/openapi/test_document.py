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
    SecurityApi,
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


def test_an_operation_id_that_is_taken_is_warned_about() -> None:
    @http.api("/twice")
    class TwiceApi(Protocol):
        @http.get("/one", operation_id="same")
        def one(self) -> int: ...

        @http.get("/two", operation_id="same")
        def two(self) -> int: ...

    with pytest.warns(
        ExportWarning, match=r"TwiceApi\.two: .*'same' is already that of .*TwiceApi\.one.*'same_2'"
    ):
        found = to_openapi([TwiceApi], title="T")
    assert [each["get"]["operationId"] for each in found["paths"].values()] == ["same", "same_2"]


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


def body(path: str, verb: str = "post") -> Any:
    return operation(BodyApi, verb, f"/bodies/{path}")["requestBody"]["content"]


def test_other_bodies() -> None:
    assert list(body("form")) == ["application/x-www-form-urlencoded"]
    assert body("raw", "put") == {
        "application/zip": {"schema": {"type": "string", "format": "binary"}}
    }
    assert body("text", "patch") == {"text/plain": {"schema": {"type": "string"}}}
    assert body("fields")["application/json"]["schema"]["required"] == ["a"]


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        pytest.param("both", [{"SignedIn": [], "Partner": []}], id="both"),
        pytest.param("guest", [{"Guest": []}, {}], id="either or nothing"),
        pytest.param("own", [{"X-Own-Key": []}], id="a header of the method"),
    ],
)
def test_security(path: str, asked: list[Any]) -> None:
    assert operation(SecurityApi, "get", f"/security/{path}")["security"] == asked


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


def test_a_spec_has_both_kinds_without_a_word() -> None:
    spec = ApiDocSpec(slug="a", title="A", http=[PlainApi], ws=[ChatApi])
    assert list(to_openapi(spec)["paths"]) == ["/plain/a"]


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


def test_tags_of_methods_come_before_those_of_contracts() -> None:
    contract = tagged("Mixed", ("b", "a"), None, ("a",), ())
    document = to_openapi([contract], title="T")
    assert [tag["name"] for tag in document["tags"]] == ["b", "a", "Mixed"]
    operations = [item["get"].get("tags") for item in document["paths"].values()]
    assert operations == [["b", "a"], ["Mixed"], ["a"], None]
