"""`build_api_docs`: what stands in the folder, and what happens to it from one run to the next."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.catalog import SpecError
from sphinxcontrib_ggdocs.contracts import ContractError
from sphinxcontrib_ggdocs.native import BuildApiDocsOptions, build_api_docs
from sphinxcontrib_ggdocs.native.bundle import asset_resources, installed_bundle
from sphinxcontrib_ggdocs.serving import MANIFEST, SiteCollision

from .frameworks import BROKEN, OrderApi, OrderFeed

ORDERS = {"slug": "orders", "title": "Orders", "http": [OrderApi]}
FEED = {"slug": "feed", "title": "Feed", "ws": [OrderFeed]}
BUNDLE = installed_bundle()


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def contents(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in files(folder)}


def test_the_layout(tmp_path: Path) -> None:
    report = build_api_docs(
        BuildApiDocsOptions.model_validate({"out_dir": tmp_path / "out", "docs": [ORDERS, FEED]})
    )
    expected = {
        "index.html",
        "catalog.html",
        "orders/api-docs.json",
        "orders/api-docs.js",
        "orders/api-docs.md",
        "orders/methods/api.orderapi.get_order.md",
        "feed/api-docs.json",
        "feed/api-docs.js",
        "feed/api-docs.md",
        "feed/methods/api.orderfeed.order_placed.md",
        "llms.txt",
        "llms-full.txt",
        *asset_resources(),
        *BUNDLE.resources(),
    }
    assert {*report.written} == expected
    assert files(tmp_path / "out") == {*expected, MANIFEST}
    assert re.fullmatch(r"assets/index-[0-9a-f]+\.js", BUNDLE.script_path)
    assert re.fullmatch(r"assets/index-[0-9a-f]+\.css", BUNDLE.style_path)
    assert [name.partition("-")[0] for name in BUNDLE.chunks] == ["details"]
    assert "MIT" in (tmp_path / "out" / "assets" / "licences.txt").read_text(encoding="utf-8")
    document = json.loads((tmp_path / "out" / "feed" / "api-docs.json").read_bytes())
    assert document["service"] == {"slug": "feed", "name": "Feed"}


def test_the_older_form_of_a_single_document(tmp_path: Path) -> None:
    build_api_docs(
        {"outDir": tmp_path, "title": "Orders", "groups": [{"name": "Shop", "http": [OrderApi]}]}
    )
    assert {"index.html", "api-docs.json", "api-docs.js"} < files(tmp_path)
    assert json.loads((tmp_path / "api-docs.json").read_bytes())["service"] == {
        "slug": "api",
        "name": "Orders",
    }


class References(HTMLParser):
    """What a page refers to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.found += [
            str(given[name]) for name in ("src", "href", "data-stylesheet") if name in given
        ]
        documents: list[dict[str, str]] = json.loads(given.get("data-documents") or "[]")
        self.found += [each[name] for each in documents for name in ("json", "script")]


def test_every_reference_is_relative_and_leads_to_a_file(tmp_path: Path) -> None:
    logo = tmp_path / "logo.svg"
    logo.write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    build_api_docs(
        {"out_dir": tmp_path / "out", "docs": [ORDERS, FEED], "branding": {"logoUrl": str(logo)}}
    )
    found = References((tmp_path / "out" / "index.html").read_text(encoding="utf-8")).found
    assert len(found) >= 9
    for reference in found:
        assert (tmp_path / "out" / reference).is_file(), reference
    branding = json.loads((tmp_path / "out" / "feed" / "api-docs.json").read_bytes())["branding"]
    assert (tmp_path / "out" / "feed" / branding["logoUrl"]).is_file()


def test_a_removed_document_goes_and_files_of_others_stay(tmp_path: Path) -> None:
    build_api_docs({"out_dir": tmp_path, "docs": [ORDERS, FEED]})
    (tmp_path / "feed" / "notes.txt").write_text("mine")
    (tmp_path / "robots.txt").write_text("mine")
    report = build_api_docs({"out_dir": tmp_path, "docs": [ORDERS]})
    assert report.removed == (
        *sorted(asset_resources()),
        "catalog.html",
        "feed/api-docs.js",
        "feed/api-docs.json",
        "feed/api-docs.md",
        "feed/methods/api.orderfeed.order_placed.md",
    )
    # The Markdown names the other services that use its types.
    assert report.written == ("index.html", "llms-full.txt", "llms.txt", "orders/api-docs.md")
    assert {"feed/notes.txt", "robots.txt"} < files(tmp_path)
    assert not build_api_docs({"out_dir": tmp_path, "docs": [ORDERS]}).changed


FAILURES: list[Any] = [
    pytest.param([FEED, BROKEN], ContractError, "there is no module 'no'", id="a contract"),
    pytest.param([FEED, FEED], SpecError, "is taken", id="the options"),
    pytest.param(
        [{**FEED, "slug": "mine"}],
        SiteCollision,
        "ggdocs did not write it",
        id="a file in the way",
    ),
]


@pytest.mark.parametrize(("docs", "kind", "says"), FAILURES)
def test_a_run_that_fails_leaves_the_former_site(
    tmp_path: Path, docs: list[Any], kind: type[Exception], says: str
) -> None:
    build_api_docs({"out_dir": tmp_path, "docs": [ORDERS]})
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "api-docs.json").write_text("mine")
    before = contents(tmp_path)
    with pytest.raises(kind, match=says):
        build_api_docs({"out_dir": tmp_path, "docs": docs})
    assert contents(tmp_path) == before


def test_the_same_contracts_give_the_same_bytes(tmp_path: Path) -> None:
    for name in ("one", "two"):
        build_api_docs({"out_dir": tmp_path / name, "docs": [ORDERS, FEED]})
    assert contents(tmp_path / "one") == contents(tmp_path / "two")
