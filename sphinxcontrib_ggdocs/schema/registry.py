"""Holds all schemas of one document: types go in, names are chosen, JSON Schema comes out.

Each use of a type is added to a `SchemaRegistry`, which returns a `Slot`. When all types are known,
`Written` chooses the names of types and writes their schemas. Until then types are identified by
keys: a `SchemaKey` is the key of a type and a mode.

A *brand* is the name that a NewType, or a `Brand` in ``Annotated``, gives to a string or a number.
A *given* schema is from a file, and is documented without changes.
"""

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
"""A file inside a multipart body, in the form that both OpenAPI 3.1 (4.8.14.3) and older readers
understand."""


@dataclass(frozen=True, slots=True, eq=False)
class Slot:
    """One use of a type in a document. `Written.schema` returns its schema."""

    described: Described
    """Its schema before names are chosen, in which references have keys."""
    mode: Mode

    @property
    def schema(self) -> JsonSchema:
        """The schema of the use before its types have names."""
        return self.described.schema


class UseText(NamedTuple):
    """The description and the deprecation of one use of a type."""

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
        """Create a registry without any use of a type."""
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
            annotation: The type, as the annotation writes it.
            mode: ``input`` for what clients send, ``output`` for what the service sends.
            where: The place of the use, for messages.
            path: The step from that place to the type, such as the name of a parameter.
            default: The default at this use.
            description: The description of this use; that of the type itself wins.
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
        """Add an object that has fields but no class: a form, or several arguments of one body.

        Args:
            fields: The fields.
            mode: ``input`` for what clients send, ``output`` for what the service sends.
            where: The place of the object, for messages.
            title: The title of its schema.
            on_bad_type: Called with the error of a field whose type has no schema.

        Raises:
            ContractError: The type of a field has no JSON Schema, or a name in it is unresolved,
                and there is no `on_bad_type`.
        """
        properties: dict[str, JsonSchema] = {}
        required: list[str] = []
        schema_keys: list[SchemaKey] = []
        choices: list[tuple[SchemaKey, str]] = []
        for field in fields:
            described = self._described_field(field, mode, where, on_bad_type)
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
        """Describe a type; a type without a schema is described as any value if `on_bad_type` is
        given, and otherwise its error is raised.

        Args:
            annotation: The type, as the annotation writes it.
            mode: ``input`` for what clients send, ``output`` for what the service sends.
            where: The place of the use, which errors name.
            path: The step from that place to the type, such as the name of a parameter.
            on_bad_type: Called with the error of a type that has no schema.
        """
        try:
            return self._types.describe(annotation, mode)
        except ContractError as error:
            # The place is only built for errors, since there are many types and few errors.
            place = where
            if path:
                place = where / path
            if on_bad_type is None:
                raise error.at(place) from error.__cause__
            on_bad_type(error.at(place))
            return self._types.describe(Any, mode)

    def _described_field(
        self, item: BodyField, mode: Mode, where: Location, on_bad_type: OnBadType | None
    ) -> Described:
        """Describe a field of an object without a class, with its default, description and
        audience.
        """
        described = self._described(item.type, mode, where, item.name, on_bad_type)
        if item.file is not None:  # the field is a file, whose schema has no references
            described = Described(_as_file(described.schema), (), ())
        used = _with_use(described, item.default, item.description, item.deprecated)
        if not item.audience:
            return used
        mark = combined(item.audience, tuple(used.schema.get(MARKED, ())))
        return replace(used, schema={**used.schema, MARKED: [*mark]})

    def _slot(self, described: Described, mode: Mode) -> Slot:
        """Create a slot and remember it, for `write`."""
        slot = Slot(described, mode)
        self._slots.append(slot)
        return slot

    def write(self, template: str = "#/schemas/{name}", *, is_whole: bool = False) -> "Written":
        """Choose the names of types, and write the schemas of all types.

        Args:
            template: The template of references, such as ``#/schemas/{name}``.
            is_whole: Whether the schemas will be filtered for an audience, and written again then.
                Until then each mode of a type has a schema of its own, and values are as their
                authors have written them.

        Raises:
            BrandConflict: A module has two different brands of the same name.
        """
        return Written(self._types, self._slots, template, is_whole=is_whole)


