"""Who is behind a service, on the first page of its documentation."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from sphinxcontrib_ggdocs.native import build_api_docs

from .conftest import served
from .pages import heading

WORDS: dict[str, Any] = {
    "summary": "Sells *things*.",
    "contact": {"name": "Ada", "url": "https://example.org/ada", "email": "ada@example.org"},
    "license": {"name": "MIT License", "url": "https://example.org/mit"},
    "terms_of_service": "https://example.org/terms",
    "owner": "Team Ada",
    "lifecycle": "experimental",
}


def imprint(page: Page, folder: Path, **words: Any) -> Locator:
    """The line on the first page of a service."""
    http = ["tests.exports.test_owner:HttpApi"]
    build_api_docs({"out_dir": folder, "docs": {"slug": "a", "title": "A", "http": http, **words}})
    with served(folder) as url:
        page.goto(url)
        expect(heading(page, "A")).to_be_visible()
        line = page.locator("div.files", has_text="License")
        expect(line).to_be_visible()
    return line


def links(line: Locator) -> dict[str, str | None]:
    return {
        link.inner_text(): link.get_attribute("href") for link in line.get_by_role("link").all()
    }


def test_readers_find_whom_to_ask_and_what_holds(local: Page, tmp_path: Path) -> None:
    line = imprint(local, tmp_path, **WORDS)
    expect(local.locator(".lead em")).to_have_text("things")
    assert line.inner_text().splitlines() == [
        "Owner Team Ada",
        "Lifecycle experimental",
        "Contact Ada, ada@example.org",
        "License MIT License",
        "Terms of service https://example.org/terms",
    ]
    assert links(line) == {
        "Ada": "https://example.org/ada",
        "ada@example.org": "mailto:ada@example.org",
        "MIT License": "https://example.org/mit",
        "https://example.org/terms": "https://example.org/terms",
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


@pytest.mark.parametrize(
    ("given", "words", "address"),
    [
        ({"name": "MIT License", "identifier": "MIT"}, "MIT License (MIT)", "MIT"),
        ({"name": "Either", "identifier": "MIT OR Apache-2.0"}, "Either (MIT OR Apache-2.0)", ""),
    ],
)
def test_an_identifier_leads_to_the_page_of_the_license(
    local: Page, tmp_path: Path, given: dict[str, str], words: str, address: str
) -> None:
    line = imprint(local, tmp_path, license=given)
    assert line.inner_text() == f"License {words}"
    expected = {words: f"https://spdx.org/licenses/{address}"} if address else {}
    assert links(line) == expected
