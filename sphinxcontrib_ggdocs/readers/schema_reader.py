"""Reads schemas of a document as types: JSON Schema 2020-12, without loss.

OpenAPI 3.1 already uses that. From OpenAPI 3.0 (4.7.24), the keywords ``nullable``, ``example`` and
the exclusive bounds are converted. A keyword whose value has the wrong type is removed with a
warning, so that every document matches its published schema.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, TypeAlias

from ..contracts.audiences import audience_in, combined
from ..contracts.message_model import GivenSchema
from ..schema import JsonSchema
from ..schema.keyword_kinds import COUNTS, EXCLUSIVE, LISTS_OF_SCHEMAS, NUMBERS
from ..schema.traversal import SCHEMAS, SCHEMAS_BY_NAME
from ..value_messages import excerpt
from .elements import Element

_TYPES = ("string", "number", "integer", "boolean", "array", "object", "null")
_TEXTS = frozenset(
    {
        "title",
        "description",
        "format",
        "pattern",
        "contentEncoding",
        "contentMediaType",
        "$comment",
        "$schema",
        "$id",
        "$anchor",
        "$dynamicAnchor",
        "$dynamicRef",
    }
)
_FLAGS = frozenset({"uniqueItems", "deprecated", "readOnly", "writeOnly"})
_STRUCTURE = frozenset({"$ref", "allOf", "anyOf", "oneOf", "not", "if"})
"""Keywords that may refuse null. A nullable schema with one of them becomes an ``anyOf`` with
``{"type": "null"}``; without them, null is added to its ``type``."""

_ANNOTATIONS = frozenset(
    {
        "title",
        "description",
        "default",
        "examples",
        "deprecated",
        "readOnly",
        "writeOnly",
        "externalDocs",
        "xml",
    }
)
_BRAND = "x-brand"
_DISCRIMINATORS = ("discriminator", "x-discriminator")
"""The latter is AsyncAPI's of an export; AsyncAPI's own is the name of the property alone."""
_POSITIONS = {
    keyword: position
    for position, keyword in enumerate(
        (
            "$schema",
            "$id",
            "$ref",
            "anyOf",
            "oneOf",
            "allOf",
            "discriminator",
            "const",
            "type",
            "format",
            "title",
            "description",
            "deprecated",
            "enum",
            "pattern",
            "minLength",
            "maxLength",
            "minimum",
            "exclusiveMinimum",
            "maximum",
            "exclusiveMaximum",
            "multipleOf",
            "prefixItems",
            "items",
            "minItems",
            "maxItems",
            "uniqueItems",
            "properties",
            "patternProperties",
            "propertyNames",
            "additionalProperties",
            "minProperties",
            "maxProperties",
            "required",
            "default",
            "examples",
        )
    )
}
"""The keywords that most schemas have, in the order in which documents write them."""
_NAMELESS = frozenset({"components", "schemas", "properties", "content", "schema", "$defs"})
"""Steps of a pointer that say nothing to a reader."""


_NamedRead: TypeAlias = tuple[Element, dict[str, Any], dict[str, GivenSchema]]
"""A schema in the file that something refers to; the dict that its converted keywords go into; and
the types that it refers to itself, by the text of the reference."""


def in_order(schema: JsonSchema) -> JsonSchema:
    """Return a schema with its keywords in the order in which schemas of Python types have them,
    however the file orders them; extensions come last.
    """
    return {key: schema[key] for key in sorted(schema, key=_position)}


def _position(keyword: str) -> tuple[int, str]:
    """Return the sort key of a keyword: its place in `_POSITIONS`; keywords that are not there come
    last, in alphabetical order.
    """
    return _POSITIONS.get(keyword, len(_POSITIONS)), keyword


class SchemaReader:
    """Converts the schemas of a document to types. A schema that references lead to becomes one
    named type, however many references there are.

    Args:
        as_current: Converts one schema to JSON Schema 2020-12, and sorts its keywords. The schemas
            inside it have been converted before.
    """

    def __init__(self, as_current: Callable[[JsonSchema], JsonSchema] = in_order) -> None:
        self._as_current = as_current
        self._named: dict[Any, tuple[Element, GivenSchema]] = {}
        """By its place: a schema that something refers to, and its type."""
        self._waiting: list[_NamedRead] = []
        """Types whose keywords have not been converted yet."""

    def type_of(self, element: Element) -> GivenSchema:
        """Return the type of a schema where it is used, such as the schema of a parameter. It has
        no name of its own.
        """
        references: dict[str, GivenSchema] = {}
        schema = self._as_object(element, references)
        self._convert_waiting()
        # Called when a document shows this type, or a part of it, as any value.
        warn = partial(_warn_of_hidden, element)
        return GivenSchema(schema=schema, references=references, on_hidden=warn)

    def components(self, elements: Iterable[Element]) -> tuple[GivenSchema, ...]:
        """Return the types of schemas that have names, such as those of ``components``, whether
        anything refers to them or not.
        """
        types = tuple(map(self._named_type, elements))
        self._convert_waiting()
        return types

    def _named_type(self, element: Element) -> GivenSchema:
        """Return the named type of a schema that a reference leads to. Its schema is empty until
        `_convert_waiting` fills it.
        """
        if element.place not in self._named:
            schema: dict[str, Any] = {}
            references: dict[str, GivenSchema] = {}
            given = GivenSchema(
                schema=schema,
                references=references,
                name=_name_of(element),
                module=element.file.path.stem,
                # The mark of the schema itself is one of its keywords.
                audience=combined(*map(audience_in, element.ancestors())),
                on_hidden=partial(_warn_of_hidden, element),
            )
            self._named[element.place] = element, given
            # Converted later: chains of references are longer than Python's stack is deep.
            self._waiting.append((element, schema, references))
        return self._named[element.place][1]

    def _convert_waiting(self) -> None:
        """Fill the schemas of all named types that are waiting, and of those that these refer to;
        drop references that lead back to themselves.
        """
        read: list[_NamedRead] = []
        while self._waiting:
            element, schema, references = self._waiting.pop()
            schema.update(self._as_object(element, references))
            read.append((element, schema, references))
        for element, schema, references in _circular_aliases(read):
            element.warn("the schema is a reference to itself", "write the schema itself")
            # Without the reference, the schema allows any value.
            references.pop(schema.pop("$ref"))

    def _as_object(self, element: Element, references: dict[str, GivenSchema]) -> JsonSchema:
        """Return a converted schema as an object: ``true`` gives ``{}``, ``false`` gives
        ``{"not": {}}``.

        Args:
            element: The schema as written in the file.
            references: Gets the types that the schema refers to, by the text of the reference.
        """
        schema = self._converted(element, references)
        if not isinstance(schema, bool):
            return schema
        if schema:
            return {}
        return {"not": {}}

    def _converted(self, element: Element, references: dict[str, GivenSchema]) -> JsonSchema | bool:
        """Convert a schema to JSON Schema 2020-12. A value that is no schema is reported, and
        becomes a schema that allows anything.

        Args:
            element: The schema as written in the file.
            references: Gets the types that the schema refers to, by the text of the reference.
        """
        if isinstance(element.value, bool):
            return element.value
        if not element.check_object():
            return {}
        schema: JsonSchema = {}
        for keyword in element.fields():
            self._add_keyword(keyword, schema, references)
        return self._as_current(_from_openapi(schema))

    def _add_keyword(
        self, element: Element, schema: JsonSchema, references: dict[str, GivenSchema]
    ) -> None:
        """Convert one keyword, and add it to a schema; an invalid one is left out with a warning.

        Args:
            element: The keyword: `Element.key` is its name, `Element.value` its value.
            schema: The converted schema, which gets the keyword.
            references: Gets the types that the value refers to, by the text of the reference.
        """
        key, value = element.key, element.value
        if key == "$ref":
            self._add_reference(element, schema, references)
        elif key in SCHEMAS_BY_NAME:
            named = _schemas_by_name(element)
            if named is not None:
                convert = self._converted
                if key == "dependencies":  # its values may also be lists of names
                    convert = self._dependency
                schema[key] = {inner.key: convert(inner, references) for inner in named.fields()}
        elif key in SCHEMAS:
            self._add_subschemas(element, schema, references)
        elif key in _DISCRIMINATORS:
            self._add_discriminator(element, schema, references)
        elif key == _BRAND:
            _add_brand(element, schema)
        elif _is_well_formed(element):
            if key in _TEXTS:  # in YAML, a text such as a title may be written as a number
                value = str(value)
            schema[key] = value

    def _dependency(self, element: Element, references: dict[str, GivenSchema]) -> Any:
        """Convert one value of draft-07's ``dependencies``: a list of property names (others than
        texts are left out), or a schema.

        Args:
            element: The list or the schema as written in the file.
            references: Gets the types that the schema refers to, by the text of the reference.
        """
        if isinstance(element.value, list):
            return [name for name in element.value if isinstance(name, str)]
        return self._converted(element, references)

    def _add_subschemas(
        self, element: Element, schema: JsonSchema, references: dict[str, GivenSchema]
    ) -> None:
        """Convert a keyword whose value is a schema or a list of schemas, such as ``not`` or
        ``allOf``.

        Args:
            element: The keyword: `Element.key` is its name, `Element.value` its value.
            schema: The converted schema, which gets the keyword.
            references: Gets the types that the value refers to, by the text of the reference.
        """
        key = element.key
        if not isinstance(element.value, list):
            if key in LISTS_OF_SCHEMAS:
                element.check_type(list, "list of schemas")  # always a warning here
            else:
                schema[key] = self._converted(element, references)
            return
        schemas = [self._converted(item, references) for item in _items(element)]
        if not schemas:
            element.warn("there are no schemas in the list", "write one, or drop the keyword")
        elif key in LISTS_OF_SCHEMAS:
            schema[key] = schemas
        elif key == "items":  # a tuple, as draft-07 writes it
            schema["prefixItems"] = schemas
        else:
            element.warn(f"{key} is a list", "write one schema")

    def _add_reference(
        self, element: Element, schema: JsonSchema, references: dict[str, GivenSchema]
    ) -> None:
        """Add ``$ref``. If it leads nowhere, its last step becomes the title of the schema, so that
        readers see which type was meant.

        Args:
            element: The keyword, whose value is the text of the reference.
            schema: The converted schema, which gets the keyword.
            references: Gets the type that the reference leads to, by the text of the reference.
        """
        target = element.target(element.value)
        if target is not None:
            references[element.value] = self._named_type(target)
            schema["$ref"] = element.value
        elif isinstance(element.value, str):
            schema.setdefault("title", element.value.rpartition("/")[2])

    def _add_discriminator(
        self, element: Element, schema: JsonSchema, references: dict[str, GivenSchema]
    ) -> None:
        """Add a ``discriminator`` without its invalid members, and with references as the targets
        of its mapping.

        Args:
            element: The keyword, whose value is the discriminator as written in the file.
            schema: The converted schema, which gets the keyword.
            references: Gets the types that the mapping refers to, by the text of the reference.
        """
        if isinstance(element.value, str):  # AsyncAPI's is the name of the property alone
            schema["discriminator"] = {"propertyName": element.value}
            return
        # Without the name of a property, nothing else of a discriminator has a meaning.
        if not element.check_object() or element.text("propertyName") is None:
            return
        schema["discriminator"] = discriminator = dict(element.value)
        default = element.get("defaultMapping")
        if default is not None:
            del discriminator["defaultMapping"]
            if default.check_type(str, "text"):
                discriminator["defaultMapping"] = self._mapping_target(default, references)
        mapping = element.get("mapping")
        if mapping is None or not mapping.check_object():
            discriminator.pop("mapping", None)  # it is null, or no object
            return
        discriminator["mapping"] = {}
        for choice in mapping.fields():
            if choice.check_type(str, "text"):
                discriminator["mapping"][choice.key] = self._mapping_target(choice, references)

    def _mapping_target(self, element: Element, references: dict[str, GivenSchema]) -> str:
        """Return the reference of a value in the ``mapping`` of a discriminator. The value may also
        be the name of a component: ``Cat`` gives ``#/components/schemas/Cat``. A reference that
        leads nowhere stays, with a warning.

        Args:
            element: The value, a text.
            references: Gets the type that it refers to.
        """
        text: str = element.value
        reference = text
        # A component's name has these characters only (OpenAPI 3.1, 4.8.7); ``cat.yaml`` may be the
        # name of a component or a file.
        if re.fullmatch(r"[A-Za-z0-9._-]+", text):
            root = element.reading.element(element.file.path)
            if root.at_pointer(f"/components/schemas/{text}") is not None:
                reference = f"#/components/schemas/{text}"
        target = element.target(reference)
        if target is not None:
            references[reference] = self._named_type(target)
        return reference


def _schemas_by_name(element: Element) -> Element | None:
    """Return the value of a keyword such as ``properties``: an object of schemas, or the one that a
    reference leads to.

    JSON Schema has no references to such objects, but files that were divided have them. None, if
    the value is invalid, or if the reference leads to something with another audience, which the
    schemas in it would lose.
    """
    if not element.is_reference:
        if element.check_object():
            return element
        return None
    target = element.resolved()
    if target is None or target.mark != element.mark:
        return None
    return target


def _add_brand(element: Element, schema: JsonSchema) -> None:
    """Add the extension ``x-brand`` to a schema, as a list of names; a file may have a single
    name.
    """
    names = _listed(element.value)
    if names and all(isinstance(name, str) and name for name in names):
        schema[_BRAND] = names
    else:
        element.warn(f"{excerpt(element.value)} names no brand", "write a name, or a list of names")


def _is_well_formed(element: Element) -> bool:
    """Return whether the value of a keyword has the right type; warn if it has not. Keywords that
    are not known may have any value.
    """
    key = element.key
    if key == "type":
        return _is_type(element)
    if key == "required":
        return _is_list_of_names(element)
    if key == "dependentRequired":
        return element.check_object() and all(map(_is_list_of_names, element.fields()))
    if key in EXCLUSIVE:  # a boolean in OpenAPI 3.0, which `_convert_bounds` converts
        return isinstance(element.value, bool) or element.check_type((int, float), "number")
    for keys, kind, wanted in _KINDS:
        if key in keys:
            return element.check_type(kind, wanted)
    return True


# Keywords, the Python types that their values may have, and the name of the type in warnings.
_KINDS: tuple[tuple[frozenset[str], Any, str], ...] = (
    (_TEXTS, (str, int, float), "text"),
    (NUMBERS, (int, float), "number"),
    (COUNTS, int, "whole number"),
    (_FLAGS | {"nullable"}, bool, "true or false"),
    (frozenset({"enum", "examples"}), list, "list"),
    (frozenset({"$vocabulary"}), dict, "object"),
)


def _is_list_of_names(element: Element) -> bool:
    """Return whether a value is a list of texts; warn if it is not."""
    is_list = element.check_type(list, "list of names")
    return is_list and all(inner.check_type(str, "name") for inner in _items(element))


def _is_type(element: Element) -> bool:
    """Return whether the value of ``type`` is a type of JSON Schema or a list of them; warn if it
    is not.
    """
    names = _listed(element.value)
    if names and all(isinstance(name, str) and name in _TYPES for name in names):
        return True
    element.warn(f"{excerpt(element.value)} is not a type", f"the types are {', '.join(_TYPES)}")
    return False


def _items(element: Element) -> Iterator[Element]:
    """Yield the items of a value that is a list."""
    for position, item in enumerate(element.value):
        yield element.child(str(position), item)


def _from_openapi(schema: JsonSchema) -> JsonSchema:
    """Convert the keywords in which OpenAPI 3.0 differs from JSON Schema 2020-12. The given schema
    is changed, too.
    """
    _convert_bounds(schema)
    _convert_example(schema)
    if schema.pop("nullable", None) is True:
        return _with_null(schema)
    return schema


def _convert_bounds(schema: JsonSchema) -> None:
    """Convert the exclusive bounds of OpenAPI 3.0, in place: ``minimum: 1, exclusiveMinimum: true``
    becomes ``exclusiveMinimum: 1``. With false, or without a bound, the flag means nothing, and is
    dropped.
    """
    for exclusive, bound in EXCLUSIVE.items():
        if not isinstance(schema.get(exclusive), bool):
            continue
        is_exclusive = schema.pop(exclusive)
        if is_exclusive and bound in schema:
            schema[exclusive] = schema.pop(bound)


def _convert_example(schema: JsonSchema) -> None:
    """Convert ``example`` to ``examples``, in place; if both are given, ``examples`` stays."""
    if "example" in schema:
        example = schema.pop("example")
        schema.setdefault("examples", [example])


def _listed(value: Any) -> list[Any]:
    """Return a list itself; any other value as the only item of a list."""
    if isinstance(value, list):
        return value
    return [value]


def _with_null(schema: JsonSchema) -> JsonSchema:
    """Return a schema that also allows null (OpenAPI 3.0.4, 4.7.24.2). The given schema may be
    changed.
    """
    if schema.keys() & _STRUCTURE:
        # Title, description and the like are about the whole, and stay outside of the ``anyOf``.
        annotations: JsonSchema = {}
        constraints: JsonSchema = {}
        for key, value in schema.items():
            if key in _ANNOTATIONS or key.startswith("x-"):
                annotations[key] = value
            else:
                constraints[key] = value
        return {**annotations, "anyOf": [constraints, {"type": "null"}]}
    if schema.get("type") is None:  # without a type, null is allowed already
        return schema
    types = _listed(schema["type"])
    if "null" not in types:
        types = [*types, "null"]
    schema["type"] = types
    # An enumeration would still refuse null.
    if "enum" in schema and None not in schema["enum"]:
        schema["enum"] = [*schema["enum"], None]
    return schema


def _circular_aliases(read: Sequence[_NamedRead]) -> Iterator[_NamedRead]:
    """Yield one schema of each circle of references, such as ``A: {$ref: B}`` and ``B: {$ref: A}``:
    the one that was read first.

    Each schema is visited once, however many chains of references lead to it.
    """
    # By identity: two schemas with the same keywords are different types.
    positions = {id(schema): position for position, (_, schema, _) in enumerate(read)}
    visited: set[int] = set()
    for start in range(len(read)):
        chain: list[int] = []
        position: int | None = start
        while position is not None and position not in visited:
            visited.add(position)
            chain.append(position)
            _, schema, references = read[position]
            target: Any = None
            if "$ref" in schema:
                target = references[schema["$ref"]].schema
            # None without a reference, or for a type that was converted before: all types that it
            # refers to were converted with it, so that it leads to none of these.
            position = positions.get(id(target))
        if position is not None and position in chain:
            circle = chain[chain.index(position) :]
            yield read[min(circle)]


def _warn_of_hidden(element: Element) -> None:
    """Warn that a schema is used where people can see it that the schema itself is not for."""
    element.warn(
        "the schema, or a part of it, is for another audience than what refers to it",
        "mark what refers to it, too (x-internal or x-audience), or drop the mark of the schema",
        "it is documented as any value",
    )


def _name_of(element: Element) -> str:
    """Return a readable name for the type of a schema that a reference leads to.

    ``#/components/schemas/User`` gives ``User``. Other places give the steps that say something to
    a reader: ``#/components/responses/NotFound/content/application~1json/schema`` gives
    ``responses_NotFound``.
    """
    steps = [step for step in element.pointer if step not in _NAMELESS and "/" not in step]
    if element.pointer[:-1] == ("components", "schemas"):
        return element.key
    return "_".join(steps) or element.file.path.stem
