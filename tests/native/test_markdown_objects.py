"""Each kind of object as Markdown."""

import pytest

from sphinxcontrib_ggdocs.native.blocks.objects import blocks_of
from sphinxcontrib_ggdocs.native.blocks.scope import Scope
from sphinxcontrib_ggdocs.native.markdown import MarkdownText, markdown_of_view
from sphinxcontrib_ggdocs.native.markdown_writer import joined
from sphinxcontrib_ggdocs.native.vocabulary import Line

from .views_for_tests import (
    BARE,
    TEXT,
    Described,
    Json,
    content,
    contract,
    document,
    error,
    message_json,
    method,
    method_json,
    response,
    socket,
)

KEY: Json = {"Key": {"type": "apiKey", "in": "cookie", "name": "sid"}, "Tls": {"type": "mutualTLS"}}


CELLS = "| `a` | `string` | yes | One |"


COLUMNS = "| Field | Type | Required | Description |\n| --- | --- | --- | --- |"


API, SAVE = "### Api\n\nHTTP", "#### save\n\n`PUT /orders`"


CASES: list[tuple[Described, str]] = [
    (
        contract(errorFormat="plain", methods=[method_json(errors=["GONE"])]),
        f"{API}\n\n- Error format: the data alone",
    ),
    (
        socket(errors=["GONE", "Teapot"], methods=[message_json()]),
        "### Api\n\nWebSocket\n\n- Errors: 410 `GONE`, 418 Teapot\n- Framing: bare",
    ),
    (socket(framing=BARE, protocol="kafka", path="a"), "### Api\n\nkafka `a`"),
    (method(), SAVE),
    (method(outgoing=True), f"{SAVE}, sent by the service"),
    (
        method(summary="# Save", description="# An order"),
        f"{SAVE}\n\n##### Save\n\n##### An order",
    ),
    (
        method(KEY, security=[{"Key": [], "Tls": []}, {}]),
        (
            f"{SAVE}\n\n- Authentication: One of these is enough:\n\n"
            "- `sid` (cookie): API key together with certificate of the client (mutual TLS)\n"
            "- Calls without credentials are accepted, too."
        ),
    ),
    (
        method(errors=["Not-Found", "GONE"]),
        f"{SAVE}\n\nErrors:\n\n- 404 Not Found – No such order\n- 410 `GONE`",
    ),
    (
        method(servers=[{"url": "https://a.example", "description": "- Main"}]),
        f"{SAVE}\n\n- Server: `https://a.example`\n\n  - Main",
    ),
    (error(description="# Gone"), "### 410 `GONE`\n\n#### Gone"),
    (
        error(type=None, moreContents=[content(None)]),
        "### 410 GONE\n\n- Data: bytes",
    ),
    (
        error(
            data={
                "type": "object",
                "properties": {"a": {**TEXT, "description": "One"}},
                "required": ["a"],
                "description": "Why.",
            }
        ),
        f"### 410 `GONE`\n\n- Data: `object` – Why.\n\n{COLUMNS}\n{CELLS}",
    ),
]


"""What the golden file of `test_view_objects` does not have."""


def markdown_of(described: Described) -> str:
    scope = Scope(view=described.document, schemes=set())
    return joined(MarkdownText(scope).object(described.view))


@pytest.mark.parametrize(("described", "expected"), CASES)
def test_an_object(described: Described, expected: str) -> None:
    assert markdown_of(described) == f"{expected}\n"


FLOWS: Json = {"password": {"tokenUrl": "/t", "refreshUrl": "https://a.example/r", "scopes": {}}}
SCOPES: Json = {"implicit": {"scopes": {"a": "A", "b": ""}}}


@pytest.mark.parametrize(
    ("scheme", "scopes", "expected"),
    [
        ({"type": "oauth2"}, (), "`Authorization` (header): OAuth 2"),
        ({}, (), "Key"),
        (
            {"type": "oauth2", "deprecated": True},
            (),
            "`Authorization` (header): OAuth 2 (deprecated)",
        ),
        (
            {"type": "mutualTLS", "flows": SCOPES},
            ("a", "b"),
            "certificate of the client (mutual TLS), scopes `a` (A), `b` – Implicit: .",
        ),
        (
            {
                "type": "openIdConnect",
                "description": "By post",
                "openIdConnectUrl": "/c",
                "flows": FLOWS,
            },
            (),
            (
                "`Authorization` (header): OpenID Connect – Configuration: `/c` "
                "Password: token `/t`, refresh <https://a.example/r>.\n\nBy post"
            ),
        ),
    ],
)
def test_a_credential(scheme: Json, scopes: tuple[str, ...], expected: str) -> None:
    text = markdown_of(contract({"Key": scheme}, security=[{"Key": scopes}]))
    assert text == f"{API}\n\n- Authentication: {expected}\n"


def test_addresses_of_a_flow_begin_without_an_empty_word() -> None:
    scheme = {"type": "oauth2", "flows": FLOWS}
    described = contract({"Key": scheme}, security=[{"Key": []}])
    [line] = blocks_of(Scope(view=described.document), described.view)
    assert isinstance(line, Line)
    assert "" not in line.words


def test_a_document_of_nothing() -> None:
    assert markdown_of_view(document(schemas={}, errors={}, groups=[])) == "# Shop\n"


STREAM = {"stream": True}
BODIES = (
    (content(), "`string`"),
    (content({}), "any JSON value"),
    (content(None), "bytes"),
    (content(TEXT, "text/csv"), "`string` as `text/csv`"),
    (content({}, "text/csv"), "`text/csv`"),
    (content(None, "image/png"), "`image/png`"),
    (content(None, "image/png", **STREAM), "bytes as `image/png`, one event of a stream"),
    (content(TEXT, "text/csv", **STREAM), "`string` as `text/csv`, one event of a stream"),
)


@pytest.mark.parametrize(("body", "words"), BODIES)
def test_contents_in_words(body: Json, words: str) -> None:
    described = method(successResponse=response(body))
    assert f"- Response: 200 {words}\n" in markdown_of_view(described.document)
