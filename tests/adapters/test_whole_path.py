"""One published package all the way: fastapi-users in a Sphinx project, in Chromium, in the search
and the indices.
"""

import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect, sync_playwright

from tests.browser.conftest import served
from tests.browser.engines import launch
from tests.browser.pages import heading
from tests.sphinx_command import html_build
from tests.waiting import HANG_MS

ROOT = Path(__file__).parents[2]
SERVICE = """\
import uuid
from typing import Any, NewType

from fastapi import FastAPI
from fastapi_users import FastAPIUsers, schemas
from fastapi_users.authentication import AuthenticationBackend, BearerTransport, JWTStrategy

UserId = NewType("UserId", uuid.UUID)


class User(schemas.BaseUser[UserId]):
    "What others may see of a user."


class Changes(schemas.BaseUserUpdate):
    "What users may change."


def strategy() -> Any:
    return JWTStrategy(secret="not a secret", lifetime_seconds=60)


def manager() -> Any:
    raise NotImplementedError


def create_app() -> FastAPI:
    backend = AuthenticationBackend(name="jwt", transport=BearerTransport(tokenUrl="auth/login"), get_strategy=strategy)
    users = FastAPIUsers(manager, [backend])
    app = FastAPI(title="People", openapi_tags=[{"name": "users", "description": "Who is *registered*."}])
    app.include_router(users.get_auth_router(backend), prefix="/auth", tags=["auth"])
    app.include_router(users.get_users_router(User, Changes), prefix="/users", tags=["users"])
    return app
"""
CONF = """\
import sys
sys.path.insert(0, {folder!r})
project = "People"
extensions = ["sphinxcontrib_ggdocs"]
html_theme = "furo"
"""
INDEX = """\
People
======

Everything about a user starts with their :gg:brand:`UserId`; see :gg:method:`Users.users_patch_current_user`.

.. ggdocs::
   :slug: people
   :title: People
   :app: people_service:create_app()
"""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project's HTML, built without a warning."""
    folder = tmp_path_factory.mktemp("people")
    (folder / "people_service.py").write_text(SERVICE, encoding="utf-8")
    (folder / "conf.py").write_text(CONF.format(folder=str(folder)), encoding="utf-8")
    (folder / "index.rst").write_text(INDEX, encoding="utf-8")
    done = subprocess.run(html_build(folder), cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder / "_html"


@pytest.fixture(scope="module")
def page(built: Path) -> Iterator[Page]:
    with served(built) as url, sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page(base_url=url)
        page.set_default_timeout(HANG_MS)
        problems: list[str] = []
        page.on("pageerror", lambda error: problems.append(str(error)))
        yield page
        browser.close()
        assert not problems


def test_the_page_without_scripts_has_methods_errors_and_words(built: Path) -> None:
    text = re.sub(r"<[^>]+>", "", (built / "index.html").read_text(encoding="utf-8"))
    for wanted in (
        "users_patch_current_user",
        "/users/me",
        "Changes",
        "Who is registered.",
        "401 Unauthorized",
    ):
        assert wanted in text


def test_the_brand_index(built: Path) -> None:
    brands = (built / "gg-brands.html").read_text(encoding="utf-8")
    assert "UserId" in brands


def test_sphinx_finds_methods_and_brands(built: Path) -> None:
    index = (built / "searchindex.js").read_text(encoding="utf-8")
    found: Any = json.loads(index.removeprefix("Search.setIndex(").removesuffix(")"))
    assert {"userid", "users_patch_current_us"} & {*found["terms"], *found["titleterms"]}
    objects = json.dumps(found["objects"])
    assert "users_patch_current_user" in objects
    assert "UserId" in objects


def test_the_ui_shows_a_method_and_its_brand(page: Page) -> None:
    page.goto("apidocs/index.html#/people/users/Users/users_patch_user")
    expect(heading(page, "users_patch_user")).to_be_visible()
    main = page.get_by_role("main")
    expect(main.get_by_text("/users/{id}").first).to_be_visible()
    expect(main.get_by_text("Changes").first).to_be_visible()


def test_the_uis_search_leads_to_a_brand(page: Page) -> None:
    page.goto("apidocs/index.html#/people")
    page.keyboard.press("Control+k")
    palette = page.get_by_role("dialog", name="Search the API")
    palette.get_by_role("combobox").fill("UserId")
    expect(palette.get_by_role("option", selected=True)).to_contain_text("UserId")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1, name="UserId", exact=True)).to_be_visible()
    expect(page.get_by_role("main").get_by_text("users_current_user").first).to_be_visible()


def test_the_ui_comes_up_inside_the_page(page: Page) -> None:
    page.goto("index.html")
    page.locator("gg-docs").get_by_role("button", name="Contents", exact=True).click()
    contents = page.locator("gg-docs").get_by_role("dialog", name="Contents", exact=True)
    expect(contents.get_by_role("link").first).to_be_visible()
