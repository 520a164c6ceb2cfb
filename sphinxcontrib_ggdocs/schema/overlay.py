"""Adds type names that pydantic drops to the schemas that it generates.

pydantic describes a type (`generator`); then the type and its schema are walked side by side, and
the names of NewTypes, brands and aliases are added.

Terms:

- A *use* is a place where a contract, a class or another type mentions a type.
- A *named type* is a class, a NewType, a brand, an alias, a shared constant or a schema from a
  file. A use of it is a reference, to which the use may add keywords such as ``description``.
- A *given schema* is the schema from a file (`GivenSchema`), which is documented without changes.
- A *mode* is ``input`` for what clients send, or ``output`` for what the service sends.
- The *filter of audiences* in the package `document` removes what an audience must not see.
- A *definition* describes a named type, and is stored under a *key*. Its schemas are stored under
  the key and the mode, a `SchemaKey`, since input and output may differ.
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
from .brand_definitions import Aliases, outermost_brand
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
"""The key of a definition, and a mode: identifies one schema of a named type."""

_STRUCTURE_KEYWORDS = frozenset(
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
"""Keywords for the structure of a value. The use of a named type may add or change only other
keywords, such as ``description`` and ``maxLength``."""


@dataclass(frozen=True, slots=True)
class Described:
    """The schema of a type before names are chosen: its references contain keys of definitions."""

    schema: JsonSchema
    schema_keys: tuple[SchemaKey, ...]
    """The definitions that the schema refers to, in order."""
    choices: tuple[tuple[SchemaKey, str], ...]
    """The definitions that are choices of discriminated unions in the schema, each with the name of
    the union's discriminator."""


