"""Types that are copied as JSON Schema."""

import json

import pytest
from playwright.sync_api import Page, expect

from .conftest import Site
from .pages import FULL, open_page

SCHEMA = "https://json-schema.org/draft/2020-12/schema"


@pytest.mark.parametrize(("place", "by"), [(FULL, "http"), ("both.html", "file")])
def test_a_type_is_copied_as_json_schema(page: Page, site: Site, place: str, by: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_page(page, site, f"{place}#/platform/~schema/Payment", by)
    button = page.get_by_role("button", name="Copy the type as JSON Schema")
    button.click()
    expect(page.get_by_role("button", name="Copied", exact=True)).to_be_visible()
    schema = json.loads(page.evaluate("navigator.clipboard.readText()"))
    assert (schema["$schema"], schema["$ref"]) == (SCHEMA, "#/$defs/Payment")
