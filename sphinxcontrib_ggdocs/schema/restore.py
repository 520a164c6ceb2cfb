"""Puts brands back into what pydantic wrote, where both readings of a field agree."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..contracts.mistakes import ContractError
from ..contracts.model import TypeForm
from .nodes import HOLE, Definition, Facet, JsonSchema, Node, Template
from .writing import KEYS, write

if TYPE_CHECKING:
    from .walk import Walker

_OUTER_WORDS = frozenset({"title", "description", "default", "examples", "deprecated"})


def with_brands(walker: "Walker", template: Template, forms: Mapping[str, TypeForm]) -> Template:
    """`template` with those properties replaced by our own description that mean the same to pydantic.

    Args:
        walker: Describes the fields.
        template: pydantic's answer for a class with properties.
        forms: What is written at each property.
    """
    parts = list(template.parts)
    nodes: dict[str, Node] = {}
    for name, form in forms.items():
        try:
            nodes[name] = walker.describe(form)
        except ContractError:
            continue  # pydantic has said what there is to say
    sides = [
        _restored(walker, side, nodes, parts, facet)
        for side, facet in ((template.input, "input"), (template.output, "output"))
    ]
    return Template(sides[0], sides[0] if sides[0] == sides[1] else sides[1], tuple(parts))


def _restored(
    walker: "Walker", schema: JsonSchema, nodes: Mapping[str, Node], parts: list[Node], facet: Facet | str
) -> JsonSchema:
    properties = schema.get("properties")
    if not isinstance(properties, dict):
        return schema
    side: Facet = "input" if facet == "input" else "output"
    restored: JsonSchema = {}
    for name, given in properties.items():
        node = nodes.get(name)
        if node is None or not _same(walker, given, node, parts, side):
            restored[name] = given
            continue
        beside = {key: value for key, value in given.items() if key in _OUTER_WORDS and key != "title"}
        own = _plain(walker, node, side)
        words = {key: value for key, value in beside.items() if own.get(key) != value}
        if node not in parts:
            parts.append(node)
        restored[name] = {HOLE: parts.index(node), **words}
    return {**schema, "properties": restored}


def _same(walker: "Walker", given: JsonSchema, node: Node, parts: list[Node], facet: Facet) -> bool:
    filled: JsonSchema = _filled(walker, given, parts, facet)
    return _bare(_without_keys(filled)) == _bare(_without_keys(_plain(walker, node, facet)))


def _without_keys(schema: Any) -> Any:
    """`schema` without what we say of the keys of a map and pydantic does not."""
    if isinstance(schema, list):
        return [_without_keys(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: _without_keys(value)
        for key, value in schema.items()
        if key != KEYS
        and not (key == "propertyNames" and isinstance(value, dict) and _bare(value) == {"type": "string"})
    }


def _plain(walker: "Walker", node: Node, facet: Facet) -> JsonSchema:
    """A node as pydantic would write it: brands written out, classes as references."""

    def refer(key: Any, side: Facet) -> JsonSchema:
        definition: Definition | None = walker.definitions.get(key)
        if definition is None or not definition.brand:
            return {"$ref": repr(key)}
        return write(definition.node, side, refer)

    return write(node, facet, refer)


def _filled(walker: "Walker", schema: Any, parts: list[Node], facet: Facet) -> Any:
    if isinstance(schema, list):
        return [_filled(walker, item, parts, facet) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if HOLE in schema:
        beside = {key: value for key, value in schema.items() if key != HOLE}
        return {**_plain(walker, parts[schema[HOLE]], facet), **beside}
    return {key: _filled(walker, value, parts, facet) for key, value in schema.items()}


def _bare(schema: JsonSchema) -> JsonSchema:
    return {key: value for key, value in schema.items() if key not in _OUTER_WORDS}
