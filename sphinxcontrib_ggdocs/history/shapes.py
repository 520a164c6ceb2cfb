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
_VALUES_OF_TYPES: Final[Mapping[JsonType, tuple[Any, ...]]] = {
    "null": (None,),
    "boolean": (False, True),
}
"""All values of the JSON types that have only a few."""
MOST_SHAPES = 256
"""Unions of more shapes are not compared."""
MOST_KEPT = 10_000
"""How many schemas have cached shapes."""
DEEPEST = 32
"""How many references and unions may be directly inside one another."""

BRANDS = "x-brand"
"""The keyword with the names of brands: separate types in generated code with the same values."""

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
"""Keywords that are not interpreted here: two schemas agree on them only if their JSON is equal."""
_OPAQUE = ("not", *CONDITIONS)
"""All keywords that are not interpreted, but only compared as texts of JSON (`Shape.opaque`)."""
_COMPOUND = frozenset({"$ref", "anyOf", "oneOf", "allOf"})
"""Keywords that build a schema from other schemas."""
_NAMED = ("format", "contentMediaType", "contentEncoding")
"""Keywords that name a format of strings or numbers; validators need not check them."""
BYTES: Final = ("contentMediaType", "application/octet-stream")
"""The keyword of binary data, and its value."""


_TOO_MANY = "the schema has too many alternatives"


