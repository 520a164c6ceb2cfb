"""Objects of references by the names that people write, without Sphinx."""

import pytest

from sphinxcontrib_ggdocs.named_objects import (
    Contents,
    DescribedObject,
    DocumentLookup,
    Lookup,
    LookupResult,
    ObjectEntry,
    ambiguous,
    duplicates,
    names_of,
    question,
)


def method(name: str, display: str = "", *routes: str) -> ObjectEntry:
    return ObjectEntry("method", name, f"gg-{name}", display or name, routes=routes)


def schema(name: str, display: str, alias: str = "") -> ObjectEntry:
    return ObjectEntry("schema", name, f"gg-schema-{name}", display, alias)


PAGES = {
    "shop": [
        ObjectEntry("contract", "shop.Orders", "gg-shop.Orders", "Orders /orders"),
        method("shop.Orders.save", "PUT /orders"),
        method("shop.Orders.list", "GET /orders", "GET /v1/orders", "GET /all"),
        method("shop.Users.save", "PUT /users"),
        schema("shop.Page_Order", "Page[Order]"),
        schema("shop.Order-Input", "Order", "shop.Order"),
        schema("shop.Order-Output", "Order", "shop.Order"),
    ],
    "bank": [
        method("bank.Users.save", "PUT /users"),
        method("bank.Users.find"),
        ObjectEntry("error", "bank.GONE", "gg-error-bank.GONE", "GONE"),
        ObjectEntry("error", "bank.NONE_LEFT", "gg-error-bank.NONE_LEFT", "NONE_LEFT"),
        ObjectEntry("error", "bank.find", "", "find"),
        method("bank.Orders.save"),
    ],
    "empty": [],
}
LOOKUP = Lookup(PAGES)


@pytest.mark.parametrize(
    ("objtype", "target", "names"),
    [
        ("method", "shop.Orders.save", ["shop.Orders.save"]),
        ("method", "list", ["shop.Orders.list"]),
        ("method", "shop.list", ["shop.Orders.list"]),
        ("method", "GET /orders", ["shop.Orders.list"]),
        ("method", "shop.GET /orders", ["shop.Orders.list"]),
        ("method", "GET /all", ["shop.Orders.list"]),
        ("method", "shop.GET /v1/orders", ["shop.Orders.list"]),
        ("method", "/all", []),
        ("method", "gg-shop.Orders.list", ["shop.Orders.list"]),
        ("method", "shop.Users.find", []),
        ("method", "s.list", []),
        (
            "method",
            "save",
            ["bank.Users.save", "bank.Orders.save", "shop.Orders.save", "shop.Users.save"],
        ),
        ("method", "PUT /users", ["bank.Users.save", "shop.Users.save"]),
        ("method", "Users.save", ["bank.Users.save", "shop.Users.save"]),
        ("contract", "Orders", ["shop.Orders"]),
        ("method", "Orders.save", ["bank.Orders.save", "shop.Orders.save"]),
        ("contract", "gg-shop.Orders", []),
        ("schema", "Page[Order]", ["shop.Page_Order"]),
        ("schema", "Order", ["shop.Order-Input"]),
        ("schema", "shop.Order", ["shop.Order-Input"]),
        ("schema", "Order-Output", ["shop.Order-Output"]),
        ("schema", "gg-schema-shop.Order-Output", ["shop.Order-Output"]),
        ("error", "Orders", []),
        ("error", "", []),
    ],
)
def test_what_a_name_means(objtype: str, target: str, names: list[str]) -> None:
    matches = LOOKUP.find(objtype, target, "elsewhere")
    assert [match.entry.name for match in matches] == names


@pytest.mark.parametrize(
    ("docname", "within", "names"),
    [
        ("shop", "", ["shop.Orders.save", "shop.Users.save"]),
        ("bank", "", ["bank.Users.save", "bank.Orders.save"]),
        (
            "empty",
            "",
            ["bank.Users.save", "bank.Orders.save", "shop.Orders.save", "shop.Users.save"],
        ),
        ("bank", "shop.Orders.list", ["shop.Orders.save"]),
        ("bank", "shop.Orders.save", ["shop.Orders.save"]),
        ("bank", "shop.User", ["shop.Orders.save", "shop.Users.save"]),
        ("bank", "mail.Box", ["bank.Users.save", "bank.Orders.save"]),
    ],
)
def test_what_is_nearest_to_a_name_comes_first(docname: str, within: str, names: list[str]) -> None:
    matches = LOOKUP.find("method", "save", docname, within)
    assert [match.entry.name for match in matches] == names


def test_one_match_is_taken_from_anywhere() -> None:
    (match,) = LOOKUP.find("method", "find", "shop", "shop.Orders")
    assert match == DescribedObject("bank", PAGES["bank"][1])
    assert match.slug == "bank"


