"""Types that are nested deeper than people read: every level opens."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from .conftest import Site
from .pages import FULL, beyond, heading, open_page

MODELS = 400
LISTS = 200
OBJECTS = 100


def model(number: int, schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "title": f"M{number}", "properties": {"next": schema}}


def chained() -> dict[str, Any]:
    """400 models, each in the next."""
    refs = [{"$ref": f"#/schemas/M{number + 1}"} for number in range(MODELS - 1)]
    return {f"M{number}": model(number, ref) for number, ref in enumerate([*refs, {}])}


def nested() -> dict[str, Any]:
    """200 lists in one another, and 100 with an object without a name in each."""
    lists: dict[str, Any] = {"type": "string"}
    objects: dict[str, Any] = {"type": "string"}
    for _ in range(LISTS):
        lists = {"type": "array", "items": lists}
    for _ in range(OBJECTS):
        objects = {"type": "array", "items": {"type": "object", "properties": {"next": objects}}}
    return {"M0": model(0, lists), "M1": model(1, objects)}


OPEN_ALL = """async () => {
  const host = document.querySelector('gg-docs')
  const root = host?.shadowRoot ?? document
  let levels = 0
  for (;;) {
    const closed = [...root.querySelectorAll('.unfold[aria-expanded=false]')].at(-1)
    if (!closed) return levels
    closed.click()
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    levels += 1
  }
}"""

CASES = [
    pytest.param(chained, "M0", MODELS - 1, id="models"),
    pytest.param(nested, "M0", 0, id="lists"),
    pytest.param(nested, "M1", OBJECTS, id="lists of objects"),
]


@pytest.mark.parametrize(("schemas", "name", "levels"), CASES)
def test_every_level_opens(
    browser_page: Page, site: Site, schemas: Any, name: str, levels: int
) -> None:
    document = json.loads((site.folder / "apidocs/platform/api-docs.json").read_text())
    document["schemas"] |= schemas()
    body = json.dumps(document)
    browser_page.route(
        "**/platform/api-docs.json",
        lambda route: route.fulfill(body=body, content_type="application/json"),
    )
    open_page(browser_page, site, f"{FULL}#/platform/~schema/{name}")
    expect(heading(browser_page, name)).to_be_visible()
    assert browser_page.evaluate(OPEN_ALL) == levels
    assert beyond(browser_page) == []
    expect(browser_page.locator(".field-name")).to_have_count(max(levels + 1, 1))
