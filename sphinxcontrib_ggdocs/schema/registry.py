"""Holds all schemas of one document: types go in, names are chosen, JSON Schema comes out."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from ..contracts.audiences import MARKED, combined
from ..contracts.contract_errors import BrandConflict, ContractError, Location, OnBadType, too_deep
from ..contracts.model import MISSING, BodyField, TypeForm
from .generator import DEFINED
from .keywords import encoded_default
from .nodes import AS_GIVEN, NULL, Definition, JsonSchema, Mode, without
from .overlay import Described, Overlay, SchemaKey, referenced_key, with_references
from .schema_names import choose_names
from .tags import with_tag, with_union_tags
from .values import LeftOut, Values

BINARY: JsonSchema = {"type": "string", "format": "binary"}
"""A file inside a multipart body, as OpenAPI 3.1, 4.8.14.3 and older readers alike understand
it."""


@dataclass(frozen=True, slots=True, eq=False)
class Slot:
    """A use of a type in a document; `Written` has its schema."""

    described: Described
    mode: Mode

    @property
    def schema(self) -> JsonSchema:
        """Return the schema before its types have names."""
        return self.described.schema


class UseText(NamedTuple):
    """The description and the deprecation of a use of a type, by its schema."""

    description: str | None
    deprecated: bool


NOWHERE = Location()


class SchemaRegistry:
    """Collects the types of one document.

    Usage: `add` every type, then `write` once; the result has the schemas of the slots that `add`
    returned.

    Args:
        types: Describes the types; documents with the same types may share it.
    """

    def __init__(self, types: Overlay | None = None) -> None:
        self._types = types or Overlay()
        self._slots: list[Slot] = []

    def add(
        self,
        annotation: TypeForm,
        mode: Mode,
        *,
        where: Location = NOWHERE,
        path: str = "",
        default: object = MISSING,
        description: str | None = None,
        deprecated: bool = False,
        on_bad_type: OnBadType | None = None,
    ) -> Slot:
        """Add one use of a type.

        Args:
            annotation: The type as written.
            mode: ``input`` for what clients send, ``output`` for what the service answers.
            where: The place, for messages.
            path: The step from there to the type, if there is one.
            default: The default at this use.
            description: The description of this use, unless the type has the same itself.
            deprecated: Whether this use is deprecated.
            on_bad_type: Called with the error of a type that has no schema.

        Raises:
            ContractError: The type has no JSON Schema, or a name in it is unresolved, and there is
                no `on_bad_type`.
        """
        described = self._described(annotation, mode, where, path, on_bad_type)
        return self._slot(_with_use(described, default, description, deprecated), mode)

    def add_object(
        self,
        *,
        fields: Iterable[BodyField],
        mode: Mode,
        where: Location = NOWHERE,
        title: str | None = None,
        on_bad_type: OnBadType | None = None,
    ) -> Slot:
        """Add an object without a class: the fields of a form, or several arguments of one body.

        Raises:
            ContractError: As `add` does.
        """
        properties: dict[str, JsonSchema] = {}
        required: list[str] = []
        schema_keys: list[SchemaKey] = []
        choices: list[tuple[SchemaKey, str]] = []
        for field in fields:
            described = self._field(field, mode, where, on_bad_type)
            properties[field.name] = described.schema
            schema_keys += described.schema_keys
            choices += described.choices
            if field.required:
                required.append(field.name)
        schema: JsonSchema = {"type": "object"}
        if title:
            schema["title"] = title
        schema["properties"] = properties
        if required:
            schema["required"] = required
        return self._slot(Described(schema, tuple(schema_keys), tuple(choices)), mode)

    def _described(
        self,
        annotation: TypeForm,
        mode: Mode,
        where: Location,
        path: str,
        on_bad_type: OnBadType | None,
    ) -> Described:
        try:
            return self._types.describe(annotation, mode)
        except ContractError as error:
            # Made here alone: there are as many places as types, and few errors.
            place = where
            if path:
                place = where / path
            if on_bad_type is None:
                raise error.at(place) from error.__cause__
            on_bad_type(error.at(place))
            return self._types.describe(Any, mode)

    def _field(
        self, item: BodyField, mode: Mode, where: Location, on_bad_type: OnBadType | None
    ) -> Described:
        described = self._described(item.type, mode, where, item.name, on_bad_type)
        if item.file is not None:
            described = Described(_as_file(described.schema), (), ())
        used = _with_use(described, item.default, item.description, item.deprecated)
        if not item.audience:
            return used
        mark = combined(item.audience, tuple(used.schema.get(MARKED, ())))
        return replace(used, schema={**used.schema, MARKED: [*mark]})

    def _slot(self, described: Described, mode: Mode) -> Slot:
        slot = Slot(described, mode)
        self._slots.append(slot)
        return slot

    def write(self, template: str = "#/schemas/{name}", *, is_whole: bool = False) -> "Written":
        """Choose names and write every schema.

        Args:
            template: The template of references, with ``{name}`` for the name.
            is_whole: Whether it is filtered for an audience, and written again then.

        Raises:
            BrandConflict: A module has two brands of the same name.
        """
        return Written(self._types, self._slots, template, is_whole=is_whole)


def _as_file(schema: JsonSchema) -> JsonSchema:
    """Return the schema of a file, or of a list of files."""
    if "items" in schema:
        return {**schema, "items": _as_file(schema["items"])}
    if "anyOf" in schema:
        choices: list[JsonSchema] = []
        for choice in schema["anyOf"]:
            if choice != NULL:
                choice = _as_file(choice)
            choices.append(choice)
        return {**schema, "anyOf": choices}
    words = {key: schema[key] for key in _WORDS if key in schema}
    return {**BINARY, **words}


_WORDS = ("title", "description", "examples", "deprecated", "default")


def _with_use(
    described: Described, default: object, description: str | None, deprecated: bool
) -> Described:
    keywords: dict[str, Any] = {}
    if default is not MISSING:
        keywords["default"] = encoded_default(default)
    if description is not None and "description" not in described.schema:
        keywords["description"] = description
    if deprecated:
        keywords["deprecated"] = True
    if not keywords:
        return described
    return replace(described, schema={**described.schema, **keywords})


class Types(Protocol):
    """Types that are described: by an `Overlay`, or by a filter for an audience."""

    @property
    def definitions(self) -> Mapping[str, Definition]:
        """The named types by key."""
        ...

    @property
    def schemas(self) -> Mapping[SchemaKey, Described]:
        """Their schemas."""
        ...


class Written:
    """The schemas of one document, by name.

    Args:
        types: The types.
        slots: Their uses.
        template: The template of references.
        is_whole: Whether it is filtered for an audience, and written again then: each side of a
            type has a schema of its own, and values are as their authors have written them.
    """

    def __init__(
        self,
        types: Types,
        slots: Sequence[Slot],
        template: str,
        *,
        is_whole: bool = False,
    ) -> None:
        self.definitions = types.definitions
        self._is_whole = is_whole
        self._described = types.schemas
        self._definitions = types.definitions
        self.schema_keys: dict[str, SchemaKey] = {}
        """By the name of a schema, its type and its side of the wire."""
        self._template = f"{DEFINED}{{name}}" if is_whole else template
        self._direct: dict[SchemaKey, Counter[SchemaKey]] = {}
        self._modes: dict[str, set[Mode]] = defaultdict(set)
        self._order: list[SchemaKey] = []
        self._read: Counter[str] = Counter()
        """How often each type is mentioned where something is read."""
        self._choices: list[tuple[SchemaKey, str]] = []
        """The choices of tagged unions, once for each use."""
        self._same = self._same_brands()
        self._reach(slots)
        # After all mentions are known, since a choice that is read alone as well has no tag to
        # send.
        self._tags = {} if is_whole else self._read_tags()
        """By type that is a choice of tagged unions: its tag, or None where it is read in other
        places too."""
        self._splits = self._split_keys()
        reached = dict.fromkeys(key for key, _ in self._order)
        self.names: dict[str, str] = choose_names({key: self._definitions[key] for key in reached})
        """The name of each type, by its key."""
        self._refs: dict[str, str] = {}
        """References of this document by their former text."""
        self._of_slots: dict[Slot, JsonSchema] = {}
        self._bare = self._write()
        """Every named schema, before unions have been looked at."""
        references = {name: template.format(name=name) for name in self._bare}
        self._values = Values(self._bare, references)
        self.schemas: dict[str, JsonSchema] = {
            name: self._finished(schema) for name, schema in self._bare.items()
        }
        """Every named schema, sorted by name."""

    @property
    def types(self) -> dict[str, Any]:
        """Return the types by name: classes, NewTypes, aliases, brands."""
        return {name: self._definitions[key].key for key, name in self.names.items()}

    @property
    def given_names(self) -> frozenset[str]:
        """Return the names of schemas that come from an imported document."""
        return frozenset(name for name, schema in self._bare.items() if AS_GIVEN in schema)

    def schema(self, slot: Slot) -> JsonSchema:
        """Return the schema of a slot: a reference, or an inline schema."""
        if slot not in self._of_slots:
            self._of_slots[slot] = self._finished(slot.schema)
        return self._of_slots[slot]

    def _finished(self, schema: JsonSchema) -> JsonSchema:
        try:
            schema = self._renamed(schema)
            if self._is_whole:
                return schema
            schema = self._values.cleaned(schema)
            if self._tags:
                return with_union_tags(schema, self._bare)
            return schema
        except RecursionError as error:
            raise too_deep(Location()) from error

    @property
    def lost_patterns(self) -> Iterable[str]:
        """Return the patterns that cannot be written in ECMA-262."""
        return tuple(self._values.lost_patterns)

    @property
    def lost_references(self) -> Mapping[str, Sequence[str]]:
        """Return dangling references with their places, such as ``Order`` or ``Order.total``."""
        places: dict[str, list[str]] = {name: [] for name in self._values.lost_references}
        if not places:
            return places
        for name in self._bare:
            for field, omission in self.left_out_of(name):
                place = name
                if field is not None:
                    place = f"{name}.{field}"
                if omission.reference in places:
                    places[omission.reference].append(place)
        return places

    def left_out(self, slot: Slot) -> Iterator[LeftOut]:
        """Yield the defaults, examples and patterns of a slot that documents omit, with reasons."""
        return self._values.left_out(self._renamed(slot.schema))

    def left_out_of(self, name: str) -> Iterator[tuple[str | None, LeftOut]]:
        """Yield the omissions of a named schema, each with the property that has it."""
        schema = self._bare[name]
        for omission in self._values.left_out(without(schema, "properties")):
            yield None, omission
        for field, inner in schema.get("properties", {}).items():
            for omission in self._values.left_out(inner):
                yield field, omission

    def parted(self, slot: Slot) -> tuple[JsonSchema, UseText]:
        """Split the schema at a slot into the schema without text, and description and
        deprecation.
        """
        schema = self.schema(slot)
        text = UseText(schema.get("description"), bool(schema.get("deprecated")))
        if "description" in schema or "deprecated" in schema:
            schema = without(schema, "description", "deprecated")
        return schema, text

    def reached(self, slot: Slot, seen: set[SchemaKey]) -> list[str]:
        """Return the named types that a slot refers to, directly or indirectly, except those in
        `seen`.

        They are added to `seen`, so that a walk over all slots takes each type once.
        """
        waiting = [*map(self._canonical, slot.described.schema_keys)]
        names: list[str] = []
        while waiting:
            schema_key = waiting.pop()
            if schema_key not in seen:
                seen.add(schema_key)
                names.append(self.names[schema_key[0]])
                waiting.extend(self._direct[schema_key])
        return names

    def origins(self) -> dict[str, str]:
        """Return the names of types in Python, ``shop.models.Order``, by those of their schemas."""
        origins: dict[str, str] = {}
        for key, mode in self._order:
            definition = self._definitions[key]
            name = self._schema_name(key, mode)
            own = definition.qualname
            if not own.replace(".", "").isidentifier():  # generic, or inside of a function
                own = name
            origins[name] = ".".join(filter(None, (definition.module, own)))
        return origins

    def _canonical(self, schema_key: SchemaKey) -> SchemaKey:
        key, mode = schema_key
        return self._same.get(key, key), mode

    def _same_brands(self) -> dict[str, str]:
        """Map brands of one name and one meaning to the first of them, by key.

        Raises:
            BrandConflict: A brand of one name and one module has two meanings.
        """
        first: dict[tuple[str, str], str] = {}
        same: dict[str, str] = {}
        for key, definition in self._definitions.items():
            # A NewType is one object wherever it is imported; `Brand("Email")` may be written in
            # many lines.
            if definition.line is None or not definition.brand:
                continue
            earlier = first.setdefault((definition.module, definition.name), key)
            if earlier != key:
                self._refuse_conflict(self._definitions[earlier], definition)
                same[key] = earlier
        return same

    @staticmethod
    def _refuse_conflict(earlier: Definition, later: Definition) -> None:
        if not _are_alike(earlier.claim, later.claim):
            raise BrandConflict(
                f"the brand {later.name!r} has two definitions: "
                f"{earlier.module}:{earlier.line} and {later.module}:{later.line}",
                where=Location(),
                hint=(
                    "write the brand once as an alias and use the alias, or rename one of the two"
                ),
            )

    def _reach(self, slots: Iterable[Slot]) -> None:
        waiting: list[SchemaKey] = []
        for slot in slots:
            waiting += map(self._canonical, slot.described.schema_keys)
            self._choices += slot.described.choices
        self._read.update(key for key, mode in waiting if mode == "input")
        # Depth first in the order of mention: names are chosen in it, and a document must not
        # depend on anything else.
        waiting.reverse()
        while waiting:
            schema_key = waiting.pop()
            if schema_key in self._direct:
                continue
            key, mode = schema_key
            described = self._described[schema_key]
            inside = [*map(self._canonical, described.schema_keys)]
            self._direct[schema_key] = Counter(inside)
            self._choices += described.choices
            self._read.update(inner for inner, side in inside if side == "input")
            self._modes[key].add(mode)
            self._order.append(schema_key)
            waiting.extend(reversed(inside))

    def _read_tags(self) -> dict[str, str | None]:
        tags: dict[str, set[str]] = defaultdict(set)
        read: Counter[str] = Counter()
        for schema_key, tag in self._choices:
            key, mode = self._canonical(schema_key)
            tags[key].add(tag)
            if mode == "input":
                read[key] += 1
        tag_of_type: dict[str, str | None] = {}
        for key, tags_of_key in tags.items():
            is_read_alone = read[key] != self._read[key]
            if len(tags_of_key) == 1 and not is_read_alone:
                [tag_of_type[key]] = tags_of_key
            else:
                tag_of_type[key] = None
        return tag_of_type

    def _split_keys(self) -> set[str]:
        """Return the types that are used in both modes and differ there, directly or
        indirectly.
        """
        mentioned_by: dict[str, set[str]] = defaultdict(set)
        for (key, _), inside in self._direct.items():
            for inner, _ in inside:
                mentioned_by[inner].add(key)
        # Used in one mode, a type needs one schema: the name stays without a suffix.
        twofold = {key for key, modes in self._modes.items() if len(modes) == 2}
        waiting = [key for key in twofold if not self._has_one_schema(key)]
        different: set[str] = set()
        while waiting:
            key = waiting.pop()
            if key not in different:
                different.add(key)
                # A class whose field refers to a type with two schemas has two itself.
                waiting.extend(mentioned_by[key] & twofold)
        return different

    def _has_one_schema(self, key: str) -> bool:
        return _are_alike(
            self._described[key, "input"].schema, self._described[key, "output"].schema
        )

    def _schema_name(self, key: str, mode: Mode) -> str:
        # The suffixes of pydantic and FastAPI, for types that both sides have.
        # Whether both sides are one is known when something has been left out, and names are chosen
        # then.
        if self._is_whole:
            return f"{key}@{mode}"
        name = self.names[key]
        if key in self._splits:
            return f"{name}-{mode.capitalize()}"
        return name

    def _renamed(self, schema: JsonSchema) -> JsonSchema:
        """Replace the references in a schema by those of this document."""
        if self._is_whole and not self._same:
            return schema  # in which references are by key
        return with_references(schema, self._reference_of)

    def _reference_of(self, reference: str) -> str:
        schema_key = referenced_key({"$ref": reference})
        if schema_key is None:
            return reference
        return self._reference(schema_key)

    def _reference(self, schema_key: SchemaKey) -> str:
        name = self._schema_name(*self._canonical(schema_key))
        return self._template.format(name=name)

    def _write(self) -> dict[str, JsonSchema]:
        schemas: dict[str, JsonSchema] = {}
        for key, mode in self._order:
            name = self._schema_name(key, mode)
            if name in schemas:
                continue
            definition = self._definitions[key]
            schema = self._renamed(self._described[key, mode].schema)
            if definition.brand:
                schema = {**schema, "title": definition.name, "x-brand": list(definition.brand)}
            # A title next to a reference would rename what it leads to; a schema that a document
            # gives stays as its author wrote it.
            elif not definition.is_given and schema.keys().isdisjoint(("$ref", "title")):
                schema = {**schema, "title": definition.name}
            self.schema_keys[name] = key, mode
            if key in self._splits and not self._is_whole:
                # By which readers know that `X-Input` and `X-Output` are one type.
                schema = {**schema, "x-type": self.names[key]}
            if (tag := self._tags.get(key)) is not None:
                schema = with_tag(schema, tag)
            schemas[name] = schema
        return dict(sorted(schemas.items()))


def _are_alike(one: Any, other: Any) -> bool:
    """Return whether the schemas of a type for both sides of the wire are equal."""
    if isinstance(one, dict) and isinstance(other, dict):
        return _have_alike_members(one, other)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_are_alike, one, other))
    if one == other:
        return isinstance(one, bool) is isinstance(other, bool)
    return _lead_to_one_type(one, other)


def _have_alike_members(one: JsonSchema, other: JsonSchema) -> bool:
    if one.keys() != other.keys():
        return False
    return all(_are_alike(value, other[key]) for key, value in one.items())


def _lead_to_one_type(one: Any, other: Any) -> bool:
    """Return whether two values are references to one type, on whichever sides of the wire."""
    target = referenced_key({"$ref": one})
    other_target = referenced_key({"$ref": other})
    if target is None or other_target is None:
        return False
    return target[0] == other_target[0]
