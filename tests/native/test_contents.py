"""What the contract document says of two small contracts, written by hand from what it should
say.
"""

import json
from typing import Any

import pytest

from sphinxcontrib_ggdocs.catalog import ApiDocSpec, Branding, ServerSpec, ServerVariableSpec
from sphinxcontrib_ggdocs.native import build_contract_doc

from .contracts_for_tests import UserApi, UserFeed

SPEC = ApiDocSpec(
    slug="users",
    title="Users",
    version="2.1",
    description="Who is who.",
    servers=[
        ServerSpec(
            url="https://{env}.example.org",
            variables={"env": ServerVariableSpec(default="a", enum=("a", "b"))},
        )
    ],
    http=[UserApi],
    ws=[UserFeed],
    markup="rst",
)
DOCUMENT = json.loads(
    build_contract_doc(SPEC, branding=Branding(primary_color="#0f766e")).to_json()
)
USER_API, USER_FEED = DOCUMENT["groups"][0]["contracts"]
GET_USER, SAVE_USER = USER_API["methods"]
FOLLOW, USER_CHANGED = USER_FEED["methods"]


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/schemas/{name}"}


def body(name: str) -> list[dict[str, Any]]:
    return [{"mediaType": "application/json", "schema": ref(name)}]


SERVICE = {
    "slug": "users",
    "name": "Users",
    "version": "2.1",
    "description": "Who is who.",
    "servers": [
        {
            "url": "https://{env}.example.org",
            "variables": {"env": {"default": "a", "enum": ["a", "b"]}},
        }
    ],
}

FACTS = [
    pytest.param(DOCUMENT["version"], "2.0", id="format"),
    pytest.param(DOCUMENT["service"], SERVICE, id="service"),
    pytest.param(DOCUMENT["branding"], {"primaryColor": "#0f766e"}, id="branding"),
    pytest.param(DOCUMENT["markup"], "rst", id="markup"),
    pytest.param(
        [(g["name"], g["slug"]) for g in DOCUMENT["groups"]], [("API", "api")], id="the one group"
    ),
    pytest.param(
        (USER_API["kind"], USER_API["pathPrefix"]), ("http", "/users"), id="an HTTP contract"
    ),
    pytest.param(
        (USER_FEED["kind"], USER_FEED["path"]), ("ws", "/ws/users"), id="a WebSocket contract"
    ),
    pytest.param(
        USER_API["auth"], [{"scheme": "bearer", "headerName": "Authorization"}], id="bearer"
    ),
    pytest.param(USER_FEED["auth"], [{"scheme": "api-key", "headerName": "X-Key"}], id="api-key"),
    pytest.param("errorFormat" in USER_API, False, id="the usual error format is not written"),
    pytest.param(USER_FEED["errorFormat"], "problem", id="another error format is"),
    pytest.param(
        USER_API["permission"],
        {"text": "scope users", "tree": {"kind": "scope", "name": "users"}},
        id="permission",
    ),
    pytest.param(
        USER_API["source"]["module"],
        "tests.native.contracts_for_tests",
        id="a source is a module, no path of a disk",
    ),
    pytest.param(
        (GET_USER["httpMethod"], GET_USER["httpPath"]), ("GET", "/users/{id}"), id="the whole path"
    ),
    pytest.param(
        GET_USER["pathParams"],
        [{"name": "id", "required": True, "schema": ref("UserId")}],
        id="path",
    ),
    pytest.param(
        GET_USER["queryParams"],
        [{"name": "expand", "required": False, "schema": {"type": "boolean", "default": False}}],
        id="query with a default",
    ),
    pytest.param(
        GET_USER["successResponse"], {"statusCode": 200, "contents": body("User")}, id="success"
    ),
    pytest.param(SAVE_USER["successResponse"], {"statusCode": 204}, id="success without content"),
    pytest.param(
        SAVE_USER["requestBody"], {"required": True, "contents": body("User")}, id="request body"
    ),
    pytest.param(
        (SAVE_USER["deprecated"], SAVE_USER["deprecationMessage"]),
        (True, "Use patch."),
        id="deprecated, and why",
    ),
    pytest.param(
        GET_USER["errors"],
        [
            "USER_NOT_FOUND",
            "SERVER_ERROR",
            "TOO_MANY",
            "UNAUTHORIZED",
            "FORBIDDEN",
            "VALIDATION_ERROR",
        ],
        id="own errors, then those of requirements and of the runtime",
    ),
    pytest.param(
        (FOLLOW["wsDirection"], FOLLOW["wsPattern"]), ("OUT", "req"), id="a request of the client"
    ),
    pytest.param(
        (USER_CHANGED["wsDirection"], USER_CHANGED["wsPattern"]), ("IN", "event"), id="an event"
    ),
    pytest.param(FOLLOW["wsInput"], {"required": True, "contents": body("UserRef")}, id="message"),
    pytest.param(FOLLOW["successResponse"], {"contents": body("User")}, id="answer"),
    pytest.param("successResponse" in USER_CHANGED, False, id="an event has no answer"),
    pytest.param(
        list(DOCUMENT["schemas"]),
        ["AdminId", "Email", "FieldProblem", "User", "UserId", "UserRef"],
        id="named types, in order",
    ),
    pytest.param(
        DOCUMENT["schemas"]["AdminId"],
        {**ref("UserId"), "title": "AdminId", "x-brand": ["UserId", "AdminId"]},
        id="a brand over a brand",
    ),
    pytest.param(
        DOCUMENT["schemas"]["Email"],
        {"type": "string", "maxLength": 80, "title": "Email", "x-brand": ["Email"]},
        id="a brand with a constraint",
    ),
    pytest.param(
        DOCUMENT["errors"]["USER_NOT_FOUND"],
        {
            "type": "USER_NOT_FOUND",
            "statusCode": 404,
            "description": "No user has this id.",
            "data": ref("UserRef"),
        },
        id="an error with data",
    ),
    pytest.param("data" in DOCUMENT["errors"]["TOO_MANY"], False, id="an error without data"),
]


@pytest.mark.parametrize(("told", "expected"), FACTS)
def test_the_document_says(told: object, expected: object) -> None:
    assert told == expected


def test_without_what_is_optional() -> None:
    document = json.loads(
        build_contract_doc(ApiDocSpec(slug="u", title="U", http=[UserApi])).to_json()
    )
    assert document["service"] == {"slug": "u", "name": "U"}
    assert not {"branding", "markup"} & document.keys()
    assert None not in document["groups"][0].values()
