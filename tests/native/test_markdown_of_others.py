"""Markdown of names and texts that others have written: it has no HTML, and unsafe links lead
nowhere.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.element import DocumentLink
from sphinxcontrib_ggdocs.native.llms import llms_files, method_pages
from sphinxcontrib_ggdocs.native.markdown import markdown_of
from sphinxcontrib_ggdocs.native.safe_links import safe_markdown
from sphinxcontrib_ggdocs.native.view import view_of


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
    pages = method_pages(view_of(document))
    link = DocumentLink(title="Orders", slug="orders", json="", script="", methods="methods/")
    index = llms_files([link], {}, {"methods/": pages})["llms.txt"].content.decode()
    for text in (markdown_of(document), *(page.text for page in pages), index):
        assert "onerror" in text
        found = html_and_links(text)
        assert [each for each in found if each.startswith("<")] == []
        assert [each for each in found if each.startswith("blob:")] == []


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("a <b>c</b>", "a \\<b>c\\</b>"),
        ("<!-- x --> <?php", "\\<!-- x --> \\<?php"),
        ("\\<b>", "\\<b>"),
        ("`a<b>` and ``c`<d>``", "`a<b>` and ``c`<d>``"),
        ("```\n<b>\n```\n<i>", "```\n<b>\n```\n\\<i>"),
        ("`unpaired\n\n<b> `", "`unpaired\n\n\\<b> `"),
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