class Overlay:
    """Describes types, and stores the definitions of those that get a name."""

    def __init__(self) -> None:
        """Create an overlay that has described no types yet."""
        self.definitions: dict[str, Definition] = {}
        """The named types by key, without their schemas. Some keys contain the id of a type or a
        brand; the definition holds it, so that Python gives the id to no other object."""
        self.schemas: dict[SchemaKey, Described] = {}
        """The schemas of the named types."""
        self.constants: dict[int, Constant] = {}
        """Types without a class that methods share, by their ids."""
        self._old_models = OldModels()
        self._generator = Generator(self._schema_of_old_model)
        self._aliases = Aliases()
        self._classes = ClassOverlay(self._with_type_names)
        # The next four are caches by the ids of types. They also hold the types, so that Python
        # gives none of the ids to another object.
        self._uses: dict[tuple[int, Mode], tuple[TypeForm, Described]] = {}
        """The results of `describe`."""
        self._pydantic_schemas: dict[tuple[int, Mode], tuple[TypeForm, JsonSchema]] = {}
        """The results of `_pydantic_schema`."""
        self._core_schemas: dict[int, tuple[TypeForm, Any]] = {}
        """The results of `_core_schema`."""
        self._alias_keys: dict[tuple[int, ...], tuple[Any, str]] = {}
        """The results of `_key_of_alias`, by the ids of an alias and its arguments."""
        self._class_annotations: dict[str, TypeForm] = {}
        """By the key of a class: the class, with its arguments if it is generic, as its first use
        writes it."""
        self._waiting: dict[SchemaKey, tuple[JsonSchema, TypeForm]] = {}
        """The definitions to which no type names have been added yet, each with pydantic's schema
        and its type. ``Any`` as the type means that the schema needs no further names."""

    # --- entry ---

    def describe(self, annotation: TypeForm, mode: Mode) -> Described:
        """Return the schema of a type, and define all named types that it refers to.

        Raises:
            ContractError: JSON cannot carry the type, or a name in it is unresolved.
        """
        known = self._uses.get((id(annotation), mode))
        if known is not None:
            _, described = known
            return described
        schemas_before = len(self.schemas)
        try:
            described = self._with_resolved_references(self._schema_of_use(annotation, mode))
            while self._waiting:
                schema_key, (schema, named_type) = next(iter(self._waiting.items()))
                definition = self._schema_of_definition(schema_key, schema, named_type)
                self.schemas[schema_key] = self._with_resolved_references(definition)
                # Removed only now: until then `_is_new` must find it here.
                del self._waiting[schema_key]
        except (ContractError, RecursionError) as error:
            # New definitions, which are the last ones, may refer to those that are not written, so
            # all of them are removed.
            self._waiting.clear()
            for schema_key in list(self.schemas)[schemas_before:]:
                del self.schemas[schema_key]
            if isinstance(error, RecursionError):
                raise too_deep(Location()) from error
            raise
        self._uses[id(annotation), mode] = annotation, described
        return described

    def _schema_of_definition(
        self, schema_key: SchemaKey, schema: JsonSchema, annotation: TypeForm
    ) -> JsonSchema:
        """Return the schema of a named type, with the names of the types that it mentions.

        Args:
            schema_key: The key and the mode of its definition.
            schema: The schema that pydantic has generated; empty for a given schema.
            annotation: The type; ``Any`` for a class, and for a schema that has all names already.
        """
        key, mode = schema_key
        if isinstance(annotation, GivenSchema):
            return self._content_of_given(annotation, mode)
        # `_remember_class` or `_ensure_definition` has stored the annotation of each class. A key
        # without one belongs to another named type.
        cls = self._generator.classes.get(key)
        if cls is None or key not in self._class_annotations:
            return self._with_type_names(schema, annotation, mode)
        wire_names = self._generator.names_of_fields(key, mode)
        annotation = self._class_annotations[key]
        return self._classes.with_names_and_texts(schema, annotation, cls, mode, wire_names)

    # --- pydantic ---

    def _core_schema(self, annotation: TypeForm) -> Any:
        """Return pydantic's core schema of a type, which is built once."""
        if id(annotation) not in self._core_schemas:
            self._core_schemas[id(annotation)] = annotation, core_schema_of(annotation)
        _, core_schema = self._core_schemas[id(annotation)]
        return core_schema

    def _pydantic_schema(self, annotation: TypeForm, mode: Mode) -> JsonSchema:
        """Return the JSON Schema that pydantic generates for a type, without names of brands and
        aliases.

        Raises:
            ContractError: pydantic or a hook refuses the type.
        """
        known = self._pydantic_schemas.get((id(annotation), mode))
        if known is None:
            try:
                schema = self._generator.describe(self._core_schema(annotation), mode)
            except Exception as error:  # hooks of types may raise anything
                raise self._refusal(annotation, error) from error
            known = annotation, schema
            self._pydantic_schemas[id(annotation), mode] = known
        _, pydantic_schema = known
        # Callers may change their copy.
        return dict(pydantic_schema)

    def _pydantic_definition(self, schema_key: SchemaKey | None) -> JsonSchema | None:
        """Return the schema that pydantic has generated for a definition; None if there is none."""
        if schema_key is None:
            return None
        key, mode = schema_key
        known: Mapping[Any, JsonSchema] = self._generator.definitions
        return known.get(f"{key}@{mode}")

    def _refusal(self, annotation: TypeForm, error: Exception) -> ContractError:
        """Convert an error of pydantic or a hook to a `ContractError` with its place inside the
        type.
        """
        path, cls = self._generator.place_of(error)
        if cls is not None:
            # The last step of the path is the class, or the field of the class that is refused.
            fields = self._classes.field_types(cls).fields.get("input", {})
            is_in_field = path[-1] != cls.__name__
            annotation = cls
            if is_in_field:
                annotation = fields.get(path[-1], cls)  # the class for a computed field
        elif is_named_class(annotation) and not isinstance(error, ContractError):
            # pydantic refuses the class as a whole, for example because of an undefined name in it.
            # A `ContractError` keeps the place that it has.
            path = [annotation.__name__]
        return refusal(annotation, error).at(Location(path=".".join(path)))

    # --- uses ---

    def _schema_of_use(self, annotation: TypeForm, mode: Mode) -> JsonSchema:
        """Return the schema of a type where it is used: a reference if the type is a shared
        constant, else the schema with the names that the type has.
        """
        constant = self.constants.get(id(annotation))
        if constant is None:
            return self._schema_of_type(annotation, mode)
        key = f"constant {id(annotation)}"
        if key not in self.definitions:
            self.definitions[key] = Definition(
                key=annotation, name=constant.name, module=constant.module, qualname=constant.name
            )
        if self._is_new((key, mode)):
            # ``Any``, since this schema has all names already.
            self._waiting[key, mode] = self._schema_of_type(annotation, mode), Any
        return reference(key, mode)

    def _schema_of_type(self, annotation: TypeForm, mode: Mode) -> JsonSchema:
        """Return the schema of a type, with the names that it has.

        Lists, optional types, NewTypes and brands are written here: pydantic would build a
        validator for each type that it describes.
        """
        if isinstance(annotation, GivenSchema):
            return self._schema_of_given(annotation, mode)
        if annotation is None or annotation is type(None):
            return dict(NULL)
        if isinstance(annotation, NewType):
            return self._with_new_type(None, annotation, mode)
        origin = get_origin(annotation)
        arguments = get_args(annotation)
        if origin is list and arguments:
            return {"type": "array", "items": self._schema_of_use(arguments[0], mode)}
        schema = None
        if origin in UNIONS:
            schema = self._schema_of_simple_union(arguments, mode)
        elif origin is Annotated:
            schema = self._schema_of_simple_annotated(annotation, mode)
        if schema is not None:
            return schema
        return self._with_type_names(self._pydantic_schema(annotation, mode), annotation, mode)

    def _schema_of_simple_union(self, members: Sequence[TypeForm], mode: Mode) -> JsonSchema | None:
        """Return the schema of ``X | None``, or of a union with given schemas; None for other
        unions.

        Also None for ``Annotated[X, …] | None``, unless the ``Annotated`` is a shared constant,
        which becomes a reference. pydantic has to describe these.
        """
        if any(map(_is_given, members)):  # of which pydantic knows nothing
            return {"anyOf": [self._schema_of_use(member, mode) for member in members]}
        base = _optional_type(members)
        if base is None:
            return None
        has_metadata = bool(metadata_of(base))
        if has_metadata and id(base) not in self.constants:
            return None
        # The schema of X may be a union itself, which may have null among its choices.
        choices = _without_nulls(_choices_of(self._schema_of_use(base, mode)))
        return {"anyOf": [*choices, dict(NULL)]}

    def _schema_of_simple_annotated(self, annotation: TypeForm, mode: Mode) -> JsonSchema | None:
        """Return the schema of a brand to which this use adds nothing, or of a given schema with
        metadata.

        None for any other ``Annotated``, which pydantic has to describe.
        """
        metadata = metadata_of(annotation)
        brand = outermost_brand(metadata)
        if brand is not None:
            _, metadata_of_use = self._aliases.divide(brand, metadata)
            if not metadata_of_use:
                return self._with_brand(None, annotation, brand, mode)
        base: TypeForm = annotation.__origin__
        if not isinstance(peel_all(base), GivenSchema):
            return None
        # The schema of ``Any`` is empty, so this one consists of what the metadata add.
        keywords_of_metadata = self._pydantic_schema(annotated(Any, metadata), mode)
        return {**self._schema_of_use(base, mode), **keywords_of_metadata}

    # --- the walk along a type and its schema ---

    def _with_type_names(self, schema: JsonSchema, annotation: TypeForm, mode: Mode) -> JsonSchema:
        """Add the names that a type has to the schema that pydantic has generated for the type.

        Walks along the type and the schema together, down to the next named type.
        """
        if is_class(annotation):
            self._remember_class(schema, annotation)
            return schema
        if isinstance(annotation, NewType):
            return self._with_new_type(schema, annotation, mode)
        origin = get_origin(annotation)
        if origin is Annotated:
            return self._with_annotated_names(schema, annotation, mode)
        if is_alias(annotation):
            return self._with_alias(schema, annotation, mode)
        if origin in UNIONS:
            return self._with_union_names(schema, annotation, mode)
        arguments = get_args(annotation)
        if not arguments:
            return schema
        if "$ref" in schema:
            # A generic class with arguments. They get their names when the class is defined.
            if is_class(origin):
                self._remember_class(schema, annotation)
            return schema
        if origin in MAPPINGS:
            key_type = arguments[0]
            value_type: TypeForm = int  # of a `Counter`, which has only one argument
            if len(arguments) == 2:
                value_type = arguments[1]
            return self._with_map_names(schema, key_type, value_type, mode)
        return self._with_item_names(schema, annotation, mode)

    def _with_item_names(self, schema: JsonSchema, annotation: TypeForm, mode: Mode) -> JsonSchema:
        """Add the names of a generic type's arguments to the items of an array.

        The content of a string that contains JSON gets the names of its type, which is what is left
        of ``Json[list[int]]`` here: ``list[int]``. Other schemas are returned unchanged.
        """
        arguments = get_args(annotation)
        content = schema.get("contentSchema")
        if isinstance(content, dict):
            return {**schema, "contentSchema": self._with_type_names(content, annotation, mode)}
        items = schema.get("items")
        if isinstance(items, dict):
            return {**schema, "items": self._with_type_names(items, arguments[0], mode)}
        items_of_tuple = schema.get("prefixItems")
        if not isinstance(items_of_tuple, list) or len(items_of_tuple) != len(arguments):
            return schema
        pairs = zip(items_of_tuple, arguments, strict=True)
        return {**schema, "prefixItems": [self._with_type_names(*pair, mode) for pair in pairs]}

    def _remember_class(self, schema: JsonSchema, annotation: TypeForm) -> None:
        """Remember how the first use of a class writes it, since a reference does not show its
        arguments.

        Args:
            schema: pydantic's schema of the use; does nothing if it is not a reference.
            annotation: The class, or the generic class with its arguments.
        """
        schema_key = referenced_key(schema)
        if schema_key is None:
            return
        key, mode = schema_key
        if self._pydantic_definition(schema_key) is None and key not in self.definitions:
            # pydantic drops definitions of some classes that are mentioned only in hooks.
            with suppress(ContractError):
                self._pydantic_schema(annotation, mode)
        if key not in self._class_annotations and key in self._generator.classes:
            self._class_annotations[key] = annotation

    def _with_annotated_names(
        self, schema: JsonSchema, annotation: TypeForm, mode: Mode
    ) -> JsonSchema:
        """Add names to the schema of an ``Annotated``: its brand, or the names of the type inside.

        A validator or a serializer in the metadata may declare another type for this mode.
        """
        brand = outermost_brand(annotation.__metadata__)
        if brand is not None:
            return self._with_brand(schema, annotation, brand, mode)
        # Attributes of pydantic's serializers and validators, such as `PlainSerializer`.
        attribute = "return_type" if mode == "output" else "json_schema_input_type"
        # Reversed, since the last item is the outermost: its type is the one on the wire.
        for item in reversed(annotation.__metadata__):
            declared_type = getattr(item, attribute, PydanticUndefined)
            # ``Any``, the default of `PlainValidator`, says nothing.
            if declared_type is not PydanticUndefined and declared_type is not Any:
                return self._with_type_names(schema, declared_type, mode)
        return self._with_type_names(schema, annotation.__origin__, mode)

    def _with_new_type(
        self, schema: JsonSchema | None, annotation: NewType, mode: Mode
    ) -> JsonSchema:
        """Return the schema of a use of a NewType: a reference, unless the use changes the type.

        Args:
            schema: pydantic's schema of the use; None if the use adds nothing.
            annotation: The NewType.
            mode: The mode of the use.
        """
        key = f"type {id(annotation)}"
        definition = Definition(
            key=annotation,
            name=annotation.__name__,
            module=annotation.__module__,
            qualname=annotation.__name__,
        )
        return self._reference_to_named_type(
            schema, key, definition, annotation.__supertype__, mode
        )

    def _with_brand(
        self, schema: JsonSchema | None, annotation: TypeForm, brand: Any, mode: Mode
    ) -> JsonSchema:
        """Return the schema of a use of a branded type: a reference to the brand's definition, or a
        schema of its own if the use changes the type. The first use adds the definition.

        Args:
            schema: pydantic's schema of the use; None if the use adds nothing.
            annotation: The ``Annotated`` that has the brand.
            brand: The outermost `Brand` in its metadata.
            mode: The mode of the use.
        """
        base = annotation.__origin__
        # Python flattens ``Annotated[Email, Field(...)]``: the metadata of ``Email``, which
        # includes the brand, is followed by the metadata that only this use has.
        metadata_of_brand, metadata_of_use = self._aliases.divide(brand, annotation.__metadata__)
        branded_type = _without_brand(brand, base, metadata_of_brand)
        definition = Definition(
            key=brand, name=brand.name, module=brand.module, qualname=brand.name, line=brand.line
        )
        key = f"brand {id(brand)}"
        if key not in self.definitions:
            # The first use records the schema of the brand, its claim: `registry` compares it with
            # that of another brand of the same name.
            claimed_type = branded_type
            # If no alias with the brand is found, it is not known which metadata belongs to the
            # brand: all of it counts.
            if metadata_of_use and self._aliases.metadata(brand) is None:
                claimed_type = _without_brand(brand, base, annotation.__metadata__)
            definition = replace(definition, claim=self._pydantic_schema(claimed_type, mode))
        return self._reference_to_named_type(schema, key, definition, branded_type, mode)

    def _reference_to_named_type(
        self,
        schema: JsonSchema | None,
        key: str,
        definition: Definition,
        inside: TypeForm,
        mode: Mode,
    ) -> JsonSchema:
        """Return a reference to a NewType or a brand, which is defined if it has no definition yet.

        Keywords that the use adds are next to the reference. If the use changes the structure of
        the type, its own schema is returned instead.

        Args:
            schema: pydantic's schema of the use; None if the use adds nothing.
            key: The key of the definition.
            definition: The definition, without its brands.
            inside: The type that has the name.
            mode: The mode of the use.
        """
        try:
            schema_of_type = self._pydantic_schema(inside, mode)
        except ContractError:
            if schema is None:
                raise
            # The type has no schema by itself, but the class around it may allow it, for example
            # by ``arbitrary_types_allowed``.
            return schema
        added_keywords: JsonSchema | None = {}
        if schema is not None:
            added_keywords = _added_keywords(schema_of_type, schema)
            if added_keywords is None:
                return self._with_type_names(schema, inside, mode)
        if self._is_new((key, mode)):
            named_schema = self._with_type_names(schema_of_type, inside, mode)
            brands = (*self._brands_in(named_schema), definition.name)
            self.definitions.setdefault(key, replace(definition, brand=brands))
            self._waiting[key, mode] = named_schema, Any
        return {**reference(key, mode), **(added_keywords or {})}

    def _brands_in(self, schema: JsonSchema) -> tuple[str, ...]:
        """Return the chain of brand names of the definition that a schema refers to, the innermost
        first; empty if it refers to none.
        """
        target = referenced_key(schema)
        if target is None or target[0] not in self.definitions:
            return ()
        return self.definitions[target[0]].brand

    def _is_new(self, schema_key: SchemaKey) -> bool:
        """Return whether a definition neither has a schema nor is in `_waiting`."""
        return schema_key not in self.schemas and schema_key not in self._waiting

    def _with_alias(self, schema: JsonSchema, annotation: TypeForm, mode: Mode) -> JsonSchema:
        """Return the schema of a use of a ``type`` alias: a reference, unless the use changes the
        type.

        Args:
            schema: pydantic's schema of the use.
            annotation: The alias, or the generic alias with its arguments.
            mode: The mode of the use.
        """
        value = alias_value(annotation)
        try:
            content = self._pydantic_schema(annotation, mode)
        except ContractError:
            # The alias has no schema by itself, but the class around it may allow it, for example
            # by ``arbitrary_types_allowed``.
            return schema
        key_of_pydantic = self._key_of_alias(annotation)
        key = key_of_pydantic
        if is_named_class(get_origin(value) or value):
            # pydantic would use its key of the alias for the class.
            key = f"alias {key_of_pydantic}"
            content = self._pydantic_schema(value, mode)
        pydantic_definition = self._pydantic_definition((key, mode))
        if pydantic_definition is not None:  # may be the empty schema, as of `JsonValue`
            content = pydantic_definition
        # pydantic may write a reference to the alias or its content: the contents are compared.
        resolved = self._resolved(schema)
        added_keywords = _added_keywords(content, resolved)
        schema_key = referenced_key(schema)
        if schema_key is not None and schema_key[0] == key_of_pydantic:
            # pydantic itself refers to the alias, so the use adds what is next to the reference.
            added_keywords = without(schema, "$ref")
        brand = outermost_brand(metadata_of(value))
        definition = _definition_of_alias(annotation)
        # ``type Email = Annotated[str, Brand("Email")]`` is one named type, not two.
        is_alias_of_brand = brand is not None and brand.name == definition.name
        if added_keywords is None or is_alias_of_brand:
            return self._with_type_names(resolved, value, mode)
        self.definitions.setdefault(key, definition)
        if self._is_new((key, mode)):
            # The names of the types inside are added later: an alias may contain itself.
            self._waiting[key, mode] = content, value
        return {**reference(key, mode), **added_keywords}

    def _key_of_alias(self, annotation: TypeForm) -> str:
        """Return pydantic's key of an alias, by which a recursive alias refers to itself.

        If pydantic has given it none, a key is made from the ids of the alias and its arguments.
        """
        # The id of the annotation would not do: each ``Page[int]`` is a new object, in which only
        # alias and arguments are the same.
        ids = (id(get_origin(annotation) or annotation), *map(id, get_args(annotation)))
        if ids not in self._alias_keys:
            core_schema = self._core_schema(annotation)
            # pydantic puts a core schema of the type `definitions` around that of a recursive
            # alias.
            if core_schema["type"] == "definitions":
                core_schema = core_schema["schema"]
            # The key is the `ref` of a core schema, or the `schema_ref` of a reference to one.
            key = core_schema.get("ref") or core_schema.get("schema_ref") or f"alias {ids}"
            # The annotation holds the alias and its arguments, so that their ids are not reused.
            self._alias_keys[ids] = annotation, key
        _, alias_key = self._alias_keys[ids]
        return alias_key

    def _resolved(self, schema: JsonSchema) -> JsonSchema:
        """Replace a reference to a definition without a name by that definition, repeatedly."""
        while True:
            schema_key = referenced_key(schema)
            if schema_key is None or self._is_named(schema_key[0]):
                return schema
            target = self._pydantic_definition(schema_key)
            # A definition that is only a reference to itself would be replaced forever.
            if target is None or target.get("$ref") == schema["$ref"]:
                return schema
            schema = {**target, **without(schema, "$ref")}

    def _is_named(self, key: str) -> bool:
        """Return whether the definition with this key has a name in documents."""
        return key in self.definitions or key in self._generator.classes

    # --- unions, maps ---

    def _with_union_names(self, schema: JsonSchema, annotation: TypeForm, mode: Mode) -> JsonSchema:
        """Add the names of a union's members to the choices of its schema."""
        members = [member for member in get_args(annotation) if member is not type(None)]
        keyword = "anyOf"
        if isinstance(schema.get("oneOf"), list):
            keyword = "oneOf"
        choices = schema.get(keyword)
        if not isinstance(choices, list):
            return self._with_names_of_merged_union(schema, members, mode)
        choices_of_pydantic = _without_nulls(choices)
        named_choices = self._named_choices(members, choices_of_pydantic, mode)
        if named_choices is None:  # it is not known which member is which choice
            return schema
        nulls = [choice for choice in choices if choice == NULL]
        result = {**schema, keyword: [*named_choices, *nulls]}
        # A discriminator maps tags to the references of choices, which may have changed.
        discriminator = schema.get("discriminator")
        if isinstance(discriminator, dict):
            new_references: dict[Any, Any] = {}
            # In pairs, since the choices of a discriminated union are all different. Not strict,
            # since `_named_choices` may merge equal choices.
            for old, new in zip(choices_of_pydantic, named_choices, strict=False):
                if "$ref" in old:
                    new_references[old["$ref"]] = new.get("$ref", old["$ref"])
            result["discriminator"] = with_targets(discriminator, _replacing(new_references))
        return result

    def _with_names_of_merged_union(
        self, schema: JsonSchema, members: Sequence[TypeForm], mode: Mode
    ) -> JsonSchema:
        """Add the names of a union's members to a schema in which pydantic has merged all choices.

        ``Literal["a"] | Literal["b"]``, for example, becomes one ``enum``. If the members do not
        match the schema, their names are kept for the filter of audiences.
        """
        named_choices = self._named_choices(members, [schema], mode)
        if named_choices is not None and len(named_choices) == 1:
            return named_choices[0]
        return {**schema, NAMES: [*filter(None, map(_name_of_type, members))]}

    def _named_choices(
        self, members: Sequence[TypeForm], choices: list[JsonSchema], mode: Mode
    ) -> list[JsonSchema] | None:
        """Return the choices of a union with the names of the types in its members; None if it is
        not known which member is which choice.

        Args:
            members: The types of the union, without None.
            choices: The choices that pydantic has written, without null.
            mode: The mode of the use.
        """
        # Then each member has one choice, in the same order.
        if len(members) == len(choices) and not any(map(_is_union, members)):
            pairs = zip(choices, members, strict=True)
            return [self._with_type_names(*pair, mode) for pair in pairs]
        # pydantic has merged equal choices, or those of a union inside the union. So each member
        # is described by itself, and the results are compared with the choices.
        choices_of_members: list[JsonSchema] = []
        named_choices: list[JsonSchema] = []
        for member in members:
            with suppress(ContractError):  # pydantic leaves out members without a schema, too
                schema = self._pydantic_schema(member, mode)
                choices_of_members += _choices_of(schema)
                named_choices += _choices_of(self._with_type_names(schema, member, mode))
        # The members must have exactly the choices of pydantic; only null may be added, by a member
        # that is optional itself.
        has_all_choices = _contains_all(choices_of_members, choices)
        if not has_all_choices or not _contains_all([*choices, NULL], choices_of_members):
            return None
        distinct: list[JsonSchema] = []
        for choice in _without_nulls(named_choices):
            if choice not in distinct:
                distinct.append(choice)
        return distinct

    def _with_map_names(
        self, schema: JsonSchema, key_type: TypeForm, value_type: TypeForm, mode: Mode
    ) -> JsonSchema:
        """Add the names of the types of a mapping's keys and values to its schema.

        Args:
            schema: pydantic's schema of the mapping.
            key_type: The type of the keys.
            value_type: The type of the values.
            mode: The mode of the use.
        """
        key_keyword = self._keyword_of_map_keys(key_type, mode)
        patterns = schema.get("patternProperties")
        if key_keyword and isinstance(patterns, dict) and len(patterns) == 1:
            # pydantic writes ``patternProperties`` if the type of the keys has a pattern. The
            # definition of the type, to which the keyword refers, has the pattern already.
            [value_schema] = patterns.values()
            keywords = without(schema, "patternProperties")
            # pydantic writes true for values of any type, too, not the empty schema.
            schema = {**keywords, "additionalProperties": value_schema or True}
        elif isinstance(patterns, dict):
            named_patterns: dict[str, JsonSchema] = {}
            for pattern, value_schema in patterns.items():
                named_patterns[pattern] = self._with_type_names(value_schema, value_type, mode)
            schema = {**schema, "patternProperties": named_patterns}
        if KEYS in key_keyword:
            # pydantic writes the type of the keys here, which the strings in JSON do not have.
            schema = without(schema, "propertyNames")
        # The keyword is given twice: the first time for its position after ``type``, the second
        # time for its value, which replaces pydantic's.
        schema = {"type": "object", **key_keyword, **schema, **key_keyword}
        additional_schema = schema.get("additionalProperties")
        if isinstance(additional_schema, dict):
            schema["additionalProperties"] = self._with_type_names(
                additional_schema, value_type, mode
            )
        return schema

    def _keyword_of_map_keys(self, key_type: TypeForm, mode: Mode) -> JsonSchema:
        """Return the keyword that refers to the named type of a mapping's keys; empty for other
        types.

        It is ``propertyNames`` for strings. JSON turns all other keys into strings, to which the
        type does not apply, so theirs is `KEYS`.
        """
        is_enum = is_class(key_type) and issubclass(key_type, Enum)
        is_named = isinstance(key_type, NewType) or is_alias(key_type)
        may_be_branded = bool(metadata_of(key_type))
        if not (is_enum or is_named or may_be_branded):
            return {}
        schema = self._with_type_names(self._pydantic_schema(key_type, mode), key_type, mode)
        if "$ref" not in schema:
            return {}
        if self._has_string_values(peel_all(key_type), mode):
            return {"propertyNames": schema}
        return {KEYS: schema}

    def _has_string_values(self, annotation: TypeForm, mode: Mode) -> bool:
        """Return whether all values of a type of keys are strings.

        Only then they are the names of members in JSON, which are always strings.
        """
        schema = self._resolved(self._pydantic_schema(annotation, mode))
        # `_resolved` does not replace a reference to a type with a name, such as an enumeration.
        schema = self._pydantic_definition(referenced_key(schema)) or schema
        if schema.get("type") == "string":
            return True
        has_string = False
        # A schema with neither keyword gives the choice None, so the result is False.
        for choice in schema.get("enum", [schema.get("const")]):
            if isinstance(choice, str):
                has_string = True
            # Lists and objects do not count: they cannot be keys.
            elif not isinstance(choice, dict | list):
                return False
        return has_string

    # --- given schemas ---

    def _schema_of_given(self, annotation: GivenSchema, mode: Mode) -> JsonSchema:
        """Return a reference to a given schema, which is defined if it is new; inline if it has no
        name.
        """
        if annotation.name is None:
            return self._content_of_given(annotation, mode)
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
        if self._is_new((key, mode)):
            # It is read later, because chains of references may be longer than Python's stack.
            self._waiting[key, mode] = {}, annotation
        return reference(key, mode)

    def _schema_of_old_model(self, model: Any, mode: Mode) -> JsonSchema:
        """Return the schema of a model of ``pydantic.v1``."""
        return self._schema_of_given(self._old_models.given(model), mode)

    def _content_of_given(self, annotation: GivenSchema, mode: Mode) -> JsonSchema:
        """Return the schema of a given schema, in which references contain keys like all others
        here.

        Its targets are kept in an `AsGiven`, by which later steps know not to change the schema.
        """
        schema: JsonSchema = dict(annotation.schema)
        new_references: dict[str, str] = {}
        for old_reference, target in annotation.references.items():
            # A target always has a name, so that its schema is a reference.
            new_references[old_reference] = self._schema_of_given(target, mode)["$ref"]
        if new_references:
            schema = with_references(schema, _replacing(new_references))
        if annotation.audience:
            schema[MARKED] = list(annotation.audience)
        targets = tuple(new_references.values())
        return {**schema, AS_GIVEN: AsGiven(targets, annotation.on_hidden)}

    # --- definitions ---

    def _with_resolved_references(self, schema: JsonSchema) -> Described:
        """Replace references to definitions without a name, and collect the named ones that remain.

        References in given schemas are only collected: nothing in these schemas is changed.
        """
        schema_keys: list[SchemaKey] = []
        choices: list[tuple[SchemaKey, str]] = []

        def resolve(inner: JsonSchema, expanding: tuple[str, ...] = ()) -> JsonSchema:
            """Resolve the references in a schema that is inside of definitions without a name.

            Args:
                inner: The schema.
                expanding: The references to these definitions.
            """
            if AS_GIVEN in inner:  # from a file: its references stay
                for target in inner[AS_GIVEN].targets:
                    schema_keys.extend(_referenced_keys({"$ref": target}))
                return inner
            schema_key = referenced_key(inner)
            if schema_key is not None and not self._ensure_definition(schema_key, expanding):
                # The definition has no name, so it is written in the place of the reference.
                target = self._pydantic_definition(schema_key) or {}
                expanded = {**target, **without(inner, "$ref")}
                return resolve(expanded, (*expanding, inner["$ref"]))
            schema_keys.extend(_referenced_keys(inner))
            resolved = map_schema(inner, lambda part: resolve(part, expanding))
            choices.extend(_tagged_choices(resolved))
            return resolved

        return Described(resolve(schema), tuple(schema_keys), tuple(choices))

    def _ensure_definition(self, schema_key: SchemaKey, expanding: tuple[str, ...]) -> bool:
        """Define the type that a reference leads to, if it gets a name; return whether it does.

        Classes get a name, and definitions that refer to themselves, which cannot be written
        inline.

        Args:
            schema_key: The definition that the reference leads to.
            expanding: The references to the definitions that the reference is inside of.
        """
        key, mode = schema_key
        cls = self._generator.classes.get(key)
        if key in self._generator.classes:
            if key not in self.definitions:
                annotation = self._class_annotations.setdefault(key, cls)
                outer = self._generator.outer.get(key, "")
                self.definitions[key] = self._classes.definition(annotation, cls, outer)
        elif key not in self.definitions:
            refers_to_itself = f"{DEFINED}{key}@{mode}" in expanding
            if not refers_to_itself:
                return False
            # Its only name is in pydantic's key, such as ``shop.models.Tree:94027``.
            module, _, name = key.partition(":")[0].rpartition(".")
            self.definitions[key] = Definition(key=key, name=name, module=module, qualname=name)
        if self._is_new(schema_key):
            self._waiting[schema_key] = self._pydantic_definition(schema_key) or {}, Any
        return True


