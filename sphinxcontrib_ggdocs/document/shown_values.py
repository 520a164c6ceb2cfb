"""Removes what is hidden from the values in schemas: defaults, examples, constants and
enumerations.

It works on reduced schemas, see `shown_schemas`: their hidden properties are removed, and their
keyword `HIDDEN` still lists the names of these. A value is compared with its schema member by
member. In case of doubt it is removed: a member that no schema defines and that some other schema
hides, or an example of a union that may be of a hidden choice.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Final

from ..schema.fitting import validity
from ..schema.nodes import KEYS, JsonSchema
from ..schema.traversal import every_schema, map_schema
from .hidden_names import HiddenNames, lists_values, name_in, tag_text
from .schema_marks import HIDDEN_CHOICE, HIDDEN_ENTIRELY, OBJECT_PARTS, schemas_of_value

REMOVED: Final = object()
"""Is returned in place of a value that is hidden as a whole."""

HIDDEN: Final = "x-ggdocs-hidden"
"""The keyword of reduced schemas that lists the hidden properties of the object."""

EXAMPLES: Final = frozenset({"example", "examples"})
_SINGLE_VALUES: Final = ("const", "default", "example")
_LISTS_OF_VALUES: Final = ("enum", "examples")
VALUES: Final = (*_SINGLE_VALUES, *_LISTS_OF_VALUES)
"""Keywords whose operands are values, not schemas."""
_VALUE_KEYWORDS: Final = frozenset({*VALUES, HIDDEN})
_LISTS_OF_CHOICES: Final = (*_LISTS_OF_VALUES, "anyOf", "oneOf")
_KEYWORDS_WITH_SAME_TAGS: Final = (*OBJECT_PARTS, "items")
_ITEM_KEYWORDS: Final = ("items", "contains", "additionalItems", "unevaluatedItems")


class _UnknownContent(Exception):  # control flow, no error
    """Ends the comparison of a value of which it is not known whether it is shown."""


class ShownValues:
    """Filters the values in reduced schemas.

    Args:
        whole: The named schemas of the whole document.
        reduced: The same, reduced.
        names: The names of what is hidden.
        type_names: The name of each schema's type, by the name of the schema: `Order` for the
            schema `Order-Input`.
    """

    def __init__(
        self,
        whole: Mapping[str, JsonSchema],
        reduced: Mapping[str, JsonSchema],
        names: HiddenNames,
        type_names: Mapping[str, str],
    ) -> None:
        self._whole = whole
        self._reduced = reduced
        self._names = names
        self._hidden_somewhere = names.somewhere
        """The properties that some type hides."""
        self._type_names = type_names

    def finished(self, schema: JsonSchema, name: str | None = None) -> JsonSchema:
        """Return a reduced schema without hidden values, at any depth, and without `HIDDEN`.

        Args:
            schema: The reduced schema.
            name: Its name; None for a schema inside another one.
        """
        finished = map_schema(self._without_tags(schema, name), self.finished)
        if _VALUE_KEYWORDS.isdisjoint(schema):
            return finished
        shown: JsonSchema = {}
        # Values are compared with `schema`, since the schemas inside `finished` have lost `HIDDEN`.
        for keyword, operand in finished.items():
            remaining = operand
            if keyword == HIDDEN:
                continue
            if keyword in _SINGLE_VALUES:
                remaining = self.shown_value(operand, schema)
            elif keyword in _LISTS_OF_VALUES and isinstance(operand, list):
                remaining = self._shown_values(operand, schema)
            if remaining is not REMOVED:
                shown[keyword] = remaining
        return _without_texts_of_values(shown, schema)

    def shown_value(self, value: Any, schema: JsonSchema) -> Any:
        """Return a value of a reduced schema without its hidden members; `REMOVED` if nothing of it
        is shown.
        """
        try:
            remaining = self._remaining(value, [schema])
        except _UnknownContent:
            return REMOVED
        # A shown member may still name a hidden type, field or choice.
        if any(text in self._names.members for text in texts_in(remaining)):
            return REMOVED
        return remaining

    def _shown_values(self, values: list[Any], schema: JsonSchema) -> Any:
        """Return the shown values of a list, each without its hidden members; `REMOVED` if none of
        them is shown.
        """
        shown: list[Any] = []
        for value in values:
            remaining = self.shown_value(value, schema)
            if remaining is not REMOVED:
                shown.append(remaining)
        if values and not shown:
            return REMOVED
        return shown

    def hides(self, schema: JsonSchema) -> bool:
        """Return whether a reduced schema, or a schema that it refers to, hides anything."""
        waiting = [schema]
        seen: set[str] = set()
        while waiting:
            for inner in every_schema(waiting.pop()):
                if HIDDEN in inner:
                    return True
                name = name_in(inner)
                if name is not None and name not in seen and name in self._reduced:
                    seen.add(name)
                    waiting.append(self._reduced[name])
        return False

    # --- values ---

    def _remaining(self, value: Any, schemas: Sequence[Any]) -> Any:
        """Return a value without its hidden members; `REMOVED` if it is hidden as a whole.

        Args:
            value: The value.
            schemas: The schemas of the place where it is, such as that of a property.

        Raises:
            _UnknownContent: A text in the value may contain something hidden, which cannot be
                removed from it.
        """
        # These schemas, the targets of their references, the choices of their unions, and other
        # schemas inside them for the same value.
        value_schemas = list(schemas_of_value(schemas, self._reduced))
        hidden = _hidden_in(value_schemas)
        if HIDDEN_ENTIRELY in hidden:
            return REMOVED
        # Validated by `schemas`: a value that one of the inner schemas accepts need not be valid.
        if HIDDEN_CHOICE in hidden and not self._fits_shown_choice(value, schemas):
            return REMOVED
        if isinstance(value, str) and self._may_have_hidden_content(value_schemas):
            raise _UnknownContent
        if isinstance(value, list):
            return self._remaining_items(value, value_schemas)
        if isinstance(value, dict):
            return self._remaining_members(value, schemas, value_schemas)
        return value

    def _remaining_items(self, values: list[Any], value_schemas: Sequence[JsonSchema]) -> list[Any]:
        """Return a list with None for hidden items, so that the others keep their places."""
        items: list[Any] = []
        for position, item in enumerate(values):
            remaining = self._remaining(item, [*_schemas_of_item(value_schemas, position)])
            if remaining is REMOVED:
                remaining = None
            items.append(remaining)
        return items

    def _remaining_members(
        self, value: JsonSchema, schemas: Sequence[Any], value_schemas: Sequence[JsonSchema]
    ) -> Any:
        """Return an object without its hidden members; `REMOVED` if it is one of a hidden choice.

        Args:
            value: The object.
            schemas: The schemas of the place where it is.
            value_schemas: These, the targets of their references, the choices of their unions, and
                other schemas inside them for the same object.
        """
        hidden = _hidden_in(value_schemas)
        shown_names = self._shown_names(value, schemas, value_schemas) - hidden
        # The object is of a hidden choice if it has the tag of one, or a member that no shown
        # choice has.
        has_hidden_tag = any(self._is_hidden_tag(name, item) for name, item in value.items())
        if has_hidden_tag or (HIDDEN_CHOICE in hidden and shown_names != value.keys()):
            return REMOVED
        shown: JsonSchema = {}
        for name, item in value.items():
            if name in shown_names:
                remaining = self._remaining(item, [*_schemas_of_member(value_schemas, name)])
                if remaining is not REMOVED:
                    shown[name] = remaining
        # No schema describes an object, and all members are hidden: it is of a hidden class.
        if value and not shown and not any(map(_describes_object, value_schemas)):
            return REMOVED
        return shown

    def _shown_names(
        self, value: JsonSchema, schemas: Sequence[Any], value_schemas: Sequence[JsonSchema]
    ) -> frozenset[str]:
        """Return the members of an object that are known to be shown: those that a schema defines,
        and those that no schema of the document hides.

        Args:
            value: The object.
            schemas: The schemas of the place where it is.
            value_schemas: These, the targets of their references, the choices of their unions, and
                other schemas inside them for the same object.
        """
        names = value.keys() & self._declared_in(schemas)
        # A hidden choice may have any member; if there is one, other names are not known to be
        # shown unless a shown schema allows any name.
        has_hidden_choice = HIDDEN_CHOICE in _hidden_in(value_schemas)
        if not has_hidden_choice or any(map(_allows_any_name, value_schemas)):
            names |= value.keys() - self._hidden_somewhere
        return frozenset(names)

    def _declared_in(self, schemas: Iterable[Any]) -> frozenset[str]:
        """Return the properties that reduced schemas define."""
        names: set[str] = set()
        for schema in schemas_of_value(schemas, self._reduced, OBJECT_PARTS):
            names.update(schema.get("properties") or ())
        return frozenset(names)

    def _fits_shown_choice(self, value: Any, schemas: Sequence[Any]) -> bool:
        """Return whether a value certainly fits one of the remaining choices of a union."""
        for schema in schemas:
            if isinstance(schema, dict) and validity(value, schema, self._reduced):
                return True
        return False

    def _may_have_hidden_content(self, value_schemas: Sequence[JsonSchema]) -> bool:
        """Return whether a text may be a document with hidden content, such as XML or JSON.

        Args:
            value_schemas: All schemas that describe the text.
        """
        # Where strings are not allowed, the text is a serialized form of what the schemas describe.
        content_schemas = [*value_schemas]
        if any(map(_allows_text, value_schemas)):
            # An ordinary text, whose content is described by `contentSchema` alone.
            contents = (schema.get("contentSchema") for schema in value_schemas)
            content_schemas = [content for content in contents if isinstance(content, dict)]
        return any(map(self.hides, content_schemas))

    # --- tags of hidden choices, which enumerations may list ---

    def _is_hidden_tag(self, name: str, value: Any) -> bool:
        """Return whether a value of a property is the tag of a hidden choice of a union."""
        return (name, tag_text(value)) in self._names.tags

    def _without_tags(self, schema: JsonSchema, name: str | None) -> JsonSchema:
        """Return a schema without the tags of hidden choices, which it lists if it is itself an
        enumeration with this name, or in its properties.
        """
        if not self._names.tags:
            return schema
        if name is not None and name in self._enumerations:
            schema = self._without_tags_of(self._type_names[name], schema)
        properties = schema.get("properties")
        if not isinstance(properties, dict):
            return schema
        shown: JsonSchema = {}
        for property_name, inner in properties.items():
            shown[property_name] = self._without_tags_of(property_name, inner)
        return {**schema, "properties": shown}

    @cached_property
    def _enumerations(self) -> set[str]:
        """Return the names of the schemas of enumerations that list tags of hidden choices."""
        names = {name for name, _tag in self._names.tags}
        enumerations: set[str] = set()
        for name, schema in self._whole.items():
            if self._type_names.get(name) in names and lists_values(schema):
                enumerations.add(name)
        return enumerations

    def _without_tags_of(self, name: str, schema: Any) -> Any:
        """Remove the tags that a property or an enumeration has for hidden choices from its
        schema.
        """
        if not isinstance(schema, dict):
            return schema
        shown: JsonSchema = {}
        for keyword, operand in schema.items():
            remaining = self._without_tags_in(name, keyword, operand)
            if remaining is not REMOVED:
                shown[keyword] = remaining
        return _without_texts_of_values(shown, schema)

    def _without_tags_in(self, name: str, keyword: str, operand: Any) -> Any:
        """Remove the tags that a property has for hidden choices from the operand of a keyword of
        its schema; `REMOVED` if it has nothing else.
        """
        remaining = operand
        if keyword in _LISTS_OF_CHOICES and isinstance(operand, list):
            remaining = self._without_choices_of_tags(name, operand)
        elif keyword in VALUES and self._is_hidden_tag(name, operand):
            remaining = REMOVED
        if keyword in _KEYWORDS_WITH_SAME_TAGS and remaining is not REMOVED:
            return map_schema({keyword: remaining}, partial(self._without_tags_of, name))[keyword]
        return remaining

    def _without_choices_of_tags(self, name: str, choices: list[Any]) -> Any:
        """Return the choices of a property that are not tags of hidden choices; `REMOVED` if all
        are.
        """
        remaining = [choice for choice in choices if not self._is_choice_of_tag(name, choice)]
        if choices and not remaining:
            return REMOVED
        return remaining

    def _is_choice_of_tag(self, name: str, choice: Any) -> bool:
        """Return whether a choice is the tag of a hidden choice: a value, or a schema with a
        constant.
        """
        value = choice
        if isinstance(choice, dict):
            value = choice.get("const")
        return self._is_hidden_tag(name, value)


def texts_in(value: Any) -> Iterator[str]:
    """Yield the strings and the keys in a JSON value, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from texts_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts_in(inner)


