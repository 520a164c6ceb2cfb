"""Names and descriptions of the values of an enumeration, which JSON Schema has no keyword for.

Generators and editors of OpenAPI write them as extensions: a list in the order of the values
(OpenAPI Generator, NSwag) or a mapping of the values (Redocly).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from ..document_parts import ENUM_HISTORY
from .types import literal
from .views import Constraint, DescribedValue

_NAMES = ("x-enum-varnames", "x-enumNames", "x-enum-names")
_DESCRIPTIONS = ("x-enum-descriptions", "x-enumDescriptions")


def described_values(schema: Mapping[str, Any]) -> tuple[DescribedValue, ...]:
    """All values of an enumeration, if any of them has a name, a description or a version."""
    values = schema.get("enum", ())
    names, descriptions = (dict(_texts(schema, keys, values)) for keys in (_NAMES, _DESCRIPTIONS))
    given = schema.get(ENUM_HISTORY)
    versions = given if isinstance(given, dict) else {}
    if not names and not descriptions and not versions:
        return ()
    return tuple(
        DescribedValue(
            literal(value), names.get(at, ""), descriptions.get(at, ""), _since(value, versions)
        )
        for at, value in enumerate(values)
    )


def _since(value: Any, versions: Mapping[str, str | None]) -> Constraint | None:
    key = literal(value)
    if key not in versions:
        return None
    version = versions[key] or ""
    return Constraint("", "new in {0}", version or None, changed=version)


def _texts(
    schema: Mapping[str, Any], keys: tuple[str, ...], values: list[Any]
) -> Iterator[tuple[int, str]]:
    """Positions of values and their texts in the first of the extensions that the schema has; a
    name that is the value itself is none.
    """
    given = next((schema[key] for key in keys if key in schema), ())
    for at, value in enumerate(values):
        key = value if isinstance(value, str) else literal(value)
        text = given.get(key) if isinstance(given, dict) else None
        if isinstance(given, list) and at < len(given):
            text = given[at]
        if isinstance(text, str) and text.strip() and text != key:
            yield at, text.strip()
