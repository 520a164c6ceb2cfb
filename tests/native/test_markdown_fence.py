"""The fence of Markdown, in Python-Markdown, MkDocs and Zensical."""

import html
import json
import os
import random
import re
from collections.abc import Sequence
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Protocol

import pytest
from markdown import Markdown
from pymdownx.superfences import SuperFencesException

from sphinxcontrib_ggdocs.contracts import http
from sphinxcontrib_ggdocs.native import build_api_docs, build_contract_doc
from sphinxcontrib_ggdocs.native.markdown_fence import fence_text, ggdocs_fence
from sphinxcontrib_ggdocs.native.safe_links import safe_markdown

from ..repository.snippets import commands, run, write_files

COUNT = int(os.environ.get("GGDOCS_EXAMPLES", "150"))
GUIDE = "docs/guides/mkdocs.md"


@http.api("/orders")
class OrderApi(Protocol):
    """<script>alert(1)</script> [here](javascript:alert(2))."""

    @http.get("/")
    def list_orders(self) -> list[str]: ...


def page(*lines: str) -> str:
    fence: dict[str, Any] = {"name": "ggdocs", "class": "gg-static", "format": ggdocs_fence}
    writer = Markdown(
        extensions=["pymdownx.superfences"],
        extension_configs={"pymdownx.superfences": {"custom_fences": [fence]}},
    )
    text: str = writer.convert("\n".join(["# API", "", "```ggdocs", *lines, "```"]))
    return text


def documents(text: str) -> Any:
    (written,) = re.findall(r'data-documents="([^"]*)"', text)
    (document,) = json.loads(html.unescape(written))
    return document


def test_text_and_element(tmp_path: Path) -> None:
    shop = {"slug": "shop", "title": "Shop", "http": [OrderApi]}
    build_api_docs({"docs": [shop], "out_dir": tmp_path})
    text = page(f"document: {tmp_path}/shop/api-docs.json", "site: ../apidocs")
    assert documents(text) == {
        "slug": "shop",
        "title": "Shop",
        "json": "../apidocs/shop/api-docs.json",
        "script": "../apidocs/shop/api-docs.js",
        "files": [{"title": "OpenAPI", "href": "../apidocs/shop/openapi.json"}],
    }
    (script,) = re.findall(r'<script defer src="\.\./apidocs/([^"]*)"></script>', text)
    assert (tmp_path / script).is_file()
    assert '<h2 id="gg-shop">Shop</h2>' in text
    assert "<p>&lt;script&gt;alert(1)&lt;/script&gt; " in text
    assert 'href="javascript' not in text
    assert text.endswith("</gg-docs>")


def names_of(tokens: Any) -> list[Any]:
    """A table of contents: names and ids, each with what is below it."""
    return [(token["name"], token["id"], names_of(token["children"])) for token in tokens]


def test_contents_have_what_the_document_describes(tmp_path: Path) -> None:
    shop = {"slug": "shop", "title": "Shop", "http": [OrderApi]}
    build_api_docs({"docs": [shop], "out_dir": tmp_path})
    fence: dict[str, Any] = {"name": "ggdocs", "class": "gg-static", "format": ggdocs_fence}
    writer: Any = Markdown(
        extensions=["toc", "pymdownx.superfences"],
        extension_configs={"pymdownx.superfences": {"custom_fences": [fence]}},
    )
    lines = ["# API", "", "## Before", "", "## Reference", "", "Words.", "", "```ggdocs"]
    lines += [f"document: {tmp_path}/shop/api-docs.json", "site: ../apidocs", "```"]
    text = writer.convert("\n".join([*lines, "", "## After"]))
    method: Any = ("GET /orders/", "gg-shop.OrderApi.list_orders", [])
    contract = ("OrderApi", "gg-shop.OrderApi", [method])
    error: Any = ("SERVER_ERROR", "gg-error-shop.SERVER_ERROR", [])
    groups = [("API", "gg-shop.api", [contract]), ("Errors", "gg-error-shop", [error])]
    contents = [
        ("Before", "before", []),
        ("Reference", "reference", []),
        ("Shop", "gg-shop", groups),
        ("After", "after", []),
    ]
    assert names_of(writer.toc_tokens) == [("API", "api", contents)]
    ids = re.findall(r'<h\d id="([^"]*)"', text)
    assert ids == [
        *("api", "before", "reference", "gg-shop", "gg-shop.api"),
        *("gg-shop.OrderApi", "gg-shop.OrderApi.list_orders"),
        *("gg-error-shop", "gg-error-shop.SERVER_ERROR", "after"),
    ]
    writer.reset().convert("# Other")
    assert names_of(writer.toc_tokens) == [("Other", "other", [])]


