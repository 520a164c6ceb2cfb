"""`html_blocks`: descriptions as HTML, where neither Sphinx nor a script of ours runs."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinxcontrib_ggdocs.native.prose_html import Markup, html_blocks, html_words

WORDS = [
    pytest.param("plain & <b>", "plain &amp; &lt;b&gt;", id="HTML is text"),
    pytest.param("a `b < c` d", "a <code>b &lt; c</code> d", id="code"),
    pytest.param("``a `b` c``", "<code>a `b` c</code>", id="code with ticks"),
    pytest.param("**a** _b_ ~~c~~", "<strong>a</strong> <em>b</em> <del>c</del>", id="emphasis"),
    pytest.param("***a***", "<em><strong>a</strong></em>", id="both"),
    pytest.param("snake_case_name", "snake_case_name", id="underscores in a name"),
    pytest.param(r"\*a\*", "*a*", id="escaped"),
    pytest.param("a  \nb", "a<br>\nb", id="break"),
    pytest.param(
        "[a *b*](https://x.example/?c&d)",
        '<a href="https://x.example/?c&amp;d" rel="noreferrer">a <em>b</em></a>',
        id="link",
    ),
    pytest.param(
        "see https://x.example/a.",
        'see <a href="https://x.example/a" rel="noreferrer">https://x.example/a</a>.',
        id="address",
    ),
    pytest.param(
        "<a@x.example>",
        '<a href="mailto:a@x.example" rel="noreferrer">a@x.example</a>',
        id="mail",
    ),
    pytest.param("[a](javascript:alert(1))", "a", id="script"),
    pytest.param("[a](&#106;avascript:alert)", "a", id="script in entities"),
    pytest.param("[a](//x.example)", "a", id="another host"),
    pytest.param("[a](b.html)", "a", id="relative, to what nobody says"),
    pytest.param(
        "[https://a.example](https://b.example)",
        '<a href="https://b.example" rel="noreferrer">https://a.example</a>',
        id="no link in a link",
    ),
    pytest.param(
        '[a](https://x.example/"onclick=b)',
        '<a href="https://x.example/&quot;onclick=b" rel="noreferrer">a</a>',
        id="a quote in an address",
    ),
]

BLOCKS = [
    pytest.param("a\nb\n\nc", "<p>a\nb</p>\n<p>c</p>\n", id="paragraphs"),
    pytest.param(
        "# A\n\nB\n===",
        '<p class="gg-heading">A</p>\n<p class="gg-heading">B</p>\n',
        id="headings",
    ),
    pytest.param(
        "```py\na < b\n```\nc", "<pre><code>a &lt; b</code></pre>\n<p>c</p>\n", id="fence"
    ),
    pytest.param("```\na", "<pre><code>a</code></pre>\n", id="fence that nothing closes"),
    pytest.param("    a\n\n    b\n\nc", "<pre><code>a\n\nb</code></pre>\n<p>c</p>\n", id="indent"),
    pytest.param(
        "-      a\n\n  b",
        "<ul><li><pre><code> a</code></pre>\n<p>b</p>\n</li>\n</ul>\n",
        id="code in a list",
    ),
    pytest.param("- a\n- b\n\nc", "<ul><li>a</li>\n<li>b</li>\n</ul>\n<p>c</p>\n", id="list"),
    pytest.param(
        "3. a\n   - b\n4. c",
        '<ol start="3"><li><p>a</p>\n<ul><li>b</li>\n</ul>\n</li>\n<li>c</li>\n</ol>\n',
        id="numbers",
    ),
    pytest.param("- a\nb", "<ul><li>a\nb</li>\n</ul>\n", id="item that goes on without indent"),
    pytest.param(
        "- a\n\n  b\nc",
        "<ul><li><p>a</p>\n<p>b\nc</p>\n</li>\n</ul>\n",
        id="paragraph of an item that goes on without indent",
    ),
    pytest.param(
        "- a\n\n\nb", "<ul><li>a</li>\n</ul>\n<p>b</p>\n", id="paragraph after blank lines"
    ),
    pytest.param("-\n  a", "<ul><li>a</li>\n</ul>\n", id="item that begins in the next line"),
    pytest.param("> a\n> b", "<blockquote><p>a\nb</p>\n</blockquote>\n", id="quote"),
    pytest.param(
        "> [!NOTE]\n> a",
        "<blockquote><p><strong>Note</strong></p>\n<p>a</p>\n</blockquote>\n",
        id="alert",
    ),
    pytest.param(
        "a | b\n--|--\nc | d\\|e | f",
        "<table><tr><th>a</th><th>b</th></tr>\n<tr><td>c</td><td>d|e</td></tr>\n</table>\n",
        id="table",
    ),
    pytest.param("a\n\n---\nb", "<p>a</p>\n<hr>\n<p>b</p>\n", id="rule"),
    pytest.param("", "", id="nothing"),
]

OF_RST = [
    pytest.param(":gg:ref:`~shop.Order`", "<p><code>shop.Order</code></p>\n", id="role"),
    pytest.param("``a``", "<p><code>a</code></p>\n", id="literal"),
    pytest.param(
        "`a <https://x.example>`_",
        '<p><a href="https://x.example" rel="noreferrer">a</a></p>\n',
        id="link",
    ),
]


@pytest.mark.parametrize(("text", "expected"), WORDS)
def test_words(text: str, expected: str) -> None:
    assert html_words(text) == expected


def written(text: str, markup: Markup = "markdown") -> str:
    return "".join(map(str, html_blocks(text, markup)))


@pytest.mark.parametrize(("text", "expected"), BLOCKS)
def test_blocks(text: str, expected: str) -> None:
    assert written(text) == expected


@pytest.mark.parametrize(("text", "expected"), OF_RST)
def test_restructured_text(text: str, expected: str) -> None:
    assert written(text, "rst") == expected


def test_what_is_deep_is_text() -> None:
    assert written("> " * 5000 + "a").count("<blockquote>") == 8


class _Elements(HTMLParser):
    """The elements of HTML, each of which is closed where it should be."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.addresses: list[str] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        assert {name for name, _ in attrs} <= {"href", "rel", "class", "start"}
        self.addresses += [str(value) for name, value in attrs if name == "href"]
        if tag not in ("br", "hr"):
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag


MARKS = ("    ", "- ", "1. ", "> ", "`", "```", "*", "**", "_", "~~", "[", "](", ")", "# ", "---")
SIGNS = ("a", "<", ">", "&", '"', "'", "\\", "===")
OTHERS = (" ", "\n", "\n\n", "|", "\n--|--\n", "<script>")
ADDRESSES = ("https://x.example", "javascript:", "mailto:a@b.example", "data:text/html,", "//x")
PIECES = st.sampled_from([*MARKS, *SIGNS, *OTHERS, *ADDRESSES])


@given(st.lists(PIECES, max_size=25).map("".join))
def test_texts_of_others_are_data(text: str) -> None:
    elements = _Elements()
    elements.feed(written(text))
    elements.close()
    known = {"p", "pre", "code", "ul", "ol", "li", "table", "tr", "th", "td", "blockquote"}
    assert elements.tags <= known | {"strong", "em", "del", "a", "br", "hr"}
    assert all(url.startswith(("https://", "mailto:")) for url in elements.addresses)
