"""The fence of Markdown, in Python-Markdown, MkDocs and Zensical."""

import html
import json
import re
from pathlib import Path
from typing import Any, Protocol

import pytest
from markdown import Markdown
from pymdownx.superfences import SuperFencesException

from sphinxcontrib_ggdocs.contracts import http
from sphinxcontrib_ggdocs.native import build_api_docs
from sphinxcontrib_ggdocs.native.markdown_fence import ggdocs_fence

from ..repository.snippets import commands, run, write_files

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
    }
    (script,) = re.findall(r'<script defer src="\.\./apidocs/([^"]*)"></script>', text)
    assert (tmp_path / script).is_file()
    assert '<h2 id="shop-shop">Shop</h2>' in text
    assert "<p>&lt;script&gt;alert(1)&lt;/script&gt; " in text
    assert 'href="javascript' not in text
    assert text.endswith("</gg-docs>")


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
