"""The three ways of publishing the documentation of several services, each really run."""

import json
import re
import runpy
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from sphinxcontrib_ggdocs.commands import main
from sphinxcontrib_ggdocs.native import ApiDocsDocument

from ..serving.hosting import by_folder, by_proxy, by_uvicorn
from ..waiting import get

ROOT = Path(__file__).parents[2]
FRONT = ROOT / "examples" / "deployments" / "front"


def follow(page: Page, url: str, *links: str, title: str) -> None:
    """Open `url`, click what leads on, and see the title."""
    page.goto(url)
    for link in links:
        page.get_by_role("link", name=link).first.click()
    expect(page.get_by_role("heading", level=1, name=title)).to_be_visible()


def test_one_static_build(
    local: Page,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "argv", ["one_build", str(tmp_path / "public")])
    runpy.run_module("deployments.one_build", run_name="__main__")
    written = [path for path in (tmp_path / "public").rglob("*") if path.is_file()]
    # The list of files in the folder is not counted.
    assert capsys.readouterr().out == f"{len(written) - 1} files written\n"
    page = (tmp_path / "public" / "index.html").as_uri()
    follow(local, f"{page}#/shop/billing/InvoiceApi", title="InvoiceApi")


def test_the_same_static_build_by_the_table_of_the_guide(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "docs" / "guides" / "deployments.md").read_text(encoding="utf-8")
    (table,) = re.findall(r"^```toml\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    (tmp_path / "pyproject.toml").write_text(table, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    assert main(["build"]) == 0
    document = json.loads((tmp_path / "public" / "shop" / "api-docs.json").read_bytes())
    assert [group["name"] for group in document["groups"]] == ["Orders", "Billing"]
    uses = ApiDocsDocument.model_validate(document).users
    assert {use.contract for use in uses.of_type("OrderId")} == {
        "OrderApi",
        "OrderFeed",
        "InvoiceApi",
    }


def test_each_service_its_own_and_a_page_that_links_to_them(local: Page) -> None:
    from deployments.billing.service import app as billing
    from deployments.orders.service import app as orders

    with (
        by_uvicorn({"orders": orders, "billing": billing}) as services,
        by_folder(FRONT) as front,
        by_proxy(
            {"/orders": services["orders"], "/billing": services["billing"], "": front}
        ) as url,
    ):
        assert get(f"{url}/orders/orders/o1").json()["article"] == "Lamp"
        missing = get(f"{url}/billing/invoices/of/o2")
        assert (missing.status_code, missing.json()["type"]) == (404, "ORDER_NOT_FOUND")
        follow(local, f"{url}/", "Orders", title="Orders")
        follow(local, f"{url}/", "Billing", title="Billing")


def test_a_service_of_its_own(local: Page) -> None:
    from deployments.docs_service import app

    with by_uvicorn({"docs": app}) as found:
        titles = [
            get(f"{found['docs']}/{slug}/api-docs.json").json() for slug in ("orders", "billing")
        ]
        assert [each["service"]["name"] for each in titles] == ["Orders", "Billing"]
        follow(local, f"{found['docs']}/#/billing", title="Billing")
