"""What a schema says beside its type: bounds, patterns, defaults, examples, in words."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ...native.document import JsonSchema
from ...native.type_words import layers, number
from ..words import _
from .tree import Code, Inline
from .types import literal

MANY_EXAMPLES = 3
"""More of them are read in the browser UI; a table cell holds no list."""


def facts(schema: JsonSchema) -> list[Inline]:
    """A sentence for each fact, such as ``Length 1 to 64. Default: 20.``."""
    found: list[Inline] = []
    for sentence in _sentences(schema):
        found += [*([" "] if found else []), *sentence, "."]
    return found


def apart(first: Sequence[Inline], second: Sequence[Inline]) -> list[Inline]:
    """Sentences, and others after them."""
    return [*first, *([" "] if first and second else []), *second]


def _sentences(schema: JsonSchema) -> Iterator[list[Inline]]:
    written = list(layers(schema))
    yield from _demands(written)
    each_item: list[Inline] = []
    for demand in _demands([items for each in written if isinstance(items := each.get("items"), dict)]):
        each_item += [", " if each_item else f"{_('Each item')}: ", *demand]
    if each_item:
        yield each_item
    for label, values in _values(schema):
        yield _listed(label, values)


def _demands(schemas: Sequence[Mapping[str, Any]]) -> Iterator[list[Inline]]:
    """What a value must keep to, which any of the schemas says."""
    for bound in dict.fromkeys(bound for each in schemas for bound in _bounds(each)):
        yield [bound]
    for pattern in dict.fromkeys(str(each["pattern"]) for each in schemas if each.get("pattern")):
        yield _listed(_("Pattern"), [pattern])


def _listed(label: str, values: Sequence[str]) -> list[Inline]:
    found: list[Inline] = [f"{label}: ", Code(values[0])]
    for value in values[1:]:
        found += [", ", Code(value)]
    return found


def _bounds(schema: Mapping[str, Any]) -> Iterator[str]:
    yield from _range(_("Length"), schema.get("minLength"), schema.get("maxLength"))
    yield from _range(_("Value"), number(schema.get("minimum")), number(schema.get("maximum")))
    if (low := schema.get("exclusiveMinimum")) is not None:
        yield _("Greater than %s") % number(low)
    if (high := schema.get("exclusiveMaximum")) is not None:
        yield _("Less than %s") % number(high)
    if (step := schema.get("multipleOf")) is not None:
        yield _("Multiple of %s") % number(step)
    if "prefixItems" not in schema:  # a tuple's length is seen
        yield from _range(_("Items"), schema.get("minItems"), schema.get("maxItems"))
    yield from _range(_("Entries"), schema.get("minProperties"), schema.get("maxProperties"))
    if schema.get("uniqueItems"):
        yield _("No item twice")


def _range(what: str, low: Any, high: Any) -> Iterator[str]:
    if low is not None and low == high:
        yield f"{what} {low}"
    elif low is not None and high is not None:
        yield _("%(what)s %(low)s to %(high)s") % {"what": what, "low": low, "high": high}
    elif low is not None:
        yield _("%(what)s at least %(low)s") % {"what": what, "low": low}
    elif high is not None:
        yield _("%(what)s at most %(high)s") % {"what": what, "high": high}


def _values(schema: JsonSchema) -> Iterator[tuple[str, list[str]]]:
    if "default" in schema:
        yield _("Default"), [literal(schema["default"])]
    if examples := schema.get("examples"):
        shown = [literal(example) for example in examples if not isinstance(example, dict | list)][:MANY_EXAMPLES]
        if shown:
            yield _("Example") if len(shown) == 1 else _("Examples"), shown
