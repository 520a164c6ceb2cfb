"""Says the facts of a schema other than its type in few words: ``1–99``, ``≤ 64 characters``,
patterns, defaults, examples.

Names and descriptions of the values of an enumeration, for which JSON Schema has no keyword, are
extensions of generators and editors of OpenAPI: a list in the order of the values (OpenAPI
Generator, NSwag) or a mapping of the values (Redocly).

The words are those of the browser UI and come from its catalogues; ``tests/notation.json`` keeps
the two in step.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from ...document.parts import FilePart, Param
from ..vocabulary import Constraint
from .types import MOST_LITERALS, literal


class DescribedValue(NamedTuple):
    """A value of an enumeration in which some values have names or descriptions."""

    value: str
    """The value as JSON."""
    name: str = ""
    description: str = ""


class Facts(NamedTuple):
    """Facts of a value other than its type and its description."""

    constraints: tuple[Constraint, ...] = ()
    patterns: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    """The values of an enumeration that is too long for a type expression, as JSON."""
    described_values: tuple[DescribedValue, ...] = ()
    """The values of an enumeration with names or descriptions; then `values` is empty."""
    media_types: tuple[str, ...] = ()
    """The media types that an uploaded file may have."""
    max_size: int | None = None
    """The most bytes that an uploaded file may have."""
    default: str | None = None
    """The default value as JSON."""
    examples: tuple[str, ...] = ()
    """Examples as JSON."""


NO_FACTS = Facts()

MANY_EXAMPLES = 3
"""How many examples a line shows at most; the contract document has the others."""

VERSIONS = {
    "x-since": "new in {0}",
    "x-deprecated-since": "deprecated since {0}",
    "x-sunset": "to be removed on {0}",
    "x-replaced-by": "replaced by {0}",
}
"""Words for the extensions by which fields and parameters say when they were added or removed."""

Schema = Mapping[str, Any]


def facts_of(schema: object, file: FilePart | None = None) -> Facts:
    """Return the facts of the schema of a parameter, a field or a content.

    Facts of a named schema, which a reference leads to, are shown with its own description instead.

    Args:
        schema: A JSON Schema; a boolean schema has no facts.
        file: Media types and size limit, if the value is an uploaded file.
    """
    if not isinstance(schema, dict):
        schema = {}
    layers = list(_layers(schema))  # the schema and its inline alternatives
    constraints: list[Constraint] = []
    for layer in layers:
        constraints += _constraints(layer)
    constraints += _version_constraints(schema)
    # The pattern and the described values of a list are those of its items.
    items = [layer["items"] for layer in layers if isinstance(layer.get("items"), dict)]
    patterns: list[str] = []
    described: tuple[DescribedValue, ...] = ()
    for part in (*layers, *items):
        if part.get("pattern"):
            patterns.append(str(part["pattern"]))
        described = described or described_values(part)  # of the first that has some
    facts = Facts(
        constraints=tuple(dict.fromkeys(constraints)),
        patterns=tuple(dict.fromkeys(patterns)),
        described_values=described,
        default=_shown_default(schema),
        examples=_scalar_examples(schema),
    )
    if not described:  # else the list of described values has them all
        facts = facts._replace(values=_long_enumeration((*layers, *_item_layers(layers))))
    if file is not None:
        facts = facts._replace(media_types=file.media_types or (), max_size=file.max_size)
    return facts


def _scalar_examples(schema: Schema) -> tuple[str, ...]:
    """Return the first examples that are scalars, as JSON.

    A list or an object would be longer than the line; it is part of the example of the whole type.
    """
    scalars = [value for value in schema.get("examples", ()) if _is_scalar(value)]
    return tuple(map(literal, scalars[:MANY_EXAMPLES]))


def _is_scalar(value: object) -> bool:
    """Return whether an example is a string, a number or a boolean; null says too little."""
    return value is not None and not isinstance(value, dict | list)


def with_serialization(facts: Facts, param: Param) -> Facts:
    """Return the facts of a parameter with how it is serialized: media type, style and
    `explode`.
    """
    constraints = list(facts.constraints)
    if param.media_type:
        constraints.append(Constraint(param.media_type))
    if param.style:
        constraints.append(Constraint("", "style {0}", param.style))
    if param.explode is not None:
        words = "all in one value"
        if param.explode:
            words = "each item on its own"
        constraints.append(Constraint("", words))
    return facts._replace(constraints=tuple(constraints))


def _long_enumeration(layers: Iterable[Schema]) -> tuple[str, ...]:
    """Return the values, as JSON, of the first enumeration that a type expression does not show
    because it is too long; empty if there is none.
    """
    for layer in layers:
        values = layer.get("enum", ())
        if len(values) > MOST_LITERALS:
            return tuple(map(literal, values))
    return ()


def _item_layers(layers: Iterable[Schema]) -> Iterator[Schema]:
    """Yield the inline schemas of the items of lists and of the values of mappings, at any
    depth.
    """
    for layer in layers:
        for key in ("items", "additionalProperties"):
            item_schema = layer.get(key)
            if isinstance(item_schema, dict):
                layers_of_items = list(_layers(item_schema))
                yield from layers_of_items
                yield from _item_layers(layers_of_items)


def _shown_default(schema: Schema) -> str | None:
    """Return the default as JSON, or None if it is of no use to readers.

    That is the case for null, the usual default of what is optional, and for the only possible
    value.
    """
    default = schema.get("default")
    is_only = "const" in schema and schema["const"] == default
    if default is None or is_only:
        return None
    return literal(default)


def _layers(schema: Schema) -> Iterator[Schema]:
    """Yield a schema and its inline alternatives at any depth.

    The facts of an alternative hold for the value, too: ``anyOf`` of a number with a minimum and of
    null is shown as that minimum.
    """
    yield schema
    for key in ("anyOf", "oneOf"):
        for alternative in schema.get(key, ()):
            if isinstance(alternative, dict):
                yield from _layers(alternative)


def _constraints(schema: Schema) -> Iterator[Constraint]:
    """Yield the constraints of a schema, and those of its inline items, which have `each` set."""
    yield from _constraints_without_items(schema)
    items = schema.get("items")
    if isinstance(items, dict):
        for constraint in _constraints_without_items(items):
            yield constraint._replace(each=True)  # texts put "each" in front of it


def _constraints_without_items(schema: Schema) -> Iterator[Constraint]:
    """Yield the constraints of one schema, without those of its items and alternatives."""
    yield from _size_constraints(schema, "Length", "{0} character|{0} characters")
    if "prefixItems" not in schema:  # the type expression shows the length of a tuple
        yield from _size_constraints(schema, "Items", "{0} item|{0} items")
    yield from _size_constraints(schema, "Properties", "{0} key|{0} keys")
    yield from _number_bounds(schema)
    if (step := schema.get("multipleOf")) is not None:
        yield Constraint("", "multiple of {0}", _as_integer(step))
    if schema.get("uniqueItems"):
        yield Constraint("", "unique")
    for key in ("contentMediaType", "contentEncoding"):
        if key in schema:  # the media type or the encoding itself, such as `base64`
            yield Constraint(str(schema[key]))


def _version_constraints(schema: Schema) -> Iterator[Constraint]:
    """Yield when a field or parameter was added, deprecated or replaced, as its extensions say."""
    for key, words in VERSIONS.items():
        value = schema.get(key)
        if isinstance(value, str) and value:
            yield Constraint("", words, value)


def _size_constraints(schema: Schema, suffix: str, words: str) -> Iterator[Constraint]:
    """Yield the limits of a length or a count, if there are any: ``≤ 64 characters``.

    Args:
        schema: The schema.
        suffix: That of the two keywords: ``Items`` for ``minItems`` and ``maxItems``.
        words: What is counted, in the singular and the plural.
    """
    low, high = schema.get(f"min{suffix}"), schema.get(f"max{suffix}")
    if low is not None and low == high:  # exactly so many
        yield Constraint("", words, low)
    elif low and high is not None:
        yield Constraint(f"{low}–", words, high)
    elif high is not None:
        yield Constraint("≤ ", words, high)
    elif low:  # a minimum of 0 says nothing
        yield Constraint("≥ ", words, low)


def _number_bounds(schema: Schema) -> Iterator[Constraint]:
    """Yield the bounds of a number, if it has any: ``1–99``, or ``> 0, ≤ 10``."""
    keys = ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum")
    minimum, exclusive_minimum, maximum, exclusive_maximum = (
        _as_integer(schema.get(key)) for key in keys
    )
    # A range that includes both of its ends; in others, signs show what is excluded.
    if minimum is not None and maximum is not None:
        yield Constraint(f"{minimum}–{maximum}")
        return
    bounds: list[str] = []
    if exclusive_minimum is not None:
        bounds.append(f"> {exclusive_minimum}")
    elif minimum is not None:
        bounds.append(f"≥ {minimum}")
    if exclusive_maximum is not None:
        bounds.append(f"< {exclusive_maximum}")
    elif maximum is not None:
        bounds.append(f"≤ {maximum}")
    if bounds:
        yield Constraint(", ".join(bounds))


def _as_integer(value: Any) -> Any:
    """Return a whole number as an integer, anything else unchanged.

    pydantic writes the bounds of a `Decimal` as floats: 0.0 for ``Field(ge=0)``.
    """
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value


_VALUE_NAME_EXTENSIONS = ("x-enum-varnames", "x-enumNames", "x-enum-names")
_VALUE_DESCRIPTION_EXTENSIONS = ("x-enum-descriptions", "x-enumDescriptions")


def described_values(schema: Mapping[str, Any]) -> tuple[DescribedValue, ...]:
    """Return all values of an enumeration with their names and descriptions; empty if no value has
    either.
    """
    values = schema.get("enum", ())
    names = dict(_texts_by_position(schema, _VALUE_NAME_EXTENSIONS, values))
    descriptions = dict(_texts_by_position(schema, _VALUE_DESCRIPTION_EXTENSIONS, values))
    if not names and not descriptions:
        return ()
    return tuple(
        DescribedValue(literal(value), names.get(position, ""), descriptions.get(position, ""))
        for position, value in enumerate(values)
    )


def _texts_by_position(
    schema: Mapping[str, Any], extensions: tuple[str, ...], values: list[Any]
) -> Iterator[tuple[int, str]]:
    """Yield the position of each value of an enumeration that has a text, and the text.

    Args:
        schema: The schema of the enumeration.
        extensions: Keywords of which the first that the schema has holds the texts.
        values: The values of the enumeration. A text that only repeats its value is skipped.
    """
    texts = next((schema[extension] for extension in extensions if extension in schema), ())
    for position, value in enumerate(values):
        value_as_text = value  # as the keys of a mapping have it
        if not isinstance(value, str):
            value_as_text = literal(value)
        text = _text_of_value(texts, position, value_as_text)
        if isinstance(text, str) and text.strip() and text != value_as_text:
            yield position, text.strip()


def _text_of_value(texts: object, position: int, value: str) -> object:
    """Look up the text of one value: in a list by its position, in a mapping by the value."""
    match texts:
        case dict():
            return texts.get(value)
        case list() if position < len(texts):
            return texts[position]
    return None
