"""Finds the types that are still referenced after the filter for an audience, and their names.

A type has a key, and a schema for each of two modes: ``input`` as clients send it, ``output`` as
they receive it. `Described` is a schema whose references have keys and modes; `Written` chooses
names for them. A slot is one use of a type.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..schema.nodes import AS_GIVEN, Definition, JsonSchema, without
from ..schema.overlay import Described, SchemaKey, referenced_key
from ..schema.registry import Slot, Written
from ..schema.tags import tag_of
from ..schema.traversal import discriminated, every_schema, parts_in
from .shown_schemas import ShownSchemas
from .shown_values import EXAMPLES
from .uses import REFERENCE_PREFIX


@dataclass(frozen=True, slots=True)
class _Use:
    """The schema of a part of the document."""

    placeholder: JsonSchema
    """The object that the part has; it is filled in when the names of types are known."""
    schema: JsonSchema
    """The schema as the audience sees it, with references to types by key."""
    keywords: Mapping[str, Any]
    """What the part adds to the schema."""


class ShownTypes(Mapping[SchemaKey, Described]):
    """The types of a whole document, each as an audience sees it when it is first asked for.

    Args:
        whole: The schemas of the whole document.
        shown: The same as the audience sees them.
    """

    def __init__(self, whole: Written, shown: ShownSchemas) -> None:
        self.definitions: Mapping[str, Definition] = whole.definitions
        self._names = {schema_key: name for name, schema_key in whole.schema_keys.items()}
        """The names of schemas in the whole document, by key and mode of the type."""
        self._shown = shown
        self._uses: list[_Use] = []
        """What `use` has been called with, until `write`."""
        self._described: dict[SchemaKey, Described] = {}
        """The types that have been asked for."""

    @property
    def schemas(self) -> Mapping[SchemaKey, Described]:
        """This mapping itself, under the name by which `Written` reads types."""
        return self

    def __getitem__(self, schema_key: SchemaKey) -> Described:
        """Return a type as the audience sees it, which is filtered when it is first asked for."""
        if schema_key not in self._described:
            schema = self._finished(self._names[schema_key])
            schema = self._with_examples_of_input(schema_key, schema)
            self._described[schema_key] = _as_described(schema)
        return self._described[schema_key]

    def __iter__(self) -> Iterator[SchemaKey]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def _finished(self, name: str) -> JsonSchema:
        """Return a named schema as the audience sees it."""
        return self._shown.value_filter.finished(self._shown[name], name)

    def _with_examples_of_input(self, schema_key: SchemaKey, schema: JsonSchema) -> JsonSchema:
        """Return the schema of a type in output mode with the examples that the type has in input
        mode; in input mode the schema stays.

        The filter may keep an example in one mode and drop it in the other. Two schemas that are
        equal otherwise would then differ, and the type would be written twice.

        Args:
            schema_key: The type and its mode.
            schema: Its schema, without hidden parts and without hidden values.
        """
        key, mode = schema_key
        if mode != "output" or AS_GIVEN in schema:  # schemas from files are not changed
            return schema
        input_name = self._names.get((key, "input"))
        if input_name is None:  # no schema in input mode, from which this one could differ
            return schema
        if not self._shown.has_examples(input_name) and EXAMPLES.isdisjoint(schema):
            return schema  # neither mode has examples
        input_schema = self._finished(input_name)
        with_examples = without(schema, *EXAMPLES)
        for keyword in ("examples", "example"):
            if keyword in input_schema:
                with_examples[keyword] = input_schema[keyword]
        return with_examples

    def use(self, schema: JsonSchema, keywords: Mapping[str, Any] | None = None) -> JsonSchema:
        """Filter the schema of a part, and return an empty object in its place: `write` fills in
        the filtered schema when the names of types are known.

        Args:
            schema: The schema in the whole document.
            keywords: Keywords that the part adds to the filtered schema, such as its examples.
        """
        placeholder: JsonSchema = {}
        shown = self._shown.value_filter.finished(self._shown.reduced(schema))
        self._uses.append(_Use(placeholder, shown, dict(keywords or {})))
        return placeholder

    def write(self) -> Written:
        """Choose the names of types, and fill in the schemas of all parts."""
        # Each reference has the mode of its type already, so that the mode of a slot is not used.
        slots = [Slot(_as_described(use.schema), "input") for use in self._uses]
        written = Written(self, slots, REFERENCE_PREFIX + "{name}")
        for use, slot in zip(self._uses, slots, strict=True):
            use.placeholder.update(written.schema(slot))
            use.placeholder.update(use.keywords)
        return written


def _as_described(schema: JsonSchema) -> Described:
    """Return a schema with the types that it mentions, and the choices of its tagged unions."""
    mentioned: list[SchemaKey | None] = []
    mentioned_by_discriminators: list[SchemaKey | None] = []
    tagged_choices: list[tuple[SchemaKey, str]] = []
    for inner in every_schema(schema):
        mentioned.append(referenced_key(inner))
        if "discriminator" in inner:
            mentioned_by_discriminators += map(_key_of, discriminated(inner))
            if AS_GIVEN not in schema:  # the tags in files stay as they are
                tagged_choices += _tagged_choices(inner)
    # `Written` compares how often a type is mentioned with how often it is a choice of a union;
    # discriminators mention choices a second time, which must not count.
    known = set(mentioned)
    mentioned += (key for key in dict.fromkeys(mentioned_by_discriminators) if key not in known)
    return Described(schema, tuple(filter(None, mentioned)), tuple(tagged_choices))


def _key_of(reference: str) -> SchemaKey | None:
    """Return the key of the type that a reference leads to; None if it leads elsewhere."""
    return referenced_key({"$ref": reference})


def _tagged_choices(union: JsonSchema) -> Iterator[tuple[SchemaKey, str]]:
    """Yield the choices of a union that have names, each with the property that is its tag."""
    tag = tag_of(union)
    if tag is None:
        return
    for choice in parts_in(union, ["oneOf"]):
        schema_key = referenced_key(choice)
        if schema_key is not None:
            yield schema_key, tag
