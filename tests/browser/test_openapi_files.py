"""What few methods have, and only files of OpenAPI say."""

from pathlib import Path

from playwright.sync_api import Page, expect

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import build_api_docs

from ..readers.test_openapi_members import PHOTOS
from .conftest import served
from .engines import IN_EACH_ENGINE
from .pages import region


@IN_EACH_ENGINE
def test_code_styles_links_callbacks_and_parts(anywhere: Page, tmp_path: Path) -> None:
    file = tmp_path / "photos.yaml"
    file.write_text(PHOTOS, encoding="utf-8")
    folder = tmp_path / "site"
    specs = [ApiDocSpec(slug="photos", openapi=str(file))]
    build_api_docs({"docs": specs, "out_dir": folder})
    page = anywhere
    with served(folder) as address:
        page.goto(f"{address}#/photos/photos/Photos/get_photo")
        expect(page.locator("main")).to_contain_text("Server https://{region}.example.org")
        code = region(page, "Code")
        expect(code.locator("pre")).to_have_text("client.photos.get(1)")
        code.get_by_role("tab", name="curl").click()
        expect(code.locator("pre")).to_contain_text("https://eu.example.org/photos/;id=")
        expect(region(page, "Parameters")).to_contain_text("style pipeDelimited")
        response = region(page, "Response 200")
        expect(response).to_contain_text("size = 3")
        response.get_by_role("link", name="post_photos").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("post_photos")
        parts = region(page, "Request body").get_by_role("listitem")
        expect(parts.filter(has_text="photo").last).to_be_visible()
        expect(region(page, "Request body")).to_contain_text("a file of image/png, image/jpeg")
        expect(region(page, "Request body")).to_contain_text("application/xml · X-A")
        page.get_by_role("link", name="PostPhotosCallbacks").last.click()
        expect(page.get_by_role("heading", level=1)).to_contain_text("PostPhotosCallbacks")
