"""Filters schemas, defaults and examples for an audience.

Marked schemas are removed; their names are kept in `HIDDEN` until values have been compared. In
case of doubt, something is removed: a property of a value that no schema at that place defines and
that is hidden elsewhere, an example of a union that may be of a hidden member, a keyword that
mentions something hidden.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Final, TypeAlias

from ..audience_rules import Audiences, is_shown
from ..contracts.audiences import EXTENSIONS, audience_in, without_marked
from ..contracts.authoring.docstrings import without_hidden, without_unread_sections
from ..contracts.contract_errors import ContractError, Location, NotForAudience
from ..schema.bounded_patterns import singles_out
from ..schema.fitting import validity
from ..schema.generator import DEFINED
from ..schema.nodes import (
    AS_GIVEN,
    DEFAULTS,
    FIELDS,
    KEYS,
    LOST,
    NAMES,
    JsonSchema,
    LostMarks,
    without,
)
from ..schema.overlay import with_references
from ..schema.tags import tag_of
from ..schema.traversal import (
    SCHEMAS,
    SCHEMAS_BY_NAME,
    every_schema,
    map_schema,
    members,
    parts_in,
    references_in,
)
from .hidden_names import HiddenNames, lists_values, name_in, tag_text

GONE: Final = object()
"""Marks a value that is entirely for other audiences."""

HIDDEN = "x-ggdocs-hidden"
"""The properties of an object that are for others, which its defaults and examples have not."""
WHOLE = "*"
"""The value of `HIDDEN` for a schema that is entirely for others."""
CHOICE = "|"
"""The value of `HIDDEN` where a choice of a union, or a part of ``allOf``, is for others."""

_PARTS = ("allOf", "anyOf", "oneOf")
"""Keywords whose schemas define properties of the same object; others have conditions."""
_COMPOSITION = (*_PARTS, "if", "then", "else")
_CONDITIONS = ("if", "not", "contains", "propertyNames")
_GO_WITH = {"then": "if", "else": "if", "minContains": "contains", "maxContains": "contains"}
_BY_PROPERTY = ("dependentRequired", "dependentSchemas", "dependencies")
_MAY_GO = (*_COMPOSITION, "not", "propertyNames")
SAME_OBJECT = frozenset({*_PARTS, "then", "else", *_BY_PROPERTY})
"""Keywords whose schemas are about the object that the schema around them is about."""
_VALUES = ("const", "default", "enum", "example", "examples")
_SINGLE_VALUES = ("const", "default", "example")
_LISTS_OF_VALUES = ("enum", "examples")
EXAMPLES = frozenset({"example", "examples"})
_OF_VALUES = frozenset({*_VALUES, HIDDEN})
_LISTS_OF_CHOICES = (*_LISTS_OF_VALUES, "anyOf", "oneOf")
_OF_SAME_VALUE = (*_PARTS, "items")
_ITEMS = ("items", "contains", "additionalItems", "unevaluatedItems")
_OF_MARKS = frozenset({*EXTENSIONS, FIELDS, DEFAULTS, LOST})
_LOOKED_AT = (
    SCHEMAS
    | SCHEMAS_BY_NAME
    | {
        *_VALUES,
        *("$comment", "dependentRequired", "description", "discriminator", "externalDocs"),
        *("pattern", "required", "xml"),
    }
)
"""Keywords that may be changed, besides extensions."""
_DEPENDENT = frozenset({"dependentSchemas", "dependencies"})
_OF_SHOWN = frozenset({*EXTENSIONS, "$ref", "anyOf"})
"""Keywords that say whether a schema is shown."""
_NULL = {"type": "null"}
_NONE: frozenset[str] = frozenset()
_IsHidden: TypeAlias = Callable[[str], bool]


class _NotKnown(Exception):  # no error
    """A value, as a whole, is not known to be shown."""


class ShownSchemas(Mapping[str, JsonSchema]):
    """The named schemas of a document as an audience sees them, but for their values.

    Args:
        schemas: The whole schemas, by name.
        asked: The audiences that are requested.
        names: The names of what is hidden.
        types: The names of types, by those of their schemas.
    """

    def __init__(
        self,
        schemas: Mapping[str, JsonSchema],
        asked: Audiences,
        names: HiddenNames,
        types: Mapping[str, str],
    ) -> None:
        self._given = schemas
        self._asked = asked
        self._names = names
        self._types = types
        self._reduced: dict[str, JsonSchema] = {}
        self._own: dict[int, tuple[JsonSchema, frozenset[str]]] = {}
        """By the id of a schema, which is kept here, what it hides itself."""
        self._told: dict[str, list[str]] = {}
        """By pattern the hidden names that it shows readers."""
        self._around: Any = None
        """The file that the schema is of which is looked at."""
        self._somewhere = self._names.fields | self._names.members
        """The properties that are hidden in some schema."""
        self._names_of_others = self._names.members | self._names.words
        self.problems: list[ContractError] = []
        """Parts that cannot be left out where they are; any value is there."""

    def __getitem__(self, name: str) -> JsonSchema:
        if name not in self._reduced:
            self._reduced[name] = self.reduced(self._given[name], self._types.get(name, name))
        return self._reduced[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._given)

    def __len__(self) -> int:
        return len(self._given)

    def reduced(self, schema: JsonSchema, place: str = "") -> JsonSchema:
        """Return a schema without what is for others, but for values, with `HIDDEN`; any value,
        where it is for others as a whole.
        """
        before, self._around = self._around, None
        try:
            return self._inner(schema, (_NONE, _NONE))  # type: ignore[no-any-return]
        except NotForAudience as error:
            self.problems.append(error.at(Location(path=place)))
            return {HIDDEN: [WHOLE]}
        finally:
            self._around = before

    def finished(self, reduced: JsonSchema) -> JsonSchema:
        """Return a reduced schema without the values that are for others."""
        return self._with_values(reduced)

    def has_examples(self, name: str) -> bool:
        """Return whether a named schema itself has examples."""
        return not EXAMPLES.isdisjoint(self._given[name])

    def hidden_in(self, schema: Any, keywords: Collection[str] | None = None) -> frozenset[str]:
        """Return the hidden properties of the object that a whole schema describes.

        Args:
            schema: The schema.
            keywords: Keywords to follow besides references; None: all.
        """
        known = self._all([schema], self._given, keywords)
        return _NONE.union(*map(self._hidden_by, known))

    def names_hidden(self, schema: JsonSchema) -> bool:
        """Return whether a whole schema, or one that it leads to, names something that is
        hidden.
        """
        waiting, seen = [schema], set[str]()
        while waiting:
            inner = waiting.pop()
            if self._names.mentioned_in(with_references(inner, self._type_of)):
                return True
            targets = {text.removeprefix(DEFINED) for text in references_in(inner)} - seen
            seen |= targets
            waiting += (self._given[name] for name in targets if name in self._given)
        return False

    def _type_of(self, text: str) -> str:
        """Return the name of the type that a reference leads to."""
        return self._types.get(text.removeprefix(DEFINED), text)

    # --- marks ---

    def is_shown(self, schema: object) -> bool:
        """Return whether a schema is for the audience: by its own mark, by that of what it refers
        to, and by that of ``X`` in ``X | None``.
        """
        seen: set[str] = set()
        while isinstance(schema, dict) and not _OF_SHOWN.isdisjoint(schema):
            if not is_shown(audience_in(schema), self._asked):
                return False
            name = name_in(schema)
            if name is None or name in seen:
                schema = _besides_null(schema)
            else:
                seen.add(name)
                schema = self._given.get(name)
        return True

    def _hidden_by(self, schema: JsonSchema) -> frozenset[str]:
        """Return the properties that a schema itself hides, and marks where a choice or all of it
        is left out.
        """
        known = self._own.get(id(schema))
        if known is not None:
            return known[1]
        own: set[str] = set()
        for name, inner in (*members(schema, "properties"), *members(schema, FIELDS)):
            if not self.is_shown(inner):
                own |= {name, *inner.get(NAMES, ())}
        if not all(map(self.is_shown, parts_in(schema, _PARTS))):
            own.add(CHOICE)
        if not is_shown(audience_in(schema), self._asked):
            own.add(WHOLE)
        self._own[id(schema)] = schema, frozenset(own)
        return self._own[id(schema)][1]

    def _gone(self, schema: JsonSchema) -> JsonSchema:
        """Return what takes the place of a schema for others: any value, of which the author of a
        file learns.

        Raises:
            NotForAudience: The schema is that of a type in Python.
        """
        given = schema.get(AS_GIVEN, self._around)
        if given is None:
            raise self._not_shown("a type is not")
        if given.on_hidden is not None:
            given.on_hidden()
        gone: JsonSchema = {HIDDEN: [WHOLE]}
        return {**gone, AS_GIVEN: given} if AS_GIVEN in schema else gone

    def _not_shown(self, what: str) -> NotForAudience:
        names = ", ".join(self._asked) or "everyone"
        return NotForAudience(
            f"{what} for the requested audience ({names}), but what contains it is",
            where=Location(),
            hint=(
                "give the field, the parameter or the method around it the same audience: "
                "Annotated[..., Audience(...)], or audience=... of a decorator"
            ),
        )

    # --- keywords ---

    def _without_mentions(
        self,
        schema: JsonSchema,
        certain: frozenset[str] = _NONE,
        declared: frozenset[str] = _NONE,
    ) -> JsonSchema:
        """Remove what is for others from a schema, and keywords that mention it.

        Args:
            schema: The schema, itself for the audience.
            certain: The properties that a schema around this hides, which is about the same object.
            declared: The properties that an enclosing schema defines.
        """
        if not any(key in _LOOKED_AT or key.startswith("x-") for key in schema):
            return schema  # as most are: a type, a reference, bounds
        before = self._around
        self._around = schema.get(AS_GIVEN, before)
        if LOST in schema:
            self._check_lost(schema[LOST])
        own = self._hidden_by(schema)
        certain |= self.hidden_in(schema, ("allOf",))
        declared |= self._declared_in([schema], self._given)

        def is_hidden(name: str) -> bool:
            return name in certain or (name in self._somewhere and name not in declared)

        gone = self._gone_keywords(schema, is_hidden)
        shown: JsonSchema = {}
        for key in schema:
            if key in gone:
                continue
            around = (certain, declared) if key in SAME_OBJECT else (_NONE, _NONE)
            shown |= self._keyword(key, schema[key], around, certain)
        self._leave_names_out(shown, certain, is_hidden)
        self._repair_union(shown, schema, own)
        self._around = before
        if certain:
            shown[HIDDEN] = sorted(certain)
        return shown

    def _check_lost(self, lost: LostMarks) -> None:
        """Check that the audience is shown all that a hook has written anew.

        Raises:
            NotForAudience: It is not; where that is now nobody knows.
        """
        for mark, place in lost.marks:
            if not is_shown(mark, self._asked):
                raise self._not_shown(f"{place}, whose schema a hook has replaced, is not")

    def _keyword(
        self,
        key: str,
        value: Any,
        around: tuple[frozenset[str], frozenset[str]],
        hidden: frozenset[str],
    ) -> JsonSchema:
        """Return what is left of a keyword; a list of schemas that has lost all goes."""
        if key in _VALUES or not isinstance(value, dict | list):
            return {key: value}
        if key in SCHEMAS:
            return self._of_schemas(key, value, around)
        if key in SCHEMAS_BY_NAME and isinstance(value, dict):
            return {key: dict(self._named(key, value, around, hidden))}
        if is_shown(audience_in(value), self._asked):
            return {key: without_marked(value, self._asked)}
        return {}

    def _of_schemas(
        self, key: str, value: Any, around: tuple[frozenset[str], frozenset[str]]
    ) -> JsonSchema:
        """Return what is left of a keyword that has a schema or a list of schemas."""
        if isinstance(value, dict):
            if self.is_shown(value) or key not in _MAY_GO:
                return {key: self._inner(value, around)}
            return {}
        parts = value
        if key != "prefixItems":  # whose places are kept
            parts = list(filter(self.is_shown, value))
        shown = [self._inner(part, around) for part in parts]
        if shown or not value:
            return {key: shown}
        return {}

    def _inner(self, schema: Any, around: tuple[frozenset[str], frozenset[str]]) -> Any:
        if not isinstance(schema, dict):
            return schema
        return (
            self._without_mentions(schema, *around) if self.is_shown(schema) else self._gone(schema)
        )

    def _named(
        self,
        key: str,
        schemas: JsonSchema,
        around: tuple[frozenset[str], frozenset[str]],
        hidden: frozenset[str],
    ) -> Iterator[tuple[str, Any]]:
        for name, inner in schemas.items():
            is_gone = key == "properties" and name in hidden
            if key in ("$defs", "definitions"):  # references lead to types of their own
                is_gone = not isinstance(inner, dict) or "$dynamicAnchor" not in inner
            if not is_gone and self.is_shown(inner):
                yield name, self._inner(inner, around)

    def _gone_keywords(self, schema: JsonSchema, is_hidden: _IsHidden) -> set[str]:
        """Return the keywords that are removed because they mention something hidden, and marks."""
        gone = schema.keys() & _OF_MARKS
        gone |= {key for key in schema if self._mentions(key, schema, is_hidden)}
        return gone | {key for key, condition in _GO_WITH.items() if condition in gone}

    def _mentions(self, key: str, schema: JsonSchema, is_hidden: _IsHidden) -> bool:
        """Return whether a keyword mentions something hidden, or may do so."""
        value = schema[key]
        if key == "$comment":  # no text for readers (JSON Schema 2020-12, 8.3)
            return bool(self._names)
        if key == "pattern":
            return self._tells(value, self._names_of_others.__contains__)
        if key == "discriminator":
            return self._is_of_hidden_tag(schema, is_hidden)
        if key == "contains":
            names = self._somewhere | self.hidden_in(schema.get("items"))
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
        return is_hidden(name) or name in self.hidden_in(schema)

    def _asks(self, condition: JsonSchema, is_hidden: _IsHidden) -> bool:
        """Return whether a condition is about something hidden."""
        if any(map(is_hidden, _asked(condition))):
            return True
        return any(self._tells(pattern, is_hidden) for pattern in _patterns_in(condition))

    def _leave_names_out(
        self, schema: JsonSchema, certain: frozenset[str], is_hidden: _IsHidden
    ) -> None:
        """Leave hidden names out of the keywords of a schema that are about properties by name,
        and out of its description.
        """
        for key in schema.keys() & {"required", *_BY_PROPERTY}:
            schema[key] = _left(schema[key], is_hidden)
        if isinstance(patterns := schema.get("patternProperties"), dict):
            told = [pattern for pattern in patterns if self._tells(pattern, is_hidden)]
            schema["patternProperties"] = without(patterns, *told)
        if isinstance(text := schema.get("description"), str):
            schema["description"] = self._described(text, certain, is_hidden)
        for key in ("required", "patternProperties", "description"):
            if key in schema and not schema[key]:
                del schema[key]

    def _described(self, text: str, certain: frozenset[str], is_hidden: _IsHidden) -> str | None:
        """Return a description without what its sections say of hidden names; sections that are
        not read go as a whole where a property is hidden.
        """

        def leads_out(name: str) -> bool:
            return is_hidden(name.partition(".")[0]) or self._names.leads_to(name)

        left: str | None = text
        if certain:
            left = without_unread_sections(text, of_class=True)
        return None if left is None else without_hidden(left, leads_out)

    def _tells(self, pattern: Any, is_hidden: _IsHidden) -> bool:
        """Return whether a pattern shows readers one of the hidden names."""
        if not isinstance(pattern, str):
            return False
        if pattern not in self._told:
            names = self._somewhere | self._names_of_others
            self._told[pattern] = [name for name in names if singles_out(pattern, name)]
        return any(map(is_hidden, self._told[pattern]))

    def _repair_union(self, shown: JsonSchema, schema: JsonSchema, own: frozenset[str]) -> None:
        """Write a union that has lost choices as pydantic writes one that never had them, and let
        its discriminator know the others alone.
        """
        if isinstance(discriminator := shown.get("discriminator"), dict):
            shown["discriminator"] = self.discriminator(discriminator, schema)
        tag = tag_of(shown)
        if tag is not None and tag in self.hidden_in(schema):
            del shown["discriminator"]
            shown["anyOf"] = shown.pop("oneOf")
        if self._around is not None or "allOf" in schema:  # as the author of a file writes it
            return
        has_lost = CHOICE in own
        if has_lost and not _has_choices(shown):
            raise self._not_shown("no member of a union is")
        if "anyOf" in shown:
            _flatten(shown, is_partial=has_lost)

    def discriminator(self, given: JsonSchema, schema: JsonSchema) -> JsonSchema:
        """Return a discriminator whose mapping has the choices that are left."""
        shown = dict(given)
        choices: dict[bool, set[Any]] = {True: set(), False: set()}
        for choice in parts_in(schema, ("oneOf", "anyOf")):
            choices[self.is_shown(choice)].add(choice.get("$ref"))

        def is_left(target: Any) -> bool:
            if isinstance(target, dict):
                return self.is_shown(target)
            name = name_in({"$ref": target})
            if name not in self._given:
                return True
            is_gone = target in choices[False] and target not in choices[True]
            hidden = self._types.get(str(name)) in self._names.members
            return not is_gone and not hidden and self.is_shown(self._given[str(name)])

        if isinstance(mapping := given.get("mapping"), dict):
            shown["mapping"] = {tag: target for tag, target in mapping.items() if is_left(target)}
        if "defaultMapping" in given and not is_left(given["defaultMapping"]):
            del shown["defaultMapping"]
        return shown

    # --- values ---

    def _with_values(self, schema: JsonSchema) -> JsonSchema:
        """Remove what is hidden from the defaults, examples and enumerations of a schema that has
        been reduced.
        """
        inside = map_schema(self._without_tags(schema), self._with_values)
        if _OF_VALUES.isdisjoint(schema):
            return inside
        shown: JsonSchema = {}
        for key, value in inside.items():
            if key in _SINGLE_VALUES:
                left = self.shown_value(value, schema)
            elif key in _LISTS_OF_VALUES and isinstance(value, list):
                left = self._shown_values(value, schema)
            else:
                left = GONE if key == HIDDEN else value
            if left is not GONE:
                shown[key] = left
        return _without_words_of_values(shown, schema)

    def _shown_values(self, values: list[Any], schema: JsonSchema) -> Any:
        """Return what is left of a list of values; `GONE` if that is nothing."""
        left: list[Any] = []
        for value in values:
            shown = self.shown_value(value, schema)
            if shown is not GONE:
                left.append(shown)
        return left if left or not values else GONE

    def shown_value(self, value: Any, schema: JsonSchema) -> Any:
        """Remove what is hidden from a value of a reduced schema; `GONE` if nothing is shown."""
        try:
            left = self._value(value, [schema])
        except _NotKnown:
            return GONE
        is_named = any(text in self._names.members for text in _texts(left))
        return GONE if is_named else left

    def _without_tags(self, schema: JsonSchema) -> JsonSchema:
        """Remove the tags of hidden choices from a schema and its properties."""
        if not self._names.tags:
            return schema
        for name in self._enumerations:
            if schema is self._reduced.get(name):
                schema = self._without_tags_of(self._types[name], schema)
        properties = schema.get("properties")
        if not isinstance(properties, dict):
            return schema
        left = {name: self._without_tags_of(name, inner) for name, inner in properties.items()}
        return {**schema, "properties": left}

    @cached_property
    def _enumerations(self) -> list[str]:
        """Return the named enumerations that list tags of hidden choices."""
        names = {name for name, _tag in self._names.tags}
        return [
            name
            for name, schema in self._given.items()
            if self._types.get(name) in names and lists_values(schema)
        ]

    def _without_tags_of(self, name: str, schema: Any) -> Any:
        if not isinstance(schema, dict):
            return schema
        kept: JsonSchema = {}
        for key, value in schema.items():
            left = self._without_tags_in(name, key, value)
            if left is not GONE:
                kept[key] = left
        return _without_words_of_values(kept, schema)

    def _without_tags_in(self, name: str, key: str, value: Any) -> Any:
        """Remove the tags of hidden choices from a keyword; `GONE` if it has nothing else."""
        if key in _VALUES and self._is_tag(name, value):
            return GONE
        left = value
        if key in _LISTS_OF_CHOICES and isinstance(value, list):
            left = [item for item in value if not self._is_value_of(name, item)]
            if value and not left:
                return GONE
        if key in _OF_SAME_VALUE:
            return map_schema({key: left}, partial(self._without_tags_of, name))[key]
        return left

    def _is_value_of(self, name: str, value: Any) -> bool:
        """Return whether a value is the tag of a hidden choice, or a constant with that tag."""
        if isinstance(value, dict):
            value = value.get("const")
        return self._is_tag(name, value)

    def _is_tag(self, name: str, value: Any) -> bool:
        return (name, tag_text(value)) in self._names.tags

    def _value(self, value: Any, schemas: Sequence[Any]) -> Any:
        known = list(self._all(schemas, self))
        hidden = _hidden_in(known)
        if WHOLE in hidden or (CHOICE in hidden and not self._fits(value, schemas)):
            return GONE
        if isinstance(value, str) and self._may_hide(known):
            raise _NotKnown
        if isinstance(value, list):
            return self._list(value, known)
        if isinstance(value, dict):
            return self._object(value, schemas, known)
        return value

    def _list(self, value: list[Any], known: Sequence[JsonSchema]) -> list[Any]:
        items: list[Any] = []
        for place, item in enumerate(value):
            left = self._value(item, [*_items(known, place)])
            items.append(None if left is GONE else left)
        return items

    def _object(
        self, value: JsonSchema, schemas: Sequence[Any], known: Sequence[JsonSchema]
    ) -> Any:
        hidden = _hidden_in(known)
        names = self._shown_names(value, schemas, known) - hidden
        has_tag = any(self._is_tag(name, item) for name, item in value.items())
        if has_tag or (CHOICE in hidden and names != value.keys()):
            return GONE
        left: JsonSchema = {}
        for name, item in value.items():
            inner = GONE
            if name in names:
                inner = self._value(item, [*_members_of(known, name)])
            if inner is not GONE:
                left[name] = inner
        # Where no schema says what an object is, one with nothing left is of a hidden class.
        if value and not left and not any(map(_is_about_objects, known)):
            return GONE
        return left

    def _shown_names(
        self, value: JsonSchema, schemas: Sequence[Any], known: Sequence[JsonSchema]
    ) -> frozenset[str]:
        """Return the properties of an object that are known to be shown."""
        names = value.keys() & self._declared_in(schemas, self)
        has_lost = any(CHOICE in schema.get(HIDDEN, ()) for schema in known)
        if not has_lost or any(map(_is_map, known)):
            names |= value.keys() - self._somewhere
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

    def hides(self, schema: JsonSchema) -> bool:
        """Return whether a reduced schema, or a schema that it refers to, hides anything."""
        waiting, seen = [schema], set[str]()
        while waiting:
            for inner in every_schema(waiting.pop()):
                if HIDDEN in inner:
                    return True
                name = name_in(inner)
                if name in self._given and name not in seen:
                    seen.add(str(name))
                    waiting.append(self[str(name)])
        return False

    def _declared_in(
        self, schemas: Iterable[Any], named: Mapping[str, JsonSchema]
    ) -> frozenset[str]:
        """Return the shown properties that schemas define."""
        names: set[str] = set()
        for schema in self._all(schemas, named, _PARTS):
            hidden = self._hidden_by(schema) if named is self._given else _NONE
            names |= (schema.get("properties") or {}).keys() - hidden
        return frozenset(names)

    def _all(
        self,
        schemas: Iterable[Any],
        named: Mapping[str, JsonSchema],
        keywords: Collection[str] | None = None,
    ) -> Iterator[JsonSchema]:
        """Yield schemas, and all schemas that describe the same value.

        Args:
            schemas: The schemas.
            named: The targets of references.
            keywords: Those that lead to further schemas of the same value; None: all.
        """
        waiting, seen = [schema for schema in schemas if isinstance(schema, dict)], set[str]()
        while waiting:
            schema = waiting.pop()
            yield schema
            parts = parts_in(schema, keywords or _COMPOSITION)
            if named is self:
                waiting += parts
            else:
                waiting += filter(self.is_shown, parts)
            if keywords is None:
                waiting += _dependent_schemas(schema)
            name = name_in(schema)
            if name in self._given and name not in seen:
                seen.add(str(name))
                waiting.append(named[str(name)])


def _dependent_schemas(schema: JsonSchema) -> list[JsonSchema]:
    """Return the schemas that a value has to fit if it has some property."""
    dependent: list[JsonSchema] = []
    if not _DEPENDENT.isdisjoint(schema):  # as in most it is
        for key in _DEPENDENT:
            dependent += dict(members(schema, key)).values()
    return dependent


def _besides_null(schema: JsonSchema) -> Any:
    """Return the X of ``X | None``; None of other schemas."""
    choices = schema.get("anyOf") or ()
    others = [choice for choice in choices if choice != _NULL]
    if len(others) == 1 < len(choices):
        return others[0]
    return None


def _has_choices(union: JsonSchema) -> bool:
    """Return whether a union has choices besides null."""
    choices = (*(union.get("anyOf") or ()), *(union.get("oneOf") or ()))
    return any(choice != _NULL for choice in choices)


def _flatten(union: JsonSchema, *, is_partial: bool) -> None:
    """Write the choices of choices as choices; a single one in place of a union that has lost
    others.
    """
    union["anyOf"] = _flat_choices(union["anyOf"])
    if is_partial and len(union["anyOf"]) == 1:
        one = dict(union.pop("anyOf")[0])
        one.update(union)
        union.update(one)


def _flat_choices(choices: list[Any]) -> list[Any]:
    """Return choices in which those of choices are choices themselves, null last then."""
    flat: list[Any] = []
    for choice in choices:
        if isinstance(choice, dict) and choice.keys() - {HIDDEN} == {"anyOf"}:
            flat += choice["anyOf"]
        else:
            flat.append(choice)
    others = [choice for choice in flat if choice != _NULL]
    if len(flat) <= len(choices) or len(others) == len(flat):
        return flat
    return [*others, _NULL]


def _without_words_of_values(shown: JsonSchema, given: JsonSchema) -> JsonSchema:
    """Remove the extensions of an enumeration that has lost values: names and descriptions of
    these, by place (``x-enum-varnames``) or by value.
    """
    if "enum" not in given or shown.get("enum") == given["enum"]:
        return shown
    return {key: value for key, value in shown.items() if not _is_extension(key)}


def _is_extension(key: str) -> bool:
    """Return whether a keyword is one of the author's."""
    return key.startswith("x-") and key != KEYS and not key.startswith("x-ggdocs-")


def _left(names: Any, is_hidden: _IsHidden) -> Any:
    """Remove hidden names from a list of properties or a mapping by property."""
    if isinstance(names, list):
        return [name for name in names if not is_hidden(name)]
    if not isinstance(names, dict):
        return names
    left: JsonSchema = {}
    for name, inner in names.items():
        if not is_hidden(name):
            left[name] = inner
            if isinstance(inner, list):
                left[name] = _left(inner, is_hidden)
    return left


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


def _hidden_in(schemas: Iterable[JsonSchema]) -> set[str]:
    """Return what reduced schemas hide."""
    return {name for schema in schemas for name in schema.get(HIDDEN, ())}


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


def _members_of(schemas: Iterable[JsonSchema], name: str) -> Iterator[Any]:
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
