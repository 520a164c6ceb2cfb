"""Removes hidden parts from the schemas, defaults and examples of a document.

What is marked has been left out before, where types are described, and has left its name in
`HIDDEN`. What is not known to be shown is not shown: a property of a value that no schema there
defines and that is hidden in another place, an example of a union that may be one of a hidden
choice, a keyword that mentions something hidden.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Any, Final, TypeAlias

from ..contracts.authoring.docstrings import without_hidden
from ..contracts.hidden_names import HiddenNames, lists_values, tag_text
from .bounded_patterns import singles_out
from .fitting import validity
from .given_audiences import composed
from .nodes import CHOICE, HIDDEN, KEYS, WHOLE, JsonSchema, without
from .tags import tag_of
from .traversal import every_schema, map_schema

GONE: Final = object()
"""Marks a value that is entirely for other audiences."""

_PARTS = ("allOf", "anyOf", "oneOf")
"""Keywords whose schemas define properties of the same object; others have conditions."""

_CONDITIONS = ("if", "not", "contains", "propertyNames")
_GO_WITH = {"then": "if", "else": "if", "minContains": "contains", "maxContains": "contains"}
_BY_PROPERTY = ("dependentRequired", "dependentSchemas", "dependencies")
_SAME_OBJECT = (*_PARTS, "then", "else", *_BY_PROPERTY)
_VALUES = ("const", "default", "enum", "example", "examples")
_ITEMS = ("items", "contains", "additionalItems", "unevaluatedItems")
_OWN = frozenset({KEYS})
"""Extensions that hold schemas."""
_NONE: frozenset[str] = frozenset()
_IsHidden: TypeAlias = Callable[[str], bool]


class _NotKnown(Exception):  # no error
    """A value, as a whole, is not known to be shown."""


class ShownSchemas(Mapping[str, JsonSchema]):
    """Named schemas without hidden parts, with which values are compared.

    Args:
        schemas: The targets of references, by name.
        names: The names of hidden parts.
    """

    def __init__(self, schemas: Mapping[str, JsonSchema], names: HiddenNames) -> None:
        self._given = schemas
        self._names = names
        self._reduced: dict[str, JsonSchema] = {}
        self._told: dict[str, list[str]] = {}
        """By pattern the hidden names that it shows readers."""

    def __getitem__(self, name: str) -> JsonSchema:
        if not self._is_needed:
            return self._given[name]
        if name not in self._reduced:
            self._reduced[name] = self.without_mentions(self._given[name])
        return self._reduced[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._given)

    def __len__(self) -> int:
        return len(self._given)

    def _known(self) -> Iterator[JsonSchema]:
        """Yield the named schemas; further ones may be added while they are written."""
        yield from (self._given[name] for name in tuple(self._given))

    @cached_property
    def _is_needed(self) -> bool:
        return bool(self._names) or any(map(_hides, self._known()))

    @cached_property
    def _hidden_somewhere(self) -> frozenset[str]:
        """Return the properties that are hidden in some schema."""
        schemas = chain.from_iterable(map(every_schema, self._known()))
        marked = {name for schema in schemas for name in schema.get(HIDDEN, ())}
        return self._names.fields | self._names.members | marked

    @cached_property
    def _names_of_others(self) -> frozenset[str]:
        """Return the names that only something hidden has: a type, a field, a parameter, a tag."""
        return self._names.members | self._names.words

    def schema(self, schema: JsonSchema) -> JsonSchema:
        """Remove hidden parts and values from a schema, at any depth."""
        if not self._is_needed and not _hides(schema):
            return schema
        return self._with_values(self.without_mentions(schema))

    def shown_value(self, value: Any, schema: JsonSchema) -> Any:
        """Remove hidden parts from a value of a schema; `GONE` if nothing may be shown."""
        try:
            left = self._value(value, [schema])
        except _NotKnown:
            return GONE
        is_named = any(text in self._names.members for text in _texts(left))
        return GONE if is_named else left

    def hides(self, schema: JsonSchema) -> bool:
        """Return whether a schema, or a schema that it refers to, hides anything."""
        waiting, seen = [schema], set[str]()
        while waiting:
            for inner in every_schema(waiting.pop()):
                if HIDDEN in inner:
                    return True
                name = _name_in(inner)
                if name is not None and name not in seen:
                    seen.add(name)
                    waiting.append(self._given.get(name, {}))
        return False

    # --- keywords ---

    def without_mentions(
        self,
        schema: JsonSchema,
        certain: frozenset[str] = _NONE,
        declared: frozenset[str] = _NONE,
    ) -> JsonSchema:
        """Remove keywords that mention hidden properties from a schema.

        Args:
            schema: The schema.
            certain: The properties that a schema around this hides, which is about the same object.
            declared: The properties that an enclosing schema defines.
        """
        certain |= self._hidden_in(schema, ("allOf",))
        declared |= _declared(self._all([schema], _PARTS))

        def is_hidden(name: str) -> bool:
            return name in certain or (name in self._hidden_somewhere and name not in declared)

        gone = self._gone(schema, is_hidden)
        shown: JsonSchema = {}
        for key in (key for key in schema if key not in gone):
            around = (certain, declared) if key in _SAME_OBJECT else (_NONE, _NONE)
            shown |= self._inside({key: schema[key]}, *around)
        _leave_names_out(shown, certain, is_hidden)
        self._leave_texts_out(shown, is_hidden)
        if any(map(_is_partial_union, shown.get("anyOf") or ())):
            shown["anyOf"] = _flattened(shown["anyOf"])
            certain |= {CHOICE}
        if (tag := tag_of(shown)) is not None and tag in self._hidden_in(schema):
            del shown["discriminator"]
            shown["anyOf"] = shown.pop("oneOf")
        return {**shown, HIDDEN: sorted(certain)} if certain else shown

    def _inside(
        self, keywords: JsonSchema, certain: frozenset[str], declared: frozenset[str]
    ) -> JsonSchema:
        return map_schema(keywords, lambda inner: self.without_mentions(inner, certain, declared))

    def _gone(self, schema: JsonSchema, is_hidden: _IsHidden) -> set[str]:
        """Return the keywords that are removed because they mention something hidden."""
        gone = {key for key in schema if self._mentions(key, schema, is_hidden)}
        return gone | {key for key, condition in _GO_WITH.items() if condition in gone}

    def _mentions(self, key: str, schema: JsonSchema, is_hidden: _IsHidden) -> bool:
        """Return whether a keyword mentions something hidden, or may do so."""
        value = schema[key]
        if key == "$comment":  # no text for readers (JSON Schema 2020-12, 8.3)
            return True
        if key == "pattern":
            return self._tells(value, self._names_of_others.__contains__)
        if key == "discriminator":
            return self._is_of_hidden_tag(schema, is_hidden)
        if key == "contains":
            names = self._hidden_somewhere | self._hidden_in(schema.get("items"))
            is_hidden = names.__contains__
        if key in _CONDITIONS:
            return isinstance(value, dict) and self._asks(value, is_hidden)
        if not _is_extension(key):
            return False
        words = (word for text in _texts(value) for word in re.findall(r"[\w-]+", text))
        return self._names.mentioned_in(value) or any(map(is_hidden, words))

    def _is_of_hidden_tag(self, schema: JsonSchema, is_hidden: _IsHidden) -> bool:
        """Return whether the discriminator of a schema other than a union is a hidden property."""
        if tag_of(schema) is not None:  # a union, which is changed as a whole
            return False
        discriminator = schema["discriminator"]  # AsyncAPI has the name itself
        if isinstance(discriminator, dict):
            discriminator = discriminator.get("propertyName")
        name = str(discriminator)
        return is_hidden(name) or name in self._hidden_in(schema)

    def _leads_to_hidden(self, name: str, is_hidden: _IsHidden) -> bool:
        """Return whether a name in a docstring, such as ``item.cost``, is of something hidden."""
        return is_hidden(name.partition(".")[0]) or self._names.leads_to(name)

    def _asks(self, condition: JsonSchema, is_hidden: _IsHidden) -> bool:
        """Return whether a condition is about something hidden."""
        if any(map(is_hidden, _asked(condition))):
            return True
        patterns = [*_patterns_in(condition)]
        return any(self._tells(pattern, is_hidden) for pattern in patterns)

    def _leave_texts_out(self, schema: JsonSchema, is_hidden: _IsHidden) -> None:
        """Leave patterns of properties, and sections of the description, out of a schema that are
        about something hidden.
        """
        if isinstance(patterns := schema.get("patternProperties"), dict):
            gone = [pattern for pattern in patterns if self._tells(pattern, is_hidden)]
            schema["patternProperties"] = without(patterns, *gone)
            if not schema["patternProperties"]:
                del schema["patternProperties"]
        if isinstance(text := schema.get("description"), str):
            left = without_hidden(text, lambda name: self._leads_to_hidden(name, is_hidden))
            schema["description"] = left
            if left is None:
                del schema["description"]

    def _tells(self, pattern: Any, is_hidden: _IsHidden) -> bool:
        """Return whether a pattern shows readers one of the hidden names."""
        if not isinstance(pattern, str):
            return False
        if pattern not in self._told:
            names = self._hidden_somewhere.union(self._names_of_others) - {WHOLE, CHOICE}
            self._told[pattern] = [name for name in names if singles_out(pattern, name)]
        return any(map(is_hidden, self._told[pattern]))

    def _hidden_in(self, schema: Any, keywords: Collection[str] | None = None) -> frozenset[str]:
        """Return the hidden properties of the object that a schema describes.

        Args:
            schema: The schema.
            keywords: Keywords to follow besides references; None: all.
        """
        known = self._all([schema], keywords)
        return frozenset(name for schema in known for name in schema.get(HIDDEN, ()))

    # --- values ---

    def _with_values(self, schema: JsonSchema) -> JsonSchema:
        """Remove hidden parts from the defaults, examples and enumerations of a schema."""
        shown = map_schema(self._without_tags(schema), self._with_values)
        for key in ("default", "example", "const"):
            if key in shown and (left := self.shown_value(shown.pop(key), schema)) is not GONE:
                shown[key] = left
        for key in ("examples", "enum"):
            if isinstance(values := shown.get(key), list):
                left = [self.shown_value(value, schema) for value in values]
                shown[key] = [value for value in left if value is not GONE]
                if values and not shown[key]:
                    del shown[key]
        shown.pop(HIDDEN, None)
        return _without_words_of_values(shown, schema)

    def _without_tags(self, schema: JsonSchema) -> JsonSchema:
        """Remove the tags of hidden choices from a schema and its properties."""
        for name, enumeration in self._enumerations:
            if schema == enumeration:
                schema = self._without_tags_of(name, schema)
        properties = schema.get("properties")
        if not isinstance(properties, dict) or not self._names.tags:
            return schema
        left = {name: self._without_tags_of(name, inner) for name, inner in properties.items()}
        return {**schema, "properties": left}

    @cached_property
    def _enumerations(self) -> list[tuple[str, JsonSchema]]:
        """Return the named enumerations that list tags of hidden choices."""
        names = {name for name, _tag in self._names.tags}
        named = [(name, self._given[name]) for name in tuple(self._given) if name in names]
        return [(name, schema) for name, schema in named if lists_values(schema)]

    def _without_tags_of(self, name: str, schema: Any) -> Any:
        if not isinstance(schema, dict):
            return schema
        kept = {
            key: value
            for key, value in schema.items()
            if key not in _VALUES or not self._is_tag(name, value)
        }
        for key in ("enum", "examples", "anyOf", "oneOf"):
            if isinstance(values := kept.get(key), list):
                kept[key] = [value for value in values if not self._is_value_of(name, value)]
                if values and not kept[key]:
                    del kept[key]
        parts = {key: kept[key] for key in (*_PARTS, "items") if key in kept}
        kept |= map_schema(parts, lambda inner: self._without_tags_of(name, inner))
        return _without_words_of_values(kept, schema)

    def _is_value_of(self, name: str, value: Any) -> bool:
        """Return whether a value is the tag of a hidden choice, or a constant with that tag."""
        if isinstance(value, dict):
            value = value.get("const")
        return self._is_tag(name, value)

    def _is_tag(self, name: str, value: Any) -> bool:
        return (name, tag_text(value)) in self._names.tags

    def _value(self, value: Any, schemas: Sequence[Any]) -> Any:
        known = list(self._all(schemas))
        hidden = {name for schema in known for name in schema.get(HIDDEN, ())}
        if WHOLE in hidden or (CHOICE in hidden and not self._fits(value, schemas)):
            return GONE
        if isinstance(value, str) and self._may_hide(known):
            raise _NotKnown
        if isinstance(value, list):
            items = (self._value(item, [*_items(known, place)]) for place, item in enumerate(value))
            return [None if item is GONE else item for item in items]
        return self._object(value, schemas, known) if isinstance(value, dict) else value

    def _object(
        self, value: JsonSchema, schemas: Sequence[Any], known: Sequence[JsonSchema]
    ) -> Any:
        hidden = {name for schema in known for name in schema.get(HIDDEN, ())}
        names = self._shown_names(value, schemas, known) - hidden
        has_tag = any(self._is_tag(name, item) for name, item in value.items())
        if has_tag or (CHOICE in hidden and names != value.keys()):
            return GONE
        members = {
            name: self._value(item, [*_members(known, name)])
            for name, item in value.items()
            if name in names
        }
        left = {name: item for name, item in members.items() if item is not GONE}
        # Where no schema says what an object is, one with nothing left is of a hidden class.
        return GONE if value and not left and not any(map(_is_about_objects, known)) else left

    def _shown_names(
        self, value: JsonSchema, schemas: Sequence[Any], known: Sequence[JsonSchema]
    ) -> frozenset[str]:
        """Return the properties of an object that are known to be shown."""
        names = value.keys() & _declared(self._all(schemas, _PARTS))
        has_lost = any(CHOICE in schema.get(HIDDEN, ()) for schema in known)
        if not has_lost or any(map(_is_map, known)):
            names |= value.keys() - self._hidden_somewhere
        return frozenset(names)

    def _fits(self, value: Any, schemas: Sequence[Any]) -> bool:
        """Return whether a value certainly fits one of the remaining choices of a union."""
        return any(validity(value, schema, self) for schema in schemas if isinstance(schema, dict))

    def _may_hide(self, known: Iterable[JsonSchema]) -> bool:
        """Return whether a text may be a document with hidden content, such as XML or JSON."""
        known = [*known]
        if any(map(_has_text, known)):
            contents = (schema.get("contentSchema") for schema in known)
            known = [content for content in contents if isinstance(content, dict)]
        return any(map(self.hides, known))

    def _all(
        self, schemas: Iterable[Any], keywords: Collection[str] | None = None
    ) -> Iterator[JsonSchema]:
        """Yield schemas, and all schemas that describe the same value."""
        waiting, seen = [schema for schema in schemas if isinstance(schema, dict)], set[str]()
        while waiting:
            schema = waiting.pop()
            yield schema
            waiting += composed(schema, keywords)
            name = _name_in(schema)
            if name is not None and name not in seen:
                seen.add(name)
                waiting.append(self._given.get(name, {}))


def _declared(known: Iterable[JsonSchema]) -> frozenset[str]:
    """Return the properties that schemas define."""
    return frozenset(name for schema in known for name in schema.get("properties") or ())


def _hides(schema: JsonSchema) -> bool:
    return any(HIDDEN in inner for inner in every_schema(schema))


def _is_partial_union(schema: Any) -> bool:
    """Return whether a choice is itself a union that has lost a choice."""
    return isinstance(schema, dict) and schema.keys() == {"anyOf", HIDDEN}


def _flattened(choices: list[Any]) -> list[Any]:
    """Inline partial unions among choices; null comes last."""
    parts = (choice["anyOf"] if _is_partial_union(choice) else [choice] for choice in choices)
    return sorted(chain.from_iterable(parts), key=lambda choice: choice == {"type": "null"})


def _without_words_of_values(shown: JsonSchema, given: JsonSchema) -> JsonSchema:
    """Remove the extensions of an enumeration that has lost values: names and descriptions of
    these, by place (``x-enum-varnames``) or by value.
    """
    if "enum" not in given or shown.get("enum") == given["enum"]:
        return shown
    return {key: value for key, value in shown.items() if not _is_extension(key)}


def _is_extension(key: str) -> bool:
    """Return whether a keyword is one of the author's."""
    return key.startswith("x-") and key not in _OWN and not key.startswith("x-ggdocs-")


