"""HTML in descriptions becomes Markdown, and what is no HTML stays byte by byte."""

from typing import Protocol

import pytest
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import http
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.html_text import TAG, markdown_of_html

CASES = {
    "<p>One</p><p>Two <b>bold </b>word</p>": "One\n\nTwo **bold** word",
    "a<br>b<br/>c": "a  \nb  \nc",
    "<h2>Title</h2>text": "## Title\n\ntext",
    "<ul><li>one</li><li>two<ul><li>deep</li></ul></li></ul>": "- one\n- two\n  - deep",
    "<ol>\n  <li>one\n     more</li>\n  <li>two</li>\n</ol>": "1. one more\n2. two",
    "see <a href='https://x.example/a'>the <i>page</i></a>.": (
        "see [the *page*](https://x.example/a)."
    ),
    "<a href='javascript:alert(1)'>no</a>": "no",
    "<script>alert(1)</script>kept": "kept",
    "<pre>a &lt; b\n  c</pre>": "```\na < b\n  c\n```",
    "use <code>a &amp;&amp; b</code>": "use `a && b`",
    "<table><tr><th>A</th><th>B</th></tr><tr><td>1</td><td>2<br>3</td></tr></table>": (
        "| A | B |\n| --- | --- |\n| 1 | 2 3 |"
    ),
    "never <b>closed <i>at all": "never **closed *at all***",
    "closed</b> twice</p>": "closed twice",
    "<b>closed</id></b> by nobody": "**closed</id>** by nobody",
    "a &lt;b&gt; <span style='x'>c</span>": "a &lt;b&gt; c",
    "``<b>`` and `<p>` stay, <b>this</b> not": "``<b>`` and `<p>` stay, **this** not",
    "```html\n<p>code</p>\n```\n\n<p>text</p>": "```html\n<p>code</p>\n```\n\ntext",
    "<P>upper <EM>case</EM></P>": "upper *case*",
    "put the <id> of <b>it</b> here": "put the <id> of **it** here",
}

CASES |= {
    **{f"<{tag}>a</{tag}> b": "**a** b" for tag in ("b", "strong")},
    **{f"<{tag}>a</{tag}> b": "*a* b" for tag in ("i", "em")},
    **{f"<{tag}>a &#60;</{tag}> b": "`a <` b" for tag in ("code", "tt", "kbd")},
    **{f"<h{level}>a</h{level}>b": f"{'#' * level} a\n\nb" for level in (1, 2, 3, 4, 5, 6)},
    **{
        f"<{tag}>a</{tag}>b": "a\n\nb"
        for tag in ("p", "div", "section", "dl", "dt", "dd", "center")
    },
    **{
        f"a<{tag}>b</{tag}>c": "abc"
        for tag in ("span", "u", "small", "sup", "sub", "font", "big", "label")
    },
    **{f"a<{tag}>b</{tag}>c": "ac" for tag in ("script", "style")},
    "<blockquote>a</blockquote>b": "> a\n\nb",
    "a<hr>b": "a\n\n---\n\nb",
    "a<b/>c": "ac",
    "a <p/>b": "a \n\nb",
    "a</br>b<br>c": "ab  \nc",
    "&#955; &nbsp; <b>a</b>": "&#955; &nbsp; **a**",
    "<!DOCTYPE html><p>a</p>": "<!DOCTYPE html>\n\na",
    "<!-- no --><p>a</p>": "a",
    "a <b> </b>b": "a  b",
    "<p>a</p>\n\n\n<p>b</p>": "a\n\nb",
    "<p>a\n  b</p>c\n  d": "a b\n\nc\n  d",
    "<ul><li>a<p>b</p></li></ul>": "- a\n  b",
    "<ol><li>a</li><li>b</li></ol><ol><li>c</li></ol>": "1. a\n2. b\n\n1. c",
    "<li>alone</li>": "- alone",
    (
        "<table><thead><tr><th>A</th></tr></thead>\n<tbody>\n<tr><td>1</td></tr></tbody>"
        "<tfoot><tr><td>2</td></tr></tfoot></table>"
    ): "| A |\n| --- |\n| 1 |\n| 2 |",
    "<table><tr><td>1</td></tr></table><table><tr><td>2</td><td>3</td></tr></table>": (
        "| 1 |\n| --- |\n\n| 2 | 3 |\n| --- | --- |"
    ),
    **{
        f"<a href='{target}'>a</a>": f"[a]({target})"
        for target in ("#here", "/path", "http://x.example", "HTTPS://x.example", "mailto:a@b.c")
    },
    "<a href='data:x'>a</a>, <a>b</a>": "a, b",
    "~~~\n<p>code</p>\n~~~\n<b>text</b>": "~~~\n<p>code</p>\n~~~\n**text**",
}

SAME = (
    "plain *text* with <id>, <https://x.example>, a < b and a <b",
    "a list\n\n- one\n- two  \n  three\n\n    code <of> something",
    "`<p>` is an element",
    "",
)


@pytest.mark.parametrize("text", CASES)
def test_as_markdown(text: str) -> None:
    assert markdown_of_html(text) == CASES[text]


@pytest.mark.parametrize("text", SAME)
def test_a_text_without_html_stays(text: str) -> None:
    assert markdown_of_html(text) == text


TAGS = ("p", "b", "i", "ul", "ol", "li", "table", "tr", "td", "pre", "h3", "div", "span", "a")
ELEMENTS = st.recursive(
    st.sampled_from(["word ", "&lt;x&gt; ", "<br>", "\n", "a*b "]),
    lambda inner: st.tuples(st.sampled_from(TAGS), st.lists(inner, max_size=3)).map(
        lambda drawn: f"<{drawn[0]}>{''.join(drawn[1])}</{drawn[0]}>"
    ),
    max_leaves=8,
)


@pytest.mark.slow
@given(st.lists(ELEMENTS, max_size=4).map("".join))
def test_no_tag_of_a_drawn_text_is_left(text: str) -> None:
    found = markdown_of_html(text)
    assert found.count("word") == text.count("word")
    assert not TAG.search(found)
    assert markdown_of_html(found) == found


@pytest.mark.slow
@given(st.lists(st.sampled_from(["<p>", "</p>", "</b>", "<li>", "`", "```\n", "\n", "word ", "<"])))
def test_no_word_of_a_broken_text_is_lost(parts: list[str]) -> None:
    assert markdown_of_html("".join(parts)).count("word") == parts.count("word ")


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