def _as_file(schema: JsonSchema) -> JsonSchema:
    """Return the schema of a file in a body instead of that of the type `bytes`.

    In a list or a union, each item or choice is a file; null stays.
    """
    if "items" in schema:
        return {**schema, "items": _as_file(schema["items"])}
    if "anyOf" in schema:
        choices: list[JsonSchema] = []
        for choice in schema["anyOf"]:
            if choice != NULL:
                choice = _as_file(choice)
            choices.append(choice)
        return {**schema, "anyOf": choices}
    annotations = {key: schema[key] for key in _ANNOTATIONS if key in schema}
    return {**BINARY, **annotations}


_ANNOTATIONS = ("title", "description", "examples", "deprecated", "default")
"""The keywords that the schema of a file takes over from that of its type."""


def _with_use(
    described: Described, default: object, description: str | None, deprecated: bool
) -> Described:
    """Add the default, description and deprecation of a use to the schema of its type.

    Args:
        described: The type; its own description wins.
        default: The default; `MISSING` without one.
        description: The description of the use; None without one.
        deprecated: Whether the use is deprecated.
    """
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
    """Types and their schemas: those of an `Overlay`, or what a filter has left of them for an
    audience.
    """

    @property
    def definitions(self) -> Mapping[str, Definition]:
        """The named types by key."""
        ...

    @property
    def schemas(self) -> Mapping[SchemaKey, Described]:
        """The schemas of the named types, by key and mode."""
        ...


