"""What is said besides types and bounds: patterns, values, defaults, examples, files; who may
call; and what types are called.
"""

import json
from typing import Any

import pytest

from sphinxcontrib_ggdocs.document import parts as doc
from sphinxcontrib_ggdocs.native.blocks.credentials import permission_of
from sphinxcontrib_ggdocs.native.view import DescribedValue as Value
from sphinxcontrib_ggdocs.native.view import Facts
from sphinxcontrib_ggdocs.native.view.facts import facts_of, with_serialization
from sphinxcontrib_ggdocs.native.view.schema_rules import rules_of
from sphinxcontrib_ggdocs.native.view.types import Types
from sphinxcontrib_ggdocs.native.vocabulary import Constraint

FACTS = {
    "anything": (True, Facts()),
    "a pattern": ({"type": "string", "pattern": "^a"}, Facts(patterns=("^a",))),
    "a pattern of alternatives, once": (
        {"anyOf": [{"pattern": "^a"}, {"pattern": "^b"}, {"pattern": "^a"}, True]},
        Facts(patterns=("^a", "^b")),
    ),
    "as many values as fit into the type": ({"enum": [1, 2, 3, 4, 5]}, Facts()),
    "values of items": (
        {"type": "array", "items": {"anyOf": [{"enum": [1, 2, 3, 4, 5, 6]}, {"type": "null"}]}},
        Facts(values=("1", "2", "3", "4", "5", "6")),
    ),
    "names of values, in their order": (
        {"enum": [1, 2, None], "x-enum-varnames": ["LOW", "HIGH"]},
        Facts(described_values=(Value("1", "LOW"), Value("2", "HIGH"), Value("null"))),
    ),
    "names and descriptions by value": (
        {"enum": ["a", 2], "x-enum-names": {"a": "A"}, "x-enumDescriptions": {"2": " Two. "}},
        Facts(described_values=(Value('"a"', "A"), Value("2", "", "Two."))),
    ),
    "described values instead of more values": (
        {"enum": [1, 2, 3, 4, 5, 6], "x-enumNames": ["ONE"]},
        Facts(described_values=(Value("1", "ONE"), *map(Value, "23456"))),
    ),
    "descriptions that are no texts": (
        {"enum": ["A", "B"], "x-enum-varnames": "A", "x-enum-descriptions": [1, None, "C"]},
        Facts(),
    ),
    "a default that is not the constant": ({"const": 1, "default": 2}, Facts(default="2")),
    "examples": ({"examples": ["é", 2]}, Facts(examples=('"é"', "2"))),
    "each demand once": (
        {"anyOf": [{"maximum": 9.0}, {"maximum": 9}]},
        Facts(constraints=(Constraint("≤ 9"),)),
    ),
}


@pytest.mark.parametrize(("schema", "facts"), FACTS.values(), ids=FACTS)
def test_facts(schema: Any, facts: Facts) -> None:
    assert facts_of(schema) == facts


WORDS = {"{0} item|{0} items": "{0} Teil|{0} Teile", "each {0}": "je {0}", "unique": "verschieden"}


@pytest.mark.parametrize(
    ("constraint", "text"),
    [
        (Constraint("", "{0} item|{0} items", 1), "1 Teil"),
        (Constraint("≥ ", "{0} item|{0} items", 2), "≥ 2 Teile"),
        (Constraint("", "unique"), "verschieden"),
        (Constraint("≤ 9", each=True), "je ≤ 9"),
        (Constraint("", "{0} key|{0} keys", 1), "1 key"),
    ],
)
def test_a_constraint_in_another_language(constraint: Constraint, text: str) -> None:
    assert constraint.text(WORDS) == text


TITLES: dict[str, Any] = {
    "Page_Order": {"title": "Page[Order]"},
    "Order.Line": {"title": "Line"},
    "Card.Line-Input": {"title": "Line", "x-type": "Card.Line"},
    "User-Input": {"title": "User", "x-type": "User"},
    "Page_User-Input": {"title": "Page[User]", "x-type": "Page_User"},
    "Page_User-Output": {"title": "Page[User]", "x-type": "Page_User"},
}


@pytest.mark.parametrize(
    ("key", "title"),
    [
        ("Page_Order", "Page[Order]"),
        ("Order.Line", "Order.Line"),
        ("Card.Line-Input", "Card.Line"),
        ("User-Input", "User"),
        ("Page_User-Output", "Page[User]"),
        ("Unknown", "Unknown"),
    ],
)
def test_what_a_type_is_called(key: str, title: str) -> None:
    assert Types(TITLES).title(key) == title


