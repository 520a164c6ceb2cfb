"""The view of a document: fields whose names are keywords are fields, and a digest differs when
what is shown does.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NewType, Protocol

import pytest
from pydantic import BaseModel, computed_field, create_model

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import ERROR, BearerToken, Requirement, http, ws
from sphinxcontrib_ggdocs.native import contract_document
from sphinxcontrib_ggdocs.native.view import (
    DocumentView,
    Link,
    PageView,
    front_digest,
    pages_of,
    view_of,
)
from sphinxcontrib_ggdocs.native.view.pages import MANY_TYPES

KEYWORDS = (
    "source",
    "description",
    "default",
    "examples",
    "enum",
    "const",
    "required",
    "properties",
    "type",
    "title",
)
"""Of JSON Schema and of the contract document."""


def view_with(name: str, type_: Any) -> DocumentView:
    """A document with one type that has a field of a name."""
    fields: dict[str, Any] = {name: (type_, ...)}
    model: Any = create_model("Thing", **fields)

    @http.api("/things")
    class ThingApi(Protocol):
        @http.get()
        def thing(self) -> model: ...

    return view_of(contract_document(ApiDocSpec(slug="shop", title="Shop", http=[ThingApi])))


@pytest.mark.parametrize("name", KEYWORDS)
def test_a_field_named_as_a_keyword(name: str) -> None:
    views = [view_with(name, type_) for type_ in (int, str)]
    things = [each for view in views for each in view.schemas if each.display == "Thing"]
    assert all([row.name for row in each.fields] == [name] for each in things)
    assert things[0].digest != things[1].digest
    assert (
        things[0].digest
        == next(each for each in view_with(name, int).schemas if each.display == "Thing").digest
    )


class Inner(BaseModel):
    at: int


class Closed(BaseModel, extra="forbid"):
    inner: Inner
    twin: "Closed | None" = None


class Counted(BaseModel):
    """It has a field that only answers have."""

    size: int

    @computed_field
    def double(self) -> int:
        return 2 * self.size


class Lone(BaseModel, extra="forbid"):
    """It has no fields."""


FULL = ERROR.define("FULL", 409, data=Closed, description="No room.")
Code = NewType("Code", str)
SIGNED_IN = Requirement("SignedIn", headers={"Authorization": BearerToken}, errors=[FULL])


@http.api("/rooms")
class RoomApi(Protocol):
    @http.put("/{code}", errors=[FULL])
    def save(self, code: Code, counted: Counted) -> Counted: ...

    @http.get()
    def lone(self) -> Lone: ...


@ws.api("/live", requires=[SIGNED_IN])
class LiveApi(Protocol):
    @ws.client_to_server
    def say(self, text: str) -> None: ...


VIEW = view_of(
    contract_document(ApiDocSpec(slug="shop", title="Shop", http=[RoomApi], ws=[LiveApi]))
)
SCHEMAS = {schema.name: schema for schema in VIEW.schemas}


def links(found: Iterable[Link]) -> list[tuple[str, str, str]]:
    return [(link.objtype, link.name, link.text) for link in found]


def test_users_of_types() -> None:
    assert links(SCHEMAS["shop.Closed"].used_by) == [("error", "shop.FULL", "FULL")]
    assert links(SCHEMAS["shop.Inner"].used_by) == [("schema", "shop.Closed", "Closed")]
    assert links(SCHEMAS["shop.Code"].accepted_by.links) == [
        ("method", "shop.RoomApi.save", "RoomApi.save"),
    ]
    assert SCHEMAS["shop.Inner"].methods == 1


def test_users_of_errors() -> None:
    (full,) = (error for error in VIEW.errors if error.name == "shop.FULL")
    assert links(full.used_by) == [
        ("contract", "shop.LiveApi", "LiveApi"),
        ("method", "shop.RoomApi.save", "RoomApi.save"),
    ]


def test_objects_that_are_closed() -> None:
    closed = {name for name, schema in SCHEMAS.items() if schema.closed}
    assert closed == {"shop.Closed"}


def test_facets_of_a_type() -> None:
    facets = {name: schema.facet for name, schema in SCHEMAS.items() if schema.facet}
    assert facets == {"shop.Counted-Input": "input", "shop.Counted-Output": "output"}


def test_errors_of_a_method() -> None:
    (save,) = (
        method
        for group in VIEW.groups
        for contract in group.contracts
        for method in contract.methods
        if method.name.endswith("save")
    )
    assert ("error", "shop.FULL", "409 FULL") in links(save.errors)


def test_pages_of_contracts() -> None:
    rooms, live = VIEW.groups[0].contracts
    assert pages_of(VIEW, "contract") == {
        "RoomApi": PageView(
            name="RoomApi",
            heading="RoomApi",
            kind="contract",
            objects=(rooms,),
            opens="gg-shop.api.RoomApi",
        ),
        "LiveApi": PageView(
            name="LiveApi",
            heading="LiveApi",
            kind="contract",
            objects=(live,),
            opens="gg-shop.api.LiveApi",
        ),
        "errors": PageView(
            name="errors", heading="", kind="errors", objects=VIEW.errors, opens="gg-error-shop"
        ),
        "types": PageView(
            name="types", heading="", kind="types", objects=VIEW.schemas, opens="gg-schema-shop"
        ),
    }
    assert "errors" not in pages_of(replace(VIEW, errors=()), "contract")
    assert "types" not in pages_of(replace(VIEW, schemas=()), "contract")


def test_pages_of_groups() -> None:
    (group,) = VIEW.groups
    pages = pages_of(VIEW, "group")
    assert list(pages) == [group.slug, "errors", "types"]
    assert pages[group.slug] == PageView(
        name=group.slug,
        heading=group.name,
        kind="group",
        objects=group.contracts,
        group=group,
        opens=group.route,
    )


@pytest.mark.parametrize(
    ("slug", "name"), [("errors", "errors-group"), ("Types", "types-group"), ("other", "types")]
)
def test_pages_whose_names_a_disk_takes_for_the_same(slug: str, name: str) -> None:
    pages = pages_of(replace(VIEW, groups=(replace(VIEW.groups[0], slug=slug),)), "group")
    assert next(iter(pages)) == slug
    assert name in pages
    assert {page.name for page in pages.values()} == pages.keys()


def test_the_digest_of_a_page() -> None:
    (group,) = VIEW.groups
    page = pages_of(VIEW, "group")[group.slug]
    others = [
        replace(page, heading="Other"),
        replace(page, opens="other"),
        replace(page, group=replace(group, description="Other")),
        replace(page, group=replace(group, name="Other")),
        replace(page, group=None),
        replace(page, objects=page.objects[1:]),
    ]
    assert len({each.digest for each in [page, *others]}) == 1 + len(others)
    assert len(page.digest) == 16
    assert replace(page, name="other").digest == page.digest


def test_the_digest_of_the_front_page() -> None:
    (group,) = VIEW.groups
    other_head = replace(VIEW, head=replace(VIEW.head, title="Other"))
    other_pages = replace(VIEW, groups=(replace(group, name="Other"),))
    other_text = replace(VIEW, groups=(replace(group, description="Other"),))
    other_markup = replace(VIEW, markup="rst")
    digest = front_digest(VIEW, "group")
    assert len(digest) == 16
    changed = {front_digest(view, "group") for view in (other_head, other_pages, other_markup)}
    assert len(changed | {digest}) == 4
    assert front_digest(other_text, "group") == digest


def test_many_types_have_pages_by_their_letters() -> None:
    some = VIEW.schemas[0]
    names = [f"{letter}{number}" for letter in ("a", "B", "b", "_") for number in range(90)]
    names += [f"Cx{number}" for number in range(150)] + [f"cY{number}" for number in range(150)]
    schemas = tuple(replace(some, name=f"shop.{name}") for name in names)
    pages = pages_of(replace(VIEW, schemas=schemas), "contract")
    assert pages["types-a"].opens == "gg-schema-shop.a0"
    found = {name: (page.heading, len(page.objects)) for name, page in pages.items()}
    assert {name: page for name, page in found.items() if name.startswith("types")} == {
        "types-a": ("A", 90),
        "types-b": ("B", 180),
        "types-cx": ("Cx", 150),
        "types-cy": ("CY", 150),
        "types-other": ("Other", 90),
    }


@pytest.mark.parametrize(
    ("count", "pages"), [(MANY_TYPES, ["types"]), (MANY_TYPES + 1, ["types-a", "types-b"])]
)
def test_types_have_one_page_as_long_as_they_are_few(count: int, pages: list[str]) -> None:
    some = VIEW.schemas[0]
    names = ["a", *(f"b{number}" for number in range(count - 1))]
    schemas = tuple(replace(some, name=f"shop.{name}") for name in names)
    found = pages_of(replace(VIEW, schemas=schemas, errors=(), groups=()), "contract")
    assert list(found) == pages


def test_many_types_that_differ_in_their_case_alone_have_one_page() -> None:
    some = replace(VIEW.schemas[0], name="shop.a")
    found = pages_of(replace(VIEW, schemas=(some,) * (MANY_TYPES + 1)), "contract")
    assert len(found["types-a"].objects) == MANY_TYPES + 1
