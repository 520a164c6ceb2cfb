"""Each kind of object as Markdown, from views."""

from typing import Any

import pytest

from sphinxcontrib_ggdocs.native.markdown import MarkdownWriter, joined, markdown_of_view
from sphinxcontrib_ggdocs.native.view import (
    BodyView,
    ContentView,
    DocumentView,
    HeadView,
    Link,
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


COLUMNS = "Type | Required | Description |\n| --- | --- | --- | --- |"


API, SAVE, ORDER = "### Api", "#### save\n\n`/`", "### `order`"


CASES: list[tuple[ObjectView, str]] = [
    (contract(error_format="plain"), f"{API}\n\n- Error format: plain"),
    (
        contract(errors=(GONE, NOT_FOUND)),
        f"{API}\n\n- Errors: 410 `GONE`, 404 Not Found",
    ),
    (method(), "#### save\n\n` `"),
    (
        method(path="/", summary="# Save", description="# An order"),
        "#### save\n\n` /`\n\n##### Save\n\n##### An order",
    ),
    (
        method(path="/", security=((KEY, credential("mutualTLS")), ())),
        (
            "#### save\n\n` /`\n\n- Authentication: API key in the cookie `sid` together with "
            "certificate of the client (mutual TLS)\n- Authentication: or none needed"
        ),
    ),
    (error(description="# Gone"), "### 410 `GONE`\n\n#### Gone"),
    (
        error(is_named=False, data=BodyView(contents=(ContentView(type=None),))),
        "### 410 GONE\n\nData: bytes",
    ),
    (
        error(
            data=BodyView(contents=(ContentView(type=TEXT, fields=(FIELD,)),), description="Why.")
        ),
        f"### 410 `GONE`\n\nData: `string`. Why.\n\n| Field of `GONE` | {COLUMNS}\n{CELLS}",
    ),
]


"""What the golden file of `test_view_objects` does not have."""


def markdown_of(view: ObjectView) -> str:
    return joined(MarkdownWriter(None).object(view))


@pytest.mark.parametrize(("view", "expected"), CASES)
def test_an_object(view: ObjectView, expected: str) -> None:
    assert markdown_of(view) == f"{expected}\n"


FLOW = FlowView(name="password", urls=(("tokenUrl", "/t"), ("refreshUrl", "https://a.example/r")))


IN_HEADER = {"place": "header", "carrier": "X"}


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (credential("oauth2", **IN_HEADER), "OAuth 2 in the header `X`"),
        (credential(""), "Key"),
        (credential("oauth2", deprecated=True), "OAuth 2 (deprecated)"),
        (
            credential("mutualTLS", scopes=(("a", "A"), ("b", ""))),
            "certificate of the client (mutual TLS) with the scopes `a`, `b`",
        ),
        (
            credential(
                "apiKey", **IN_HEADER, description="By post", configuration="/c", flows=(FLOW,)
            ),
            "API key in the header `X` – By post; configuration `/c`; password: `/t`, <https://a.example/r>",
        ),
    ],
)
def test_a_credential(given: Any, expected: str) -> None:
    text = markdown_of(contract(security=((given,),)))
    assert text == f"### Api\n\n- Authentication: {expected}\n"


def test_a_document_of_nothing() -> None:
    view = DocumentView(head=HeadView(slug="a", title="A"), groups=(), errors=(), schemas=())
    assert markdown_of_view(view) == "# A\n"