SCOPE = doc.Permission(text="scope a", tree={"kind": "scope", "name": "a"})
PUBLIC = doc.Permission(text="public", tree={"kind": "public"})


BOTH = doc.Permission(
    text="scope a and scope b",
    tree={"kind": "all", "of": [SCOPE.tree, {"kind": "scope", "name": "b"}]},
)


def odd(of: object) -> doc.Permission:
    """One that a file may have."""
    return doc.Permission(text="odd", tree={"kind": "all", "of": of})


KNOWN = doc.Permission(text="authenticated", tree={"kind": "authenticated"})


@pytest.mark.parametrize(
    ("permission", "security", "words"),
    [
        pytest.param(KNOWN, ({"Key": ()}, {"Bearer": ()}), "", id="callers are known"),
        pytest.param(KNOWN, ({"Key": ()}, {}), "authenticated", id="credentials are optional"),
        pytest.param(SCOPE, ({"OAuth": ("a", "b")}, {"Other": ("a",)}), "", id="every way in"),
        pytest.param(BOTH, ({"OAuth": ("b", "a")},), "", id="all scopes"),
        pytest.param(PUBLIC, ({"Key": ()},), "public", id="public"),
        *(
            pytest.param(odd(of), ({"OAuth": ("x",)},), "odd", id=f"a tree of {of!r}")
            for of in (None, [], ["x"], "x")
        ),
    ],
)
def test_a_permission_that_the_credentials_say_is_not_repeated(
    permission: Any, security: Any, words: str
) -> None:
    assert permission_of(permission, security) == words


SENT = {
    "as usual": ({}, ()),
    "in a style": ({"style": "deepObject"}, (Constraint("", "style {0}", "deepObject"),)),
    "in one": (
        {"style": "form", "explode": False},
        (Constraint("", "style {0}", "form"), Constraint("", "all in one value")),
    ),
}


@pytest.mark.parametrize(("how", "constraints"), SENT.values(), ids=SENT)
def test_how_a_parameter_is_sent(how: dict[str, Any], constraints: tuple[Constraint, ...]) -> None:
    param = doc.Param(name="ids", required=True, schema={}, **how)
    facts = with_serialization(facts_of({"type": "array", "minItems": 1}), param)
    assert facts.constraints == (
        *facts_of({"type": "array", "minItems": 1}).constraints,
        *constraints,
    )


CONDITION = {"if": {"required": ["a"]}, "then": {"minimum": 1}, "else": False}
RULES: dict[str, tuple[Any, Any]] = {
    "none": ({"type": "object", "properties": {"a": {"type": "string"}}, "items": {}}, None),
    "a condition": ({"type": "object", **CONDITION}, CONDITION),
    **{
        keyword: ({"type": "object", keyword: value}, {keyword: value})
        for keyword, value in {
            "$dynamicRef": "#a",
            "$dynamicAnchor": "a",
            "patternProperties": {"^x": {"type": "string"}},
            "dependentRequired": {"a": ["b"]},
            "dependentSchemas": {"a": {"minProperties": 2}},
            "not": {"const": "é"},
            "contains": {"const": 1},
            "minContains": 0,
            "maxContains": 2,
            "unevaluatedProperties": False,
            "unevaluatedItems": False,
        }.items()
    },
    "of properties": (
        {"properties": {"a": CONDITION, "b": {"type": "string"}, "c": True}},
        {"properties": {"a": CONDITION}},
    ),
    "of members, which keep their places": (
        {"allOf": [{"type": "object"}, CONDITION], "anyOf": [{"type": "object"}]},
        {"allOf": [{}, CONDITION]},
    ),
    "next to schemas that are true or false": (
        {"prefixItems": [True, CONDITION], "items": False},
        {"prefixItems": [{}, CONDITION]},
    ),
    "of other properties": (
        {"additionalProperties": {"items": CONDITION}},
        {"additionalProperties": {"items": CONDITION}},
    ),
}


@pytest.mark.parametrize(("schema", "rules"), RULES.values(), ids=RULES)
def test_rules_that_nothing_else_says(schema: Any, rules: Any) -> None:
    written = rules_of(schema)
    assert (json.loads(written) if written else None) == rules
    assert "\\u" not in written
    assert "\n  " in written or not written
