"""Tuples as strict readers take them.

That a tuple ends is ``items: false`` in JSON Schema 2020-12, which Spectral's rules and openapi-python-client refuse
(seen in spectral-rulesets 1.23 and openapi-python-client 0.29). With ``maxItems`` at the length of ``prefixItems``
there is nothing left for ``items`` to say, and ``{}`` admits the same arrays. Spectral misses it where it is absent.
"""

from typing import Any

_NO_SCHEMAS = frozenset({"default", "example", "examples", "enum", "const", "required", "mapping", "value"})


def open_tuples(value: dict[str, Any]) -> dict[str, Any]:
    """A copy of a document with an ``items`` that is a schema beside each ``prefixItems``, and the same meaning."""
    found: dict[str, Any] = {
        key: open_tuples(item)
        if item.__class__ is dict and key not in _NO_SCHEMAS
        else _each(item)
        if item.__class__ is list
        else item
        for key, item in value.items()
    }
    if "prefixItems" in found and not found.get("items"):
        if found.get("items") is False:
            length = len(found["prefixItems"])
            found["maxItems"] = min(length, found.get("maxItems", length))
        found["items"] = {}
    return found


def _each(items: list[Any]) -> list[Any]:
    return [open_tuples(item) if item.__class__ is dict else item for item in items]
