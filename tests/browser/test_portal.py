"""Sites of several documents: the switcher, the catalogue in pages of Sphinx, and types that several
services use.
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sphinxcontrib_ggdocs.native import build_api_docs

from .conftest import ROOT, Site, served
from .pages import heading

CONTRACTS = "deployments.{}.contracts:{}"
ORDERS = {
    "slug": "orders",
    "title": "Orders",
    "owner": "Team Shop",
    "lifecycle": "production",
    "description": "What people buy.",
    "http": [CONTRACTS.format("orders", "OrderApi")],
    "ws": [CONTRACTS.format("orders", "OrderFeed")],
}
BILLING = {
    "slug": "billing",
    "title": "Billing",
    "owner": "Team Money",
    "lifecycle": "experimental",
    "http": [CONTRACTS.format("billing", "InvoiceApi")],
}

CONF = """\
import sys
sys.path.insert(0, {examples!r})
project = "Portal"
extensions = ["sphinxcontrib_ggdocs"]
html_theme = {theme!r}
ggdocs_docs = {docs!r}
"""
HOME = (
    "Portal\n======\n\n.. toctree::\n   :hidden:\n\n   orders\n   billing\n\n.. ggdocs-catalog::\n"
)


@pytest.fixture(scope="module")
def portal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A static site of two services."""
    out = tmp_path_factory.mktemp("portal")
    sys.path.insert(0, str(ROOT / "examples"))
    try:
        build_api_docs({"out_dir": out, "docs": [ORDERS, BILLING]})
    finally:
        sys.path.remove(str(ROOT / "examples"))
    with served(out) as url:
        yield Site(url, out)


def themed(folder: Path, theme: str) -> Path:
    """The same in a project of Sphinx."""
    conf = CONF.format(examples=str(ROOT / "examples"), theme=theme, docs=[ORDERS, BILLING])
    (folder / "conf.py").write_text(conf)
    (folder / "index.rst").write_text(HOME)
    for slug in ("orders", "billing"):
        (folder / f"{slug}.rst").write_text(f"{slug}\n=======\n\n.. ggdocs:: {slug}\n")
    build = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", str(folder)]
    subprocess.run([*build, str(folder / "_html")], check=True, cwd=ROOT)
    return folder / "_html"


def services(page: Page) -> list[str]:
    return page.locator(".gg-service:visible :is(h2, h3) a").all_inner_texts()


def test_the_filter(local: Page, tmp_path: Path) -> None:
    local.goto((themed(tmp_path, "alabaster") / "index.html").as_uri())
    search = local.get_by_label("Filter services")
    search.fill("BUY people")
    assert services(local) == ["Orders"]
    expect(local.get_by_role("status")).to_have_text("1 of 2 services")
    search.fill("experimental")
    assert services(local) == ["Billing"]
    search.fill("nothing of the kind")
    assert services(local) == []
    search.fill("")
    assert services(local) == ["Orders", "Billing"]
    expect(local.get_by_role("status")).to_have_text("")


def test_two_documents_a_switch_and_a_deep_link(local: Page, portal: Site) -> None:
    address = f"{portal.disk}index.html"
    local.goto(address)
    expect(heading(local, "Orders")).to_be_visible()
    expect(local).to_have_title("Orders")
    switcher = local.get_by_label("Document", exact=True)
    expect(switcher).to_have_value("orders")
    switcher.select_option("Billing")
    expect(heading(local, "Billing")).to_be_visible()
    assert local.url.endswith("#/billing")
    local.go_back()
    expect(heading(local, "Orders")).to_be_visible()
    expect(switcher).to_have_value("orders")
    for group in ("API", "api"):
        local.goto("about:blank")
        local.goto(f"{address}#/billing/{group}/InvoiceApi/invoice_of")
        expect(heading(local, "invoice_of")).to_be_visible()
        expect(switcher).to_have_value("billing")
    local.get_by_role("link", name="InvoiceApi").first.click()
    expect(local).to_have_url(re.compile("#/billing/API/InvoiceApi$"))
