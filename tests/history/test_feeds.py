"""Feeds of the changes of released versions, as a parser of feeds reads them."""

import json
from pathlib import Path
from typing import Any

import feedparser
import pytest
from jsonschema import Draft202012Validator

from sphinxcontrib_ggdocs.capabilities import ATOM
from sphinxcontrib_ggdocs.catalog.spec_errors import BadHistory
from sphinxcontrib_ggdocs.history.snapshots import snapshot_of, snapshot_path
from sphinxcontrib_ggdocs.native import build_api_docs
from sphinxcontrib_ggdocs.native.document_files import DocumentFiles
from sphinxcontrib_ggdocs.native.element import DocumentLink
from sphinxcontrib_ggdocs.native.feeds import feed_of_document
from sphinxcontrib_ggdocs.native.view import DocumentView
from sphinxcontrib_ggdocs.serving import Resource

from ..native.contracts_for_tests import UserApi
from ..sphinx.projects import project
from .documents import of_methods, parsed
from .test_report import SCHEMA_FILE

__all__ = ["project"]


def release(folder: Path, version: str, *names: str, slug: str = "shop") -> None:
    methods: list[dict[str, Any]] = [
        {"name": name, "httpMethod": "GET", "httpPath": f"/<{name}>\x01"} for name in names
    ]
    path = snapshot_path(folder, slug, version)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(snapshot_of(parsed(of_methods(methods)), version))


@pytest.fixture
def docs(tmp_path: Path) -> list[dict[str, Any]]:
    """Two documents; only one has the date of a version."""
    history = tmp_path / "history"
    release(history, "1.0", "orders", "gone")
    release(history, "1.1", "orders", "more")
    release(history, "2.0", "orders", "more")
    (history / "shop" / "dates.toml").write_text('"1.1" = 2026-02-28\n')
    release(history, "7", "pay", slug="bank")
    methods = of_methods([{"name": "orders", "httpMethod": "GET", "httpPath": "/orders"}])
    file = tmp_path / "now.json"
    file.write_text(json.dumps(methods))
    known = {"contract_document": str(file), "history": str(history)}
    return [
        {"slug": "shop", "title": "Shop & more", **known},
        {"slug": "bank", "title": "Bank", **known},
    ]


def site(docs: list[dict[str, Any]], folder: Path) -> Path:
    title = {"title": "Services"} if len(docs) > 1 else {}
    build_api_docs({"docs": docs, "out_dir": folder, **title})
    return folder


def feed(file: Path) -> Any:
    parsed = feedparser.parse(
        file.read_bytes(),
        response_headers={"content-location": f"https://docs.example{file}", "content-type": ATOM},
    )
    assert not parsed.bozo
    assert parsed.version == "atom10"
    return parsed


def test_the_feed_of_a_document(docs: list[dict[str, Any]], tmp_path: Path) -> None:
    out = site(docs, tmp_path / "site")
    read = feed(out / "shop" / "changes.atom")
    assert (read.feed.title, read.feed.author) == ("Shop & more", "Shop & more")
    assert [entry.title for entry in read.entries] == [
        f"Shop & more {v}" for v in ("2.0", "1.1", "1.0")
    ]
    assert [entry.updated for entry in read.entries] == [
        "2026-02-28T00:00:01Z",
        "2026-02-28T00:00:00Z",
        "2000-01-01T00:00:00Z",
    ]
    assert read.feed.updated == read.entries[0].updated
    assert all(entry.id.startswith("urn:uuid:") for entry in read.entries)
    newest, changed, first = (entry.content[0].value for entry in read.entries)
    assert "version 1.1 is now 2.0" in newest
    assert "The first version." in first
    assert changed.index("Breaking") < changed.index(
        "<code>GET /&lt;gone&gt; </code>: method removed"
    )
    assert changed.index("Safe") < changed.index("<code>GET /&lt;more&gt; </code>: method added")
    address = Path(read.entries[0].link.removeprefix("https://docs.example").partition("#")[0])
    assert address == out / "index.html"


def test_a_title_keeps_what_xml_allows(docs: list[dict[str, Any]], tmp_path: Path) -> None:
    joined = "\N{WOMAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER}"
    docs[0]["title"] = f"Shop {joined}\x01"
    read = feed(site(docs, tmp_path / "site") / "shop" / "changes.atom")
    assert read.entries[0].title == f"Shop {joined}  2.0"
    assert read.feed.title == f"Shop {joined}"


def no_view() -> DocumentView:
    raise AssertionError("nothing here is made of the document itself")


def test_no_text_of_a_change_breaks_the_feed(tmp_path: Path) -> None:
    titles, texts = "/orders\x01\ufffe", "was \x02, is \ud800"
    change = {"place": {"title": titles}, "text": texts, "verdict": "safe", "accepted": "why\x03"}
    release = {"version": "1.0", "id": "urn:uuid:1", "changes": [change]}
    described = {"id": "urn:uuid:0", "title": "Shop"}
    data = json.dumps({"document": described, "releases": [release]}).encode()
    changes = Resource("application/json", lambda: data)
    file = tmp_path / "changes.atom"
    link = DocumentLink.below("shop", "shop", "Shop")
    document = DocumentFiles(link=link, view=no_view, files={"changes": changes})
    file.write_bytes(feed_of_document(document))
    [entry] = feed(file).entries
    assert "<code>/orders  </code>: was  , is   (why )" in entry.content[0].value


def test_the_changes_as_json(docs: list[dict[str, Any]], tmp_path: Path) -> None:
    data = json.loads((site(docs, tmp_path / "site") / "shop" / "changes.json").read_bytes())
    assert data["document"].items() >= {"slug": "shop", "title": "Shop & more"}.items()
    newest, changed, first = data["releases"]
    assert [change["rule"] for change in newest["changes"]] == ["service-version-changed"]
    assert changed["date"] == "2026-02-28"
    assert changed["summary"]["breaking"] == 1
    assert "changes" not in first
    texts = [change.pop("text") for change in changed["changes"]]
    assert texts == ["method removed", "method added", "version 1.0 is now 1.1"]
    report = {"version": data["version"]} | {key: changed[key] for key in ("summary", "changes")}
    Draft202012Validator(json.loads(SCHEMA_FILE.read_bytes())).validate(report)


BAD_DATES = [
    pytest.param("1.1 = 2026-02-28", "the version '1' has no date", id="no quotes"),
    pytest.param('"1.1" = ', "dates.toml", id="not TOML"),
]


@pytest.mark.parametrize(("text", "message"), BAD_DATES)
def test_dates_that_cannot_be_read(
    docs: list[dict[str, Any]], tmp_path: Path, text: str, message: str
) -> None:
    (tmp_path / "history" / "shop" / "dates.toml").write_text(text)
    with pytest.raises(BadHistory, match=message) as raised:
        site(docs, tmp_path / "site")
    assert '"1.0.0" = 2026-01-31' in raised.value.hint


def test_an_audience_has_the_feed_of_its_own_snapshots(
    docs: list[dict[str, Any]], tmp_path: Path
) -> None:
    shop = {key: value for key, value in docs[0].items() if key != "contract_document"}
    shop |= {"audience": "public", "http": [f"{UserApi.__module__}:UserApi"]}
    out = site([shop], tmp_path / "none")
    assert not list(out.rglob("changes.*"))
    release(tmp_path / "history" / "for-public", "1.1", "orders")
    out = site([shop], tmp_path / "public")
    assert "gone" not in (out / "shop" / "changes.atom").read_text()
    assert [entry.title for entry in feed(out / "shop" / "changes.atom").entries] == [
        "Shop & more 1.1"
    ]
