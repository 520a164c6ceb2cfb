"""Adds type names that pydantic drops to the schemas that it generates.

pydantic describes a type (`generator`); then the type and its schema are walked side by side, and
the names of NewTypes, brands and aliases are added. Classes and types with such a name become
definitions with their own keys, one for each side of the wire.
"""

from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated, Any, NewType, TypeAlias, get_args

from pydantic_core import PydanticUndefined

from ..contracts.annotations import (
    ALIAS_TYPES,
    UNIONS,
    alias_value,
    annotated,
    get_origin,
    is_alias,
    is_class,
    metadata_of,
    peel_all,
)
from ..contracts.audiences import MARKED
from ..contracts.contract_errors import ContractError, Location, too_deep
from ..contracts.message_model import GivenSchema
from ..contracts.model import TypeForm
from .brand_definitions import Aliases, outermost
from .class_names import generic_name
from .classes import ClassOverlay, is_named_class
from .constants import Constant
from .generator import DEFINED, Generator, core_schema_of, reference
from .nodes import (
    AS_GIVEN,
    HOLE,
    KEYS,
    NAMES,
    NULL,
    AsGiven,
    Definition,
    JsonSchema,
    Mode,
    without,
)
from .old_models import OldModels
from .refusals import refusal
from .tags import tag_of
from .traversal import map_schema, parts_in

MAPPINGS: frozenset[Any] = frozenset(
    {dict, Mapping, MutableMapping, OrderedDict, defaultdict, Counter}
)

SchemaKey: TypeAlias = tuple[str, Mode]
"""A definition, by its key, on one side of the wire."""

_STRUCTURE = frozenset(
    {
        "$ref",
        "type",
        "format",
        "enum",
        "const",
        "properties",
        "patternProperties",
        "additionalProperties",
        "items",
        "prefixItems",
        "anyOf",
        "oneOf",
        "allOf",
        "contentMediaType",
        "contentSchema",
    }
)
"""Keywords for the structure of a value; a use may change the others, words and bounds."""


@dataclass(frozen=True, slots=True)
class Described:
    """The schema of a type, in which references are to definitions by their keys."""

    schema: JsonSchema
    schema_keys: tuple[SchemaKey, ...]
    choices: tuple[tuple[SchemaKey, str], ...]
    """The choices of tagged unions inside, each with the name of the tag."""


