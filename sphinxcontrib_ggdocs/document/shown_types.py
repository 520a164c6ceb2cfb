"""Finds the types that are still referenced after the filter for an audience, and their names."""

from collections.abc import Iterator, Mapping
from typing import Any

from ..schema.nodes import AS_GIVEN, Definition, JsonSchema, without
from ..schema.overlay import Described, SchemaKey, referenced_key
from ..schema.registry import Slot, Written
from ..schema.tags import tag_of
from ..schema.traversal import discriminated, every_schema, parts_in
from .shown_schemas import EXAMPLES, ShownSchemas
from .uses import REFERENCE_PREFIX


class ShownTypes(Mapping[SchemaKey, Described]):
    """The types of a whole document, each as an audience sees it when it is first asked for.

    Args:
        whole: The schemas of the whole document.
        shown: The same as the audience sees them.
    """

    def __init__(self, whole: Written, shown: ShownSchemas) -> None:
        self.definitions: Mapping[str, Definition] = whole.definitions
        self._names = {schema_key: name for name, schema_key in whole.schema_keys.items()}
        self._shown = shown
        self._uses: list[tuple[JsonSchema, JsonSchema, JsonSchema]] = []
        """What parts have of a schema, which is filled in when names are known; the schema; and
        keywords of the part."""
        self._described: dict[SchemaKey, Described] = {}

    @property
    def schemas(self) -> Mapping[SchemaKey, Described]:
        """The types by key and side."""
        return self

    def __getitem__(self, schema_key: SchemaKey) -> Described:
        if schema_key not in self._described:
            reduced = self._shown[self._names[schema_key]]
            schema = self._with_same_examples(schema_key, self._shown.finished(reduced))
            self._described[schema_key] = _as_described(schema)
        return self._described[schema_key]

    def __iter__(self) -> Iterator[SchemaKey]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def _with_same_examples(self, schema_key: SchemaKey, schema: JsonSchema) -> JsonSchema:
        """Return the schema of a type on one side of the wire with the examples of the other: what
        is not known to be shown may be known there, and both sides are one schema where they can.
        """
        key, mode = schema_key
        other = self._names.get((key, "input")) if mode == "output" else None
        if other is None or AS_GIVEN in schema:
            return schema
        if not self._shown.has_examples(other) and EXAMPLES.isdisjoint(schema):
            return schema
        shown = self._shown.finished(self._shown[other])
        left = without(schema, *EXAMPLES)
        for name in ("examples", "example"):
            if name in shown:
                left[name] = shown[name]
        return left

    def use(self, schema: JsonSchema, keywords: Mapping[str, Any] | None = None) -> JsonSchema:
        """Return an object that becomes the schema of a part when names are known.

        Args:
            schema: The whole schema.
            keywords: What the part adds to it.
        """
        used: JsonSchema = {}
        shown = self._shown.finished(self._shown.reduced(schema))
        self._uses.append((used, shown, dict(keywords or {})))
        return used

    def write(self) -> Written:
        """Choose names, and write the schemas of all parts."""
        slots = [Slot(_as_described(shown), "input") for _, shown, _ in self._uses]
        written = Written(self, slots, REFERENCE_PREFIX + "{name}")
        for (used, _, keywords), slot in zip(self._uses, slots, strict=True):
            used |= {**written.schema(slot), **keywords}
        return written


def _as_described(schema: JsonSchema) -> Described:
    """Return a schema with the types that it mentions, and the choices of its tagged unions."""
    schema_keys: list[SchemaKey | None] = []
    discriminators: list[SchemaKey | None] = []
    choices: list[tuple[SchemaKey, str]] = []
    for inner in every_schema(schema):
        schema_keys.append(referenced_key(inner))
        if "discriminator" not in inner:
            continue
        discriminators += [referenced_key({"$ref": text}) for text in discriminated(inner)]
        tag = tag_of(inner)
        if tag is not None and AS_GIVEN not in schema:
            tagged = map(referenced_key, parts_in(inner, ["oneOf"]))
            choices += [(choice, tag) for choice in tagged if choice is not None]
    # How often a type is mentioned counts, and discriminators mention choices a second time.
    known = set(schema_keys)
    schema_keys += (
        schema_key for schema_key in dict.fromkeys(discriminators) if schema_key not in known
    )
    return Described(schema, tuple(filter(None, schema_keys)), tuple(choices))
