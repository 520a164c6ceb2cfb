"""Examples that are made up for types."""

import json
from typing import Any

import pytest

from sphinxcontrib_ggdocs.document.examples import (
    DEEPEST,
    MOST_CHARACTERS,
    MOST_ITEMS,
    MOST_VALUES,
    example,
)
from sphinxcontrib_ggdocs.schema.budget import CUT

TREE: dict[str, Any] = {"$ref": "#/schemas/Tree"}
TEXT = {"type": "string"}


def _tree(**fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields)}


RECURSIVE = {
    "ends where it may be null": (
        _tree(up={"anyOf": [TREE, {"type": "null"}]}),
        {"up": {"up": None}},
    ),
    "ends in a list": (_tree(down={"type": "array", "items": TREE}), {"down": [{"down": []}]}),
}


@pytest.mark.parametrize(("schema", "value"), RECURSIVE.values(), ids=RECURSIVE)
def test_a_recursive_type(schema: dict[str, Any], value: Any) -> None:
    assert json.loads(example(schema, {"Tree": schema})) == value


def test_a_type_that_cannot_end() -> None:
    endless = json.loads(example(_tree(up=TREE), {"Tree": _tree(up=TREE)}))
    depth = 0
    while endless:
        endless, depth = endless["up"], depth + 1
    assert depth == 2 * DEEPEST


def _wide(levels: int) -> dict[str, Any]:
    """Named types of which each requires ten times the next one."""
    schemas: dict[str, Any] = {f"S{levels}": TEXT}
    for number in range(levels):
        target = {"$ref": f"#/schemas/S{number + 1}"}
        schemas[f"S{number}"] = _tree(**{f"p{n}": target for n in range(10)})
    return schemas


def _count(value: object) -> int:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(_count, inside))


def test_of_a_large_type_less_deep_inside_is_shown() -> None:
    schemas = _wide(13)
    made = json.loads(example(schemas["S0"], schemas))
    assert 2 * _count(made) <= MOST_VALUES
    assert set(made) == {f"p{n}" for n in range(10)}
    assert made["p9"]["p9"] == CUT


def test_a_small_type_is_not_cut() -> None:
    schemas = _wide(2)
    made = json.loads(example(schemas["S0"], schemas))
    assert made["p9"] == {f"p{n}": "string" for n in range(10)}


def test_one_object_with_too_many_properties_is_cut_at_the_end() -> None:
    schema = _tree(**{f"p{n}": TEXT for n in range(2 * MOST_VALUES)})
    made = json.loads(example(schema, {}))
    assert made["p0"] == "string"
    assert list(made)[-1] == list(made.values())[-1] == CUT


def test_values_of_authors_count() -> None:
    long = {"examples": ["x" * 200_000]}
    made = json.loads(example(_tree(a=TEXT, b=long), {}))
    assert made == {"a": "string", "b": CUT}
    assert json.loads(example(long, {})) == long["examples"][0]


OWN = {
    "all of itself": {"A": {"allOf": [{"$ref": "#/schemas/A"}]}},
    "any of itself": {"A": {"anyOf": [{"$ref": "#/schemas/A"}, {"$ref": "#/schemas/A"}]}},
    "through others": {
        "A": {"allOf": [{"$ref": "#/schemas/B"}]},
        "B": {"oneOf": [{"$ref": "#/schemas/C"}, {"$ref": "#/schemas/A"}]},
        "C": {"allOf": [{"$ref": "#/schemas/A"}]},
    },
    "a long way": {
        "A": {"$ref": "#/schemas/A0"},
        **{f"A{n}": {"allOf": [{"$ref": f"#/schemas/A{n + 1}"}]} for n in range(3_000)},
    },
}


@pytest.mark.parametrize("schemas", OWN.values(), ids=OWN)
def test_a_type_that_is_a_part_of_itself(schemas: dict[str, Any]) -> None:
    assert json.loads(example({"$ref": "#/schemas/A"}, schemas)) in ({}, CUT)


def _nested(depth: int, innermost: dict[str, Any]) -> dict[str, Any]:
    schema = innermost
    for _ in range(depth):
        schema = {"type": "object", "properties": {"x": schema}, "required": ["x"]}
    return schema