def referenced_key(schema: JsonSchema) -> SchemaKey | None:
    """Return the definition that a schema refers to; None without a reference to a definition.

    ``{"$ref": "#/$defs/shop.models.Order:94027@input"}`` gives ``("shop.models.Order:94027",
    "input")``.
    """
    ref = schema.get("$ref")
    if not isinstance(ref, str) or not ref.startswith(DEFINED):
        return None
    key, separator, mode = ref.removeprefix(DEFINED).rpartition("@")
    if not separator:
        return None
    # Compared with each mode, so that the type checker knows which one it is.
    if mode == "input":
        return key, "input"
    if mode == "output":
        return key, "output"
    return None


def _referenced_keys(schema: JsonSchema) -> list[SchemaKey]:
    """Return `referenced_key` as a list, which is empty without a reference."""
    schema_key = referenced_key(schema)
    if schema_key is None:
        return []
    return [schema_key]


def _tagged_choices(schema: JsonSchema) -> Iterator[tuple[SchemaKey, str]]:
    """Yield the definitions that a discriminated union refers to, each with the union's
    discriminator.
    """
    tag = tag_of(schema)
    if tag is not None:
        for choice in parts_in(schema, ["oneOf"]):
            for schema_key in _referenced_keys(choice):
                yield schema_key, tag