def is_extension(keyword: str) -> bool:
    """Return whether a keyword is an extension of the author, not one of ours."""
    return keyword.startswith("x-") and keyword != KEYS and not keyword.startswith("x-ggdocs-")


def _without_texts_of_values(shown: JsonSchema, schema: JsonSchema) -> JsonSchema:
    """Remove the extensions of an enumeration that has lost values: they may name and describe
    these, by position (``x-enum-varnames``) or by value.

    Args:
        shown: What is left of the schema.
        schema: The same schema before.
    """
    if "enum" not in schema or shown.get("enum") == schema["enum"]:
        return shown
    return {keyword: value for keyword, value in shown.items() if not is_extension(keyword)}


def _hidden_in(schemas: Iterable[JsonSchema]) -> set[str]:
    """Return the properties that reduced schemas hide."""
    hidden: set[str] = set()
    for schema in schemas:
        hidden.update(schema.get(HIDDEN, ()))
    return hidden


def _describes_object(schema: JsonSchema) -> bool:
    """Return whether a reduced schema describes, or described, the properties of an object."""
    return "properties" in schema or HIDDEN in schema or _allows_any_name(schema)


def _allows_any_name(schema: JsonSchema) -> bool:
    """Return whether a schema describes properties of any name, or of a pattern of names."""
    return isinstance(schema.get("additionalProperties"), dict) or "patternProperties" in schema


def _allows_text(schema: JsonSchema) -> bool:
    """Return whether a schema allows strings."""
    types = schema.get("type")
    if not isinstance(types, list):
        types = [types]
    return "string" in types or "const" in schema or "enum" in schema


def _schemas_of_member(schemas: Iterable[JsonSchema], name: str) -> Iterator[Any]:
    """Yield the schemas that the member of an object with a name may have to fit."""
    for schema in schemas:
        properties = schema.get("properties")
        if isinstance(properties, dict) and name in properties:
            yield properties[name]
        else:
            yield schema.get("additionalProperties")
            yield schema.get("unevaluatedProperties")
        yield from (schema.get("patternProperties") or {}).values()


def _schemas_of_item(schemas: Iterable[JsonSchema], position: int) -> Iterator[Any]:
    """Yield the schemas that the item at a position of a list may have to fit."""
    for schema in schemas:
        prefix = schema.get("prefixItems")
        if isinstance(prefix, list) and position < len(prefix):
            yield prefix[position]
        for keyword in _ITEM_KEYWORDS:
            yield schema.get(keyword)