def _leave_names_out(schema: JsonSchema, certain: frozenset[str], is_hidden: _IsHidden) -> None:
    """Leave hidden names out of the keywords of a schema that are about properties by name."""
    for key in schema.keys() & {"required", *_BY_PROPERTY}:
        schema[key] = _left(schema[key], is_hidden)
    if "properties" in schema:
        schema["properties"] = _left(schema["properties"], certain.__contains__)
    if schema.get("required") == []:
        del schema["required"]


def _left(names: Any, is_hidden: _IsHidden) -> Any:
    """Remove hidden names from a list of properties or a mapping by property."""
    if isinstance(names, list):
        return [name for name in names if not is_hidden(name)]
    if not isinstance(names, dict):
        return names
    left = {name: inner for name, inner in names.items() if not is_hidden(name)}
    lists = {name: inner for name, inner in left.items() if isinstance(inner, list)}
    return left | {name: _left(inner, is_hidden) for name, inner in lists.items()}


def _asked(schema: JsonSchema) -> Iterator[str]:
    """Yield the properties and the texts that a schema mentions, at any depth."""
    for inner in every_schema(schema):
        yield from inner.get("properties") or ()
        for key in ("required", *_BY_PROPERTY, *_VALUES):
            yield from _texts(inner.get(key))