def _definition_of_alias(annotation: TypeForm) -> Definition:
    """Describe a ``type`` alias, or a generic alias with its arguments, as a definition."""
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


def _without_brand(brand: Any, base: TypeForm, metadata: Sequence[Any]) -> TypeForm:
    """Return a base type with all of its metadata except for one brand."""
    other_metadata = [item for item in metadata if item is not brand]
    if not other_metadata:
        return base
    return annotated(base, other_metadata)


def _added_keywords(base: JsonSchema, schema: JsonSchema) -> JsonSchema | None:
    """Return the keywords that the use of a named type adds to the type's schema.

    None if the use is another type: it lacks keywords of the type, or changes its structure.

    Args:
        base: The schema of the named type.
        schema: The schema of the use.
    """
    if not base.keys() <= schema.keys():
        return None
    for key in _STRUCTURE_KEYWORDS & (base.keys() | schema.keys()):
        if base.get(key, HOLE) != schema.get(key, HOLE):
            return None
    return {key: value for key, value in schema.items() if base.get(key, HOLE) != value}


def _name_of_type(annotation: TypeForm) -> str | None:
    """Return the name of a branded type, a NewType or an alias; None for other types."""
    brand = outermost_brand(metadata_of(annotation))
    if brand is not None:
        return str(brand.name)
    if isinstance(annotation, NewType) or is_alias(annotation):
        return str(annotation.__name__)
    return None


