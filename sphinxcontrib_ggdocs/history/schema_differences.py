"""Finds the differences of two schemas, each with its rule, and the pairs of named types to
compare.

Each difference has two schemas: the old one, and the old one with only this difference applied.
Whether one includes the other decides what the difference means for clients.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeAlias

from ..document.uses import ref_name, type_name
from ..schema.fitting import json_key, same_json
from ..schema.nodes import JsonSchema, without
from .changes import BOUNDS, Flow
from .named_types import JoinedTypes, types_in
from .plain_schemas import is_annotation
from .schema_matching import UNIONS, alternatives_of, body_of, json_types, matching_schemas
from .shapes import BRANDS, AnySchema, formats_of, listed_values

DEEPEST = 40
"""How deep inside a schema differences are searched for; deeper ones are one difference."""

TEXTS: Final[Mapping[str, str]] = {
    "title": "title-changed",
    "description": "description-changed",
    "examples": "examples-changed",
    "example": "examples-changed",
}
"""The rules of keywords with texts and examples, by keyword."""
_VERSIONS: Final[Mapping[str, str]] = {
    "x-since": "since-changed",
    "x-deprecated-since": "deprecated-since-changed",
    "x-sunset": "sunset-changed",
    "x-replaced-by": "replacement-changed",
}
"""The rules of keywords about versions and removal, by keyword."""
_NAMES = frozenset({"format", "contentMediaType"})
"""Keywords that OpenAPI 3.0 and 3.1 use differently for the same values, such as binary ones."""
_DEEPER = frozenset({"properties", "required", "items", "prefixItems", "additionalProperties"})
"""Keywords of arrays and objects, whose values are compared one by one."""
_READ = frozenset(
    {"type", "enum", "const", "default", "deprecated", "$ref", "anyOf", "oneOf", "allOf", BRANDS}
    | {"x-type", "discriminator"}
    | BOUNDS.keys()
    | TEXTS.keys()
    | _DEEPER
)
"""Keywords that are compared by rules of their own; differences of others have one common rule."""


Steps: TypeAlias = tuple[str, ...]
"""The path to a place inside a schema, as in `Place.path`: ``("lines", "[]", "price")``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaDifference:
    """One difference, at a place inside two schemas."""

    rule: str
    """A key of `RULES`."""
    path: Steps
    """Where it is in the schemas that were compared."""
    old: Any = None
    """The old state for the message, such as the old minimum."""
    new: Any = None
    """The new state for the message."""
    before: AnySchema = True
    """The old schema at the path, by which the verdict is computed; true, as is `after`, for
    differences that change no values, such as that of a default."""
    after: AnySchema = True
    """`before` with this difference alone."""
    whole: tuple[AnySchema, AnySchema] = (True, True)
    """The old and the new schema at the path, with all differences."""
    is_name_lost: bool = False
    """Whether generated code loses a name, such as that of a property."""
    is_annotation: bool = False
    """Whether it concerns texts, versions or a deprecation, and no values."""
    safe_flows: frozenset[Flow] = frozenset()
    """The flows in which the change of a discriminator is known to be safe."""


@dataclass(frozen=True, slots=True)
class TypePair:
    """Two named types that are used at one place."""

    old: str
    new: str


Differences: TypeAlias = Iterator[SchemaDifference | TypePair]