def _patterns_in(schema: JsonSchema) -> Iterator[Any]:
    """Yield the patterns of values and of properties in a schema, at any depth."""
    for inner in every_schema(schema):
        yield inner.get("pattern")
        patterns = inner.get("patternProperties")
        if isinstance(patterns, dict):
            yield from patterns


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts and the keys in a value, at any depth."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield key
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def _is_about_objects(schema: JsonSchema) -> bool:
    return "properties" in schema or HIDDEN in schema or _is_map(schema)


def _is_map(schema: JsonSchema) -> bool:
    """Return whether a schema describes properties of any name."""
    return isinstance(schema.get("additionalProperties"), dict) or "patternProperties" in schema


def _has_text(schema: JsonSchema) -> bool:
    """Return whether a schema allows texts."""
    kinds = schema.get("type")
    return "string" in (kinds if isinstance(kinds, list) else [kinds]) or bool(
        schema.keys() & {"const", "enum"}
    )


def _name_in(schema: JsonSchema) -> str | None:
    reference = schema.get("$ref")
    return reference.rpartition("/")[2] if isinstance(reference, str) else None


def _members(schemas: Iterable[JsonSchema], name: str) -> Iterator[Any]:
    for schema in schemas:
        known = schema.get("properties")
        if isinstance(known, dict) and name in known:
            yield known[name]
        else:
            yield schema.get("additionalProperties")
            yield schema.get("unevaluatedProperties")
        yield from (schema.get("patternProperties") or {}).values()


def _items(schemas: Iterable[JsonSchema], place: int) -> Iterator[Any]:
    for schema in schemas:
        places = schema.get("prefixItems")
        first = places if isinstance(places, list) else []
        yield from first[place : place + 1]
        yield from (schema.get(key) for key in _ITEMS)