VALUES = {
    "the first choice": ({"enum": ["a", "b"]}, "a"),
    "an example before a default": ({"type": "integer", "examples": [7], "default": 8}, 7),
    "the default": ({"type": "integer", "default": 8}, 8),
    "anything": ({}, {}),
    "the first alternative that is not null": ({"anyOf": [{"type": "null"}, TEXT]}, "string"),
    "members of all": ({"allOf": [_tree(a=TEXT), _tree(b=TEXT)]}, {"a": "string", "b": "string"}),
    "a version of UUIDs": (
        {"type": "string", "format": "uuid7"},
        "3fa85f64-5717-7562-b3fc-2c963f66afa6",
    ),
    "a short text": ({"type": "string", "maxLength": 3}, "str"),
    "above a number": ({"type": "integer", "exclusiveMinimum": 5}, 6),
    "the greatest number": ({"type": "integer", "maximum": -2}, -2),
    "below a number by a step": ({"exclusiveMaximum": 0, "multipleOf": 5, "type": "number"}, -5),
    "a multiple": ({"type": "integer", "multipleOf": 5}, 5),
    "a multiple above a bound": ({"type": "integer", "minimum": 11, "multipleOf": 5}, 15),
    "the next multiple": ({"type": "integer", "exclusiveMinimum": 1, "multipleOf": 2}, 2),
    "a multiple that is excluded": ({"type": "integer", "exclusiveMinimum": 4, "multipleOf": 2}, 6),
    "a multiple below a bound": ({"type": "integer", "maximum": -7, "multipleOf": 5}, -10),
    "the bound, which is a multiple": (
        {"type": "number", "minimum": 0.3, "maximum": 0.3, "multipleOf": 0.1},
        0.3,
    ),
    "a bound that is no float": (
        {"type": "integer", "minimum": 10**400, "multipleOf": 0.5},
        1,
    ),
    "a number between two": (
        {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.5},
        0.25,
    ),
    "the least number below another": (
        {"type": "number", "minimum": 0, "exclusiveMaximum": 0.5},
        0,
    ),
    "a format that is not known": ({"type": "string", "format": "x"}, "string"),
    "deep inside, what is required": (
        _nested(DEEPEST + 1, {}),
        json.loads('{"x":' * (DEEPEST + 1) + "{}" + "}" * (DEEPEST + 1)),
    ),
    "deep inside, nothing else": (
        _nested(DEEPEST, {"type": "object", "properties": {"y": TEXT}}),
        json.loads('{"x":' * DEEPEST + "{}" + "}" * DEEPEST),
    ),
    "more items than an example has": (
        {"type": "array", "items": TEXT, "minItems": 2**40},
        ["string"] * MOST_ITEMS + [CUT],
    ),
    "a text longer than an example": (
        {"type": "string", "minLength": 2**40},
        "string".ljust(MOST_CHARACTERS, "x") + CUT,
    ),
    "a tuple": ({"type": "array", "prefixItems": [TEXT, {"type": "integer"}]}, ["string", 1]),
    "a list of anything": ({"type": "array"}, []),
    "a deep list is empty": (
        _nested(DEEPEST, {"type": "array", "items": TEXT}),
        json.loads('{"x":' * DEEPEST + "[]" + "}" * DEEPEST),
    ),
}


FORMATS = {
    "date-time": "2026-01-31T12:00:00Z",
    "date": "2026-01-31",
    "email": "user@example.org",
    "ipv4": "192.0.2.1",
}


@pytest.mark.parametrize(("name", "value"), FORMATS.items())
def test_a_text_of_a_format(name: str, value: str) -> None:
    assert json.loads(example({"type": "string", "format": name}, {})) == value


def test_examples_are_indented_and_readable() -> None:
    schema = {"type": "object", "properties": {"name": {"const": "Ærø"}}}
    assert example(schema, {}) == '{\n  "name": "Ærø"\n}'


@pytest.mark.parametrize(("schema", "value"), VALUES.values(), ids=VALUES)
def test_examples_are_values_of_the_type(schema: dict[str, Any], value: Any) -> None:
    assert json.loads(example(schema, {})) == value