@pytest.mark.parametrize(
    ("objtype", "target", "names"),
    [
        ("method", "SAVE", ["bank.Users.save", "bank.Orders.save", "shop.Orders.save"]),
        ("any", "gone", [("error", "bank.GONE")]),
        ("error", "NoneLeft", ["bank.NONE_LEFT"]),
        ("method", "gone", []),
        ("schema", "Page", ["shop.Page_Order"]),
        ("schema", "shop.Page", ["shop.Page_Order", "shop.Order"]),
        ("method", "shop.Nothing.list", ["shop.Orders.list"]),
        ("method", "shop.Orders.lst", ["shop.Orders.list", "shop.Orders.save"]),
        ("method", "nothing.lisst", ["shop.Orders.list"]),
        ("method", "xyzzy", []),
        ("any", "bank.Users.fnd", [("method", "bank.Users.find")]),
    ],
)
def test_names_that_are_near(objtype: str, target: str, names: list[str | tuple[str, str]]) -> None:
    expected = [(objtype, name) if isinstance(name, str) else name for name in names]
    assert LOOKUP.near(objtype, target) == expected


@pytest.mark.parametrize(
    ("objtype", "target", "hint"),
    [
        ("schema", "list", "; did you mean the method 'shop.Orders.list'?"),
        ("method", "lisst", "; did you mean 'shop.Orders.list'?"),
        ("method", "xyzzy", ""),
        (
            "schema",
            "save",
            (
                "; did you mean the method 'bank.Users.save' or the method 'bank.Orders.save' "
                "or the method 'shop.Orders.save'?"
            ),
        ),
        ("schema", "find", "; did you mean the method 'bank.Users.find' or the error 'bank.find'?"),
    ],
)
def test_the_hint_at_a_name_that_there_is_not(objtype: str, target: str, hint: str) -> None:
    assert LOOKUP.hint(objtype, target) == hint


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (2, "'a.0', 'a.1'"),
        (6, "'a.0', 'a.1', 'a.2', 'a.3', 'a.4', 'a.5'"),
        (8, "'a.0', 'a.1', 'a.2', 'a.3', 'a.4', 'a.5' and 2 more"),
    ],
)
def test_an_ambiguous_name(count: int, expected: str) -> None:
    objects = [DescribedObject("page", method(f"a.{number}")) for number in range(count)]
    message = f"method 'a' may be any of {expected}; use a longer name"
    assert ambiguous("method", "a", objects) == message


def test_a_question() -> None:
    assert question(["a", "b"]) == "; did you mean a or b?"
    assert question([]) == ""


DOCUMENTS = DocumentLookup(
    {slug: Contents(objects=tuple(objects)) for slug, objects in PAGES.items()}
)


@pytest.mark.parametrize(
    ("objtype", "target", "slug", "found_in", "names"),
    [
        pytest.param("method", "find", "", "bank", ["bank.Users.find"], id="one document has it"),
        pytest.param(
            "method", "Users.save", "shop", "shop", ["shop.Users.save"], id="in the document first"
        ),
        pytest.param(
            "schema",
            "Order",
            "",
            "shop",
            ["shop.Order-Input", "shop.Order-Output"],
            id="both facets of a type",
        ),
        pytest.param(
            "schema", "Order-Output", "", "shop", ["shop.Order-Output"], id="one facet by its name"
        ),
        pytest.param("schema", "Page[Order]", "", "shop", ["shop.Page_Order"], id="one facet only"),
    ],
)
def test_what_a_name_means_in_documents(
    objtype: str, target: str, slug: str, found_in: str, names: list[str]
) -> None:
    result = DOCUMENTS.find(objtype, target, slug)
    assert result.slug == found_in
    assert [entry.name for entry in result.objects] == names
    assert result.message == ""


def test_a_name_that_no_document_has() -> None:
    message = "no document has the method 'lisst'; did you mean 'shop.Orders.list'?"
    assert DOCUMENTS.find("method", "lisst") == LookupResult(message=message)


def test_a_name_that_two_documents_have() -> None:
    result = DOCUMENTS.find("method", "Users.save")
    assert result.objects == (PAGES["bank"][0],)
    assert result.message == (
        "method 'Users.save' may be any of 'bank.Users.save', 'shop.Users.save'; use a longer name"
    )


def test_what_is_described_again() -> None:
    first = method("shop.save")._replace(place="a.rst:1")
    same_place = method("shop.list")._replace(place="b.rst:1")
    again = [method(name)._replace(place="b.rst:1") for name in ("shop.save", "shop.list")]
    elsewhere = method("shop.save")._replace(place="b.rst:9")
    another = schema("shop.save", "save")._replace(place="b.rst:9")
    objects = [("a", first), ("a", same_place), *(("b", entry) for entry in again)]
    assert [*duplicates(objects)] == [(again[0], first)], "one for each directive"
    objects += [("b", elsewhere), ("b", another), ("c", again[0])]
    assert [*duplicates(objects)] == [
        (again[0], first),
        (elsewhere, first),
        (again[0], first),
    ]


def test_objects_are_neither_deprecated_nor_nested_unless_that_is_said() -> None:
    entry = method("shop.Orders.save")
    assert (entry.deprecated, entry.is_nested) == (False, False)


def test_names_of_an_object() -> None:
    names = {
        "shop.Order-Input": ["shop.Order-Input", "Order-Input", "shop.Order-Input"],
        "shop.Order": ["shop.Order", "Order", "shop.Order"],
    }
    found: dict[str, list[str]] = {}
    for full_name, name in names_of(schema("shop.Order-Input", "", "shop.Order")):
        found.setdefault(full_name, []).append(name)
    assert {name: found[name][:3] for name in names} == names