class Overlay:
    """Describes types, and stores their definitions."""

    def __init__(self) -> None:
        self.definitions: dict[str, Definition] = {}
        """The named types by key, without their schemas."""
        self.schemas: dict[SchemaKey, Described] = {}
        self.constants: dict[int, Constant] = {}
        """Types without a class that methods share, by their ids."""
        self._old_models = OldModels()
        self._generator = Generator(self._of_old_model)
        self._aliases = Aliases()
        self._classes = ClassOverlay(self._with_type_names)
        self._uses: dict[tuple[int, Mode], tuple[TypeForm, Described]] = {}
        """By the ids of types, which are kept here."""
        self._pydantic_schemas: dict[tuple[int, Mode], tuple[TypeForm, JsonSchema]] = {}
        self._cores: dict[int, tuple[TypeForm, Any]] = {}
        self._keys: dict[tuple[int, ...], tuple[Any, str]] = {}
        self._written_classes: dict[str, TypeForm] = {}
        """Classes as their uses write them, with the arguments of generic classes."""
        self._waiting: dict[SchemaKey, tuple[JsonSchema, TypeForm]] = {}
        """The definitions that have not been walked yet."""

    # --- entry ---

    def describe(self, annotation: TypeForm, mode: Mode) -> Described:
        """Return the schema of a type, and define all types that it refers to.

        Raises:
            ContractError: JSON cannot carry it there, or a name in it is unresolved.
        """
        known = self._uses.get((id(annotation), mode))
        if known is not None:
            return known[1]
        before = len(self.schemas)
        try:
            described = self._settled(self._use(annotation, mode))
            while self._waiting:
                schema_key, (schema, inside) = next(iter(self._waiting.items()))
                self.schemas[schema_key] = self._settled(
                    self._definition(schema_key, schema, inside)
                )
                del self._waiting[schema_key]
        except (ContractError, RecursionError) as error:
            self._waiting.clear()
            for schema_key in list(self.schemas)[before:]:
                del self.schemas[schema_key]
            if isinstance(error, RecursionError):
                raise too_deep(Location()) from error
            raise
        self._uses[id(annotation), mode] = annotation, described
        return described

    def _definition(
        self, schema_key: SchemaKey, schema: JsonSchema, annotation: TypeForm
    ) -> JsonSchema:
        """Return the schema of a definition, with the names that its type has.

        Args:
            schema_key: The definition.
            schema: The schema of pydantic; empty for given schemas, which have their own.
            annotation: The type; ``Any`` for a class, and for what has its names already.
        """
        key, mode = schema_key
        if isinstance(annotation, GivenSchema):
            return self._given_content(annotation, mode)
        # Classes have been remembered at their first use (`_note`), or when they were defined
        # (`_is_defined`). Anything else is walked along its type.
        cls = self._generator.classes.get(key)
        if cls is None or key not in self._written_classes:
            return self._with_type_names(schema, annotation, mode)
        names = self._generator.names_of_fields(key, mode)
        return self._classes.overlaid(schema, self._written_classes[key], cls, mode, names)

    # --- pydantic ---

    def _core(self, annotation: TypeForm) -> Any:
        if id(annotation) not in self._cores:
            self._cores[id(annotation)] = annotation, core_schema_of(annotation)
        return self._cores[id(annotation)][1]

    def _pydantic_schema(self, annotation: TypeForm, mode: Mode) -> JsonSchema:
        """Return pydantic's schema of a type."""
        known = self._pydantic_schemas.get((id(annotation), mode))
        if known is None:
            try:
                schema = self._generator.describe(self._core(annotation), mode)
            except Exception as error:  # types have hooks of their own, which may raise anything
                raise self._refusal(annotation, error) from error
            known = self._pydantic_schemas[id(annotation), mode] = annotation, schema
        return dict(known[1])

    def _definition_of(self, schema_key: SchemaKey | None) -> JsonSchema | None:
        """Return pydantic's schema of a definition."""
        if schema_key is None:
            return None
        key, mode = schema_key
        known: Mapping[Any, JsonSchema] = self._generator.definitions
        return known.get(f"{key}@{mode}")

    def _refusal(self, annotation: TypeForm, error: Exception) -> ContractError:
        """Return the error of a type, with its place inside the type."""
        path, cls = self._generator.place_of(error)
        if cls is not None:
            fields = self._classes.field_types(cls).fields.get("input", {})
            is_in_field = path[-1] != cls.__name__
            annotation = cls
            if is_in_field:
                annotation = fields.get(path[-1], cls)
        elif is_named_class(annotation) and not isinstance(error, ContractError):
            path = [annotation.__name__]
        return refusal(annotation, error).at(Location(path=".".join(path)))

    # --- uses ---

    def _use(self, annotation: TypeForm, mode: Mode) -> JsonSchema:
        """Write the schema of a type that a contract mentions."""
        constant = self.constants.get(id(annotation))
        if constant is None:
            return self._unnamed_use(annotation, mode)
        schema_key: SchemaKey = f"constant {id(annotation)}", mode
        if schema_key[0] not in self.definitions:
            self.definitions[schema_key[0]] = Definition(
                key=annotation, name=constant.name, module=constant.module, qualname=constant.name
            )
        if self._is_new(schema_key):
            self._waiting[schema_key] = self._unnamed_use(annotation, mode), Any
        return reference(*schema_key)

    def _unnamed_use(self, annotation: TypeForm, mode: Mode) -> JsonSchema:
        """Write the schema of a type that is no constant.

        Lists and optional types are written here: pydantic would build a validator for each.
        """
        if isinstance(annotation, GivenSchema):
            return self._given(annotation, mode)
        if annotation is None or annotation is type(None):
            return dict(NULL)
        if isinstance(annotation, NewType):
            return self._of_new_type(None, annotation, mode)
        origin, args = get_origin(annotation), get_args(annotation)
        if origin is list and args:
            return {"type": "array", "items": self._use(args[0], mode)}
        schema = None
        if origin in UNIONS:
            schema = self._union_use(args, mode)
        elif origin is Annotated:
            schema = self._annotated_use(annotation, mode)
        if schema is not None:
            return schema
        return self._with_type_names(self._pydantic_schema(annotation, mode), annotation, mode)

    def _union_use(self, members: Sequence[TypeForm], mode: Mode) -> JsonSchema | None:
        """Write an optional type, or a union of given schemas; None for other unions."""
        if any(map(_is_given, members)):
            return {"anyOf": [self._use(member, mode) for member in members]}
        base = _optional_type(members)
        if base is None:
            return None
        if metadata_of(base) and id(base) not in self.constants:
            return None
        choices = _without_nulls(_choices(self._use(base, mode)))
        return {"anyOf": [*choices, dict(NULL)]}

    def _annotated_use(self, annotation: TypeForm, mode: Mode) -> JsonSchema | None:
        """Write a brand alone, or an annotated given schema; None for any other ``Annotated``."""
        metadata = metadata_of(annotation)
        brand = outermost(metadata)
        if brand is not None and not self._aliases.divide(brand, metadata)[1]:
            return self._of_brand(None, annotation, brand, mode)
        base: TypeForm = annotation.__origin__
        if not isinstance(peel_all(base), GivenSchema):
            return None
        return {**self._use(base, mode), **self._pydantic_schema(annotated(Any, metadata), mode)}

    # --- the walk along a type and its schema ---

    def _with_type_names(self, schema: JsonSchema, annotation: TypeForm, mode: Mode) -> JsonSchema:
        """Add the names that a type has to pydantic's schema of the type."""
        if is_class(annotation):
            self._note(schema, annotation)
            return schema
        if isinstance(annotation, NewType):
            return self._of_new_type(schema, annotation, mode)
        origin = get_origin(annotation)
        if origin is Annotated:
            return self._annotated(schema, annotation, mode)
        if is_alias(annotation):
            return self._of_alias(schema, annotation, mode)
        if origin in UNIONS:
            return self._union(schema, annotation, mode)
        args = get_args(annotation)
        if not args:
            return schema
        if "$ref" in schema:
            if is_class(origin):
                self._note(schema, annotation)
            return schema
        if origin in MAPPINGS:
            values = args[1] if len(args) == 2 else int
            return self._map(schema, args[0], values, mode)
        return self._items(schema, annotation, mode)

    def _items(self, schema: JsonSchema, annotation: TypeForm, mode: Mode) -> JsonSchema:
        """Add names to the items of an array, or to JSON inside of a text."""
        args = get_args(annotation)
        if isinstance(content := schema.get("contentSchema"), dict):  # `Json[list[int]]`
            return {**schema, "contentSchema": self._with_type_names(content, annotation, mode)}
        if isinstance(items := schema.get("items"), dict):
            return {**schema, "items": self._with_type_names(items, args[0], mode)}
        items = schema.get("prefixItems")
        if not isinstance(items, list) or len(items) != len(args):
            return schema
        pairs = zip(items, args, strict=True)
        return {**schema, "prefixItems": [self._with_type_names(*pair, mode) for pair in pairs]}

    def _note(self, schema: JsonSchema, annotation: TypeForm) -> None:
        """Remember how a class is written at its first use."""
        schema_key = referenced_key(schema)
        if schema_key is None:
            return
        key, mode = schema_key
        if self._definition_of(schema_key) is None and key not in self.definitions:
            with suppress(ContractError):  # pydantic forgets some that are mentioned in hooks
                self._pydantic_schema(annotation, mode)
        if key not in self._written_classes and key in self._generator.classes:
            self._written_classes[key] = annotation

    def _annotated(self, schema: JsonSchema, annotation: TypeForm, mode: Mode) -> JsonSchema:
        brand = outermost(annotation.__metadata__)
        if brand is not None:
            return self._of_brand(schema, annotation, brand, mode)
        word = "return_type" if mode == "output" else "json_schema_input_type"
        for item in reversed(annotation.__metadata__):
            replacement = getattr(item, word, PydanticUndefined)
            if replacement is not PydanticUndefined and replacement is not Any:
                return self._with_type_names(schema, replacement, mode)
        return self._with_type_names(schema, annotation.__origin__, mode)

    def _of_new_type(
        self, schema: JsonSchema | None, annotation: NewType, mode: Mode
    ) -> JsonSchema:
        key = f"type {id(annotation)}"
        definition = Definition(
            key=annotation,
            name=annotation.__name__,
            module=annotation.__module__,
            qualname=annotation.__name__,
        )
        return self._branded(schema, key, definition, annotation.__supertype__, mode)

    def _of_brand(
        self, schema: JsonSchema | None, annotation: TypeForm, brand: Any, mode: Mode
    ) -> JsonSchema:
        own, added = self._aliases.divide(brand, annotation.__metadata__)
        inside = _without(brand, annotation.__origin__, own)
        definition = Definition(
            key=brand, name=brand.name, module=brand.module, qualname=brand.name, line=brand.line
        )
        key = f"brand {id(brand)}"
        if key not in self.definitions:
            is_alone = added and self._aliases.metadata(brand) is None
            whole = (
                _without(brand, annotation.__origin__, annotation.__metadata__)
                if is_alone
                else inside
            )
            definition = replace(definition, claim=self._pydantic_schema(whole, mode))
        return self._branded(schema, key, definition, inside, mode)

    def _branded(
        self,
        schema: JsonSchema | None,
        key: str,
        definition: Definition,
        inside: TypeForm,
        mode: Mode,
    ) -> JsonSchema:
        """Return a reference to a brand, and define the brand if it is not defined yet.

        Args:
            schema: The schema of pydantic at the use; None: its schema of the brand.
            key: The key of the brand.
            definition: The definition of the brand.
            inside: The type that has this name.
            mode: The side of the wire.
        """
        try:
            base = self._pydantic_schema(inside, mode)
        except ContractError:  # as of an alias
            if schema is None:
                raise
            return schema
        added: JsonSchema | None = {}
        if schema is not None:
            added = _added(base, schema)
            if added is None:
                return self._with_type_names(schema, inside, mode)
        if self._is_new((key, mode)):
            own = self._with_type_names(base, inside, mode)
            brands = (*self._brands_in(own), definition.name)
            self.definitions.setdefault(key, replace(definition, brand=brands))
            self._waiting[key, mode] = own, Any
        return {**reference(key, mode), **(added or {})}

    def _brands_in(self, schema: JsonSchema) -> tuple[str, ...]:
        """Return the names of the brand that a schema refers to, the innermost first."""
        target = referenced_key(schema)
        if target is None or target[0] not in self.definitions:
            return ()
        return self.definitions[target[0]].brand

    def _is_new(self, schema_key: SchemaKey) -> bool:
        """Return whether a definition has no schema yet, and none that is to be walked."""
        return schema_key not in self.schemas and schema_key not in self._waiting

    def _of_alias(self, schema: JsonSchema, annotation: TypeForm, mode: Mode) -> JsonSchema:
        value = alias_value(annotation)
        try:
            content = self._pydantic_schema(annotation, mode)
        except ContractError:
            return schema  # the class around it may allow what is in it
        key_of_pydantic = self._key_of_alias(annotation)
        key = key_of_pydantic
        if is_named_class(get_origin(value) or value):
            # pydantic gives the class the name of the alias.
            key = f"alias {key_of_pydantic}"
            content = self._pydantic_schema(value, mode)
        pydantic_definition = self._definition_of((key, mode))
        if pydantic_definition is not None:  # that of `JsonValue` is empty
            content = pydantic_definition
        resolved = self._resolved(schema)
        added = _added(content, resolved)
        if (schema_key := referenced_key(schema)) is not None and schema_key[0] == key_of_pydantic:
            added = without(schema, "$ref")
        brand = outermost(metadata_of(value))
        definition = _definition_of_alias(annotation)
        # ``type Email = Annotated[str, Brand("Email")]`` is one thing.
        if added is None or (brand is not None and brand.name == definition.name):
            return self._with_type_names(resolved, value, mode)
        self.definitions.setdefault(key, definition)
        if self._is_new((key, mode)):
            self._waiting[key, mode] = content, value
        return {**reference(key, mode), **added}

    def _key_of_alias(self, annotation: TypeForm) -> str:
        """Return pydantic's key of an alias, by which a recursive alias refers to itself."""
        numbers = (id(get_origin(annotation) or annotation), *map(id, get_args(annotation)))
        if numbers not in self._keys:
            core = self._core(annotation)
            if core["type"] == "definitions":
                core = core["schema"]
            key = core.get("ref") or core.get("schema_ref") or f"alias {numbers}"
            self._keys[numbers] = annotation, key
        return self._keys[numbers][1]

    def _resolved(self, schema: JsonSchema) -> JsonSchema:
        """Replace a reference to an unnamed definition by that definition."""
        while (schema_key := referenced_key(schema)) is not None and not self._is_named(
            schema_key[0]
        ):
            inner = self._definition_of(schema_key)
            if inner is None or inner.get("$ref") == schema["$ref"]:
                break
            schema = {**inner, **without(schema, "$ref")}
        return schema

    def _is_named(self, key: str) -> bool:
        return key in self.definitions or key in self._generator.classes

    # --- unions, maps ---

    def _union(self, schema: JsonSchema, annotation: TypeForm, mode: Mode) -> JsonSchema:
        members = [member for member in get_args(annotation) if member is not type(None)]
        keyword = "anyOf"
        if isinstance(schema.get("oneOf"), list):
            keyword = "oneOf"
        choices = schema.get(keyword)
        if not isinstance(choices, list):
            return self._merged_union(schema, members, mode)
        choices_of_pydantic = _without_nulls(choices)
        named_choices = self._of_members(members, choices_of_pydantic, mode)
        if named_choices is None:
            return schema
        nulls = [choice for choice in choices if choice == NULL]
        result = {**schema, keyword: [*named_choices, *nulls]}
        if isinstance(discriminator := schema.get("discriminator"), dict):
            references: dict[Any, Any] = {}
            for old, new in zip(choices_of_pydantic, named_choices, strict=False):
                if "$ref" in old:
                    references[old["$ref"]] = new.get("$ref", old["$ref"])
            result["discriminator"] = with_targets(discriminator, _renaming(references))
        return result

    def _merged_union(
        self, schema: JsonSchema, members: Sequence[TypeForm], mode: Mode
    ) -> JsonSchema:
        """Return the schema of a union whose choices pydantic has put together in one."""
        named_choices = self._of_members(members, [schema], mode)
        if named_choices is not None and len(named_choices) == 1:
            return named_choices[0]
        return {**schema, NAMES: [*filter(None, map(_name_of, members))]}

    def _of_members(
        self, members: Sequence[TypeForm], choices: list[JsonSchema], mode: Mode
    ) -> list[JsonSchema] | None:
        """Return the choices of a union with the names of its members; None if they cannot be
        matched.

        Args:
            members: The types of the union.
            choices: The choices that pydantic has written, without null.
            mode: The side of the wire.
        """
        if len(members) == len(choices) and not any(map(_is_union, members)):
            return [
                self._with_type_names(*pair, mode) for pair in zip(choices, members, strict=True)
            ]
        # pydantic has put choices together: each member is asked about for itself.
        plain: list[JsonSchema] = []
        named: list[JsonSchema] = []
        for member in members:
            with suppress(ContractError):  # pydantic leaves it out, too
                base = self._pydantic_schema(member, mode)
                plain += _choices(base)
                named += _choices(self._with_type_names(base, member, mode))
        has_all_choices = _contains_all(plain, choices)
        if not has_all_choices or not _contains_all([*choices, NULL], plain):
            return None
        distinct: list[JsonSchema] = []
        for choice in _without_nulls(named):
            if choice not in distinct:
                distinct.append(choice)
        return distinct

    def _map(self, schema: JsonSchema, key: TypeForm, value: TypeForm, mode: Mode) -> JsonSchema:
        names = self._names(key, mode)
        patterns = schema.get("patternProperties")
        if names and isinstance(patterns, dict) and len(patterns) == 1:
            # A key with a name says what its pattern is.
            [values] = patterns.values()
            rest = without(schema, "patternProperties")
            schema = {**rest, "additionalProperties": values or True}
        elif isinstance(patterns, dict):
            walked = {
                name: self._with_type_names(inner, value, mode) for name, inner in patterns.items()
            }
            schema = {**schema, "patternProperties": walked}
        if KEYS in names:
            schema = without(schema, "propertyNames")
        schema = {"type": "object", **names, **schema, **names}
        if isinstance(values := schema.get("additionalProperties"), dict):
            schema["additionalProperties"] = self._with_type_names(values, value, mode)
        return schema

    def _names(self, key: TypeForm, mode: Mode) -> JsonSchema:
        """Return the keyword that describes the keys of a map, if their type has a name."""
        is_enum = is_class(key) and issubclass(key, Enum)
        has_name = is_enum or isinstance(key, NewType) or is_alias(key) or bool(metadata_of(key))
        if not has_name:
            return {}
        schema = self._with_type_names(self._pydantic_schema(key, mode), key, mode)
        if "$ref" not in schema:
            return {}
        if self._is_textual(peel_all(key), mode):
            return {"propertyNames": schema}
        return {KEYS: schema}

    def _is_textual(self, annotation: TypeForm, mode: Mode) -> bool:
        """Return whether a mapping with keys of this type has strings as keys, as JSON requires."""
        schema = self._resolved(self._pydantic_schema(annotation, mode))
        schema = self._definition_of(referenced_key(schema)) or schema
        if schema.get("type") == "string":
            return True
        has_text = False
        for choice in schema.get("enum", [schema.get("const")]):
            if isinstance(choice, str):
                has_text = True
            # A list or an object among them does not count: it cannot be a key.
            elif not isinstance(choice, dict | list):
                return False
        return has_text

    # --- given schemas ---

    def _given(self, annotation: GivenSchema, mode: Mode) -> JsonSchema:
        if annotation.name is None:
            return self._given_content(annotation, mode)
        key = f"given {id(annotation)}"
        if key not in self.definitions:
            self.definitions[key] = Definition(
                key=annotation,
                name=annotation.name,
                module=annotation.module,
                qualname=annotation.name,
                is_published=True,
                is_given=True,
            )
        schema_key: SchemaKey = key, mode
        if self._is_new(schema_key):
            self._waiting[schema_key] = (
                {},
                annotation,
            )  # read later: chains of references may be long
        return reference(key, mode)

    def _of_old_model(self, model: Any, mode: Mode) -> JsonSchema:
        """Write a model of ``pydantic.v1``."""
        return self._given(self._old_models.given(model), mode)

    def _given_content(self, annotation: GivenSchema, mode: Mode) -> JsonSchema:
        schema: JsonSchema = dict(annotation.schema)
        targets: dict[str, str] = {
            text: self._given(target, mode)["$ref"]
            for text, target in annotation.references.items()
        }
        if targets:
            schema = with_references(schema, _renaming(targets))
        if annotation.audience:
            schema[MARKED] = [*annotation.audience]
        return {**schema, AS_GIVEN: AsGiven(tuple(targets.values()), annotation.on_hidden)}

    # --- definitions ---

    def _settled(self, schema: JsonSchema) -> Described:
        """Resolve references until each leads to a named definition, and collect these."""
        schema_keys: list[SchemaKey] = []
        choices: list[tuple[SchemaKey, str]] = []

        def settle(inner: JsonSchema, inside: tuple[str, ...] = ()) -> JsonSchema:
            if AS_GIVEN in inner:
                for target in inner[AS_GIVEN].targets:
                    schema_keys.extend(_referenced_keys({"$ref": target}))
                return inner
            schema_key = referenced_key(inner)
            if schema_key is not None and not self._is_defined(schema_key, inside):
                target = self._definition_of(schema_key) or {}
                return settle({**target, **without(inner, "$ref")}, (*inside, inner["$ref"]))
            schema_keys.extend(_referenced_keys(inner))
            settled = map_schema(inner, lambda part: settle(part, inside))
            choices.extend(_tagged_choices(settled))
            return settled

        return Described(settle(schema), tuple(schema_keys), tuple(choices))

    def _is_defined(self, schema_key: SchemaKey, inside: tuple[str, ...]) -> bool:
        """Return whether a reference leads to a named type, and register that type."""
        key, mode = schema_key
        cls = self._generator.classes.get(key)
        if key in self._generator.classes:
            if key not in self.definitions:
                annotation = self._written_classes.setdefault(key, cls)
                outer = self._generator.outer.get(key, "")
                self.definitions[key] = self._classes.definition(annotation, cls, outer)
        elif key not in self.definitions:
            if f"{DEFINED}{key}@{mode}" not in inside:
                return False
            # It mentions itself, and has no other name than pydantic's.
            module, _, name = key.partition(":")[0].rpartition(".")
            self.definitions[key] = Definition(key=key, name=name, module=module, qualname=name)
        if self._is_new(schema_key):
            self._waiting[schema_key] = self._definition_of(schema_key) or {}, Any
        return True