class Undecided(Exception):
    """Raised where it cannot be decided what a schema allows; the message has the reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """The constraints of a schema on values of one JSON type; a bound that is None is no limit."""

    kind: JsonType
    """The JSON type of all values."""
    values: tuple[Any, ...] | None = None
    """The only allowed values, as of ``enum``; None if they are not listed."""
    low: float | int | None = None
    """The least number, length of a string or an array, or count of properties."""
    high: float | int | None = None
    """The greatest one."""
    low_is_exclusive: bool = False
    high_is_exclusive: bool = False
    is_integer: bool = False
    steps: frozenset[float | int] = frozenset()
    """The values of ``multipleOf``: a number has to be a multiple of each."""
    patterns: frozenset[str] = frozenset()
    """Regular expressions, all of which a string has to match."""
    formats: frozenset[tuple[str, str]] = frozenset()
    """``format`` and similar keywords, each with its value: ``("format", "date")``."""
    prefix: tuple[AnySchema, ...] = ()
    """The schemas of the first items of an array (``prefixItems``)."""
    items: AnySchema = True
    """The schema of all items after the prefix."""
    is_unique: bool = False
    properties: Mapping[str, AnySchema] = field(default_factory=dict)
    """The schemas of properties by name; also of those that only ``required`` names."""
    required: frozenset[str] = frozenset()
    lists_properties: bool = False
    """Whether the schema has the keyword ``properties``."""
    additional: AnySchema | None = None
    """``additionalProperties``; None if the schema does not have it."""
    property_names: tuple[AnySchema, ...] = ()
    """Schemas that every name of a property has to match (``propertyNames``)."""
    brands: frozenset[str] = frozenset()
    opaque: frozenset[str] = frozenset()
    """Keywords that are not interpreted here, each as a text of JSON with its value."""

    @property
    def is_closed_for_senders(self) -> bool:
        """Whether a sender that follows the schema writes only the listed properties: further ones
        are not allowed, or the schema lists some properties and does not mention others.
        """
        return self.additional is False or (self.additional is None and self.lists_properties)

    def property_schema(self, name: str) -> AnySchema:
        """Return the schema that applies to a property: its own one, else that of additional
        properties.
        """
        if name in self.properties:
            return self.properties[name]
        if self.additional is None:
            return True
        return self.additional


class Shapes:
    """Converts schemas into shapes, and caches the shapes for one comparison of documents.

    Its private methods take a depth: how many references and unions their schemas are inside of, so
    that endless recursion is noticed.

    Args:
        schemas: The named types that references lead to, by name.
    """

    def __init__(self, schemas: Mapping[str, JsonSchema]) -> None:
        self._schemas = schemas
        self._of_types: dict[str, list[Shape] | Undecided] = {}
        """The shapes of named types, or why they could not be computed."""
        self._of_schemas: dict[int, tuple[JsonSchema, list[Shape]]] = {}
        """Shapes by the ``id`` of a schema. The schema is stored too, so that it lives as long as
        its ``id`` is used."""
        self._open: set[str] = set()
        """The named types whose shapes are being computed."""
        self._exclusive_choices: dict[str, bool] = {}
        """Whether no value fits two choices of a ``oneOf``, by the JSON of the choices."""

    def of(self, schema: AnySchema) -> tuple[Shape, ...]:
        """Return the shapes whose union is a schema: a value fits the schema if it fits one of
        them.

        A ``oneOf`` whose choices may overlap is in the shapes as an opaque keyword, too.

        Raises:
            Undecided: The schema has too many shapes, or contains itself without end.
        """
        return tuple(self._shapes(schema, 0))

    def are_disjoint(self, one: Shape, other: Shape) -> bool:
        """Return whether two shapes certainly have no value in common: their JSON types differ,
        their listed values, or the listed values of a required property.
        """
        return self._are_disjoint(one, other, 0)

    def listed(self, schema: AnySchema) -> list[Any] | None:
        """Return the only values of a schema, as of ``enum`` or a union of them; None if it has
        others.
        """
        return self._listed(schema, 0)

    def alternatives(self, schema: AnySchema) -> Sequence[AnySchema]:
        """Return the alternatives of a schema that is a union and has no other constraints; a list
        of the schema alone for any other.
        """
        if isinstance(schema, dict):
            for key in ("anyOf", "oneOf"):
                if key in schema and schema.keys() <= {key, *SILENT}:
                    choices: list[AnySchema] = schema[key]
                    # A `oneOf` is a union only if no value fits two of its choices.
                    is_union = key == "anyOf" or self._are_exclusive(choices, 0)
                    if is_union:
                        return choices
                    return [schema]
        return [schema]

    def _shapes(self, schema: AnySchema, depth: int) -> list[Shape]:
        """Return the shapes of a schema: none for False, which allows no value. Only those of a
        schema that is a dict are cached.

        Args:
            schema: The schema.
            depth: How many references and unions it is inside of, to stop endless recursion.

        Raises:
            Undecided: The shapes cannot be computed, since the schema contains itself, for example.
        """
        if schema is False:
            return []
        if schema is True:  # It allows everything, as a schema without keywords does.
            return list(_shapes_of_keywords({}))
        if depth > DEEPEST:
            raise Undecided("the schema contains itself")
        if id(schema) in self._of_schemas:
            # The schema in the cache is this one: it is kept there so that its id stays its own.
            _schema, shapes = self._of_schemas[id(schema)]
            return shapes
        shapes = self._compute_shapes(schema, depth)
        # Memory is limited; shapes that are needed again are computed again.
        if len(self._of_schemas) >= MOST_KEPT:
            self._of_schemas.clear()
        self._of_schemas[id(schema)] = schema, shapes
        return shapes

    def _compute_shapes(self, schema: JsonSchema, depth: int) -> list[Shape]:
        """Return the shapes of a schema: those of its own keywords, intersected with those of each
        subschema, with its brands.
        """
        shapes = list(_shapes_of_keywords(schema))
        for union in self._subschema_unions(schema, depth):
            # Each shape may be combined with each of the union, so that their number multiplies.
            shapes = list(_intersections(shapes, union))
            if len(shapes) > MOST_SHAPES:
                raise Undecided(_TOO_MANY)
        brands = frozenset(_strings_in(schema.get(BRANDS)))
        if not brands:
            return shapes
        return [replace(shape, brands=shape.brands | brands) for shape in shapes]

    def _subschema_unions(self, schema: JsonSchema, depth: int) -> Iterator[list[Shape]]:
        """Yield the shapes of each subschema in ``$ref``, ``anyOf``, ``oneOf`` and ``allOf``: a
        value has to fit one shape of each list.
        """
        if isinstance(reference := schema.get("$ref"), str):
            yield self._of_named_type(reference, depth)
        if "anyOf" in schema:
            yield self._union(schema["anyOf"], depth)
        if "oneOf" in schema:
            union = self._union(schema["oneOf"], depth)
            if not self._are_exclusive(schema["oneOf"], depth):
                # A shape cannot express that only one choice may fit, so that the `oneOf` is an
                # opaque keyword.
                text = frozenset(_json_texts({"oneOf": schema["oneOf"]}))
                union = [replace(shape, opaque=shape.opaque | text) for shape in union]
            yield union
        for part in schema.get("allOf", ()):
            yield self._shapes(part, depth + 1)

    def _of_named_type(self, reference: str, depth: int) -> list[Shape]:
        """Return the shapes of the named type that a reference leads to, or raise `Undecided` again
        if they could not be computed before.
        """
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
        """Return the shapes of all alternatives of a union."""
        shapes: list[Shape] = []
        for choice in choices:
            shapes += self._shapes(choice, depth + 1)
            if len(shapes) > MOST_SHAPES:
                raise Undecided(_TOO_MANY)
        return shapes

    def _are_exclusive(self, choices: Sequence[AnySchema], depth: int) -> bool:
        """Return whether it is certain that no value fits two choices of a ``oneOf``."""
        # Cached by text: equal unions are different objects at each place of a comparison.
        text = json.dumps(choices, default=repr)
        if text not in self._exclusive_choices:
            shapes_of_choices = [self._shapes(choice, depth + 1) for choice in choices]
            # A common tag is found in one pass; comparing each pair of choices takes longer.
            is_exclusive = self._have_distinct_tags(shapes_of_choices, depth)
            if not is_exclusive:
                is_exclusive = self._are_pairwise_disjoint(shapes_of_choices, depth)
            self._exclusive_choices[text] = is_exclusive
        return self._exclusive_choices[text]

    def _are_pairwise_disjoint(self, choices: Sequence[Sequence[Shape]], depth: int) -> bool:
        """Return whether no shape of a choice has a value in common with one of another choice."""
        for one_choice, other_choice in combinations(choices, 2):
            for one, other in product(one_choice, other_choice):
                if not self._are_disjoint(one, other, depth + 1):
                    return False
        return True

    def _have_distinct_tags(self, choices: Sequence[Sequence[Shape]], depth: int) -> bool:
        """Return whether all choices require a property whose listed values differ in each, such as
        ``kind`` with the value ``cat`` in one choice and ``dog`` in the other.
        """
        # Also two shapes of one choice must differ here, which is stricter than necessary: if they
        # do not, callers compare the choices in pairs.
        shapes = list(chain.from_iterable(choices))
        # Without shapes, there is no intersection of names.
        if not shapes:
            return False
        names = [shape.required.intersection(shape.properties) for shape in shapes]
        for name in sorted(frozenset.intersection(*names)):
            if self._is_tag(name, shapes, depth):
                return True
        return False

    def _is_tag(self, name: str, shapes: Iterable[Shape], depth: int) -> bool:
        """Return whether a property has listed values in each shape, and no value in two of
        them.
        """
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

    def _are_disjoint(self, one: Shape, other: Shape, depth: int) -> bool:
        """Return whether two shapes certainly have no value in common; false if this is unknown.

        They are disjoint if their JSON types differ, their listed values, or the listed values of a
        required property.
        """
        if one.kind != other.kind:
            return True
        if one.values is not None and other.values is not None:
            return _have_no_common_value(one.values, other.values)
        # An object of both shapes has every property that one of them requires. If both shapes list
        # the values of such a property, its value is in both lists.
        common_properties = one.properties.keys() & other.properties.keys()
        for name in sorted((one.required | other.required) & common_properties):
            if self._list_different_values(one.properties[name], other.properties[name], depth):
                return True
        return False

    def _list_different_values(self, one: AnySchema, other: AnySchema, depth: int) -> bool:
        """Return whether two schemas list all their values, and have none in common."""
        values = self._listed(one, depth)
        if values is None:
            return False
        other_values = self._listed(other, depth)
        if other_values is None:
            return False
        return _have_no_common_value(values, other_values)

    def _listed(self, schema: AnySchema, depth: int) -> list[Any] | None:
        """Return all values that a schema allows, if it lists them, or if all members of its union
        do; None if other values are allowed too, or if that is not known.
        """
        if not isinstance(schema, dict):
            return None
        values_of_keywords = listed_values(schema)
        if values_of_keywords is not None:
            return values_of_keywords
        # Unions, references, null and booleans may have few values without listing them. For any
        # other schema, shapes need not be computed.
        is_compound = not _COMPOUND.isdisjoint(schema)
        if not is_compound and str(schema.get("type")) not in _VALUES_OF_TYPES:
            return None
        try:
            shapes = self._shapes(schema, depth + 1)
        except Undecided:  # Then nothing is known of the values.
            return None
        values: list[Any] = []
        for shape in shapes:
            if shape.values is None:
                return None
            values += shape.values
        return values


def _have_no_common_value(values: Iterable[Any], others: Iterable[Any]) -> bool:
    """Return whether two lists of JSON values have none in common; 1 and ``true`` differ."""
    return set(map(json_key, values)).isdisjoint(map(json_key, others))


def _shapes_of_keywords(schema: JsonSchema) -> Iterator[Shape]:
    """Yield a shape for each JSON type that a schema allows; these are all six if it has no keyword
    ``type``. References and unions in the schema are ignored.
    """
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
        shape = _shape_of_type(kind, schema, is_integer=is_integer)
        # All values of null or boolean; None for types with more values.
        values = _VALUES_OF_TYPES.get(kind)
        if listed is not None:
            values = tuple(value for value in listed if json_type(value) == kind)
        if values is None:
            yield shape
        # A type of which no value is listed is not allowed.
        elif values:
            yield replace(shape, values=values)


def listed_values(schema: JsonSchema) -> list[Any] | None:
    """Return the only values of a schema from its keyword ``const`` or ``enum``; None without
    either.
    """
    if "const" in schema:
        return [schema["const"]]
    enum = schema.get("enum")
    if isinstance(enum, list):
        return enum
    return None


def _shape_of_type(kind: JsonType, schema: JsonSchema, *, is_integer: bool) -> Shape:
    """Return the shape of one JSON type, from the keywords that apply to that type, and from those
    that are only compared as text.
    """
    opaque = {key: schema[key] for key in _OPAQUE if key in schema}
    match kind:
        case "number":
            shape = _number(schema, is_integer=is_integer)
        case "string":
            shape = Shape(
                kind=kind,
                low=schema.get("minLength"),
                high=schema.get("maxLength"),
                patterns=frozenset(_strings_in(schema.get("pattern"))),
                formats=formats_of(schema),
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
                # Patterns are not interpreted. `additionalProperties` concerns the names that match
                # no pattern, so it says nothing without them: both are compared as text, and
                # `_object` ignores both.
                keys = ("patternProperties", "additionalProperties")
                opaque |= {key: schema[key] for key in keys if key in schema}
        case _:  # Null and booleans, for which there are no keywords.
            shape = Shape(kind=kind)
    if opaque:
        return replace(shape, opaque=frozenset(_json_texts(opaque)))
    return shape


def formats_of(schema: JsonSchema) -> frozenset[tuple[str, str]]:
    """Return the keywords of a schema that name a format, each with its value, such as ``("format",
    "date")``.

    OpenAPI 3.0 described bytes by the format ``binary``. It is replaced by `BYTES`, the media type
    that describes them in OpenAPI 3.1, so that both count as equal.
    """
    formats = {(key, str(schema[key])) for key in _NAMED if key in schema}
    if ("format", "binary") in formats:
        formats.remove(("format", "binary"))
        formats.add(BYTES)
    return frozenset(formats)


def _number(schema: JsonSchema, *, is_integer: bool) -> Shape:
    """Return the shape of numbers: bounds, ``multipleOf`` and formats."""
    low, low_is_exclusive = _bound(schema, "minimum", "exclusiveMinimum", max)
    high, high_is_exclusive = _bound(schema, "maximum", "exclusiveMaximum", min)
    steps: frozenset[float | int] = frozenset()
    if (step := schema.get("multipleOf")) is not None:  # Foreign documents may have null.
        steps = frozenset({step})
    return Shape(
        kind="number",
        low=low,
        low_is_exclusive=low_is_exclusive,
        high=high,
        high_is_exclusive=high_is_exclusive,
        is_integer=is_integer,
        steps=steps,
        formats=formats_of(schema),
    )


def _bound(schema: JsonSchema, inclusive: str, exclusive: str, tighter: Any) -> tuple[Any, bool]:
    """Return the bound of numbers that a schema has (None without one), and whether the bound
    itself is excluded.

    Args:
        schema: The schema.
        inclusive: The keyword of a bound that is allowed, such as ``minimum``.
        exclusive: The keyword of one that is not, such as ``exclusiveMinimum``.
        tighter: The function that returns the stricter of two bounds: `max` or `min`.
    """
    if inclusive not in schema:
        return schema.get(exclusive), exclusive in schema
    if exclusive not in schema:
        return schema[inclusive], False
    bound = tighter(schema[inclusive], schema[exclusive])
    return bound, bound == schema[exclusive]


def _object(schema: JsonSchema) -> Shape:
    """Return the shape of objects: properties, their names and their number."""
    additional = schema.get("additionalProperties")
    if "patternProperties" in schema:
        # `_shape_of_type` compares it together with the patterns, as an opaque keyword.
        additional = True
    listed_properties = schema.get("properties", {})
    required = frozenset(schema.get("required", ()))
    # Required properties that are not listed are treated as listed, with the schema that applies
    # to them.
    schema_of_unlisted: AnySchema = True
    if additional is not None:
        schema_of_unlisted = additional
    properties = dict(listed_properties)
    for name in sorted(required - listed_properties.keys()):
        properties[name] = schema_of_unlisted
    property_names: tuple[AnySchema, ...] = ()
    # Foreign documents may have null.
    if (schema_of_names := schema.get("propertyNames")) is not None:
        property_names = (schema_of_names,)
    return Shape(
        kind="object",
        low=schema.get("minProperties"),
        high=schema.get("maxProperties"),
        properties=properties,
        required=required,
        lists_properties=bool(listed_properties),
        additional=additional,
        property_names=property_names,
    )


def _strings_in(value: object) -> Iterator[str]:
    """Yield a value of a schema that is a string, or the strings of one that is a list."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for text in value:
            if isinstance(text, str):
                yield text


