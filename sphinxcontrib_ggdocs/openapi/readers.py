"""What strict readers take wrongly, or pydantic's JSON Schema leaves unsaid, in words that all understand.

That a tuple ends is ``items: false`` in JSON Schema 2020-12, which Spectral's rules and openapi-python-client refuse
(seen in spectral-rulesets 1.23 and openapi-python-client 0.29). With ``maxItems`` at the length of ``prefixItems``
there is nothing left for ``items`` to say, and ``{}`` admits the same arrays. Spectral misses it where it is absent.

A value of a tagged union must have its tag, even where a model has a default for it: pydantic refuses what lacks it,
and OpenAPI 3.1.1, 4.8.25, asks for it. Where a choice does not require the tag, the union does.
"""

from collections.abc import Mapping
from typing import Any

_NO_SCHEMAS = frozenset({"default", "example", "examples", "enum", "const", "required", "mapping", "value"})


def readable(document: dict[str, Any]) -> dict[str, Any]:
    """A copy of a document that means the same to every reader."""
    return _Copy(document.get("components", {}).get("schemas", {})).of(document)


class _Copy:
    def __init__(self, schemas: Mapping[str, Any]) -> None:
        self._schemas = schemas

    def of(self, value: dict[str, Any]) -> dict[str, Any]:
        found = value.copy()
        for key, item in value.items():
            kind = item.__class__
            if kind is dict:
                if key not in _NO_SCHEMAS:
                    found[key] = self.of(item)
            elif kind is list:
                found[key] = [self.of(each) if each.__class__ is dict else each for each in item]
        if "prefixItems" in found and not found.get("items"):
            _end(found)
        if "discriminator" in found and "oneOf" in found:
            self._require_tag(found)
        return found

    def _require_tag(self, union: dict[str, Any]) -> None:
        tag = union["discriminator"]["propertyName"]
        if not all(tag in self._resolved(choice).get("required", ()) for choice in union["oneOf"]):
            union["required"] = [*union.get("required", ()), tag]

    def _resolved(self, schema: Mapping[str, Any]) -> Mapping[str, Any]:
        while "$ref" in schema:
            schema = self._schemas.get(schema["$ref"].rpartition("/")[2], {})
        return schema


def _end(schema: dict[str, Any]) -> None:
    if schema.get("items") is False:
        length = len(schema["prefixItems"])
        schema["maxItems"] = min(length, schema.get("maxItems", length))
    schema["items"] = {}
