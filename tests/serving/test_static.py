"""`build_api_docs`: what stands in the folder, and what happens to it from one run to the next."""

import json
import re
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.capabilities import BY_NAME, SITE_PARTS, Output
from sphinxcontrib_ggdocs.catalog import ApiDocSpec, SpecError
from sphinxcontrib_ggdocs.catalog.export import ExportWarning
from sphinxcontrib_ggdocs.contracts import ContractError
from sphinxcontrib_ggdocs.contracts.contract_errors import Location
from sphinxcontrib_ggdocs.native import BuildApiDocsOptions, build_api_docs, build_contract_doc
from sphinxcontrib_ggdocs.native.bundle import installed_bundle
from sphinxcontrib_ggdocs.openapi import to_openapi
from sphinxcontrib_ggdocs.serving import MANIFEST, SiteCollision, exported_files

from .frameworks import BROKEN, OrderApi, OrderFeed

ORDERS = {"slug": "orders", "title": "Orders", "http": [OrderApi]}
FEED = {"slug": "feed", "title": "Feed", "ws": [OrderFeed]}
BUNDLE = installed_bundle()
CORE = "|".join(map(re.escape, ("index.html", *BUNDLE.resources()))) + r"|\w+/api-docs\.json"
"""The files that every site of several documents has, as a pattern."""


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
        "orders/api-docs.json",
        "orders/api-docs.js",
        "orders/api-docs.md",
        "orders/reference.html",
        "orders/openapi.json",
        "orders/methods/api.orderapi.get_order.md",
        "feed/api-docs.json",
        "feed/api-docs.js",
        "feed/api-docs.md",
        "feed/reference.html",
        "feed/asyncapi.json",
        "feed/methods/api.orderfeed.order_placed.md",
        "orders/SKILL.md",
        "feed/SKILL.md",
        "llms.txt",
        "llms-full.txt",
        *BUNDLE.resources(),
    }
    assert {*report.written} == expected
    assert files(tmp_path / "out") == {*expected, MANIFEST}
    assert re.fullmatch(r"assets/index-[0-9a-f]+\.js", BUNDLE.script_path)
    assert re.fullmatch(r"assets/index-[0-9a-f]+\.css", BUNDLE.style_path)
    assert [name.partition("-")[0] for name in BUNDLE.chunks] == ["console", "details"]
    assert "MIT" in (tmp_path / "out" / "assets" / "licences.txt").read_text(encoding="utf-8")
    document = json.loads((tmp_path / "out" / "feed" / "api-docs.json").read_bytes())
    assert document["service"] == {"slug": "feed", "name": "Feed"}


MARKDOWN = r"(orders|feed)/(api-docs\.md|SKILL\.md|methods/.*)"
PARTS: list[Any] = [
    pytest.param("scripts", r".*/api-docs\.js", id="scripts"),
    pytest.param(["openapi"], r"orders/openapi\.json", id="OpenAPI"),
    pytest.param(["asyncapi"], r"feed/asyncapi\.json", id="AsyncAPI"),
    pytest.param(["markdown"], rf"{MARKDOWN}|llms.*\.txt", id="Markdown"),
    pytest.param(["html"], r".*/reference\.html", id="HTML"),
    pytest.param(["llms"], r"llms.*\.txt|.*/SKILL\.md", id="files of all documents"),
    pytest.param(["versions"], r"orders/versions/.*", id="versions"),
    pytest.param(["changes"], r"(orders/)?changes\.(json|atom)", id="changes"),
    pytest.param(SITE_PARTS, rf"(?!{CORE}).*", id="everything"),
]


@pytest.mark.parametrize(("without", "files_of_it"), PARTS)
def test_each_part_can_be_left_out(
    tmp_path: Path, without: str | Sequence[str], files_of_it: str
) -> None:
    released = tmp_path / "released" / "orders" / "1.0.json"
    released.parent.mkdir(parents=True)
    released.write_bytes(build_contract_doc(ApiDocSpec.model_validate(ORDERS)).to_json())
    docs = [{**ORDERS, "history": str(tmp_path / "released")}, FEED]
    whole = build_api_docs({"out_dir": tmp_path / "whole", "docs": docs})
    options = BuildApiDocsOptions.model_validate(
        {"outDir": tmp_path / "out", "docs": docs, "without": without}
    )
    parts = build_api_docs(options)
    left_out = {path for path in whole.written if re.fullmatch(files_of_it, path)}
    assert left_out
    assert {*whole.written} - {*parts.written} == left_out
    found = References((tmp_path / "out" / "index.html").read_text(encoding="utf-8")).found
    for reference in {*found} - {"data:,"}:
        file = reference.partition("#")[0]
        assert (tmp_path / "out" / file).is_file(), reference


def test_files_of_other_formats(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are what the exporters make; one that cannot be made costs itself alone."""
    build_api_docs({"out_dir": tmp_path, "docs": [ORDERS, FEED]})
    spec, feed = (ApiDocSpec.model_validate(values) for values in (ORDERS, FEED))
    assert json.loads((tmp_path / "orders/openapi.json").read_bytes()) == to_openapi(spec)
    assert json.loads((tmp_path / "feed/asyncapi.json").read_bytes()) == to_asyncapi(feed)
    entry, _ = References((tmp_path / "index.html").read_text(encoding="utf-8")).documents
    assert [file["title"] for file in entry["files"]] == ["OpenAPI", "Markdown"]

    def refuse(_spec: ApiDocSpec) -> dict[str, Any]:
        raise SpecError("two methods have one path", where=Location(), hint="change one")

    monkeypatch.setattr("sphinxcontrib_ggdocs.openapi.to_openapi", refuse)
    with pytest.warns(ExportWarning, match="OpenAPI of document 'orders': two methods"):
        report = build_api_docs({"out_dir": tmp_path, "docs": [ORDERS, FEED]})
    assert report.removed == ("orders/openapi.json",)


def test_files_of_the_contract_document_are_not_made_of_contracts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What a file is made of decides who makes it, also if its row names a kind of contracts."""
    openapi = BY_NAME["openapi"]
    names = Output(
        name="names",
        title="Names",
        file="names.json",
        made_of="document",
        kind="http",
        takes=("openapi",),
        writer="native.markdown:markdown_file",
    )
    monkeypatch.setattr(exported_files, "OUTPUTS", (openapi, names))
    spec = ApiDocSpec.model_validate(ORDERS)
    assert [file.output for file in exported_files.possible_exports(spec)] == [openapi]
    assert list(exported_files.export_texts(openapi, spec, {})) == ["openapi.json"]


class References(HTMLParser):
    """What a page refers to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.documents: list[dict[str, Any]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.found += [
            str(given[name]) for name in ("src", "href", "data-stylesheet") if name in given
        ]
        documents: list[dict[str, Any]] = json.loads(given.get("data-documents") or "[]")
        self.documents = documents or self.documents
        for entry in documents:
            self.found += [entry[name] for name in ("json", "script") if name in entry]
            self.found += [file["href"] for file in entry.get("files", ())]


def test_every_reference_is_relative_and_leads_to_a_file(tmp_path: Path) -> None:
    build_api_docs({"out_dir": tmp_path / "out", "docs": [ORDERS, FEED]})
    found = References((tmp_path / "out" / "index.html").read_text(encoding="utf-8")).found
    assert len(found) >= 9
    for reference in found:
        file = reference.partition("#")[0]
        assert reference == "data:," or (tmp_path / "out" / file).is_file(), reference


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