def _is_given(annotation: TypeForm) -> bool:
    """Return whether a type is a given schema, or an alias or ``Annotated`` of one."""
    return isinstance(peel_all(annotation), GivenSchema)


def _is_union(annotation: TypeForm) -> bool:
    """Return whether a type is a union; pydantic flattens a union inside a union."""
    return get_origin(peel_all(annotation)) in UNIONS


def _optional_type(members: Sequence[TypeForm]) -> TypeForm | None:
    """Return ``X`` of the members of ``X | None``; None for other unions."""
    others = [member for member in members if member is not type(None)]
    if len(members) == 2 and len(others) == 1:
        return others[0]
    return None


def _choices_of(schema: JsonSchema) -> list[JsonSchema]:
    """Return the choices of a schema that is only a union; any other schema is its only choice."""
    if schema.keys() == {"anyOf"}:
        choices: list[JsonSchema] = schema["anyOf"]
        return choices
    return [schema]


def _without_nulls(choices: Sequence[JsonSchema]) -> list[JsonSchema]:
    """Return the choices of a union that are not null."""
    return [choice for choice in choices if choice != NULL]


def _contains_all(schemas: Sequence[JsonSchema], wanted: Sequence[JsonSchema]) -> bool:
    """Return whether all wanted schemas are among the schemas."""
    return all(schema in schemas for schema in wanted)


