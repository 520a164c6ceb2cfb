"""Types that are copied as code: what a reader gets, run."""

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from pydantic import TypeAdapter

from .conftest import Site
from .pages import FULL, open_page, open_view

SCHEMA = "https://json-schema.org/draft/2020-12/schema"


def copied(page: Page, language: str) -> str:
    button = page.get_by_role("group", name="Copy the type as").locator("button", has_text=language)
    expect(button).to_have_accessible_name(f"Copy the type as {language}")
    button.click()
    expect(button).to_have_accessible_name("Copied")
    text: str = page.evaluate("navigator.clipboard.readText()")
    return text


@contextmanager
def module_of(code: str) -> Iterator[ModuleType]:
    """A module that is made of code, and known by its name as long as it is used."""
    module = ModuleType("copied_types")
    sys.modules[module.__name__] = module
    try:
        exec(compile(code, "copied_types", "exec"), module.__dict__)
        yield module
    finally:
        del sys.modules[module.__name__]


@pytest.mark.parametrize("by", ["http", "file"])
@pytest.mark.parametrize("place", [FULL, "both.html"])
def test_a_type_is_copied_as_code(page: Page, site: Site, place: str, by: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_page(page, site, f"{place}#/platform/~schema/Payment", by)
    assert "export interface Payment {" in copied(page, "TypeScript")
    assert "class Payment(BaseModel):" in copied(page, "pydantic")
    schema = json.loads(copied(page, "JSON Schema"))
    assert (schema["$schema"], schema["$ref"]) == (SCHEMA, "#/$defs/Payment")


@pytest.mark.parametrize("slug", ["platform", "internal"])
def test_each_copied_model_takes_the_example_of_its_type(page: Page, site: Site, slug: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    document: dict[str, Any] = json.loads(
        (site.folder / "apidocs" / slug / "api-docs.json").read_text()
    )
    for name in document["schemas"]:
        open_view(page, site, f"{slug}/~schema/{name}")
        example = page.get_by_role("region", name="Example").locator("pre")
        expect(example).to_be_visible()
        with module_of(copied(page, "pydantic")) as module:
            own = getattr(module, re.sub(r"\W", "", name))
            TypeAdapter(own).validate_json(example.inner_text())
