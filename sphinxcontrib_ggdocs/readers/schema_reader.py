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
"""Keywords with which ``nullable`` needs an alternative of its own."""

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


_Read: TypeAlias = tuple[Element, dict[str, Any], dict[str, GivenSchema]]
"""A place, its schema, and the types that this refers to."""


def in_order(schema: JsonSchema) -> JsonSchema:
    """Return a schema with its keywords in one order, however a file writes them.

    The order is the one in which schemas of Python types have them; extensions are last.
    """
    return {key: schema[key] for key in sorted(schema, key=_position)}


def _position(keyword: str) -> tuple[int, str]:
    return _POSITIONS.get(keyword, len(_POSITIONS)), keyword


class SchemaReader:
    """Makes types of schemas; each place that is referred to is one type.

    Args:
        as_current: Makes JSON Schema 2020-12, with keywords in one order, of a schema as the file
            writes it, those inside it being current already.
    """

    def __init__(self, as_current: Callable[[JsonSchema], JsonSchema] = in_order) -> None:
        self._as_current = as_current
        self._named: dict[Any, tuple[Element, GivenSchema]] = {}
        self._waiting: list[_Read] = []

    def form(self, element: Element) -> GivenSchema:
        """Return the type of a schema at its use."""
        references: dict[str, GivenSchema] = {}
        schema = self._root(element, references)
        self._finish()
        warn = partial(_warn_of_hidden, element)
        return GivenSchema(schema=schema, references=references, on_hidden=warn)

    def components(self, elements: Iterable[Element]) -> tuple[GivenSchema, ...]:
        """Return the types of schemas that have names, whether anything refers to them or not."""
        types = tuple(map(self._type_at, elements))
        self._finish()
        return types

    def _type_at(self, element: Element) -> GivenSchema:
        if element.place not in self._named:
            schema: dict[str, Any] = {}
            references: dict[str, GivenSchema] = {}
            given = GivenSchema(
                schema=schema,
                references=references,
                name=_name_of(element),
                module=element.file.path.stem,
                audience=combined(*map(audience_in, element.ancestors())),
                on_hidden=partial(_warn_of_hidden, element),
            )
            self._named[element.place] = element, given
            # later: schemas refer to schemas in chains that are longer than Python's stack
            self._waiting.append((element, schema, references))
        return self._named[element.place][1]

    def _finish(self) -> None:
        read: list[_Read] = []
        while self._waiting:
            element, schema, references = self._waiting.pop()
            schema.update(self._root(element, references))
            read.append((element, schema, references))
        for element, schema, references in _own_aliases(read):
            element.fault("the schema is a reference to itself", "write the schema itself")
            references.pop(schema.pop("$ref"))

    def _root(self, element: Element, references: dict[str, GivenSchema]) -> JsonSchema:
        schema = self._converted(element, references)
        if isinstance(schema, bool):
            if schema:
                return {}
            return {"not": {}}
        return schema

    def _converted(self, element: Element, references: dict[str, GivenSchema]) -> JsonSchema | bool:
        """Convert a schema to JSON Schema 2020-12; what is not a schema allows anything.

        Args:
            element: The schema as written in the file.
            references: Gets the schemas that it refers to.
        """
        if isinstance(element.value, bool):
            return element.value
        if not element.is_object():
            return {}
        schema: JsonSchema = {}
        for keyword in element.fields():
            self._keyword(keyword, schema, references)
        return self._as_current(_from_openapi(schema))

    def _keyword(
        self, element: Element, schema: JsonSchema, references: dict[str, GivenSchema]
    ) -> None:
        key, value = element.last, element.value
        if key == "$ref":
            self._refer(element, schema, references)
        elif key in SCHEMAS_BY_NAME:
            named = _named_schemas(element)
            if named is not None:
                convert = self._converted
                if key == "dependencies":
                    convert = self._dependency
                schema[key] = {inner.last: convert(inner, references) for inner in named.fields()}
        elif key in SCHEMAS:
            self._subschemas(element, schema, references)
        elif key in _DISCRIMINATORS:
            self._discriminate(element, schema, references)
        elif key == _BRAND:
            _add_brand(element, schema)
        elif _is_well_formed(element):
            if key in _TEXTS:
                value = str(value)
            schema[key] = value

    def _dependency(self, element: Element, references: dict[str, GivenSchema]) -> Any:
        """Return a schema of draft-07's ``dependencies``, or the names of properties."""
        if isinstance(element.value, list):
            return [name for name in element.value if isinstance(name, str)]
        return self._converted(element, references)

    def _subschemas(
        self, element: Element, schema: JsonSchema, references: dict[str, GivenSchema]
    ) -> None:
        key = element.last
        if isinstance(element.value, list):
            schemas = [
                self._converted(element.inner(str(position), item), references)
                for position, item in enumerate(element.value)
            ]
            if not schemas:
                element.fault("there are no schemas in the list", "write one, or drop the keyword")
            elif key in LISTS_OF_SCHEMAS:
                schema[key] = schemas
            elif key == "items":  # draft-07's tuple
                schema["prefixItems"] = schemas
            else:
                element.fault(f"{key} is a list", "write one schema")
        elif key in LISTS_OF_SCHEMAS:
            element.of_kind(list, "list of schemas")
        else:
            schema[key] = self._converted(element, references)

    def _refer(
        self, element: Element, schema: JsonSchema, references: dict[str, GivenSchema]
    ) -> None:
        target = element.target(element.value)
        if target is not None:
            references[element.value] = self._type_at(target)
            schema["$ref"] = element.value
        elif isinstance(element.value, str):
            schema.setdefault("title", element.value.rpartition("/")[2])

    def _discriminate(
        self, element: Element, schema: JsonSchema, references: dict[str, GivenSchema]
    ) -> None:
        if isinstance(element.value, str):
            schema["discriminator"] = {"propertyName": element.value}
            return
        if not element.is_object() or element.text("propertyName") is None:
            return
        schema["discriminator"] = discriminator = dict(element.value)
        default = element.get("defaultMapping")
        if default is not None:
            del discriminator["defaultMapping"]
            if default.of_kind(str, "text"):
                discriminator["defaultMapping"] = self._choice(default, references)
        mapping = element.get("mapping")
        if mapping is None or not mapping.is_object():
            discriminator.pop("mapping", None)
            return
        discriminator["mapping"] = {}
        for choice in mapping.fields():
            if choice.of_kind(str, "text"):
                discriminator["mapping"][choice.last] = self._choice(choice, references)

    def _choice(self, element: Element, references: dict[str, GivenSchema]) -> str:
        """Return the target of a mapping, which may be the name of a schema alone."""
        text: str = element.value
        reference = text
        if re.fullmatch(r"[A-Za-z0-9._-]+", text):
            named = element.reading.element(element.file.path).at(f"/components/schemas/{text}")
            reference = f"#/components/schemas/{text}" if named is not None else text
        target = element.target(reference)
        if target is not None:
            references[reference] = self._type_at(target)
        return reference


