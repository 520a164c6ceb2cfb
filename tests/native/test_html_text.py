"""The plainest HTML of descriptions becomes Markdown; other text stays byte by byte."""

from typing import Protocol

import pytest
from fastapi import FastAPI

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import http
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.html_text import markdown_of_html

CASES = {
    "<p>One</p><p>Two <b>bold</b> word</p>": "One\n\nTwo **bold** word",
    "<p>a</p>\n\n\n<p>b</p>": "a\n\nb",
    "a<br>b<br/>c": "a  \nb  \nc",
    "see <a href='https://x.example/a'>the page</a>.": "see [the page](https://x.example/a).",
    'see <a target="_blank" rel="noopener" href = "https://x.example/a" class="x">it</a>': (
        "see [it](https://x.example/a)"
    ),
    "``<b>`` and `<p>` stay, <b>this</b> not": "``<b>`` and `<p>` stay, **this** not",
    "```html\n<p>code</p>\n```\n\n<p>text</p>": "```html\n<p>code</p>\n```\n\ntext",
    "~~~\n<p>code</p>\n~~~\n<b>text</b>": "~~~\n<p>code</p>\n~~~\n**text**",
    "<P>upper <EM>case</EM></P>": "upper *case*",
    "put the <id> of <b>it</b> here": "put the <id> of **it** here",
    **{f"<{tag}>a</{tag}> b": "**a** b" for tag in ("b", "strong")},
    **{f"<{tag}>a</{tag}> b": "*a* b" for tag in ("i", "em")},
    "use <code>a &amp;&amp; b</code>": "use `a &amp;&amp; b`",
    **{
        f"<a href='{target}'>a</a>": f"[a]({target})"
        for target in ("#here", "/path", "http://x.example", "HTTPS://x.example", "mailto:a@b.c")
    },
}

SAME = (
    "plain *text* with <id>, <https://x.example>, a < b and a <b",
    "a list\n\n- one\n- two  \n  three\n\n    code <of> something",
    "`<p>` is an element",
    "",
    "<a href='javascript:alert(1)'>no</a>, <a href='data:x'>a</a>, <a>b</a>",
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "<ul><li>one</li></ul><table><tr><td>1</td></tr></table>",
    "never <b>closed <i>at all, closed</i twice",
    "a <b> </b>b",
)


@pytest.mark.parametrize("text", CASES)
def test_as_markdown(text: str) -> None:
    assert markdown_of_html(text) == CASES[text]


@pytest.mark.parametrize("text", SAME)
def test_a_text_without_html_stays(text: str) -> None:
    assert markdown_of_html(text) == text


@pytest.mark.filterwarnings("ignore:.*no route of the application")
def test_applications_have_html_and_contracts_have_text() -> None:
    app = FastAPI(title="Shop", description="<p>All <b>orders</b></p>")
    read = build_contract_doc(ApiDocSpec(slug="shop", title="Shop", app=app))
    assert read.service.description == "All **orders**"
    written = build_contract_doc(
        ApiDocSpec(slug="shop", title="Shop", http=[OrderApi], description="<p>kept</p>")
    )
    assert written.service.description == "<p>kept</p>"
    plain = build_contract_doc(ApiDocSpec(slug="shop", title="Shop", app=app, markup="rst"))
    assert plain.service.description == "<p>All <b>orders</b></p>"


@http.api("/orders")
class OrderApi(Protocol):
    """Orders."""

    @http.get("")
    def list_orders(self) -> list[str]:
        """Find them."""
        ...
