"""Puts brands back into what pydantic wrote, where both readings of a field agree."""

from typing import Any

from ..contracts.annotations import is_alias
from ..contracts.contract_errors import ContractError
from ..contracts.model import MISSING, TypeForm
from .forms import Forms
from .json_schema import write
from .nodes import HOLE, KEYS, Definition, Facet, JsonSchema, Node, Template, TypeDescriber
from .traversal import map_schema

_STRUCTURE = frozenset(
    {
        "$ref",
        "properties",
        "patternProperties",
        "additionalProperties",
        "items",
        "prefixItems",
        "anyOf",
        "oneOf",
        HOLE,
    }
)
_OUTER_WORDS = frozenset({"title", "description", "default", "examples", "deprecated"})


def with_brands(walker: TypeDescriber, template: Template, forms: Forms) -> Template:
    """`template` with what means the same to pydantic replaced by our own descriptions.

    Args:
        walker: Describes the fields.
        template: pydantic's answer for a class.
        forms: What is written inside the class.
    """
    parts = list(template.parts)
    input_side = _Side(walker, parts, forms, "input").restored(template.input)
    output_side = _Side(walker, parts, forms, "output").restored(template.output)
    return Template(
        input_side, input_side if input_side == output_side else output_side, tuple(parts)
    )


class _Side:
    """One facet of one class."""

    def __init__(
        self,
        walker: TypeDescriber,
        parts: list[Node],
        forms: Forms,
        facet: Facet,
    ) -> None:
        self._walker = walker
        self._parts = parts
        self._forms = forms
        self._facet = facet

    def restored(self, schema: JsonSchema) -> JsonSchema:
        """pydantic's answer with our descriptions inside."""
        whole = self._forms.whole.get(self._facet, MISSING)
        if whole is not MISSING:
            return self._at(schema, whole)
        result = dict(schema)
        properties = self._forms.properties.get(self._facet, {})
        if isinstance(given := schema.get("properties"), dict):
            result["properties"] = {
                name: self._at(inner, properties[name]) if name in properties else inner
                for name, inner in given.items()
            }
        if isinstance(items := schema.get("prefixItems"), list) and len(items) == len(
            self._forms.items
        ):
            result["prefixItems"] = [
                self._at(inner, form) for inner, form in zip(items, self._forms.items, strict=True)
            ]
        if (
            isinstance(extra := schema.get("additionalProperties"), dict)
            and self._forms.extra is not MISSING
        ):
            result["additionalProperties"] = self._at(extra, self._forms.extra)
        return result

    def _at(self, given: JsonSchema, form: TypeForm) -> JsonSchema:
        """Our description of `form` with what else pydantic says there, or pydantic's where they do
        not agree.
        """
        known = self._walker.known()
        try:
            node = self._walker.node(form)
        except ContractError:
            self._walker.forget_all_but(known)
            return given  # pydantic's answer has all keywords
        if given.keys() == {HOLE} and self._parts[given[HOLE]] == node:
            return {HOLE: self._index_of(node)}
        # pydantic is right about what values are accepted, and we about what types are called: ours
        # is taken only where pydantic says the same, or more.
        own = _plain(self._walker, node, self._facet)
        filled = _filled(self._walker, given, self._parts, self._facet)
        if own == filled:
            return {HOLE: self._index_of(node)}
        if not _within(_without_keys(own), _without_keys(filled)):
            self._walker.forget_all_but(known)
            return given
        siblings = {
            key: given[key]
            for key, value in filled.items()
            if key in given and own.get(key, HOLE) != value and not _is_extended(key, value, own)
        }
        return {
            HOLE: self._index_of(node),
            **{key: value for key, value in siblings.items() if key != HOLE},
        }

    def _index_of(self, node: Node) -> int:
        """Which part of the template a node is, or has become."""
        for index, part in enumerate(self._parts):
            if part == node:
                return index
        self._parts.append(node)
        return len(self._parts) - 1


def _is_extended(key: str, value: Any, own: JsonSchema) -> bool:
    """Whether a text is ours with more after it: what to use instead, of which pydantic knows
    nothing.
    """
    return key == "description" and str(own.get(key)).startswith(f"{value}\n\n")


def _within(own: JsonSchema, filled: JsonSchema) -> bool:
    """Whether a schema says all that another says, and besides nothing but words and bounds."""
    bare, more = _bare(own), _bare(filled)
    if any(more.get(key, HOLE) != value for key, value in bare.items()):
        return False
    return not (more.keys() - bare.keys()) & _STRUCTURE


def _without_keys(schema: JsonSchema) -> JsonSchema:
    """`schema` without what we say of the keys of a map and pydantic does not."""
    without = map_schema(schema, _without_keys)
    without.pop(KEYS, None)
    names = without.get("propertyNames")
    if isinstance(names, dict) and _bare(names) == {"type": "string"}:
        del without["propertyNames"]
    return without


def _plain(walker: TypeDescriber, node: Node, facet: Facet) -> JsonSchema:
    """A node as pydantic would write it: brands and aliases written out, classes and what recurs as
    references.
    """
    inside: list[Any] = []

    def refer(key: Any, side: Facet) -> JsonSchema:
        definition: Definition | None = walker.definitions.get(key)
        is_written = definition is not None and (
            definition.brand or is_alias(_without_arguments(key))
        )
        if definition is None or not is_written or key in inside:
            return {"$ref": repr(key)}
        inside.append(key)
        written = write(definition.node, side, refer)
        inside.pop()
        return written

    return write(node, facet, refer)


def _without_arguments(key: Any) -> Any:
    """The alias of a key, which of a generic alias holds the arguments too."""
    return key[0] if isinstance(key, tuple) else key


def _filled(
    walker: TypeDescriber, schema: JsonSchema, parts: list[Node], facet: Facet
) -> JsonSchema:
    filled = map_schema(schema, lambda inner: _filled(walker, inner, parts, facet))
    if HOLE not in filled:
        return filled
    del filled[HOLE]
    return {**_plain(walker, parts[schema[HOLE]], facet), **filled}


def _bare(schema: JsonSchema) -> JsonSchema:
    return {key: value for key, value in schema.items() if key not in _OUTER_WORDS}
