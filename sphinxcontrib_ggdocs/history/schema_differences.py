"""Finds the differences of two schemas, each with its rule, and the pairs of named types to
compare.

Each difference has two schemas: the old one, and the old one with only this difference applied.
Whether one includes the other decides what the difference means for clients.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from ..document.uses import ref_name, type_name
from ..schema.fitting import json_key, same_json
from ..schema.nodes import JsonSchema, without
from .changes import BOUNDS, Flow
from .named_types import JoinedTypes, types_in
from .plain_schemas import is_annotation
from .schema_matching import UNIONS, alternatives_of, body_of, json_types, matching_schemas
from .shapes import BRANDS, AnySchema, listed_values, names_of

DEEPEST = 40

TEXTS: Final[Mapping[str, str]] = {
    "title": "title-changed",
    "description": "description-changed",
    "examples": "examples-changed",
    "example": "examples-changed",
}
"""Rules of keywords that say nothing of values."""
_VERSIONS: Final[Mapping[str, str]] = {
    "x-since": "since-changed",
    "x-deprecated-since": "deprecated-since-changed",
    "x-sunset": "sunset-changed",
    "x-replaced-by": "replacement-changed",
}
"""Rules of what authors say of versions."""
_NAMES = frozenset({"format", "contentMediaType"})
"""Keywords that have two spellings of one meaning."""
_DEEPER = frozenset({"properties", "required", "items", "prefixItems", "additionalProperties"})
_READ = frozenset(
    {"type", "enum", "const", "default", "deprecated", "$ref", "anyOf", "oneOf", "allOf", BRANDS}
    | {"x-type", "discriminator"}
    | BOUNDS.keys()
    | TEXTS.keys()
    | _DEEPER
)


Steps: TypeAlias = tuple[str, ...]
"""The way to a place inside a schema, as `Place.path`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaDifference:
    """One difference, at a place inside two schemas."""

    rule: str
    path: Steps
    old: Any = None
    new: Any = None
    before: AnySchema = True
    after: AnySchema = True
    """`before` with this difference alone."""
    whole: tuple[AnySchema, AnySchema] = (True, True)
    """The old and the new schema that `before` is part of, with all differences."""
    is_name_lost: bool = False
    """Whether code that uses a name has to change."""
    is_annotation: bool = False
    """Whether it concerns words, versions or a deprecation, and no values."""
    safe_flows: frozenset[Flow] = frozenset()
    """The flows in which it is known to be safe, of what schemas do not say."""


@dataclass(frozen=True, slots=True)
class TypePair:
    """Two named types that are used at one place."""

    old: str
    new: str


Differences: TypeAlias = Iterator[SchemaDifference | TypePair]


