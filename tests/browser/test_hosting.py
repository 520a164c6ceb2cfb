"""Built documentation where it is put: below a path with a version, on the disk as one page, in two
further themes.
"""

import html
import json
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from ..conftest import BuildOnce
from .conftest import Site, served
from .pages import heading
from .themes import FURTHER, in_theme, made

METHOD = "#/internal/back-office/StaffApi/suspend"


def opened(page: Page, url: str) -> None:
    """Open a link to a method; wait for it in the UI."""
    page.goto(f"{url}{METHOD}")
    expect(heading(page, "suspend")).to_be_visible()


def test_below_a_path_with_a_version(local: Page, build_once: BuildOnce, tmp_path: Path) -> None:
    root = tmp_path / "_root"
    shutil.copytree(in_theme(build_once, "furo"), root / "docs" / "en" / "3.2")
    asked: list[str] = []
    local.on("request", lambda request: asked.append(request.url))
    with served(root) as url:
        opened(local, f"{url}docs/en/3.2/index.html")
        local.get_by_role("link", name="Open full page").click()
        expect(heading(local, "suspend")).to_be_visible()
        assert {
            each for each in asked if not each.startswith((f"{url}docs/en/3.2/", "data:"))
        } == set()


def test_one_page_downloaded_and_opened_from_the_disk(local: Page, tmp_path: Path) -> None:
    opened(local, f"{made('singlehtml', tmp_path).as_uri()}/index.html")
    local.get_by_role("button", name="Plain text").click()
    expect(local.locator('[id="gg-internal.StaffApi.suspend"]')).to_be_visible()


def test_a_document_that_stands_on_one_page_twice(local: Page, site: Site) -> None:
    """A link opens the one that has its target, or that the link is in."""
    local.goto(f"{site.disk}again.html")
    titles = local.locator("gg-docs [data-level='1']")
    expect(titles).to_have_count(2)
    local.evaluate("() => { location.hash = 'gg-internal.StaffApi.suspend' }")
    names = local.locator("gg-docs .own-name code")
    expect(names).to_have_text(["suspend"])
    expect(titles.first).to_be_in_viewport()
    expect(titles.last).to_contain_text("Kirkgate Internal API")
    second = local.locator("gg-docs").last
    second.get_by_role("button", name="Contents", exact=True).click()
    second.get_by_role("dialog").locator("a[href$='/decide']").click()
    expect(names).to_have_text(["suspend", "decide"])
    local.reload()
    expect(names.first).to_have_text("decide")
    expect(titles.last).to_contain_text("Kirkgate Internal API")


def test_two_elements_in_two_languages(local: Page, site: Site) -> None:
    """What the reader fills in and opens in one stays there; each goes on in its own language."""
    messages = {"Search": "Suche", "Fill in once, for all samples": "Einmal ausfüllen"}
    words = html.escape(json.dumps({"language": "de", "messages": messages}))

    def with_german(route: Route) -> None:
        before, between, after = route.fetch().text().split("<gg-docs ", 2)
        german = f'<gg-docs data-words="{words}" {after}'
        route.fulfill(body=f"{before}<gg-docs {between}{german}", content_type="text/html")

    local.route("**/again.html", with_german)
    local.goto(f"{site.url}again.html")
    english, german = local.locator("gg-docs").first, local.locator("gg-docs").last
    expect(german.get_by_role("button", name="Suche")).to_be_visible()
    local.evaluate("() => { location.hash = 'gg-internal.StaffApi.suspend' }")
    german.get_by_role("button", name="Contents", exact=True).click()
    german.get_by_role("dialog").locator("a[href$='/suspend']").click()
    codes = local.locator("gg-docs [data-at='samples'] pre")
    expect(codes).to_have_count(2)
    english.get_by_text("Fill in once, for all samples").click()
    english.get_by_label("UserId", exact=True).fill("mine-1")
    expect(codes.first).to_contain_text("mine-1")
    german.get_by_text("Einmal ausfüllen").click()
    german.get_by_label("UserId", exact=True).fill("deine-1")
    expect(codes.last).to_contain_text("deine-1")
    expect(codes.first).not_to_contain_text("deine-1")
    german.get_by_role("combobox", name="Languages").select_option(label="Python")
    expect(codes.last).to_contain_text("import")
    expect(codes.first).to_contain_text("curl")
    expect(english.get_by_role("button", name="Search")).to_be_visible()
    expect(german.get_by_role("button", name="Suche")).to_be_visible()


@pytest.mark.part("themes")
def test_a_theme_that_changes_pages_by_itself(local: Page, tmp_path: Path) -> None:
    """Material's instant navigation: one document, whose text is exchanged, and whose address
    changes silently.
    """
    other = "Words\n=====\n\n:gg:method:`StaffApi.suspend`\n"
    (tmp_path / "words.rst").write_text(f":orphan:\n\n{other}")
    (tmp_path / "_out").mkdir()
    with served(tmp_path / "_out") as url:
        settings = (
            f'html_theme_options |= {{"site_url": "{url}", "features": ["navigation.instant"]}}\n'
        )
        made("html", tmp_path, FURTHER["sphinx_immaterial"] + settings, "sphinx_immaterial")
        local.goto(f"{url}words.html")
        local.wait_for_function("() => 'location$' in globalThis")  # its script has started
        local.evaluate("() => { globalThis.same = true }")
        title = local.locator("gg-docs .own-name code")
        local.get_by_role("main").get_by_role("link", name="StaffApi.suspend").click()
        expect(title).to_have_text("suspend")
        local.get_by_text("Before:").evaluate(
            "each => each.querySelector('a').hash = '#gg-internal.StaffApi.decide'"
        )
        local.get_by_text("Before:").get_by_role("link").click()
        expect(title).to_have_text("decide")
        expect(local.locator('[id="gg-internal.StaffApi.decide"]')).to_be_hidden()
        local.go_back()
        expect(title).to_have_text("suspend")
        local.go_back()
        expect(local.get_by_role("heading", name="Words")).to_be_visible()
        expect(title).to_have_count(0)
        assert local.evaluate("() => globalThis.same") is True
