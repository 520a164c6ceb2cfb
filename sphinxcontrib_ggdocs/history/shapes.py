"""Normalises a JSON Schema: a union of shapes, each of one JSON type.

Only the top level is normalised; the schemas of properties and items are normalised on demand, so
that recursive types terminate.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain, combinations, product
from typing import Any, Final, TypeAlias

from ..schema.fitting import JsonType, json_key, json_type
from ..schema.nodes import JsonSchema

AnySchema: TypeAlias = JsonSchema | bool

KINDS: Final[tuple[JsonType, ...]] = ("null", "boolean", "number", "string", "array", "object")
_ALL: Final[Mapping[JsonType, tuple[Any, ...]]] = {"null": (None,), "boolean": (False, True)}
MOST_SHAPES = 256
"""Unions of more shapes are not compared."""
MOST_KEPT = 10_000
"""Schemas whose shapes are kept."""
DEEPEST = 32
"""References and unions directly inside one another."""

BRANDS = "x-brand"

SILENT: Final = frozenset(
    {
        "title",
        "description",
        "default",
        "examples",
        "example",
        "deprecated",
        "discriminator",
        "x-type",
    }
)
"""Keywords that say nothing of values."""

CONDITIONS: Final = (
    "if",
    "then",
    "else",
    "contains",
    "minContains",
    "maxContains",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedItems",
    "unevaluatedProperties",
    "additionalItems",
    "contentSchema",
    "$dynamicRef",
)
"""Assertions that are compared as a whole."""
_OPAQUE = ("not", *CONDITIONS)
_COMPOUND = frozenset({"$ref", "anyOf", "oneOf", "allOf"})
_NAMED = ("format", "contentMediaType", "contentEncoding")
"""Texts about values that no validator has to check."""
BYTES: Final = ("contentMediaType", "application/octet-stream")


_TOO_MANY = "the schema has too many alternatives"


class Undecided(Exception):
    """It is not known whether one schema is included in another; the message has the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What values of one JSON type have to be; all bounds that are None hold for every value."""

    kind: JsonType
    values: tuple[Any, ...] | None = None
    """The only values, where they are listed."""
    low: float | int | None = None
    """The least number, length of a text or an array, or count of properties."""
    high: float | int | None = None
    low_is_out: bool = False
    high_is_out: bool = False
    is_integer: bool = False
    steps: frozenset[float | int] = frozenset()
    """``multipleOf``"""
    patterns: frozenset[str] = frozenset()
    names: frozenset[tuple[str, str]] = frozenset()
    """``format`` and the like, with their values."""
    prefix: tuple[AnySchema, ...] = ()
    items: AnySchema = True
    is_unique: bool = False
    properties: Mapping[str, AnySchema] = field(default_factory=dict)
    required: frozenset[str] = frozenset()
    lists_properties: bool = False
    """Whether properties are listed; those that are required are in `properties` without it."""
    additional: AnySchema | None = None
    """None: further properties are not mentioned."""
    property_names: tuple[AnySchema, ...] = ()
    brands: frozenset[str] = frozenset()
    opaque: frozenset[str] = frozenset()
    """Assertions that are compared as texts of JSON."""

    @property
    def is_closed_for_senders(self) -> bool:
        """Whether who follows the schema writes no further properties: they are not allowed, or
        some are listed and others not mentioned.
        """
        return self.additional is False or (self.additional is None and self.lists_properties)

    def property_schema(self, name: str) -> AnySchema:
        """Return the schema of a property, listed or not."""
        if name in self.properties:
            return self.properties[name]
        if self.additional is None:
            return True
        return self.additional


class Shapes:
    """Normal forms of the schemas of one comparison.

    Args:
        schemas: What references lead to, by name.
    """

    def __init__(self, schemas: Mapping[str, JsonSchema]) -> None:
        self._schemas = schemas
        self._of_types: dict[str, list[Shape] | Undecided] = {}
        self._of_schemas: dict[int, tuple[JsonSchema, list[Shape]]] = {}
        """By identity of a schema, which is kept for that."""
        self._open: set[str] = set()
        """The named types whose shapes are being made."""
        self._one_choice: dict[str, bool] = {}
        """Whether no value fits two of some choices, by their text."""

    def of(self, schema: AnySchema) -> tuple[Shape, ...]:
        """Return the shapes whose union is a schema. Those of a ``oneOf`` whose choices may overlap
        have it as an opaque assertion.

        Raises:
            Undecided: The schema has too many shapes, or goes on inside itself without end.
        """
        return tuple(self._shapes(schema, 0))

    def are_apart(self, one: Shape, other: Shape) -> bool:
        """Return whether two shapes have no value in common, as their JSON types, their listed
        values, or the listed values of a property show.
        """
        return self._are_apart(one, other, 0)

    def listed(self, schema: AnySchema) -> list[Any] | None:
        """Return the only values of a schema, if all are listed."""
        return self._listed(schema, 0)

    def alternatives(self, schema: AnySchema) -> Sequence[AnySchema]:
        """Return the schemas whose union is a schema that says no more than that, else the
        schema.
        """
        if isinstance(schema, dict):
            for key in ("anyOf", "oneOf"):
                if key in schema and schema.keys() <= {key, *SILENT}:
                    choices: list[AnySchema] = schema[key]
                    is_union = key == "anyOf" or self._is_one_choice(choices, 0)
                    if is_union:
                        return choices
                    return [schema]
        return [schema]

    def _shapes(self, schema: AnySchema, depth: int) -> list[Shape]:
        if schema is False:
            return []
        if schema is True:
            return list(_own_shapes({}))
        if depth > DEEPEST:
            raise Undecided("the schema contains itself")
        _schema, known = self._of_schemas.get(id(schema), (schema, None))
        if known is None:
            known = self._of_schema(schema, depth)
            if len(self._of_schemas) >= MOST_KEPT:
                self._of_schemas.clear()
            self._of_schemas[id(schema)] = schema, known
        return known

    def _of_schema(self, schema: JsonSchema, depth: int) -> list[Shape]:
        shapes = list(_own_shapes(schema))
        for group in self._groups(schema, depth):
            shapes = [joined for joined in _intersections(shapes, group) if joined is not None]
            if len(shapes) > MOST_SHAPES:
                raise Undecided(_TOO_MANY)
        brands = frozenset(_texts(schema.get(BRANDS)))
        if not brands:
            return shapes
        return [replace(shape, brands=shape.brands | brands) for shape in shapes]

    def _groups(self, schema: JsonSchema, depth: int) -> Iterator[list[Shape]]:
        """Yield the unions that hold together."""
        if isinstance(reference := schema.get("$ref"), str):
            yield self._of_type(reference, depth)
        if "anyOf" in schema:
            yield self._union(schema["anyOf"], depth)
        if "oneOf" in schema:
            union = self._union(schema["oneOf"], depth)
            if not self._is_one_choice(schema["oneOf"], depth):
                text = frozenset(_written({"oneOf": schema["oneOf"]}))
                union = [replace(shape, opaque=shape.opaque | text) for shape in union]
            yield union
        for part in schema.get("allOf", ()):
            yield self._shapes(part, depth + 1)

    def _of_type(self, reference: str, depth: int) -> list[Shape]:
        name = reference.rpartition("/")[2]
        if name in self._open:
            raise Undecided("the schema contains itself")
        if name not in self._of_types:
            target = self._schemas.get(name)
            if target is None:
                raise Undecided(f"the reference {reference} is unresolved")
            self._open.add(name)
            try:
                self._of_types[name] = self._shapes(target, depth + 1)
            except Undecided as undecided:
                self._of_types[name] = undecided
            finally:
                self._open.remove(name)
        shapes = self._of_types[name]
        if isinstance(shapes, Undecided):
            raise shapes
        return shapes

    def _union(self, choices: Iterable[AnySchema], depth: int) -> list[Shape]:
        shapes: list[Shape] = []
        for choice in choices:
            shapes += self._shapes(choice, depth + 1)
            if len(shapes) > MOST_SHAPES:
                raise Undecided(_TOO_MANY)
        return shapes

    def _is_one_choice(self, choices: Sequence[AnySchema], depth: int) -> bool:
        """Return whether no value fits two choices."""
        # By text: a union is another object at each place of a comparison.
        text = json.dumps(choices, default=repr)
        if text not in self._one_choice:
            shapes = [self._shapes(choice, depth + 1) for choice in choices]
            self._one_choice[text] = self._are_tagged(shapes, depth) or all(
                self._share_nothing(ones, others, depth) for ones, others in combinations(shapes, 2)
            )
        return self._one_choice[text]

    def _share_nothing(self, ones: Sequence[Shape], others: Sequence[Shape], depth: int) -> bool:
        """Return whether no value fits shapes of two choices."""
        pairs = product(ones, others)
        return all(self._are_apart(one, other, depth + 1) for one, other in pairs)

    def _are_tagged(self, choices: Sequence[Sequence[Shape]], depth: int) -> bool:
        """Return whether a property that all choices require has other listed values in each."""
        shapes = list(chain.from_iterable(choices))
        if not shapes:
            return False
        names = [shape.required.intersection(shape.properties) for shape in shapes]
        for name in sorted(frozenset.intersection(*names)):
            if self._is_tag(name, shapes, depth):
                return True
        return False

    def _is_tag(self, name: str, shapes: Iterable[Shape], depth: int) -> bool:
        """Return whether a property has listed values in each shape, and no value in two."""
        tags: set[object] = set()
        for shape in shapes:
            values = self._listed(shape.properties[name], depth)
            if values is None:
                return False
            tags_of_shape = set(map(json_key, values))
            if not tags.isdisjoint(tags_of_shape):
                return False
            tags |= tags_of_shape
        return True

    def _are_apart(self, one: Shape, other: Shape, depth: int) -> bool:
        if one.kind != other.kind:
            return True
        if one.values is not None and other.values is not None:
            return _are_disjoint(one.values, other.values)
        tags = (one.required | other.required) & one.properties.keys() & other.properties.keys()
        return any(
            self._are_listed_apart(one.properties[tag], other.properties[tag], depth)
            for tag in sorted(tags)
        )

    def _are_listed_apart(self, one: AnySchema, other: AnySchema, depth: int) -> bool:
        values = self._listed(one, depth)
        others = None if values is None else self._listed(other, depth)
        return values is not None and others is not None and _are_disjoint(values, others)

    def _listed(self, schema: AnySchema, depth: int) -> list[Any] | None:
        if not isinstance(schema, dict):
            return None
        own = listed_values(schema)
        if own is not None:
            return own
        if _COMPOUND.isdisjoint(schema) and str(schema.get("type")) not in _ALL:
            return None
        try:
            shapes = self._shapes(schema, depth + 1)
        except Undecided:
            return None
        values: list[Any] = []
        for shape in shapes:
            if shape.values is None:
                return None
            values += shape.values
        return values


def _are_disjoint(one: Iterable[Any], other: Iterable[Any]) -> bool:
    return set(map(json_key, one)).isdisjoint(map(json_key, other))


def _own_shapes(schema: JsonSchema) -> Iterator[Shape]:
    """Yield the shapes of what a schema says itself, without references and unions."""
    types = schema.get("type", list(KINDS))
    if isinstance(types, str):
        types = [types]
    listed = listed_values(schema)
    for kind in KINDS:
        # "integer" is a number whose fraction is zero (JSON Schema 2020-12 Validation, 6.1.1), and
        # no type of its own.
        is_integer = kind == "number" and "number" not in types and "integer" in types
        if kind not in types and not is_integer:
            continue
        shape = _of_kind(kind, schema, is_integer=is_integer)
        values = _ALL.get(kind)
        if listed is not None:
            values = tuple(value for value in listed if json_type(value) == kind)
        if values is None:
            yield shape
        elif values:
            yield replace(shape, values=values)


def listed_values(schema: JsonSchema) -> list[Any] | None:
    """Return the only values of a schema, if it lists them itself."""
    if "const" in schema:
        return [schema["const"]]
    enum = schema.get("enum")
    if isinstance(enum, list):
        return enum
    return None


def _of_kind(kind: JsonType, schema: JsonSchema, *, is_integer: bool) -> Shape:
    opaque = {key: schema[key] for key in _OPAQUE if key in schema}
    match kind:
        case "number":
            shape = _number(schema, is_integer=is_integer)
        case "string":
            pattern = schema.get("pattern")
            shape = Shape(
                kind=kind,
                low=schema.get("minLength"),
                high=schema.get("maxLength"),
                patterns=frozenset(_texts(pattern)),
                names=names_of(schema),
            )
        case "array":
            shape = Shape(
                kind=kind,
                low=schema.get("minItems"),
                high=schema.get("maxItems"),
                prefix=tuple(schema.get("prefixItems", ())),
                items=schema.get("items", True),
                is_unique=bool(schema.get("uniqueItems")),
            )
        case "object":
            shape = _object(schema)
            if "patternProperties" in schema:
                # `additionalProperties` means what no pattern fits, so that it is compared with the
                # patterns as one.
                keys = ("patternProperties", "additionalProperties")
                opaque |= {key: schema[key] for key in keys if key in schema}
        case _:
            shape = Shape(kind=kind)
    if opaque:
        return replace(shape, opaque=frozenset(_written(opaque)))
    return shape


def names_of(schema: JsonSchema) -> frozenset[tuple[str, str]]:
    """What a schema says of values that no validator has to check. OpenAPI 3.0 wrote bytes as the
    format ``binary``.
    """
    names = {(key, str(schema[key])) for key in _NAMED if key in schema}
    if ("format", "binary") in names:
        names = names - {("format", "binary")} | {BYTES}
    return frozenset(names)


def _number(schema: JsonSchema, *, is_integer: bool) -> Shape:
    low, low_is_out = _bound(schema, "minimum", "exclusiveMinimum", max)
    high, high_is_out = _bound(schema, "maximum", "exclusiveMaximum", min)
    step = schema.get("multipleOf")
    return Shape(
        kind="number",
        low=low,
        low_is_out=low_is_out,
        high=high,
        high_is_out=high_is_out,
        is_integer=is_integer,
        steps=frozenset() if step is None else frozenset({step}),
        names=names_of(schema),
    )


def _bound(schema: JsonSchema, inside: str, outside: str, tighter: Any) -> tuple[Any, bool]:
    """Return the bound of a schema, and whether it is outside of the values.

    Args:
        schema: The schema.
        inside: The keyword of a bound that is a value.
        outside: That of one that is not.
        tighter: Returns of two bounds the one that allows less: `max` or `min`.
    """
    if inside not in schema:
        return schema.get(outside), outside in schema
    if outside not in schema:
        return schema[inside], False
    bound = tighter(schema[inside], schema[outside])
    return bound, bound == schema[outside]


def _object(schema: JsonSchema) -> Shape:
    names = schema.get("propertyNames")
    additional = True if "patternProperties" in schema else schema.get("additionalProperties")
    properties = schema.get("properties", {})
    required = frozenset(schema.get("required", ()))
    # As if they were listed, with the schema that holds for them.
    unlisted = sorted(required - properties.keys())
    return Shape(
        kind="object",
        low=schema.get("minProperties"),
        high=schema.get("maxProperties"),
        properties={
            **properties,
            **dict.fromkeys(unlisted, True if additional is None else additional),
        },
        required=required,
        lists_properties=bool(properties),
        additional=additional,
        property_names=() if names is None else (names,),
    )


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for text in value:
            if isinstance(text, str):
                yield text


def _written(opaque: Mapping[str, Any]) -> Iterator[str]:
    for key, value in opaque.items():
        yield json.dumps({key: value}, sort_keys=True, default=repr)


def _intersections(one: Iterable[Shape], other: list[Shape]) -> Iterator[Shape | None]:
    for shape in one:
        for candidate in other:
            if shape.kind == candidate.kind:
                yield intersection(shape, candidate)


def intersection(one: Shape, other: Shape) -> Shape | None:
    """Return the shape of the values that two shapes of one kind have in common; None if there are
    none, as far as lists of values show.
    """
    values = one.values if other.values is None else other.values
    if one.values is not None and other.values is not None:
        keys = set(map(json_key, other.values))
        values = tuple(value for value in one.values if json_key(value) in keys)
        if not values:
            return None
    low, low_is_out = _tighter(one.low, other.low, one.low_is_out, other.low_is_out, is_low=True)
    high, high_is_out = _tighter(
        one.high, other.high, one.high_is_out, other.high_is_out, is_low=False
    )
    properties = {
        name: _both(one.property_schema(name), other.property_schema(name))
        for name in dict.fromkeys((*one.properties, *other.properties))
    }
    length = max(len(one.prefix), len(other.prefix))
    return Shape(
        kind=one.kind,
        values=values,
        low=low,
        high=high,
        low_is_out=low_is_out,
        high_is_out=high_is_out,
        is_integer=one.is_integer or other.is_integer,
        steps=one.steps | other.steps,
        patterns=one.patterns | other.patterns,
        names=one.names | other.names,
        prefix=tuple(_both(item_schema(one, n), item_schema(other, n)) for n in range(length)),
        items=_both(one.items, other.items),
        is_unique=one.is_unique or other.is_unique,
        properties=properties,
        required=one.required | other.required,
        lists_properties=one.lists_properties or other.lists_properties,
        additional=_both_additional(one.additional, other.additional),
        property_names=one.property_names + other.property_names,
        brands=one.brands | other.brands,
        opaque=one.opaque | other.opaque,
    )


def item_schema(shape: Shape, index: int) -> AnySchema:
    """Return the schema of an item of an array."""
    return shape.prefix[index] if index < len(shape.prefix) else shape.items


def _tighter(
    one: Any, other: Any, one_is_out: bool, other_is_out: bool, *, is_low: bool
) -> tuple[Any, bool]:
    """Return of two bounds the one that allows less, and whether it is outside of the values."""
    if one is None:
        return other, other_is_out
    if other is None:
        return one, one_is_out
    if one == other:
        return one, one_is_out or other_is_out
    if (one > other) is is_low:
        return one, one_is_out
    return other, other_is_out


def _both(one: AnySchema, other: AnySchema) -> AnySchema:
    if one is True or other is False:
        return other
    if other is True or one is False or one == other:
        return one
    return {"allOf": [one, other]}


def _both_additional(one: AnySchema | None, other: AnySchema | None) -> AnySchema | None:
    if one is None or other is None:
        if one is None:
            return other
        return one
    return _both(one, other)
