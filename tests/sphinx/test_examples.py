"""Examples that are made up for types."""

import json
from typing import Any

import pytest

from sphinxcontrib_ggdocs.native.view.examples import example

TREE: dict[str, Any] = {"$ref": "#/schemas/Tree"}
TEXT = {"type": "string"}


def _tree(**fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields)}


RECURSIVE = {
    "ends where it may be null": (
        _tree(up={"anyOf": [TREE, {"type": "null"}]}),
        {"up": {"up": None}},
    ),
    "ends where it may be something else": (
        _tree(up={"anyOf": [TREE, TEXT]}),
        {"up": {"up": "string"}},
    ),
    "ends in a list": (_tree(down={"type": "array", "items": TREE}), {"down": [{"down": []}]}),
}


@pytest.mark.parametrize(("schema", "value"), RECURSIVE.values(), ids=RECURSIVE)
def test_a_recursive_type(schema: dict[str, Any], value: Any) -> None:
    assert json.loads(example(schema, {"Tree": schema})) == value


def test_a_type_that_cannot_end() -> None:
    assert len(example(_tree(up=TREE), {"Tree": _tree(up=TREE)})) < 1000