def test_the_files_of_a_document_are_offered(tmp_path: Path) -> None:
    shop = {"slug": "shop", "title": "Shop", "http": [OrderApi]}
    build_api_docs({"docs": [shop], "out_dir": tmp_path, "without": ["markdown"]})
    text = page(f"document: {tmp_path}/shop/api-docs.json", "site: ../apidocs")
    assert documents(text)["files"] == [
        {"title": "OpenAPI", "href": "../apidocs/shop/openapi.json"}
    ]


SCRIPT = "javascript:alert(1)"
LINKS = {
    "plain": f"[a]({SCRIPT})",
    "in backticks": f"[a](`{SCRIPT}`)",
    "in two backticks": f"[a](`` {SCRIPT} ``)",
    "a part in backticks": "[a](java`script:alert(1)`)",
    "after a no-break space": f"[a](\xa0{SCRIPT})",
    "after a line break": f"[a](\n{SCRIPT})",
    "after a wide space": f"[a](\u2003{SCRIPT})",
    "after a line separator": f"[a](\u2028{SCRIPT})",
    "in angle brackets": f"[a](<{SCRIPT}>)",
    "in backticks in angle brackets": f"[a](<`{SCRIPT}`>)",
    "of an image": f"![a](`{SCRIPT}`)",
    "of an image in a link": f"[![a](`{SCRIPT}`)](`{SCRIPT}`)",
    "of a definition": f"[a][b]\n\n[b]: {SCRIPT}",
    "of a definition in the next line": f"[a]\n\n[a]:\n  {SCRIPT}",
    "of a definition in angle brackets": f"[a][b]\n\n[b]: <{SCRIPT}>",
    "of an autolink": f"<{SCRIPT}>",
    "in entities": "[a](&#106;avascript:alert(1))",
    "in entities in backticks": "[a](`&#106;avascript:alert(1)`)",
    "with an entity for the colon": "[a](javascript&colon;alert(1))",
    "with escapes": "[a](javascript\\:alert(1))",
    "of data": "[a](`data:text/html,<script>alert(1)</script>`)",
    "of another language": "[a](`vbscript:x`)",
    "of a file": "[a](\xa0file:///etc/passwd)",
    "raw": f"<a href='{SCRIPT}'>a</a> <img src=x onerror=alert(1)>",
    "raw in a block": f"<div>\n<a href='{SCRIPT}'>a</a>\n</div>",
    "raw with the marks of the parser": f"\x02klzzwxh:0000\x03 <a href='{SCRIPT}'>",
}


