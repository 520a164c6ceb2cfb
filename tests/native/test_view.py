"""The objects of a document, and its pages: fields whose names are keywords are fields, and a
digest differs when what is shown does.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, Literal, NewType, Protocol

import pytest
from pydantic import BaseModel, computed_field, create_model

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import ERROR, BearerToken, Requirement, http, ws
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.blocks.objects import blocks_of
from sphinxcontrib_ggdocs.native.blocks.scope import Scope
from sphinxcontrib_ggdocs.native.markdown_writer import written
from sphinxcontrib_ggdocs.native.pages import (
    MOST_LINES_OF_PAGE,
    MOST_LINES_OF_UNSPLIT,
    MOST_METHODS,
    PageView,
    contents_of,
    pages_of,
    usual_split,
)
from sphinxcontrib_ggdocs.native.view import (
    ContractView,
    DocumentView,
    ErrorView,
    GroupView,
    MethodView,
    SchemaView,
    view_of,
)
from sphinxcontrib_ggdocs.native.vocabulary import Ref

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
    former, view, same = (view_with(name, type_) for type_ in (int, str, str))
    for shown in (former, view):
        assert [*shown.objects["schema", "shop.Thing"].part["properties"]] == [name]
    types = [contents_of(shown).pages["contract"]["types"] for shown in (former, view, same)]
    assert types[0] != types[1] == types[2]


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


SHORT = replace(VIEW.schemas[0], part={"type": "string"}, used_by=())
"""A type of as few lines as there are."""

MANY = MOST_LINES_OF_PAGE // 5
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
    assert (front.opens, front.heading, front.objects) == (VIEW.anchor("schema"), "", ())
    assert front.below == (*pages,)
    assert {page.above for page in pages.values()} == {"types"}
    assert {
        name: (page.heading, page.last, len(page.objects)) for name, page in pages.items()
    } == expected


LINK = Ref("method", "shop.RoomApi.lone", "GET /rooms")


def fields(count: int, **more: Any) -> views.Json:
    """A type of so many fields."""
    return {"properties": {f"f{number}": views.TEXT for number in range(count)}, **more}


LONG = views.method_json(
    queryParams=[views.param(), views.param()],
    requestBody=views.body(*[views.content(fields(3), media_type) for media_type in "ab"]),
    errors=[*"ABCDE"],
    successResponse=views.response(),
    moreResponses=[views.response()] * 2,
)
"""A method of two parameters, six fields, half of five errors, and three responses of two lines."""


@pytest.mark.parametrize(
    ("length", "described"),
    [
        pytest.param(5 + 10 + 2 + 6 + 2 + 6, views.contract(methods=[LONG]), id="a long method"),
        pytest.param(5 + 3, views.error(), id="an error"),
        pytest.param(
            5 + 2 + 4 + 3,
            views.schema(fields(2, discriminator={"mapping": dict.fromkeys("abcd", "")})),
            id="a type",
        ),
        pytest.param(5 + 5 + 3, views.schema({"oneOf": [views.TEXT] * 5}), id="a long union"),
    ],
)
def test_the_length_of_objects(length: int, described: views.Described) -> None:
    """A document is split from one line on that is too much."""
    of_kind: dict[str, Any] = {"groups": (), "errors": (), "schemas": ()}
    match described.view:
        case ContractView() as shown:
            of_kind["groups"] = (replace(VIEW.groups[0], contracts=(shown,)),)
        case ErrorView() as shown:
            of_kind["errors"] = (replace(shown, used_by=(LINK,) * 7),)
        case SchemaView() as shown:
            of_kind["schemas"] = (replace(shown, used_by=(LINK,) * 7),)
    for more, split in ((0, None), (1, "size")):
        rest = replace(SHORT, part=fields(MOST_LINES_OF_UNSPLIT - length - 5 + more))
        schemas = (*of_kind["schemas"], rest)
        assert usual_split(replace(VIEW, **{**of_kind, "schemas": schemas})) == split


def _group(name: str, **methods: int) -> GroupView:
    """A group of contracts with so many methods."""
    contracts: list[views.Json] = []
    for own_name, count in methods.items():
        listed = [views.method_json(name=f"m{number}") for number in range(count)]
        contracts.append(views.contract_json(name=own_name, methods=listed))
    given = {"name": name.title(), "slug": name, "description": f"Of {name}."}
    return views.document(groups=[{**given, "contracts": contracts}]).groups[0]


HALF = MOST_METHODS // 2


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
            [_group("a", A=MOST_METHODS + 1, B=1)],
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


def long_group(names: Iterable[str], *more: views.Json) -> DocumentView:
    """A document with one group that has a contract with a long method of each name."""
    listed: list[views.Json] = []
    for name in names:
        params = [views.param(f"p{number}") for number in range(200)]
        listed.append(views.method_json(name=name, queryParams=params))
    contract = views.contract_json(name="RoomApi", methods=listed)
    return views.document(
        groups=[{"name": "Api", "slug": "api", "contracts": [contract, *more]}],
        errors={},
        schemas={},
    )


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
            shown.part.name for shown in pages[name].objects if isinstance(shown, MethodView)
        ] == [f"{letter}_x{number}" for number in range(4)]


def test_a_long_websocket_says_how_its_messages_are_sent() -> None:
    """On the page above those of its messages, which are not on it."""
    headers = [views.param(f"h{number}") for number in range(400)]
    messages = [views.message_json(name=f"{name}_x", headerParams=headers) for name in "abcd"]
    contract = views.socket_json(name="LiveApi", methods=messages, framing=views.FRAMING)
    document = views.document([contract], errors={}, schemas={})
    pages = pages_of(document, "contract")
    assert len(pages) > 1
    (shown,) = pages["LiveApi"].objects
    text = "\n".join(written(blocks_of(Scope(view=document), shown), 1, None))
    assert text == '- Framing: envelope – Replies as sent `{"answer": <payload>}`'


def test_the_contracts_of_a_long_group_have_pages_below_its_own() -> None:
    live = views.socket_json(name="LiveApi", methods=[views.message_json()])
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
    assert contents.split is None


NAMED: tuple[tuple[str, dict[str, bool], str], ...] = (
    ("Thing", {}, "schema"),
    ("OrderId", {}, "brand"),
    ("Thing", {"is_alone": True}, "type"),
    ("OrderId", {"is_alone": True}, "type"),
)


@pytest.mark.parametrize(("key", "shown", "kind"), NAMED)
def test_kinds_of_named_types(key: str, shown: dict[str, Any], kind: str) -> None:
    _, view = views.schema(views.SCHEMAS.get(key), key=key)
    assert isinstance(view, SchemaView)
    assert replace(view, **shown).kind == kind


KAFKA = {"protocol": "kafka", "methods": []}
UNDESCRIBED = (
    (views.socket(methods=[]), True),
    (views.socket(methods=[], description="Only replies."), True),
    (views.socket(), False),
    (views.socket(**KAFKA), True),
    (views.socket(**KAFKA, description="Only replies."), False),
    (views.contract(), False),
)


@pytest.mark.parametrize(("described", "lacks_messages"), UNDESCRIBED)
def test_contracts_without_messages(described: views.Described, lacks_messages: bool) -> None:
    assert isinstance(described.view, ContractView)
    assert described.view.lacks_messages == lacks_messages


LIVE = views.socket_json(name="Live")
HTTP, SOCKET = (
    views.contract_json(name="Api"),
    views.socket_json(name="Live", methods=[views.message_json()]),
)


@pytest.mark.parametrize(
    ("contracts", "name"),
    [
        ([HTTP], "shop.Api"),
        ([HTTP, LIVE], "shop.Api"),
        ([LIVE], "shop.Live"),
        ([LIVE, {**LIVE, "name": "Other"}], ""),
        ([HTTP, SOCKET], ""),
        ([], ""),
    ],
)
def test_the_only_contract_of_a_group(contracts: list[views.Json], name: str) -> None:
    (group,) = views.document(contracts).groups
    assert group.only_contract == name


def test_a_brand_that_no_method_uses() -> None:
    _, brand = views.schema(views.SCHEMAS["OrderId"], key="OrderId")
    assert isinstance(brand, SchemaView)
    assert (brand.returned_by, brand.accepted_by) == (((), 0), ((), 0))
    _, type_ = views.schema()
    assert isinstance(type_, SchemaView)
    assert (type_.returned_by, type_.accepted_by) == (((), 0), ((), 0))