def _named_schemas(element: Element) -> Element | None:
    """Return the object of schemas by name that is here, or that a reference here leads to.

    JSON Schema has no such reference; files that are divided have it all the same. One that
    leads into what is for others is left out.
    """
    if not element.is_reference:
        if element.is_object():
            return element
        return None
    target = element.resolved()
    if target is None or target.mark != element.mark:
        return None
    return target


def _add_brand(element: Element, schema: JsonSchema) -> None:
    """The names of a brand, of which a text is one."""
    names = _listed(element.value)
    if names and all(isinstance(name, str) and name for name in names):
        schema[_BRAND] = names
    else:
        element.fault(
            f"{excerpt(element.value)} names no brand", "write a name, or a list of names"
        )


def _is_well_formed(element: Element) -> bool:
    """Return whether the value of a keyword is one that it may have; what is wrong is warned of."""
    key = element.last
    if key == "type":
        return _is_type(element)
    if key == "required":
        return _is_names(element)
    if key == "dependentRequired":
        return element.is_object() and all(map(_is_names, element.fields()))
    if key in EXCLUSIVE:
        return isinstance(element.value, bool) or element.of_kind((int, float), "number")
    for keys, kind, wanted in _KINDS:
        if key in keys:
            return element.of_kind(kind, wanted)
    return True


