"""Markdown of names and texts that others have written: it has no HTML, and unsafe links lead
nowhere.
"""

import json
import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from markdown_it import MarkdownIt

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.document_files import DocumentFiles
from sphinxcontrib_ggdocs.native.element import DocumentLink
from sphinxcontrib_ggdocs.native.llms import llms_full, llms_index
from sphinxcontrib_ggdocs.native.markdown import markdown_of
from sphinxcontrib_ggdocs.native.method_pages import method_pages
from sphinxcontrib_ggdocs.native.safe_links import safe_markdown
from sphinxcontrib_ggdocs.native.view import DocumentView, view_of
from sphinxcontrib_ggdocs.serving import Resource


def hostile(name: str) -> str:
    return f'{name} <img src=x onerror="{name}()"> [{name}](blob:https://example.org/{name})'


OPERATION = {
    "operationId": "list_orders",
    "tags": [hostile("tag")],
    "summary": hostile("summary"),
    "description": hostile("description"),
    "externalDocs": {"url": "blob:https://example.org/x", "description": hostile("more")},
    "parameters": [
        {
            "name": "sort",
            "in": "query",
            "description": hostile("parameter"),
            "schema": {"enum": ["a"], "x-enum-descriptions": [hostile("value")]},
            "examples": {"first": {"summary": hostile("example"), "value": "a"}},
        }
    ],
    "responses": {
        "200": {
            "description": hostile("response"),
            "links": {hostile("link"): {"operationId": "list_orders"}},
        },
        "404": {"description": hostile("error")},
    },
    "x-codeSamples": [{"lang": "sh", "label": hostile("label"), "source": "curl <url>"}],
}
FILE = {
    "openapi": "3.1.0",
    "info": {
        "title": hostile("title"),
        "version": hostile("version"),
        "contact": {"name": hostile("contact"), "url": "https://example.org"},
        "license": {"name": hostile("license")},
    },
    "servers": [{"url": "https://example.org", "description": hostile("server")}],
    "paths": {"/orders": {"get": OPERATION}},
}


def html_and_links(markdown: str) -> list[str]:
    """What a renderer that lets HTML through would write as HTML, and where links lead."""
    parser = MarkdownIt("gfm-like", {"html": True, "linkify": False})
    parser.validateLink = lambda url: True  # type: ignore[method-assign]
    tokens: list[Any] = parser.parse(markdown)
    tokens += [child for token in tokens for child in token.children or ()]
    html = [token.content for token in tokens if token.type in ("html_inline", "html_block")]
    return html + [token.attrs["href"] for token in tokens if token.type == "link_open"]


def test_names_and_texts_of_others_have_no_html_in_markdown(tmp_path: Path) -> None:
    file = tmp_path / "openapi.json"
    file.write_text(json.dumps(FILE), encoding="utf-8")
    document = build_contract_doc(ApiDocSpec(slug="orders", openapi=str(file)))
    view = view_of(document)
    pages = method_pages(view)
    link = DocumentLink(title="Orders", slug="orders", json="", script="", methods="methods/")
    files = DocumentFiles(link=link, view=lambda: view, methods=pages)
    index = llms_index([files], None).decode()
    for text in (markdown_of(document), *(page.text for page in pages), index):
        assert "onerror" in text
        found = [each for each in html_and_links(text) if each != "<br>"]  # of cells of tables
        assert [each for each in found if each.startswith("<")] == []
        assert [each for each in found if each.startswith("blob:")] == []


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("a <b>c</b>", "a &lt;b>c&lt;/b>"),
        ("<!-- x --> <?php", "&lt;!-- x --> &lt;?php"),
        ("\\<b>", "&lt;b>"),
        ("\\\\<b>", "\\\\&lt;b>"),
        ("`a<b>` and ``c`<d>``", "`a<b>` and ``c`<d>``"),
        ("```\n<b>\n```\n<i>", "```\n<b>\n```\n&lt;i>"),
        ("`unpaired\n\n<b> `", "`unpaired\n\n&lt;b> `"),
        (
            "<https://example.org> <a@example.org> 1 < 2",
            "<https://example.org> <a@example.org> 1 < 2",
        ),
        ("one<br>two", "one<br>two"),
    ],
)
def test_tags_are_escaped_outside_of_code(written: str, expected: str) -> None:
    assert safe_markdown(written) == expected
    assert safe_markdown(expected) == expected