class SchemaDifferences:
    """Finds the differences of schemas of two documents.

    Its methods take an old schema, the new one, and the path of both inside the schemas that were
    to be compared. Some take the named types of the document that a schema is from, too.

    Args:
        old: The named types of the old document.
        new: Those of the new one.
        joined: The types of both documents under different names, for `before` and `after`.
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
        # The names for readers of all types; see `_type_title`.
        self._old_names = {type_name(name, schema) for name, schema in old.items()}
        self._new_names = {type_name(name, schema) for name, schema in new.items()}

    def of(self, old: AnySchema, new: AnySchema, path: Steps = ()) -> Differences:
        """Yield the differences of two schemas, and the pairs of named types that both refer to at
        one place.
        """
        for difference in self._compare(old, new, path):
            if isinstance(difference, SchemaDifference) and difference.whole == (True, True):
                # Not set yet: the difference is one of these two schemas, and not further inside.
                yield replace(difference, whole=(old, new))
            else:
                yield difference

    def _compare(self, old: AnySchema, new: AnySchema, path: Steps) -> Differences:
        """Yield the differences of two schemas, and the pairs of named types that both refer to at
        one place. Differences at the path itself lack their `whole`, which `of` adds.
        """
        # `same_json` is exact (in Python, 1 equals True), and `==` is faster if schemas differ.
        if old == new and same_json(old, new):
            # The types inside may have changed.
            for name in types_in(old):
                yield TypePair(name, name)
            return
        if not isinstance(old, dict) or not isinstance(new, dict) or len(path) > DEEPEST:
            yield self._difference_of_whole("schema-changed", old, new, path)
            return
        was_named = ref_name(old) is not None
        is_named = ref_name(new) is not None
        if was_named is not is_named:
            yield from self._compare_named_with_inline(old, new, path)
            return
        yield from self._annotations(old, new, path)
        if is_named:
            yield from self._compare_references(old, new, path)
            # A reference may have further keywords next to it.
            yield from self._compare_keywords(old, new, path)
        else:
            yield from self._compare_inline(old, new, path)

    def _difference_of_whole(
        self, rule: str, old: AnySchema, new: AnySchema, path: Steps
    ) -> SchemaDifference:
        """Return one difference that replaces the whole old schema by the new one."""
        return SchemaDifference(
            rule=rule,
            path=path,
            old=self._in_words(old, self._old),
            new=self._in_words(new, self._new),
            before=self._types.of_old(old),
            after=self._types.of_new(new),
            # Generated code names the type, which is another one now.
            is_name_lost=rule == "type-exchanged",
        )

    def _in_words(self, schema: AnySchema, types: Mapping[str, JsonSchema]) -> str:
        """Return a schema in a few words for messages, such as ``Order``, ``string | null`` or
        ``anything``.
        """
        if not isinstance(schema, dict):  # In foreign documents not only true or false.
            if schema:
                return "anything"
            return "nothing"
        if (name := ref_name(schema)) is not None:
            return self._type_title(name, types)
        if alternatives := alternatives_of(schema):
            return " | ".join(self._in_words(alternative, types) for alternative in alternatives)
        # A dict instead of a set, to keep the order.
        parts = {_type_in_words(schema): None}
        for part in schema.get("allOf", ()):
            parts[self._in_words(part, types)] = None
        # It adds nothing to the other parts.
        parts.pop("anything", None)
        return " & ".join(parts) or "anything"

    def _compare_references(self, old: JsonSchema, new: JsonSchema, path: Steps) -> Differences:
        """Compare two references. If both types have the same title, or if the old type was renamed
        to the new one, they are a pair to compare; otherwise one type was exchanged for another.
        """
        old_key, new_key = ref_name(old) or "", ref_name(new) or ""
        old_title = self._type_title(old_key, self._old)
        new_title = self._type_title(new_key, self._new)
        # Neither document has a type with the title that the other document uses here.
        is_renamed = old_title not in self._new_names and new_title not in self._old_names
        if old_title == new_title or is_renamed:
            yield TypePair(old_key, new_key)
        else:
            yield self._difference_of_whole("type-exchanged", old, new, path)

    def _compare_named_with_inline(
        self, old: JsonSchema, new: JsonSchema, path: Steps
    ) -> Differences:
        """Compare a reference with an inline schema: by the content of the named type, since the
        inline schema may only have got a name, or lost it.
        """
        # The named type may have become a member of a union, or have been one.
        if alternatives_of(old) is not None or alternatives_of(new) is not None:
            yield from self._compare_unions(old, new, path)
            return
        old_body, new_body = body_of(old, self._old), body_of(new, self._new)
        # A named type may itself be only a reference, which is not followed further.
        if ref_name(old_body) is None and ref_name(new_body) is None:
            yield from self._brands(old_body, new_body, path)
            yield from self._compare_inline(old_body, new_body, path)
        else:
            yield self._difference_of_whole("schema-changed", old, new, path)

    def _type_title(self, name: str, types: Mapping[str, JsonSchema]) -> str:
        """Return the name of a type for readers, which may differ from its key in the document."""
        return type_name(name, types.get(name, {}))

    def _compare_inline(self, old: JsonSchema, new: JsonSchema, path: Steps) -> Differences:
        """Compare two schemas that are no references: unions, ``allOf``, another JSON type, or
        keywords.
        """
        if alternatives_of(old) is not None or alternatives_of(new) is not None:
            if _has_more_than_union(old, new):
                yield from self._compare_unions_with_keywords(old, new, path)
            else:
                yield from self._compare_unions(old, new, path)
        elif "allOf" in old or "allOf" in new:
            yield from self._compare_all_of(old, new, path)
        elif json_types(old) != json_types(new):
            yield self._difference_of_whole("type-changed", old, new, path)
        else:
            yield from self._compare_keywords(old, new, path)

    def _compare_all_of(self, old: JsonSchema, new: JsonSchema, path: Steps) -> Differences:
        """Compare schemas with ``allOf``, whose order does not matter: parts that correspond are
        paired, then the others in their order.
        """
        old_parts, new_parts = old.get("allOf", []), new.get("allOf", [])
        pairs = list(matching_schemas(old_parts, new_parts, self._old, self._new))
        # By `id`, because equal parts may occur twice.
        paired_ids: set[int] = set()
        for old_part, new_part in pairs:
            paired_ids |= {id(old_part), id(new_part)}
        unpaired_olds = [part for part in old_parts if id(part) not in paired_ids]
        unpaired_news = [part for part in new_parts if id(part) not in paired_ids]
        # Of unequal numbers, it is not known which part was added or removed.
        if len(unpaired_olds) != len(unpaired_news):
            yield self._difference_of_whole("schema-changed", old, new, path)
            return
        pairs += zip(unpaired_olds, unpaired_news, strict=True)
        for old_part, new_part in pairs:
            yield from self.of(old_part, new_part, path)
        yield from self._compare_keywords(without(old, "allOf"), without(new, "allOf"), path)

    def _compare_unions(self, old: JsonSchema, new: JsonSchema, path: Steps) -> Differences:
        """Compare two unions, or a union with a single schema, which counts as a union with one
        member.

        Each old member is compared with the new member that corresponds to it. Members without a
        counterpart were removed or added. If no members correspond, the whole type has changed.
        """
        old_members = alternatives_of(old) or [old]
        new_members = alternatives_of(new) or [new]
        pairs = list(matching_schemas(old_members, new_members, self._old, self._new))
        if not pairs:
            yield self._difference_of_whole("type-changed", old, new, path)
            return
        # By `id`, because equal members may occur twice.
        paired_olds: set[int] = set()
        paired_news: set[int] = set()
        for old_member, new_member in pairs:
            paired_olds.add(id(old_member))
            paired_news.add(id(new_member))
            # False if one side is not a union, so that its only member is the schema itself.
            are_alternatives = old_member is not old and new_member is not new
            # Equal members may refer to types that have changed, which `of` finds.
            if old_member == new_member or are_alternatives:
                yield from self.of(old_member, new_member, path)
            else:  # a single schema has become a member of a union, or the other way round
                yield from self._compare_type_with_member(old_member, new_member, path)
        # Each difference has the old union, and the old union with one member removed or added.
        # Both are written as `anyOf`, even for a `oneOf`: the whole schema is judged as well, with
        # the rule of `oneOf` that only one member may fit.
        before = [self._types.of_old(member) for member in old_members]
        for index, member in enumerate(old_members):
            if id(member) not in paired_olds:
                without_member = [*before[:index], *before[index + 1 :]]
                yield SchemaDifference(
                    rule=f"{_kind_of_variant(member)}-removed",
                    path=path,
                    old=self._in_words(member, self._old),
                    before={"anyOf": before},
                    after={"anyOf": without_member},
                )
        for member in new_members:
            if id(member) not in paired_news:
                with_member = [*before, self._types.of_new(member)]
                yield SchemaDifference(
                    rule=f"{_kind_of_variant(member)}-added",
                    path=path,
                    new=self._in_words(member, self._new),
                    before={"anyOf": before},
                    after={"anyOf": with_member},
                )

    def _compare_unions_with_keywords(
        self, old: JsonSchema, new: JsonSchema, path: Steps
    ) -> Differences:
        """Compare schemas that have further keywords next to ``anyOf`` or ``oneOf``, which values
        have to fit in addition.
        """
        yield from self._compare_inline(without(old, *UNIONS), without(new, *UNIONS), path)
        for key in UNIONS:
            if key in old and key in new:
                yield from self._compare_unions({key: old[key]}, {key: new[key]}, path)
            elif key in old or key in new:
                # The message names the keyword instead of its states.
                yield self._keyword_difference("keyword-changed", (key,), old, new, path, key, key)

    def _compare_type_with_member(
        self, old: JsonSchema, new: JsonSchema, path: Steps
    ) -> Differences:
        """Compare a single schema with the member of a union that it has become, or once was; texts
        and default are those of the union, and not compared.
        """
        of_union = (*TEXTS, "default")
        yield from self.of(without(old, *of_union), without(new, *of_union), path)

    def _annotations(
        self, old: JsonSchema, new: JsonSchema, path: Steps
    ) -> Iterator[SchemaDifference]:
        """Yield the differences of texts, versions, deprecation, default, discriminator and
        brands.
        """
        for key, rule in (*TEXTS.items(), *_VERSIONS.items()):
            old_value, new_value = old.get(key), new.get(key)
            if old_value != new_value:
                yield SchemaDifference(
                    rule=rule, path=path, old=old_value, new=new_value, is_annotation=True
                )
        if bool(old.get("deprecated")) != bool(new.get("deprecated")):
            rule = "undeprecated"
            if new.get("deprecated"):
                rule = "deprecated"
            yield SchemaDifference(rule=rule, path=path, is_annotation=True)
        # Ellipsis stands for no default, since a default may be null.
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
        """Yield the difference of which types the tags of a discriminator mean, if there is one.

        It is safe in a flow in which the receiver knows all tags of the sender, unless a tag means
        another type than before.
        """
        old_tags = self._discriminator_tags(old, self._old)
        new_tags = self._discriminator_tags(new, self._new)
        if old_tags == new_tags:
            return
        has_moved_tag = False
        for tag, type_of_tag in old_tags.items():
            names_other_type = tag in new_tags and new_tags[tag] != type_of_tag
            # If the former type is gone, it may only have been renamed.
            if names_other_type and type_of_tag in self._new_names:
                has_moved_tag = True
        safe_flows: set[Flow] = set()
        if not has_moved_tag:
            # Of what clients send, the sender is the old document, else the new one.
            if old_tags.keys() <= new_tags.keys():
                safe_flows.add("sent")
            if new_tags.keys() <= old_tags.keys():
                safe_flows.add("received")
        yield SchemaDifference(
            rule="discriminator-changed",
            path=path,
            old=_tags_in_words(old_tags),
            new=_tags_in_words(new_tags),
            safe_flows=frozenset(safe_flows),
        )

    def _discriminator_tags(
        self, schema: JsonSchema, types: Mapping[str, JsonSchema]
    ) -> dict[tuple[str, str], str]:
        """Return the titles of the types that a discriminator names, by ``(property, tag)``.

        Types whose schema lists the values of the property are left out: there, the schema itself
        shows what a tag means. Empty if the schema has no discriminator.
        """
        discriminator = schema.get("discriminator")
        if not isinstance(discriminator, dict):
            return {}
        property_name = str(discriminator.get("propertyName"))
        targets: dict[str, str] = {}
        mapping = discriminator.get("mapping")
        if isinstance(mapping, dict):
            # A target is a reference, or only a name.
            for tag, reference in mapping.items():
                targets[tag] = str(reference).rpartition("/")[2]
        else:
            # Without a mapping, the tag of a type is its name.
            for alternative in alternatives_of(schema) or ():
                if name := ref_name(alternative):
                    targets[name] = name.rpartition("/")[2]
        tags: dict[tuple[str, str], str] = {}
        for tag, name in targets.items():
            if listed_values(_property_schema(types.get(name, {}), property_name)) is None:
                tags[property_name, tag] = self._type_title(name, types)
        return tags

    def _brands(self, old: JsonSchema, new: JsonSchema, path: Steps) -> Iterator[SchemaDifference]:
        """Yield the difference of the brands of a schema: names for which generated code has
        separate types of the same values.
        """
        old_brands, new_brands = old.get(BRANDS), new.get(BRANDS)
        if old_brands == new_brands:
            return
        rule = "brand-changed"
        if not old_brands:
            rule = "brand-added"
        elif not new_brands:
            rule = "brand-removed"
        yield self._keyword_difference(
            rule,
            (BRANDS,),
            old,
            new,
            path,
            _brands_in_words(old_brands),
            _brands_in_words(new_brands),
        )

    def _compare_keywords(self, old: JsonSchema, new: JsonSchema, path: Steps) -> Differences:
        """Yield the differences of listed values, bounds, other keywords, items and properties."""
        yield from self._compare_listed_values(old, new, path)
        # Format `binary` in one document and a media type in the other are no difference.
        same_by_meaning: frozenset[str] = frozenset()
        if formats_of(old) == formats_of(new):
            same_by_meaning = _NAMES
        for key, rule in BOUNDS.items():
            if old.get(key) != new.get(key) and key not in same_by_meaning:
                yield self._keyword_difference(
                    rule, (key,), old, new, path, old.get(key), new.get(key)
                )
        for key in sorted((old.keys() | new.keys()) - _READ):
            # Extensions do not limit values. The message names the keyword instead of its states.
            if old.get(key) != new.get(key) and not key.startswith("x-"):
                yield self._keyword_difference("keyword-changed", (key,), old, new, path, key, key)
        yield from self._compare_items(old, new, path)
        yield from self._compare_properties(old, new, path)
        yield from self._compare_additional_properties(old, new, path)

    def _keyword_difference(
        self,
        rule: str,
        keys: Collection[str],
        old: JsonSchema,
        new: JsonSchema,
        path: Steps,
        old_state: Any = None,
        new_state: Any = None,
    ) -> SchemaDifference:
        """Return the difference of one keyword, or of several that mean something together.

        Args:
            rule: The rule of the difference.
            keys: The keywords.
            old: The old schema.
            new: The new one.
            path: Where the schemas are.
            old_state: The old state for the message, such as the old maximum.
            new_state: The new state.
        """
        other_keywords = self._types.of_old(without(old, *keys))
        new_keywords = self._types.of_new({key: new[key] for key in keys if key in new})
        return SchemaDifference(
            rule=rule,
            path=path,
            old=old_state,
            new=new_state,
            before=self._types.of_old(old),
            after={**other_keywords, **new_keywords},
        )

    def _compare_listed_values(
        self, old: JsonSchema, new: JsonSchema, path: Steps
    ) -> Iterator[SchemaDifference]:
        """Yield the differences of ``enum`` and ``const``: each removed and added value."""
        old_values, new_values = listed_values(old), listed_values(new)
        if old_values is None and new_values is None:
            return
        if old_values is None or new_values is None:
            rule = "enum-removed"
            if old_values is None:
                rule = "enum-added"
            yield self._keyword_difference(
                rule, ("enum", "const"), old, new, path, old_values, new_values
            )
            return
        # Each value is compared with an empty list, so that the cost for one value does not grow
        # with the length of the lists.
        other_keywords = self._types.of_old(without(old, "enum", "const"))
        for value in _values_without(old_values, new_values):
            yield SchemaDifference(
                rule="enum-value-removed",
                path=path,
                old=value,
                before={**other_keywords, "enum": [value]},
                after={**other_keywords, "enum": []},
                is_name_lost=True,
            )
        for value in _values_without(new_values, old_values):
            yield SchemaDifference(
                rule="enum-value-added",
                path=path,
                new=value,
                before={**other_keywords, "enum": []},
                after={**other_keywords, "enum": [value]},
            )

    def _compare_items(self, old: JsonSchema, new: JsonSchema, path: Steps) -> Differences:
        """Yield the differences of the schemas of items, whose paths end with ``[]``, or with
        ``[0]`` and so on for ``prefixItems``.

        A single one if the number of ``prefixItems`` differs, or only one schema has ``items``:
        then it is not known which items correspond.
        """
        old_prefix, new_prefix = old.get("prefixItems", []), new.get("prefixItems", [])
        if len(old_prefix) != len(new_prefix) or ("items" in old) != ("items" in new):
            yield self._keyword_difference(
                "items-changed", ("prefixItems", "items"), old, new, path
            )
            return
        for index, (old_item, new_item) in enumerate(zip(old_prefix, new_prefix, strict=True)):
            yield from self.of(old_item, new_item, (*path, f"[{index}]"))
        if "items" in old:
            yield from self.of(old["items"], new["items"], (*path, "[]"))

    def _compare_properties(self, old: JsonSchema, new: JsonSchema, path: Steps) -> Differences:
        """Yield removed and added properties, the differences of their schemas, and those that
        became required or optional.
        """
        old_properties, new_properties = old.get("properties", {}), new.get("properties", {})
        old_required = frozenset(old.get("required", ()))
        new_required = frozenset(new.get("required", ()))
        # Each difference is applied to the whole old schema, and to nothing else in it.
        before = self._types.of_old(old)
        for name, schema in old_properties.items():
            if name not in new_properties:
                remaining = without(before["properties"], name)
                after = _with_required({**before, "properties": remaining}, old_required - {name})
                yield SchemaDifference(
                    rule="property-removed",
                    path=(*path, name),
                    before=before,
                    after=after,
                    is_name_lost=True,
                )
                continue
            yield from self.of(schema, new_properties[name], (*path, name))
            was_required = name in old_required
            is_required = name in new_required
            if was_required != is_required:
                rule = "property-became-optional"
                if is_required:
                    rule = "property-became-required"
                # Of this property alone: it is removed from the names or added to them.
                after = _with_required(before, old_required ^ {name})
                yield SchemaDifference(rule=rule, path=(*path, name), before=before, after=after)
        for name, schema in new_properties.items():
            if name not in old_properties:
                rule = "property-added"
                required = old_required
                if name in new_required:
                    rule = "required-property-added"
                    required = old_required | {name}
                properties = {**before.get("properties", {}), name: self._types.of_new(schema)}
                after = _with_required({**before, "properties": properties}, required)
                yield SchemaDifference(rule=rule, path=(*path, name), before=before, after=after)

    def _compare_additional_properties(
        self, old: JsonSchema, new: JsonSchema, path: Steps
    ) -> Differences:
        """Yield the differences of ``additionalProperties``. If both values are dicts, they are
        compared as schemas, under the path step ``{}``, which stands for any further property. If
        one is True, False or absent, a single difference names both values.
        """
        key = "additionalProperties"
        old_value, new_value = old.get(key), new.get(key)
        if isinstance(old_value, dict) and isinstance(new_value, dict):
            yield from self.of(old_value, new_value, (*path, "{}"))
        elif old_value != new_value:
            yield self._keyword_difference(
                "additional-properties-changed",
                (key,),
                old,
                new,
                path,
                _additional_in_words(old_value),
                _additional_in_words(new_value),
            )


def _has_more_than_union(old: JsonSchema, new: JsonSchema) -> bool:
    """Return whether two schemas of the same JSON type, at least one of them a union, have keywords
    besides the type, the union and annotations.
    """
    # If a union has become a single type, the types differ: they are compared as a union of one.
    if json_types(old) != json_types(new):
        return False
    for schema in (old, new):
        for key in schema:
            if key not in ("type", *UNIONS) and not is_annotation(key):
                return True
    return False


def _type_in_words(schema: JsonSchema) -> str:
    """Return the JSON types of a schema in words, such as ``null | string``.

    Without ``type``, a schema with required properties is ``object with id, name``, one with
    optional properties only is ``object``, and any other is ``anything``.
    """
    if kinds := json_types(schema):
        return " | ".join(sorted(kinds))
    if schema.get("required"):
        return f"object with {', '.join(schema['required'])}"
    if "properties" in schema:
        return "object"
    return "anything"


def _property_schema(schema: JsonSchema, name: str) -> JsonSchema:
    """Return the schema of a property; an empty one if there is none, or only true or false."""
    member = schema.get("properties", {}).get(name)
    if isinstance(member, dict):
        return member
    return {}


def _tags_in_words(tags: Mapping[tuple[str, str], str]) -> str:
    """Return the tags of a discriminator as text: ``kind cat: Cat, kind dog: Dog``."""
    return ", ".join(f"{tag} {key}: {name}" for (tag, key), name in tags.items())


def _default_in_words(schema: JsonSchema) -> str:
    """Return the default value of a schema as JSON; ``none`` without one."""
    if "default" in schema:
        return json.dumps(schema["default"])
    return "none"


def _kind_of_variant(schema: AnySchema) -> str:
    """Return how rules begin for a member of a union: ``null`` or ``variant``."""
    if isinstance(schema, dict) and schema.get("type") == "null":
        return "null"
    return "variant"


def _values_without(values: Iterable[Any], others: Iterable[Any]) -> list[Any]:
    """Return the JSON values that are not among others."""
    other_keys = set(map(json_key, others))
    return [value for value in values if json_key(value) not in other_keys]


def _brands_in_words(brands: object) -> str:
    """Return the value of the keyword of brands, a name or a list of names, as text."""
    if isinstance(brands, list):
        return ", ".join(brands)
    return str(brands)


def _additional_in_words(value: object) -> str:
    """Return in a word what a value of ``additionalProperties`` means."""
    if isinstance(value, dict):
        return "of a type"
    if value is False:
        return "refused"
    return "allowed"


def _with_required(schema: JsonSchema, names: Iterable[str]) -> JsonSchema:
    """Return a schema with another list of required properties, sorted since they are a set."""
    return {**without(schema, "required"), "required": sorted(names)}