def referenced_key(schema: JsonSchema) -> SchemaKey | None:
    """Return the definition that a schema refers to; None without a reference."""
    ref = schema.get("$ref")
    if not isinstance(ref, str) or not ref.startswith(DEFINED):
        return None
    key, separator, mode = ref.removeprefix(DEFINED).rpartition("@")
    if not separator:
        return None
    if mode == "input":
        return key, "input"
    if mode == "output":
        return key, "output"
    return None


def _referenced_keys(schema: JsonSchema) -> list[SchemaKey]:
    """Return the definition that a schema refers to as a list; an empty one without a reference."""
    schema_key = referenced_key(schema)
    if schema_key is None:
        return []
    return [schema_key]


def _tagged_choices(schema: JsonSchema) -> Iterator[tuple[SchemaKey, str]]:
    """Yield the definitions that a tagged union refers to, each with the tag of the union."""
    tag = tag_of(schema)
    if tag is not None:
        for choice in parts_in(schema, ["oneOf"]):
            for schema_key in _referenced_keys(choice):
                yield schema_key, tag


def _definition_of_alias(annotation: TypeForm) -> Definition:
    """Describe an alias, or a generic alias with arguments, as a definition."""
    alias: Any = annotation
    arguments: tuple[Any, ...] = ()
    if not isinstance(annotation, ALIAS_TYPES):
        alias = get_origin(annotation)
        arguments = get_args(annotation)
    key = alias
    if arguments:
        key = (alias, *arguments)
    return Definition(
        key=key,
        name=generic_name(alias.__name__, arguments),
        module=getattr(alias, "__module__", "") or "",
        qualname=alias.__name__,
    )


