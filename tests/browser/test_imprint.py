"""Who is behind a service, on the first page of its documentation."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from sphinxcontrib_ggdocs.native import build_api_docs

from .conftest import served
from .pages import heading


def imprint(page: Page, folder: Path, **words: Any) -> Locator:
    """The line on the first page of a service."""
    http = ["tests.exports.test_owner:HttpApi"]
    build_api_docs({"out_dir": folder, "docs": {"slug": "a", "title": "A", "http": http, **words}})
    with served(folder) as url:
        page.goto(url)
        expect(heading(page, "A")).to_be_visible()
        page.get_by_text("About the service").click()
        line = page.locator("div.files", has_text="License")
        expect(line).to_be_visible()
    return line


def links(line: Locator) -> dict[str, str | None]:
    return {
        link.inner_text(): link.get_attribute("href") for link in line.get_by_role("link").all()
    }


def test_other_addresses_are_text(local: Page, tmp_path: Path) -> None:
    line = imprint(
        local,
        tmp_path,
        contact={"url": "www.example.org"},
        license={"name": "Ours", "identifier": "LicenseRef-Ours"},
        terms_of_service="javascript:alert(1)",
    )
    assert line.inner_text().splitlines() == [
        "Contact www.example.org",
        "License Ours (LicenseRef-Ours)",
        "Terms of service javascript:alert(1)",
    ]
    assert links(line) == {}