class SchemaDifferences:
    """Finds the differences of schemas of two documents.

    Args:
        old: The named types of the old document.
        new: Those of the new one.
        joined: Both.
    """

    def __init__(
        self,
        old: Mapping[str, JsonSchema],
        new: Mapping[str, JsonSchema],
        joined: JoinedTypes,
    ) -> None:
        self._old = old
        self._new = new
        self._types = joined
        self._old_names = {type_name(name, schema) for name, schema in old.items()}
        self._new_names = {type_name(name, schema) for name, schema in new.items()}

    def of(self, old: AnySchema, new: AnySchema, path: Steps = ()) -> Differences:
        """Yield the differences of two schemas, and the pairs of types inside of them."""
        for difference in self._differences_of(old, new, path):
            if isinstance(difference, SchemaDifference) and difference.whole == (True, True):
                yield replace(difference, whole=(old, new))
            else:
                yield difference

    def _differences_of(self, old: AnySchema, new: AnySchema, path: Steps) -> Differences:
        # Python takes 1 for True and 1.0, JSON does not; `==` alone is faster, and mostly says no.
        if old == new and same_json(old, new):
            for name in types_in(old):
                yield TypePair(name, name)
            return
        if not isinstance(old, dict) or not isinstance(new, dict) or len(path) > DEEPEST:
            yield self._whole("schema-changed", old, new, path)
            return
        was_named = ref_name(old) is not None
        is_named = ref_name(new) is not None
        if was_named is not is_named:
            yield from self._half_named(old, new, path)
            return
        yield from self._annotations(old, new, path)
        if is_named:
            yield from self._references(old, new, path)
            yield from self._keywords(old, new, path)
        else:
            yield from self._inline(old, new, path)

    def _whole(self, rule: str, old: AnySchema, new: AnySchema, path: Steps) -> SchemaDifference:
        return SchemaDifference(
            rule=rule,
            path=path,
            old=self._written(old, self._old),
            new=self._written(new, self._new),
            before=self._types.of_old(old),
            after=self._types.of_new(new),
            is_name_lost=rule == "type-exchanged",
        )

    def _written(self, schema: AnySchema, types: Mapping[str, JsonSchema]) -> str:
        """Return a schema in a word or two."""
        if not isinstance(schema, dict):
            if schema:
                return "anything"
            return "nothing"
        if (name := ref_name(schema)) is not None:
            return self._called(name, types)
        if alternatives := alternatives_of(schema):
            return " | ".join(self._written(alternative, types) for alternative in alternatives)
        words = {_type_in_words(schema): None}
        for part in schema.get("allOf", ()):
            words[self._written(part, types)] = None
        words.pop("anything", None)
        return " & ".join(words) or "anything"

    def _references(self, old: JsonSchema, new: JsonSchema, path: Steps) -> Differences:
        names = ref_name(old) or "", ref_name(new) or ""
        called = self._called(names[0], self._old), self._called(names[1], self._new)
        is_renamed = called[0] not in self._new_names and called[1] not in self._old_names
        if called[0] == called[1] or is_renamed:
            yield TypePair(names[0], names[1])
        else:
            yield self._whole("type-exchanged", old, new, path)

    def _half_named(self, old: JsonSchema, new: JsonSchema, path: Steps) -> Differences:
        """Of a named type and one without a name: a type of its own, or the same in other words."""
        if alternatives_of(old) is not None or alternatives_of(new) is not None:
            yield from self._unions(old, new, path)
            return
        bodies = body_of(old, self._old), body_of(new, self._new)
        if ref_name(bodies[0]) is None and ref_name(bodies[1]) is None:
            yield from self._brands(*bodies, path)
            yield from self._inline(*bodies, path)
        else:
            yield self._whole("schema-changed", old, new, path)

    def _called(self, name: str, types: Mapping[str, JsonSchema]) -> str:
        return type_name(name, types.get(name, {}))

    def _inline(self, old: JsonSchema, new: JsonSchema, path: Steps) -> Differences:
        if alternatives_of(old) is not None or alternatives_of(new) is not None:
            if _has_more_than_union(old, new):
                yield from self._with_unions(old, new, path)
            else:
                yield from self._unions(old, new, path)
        elif "allOf" in old or "allOf" in new:
            yield from self._joined(old, new, path)
        elif json_types(old) != json_types(new):
            yield self._whole("type-changed", old, new, path)
        else:
            yield from self._keywords(old, new, path)

    def _joined(self, old: JsonSchema, new: JsonSchema, path: Steps) -> Differences:
        """Of schemas with ``allOf``, in whichever order: equal parts first, then those of one
        type, then what is left.
        """
        olds, news = old.get("allOf", []), new.get("allOf", [])
        pairs = list(matching_schemas(olds, news, self._old, self._new))
        paired: set[int] = set()
        for one, other in pairs:
            paired |= {id(one), id(other)}
        other_olds = [schema for schema in olds if id(schema) not in paired]
        other_news = [schema for schema in news if id(schema) not in paired]
        if len(other_olds) != len(other_news):
            yield self._whole("schema-changed", old, new, path)
            return
        for one, other in (*pairs, *zip(other_olds, other_news, strict=True)):
            yield from self.of(one, other, path)
        yield from self._keywords(without(old, "allOf"), without(new, "allOf"), path)

    def _unions(self, old: JsonSchema, new: JsonSchema, path: Steps) -> Differences:
        """Of schemas of which one at least is a union."""
        olds = alternatives_of(old) or [old]
        news = alternatives_of(new) or [new]
        pairs = list(matching_schemas(olds, news, self._old, self._new))
        if not pairs:
            yield self._whole("type-changed", old, new, path)
            return
        kept_olds: set[int] = set()
        kept_news: set[int] = set()
        for one, other in pairs:
            kept_olds.add(id(one))
            kept_news.add(id(other))
            are_alternatives = one is not old and other is not new
            if one == other or are_alternatives:
                yield from self.of(one, other, path)
            else:
                yield from self._one_of_union(one, other, path)
        before = [self._types.of_old(variant) for variant in olds]
        for index, variant in enumerate(olds):
            if id(variant) not in kept_olds:
                rest = [*before[:index], *before[index + 1 :]]
                yield SchemaDifference(
                    rule=f"{_kind_of_variant(variant)}-removed",
                    path=path,
                    old=self._written(variant, self._old),
                    before={"anyOf": before},
                    after={"anyOf": rest},
                )
        for variant in news:
            if id(variant) not in kept_news:
                more = [*before, self._types.of_new(variant)]
                yield SchemaDifference(
                    rule=f"{_kind_of_variant(variant)}-added",
                    path=path,
                    new=self._written(variant, self._new),
                    before={"anyOf": before},
                    after={"anyOf": more},
                )

    def _with_unions(self, old: JsonSchema, new: JsonSchema, path: Steps) -> Differences:
        """Of schemas that have further keywords next to a union, which hold together with it."""
        olds, news = without(old, *UNIONS), without(new, *UNIONS)
        yield from self._inline(olds, news, path)
        for key in UNIONS:
            if key in old and key in new:
                yield from self._unions({key: old[key]}, {key: new[key]}, path)
            elif key in old or key in new:
                yield self._keyword("keyword-changed", key, old, new, path, key, key)

    def _one_of_union(self, one: JsonSchema, other: JsonSchema, path: Steps) -> Differences:
        """Of a schema that has become one alternative, or was one: texts belong to the union."""
        left_out = (*TEXTS, "default")
        yield from self.of(without(one, *left_out), without(other, *left_out), path)

    def _annotations(
        self, old: JsonSchema, new: JsonSchema, path: Steps
    ) -> Iterator[SchemaDifference]:
        for key, rule in (*TEXTS.items(), *_VERSIONS.items()):
            was, now = old.get(key), new.get(key)
            if was != now:
                yield SchemaDifference(rule=rule, path=path, old=was, new=now, is_annotation=True)
        if bool(old.get("deprecated")) != bool(new.get("deprecated")):
            rule = "undeprecated"
            if new.get("deprecated"):
                rule = "deprecated"
            yield SchemaDifference(rule=rule, path=path, is_annotation=True)
        if old.get("default", Ellipsis) != new.get("default", Ellipsis):
            yield SchemaDifference(
                rule="default-changed",
                path=path,
                old=_default_in_words(old),
                new=_default_in_words(new),
            )
        yield from self._discriminators(old, new, path)
        yield from self._brands(old, new, path)

    def _discriminators(
        self, old: JsonSchema, new: JsonSchema, path: Steps
    ) -> Iterator[SchemaDifference]:
        """What the tags of a union mean, where its alternatives do not list them."""
        olds = self._tags(old, self._old)
        news = self._tags(new, self._new)
        if olds == news:
            return
        has_moved_tag = False
        for tag, name in olds.items():
            is_elsewhere = tag in news and news[tag] != name
            if is_elsewhere and name in self._new_names:
                has_moved_tag = True
        safe_flows: set[Flow] = set()
        if not has_moved_tag:
            if olds.keys() <= news.keys():
                safe_flows.add("sent")
            if news.keys() <= olds.keys():
                safe_flows.add("received")
        yield SchemaDifference(
            rule="discriminator-changed",
            path=path,
            old=_tags_written(olds),
            new=_tags_written(news),
            safe_flows=frozenset(safe_flows),
        )

    def _tags(
        self, schema: JsonSchema, types: Mapping[str, JsonSchema]
    ) -> dict[tuple[str, str], str]:
        """Return the types that a discriminator names, by its property and the tag; without those
        that list the values of the property.
        """
        discriminator = schema.get("discriminator")
        if not isinstance(discriminator, dict):
            return {}
        property_name = str(discriminator.get("propertyName"))
        targets: dict[str, str] = {}
        mapping = discriminator.get("mapping")
        if isinstance(mapping, dict):
            for tag, reference in mapping.items():
                targets[tag] = str(reference).rpartition("/")[2]
        else:
            for alternative in alternatives_of(schema) or ():
                if name := ref_name(alternative):
                    targets[name] = name.rpartition("/")[2]
        tags: dict[tuple[str, str], str] = {}
        for tag, name in targets.items():
            if listed_values(_property(types.get(name, {}), property_name)) is None:
                tags[property_name, tag] = self._called(name, types)
        return tags

    def _brands(self, old: JsonSchema, new: JsonSchema, path: Steps) -> Iterator[SchemaDifference]:
        brands = old.get(BRANDS), new.get(BRANDS)
        if brands[0] != brands[1]:
            rule = "brand-changed" if all(brands) else "brand-removed"
            if not brands[0]:
                rule = "brand-added"
            yield SchemaDifference(
                rule=rule,
                path=path,
                old=_listed(brands[0]),
                new=_listed(brands[1]),
                before=self._types.of_old(old),
                after=self._replaced(old, new, BRANDS),
            )

    def _replaced(self, old: JsonSchema, new: JsonSchema, *keys: str) -> JsonSchema:
        """Return the old schema with some keywords of the new one."""
        kept = {key: value for key, value in old.items() if key not in keys}
        taken = {key: new[key] for key in keys if key in new}
        after: JsonSchema = {**self._types.of_old(kept), **self._types.of_new(taken)}
        return after

    def _keywords(self, old: JsonSchema, new: JsonSchema, path: Steps) -> Differences:
        yield from self._listed_values(old, new, path)
        spelled = _NAMES if names_of(old) == names_of(new) else frozenset()
        for key, rule in BOUNDS.items():
            if old.get(key) != new.get(key) and key not in spelled:
                yield self._keyword(rule, key, old, new, path, old.get(key), new.get(key))
        for key in sorted((old.keys() | new.keys()) - _READ):
            if old.get(key) != new.get(key) and not key.startswith("x-"):
                yield self._keyword("keyword-changed", key, old, new, path, key, key)
        yield from self._items(old, new, path)
        yield from self._properties(old, new, path)
        yield from self._additional(old, new, path)

    def _keyword(
        self,
        rule: str,
        key: str,
        old: JsonSchema,
        new: JsonSchema,
        path: Steps,
        was: Any,
        now: Any,
    ) -> SchemaDifference:
        return SchemaDifference(
            rule=rule,
            path=path,
            old=was,
            new=now,
            before=self._types.of_old(old),
            after=self._replaced(old, new, key),
        )

    def _listed_values(
        self, old: JsonSchema, new: JsonSchema, path: Steps
    ) -> Iterator[SchemaDifference]:
        olds, news = listed_values(old), listed_values(new)
        before = self._types.of_old(old)
        rest = self._types.of_old(without(old, "enum", "const"))
        if olds is None or news is None:
            if olds != news:
                rule = "enum-added" if olds is None else "enum-removed"
                after = self._replaced(old, new, "enum", "const")
                yield SchemaDifference(
                    rule=rule, path=path, old=olds, new=news, before=before, after=after
                )
            return
        # Each value for itself, against an empty list: the cost does not grow with the length of
        # the lists.
        for value in _values_without(olds, news):
            yield SchemaDifference(
                rule="enum-value-removed",
                path=path,
                old=value,
                before={**rest, "enum": [value]},
                after={**rest, "enum": []},
                is_name_lost=True,
            )
        for value in _values_without(news, olds):
            yield SchemaDifference(
                rule="enum-value-added",
                path=path,
                new=value,
                before={**rest, "enum": []},
                after={**rest, "enum": [value]},
            )

    def _items(self, old: JsonSchema, new: JsonSchema, path: Steps) -> Differences:
        prefixes = old.get("prefixItems", []), new.get("prefixItems", [])
        if len(prefixes[0]) != len(prefixes[1]) or ("items" in old) != ("items" in new):
            yield SchemaDifference(
                rule="items-changed",
                path=path,
                before=self._types.of_old(old),
                after=self._replaced(old, new, "prefixItems", "items"),
            )
            return
        for index, (one, other) in enumerate(zip(*prefixes, strict=True)):
            yield from self.of(one, other, (*path, f"[{index}]"))
        if "items" in old:
            yield from self.of(old["items"], new["items"], (*path, "[]"))

    def _properties(self, old: JsonSchema, new: JsonSchema, path: Steps) -> Differences:
        olds, news = old.get("properties", {}), new.get("properties", {})
        old_required = frozenset(old.get("required", ()))
        new_required = frozenset(new.get("required", ()))
        before = self._types.of_old(old)
        for name, schema in olds.items():
            if name not in news:
                others = {**before, "properties": without(before["properties"], name)}
                yield SchemaDifference(
                    rule="property-removed",
                    path=(*path, name),
                    before=before,
                    after=_with_required(others, old_required - {name}),
                    is_name_lost=True,
                )
                continue
            yield from self.of(schema, news[name], (*path, name))
            was_required = name in old_required
            is_required = name in new_required
            if was_required != is_required:
                rule = "property-became-optional"
                if is_required:
                    rule = "property-became-required"
                after = _with_required(before, old_required ^ {name})
                yield SchemaDifference(rule=rule, path=(*path, name), before=before, after=after)
        for name, schema in news.items():
            if name not in olds:
                rule = "property-added"
                required = old_required
                if name in new_required:
                    rule = "required-property-added"
                    required = old_required | {name}
                properties = {**before.get("properties", {}), name: self._types.of_new(schema)}
                after = _with_required({**before, "properties": properties}, required)
                yield SchemaDifference(rule=rule, path=(*path, name), before=before, after=after)

    def _additional(self, old: JsonSchema, new: JsonSchema, path: Steps) -> Differences:
        key = "additionalProperties"
        values = old.get(key), new.get(key)
        if isinstance(values[0], dict) and isinstance(values[1], dict):
            yield from self.of(values[0], values[1], (*path, "{}"))
        elif values[0] != values[1]:
            yield self._keyword(
                "additional-properties-changed",
                key,
                old,
                new,
                path,
                _allowed(values[0]),
                _allowed(values[1]),
            )


