"""Docstrings of Starlette's handlers that are operations of OpenAPI, as its schema generator reads them."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.endpoints import HTTPEndpoint
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.schemas import SchemaGenerator

from sphinxcontrib_ggdocs.adapters.starlette import contracts_from_starlette
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import build_contract_json
from sphinxcontrib_ggdocs.openapi import to_openapi

USER = {"type": "object", "properties": {"name": {"type": "string"}}}
schemas = SchemaGenerator(
    {"openapi": "3.0.0", "info": {"title": "Users"}, "components": {"schemas": {"User": USER}}}
)


def handler(name: str, text: str) -> Callable[[Request], Awaitable[Response]]:
    """A handler with a docstring."""

    async def answer(request: Request) -> Response:
        raise NotImplementedError

    answer.__name__ = answer.__qualname__ = name
    answer.__doc__ = text
    return answer


LIST = """List the users.

    Those that have left are not listed.
    ---
    summary: List users
    tags: [people]
    parameters:
      - {name: page, in: query, schema: {type: integer}}
    responses:
      200:
        description: A page of users.
        content:
          application/json:
            schema: {type: array, items: {$ref: "#/components/schemas/User"}}
    """
FIND = """
    requestBody:
      content:
        application/json:
          schema: {$ref: "#/components/schemas/Unknown"}
    responses:
      404: {description: There is none.}
    """
NUMPY = """Do something.

    Details
    -------
    A table::

        --- | ---
    """
GONE = """
    responses:
      204: {description: Gone.}
    """


class Users(HTTPEndpoint):
    delete = staticmethod(handler("delete", GONE))


COLONS = Route("/colons", handler("colons", "Read: a: b"))
ROUTES = [
    Route("/users", handler("list_users", LIST)),
    Route("/text/{id:int}", handler("numpy", NUMPY)),
    Route("/note", handler("note", "Note: this is text.")),
    COLONS,
    Route("/all", Users),
    Mount(
        "/inner", routes=[Route("/find/{id:int}", handler("find", FIND), methods=["POST", "PUT"])]
    ),
]
APP = Starlette(routes=ROUTES)
SPEC = ApiDocSpec(slug="s", title="S", app=APP)


@pytest.fixture(scope="module")
def paths() -> dict[str, Any]:
    return dict(to_openapi(SPEC)["paths"])


def test_responses_are_those_that_the_generator_writes(paths: dict[str, Any]) -> None:
    readable = [route for route in ROUTES if route is not COLONS]  # the generator raises
    written = schemas.get_schema(readable)["paths"]
    found = {
        (path, verb): {
            status: response["description"] for status, response in operation["responses"].items()
        }
        for path, operations in paths.items()
        for verb, operation in operations.items()
    }
    undocumented = {"default": "Not documented."}
    assert found == {
        (path, verb): {
            str(status): response["description"]
            for status, response in operation["responses"].items()
        }
        for path, operations in written.items()
        for verb, operation in operations.items()
        if "responses" in operation
    } | {(path, "get"): undocumented for path in ("/text/{id}", "/note", "/colons")}


def test_parameters_bodies_schemas_and_texts(paths: dict[str, Any]) -> None:
    operation = paths["/users"]["get"]
    assert operation["summary"] == "List users"
    assert operation["description"] == "List the users.\n\nThose that have left are not listed."
    assert operation["tags"] == ["people"]
    [parameter] = operation["parameters"]
    assert (parameter["name"], parameter["schema"]) == ("page", {"type": "integer"})
    assert to_openapi(SPEC)["components"]["schemas"]["User"]["properties"] == USER["properties"]
    body = paths["/inner/find/{id}"]["put"]["requestBody"]
    assert body["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Unknown"}
    assert [each["name"] for each in paths["/inner/find/{id}"]["post"]["parameters"]] == ["id"]


def test_ordinary_text_stays_whole(paths: dict[str, Any]) -> None:
    assert "-------" in paths["/text/{id}"]["get"]["description"]
    assert paths["/note"]["get"]["summary"] == "Note: this is text."
    assert paths["/colons"]["get"]["summary"] == "Read: a: b"


def test_groups_are_the_tags() -> None:
    assert [group.name for group in contracts_from_starlette(APP)][:1] == ["people"]


def test_verbs_of_a_class_may_have_equal_docstrings() -> None:
    class Both(HTTPEndpoint):
        put = staticmethod(handler("put", GONE))
        delete = staticmethod(handler("delete", GONE))

    found = to_openapi({"title": "S", "app": Starlette(routes=[Route("/", Both)])})["paths"]["/"]
    assert {verb: list(each["responses"]) for verb, each in found.items()} == {
        "put": ["204"],
        "delete": ["204"],
    }


def test_the_value_of_starlettes_guide_is_an_example() -> None:
    text = """
    responses:
      200:
        description: Users.
        examples: [{"username": "tom"}]
    """
    app = Starlette(routes=[Route("/", handler("users", text))])
    response = to_openapi({"title": "S", "app": app})["paths"]["/"]["get"]["responses"]["200"]
    examples = response["content"]["application/json"]["examples"]
    assert examples == {"example": {"value": [{"username": "tom"}]}}


@pytest.mark.parametrize("text", ["responses: [unclosed", "- responses: {}"])
def test_what_is_no_valid_yaml_is_told_and_shown(text: str) -> None:
    app = Starlette(routes=[Route("/", handler("broken", f"Broken.\n---\n{text}"))])
    with pytest.warns(match=r"test_starlette_docstrings\.py:\d+: .*broken: .* no valid YAML"):
        found = to_openapi({"title": "S", "app": app})["paths"]["/"]["get"]
    assert text in found["description"]


def test_a_wrong_member_is_told_at_the_handler() -> None:
    wrong = handler("wrong", "parameters: 3")
    with pytest.warns(
        match=r"test_starlette_docstrings\.py:\d+: .*wrong: #/parameters: expected list"
    ) as caught:
        text = build_contract_json(
            ApiDocSpec(slug="s", title="S", app=Starlette(routes=[Route("/", wrong)]))
        )
    assert len(caught) == 1
    assert json.loads(text)["groups"]
