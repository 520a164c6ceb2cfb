"""Built documentation where it is put: below a path with a version, on the disk as one page, in two further themes."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from .conftest import ROOT, served
from .themes import CONF, PAGE, build, scheme

METHOD = "#/internal/back-office/StaffApi/suspend"
THEMES = {
    "shibuya": "",
    "sphinx_immaterial": """
extensions.append("sphinx_immaterial")
toggle = {"icon": "material/lightbulb", "name": "change"}
schemes = {"light": "default", "dark": "slate"}
html_theme_options = {"font": False, "palette": [
    {"media": f"(prefers-color-scheme: {mode})", "scheme": scheme, "toggle": toggle} for mode, scheme in schemes.items()
]}
""",
}


def made(builder: str, folder: Path, more: str = "", theme: str = "alabaster") -> Path:
    """Build the page of the themes, with all warnings on."""
    (folder / "conf.py").write_text(CONF.format(examples=str(ROOT / "examples"), theme=theme) + more)
    (folder / "index.rst").write_text(PAGE)
    run = [sys.executable, "-m", "sphinx", "-q", "-W", "-n", "-b", builder, str(folder), str(folder / "_out")]
    subprocess.run(run, check=True, cwd=ROOT)
    return folder / "_out"


def opened(page: Page, url: str) -> None:
    """Open a link to a method; wait for it in the UI."""
    page.goto(f"{url}{METHOD}")
    expect(page.get_by_role("heading", name="suspend", exact=True)).to_be_visible()


def test_below_a_path_with_a_version(local: Page, tmp_path: Path) -> None:
    built = build("furo", tmp_path)
    root = tmp_path / "_root"
    shutil.copytree(built, root / "docs" / "en" / "3.2")
    asked: list[str] = []
    local.on("request", lambda request: asked.append(request.url))
    with served(root) as url:
        opened(local, f"{url}docs/en/3.2/index.html")
        local.get_by_role("link", name="Open full page").click()
        expect(local.get_by_role("heading", name="suspend", exact=True)).to_be_visible()
        assert {each for each in asked if not each.startswith((f"{url}docs/en/3.2/", "data:"))} == set()


def test_one_page_downloaded_and_opened_from_the_disk(local: Page, tmp_path: Path) -> None:
    opened(local, f"{made('singlehtml', tmp_path).as_uri()}/index.html")
    local.get_by_role("button", name="Plain text").click()
    expect(local.locator('[id="gg-internal.StaffApi.suspend"]')).to_be_visible()


@pytest.fixture(scope="module", params=THEMES)
def themed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a page in a further theme."""
    folder = made("html", tmp_path_factory.mktemp("further"), THEMES[request.param], request.param)
    with served(folder) as url:
        yield url


@pytest.mark.parametrize("mode", ["light", "dark"])
def test_further_themes(browser_page: Page, themed: str, mode: str) -> None:
    errors: list[str] = []
    browser_page.on("pageerror", lambda error: errors.append(str(error)))
    # Shibuya asks Google for a font, and nobody else is asked anything.
    browser_page.route(
        lambda url: not url.startswith(themed), lambda route: route.fulfill(body="", content_type="text/css")
    )
    browser_page.emulate_media(color_scheme="dark" if mode == "dark" else "light")
    opened(browser_page, themed)
    scheme(browser_page, mode)
    assert errors == []