def _without(brand: Any, base: TypeForm, metadata: Sequence[Any]) -> TypeForm:
    """Remove a brand from an ``Annotated``."""
    rest = [item for item in metadata if item is not brand]
    if rest:
        return annotated(base, rest)
    return base


def _added(base: JsonSchema, schema: JsonSchema) -> JsonSchema | None:
    """Return the keywords that a schema adds to another; None if it changes or lacks some."""
    if not base.keys() <= schema.keys():
        return None
    for key in _STRUCTURE & (base.keys() | schema.keys()):
        if base.get(key, HOLE) != schema.get(key, HOLE):
            return None
    return {key: value for key, value in schema.items() if base.get(key, HOLE) != value}


def _name_of(annotation: TypeForm) -> str | None:
    """Return the name of a type that is none of a class."""
    brand = outermost(metadata_of(annotation))
    if brand is not None:
        return str(brand.name)
    if isinstance(annotation, NewType) or is_alias(annotation):
        return str(annotation.__name__)
    return None


def _is_given(annotation: TypeForm) -> bool:
    """Return whether a member of a union is a schema that a document gives."""
    return isinstance(peel_all(annotation), GivenSchema)


def _is_union(annotation: TypeForm) -> bool:
    """Return whether a member of a union is itself a union, which pydantic flattens."""
    return get_origin(peel_all(annotation)) in UNIONS


