"""What a schema says beside its type: bounds, patterns, defaults, examples, in words."""

from collections.abc import Iterator
from typing import Any

from ...native.document import JsonSchema
from ..words import _
from .tree import Code, Inline
from .types import literal

MANY_EXAMPLES = 3
"""More of them are read in the browser UI; a table cell holds no list."""


def facts(schema: JsonSchema) -> list[Inline]:
    """A sentence for each fact, such as ``Length 1 to 64. Default: 20.``."""
    found: list[Inline] = []
    for sentence in _bounds(schema):
        found.append(f"{' ' if found else ''}{sentence}.")
    for label, values in _values(schema):
        found.append(f"{' ' if found else ''}{label}: ")
        for position, value in enumerate(values):
            if position:
                found.append(", ")
            found.append(Code(value))
        found.append(".")
    return found


def _bounds(schema: JsonSchema) -> Iterator[str]:
    yield from _range(_("Length"), schema.get("minLength"), schema.get("maxLength"))
    yield from _range(_("Value"), schema.get("minimum"), schema.get("maximum"))
    if (low := schema.get("exclusiveMinimum")) is not None:
        yield _("Greater than %s") % low
    if (high := schema.get("exclusiveMaximum")) is not None:
        yield _("Less than %s") % high
    if (step := schema.get("multipleOf")) is not None:
        yield _("Multiple of %s") % step
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
    if pattern := schema.get("pattern"):
        yield _("Pattern"), [str(pattern)]
    if "default" in schema:
        yield _("Default"), [literal(schema["default"])]
    if examples := schema.get("examples"):
        shown = [literal(example) for example in examples if not isinstance(example, dict | list)][:MANY_EXAMPLES]
        if shown:
            yield _("Example") if len(shown) == 1 else _("Examples"), shown