def _has_more_than_union(old: JsonSchema, new: JsonSchema) -> bool:
    """Return whether schemas of one JSON type, of which one at least is a union, say more than
    that.
    """
    if json_types(old) != json_types(new):
        return False
    for schema in (old, new):
        for key in schema:
            if key not in ("type", *UNIONS) and not is_annotation(key):
                return True
    return False


def _type_in_words(schema: JsonSchema) -> str:
    """Return the type of a schema, or what one without a type says of objects."""
    if kinds := json_types(schema):
        return " | ".join(sorted(kinds))
    if schema.get("required"):
        return f"object with {', '.join(schema['required'])}"
    if "properties" in schema:
        return "object"
    return "anything"


def _property(schema: JsonSchema, name: str) -> JsonSchema:
    member = schema.get("properties", {}).get(name)
    if isinstance(member, dict):
        return member
    return {}


def _tags_written(tags: Mapping[tuple[str, str], str]) -> str:
    return ", ".join(f"{tag} {key}: {name}" for (tag, key), name in tags.items())


def _default_in_words(schema: JsonSchema) -> str:
    if "default" in schema:
        return json.dumps(schema["default"])
    return "none"


def _kind_of_variant(schema: AnySchema) -> str:
    if isinstance(schema, dict) and schema.get("type") == "null":
        return "null"
    return "variant"


def _values_without(values: Iterable[Any], others: Iterable[Any]) -> list[Any]:
    """Return the values that are not among others."""
    keys = set(map(json_key, others))
    return [value for value in values if json_key(value) not in keys]


def _listed(brands: object) -> str:
    return ", ".join(brands) if isinstance(brands, list) else str(brands)


def _allowed(value: object) -> str:
    if isinstance(value, dict):
        return "of a type"
    if value is False:
        return "refused"
    return "allowed"


def _with_required(schema: JsonSchema, names: Iterable[str]) -> JsonSchema:
    return {**without(schema, "required"), "required": sorted(names)}
