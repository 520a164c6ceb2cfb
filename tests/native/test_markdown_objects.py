"""Each kind of object as Markdown, from views."""

from dataclasses import replace
from typing import Any

import pytest

from sphinxcontrib_ggdocs.document import parts as doc
from sphinxcontrib_ggdocs.native.blocks.scope import Scope
from sphinxcontrib_ggdocs.native.markdown import MarkdownText, markdown_of_view
from sphinxcontrib_ggdocs.native.markdown_writer import joined
from sphinxcontrib_ggdocs.native.view import (
    BodyView,
    ContentView,
    DocumentView,
    HeadView,
    Link,
    MethodView,
    ObjectView,
    Row,
)
from sphinxcontrib_ggdocs.native.view.views import FlowView

from .views_for_tests import TEXT, contract, credential, error, method

KEY = credential("apiKey", place="cookie", carrier="sid")


GONE = Link("error", "shop.GONE", "410 GONE")


NOT_FOUND = Link("error", "shop.Not-Found", "404 Not Found", is_name=False)


FIELD = Row(name="a", type=TEXT, required=True, description="One")


CELLS = "| `a` | `string` | yes | One |"


COLUMNS = "| Field | Type | Required | Description |\n| --- | --- | --- | --- |"


API, SAVE = "### Api\n\nHTTP", "#### save\n\n`GET /`"


def save(**given: Any) -> MethodView:
    return method(path="/", verbs=("GET",), **given)


CASES: list[tuple[ObjectView, str]] = [
    (contract(error_format="plain"), f"{API}\n\n- Error format: the data alone"),
    (
        contract(errors=(GONE, NOT_FOUND)),
        f"{API}\n\n- Errors: 410 `GONE`, 404 Not Found",
    ),
    (save(), SAVE),
    (save(outgoing=True), f"{SAVE}, sent by the service"),
    (
        save(summary="# Save", description="# An order"),
        f"{SAVE}\n\n##### Save\n\n##### An order",
    ),
    (
        save(security=((KEY, credential("mutualTLS")), ())),
        (
            f"{SAVE}\n\n- Authentication: One of these is enough:\n\n"
            "- `sid` (cookie): API key together with certificate of the client (mutual TLS)\n"
            "- Calls without credentials are accepted, too."
        ),
    ),
    (
        save(errors=(replace(NOT_FOUND, description="- None.\n- Gone."), GONE)),
        f"{SAVE}\n\nErrors:\n\n- 404 Not Found – - None. - Gone.\n- 410 `GONE`",
    ),
    (
        save(servers=(doc.Server(url="https://a.example", description="- Main"),)),
        f"{SAVE}\n\n- Server: `https://a.example`\n\n  - Main",
    ),
    (error(description="# Gone"), "### 410 `GONE`\n\n#### Gone"),
    (
        error(is_named=False, data=BodyView(contents=(ContentView(type=None),))),
        "### 410 GONE\n\n- Data: bytes",
    ),
    (
        error(
            data=BodyView(contents=(ContentView(type=TEXT, fields=(FIELD,)),), description="Why.")
        ),
        f"### 410 `GONE`\n\n- Data: `string` – Why.\n\n{COLUMNS}\n{CELLS}",
    ),
]


"""What the golden file of `test_view_objects` does not have."""


def markdown_of(view: ObjectView) -> str:
    head = HeadView(slug="shop", title="Shop")
    document = DocumentView(head=head, groups=(), errors=(), schemas=())
    scope = Scope(slug="shop", brands=frozenset(), schemes=set())
    return joined(MarkdownText(document, scope).object(view))


@pytest.mark.parametrize(("view", "expected"), CASES)
def test_an_object(view: ObjectView, expected: str) -> None:
    assert markdown_of(view) == f"{expected}\n"


FLOW = FlowView(name="password", urls=(("tokenUrl", "/t"), ("refreshUrl", "https://a.example/r")))


IN_HEADER = {"place": "header", "carrier": "X"}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (credential("oauth2", **IN_HEADER), "`X` (header): OAuth 2"),
        (credential(""), "Key"),
        (credential("oauth2", deprecated=True), "OAuth 2 (deprecated)"),
        (
            credential("mutualTLS", scopes=(("a", "A"), ("b", ""))),
            "certificate of the client (mutual TLS), scopes `a` (A), `b`",
        ),
        (
            credential(
                "apiKey", **IN_HEADER, description="By post", configuration="/c", flows=(FLOW,)
            ),
            (
                "`X` (header): API key – Configuration: `/c` "
                "Password: token `/t`, refresh <https://a.example/r>.\n\nBy post"
            ),
        ),
    ],
)
def test_a_credential(given: Any, expected: str) -> None:
    text = markdown_of(contract(security=((given,),)))
    assert text == f"{API}\n\n- Authentication: {expected}\n"


def test_a_document_of_nothing() -> None:
    view = DocumentView(head=HeadView(slug="a", title="A"), groups=(), errors=(), schemas=())
    assert markdown_of_view(view) == "# A\n"
