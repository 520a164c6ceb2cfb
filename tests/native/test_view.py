"""The view of a document: fields whose names are keywords are fields, and a digest differs when
what is shown does.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Literal, NewType, Protocol

import pytest
from pydantic import BaseModel, computed_field, create_model

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import ERROR, BearerToken, Requirement, http, ws
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.view import (
    BodyView,
    ContentView,
    ContractView,
    DocumentView,
    ErrorView,
    GroupView,
    Link,
    MethodView,
    ObjectView,
    PageView,
    SchemaView,
    contents_of,
    front_digest,
    pages_of,
    view_of,
)
from sphinxcontrib_ggdocs.native.view.pages import (
    MANY_LINES,
    MANY_LINES_OF_ALL,
    MANY_METHODS,
    usual_split,
)

from . import views_for_tests as views

KEYWORDS = (
    "source",
    "const",
    "properties",
    "type",
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

    return view_of(build_contract_doc(ApiDocSpec(slug="shop", title="Shop", http=[ThingApi])))


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


DOCUMENT = build_contract_doc(ApiDocSpec(slug="shop", title="Shop", http=[RoomApi], ws=[LiveApi]))
VIEW = view_of(DOCUMENT)


def test_pages_of_groups() -> None:
    (group,) = VIEW.groups
    pages = pages_of(VIEW, "group")
    assert list(pages) == [group.slug, "errors", "types"]
    assert pages[group.slug] == PageView(
        name=group.slug,
        heading=group.name,
        kind="group",
        objects=group.contracts,
        groups=(group,),
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


SHORT = replace(VIEW.schemas[0], fields=(), alternatives=(), variants=(), used_by=())
"""A type of as few lines as there are."""

MANY = MANY_LINES // 5
"""Types of that kind that one page has."""


def shown_types(names: Iterable[str]) -> DocumentView:
    """A document with nothing but short types."""
    schemas = tuple(replace(SHORT, name=f"shop.{name}", display=name) for name in names)
    return replace(VIEW, schemas=schemas, errors=(), groups=())


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        pytest.param(
            {"Bike": MANY // 2, "apple": MANY // 4, "Car": MANY // 2, "Zoo": 1, "*": 1},
            {
                "types-other": ("*", "B", 1 + MANY // 4 + MANY // 2),
                "types-c": ("C", "Z", MANY // 2 + 1),
            },
            id="as many letters as fit",
        ),
        pytest.param(
            {"Ada": 1, "RealtimeAudio": MANY - 1, "RealtimeText": MANY, "Role": 3, "Zoo": 1},
            {
                "types-a": ("A", "", 1),
                "types-realtimeaudio": ("RealtimeAudio", "", MANY - 1),
                "types-realtimetext": ("RealtimeText", "", MANY),
                "types-role": ("Role", "", 3),
                "types-z": ("Z", "", 1),
            },
            id="a letter that has too many, by words",
        ),
    ],
)
def test_many_types_have_pages_by_their_names(
    counts: dict[str, int], expected: dict[str, tuple[str, str, int]]
) -> None:
    names = [
        f"{name}{'' if name == '*' else 'X'}{number:04}"
        for name, count in counts.items()
        for number in range(count)
    ]
    signs = [name[:1] if name.startswith("*") else name for name in names]
    pages = pages_of(shown_types(signs), "contract")
    front = pages.pop("types")
    assert (front.opens, front.heading, front.objects) == (VIEW.schemas_anchor, "", ())
    assert front.below == (*pages,)
    assert {page.above for page in pages.values()} == {"types"}
    assert {
        name: (page.heading, page.last, len(page.objects)) for name, page in pages.items()
    } == expected


LINK = Link("method", "shop.RoomApi.lone", "GET /rooms", "api")
FIELD = next(each for each in VIEW.schemas if each.fields).fields[0]
CONTENT = ContentView(type=None, fields=(FIELD,) * 3)
LONG = {
    "params": (FIELD,) * 2,
    "body": BodyView(contents=(CONTENT, CONTENT)),
    "errors": (LINK,) * 5,
    "responses": (BodyView(contents=()),) * 3,
}
"""A method of two parameters, six fields, half of five errors, and three responses of two lines."""


@pytest.mark.parametrize(
    ("length", "shown"),
    [
        pytest.param(
            5 + 10 + 2 + 6 + 2 + 6,
            [views.contract(methods=(views.method(**LONG),))],
            id="a long method",
        ),
        pytest.param(5 + 3, [views.error(used_by=(LINK,) * 7)], id="an error"),
        pytest.param(
            5 + 2 + 1 + 4 + 3,
            [
                views.schema(
                    fields=(FIELD,) * 2,
                    alternatives=((),),
                    variants=(("a", ()),) * 4,
                    used_by=(LINK,) * 6,
                )
            ],
            id="a type",
        ),
    ],
)
def test_the_length_of_objects(length: int, shown: list[ObjectView]) -> None:
    """A document is split from one line on that is too much."""
    contracts = tuple(each for each in shown if isinstance(each, ContractView))
    errors = tuple(each for each in shown if isinstance(each, ErrorView))
    schemas = tuple(each for each in shown if isinstance(each, SchemaView))
    groups = (replace(VIEW.groups[0], contracts=contracts),)
    for more, split in ((0, None), (1, "size")):
        rest = replace(SHORT, fields=(FIELD,) * (MANY_LINES_OF_ALL - length - 5 + more))
        document = replace(VIEW, groups=groups, errors=errors, schemas=(*schemas, rest))
        assert usual_split(document) == split


def _group(name: str, **methods: int) -> GroupView:
    """A group of contracts with so many methods."""
    contracts = tuple(
        replace(
            views.contract(methods=(views.method(),) * count),
            name=f"shop.{own_name}",
            own_name=own_name,
            route=f"gg-shop.{name}.{own_name}",
        )
        for own_name, count in methods.items()
    )
    return replace(
        VIEW.groups[0],
        name=name.title(),
        slug=name,
        route=f"gg-shop.{name}",
        description=f"Of {name}.",
        contracts=contracts,
    )


HALF = MANY_METHODS // 2


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        pytest.param(
            [_group("a", A=HALF), _group("b", B=HALF), _group("c", C=1)],
            {"a": ("A", "B", ["A", "B"], ["Of a.", "Of b."]), "c": ("C", "", ["C"], ["Of c."])},
            id="groups, as many as fit",
        ),
        pytest.param(
            [_group("a", A=HALF, B=HALF, C=HALF, D=1), _group("e", E=1)],
            {
                "A": ("A", "B", ["A", "B"], ["Of a."]),
                "C": ("C", "D", ["C", "D"], [None]),
                "e": ("E", "", ["E"], ["Of e."]),
            },
            id="contracts of a group that is too large",
        ),
        pytest.param(
            [_group("a", A=MANY_METHODS + 1, B=1)],
            {"A": ("A", "", ["A"], ["Of a."]), "B": ("B", "", ["B"], [None])},
            id="a contract that is too large",
        ),
    ],
)
def test_pages_are_filled_in_order(
    groups: list[GroupView], expected: dict[str, tuple[str, str, list[str], list[str | None]]]
) -> None:
    pages = pages_of(replace(VIEW, groups=tuple(groups), errors=(), schemas=()), "size")
    found = {
        name: (
            page.heading,
            page.last,
            [shown.name.removeprefix("shop.") for shown in page.objects],
            [group.description for group in page.groups],
        )
        for name, page in pages.items()
    }
    assert found == expected


def long_group(names: Iterable[str], *more: ContractView) -> DocumentView:
    """A document with one group that has a contract with a long method of each name."""
    (group,) = VIEW.groups
    contract = next(each for each in group.contracts if each.protocol == "http")
    some = replace(contract.methods[0], params=contract.methods[0].params[:1] * 200)
    methods = tuple(
        replace(some, name=f"{contract.name}.{name}", own_name=name, route=name) for name in names
    )
    contracts = (replace(contract, methods=methods), *more)
    groups = (replace(group, contracts=contracts),)
    return replace(VIEW, groups=groups, errors=(), schemas=())


@pytest.mark.parametrize(("split", "first"), [("group", "api"), ("contract", "RoomApi")])
def test_the_methods_of_a_long_contract_have_pages_by_their_names(
    split: Literal["group", "contract"], first: str
) -> None:
    pages = pages_of(long_group(f"{word}_x{number}" for word in "ba" for number in range(4)), split)
    (contract,) = (each for each in pages[first].objects if isinstance(each, ContractView))
    assert contract.methods == ()
    below = (f"{first}-a", f"{first}-b")
    assert pages[first].below == below
    for name in below:
        letter = name[-1]
        assert pages[name].heading == f"{pages[first].heading}: {letter}"
        assert pages[name].opens == f"/shop/api/RoomApi?at=%2F{letter}"
        assert pages[name].above == first
        assert [
            shown.own_name for shown in pages[name].objects if isinstance(shown, MethodView)
        ] == [f"{letter}_x{number}" for number in range(4)]


def test_the_contracts_of_a_long_group_have_pages_below_its_own() -> None:
    live = next(each for each in VIEW.groups[0].contracts if each.protocol == "ws")
    pages = pages_of(
        long_group([f"x_{n}" for n in range(4)] + [f"y_{n}" for n in range(4)], live), "group"
    )
    assert list(pages) == ["api", "RoomApi", "RoomApi-x", "RoomApi-y", "LiveApi"]
    assert pages["api"].objects == ()
    assert pages["api"].below == ("RoomApi", "LiveApi")
    assert pages["RoomApi"].below == ("RoomApi-x", "RoomApi-y")


def test_the_contents_of_a_document() -> None:
    contents = contents_of(VIEW)
    objects = {each.name: each for each in contents.objects}
    assert list(objects) == [name for _, name in VIEW.objects]
    room = objects["shop.RoomApi"]
    assert room[:5] == ("contract", "shop.RoomApi", "", "RoomApi /rooms", "")
    assert objects["shop.Counted-Input"].alias == "shop.Counted"
    for split in ("contract", "group"):
        names = list(contents.pages[split])
        assert names == ["", *pages_of(VIEW, split)]
        assert contents.pages[split][""] == front_digest(VIEW, pages_of(VIEW, split))
    assert contents.split is None