def _replacing(references: Mapping[str, str]) -> Callable[[str], str]:
    """Return a function that replaces some references and returns all others unchanged."""
    return lambda reference: references.get(reference, reference)


def with_references(schema: JsonSchema, replace_reference: Callable[[str], str]) -> JsonSchema:
    """Replace all references in a schema at any depth, including those in discriminators.

    Args:
        schema: The schema.
        replace_reference: Returns the new reference for an old one.
    """
    replaced = map_schema(schema, lambda inner: with_references(inner, replace_reference))
    reference_text = schema.get("$ref")
    if isinstance(reference_text, str):
        replaced["$ref"] = replace_reference(reference_text)
    discriminator = schema.get("discriminator")
    if isinstance(discriminator, dict):
        replaced["discriminator"] = with_targets(discriminator, replace_reference)
    return replaced


def with_targets(discriminator: JsonSchema, replace_reference: Callable[[str], str]) -> JsonSchema:
    """Replace the references in a discriminator.

    Args:
        discriminator: The discriminator object of OpenAPI.
        replace_reference: Returns the new reference for an old one.
    """
    replaced = dict(discriminator)
    default = discriminator.get("defaultMapping")
    if isinstance(default, str):
        replaced["defaultMapping"] = replace_reference(default)
    mapping = discriminator.get("mapping")
    if isinstance(mapping, dict):
        new_mapping = dict(mapping)
        for tag, choice in mapping.items():
            if isinstance(choice, str):
                new_mapping[tag] = replace_reference(choice)
        replaced["mapping"] = new_mapping
    return replaced