TAG = "<script>"


@pytest.mark.parametrize(
    "written",
    [
        f"<scr{TAG}ipt>",
        f"<br>\n{TAG}",
        f"- <br>\n  {TAG}",
        f"- a `\n- {TAG} `",
        f"# a `\n{TAG} `",
        f"x `\n` {TAG} `",
        f"| a | b |\n| - | - |\n| ` | {TAG}` |",
        f"| a | b |\n| - | - |\n| `a|b` c `{TAG}` |",
        f"text\n    ```\n{TAG}",
        f"``` a`b\n{TAG}",
        f"- a\n\n  ```\n{TAG}\n  ```",
        f"- ```\n  a\n  ```\n  {TAG}\n  ```",
        f"> ```\n{TAG}",
        f"> ```\n\n```\n\n```\n{TAG}\n```",
        f"```\r{TAG}\r```\r{TAG}",
        f"<https://a`b> {TAG}`",
        f"<a`b@example.org> {TAG}`",
        f"[a](`) {TAG}`",
        f'[a](/u "`") {TAG}`',
        f"<a title='`'> {TAG}`",
        f"\\`{TAG}`",
        f"`a\\`{TAG}`",
        f"`\n\\`{TAG}",
        f"``\n{TAG} `",
    ],
)
def test_what_is_not_surely_code_has_no_tags(written: str) -> None:
    assert html_and_links(written) != [], "nothing to be seen here"
    found = [each for each in html_and_links(safe_markdown(written)) if each != "<br>"]
    assert [each for each in found if each.startswith("<")] == []
    assert safe_markdown(safe_markdown(written)) == safe_markdown(written)


@pytest.mark.parametrize(
    "written",
    [
        "- a\n\n  ```html\n  <b>\n\n  <i>\n  ```\n\n`<b>`",
        "~~~\n<b>\n```\n<i>",
        "| a |\n| - |\n| `Page<T> \\| null` and `<b>` |",
        "`Page<T> | null`, [a](b.md) and [a][b] of `<b>`",
    ],
)
def test_what_is_surely_code_stays(written: str) -> None:
    assert safe_markdown(written) == written


SCRIPT = "javascript:alert(1)"


@pytest.mark.parametrize(
    "written",
    [
        f"[foo\nbar]: {SCRIPT}\n\nsee [foo bar]",
        f"> [foo\n> bar]:\n> {SCRIPT}\n\nsee [foo bar]",
        f"> [a](\n> {SCRIPT})",
        f"> - [a](\n>   <{SCRIPT}>)",
        f"[a](<{'&Tab;' * 100}{SCRIPT}>)",
        f"[a](java{'&NewLine;' * 60}script&colon;alert(1))",
        f"[a]\n\n[a]: {SCRIPT}",
        f"<{SCRIPT}>",
    ],
)
def test_links_run_nothing(written: str) -> None:
    assert leads_to_script(written), "nothing to be seen here"
    assert not leads_to_script(safe_markdown(written))


def no_view() -> DocumentView:
    raise AssertionError("nothing here is made of the document itself")


LINK = DocumentLink(title="T", slug="t", json="t.json", script="")


def leads_to_script(markdown: str) -> bool:
    urls = [unquote(link) for link in html_and_links(markdown)]
    return any(re.sub(r"\s", "", url).startswith("javascript:") for url in urls)


def test_code_that_a_document_leaves_open_does_not_x() -> None:
    texts = ("# A\n\n```\nopen\n", f"# B\n\n```\n{TAG}\n```\n")
    documents: list[DocumentFiles] = []
    for text in texts:
        markdown = Resource("text/markdown", partial(safe_markdown(text).encode))
        documents.append(DocumentFiles(link=LINK, view=no_view, files={"markdown": markdown}))
    whole = llms_full(documents, None).decode()
    assert html_and_links(whole) == []


def test_titles_in_the_index_have_no_links() -> None:
    title = f"T [a]({SCRIPT})"
    link = replace(LINK, title=title, files=((title, "t.md"),))
    index = llms_index([DocumentFiles(link=link, view=no_view)], None).decode()
    assert SCRIPT in index
    assert not leads_to_script(index)
