"""Every sort of type as a reader sees it: its expression, its facts, its parts, its example."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from playwright.sync_api import Locator, Page, expect

from sphinxcontrib_ggdocs.native import ApiDocsDocument
from sphinxcontrib_ggdocs.native.document_parts import (
    HttpContract,
    WebSocketContract,
)
from sphinxcontrib_ggdocs.schema.components import body_of

from ..sockets.sent_schemas import error_schema
from . import zoo
from .conftest import Site, served
from .pages import field, heading, open_view, region


@pytest.fixture(scope="module")
def zoo_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("zoo")
    zoo.write(folder)
    with served(folder) as url:
        yield Site(url, folder)


def body(page: Page, zoo_site: Site) -> Locator:
    page.goto(f"{zoo_site.url}#/zoo/api/ZooApi/save")
    expect(heading(page, "save")).to_be_visible()
    return region(page, "Request body")


FIELDS = [
    ("plain", "string", ["required"]),
    ("maybe", "string | null", ["required"]),
    ("left_out", "integer", ["optional", "default 7"]),
    ("bounded", "integer", ["≥ 3, < 8", "multiple of 2"]),
    ("short", "string", ["2–5 characters"]),
    ("coded", "string", ["matches ^[A-Z]{3}$"]),
    ("opened", "string[date]", []),
    ("diet", "Diet", ["plants", "meat"]),
    ("size", '"small" | "large"', []),
    ("tags", "string[]", ["≤ 4 items"]),
    ("counts", "Record[string, integer]", []),
    ("pair", "[integer, string]", []),
    ("spot", "Spot", []),
    ("cage", "Cage", []),
    ("pet", "Cat | Dog", []),
    ("either", "integer | string[]", []),
    ("keeper", "string & KeeperId", []),
    ("head", "string & KeeperId & HeadKeeperId", []),
    ("old", "string", ["deprecated"]),
]


def test_each_sort_of_type_is_one_line(local: Page, zoo_site: Site) -> None:
    fields = body(local, zoo_site)
    for name, expression, facts in FIELDS:
        row = field(fields, name)
        text = "".join(row.locator(".type-line .type").first.inner_text().split("\n"))
        assert re.sub(r"\s*↔\s*\d+", "", text) == expression, name
        for fact in facts:
            expect(row).to_contain_text(fact)


def test_declared_examples_are_coloured_tags(local: Page, zoo_site: Site) -> None:
    tags = field(body(local, zoo_site), "shown").locator(".example")
    expect(tags).to_have_text(["first example", "second example"])
    looks = "e => [getComputedStyle(e).color, getComputedStyle(e).backgroundColor]"
    plain = field(body(local, zoo_site), "left_out").locator(".fact").first
    assert tags.first.evaluate(looks) != plain.evaluate(looks)


def test_the_example_is_made_in_order_of_declarations(local: Page, zoo_site: Site) -> None:
    fields = body(local, zoo_site)
    fields.get_by_role("tab", name="Example", exact=True).first.click()
    example = json.loads(fields.locator("pre").inner_text())
    assert example["shown"] == "first example"
    assert example["left_out"] == 7
    assert example["bounded"] in (4, 6)
    assert re.fullmatch("[A-Z]{3}", example["coded"])
    document = json.loads((zoo_site.folder / "zoo/api-docs.json").read_text())
    assert problems(document, {"$ref": "#/schemas/Zoo"}, example) == []


READ = """async (names) => {
  const root = document.querySelector('gg-docs').shadowRoot
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
  const found = []
  for (const name of names) {
    location.hash = `#/${name}`
    const title = () => root.querySelector('.own-name code') ?? root.querySelector("[data-level='1']")
    while (title()?.textContent !== name.split('/').at(-1)) await frame()
    for (const part of root.querySelectorAll("[data-at='body'], [data-at='message'], [data-at^='response'], article")) {
      if (part.matches('.method')) continue
      part.querySelector('.payload > .tabs-head [role=tab]:last-child')?.click()
      await frame()
      const example = part.querySelector('pre')
      if (example) found.push([name, part.getAttribute('aria-label') ?? part.dataset.at, example.textContent])
    }
  }
  return found
}"""


@pytest.mark.part("journeys")
def test_every_example_of_the_service_satisfies_its_schema(page: Page, site: Site) -> None:
    open_view(page, site, "platform/goods/ListingApi/save_listing")
    expect(
        region(page, "Code").locator("pre").first
    ).to_be_visible()  # what makes examples is loaded now
    checked: Counter[str] = Counter()
    for slug in ("platform", "internal"):
        document = json.loads((site.folder / f"apidocs/{slug}/api-docs.json").read_text())
        parsed = ApiDocsDocument.model_validate(document)
        contracts = {
            f"{slug}/{group.slug}/{each.name}": each
            for group in parsed.groups
            for each in group.contracts
        }
        methods = {
            f"{slug}/{group['slug']}/{contract['name']}/{method['name']}": method
            for group in document["groups"]
            for contract in group["contracts"]
            for method in contract["methods"]
        }
        for name, part, text in page.evaluate(READ, list(methods)):
            contract = contracts[name.rpartition("/")[0]]
            is_error = part in parsed.errors
            schema = (
                schema_of_error(parsed, contract, part)
                if is_error
                else schema_of_part(methods[name], part)
            )
            assert problems(document, schema, json.loads(text)) == [], (name, part)
            checked["error" if is_error else part.split("-")[0]] += 1
    assert checked["error"] > 100
    assert min(checked[part] for part in ("body", "message", "response")) > 5, checked


def schema_of_part(method: dict[str, Any], part: str) -> Any:
    """The schema of a part of a method's page."""
    key = {"body": "requestBody", "message": "wsInput"}.get(part, "successResponse")
    return method[key]["contents"][0]["schema"]


def schema_of_error(
    document: ApiDocsDocument, contract: HttpContract | WebSocketContract, key: str
) -> Any:
    """The schema of an error as it is sent, with or without data."""
    if isinstance(contract, WebSocketContract):
        return error_schema(document, contract, key, contract.framing.error)
    error = document.errors[key]
    form = contract.error_format or "typed"
    return body_of(error.type or "", error.status_code, error.description, form, error.data)


def problems(document: dict[str, Any], schema: Any, example: Any) -> list[str]:
    """What is wrong with an example."""
    whole = json.loads(
        json.dumps({"$defs": document["schemas"], "allOf": [schema]}).replace(
            "#/schemas/", "#/$defs/"
        )
    )
    checker = jsonschema.Draft202012Validator.FORMAT_CHECKER
    validator = jsonschema.Draft202012Validator(whole, format_checker=checker)
    return [error.message for error in validator.iter_errors(example)]


def test_one_document_alone_has_its_name_in_the_header(local: Page, zoo_site: Site) -> None:
    local.goto(zoo_site.url)
    expect(local.get_by_role("banner").get_by_role("link", name="Zoo")).to_be_visible()
    expect(local.get_by_role("combobox", name="Document")).to_have_count(0)


def test_the_zoo_is_whole(zoo_site: Site) -> None:
    """The table above has every field of the model."""
    named = {name for name, *_ in FIELDS} | {"shown", "told"}
    assert set(zoo.Zoo.model_fields) == named
    assert Path(zoo_site.folder / "index.html").exists()
