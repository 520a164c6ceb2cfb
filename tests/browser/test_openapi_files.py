"""What few methods have, and only files of OpenAPI say."""

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import build_api_docs

from ..readers.test_openapi_errors import FILE as ERRORS
from ..readers.test_openapi_examples import FILE as EXAMPLES
from ..readers.test_openapi_members import PHOTOS
from .conftest import served
from .engines import IN_EACH_ENGINE
from .pages import choose_language, heading, region


def site_of(slug: str, text: str, folder: Path) -> Path:
    """The folder of a site that documents a file."""
    file = folder / f"{slug}.yaml"
    file.write_text(text, encoding="utf-8")
    site = folder / "site"
    build_api_docs({"docs": [ApiDocSpec(slug=slug, openapi=str(file))], "out_dir": site})
    return site


@IN_EACH_ENGINE
def test_code_styles_links_callbacks_and_parts(anywhere: Page, tmp_path: Path) -> None:
    page = anywhere
    with served(site_of("photos", PHOTOS, tmp_path)) as address:
        page.goto(f"{address}#/photos/photos/Photos/get_photo")
        expect(page.locator("main")).to_contain_text("Server https://{region}.example.org")
        code = region(page, "Code")
        expect(code.locator("pre")).to_have_text("client.photos.get(1)")
        choose_language(page, "curl")
        expect(code.locator("pre")).to_contain_text("https://eu.example.org/photos/;id=")
        expect(region(page, "Parameters")).to_contain_text("style pipeDelimited")
        response = region(page, "Response 200")
        expect(response).to_contain_text("size = 3")
        response.get_by_role("link", name="post_photos").click()
        expect(heading(page, "post_photos")).to_be_visible()
        parts = region(page, "Request body").get_by_role("listitem")
        expect(parts.filter(has_text="photo").last).to_be_visible()
        expect(region(page, "Request body")).to_contain_text("a file of image/png, image/jpeg")
        expect(region(page, "Request body")).to_contain_text("application/xml · X-A")
        page.get_by_role("link", name="PostPhotosCallbacks").last.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("PostPhotosCallbacks")


def test_what_errors_answer_with(anywhere: Page, tmp_path: Path) -> None:
    page = anywhere
    with served(site_of("pets", ERRORS, tmp_path)) as address:
        page.goto(f"{address}#/pets/pets/Pets/add_pet")
        missing = page.get_by_role("article", name="Not Found")
        expect(missing.get_by_role("tab", name="application/xml")).to_be_visible()
        expect(missing).to_contain_text("X-Reason")
        missing.get_by_role("tab", name="application/xml").click()
        expect(missing.get_by_role("link", name="Xml")).to_be_visible()
        expect(missing.get_by_role("link", name="add_pet")).to_be_visible()
        conflict = page.get_by_role("article", name="Conflict")
        expect(conflict).to_contain_text("application/problem+json")
        page.goto(f"{address}#/pets/~error/Service-Unavailable")
        expect(region(page, "Data")).to_contain_text("text/html")
        expect(page.get_by_role("main").get_by_text("Service Unavailable")).to_have_count(1)


FORBIDDEN = """\
openapi: 3.1.0
info: {title: Pets, version: "1"}
paths:
  /pets:
    get:
      operationId: list_pets
      responses:
        "200": {description: Done}
        "403": {description: "", content: {application/json: {example: {kind: pets}}}}
    post:
      operationId: add_pet
      responses:
        "201": {description: Done}
        "403": {description: "", content: {application/json: {example: {kind: pet}}}}
"""


def test_errors_of_which_nothing_is_said_have_the_names_of_their_methods(
    anywhere: Page, tmp_path: Path
) -> None:
    page = anywhere
    with served(site_of("pets", FORBIDDEN, tmp_path)) as address:
        page.goto(f"{address}#/pets/~error/")
        rows = page.get_by_role("main").get_by_role("listitem").filter(has_text="Forbidden")
        expect(rows).to_have_text([re.compile(r"\.list_pets$"), re.compile(r"\.add_pet$")])


def test_names_and_summaries_of_examples(anywhere: Page, tmp_path: Path) -> None:
    page = anywhere
    with served(site_of("pets", EXAMPLES, tmp_path)) as address:
        page.goto(f"{address}#/pets/api/API/put_pet")
        parameters = region(page, "Parameters")
        expect(parameters).to_contain_text('cat "cat" A cat – It meows.')
        link = parameters.get_by_role("link", name="https://example.org/far.txt")
        expect(link).to_have_attribute("href", "https://example.org/far.txt")
        response = region(page, "Response 200")
        response.get_by_role("tab", name="Example").click()
        expect(response).to_contain_text("rex A dog")
        expect(response.locator("pre")).to_have_text('{\n  "name": "Rex"\n}')
        region(page, "Response samples").get_by_role("combobox", name="Example").select_option(
            "none"
        )
        expect(response.locator("pre")).to_have_text("null")
        expect(region(page, "Response samples").locator("pre")).to_have_text("null")
        missing = page.get_by_role("article", name="Not Found")
        missing.get_by_role("tab", name="Example").click()
        expect(missing).to_contain_text("gone It went")


def test_an_example_may_have_an_empty_name(anywhere: Page, tmp_path: Path) -> None:
    page = anywhere
    file = EXAMPLES.replace("rex: {", '"": {')
    with served(site_of("pets", file, tmp_path)) as address:
        page.goto(f"{address}#/pets/api/API/put_pet")
        response = region(page, "Response 200")
        response.get_by_role("tab", name="Example").click()
        expect(response).to_contain_text("A dog")
        choice = response.get_by_role("combobox", name="Example")
        expect(choice.locator("option")).to_have_text(["A dog", "none"])