def _optional_type(members: Sequence[TypeForm]) -> TypeForm | None:
    """Return the type next to None of an optional type; None for other unions."""
    others = [member for member in members if member is not type(None)]
    if len(members) == 2 and len(others) == 1:
        return others[0]
    return None


def _choices(schema: JsonSchema) -> list[JsonSchema]:
    """Return the choices of a schema that is nothing but a union; any other is the only one."""
    if schema.keys() == {"anyOf"}:
        choices: list[JsonSchema] = schema["anyOf"]
        return choices
    return [schema]


def _without_nulls(choices: Sequence[JsonSchema]) -> list[JsonSchema]:
    """Return the choices of a union that are not null."""
    return [choice for choice in choices if choice != NULL]


def _contains_all(schemas: Sequence[JsonSchema], wanted: Sequence[JsonSchema]) -> bool:
    """Return whether each of the wanted schemas is among schemas."""
    return all(schema in schemas for schema in wanted)


def _renaming(references: Mapping[str, str]) -> Callable[[str], str]:
    """Return the function that exchanges some references and keeps all others."""
    return lambda reference: references.get(reference, reference)


def with_references(schema: JsonSchema, target: Callable[[str], str]) -> JsonSchema:
    """Replace the references in a schema, including those of discriminators."""
    replaced = map_schema(schema, lambda inner: with_references(inner, target))
    if isinstance(ref := schema.get("$ref"), str):
        replaced["$ref"] = target(ref)
    if isinstance(discriminator := schema.get("discriminator"), dict):
        replaced["discriminator"] = with_targets(discriminator, target)
    return replaced


def with_targets(discriminator: JsonSchema, target: Callable[[str], str]) -> JsonSchema:
    """Replace the references of a discriminator."""
    replaced = dict(discriminator)
    if isinstance(default := replaced.get("defaultMapping"), str):
        replaced["defaultMapping"] = target(default)
    if isinstance(mapping := replaced.get("mapping"), dict):
        choices = dict(mapping)
        for tag, choice in mapping.items():
            if isinstance(choice, str):
                choices[tag] = target(choice)
            elif isinstance(choice, dict):  # pydantic's for a union in a union
                choices[tag] = with_references(choice, target)
        replaced["mapping"] = choices
    return replaced
