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
    """A value of an enumeration that has a name or a description, or is next to one that has."""

    value: str
    """As JSON."""
    name: str = ""
    description: str = ""


class Facts(NamedTuple):
    """Facts of a value other than its type and its description."""

    constraints: tuple[Constraint, ...] = ()
    patterns: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    """Of an enumeration that is too long for one line."""
    described_values: tuple[DescribedValue, ...] = ()
    """Of an enumeration, instead of mere values."""
    media_types: tuple[str, ...] = ()
    max_size: int | None = None
    """Of a file, in bytes."""
    default: str | None = None
    """As JSON."""
    examples: tuple[str, ...] = ()
    """As JSON."""


NO_FACTS = Facts()

MANY_EXAMPLES = 3
"""More of them are in the contract document."""

VERSIONS = {
    "x-since": "new in {0}",
    "x-deprecated-since": "deprecated since {0}",
    "x-sunset": "to be removed on {0}",
    "x-replaced-by": "replaced by {0}",
}
"""Words for the extensions of fields and parameters."""

Schema = Mapping[str, Any]


def facts_of(schema: object, file: FilePart | None = None) -> Facts:
    """Return the facts of a schema; those of a named schema are with its own description."""
    if not isinstance(schema, dict):
        schema = {}
    layers = list(_layers(schema))
    constraints: list[Constraint] = []
    for layer in layers:
        constraints += _constraints(layer)
    constraints += _versions(schema)
    items = [layer["items"] for layer in layers if isinstance(layer.get("items"), dict)]
    patterns = [str(layer["pattern"]) for layer in (*layers, *items) if layer.get("pattern")]
    described = next(filter(None, map(described_values, (*layers, *items))), ())
    facts = Facts(
        constraints=tuple(dict.fromkeys(constraints)),
        patterns=tuple(dict.fromkeys(patterns)),
        described_values=described,
        default=_default(schema),
        examples=_examples(schema),
    )
    if not described:
        facts = facts._replace(values=_many_values((*layers, *_inner(layers))))
    if file is not None:
        facts = facts._replace(media_types=file.media_types or (), max_size=file.max_size)
    return facts


def _examples(schema: Schema) -> tuple[str, ...]:
    """Return the first scalars among the examples: a list or an object would be longer than the
    line, and the example of its type shows it.
    """
    scalars = [value for value in schema.get("examples", ()) if _is_scalar(value)]
    return tuple(map(literal, scalars[:MANY_EXAMPLES]))


def _is_scalar(value: object) -> bool:
    return value is not None and not isinstance(value, dict | list)


def with_serialization(facts: Facts, param: Param) -> Facts:
    """Return the facts of a parameter: those of its schema, and how it is sent."""
    constraints = list(facts.constraints)
    if param.media_type:
        constraints.append(Constraint(param.media_type))
    if param.style:
        constraints.append(Constraint("", "style {0}", param.style))
    if param.explode is not None:
        words = "each item on its own" if param.explode else "all in one value"
        constraints.append(Constraint("", words))
    return facts._replace(constraints=tuple(constraints))


def _many_values(layers: Iterable[Schema]) -> tuple[str, ...]:
    """Return the values of an enumeration that is too long for one line."""
    enums = (layer.get("enum", ()) for layer in layers)
    return next((tuple(map(literal, enum)) for enum in enums if len(enum) > MOST_LITERALS), ())


def _inner(layers: Iterable[Schema]) -> Iterator[Schema]:
    """Yield the items and the values of a mapping, where they are written inside."""
    for layer in layers:
        for key in ("items", "additionalProperties"):
            if isinstance(inner := layer.get(key), dict):
                inside = list(_layers(inner))
                yield from inside
                yield from _inner(inside)


def _default(schema: Schema) -> str | None:
    """Return the default as JSON, unless it is the only value there is, or null, the usual one of
    what is optional.
    """
    default = schema.get("default")
    is_only = "const" in schema and schema["const"] == default
    return None if default is None or is_only else literal(default)