def _json_texts(keywords: Mapping[str, Any]) -> Iterator[str]:
    """Yield the JSON of each keyword with its value, with sorted keys, so that texts compare."""
    for key, value in keywords.items():
        yield json.dumps({key: value}, sort_keys=True, default=repr)


def _intersections(shapes: Iterable[Shape], others: list[Shape]) -> Iterator[Shape]:
    """Yield the shapes whose union is the intersection of two unions of shapes."""
    for shape in shapes:
        for other in others:
            if shape.kind == other.kind:
                common = intersection(shape, other)
                if common is not None:
                    yield common


def intersection(one: Shape, other: Shape) -> Shape | None:
    """Return the shape of the values that fit two shapes of one JSON type; None if both list their
    values and have none in common.
    """
    # If only one shape lists its values, its list stays, perhaps with values that the other one
    # refuses: a value is validated by the schema before it is shown.
    values = one.values if other.values is None else other.values
    if one.values is not None and other.values is not None:
        keys = set(map(json_key, other.values))
        values = tuple(value for value in one.values if json_key(value) in keys)
        if not values:
            return None
    low, low_is_exclusive = _tighter(
        one.low, other.low, one.low_is_exclusive, other.low_is_exclusive, is_low=True
    )
    high, high_is_exclusive = _tighter(
        one.high, other.high, one.high_is_exclusive, other.high_is_exclusive, is_low=False
    )
    properties: dict[str, AnySchema] = {}
    # If only one shape lists a property, the schema of additional properties of the other applies.
    for name in dict.fromkeys((*one.properties, *other.properties)):
        properties[name] = _both(one.property_schema(name), other.property_schema(name))
    prefix_length = max(len(one.prefix), len(other.prefix))
    prefix = [
        _both(item_schema(one, index), item_schema(other, index)) for index in range(prefix_length)
    ]
    return Shape(
        kind=one.kind,
        values=values,
        low=low,
        high=high,
        low_is_exclusive=low_is_exclusive,
        high_is_exclusive=high_is_exclusive,
        is_integer=one.is_integer or other.is_integer,
        steps=one.steps | other.steps,
        patterns=one.patterns | other.patterns,
        formats=one.formats | other.formats,
        prefix=tuple(prefix),
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
    """Return the schema of the item of an array at an index, which counts from 0."""
    if index < len(shape.prefix):
        return shape.prefix[index]
    return shape.items


def _tighter(
    one: Any, other: Any, one_is_exclusive: bool, other_is_exclusive: bool, *, is_low: bool
) -> tuple[Any, bool]:
    """Return the stricter of two bounds, which are numbers or None, and whether it is exclusive.

    Args:
        one: A bound.
        other: Another one.
        one_is_exclusive: Whether the first bound itself is not allowed.
        other_is_exclusive: Whether the second bound itself is not allowed.
        is_low: Whether they are lower bounds, of which the greater is stricter.
    """
    if one is None:
        return other, other_is_exclusive
    if other is None:
        return one, one_is_exclusive
    if one == other:
        return one, one_is_exclusive or other_is_exclusive
    is_one_stricter = one < other
    if is_low:
        is_one_stricter = one > other
    if is_one_stricter:
        return one, one_is_exclusive
    return other, other_is_exclusive


def _both(one: AnySchema, other: AnySchema) -> AnySchema:
    """Return the schema of the values that fit two schemas: one of them if the other adds nothing,
    else an ``allOf``.
    """
    if one is True or other is False:
        return other
    if other is True or one is False or one == other:
        return one
    return {"allOf": [one, other]}


def _both_additional(one: AnySchema | None, other: AnySchema | None) -> AnySchema | None:
    """Return ``additionalProperties`` of the values that fit two shapes; None is an absent one."""
    if one is None:
        return other
    if other is None:
        return one
    return _both(one, other)