_KINDS: tuple[tuple[frozenset[str], Any, str], ...] = (
    (_TEXTS, (str, int, float), "text"),
    (NUMBERS, (int, float), "number"),
    (COUNTS, int, "whole number"),
    (_FLAGS | {"nullable"}, bool, "true or false"),
    (frozenset({"enum", "examples"}), list, "list"),
    (frozenset({"$vocabulary"}), dict, "object"),
)


def _is_names(element: Element) -> bool:
    is_list = element.of_kind(list, "list of names")
    return is_list and all(inner.of_kind(str, "name") for inner in _items(element))


def _is_type(element: Element) -> bool:
    names = _listed(element.value)
    if names and all(isinstance(name, str) and name in _TYPES for name in names):
        return True
    element.fault(f"{excerpt(element.value)} is not a type", f"the types are {', '.join(_TYPES)}")
    return False


def _items(element: Element) -> Iterable[Element]:
    return (element.inner(str(n), item) for n, item in enumerate(element.value))


def _from_openapi(schema: JsonSchema) -> JsonSchema:
    _convert_bounds(schema)
    _convert_example(schema)
    if schema.pop("nullable", None) is True:
        return _with_null(schema)
    return schema


def _convert_bounds(schema: JsonSchema) -> None:
    """``exclusiveMinimum: true`` says of OpenAPI 3.0's ``minimum`` that it is exclusive."""
    for exclusive, bound in EXCLUSIVE.items():
        if isinstance(schema.get(exclusive), bool) and schema.pop(exclusive) and bound in schema:
            schema[exclusive] = schema.pop(bound)


def _convert_example(schema: JsonSchema) -> None:
    if "example" in schema:
        example = schema.pop("example")
        schema.setdefault("examples", [example])


def _listed(value: Any) -> list[Any]:
    """Return the items of a list, or a list of anything else."""
    if isinstance(value, list):
        return value
    return [value]


def _with_null(schema: JsonSchema) -> JsonSchema:
    """Return the schema of a value that may be null too (OpenAPI 3.0.4, 4.7.24.2)."""
    if schema.keys() & _STRUCTURE:
        annotations: JsonSchema = {}
        rest: JsonSchema = {}
        for key, value in schema.items():
            is_annotation = key in _ANNOTATIONS or key.startswith("x-")
            part = annotations if is_annotation else rest
            part[key] = value
        return {**annotations, "anyOf": [rest, {"type": "null"}]}
    if schema.get("type") is None:
        return schema
    types = _listed(schema["type"])
    if "null" not in types:
        types = [*types, "null"]
    schema["type"] = types
    if "enum" in schema and None not in schema["enum"]:
        schema["enum"] = [*schema["enum"], None]
    return schema


def _own_aliases(read: Sequence[_Read]) -> Iterator[_Read]:
    """Of each circle of schemas that are references alone, the one that was read first.

    Each schema is visited once, however long the chains are that lead to it.
    """
    positions = {id(schema): position for position, (_, schema, _) in enumerate(read)}
    visited: set[int] = set()
    for start in range(len(read)):
        path: dict[int, None] = {}
        position: int | None = start
        while position is not None and position not in visited:
            visited.add(position)
            path[position] = None
            _, schema, references = read[position]
            target: Any = references[schema["$ref"]].schema if "$ref" in schema else None
            position = positions.get(id(target))
        if position in path:
            steps = list(path)
            yield read[min(steps[steps.index(position) :])]


def _warn_of_hidden(element: Element) -> None:
    element.fault(
        "the schema, or a part of it, is for another audience than what refers to it",
        "mark what refers to it, too (x-internal or x-audience), or drop the mark of the schema",
        "it is documented as any value",
    )


def _name_of(element: Element) -> str:
    """Return a readable name for a place that is referred to: of ``#/components/schemas/User`` the
    last step, of others all steps that say something.
    """
    steps = [step for step in element.pointer if step not in _NAMELESS and "/" not in step]
    if element.pointer[:-1] == ("components", "schemas"):
        return element.last
    return "_".join(steps) or element.file.path.stem