def _layers(schema: Schema) -> Iterator[Schema]:
    """Yield a schema, and the alternatives that are written in it: a number or null must keep to
    the number's bounds.
    """
    yield schema
    for key in ("anyOf", "oneOf"):
        for alternative in schema.get(key, ()):
            if isinstance(alternative, dict):
                yield from _layers(alternative)


def _constraints(schema: Schema) -> Iterator[Constraint]:
    yield from _own_constraints(schema)
    items = schema.get("items")
    if isinstance(items, dict):
        for constraint in _own_constraints(items):
            yield constraint._replace(each=True)


def _own_constraints(schema: Schema) -> Iterator[Constraint]:
    yield from _counted(schema, "Length", "{0} character|{0} characters")
    if "prefixItems" not in schema:  # the length of a tuple is seen
        yield from _counted(schema, "Items", "{0} item|{0} items")
    yield from _counted(schema, "Properties", "{0} key|{0} keys")
    yield from _bounds(schema)
    if (step := schema.get("multipleOf")) is not None:
        yield Constraint("", "multiple of {0}", _number(step))
    if schema.get("uniqueItems"):
        yield Constraint("", "unique")
    for key in ("contentMediaType", "contentEncoding"):
        if key in schema:
            yield Constraint(str(schema[key]))


def _versions(schema: Schema) -> Iterator[Constraint]:
    for key, words in VERSIONS.items():
        value = schema.get(key)
        if isinstance(value, str) and value:
            yield Constraint("", words, value)


def _counted(schema: Schema, what: str, words: str) -> Iterator[Constraint]:
    low, high = schema.get(f"min{what}"), schema.get(f"max{what}")
    if low is not None and low == high:
        yield Constraint("", words, low)
    elif low and high is not None:
        yield Constraint(f"{low}–", words, high)
    elif high is not None:
        yield Constraint("≤ ", words, high)
    elif low:
        yield Constraint("≥ ", words, low)


def _bounds(schema: Schema) -> Iterator[Constraint]:
    keys = ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum")
    low, above, high, below = (_number(schema.get(key)) for key in keys)
    if low is not None and high is not None:
        yield Constraint(f"{low}–{high}")
        return
    bounds: list[str] = []
    if above is not None:
        bounds.append(f"> {above}")
    elif low is not None:
        bounds.append(f"≥ {low}")
    if below is not None:
        bounds.append(f"< {below}")
    elif high is not None:
        bounds.append(f"≤ {high}")
    if bounds:
        yield Constraint(", ".join(bounds))


def _number(value: Any) -> Any:
    """Return a bound as people write it: pydantic has 0.0 for the 0 of a Decimal."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


_NAMES = ("x-enum-varnames", "x-enumNames", "x-enum-names")
_DESCRIPTIONS = ("x-enum-descriptions", "x-enumDescriptions")


def described_values(schema: Mapping[str, Any]) -> tuple[DescribedValue, ...]:
    """All values of an enumeration, if any of them has a name or a description."""
    values = schema.get("enum", ())
    names, descriptions = (dict(_texts(schema, keys, values)) for keys in (_NAMES, _DESCRIPTIONS))
    if not names and not descriptions:
        return ()
    return tuple(
        DescribedValue(literal(value), names.get(at, ""), descriptions.get(at, ""))
        for at, value in enumerate(values)
    )


def _texts(
    schema: Mapping[str, Any], keys: tuple[str, ...], values: list[Any]
) -> Iterator[tuple[int, str]]:
    """Positions of values and their texts in the first of the extensions that the schema has; a
    name that is the value itself is none.
    """
    given = next((schema[key] for key in keys if key in schema), ())
    for at, value in enumerate(values):
        key = value
        if not isinstance(value, str):
            key = literal(value)
        text = _text_at(given, at, key)
        if isinstance(text, str) and text.strip() and text != key:
            yield at, text.strip()


def _text_at(texts: object, at: int, key: str) -> object:
    """Return the text of a value, from a list by its position, from a mapping by its name."""
    match texts:
        case dict():
            return texts.get(key)
        case list() if at < len(texts):
            return texts[at]
    return None