class Tags(HTMLParser):
    """Reads HTML as a browser does: its elements, and where they lead."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.attributes: set[str] = set()
        self.addresses: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: Sequence[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        for name, value in attrs:
            self.attributes.add(name)
            if name in ("href", "src"):
                self.addresses.append(re.sub(r"[\x00-\x20]", "", value or "").lower())


def converted(text: str) -> Tags:
    """What the fence makes of a text, without what it does itself."""
    document = build_contract_doc(title="T", http=[OrderApi])
    (group,) = document.groups
    described = replace(group, description=text)
    own = document.model_copy(update={"groups": (described,)})
    return Tags(fence_text(own))


PARTS = (
    *("[a]", "[a][b]", "![a]", "[b]: ", "[a]:", "(", ")", "<", ">", "`", "``", "```\n", "~~~\n"),
    *("\n", "\n\n", "\t", " ", "\xa0", "\u2003", "\u200b", "\u2028", "\x0b", "\x1c", "\r", "\\"),
    *("&#106;", "&colon;", "&Tab;", "&#x6a;avascript:x", "*", "_", '"t"', "[", "]", "!", "|", "> "),
    *(SCRIPT, "java", "script:", "vbscript:x", "data:text/html,x", "JAVASCRIPT:x", "- ", "1. "),
    *("<b>", "</b>", "<a href=", "<img src=x onerror=y>", "http://x/", "a@b", "#", "{", "}"),
    *(LINKS["in backticks"], LINKS["of an autolink"], "\x02", "\x03", "klzzwxh:0000", "    "),
)
ELEMENTS = {"a", "img", "code", "em", "strong", "br", "p", "pre", "hr", "ul", "ol", "li"}
ELEMENTS |= {
    "blockquote",
    "table",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    *(f"h{n}" for n in range(1, 7)),
}
ATTRIBUTES = {"href", "src", "alt", "title", "id", "class", "start", "style", "rel"}


def check(text: str) -> None:
    tags = converted(text)
    assert tags.names <= ELEMENTS | converted("").names, text
    assert tags.attributes <= ATTRIBUTES, text
    schemes = [re.match(r"[a-z][a-z0-9+.-]*:", address) for address in tags.addresses]
    assert {scheme[0] for scheme in schemes if scheme} <= {"http:", "https:", "mailto:"}, text


@pytest.mark.parametrize("text", LINKS.values(), ids=LINKS)
def test_links_of_others_run_nothing(text: str) -> None:
    check(text)


def test_drawn_texts_run_nothing() -> None:
    chosen = random.Random(0)
    for _ in range(COUNT):
        check("".join(chosen.choice(PARTS) for _ in range(chosen.randint(2, 9))))


def read_by_others(text: str) -> Tags:
    """What somebody makes of our Markdown, with a parser that lets HTML through."""
    return Tags(Markdown(extensions=["fenced_code", "tables"]).convert(safe_markdown(text)))


UNSAFE = re.compile(r"(?:java|vb)script:|data:|file:")


@pytest.mark.parametrize("text", LINKS.values(), ids=LINKS)
def test_our_markdown_runs_nothing_in_python_markdown_either(text: str) -> None:
    tags = read_by_others(text)
    assert not any(map(UNSAFE.match, tags.addresses))
    assert tags.names <= ELEMENTS
    assert "onerror" not in tags.attributes


def test_drawn_links_in_our_markdown_run_nothing_in_python_markdown_either() -> None:
    chosen = random.Random(1)
    for _ in range(10 * COUNT):
        text = "".join(chosen.choice(PARTS) for _ in range(chosen.randint(2, 9)))
        assert not any(map(UNSAFE.match, read_by_others(text).addresses)), text


def test_a_document_alone_and_without_scripts(tmp_path: Path) -> None:
    options = {"title": "Shop", "http": [OrderApi], "without": ["scripts"]}
    build_api_docs({**options, "out_dir": tmp_path})
    text = page(f"document: {tmp_path}/api-docs.json", "site: ./")
    assert documents(text)["json"] == "./api-docs.json"
    assert "script" not in documents(text)


WRONG = [
    pytest.param(["site: ../apidocs/"], r"no document\s+hint: .*api-docs\.json", id="no document"),
    pytest.param(["document: a.json"], r"no site\s+hint: .*\.\./apidocs/", id="no site"),
    pytest.param(["document: a.json", "site: x"], r"(?s)a\.json.*hint:", id="no such file"),
]


@pytest.mark.parametrize(("lines", "message"), WRONG)
def test_what_is_wrong_stops_the_build(lines: list[str], message: str) -> None:
    with pytest.raises(SuperFencesException, match=message):
        page(*lines)


@pytest.mark.slow
def test_the_guide(tmp_path: Path) -> None:
    write_files(GUIDE, tmp_path)
    installation, *others = commands(GUIDE)
    assert installation.startswith("pip install ")
    for line in (*others, "zensical build --strict"):
        run(line, tmp_path)
        if "build" in line and line != others[0]:
            text = (tmp_path / "site" / "api" / "index.html").read_text(encoding="utf-8")
            assert "Fetch an order." in text
            assert documents(text)["json"] == "../apidocs/shop/api-docs.json"
            assert (tmp_path / "site" / "apidocs" / "shop" / "api-docs.json").is_file()
            assert documents(text)["files"][0]["href"] == "../apidocs/shop/openapi.json"
            search = (tmp_path / "site" / "search").glob("*.json")
            index = "".join(file.read_text(encoding="utf-8") for file in search)
            if line.startswith("zensical"):  # whose theme shows all contents of a page
                assert 'href="#gg-shop.OrderApi.get_order"' in text
            else:
                assert "api/#gg-shop.OrderApi.get_order" in index
                assert "GET /orders/{id}" in index