class Written:
    """The schemas of one document, under the names that are chosen here.

    Args:
        types: The types.
        slots: Their uses.
        template: The template of references, such as ``#/schemas/{name}``.
        is_whole: Whether the schemas will be filtered for an audience, and written again then.
            Until then each mode of a type has a schema of its own, and defaults, examples and
            patterns are as their authors have written them.
    """

    def __init__(
        self,
        types: Types,
        slots: Sequence[Slot],
        template: str,
        *,
        is_whole: bool = False,
    ) -> None:
        """Collect the types that the slots use, choose their names, and write their schemas.

        Each step reads the attributes that the steps before it have set.
        """
        self.definitions = types.definitions
        """The named types by key."""
        self._is_whole = is_whole
        self._described = types.schemas
        """The schemas of the named types, by key and mode, with references by key."""
        self._template = template
        if is_whole:  # the filter finds types by their keys, so references keep these
            self._template = f"{DEFINED}{{name}}"
        self.schema_keys: dict[str, SchemaKey] = {}
        """The type and the mode of each schema, by the schema's name."""
        self._schemas_of_slots: dict[Slot, JsonSchema] = {}
        """The schemas of the uses for which `schema` has been called."""

        # Step 1: collect the types and the references between them.
        self._first_brands = self._equal_brands()
        """By the key of a brand: the key of an equal brand, which takes its place."""
        self._references: dict[SchemaKey, Counter[SchemaKey]] = {}
        """The number of direct references from the schema of each type to other types."""
        self._modes: dict[str, set[Mode]] = defaultdict(set)
        """The modes in which each type is used."""
        self._order: list[SchemaKey] = []
        """The types in the order in which they are mentioned."""
        self._input_references: Counter[str] = Counter()
        """The number of references to each type in input."""
        self._choices: list[tuple[SchemaKey, str]] = []
        """The choices of discriminated unions, once for each use."""
        self._collect_types(slots)

        # Step 2: find out what depends on all references.
        self._tags: dict[str, str | None] = {}
        """By the key of a type that is a choice of discriminated unions: the union's tag, which the
        type requires, or None if clients may send the type without the tag."""
        if not is_whole:
            self._tags = self._tags_of_choices()
        self._keys_with_two_schemas = self._find_keys_with_two_schemas()
        """The keys of types whose schemas in input and output differ."""

        # Step 3: choose the names, and write the schemas.
        self.names: dict[str, str] = self._choose_names()
        """The name of each type, by its key."""
        self._unfinished = self._named_schemas()
        """Every named schema, before `_finished`."""
        references = {name: template.format(name=name) for name in self._unfinished}
        self._values = Values(self._unfinished, references)
        self.schemas: dict[str, JsonSchema] = {
            name: self._finished(schema) for name, schema in self._unfinished.items()
        }
        """Every named schema, sorted by name."""

    @property
    def types(self) -> dict[str, Any]:
        """The types by the names of their schemas: classes, NewTypes, aliases, brands."""
        return {name: self.definitions[key].key for key, name in self.names.items()}

    @property
    def given_names(self) -> frozenset[str]:
        """The names of schemas that come from an imported document."""
        return frozenset(name for name, schema in self._unfinished.items() if AS_GIVEN in schema)

    def schema(self, slot: Slot) -> JsonSchema:
        """Return the schema of a use: a reference to a named schema, or an inline schema."""
        if slot not in self._schemas_of_slots:
            self._schemas_of_slots[slot] = self._finished(slot.schema)
        return self._schemas_of_slots[slot]

    def _finished(self, schema: JsonSchema) -> JsonSchema:
        """Return a schema with the references and names of the document, and without invalid
        values.

        Discriminated unions require their tags.
        """
        try:
            schema = self._renamed(schema)
            if self._is_whole:  # the filter needs the values, and the result is written again
                return schema
            schema = self._values.cleaned(schema)
            if self._tags:
                schema = with_union_tags(schema, self._unfinished)
            return schema
        except RecursionError as error:
            raise too_deep(Location()) from error

    @property
    def lost_patterns(self) -> Iterable[str]:
        """The patterns that cannot be written in ECMA-262, and are left out."""
        return tuple(self._values.lost_patterns)

    @property
    def lost_references(self) -> Mapping[str, Sequence[str]]:
        """The places of each reference that leads nowhere, such as ``Order`` or ``Order.total``."""
        places: dict[str, list[str]] = {name: [] for name in self._values.lost_references}
        if not places:
            return places
        for name in self._unfinished:
            for property_name, omission in self.left_out_of(name):
                place = name
                if property_name is not None:
                    place = f"{name}.{property_name}"
                if omission.reference in places:
                    places[omission.reference].append(place)
        return places

    def left_out(self, slot: Slot) -> Iterator[LeftOut]:
        """Yield the defaults, examples, patterns and references that the schema of a use omits."""
        return self._values.left_out(self._renamed(slot.schema))

    def left_out_of(self, name: str) -> Iterator[tuple[str | None, LeftOut]]:
        """Yield the parts that are left out of a named schema because they are invalid, such as a
        default of the wrong type; each with the name of the property whose schema had it.

        The name is None for a part outside of the properties. A part at any depth below a property
        belongs to this property.
        """
        schema = self._unfinished[name]
        for omission in self._values.left_out(without(schema, "properties")):
            yield None, omission
        for property_name, inner in schema.get("properties", {}).items():
            for omission in self._values.left_out(inner):
                yield property_name, omission

    def schema_and_text(self, slot: Slot) -> tuple[JsonSchema, UseText]:
        """Return the schema of a use without its description and deprecation, and these two."""
        schema = self.schema(slot)
        text = UseText(schema.get("description"), bool(schema.get("deprecated")))
        if "description" in schema or "deprecated" in schema:
            schema = without(schema, "description", "deprecated")
        return schema, text

    def reached(self, slot: Slot, seen: set[SchemaKey]) -> list[str]:
        """Return the names of the types that a use refers to, directly or indirectly.

        Args:
            slot: The use.
            seen: Types that are left out; the returned ones are added. So a caller who passes one
                set for several uses, one after the other, gets each type once.
        """
        waiting = [*map(self._canonical, slot.described.schema_keys)]
        names: list[str] = []
        while waiting:
            schema_key = waiting.pop()
            if schema_key not in seen:
                seen.add(schema_key)
                names.append(self.names[schema_key[0]])
                waiting.extend(self._references[schema_key])
        return names

    def origins(self) -> dict[str, str]:
        """Return the full name in Python of each type, such as ``shop.models.Order``, by its
        schema's name.
        """
        origins: dict[str, str] = {}
        for key, mode in self._order:
            definition = self.definitions[key]
            name = self._schema_name(key, mode)
            python_name = definition.qualname
            # The qualified name of a generic class has brackets, and that of a class inside of a
            # function has `<locals>`. The name of the schema takes its place.
            if not python_name.replace(".", "").isidentifier():
                python_name = name
            origins[name] = ".".join(filter(None, (definition.module, python_name)))
        return origins

    def _canonical(self, schema_key: SchemaKey) -> SchemaKey:
        """Return the definition that takes the place of a definition: of equal brands the first."""
        key, mode = schema_key
        return self._first_brands.get(key, key), mode

    def _equal_brands(self) -> dict[str, str]:
        """Return the key of the first of several equal brands, by the keys of the others.

        Brands are equal if they have the same name, the same module and the same schema.

        Raises:
            BrandConflict: Two brands with the same name in one module have different schemas.
        """
        first_keys: dict[tuple[str, str], str] = {}
        first_of_equal: dict[str, str] = {}
        for key, definition in self.definitions.items():
            # Only a `Brand` has a line; other types are skipped. A NewType is one object wherever
            # it is imported, but `Brand("Email")` may be written in many lines.
            if definition.line is None or not definition.brand:
                continue
            first = first_keys.setdefault((definition.module, definition.name), key)
            if first != key:
                self._refuse_conflict(self.definitions[first], definition)
                first_of_equal[key] = first
        return first_of_equal

    @staticmethod
    def _refuse_conflict(earlier: Definition, later: Definition) -> None:
        """Raise `BrandConflict` if two brands of one name have different schemas.

        A claim is the schema at the first use of a brand, which may be in either mode.
        """
        if not _are_equal_across_modes(earlier.claim, later.claim):
            raise BrandConflict(
                f"the brand {later.name!r} has two definitions: "
                f"{earlier.module}:{earlier.line} and {later.module}:{later.line}",
                where=Location(),
                hint=(
                    "write the brand once as an alias and use the alias, or rename one of the two"
                ),
            )

    def _collect_types(self, slots: Iterable[Slot]) -> None:
        """Collect all types that slots refer to, directly or indirectly, and their references."""
        waiting: list[SchemaKey] = []
        for slot in slots:
            waiting += map(self._canonical, slot.described.schema_keys)
            self._choices += slot.described.choices
        self._count_references_in_input(waiting)
        # Depth first, in the order of the references: names are chosen in this order, and must
        # depend on nothing else. Reversed, since the last one is taken first.
        waiting.reverse()
        while waiting:
            schema_key = waiting.pop()
            if schema_key in self._references:
                continue
            key, mode = schema_key
            described = self._described[schema_key]
            referenced = list(map(self._canonical, described.schema_keys))
            self._references[schema_key] = Counter(referenced)
            self._choices += described.choices
            self._count_references_in_input(referenced)
            self._modes[key].add(mode)
            self._order.append(schema_key)
            waiting.extend(reversed(referenced))

    def _count_references_in_input(self, schema_keys: Iterable[SchemaKey]) -> None:
        """Add references to the number of those that each type has in input."""
        for key, mode in schema_keys:
            if mode == "input":
                self._input_references[key] += 1

    def _tags_of_choices(self) -> dict[str, str | None]:
        """Return the tag that each choice of a discriminated union requires, by the choice's key.

        None for a type that is a choice of unions with different tags, or that input has outside
        of unions, too: clients may send the type without a tag there.
        """
        # By the key of a choice: the discriminators of the unions that it is a choice of.
        tags: dict[str, set[str]] = defaultdict(set)
        uses_as_choice: Counter[str] = Counter()
        for schema_key, tag in self._choices:
            key, mode = self._canonical(schema_key)
            tags[key].add(tag)
            if mode == "input":
                uses_as_choice[key] += 1
        tag_of_choice: dict[str, str | None] = {}
        for key, tags_of_key in tags.items():
            # Whether all references to the type in input are those of unions.
            is_only_choice = uses_as_choice[key] == self._input_references[key]
            if len(tags_of_key) == 1 and is_only_choice:
                [tag_of_choice[key]] = tags_of_key
            else:
                tag_of_choice[key] = None
        return tag_of_choice

    def _find_keys_with_two_schemas(self) -> set[str]:
        """Return the keys of types whose schemas in input and output differ.

        A type that is used in only one mode has one schema, and its name gets no suffix.
        """
        referring_keys: dict[str, set[str]] = defaultdict(set)
        for (key, _), references in self._references.items():
            for referenced_type, _ in references:
                referring_keys[referenced_type].add(key)
        keys_in_both_modes = {key for key, modes in self._modes.items() if len(modes) == 2}
        waiting = [key for key in keys_in_both_modes if not self._has_one_schema(key)]
        keys_with_two_schemas: set[str] = set()
        while waiting:
            key = waiting.pop()
            if key not in keys_with_two_schemas:
                keys_with_two_schemas.add(key)
                # A type that refers to one with two schemas has two schemas itself.
                waiting.extend(referring_keys[key] & keys_in_both_modes)
        return keys_with_two_schemas

    def _choose_names(self) -> dict[str, str]:
        """Choose the names of the collected types, by key."""
        definitions: dict[str, Definition] = {}
        for key, _ in self._order:  # a type in both modes is there twice, and gets one name
            definitions[key] = self.definitions[key]
        return choose_names(definitions)

    def _has_one_schema(self, key: str) -> bool:
        """Return whether the schemas of a type in input and output are equal.

        References to other types count as equal, whichever mode they lead to.
        """
        return _are_equal_across_modes(
            self._described[key, "input"].schema, self._described[key, "output"].schema
        )

    def _schema_name(self, key: str, mode: Mode) -> str:
        """Return the name of a type's schema: ``Order``, or ``Order-Input`` if it has two.

        pydantic and FastAPI use the same suffixes. Schemas that are still to be filtered are named
        by key and mode, since the filter may make both schemas of a type equal.
        """
        if self._is_whole:
            return f"{key}@{mode}"
        name = self.names[key]
        if key in self._keys_with_two_schemas:
            return f"{name}-{mode.capitalize()}"
        return name

    def _renamed(self, schema: JsonSchema) -> JsonSchema:
        """Replace the references in a schema by those of this document."""
        # Schemas that are still to be filtered keep references with keys; only references to
        # equal brands change.
        if self._is_whole and not self._first_brands:
            return schema
        return with_references(schema, self._reference_of)

    def _reference_of(self, reference: str) -> str:
        """Return a reference of this document, such as ``#/schemas/Order``, for a reference by key,
        such as ``#/$defs/shop.models.Order:94027@input``. A reference without a key is unchanged.
        """
        schema_key = referenced_key({"$ref": reference})
        if schema_key is None:
            return reference
        # Of equal brands only the first has a schema, so references to the others lead to it.
        name = self._schema_name(*self._canonical(schema_key))
        return self._template.format(name=name)

    def _named_schemas(self) -> dict[str, JsonSchema]:
        """Return the schemas of all types by name, sorted, with titles and the tags they require.

        Brands also get the chain of their names as ``x-brand``, and the two schemas of one type
        the type's name as ``x-type``.
        """
        schemas: dict[str, JsonSchema] = {}
        for key, mode in self._order:
            name = self._schema_name(key, mode)
            if name in schemas:  # the other mode of a type whose schemas are equal
                continue
            definition = self.definitions[key]
            schema = self._renamed(self._described[key, mode].schema)
            if definition.brand:
                schema = {**schema, "title": definition.name, "x-brand": list(definition.brand)}
            # A title next to a reference would rename the target of the reference, and a schema
            # from a file stays as its author wrote it.
            elif not definition.is_given and schema.keys().isdisjoint(("$ref", "title")):
                schema = {**schema, "title": definition.name}
            self.schema_keys[name] = key, mode
            if key in self._keys_with_two_schemas and not self._is_whole:
                schema = {**schema, "x-type": self.names[key]}
            tag = self._tags.get(key)
            if tag is not None:
                schema = with_tag(schema, tag)
            schemas[name] = schema
        return dict(sorted(schemas.items()))


def _are_equal_across_modes(one: Any, other: Any) -> bool:
    """Return whether two schemas, or two values in them, are equal.

    Two references to the same type are equal even if one is to its input schema and the other to
    its output schema.
    """
    if isinstance(one, dict) and isinstance(other, dict):
        return _have_equal_members(one, other)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_are_equal_across_modes, one, other))
    if one == other:
        # In Python 1 equals true.
        return isinstance(one, bool) is isinstance(other, bool)
    return _lead_to_one_type(one, other)


def _have_equal_members(one: JsonSchema, other: JsonSchema) -> bool:
    """Return whether two objects have the same keys with equal values."""
    if one.keys() != other.keys():
        return False
    return all(_are_equal_across_modes(value, other[key]) for key, value in one.items())


def _lead_to_one_type(one: Any, other: Any) -> bool:
    """Return whether two values are references to the same type, in whichever mode."""
    target = referenced_key({"$ref": one})
    other_target = referenced_key({"$ref": other})
    if target is None or other_target is None:
        return False
    return target[0] == other_target[0]
