"""Converts the schemas of a document to those of OpenAPI: references to ``components``, and tuples
in a form that its readers know.
"""

from collections.abc import Callable, Mapping
from typing import Final

from ..document.components import Mentions
from ..document.model import ApiDocsDocument
from ..document.openapi_members import resolved
from ..document.uses import REFERENCE_PREFIX
from ..schema import JsonSchema
from ..schema.overlay import with_targets
from ..schema.traversal import map_schema

_DEEPEST: Final = 20
"""Choices inside choices in which a required property is looked for."""


class SchemaWriter:
    """Writes the schemas of one document, and knows which of the named ones are mentioned.

    Args:
        document: The document.
        is_later: Whether it is written as OpenAPI 3.2.
    """

    def __init__(self, document: ApiDocsDocument, *, is_later: bool) -> None:
        self._is_later = is_later
        self.named = document.schemas
        """The schemas of the document by name, before they are converted."""
        self._mentions = Mentions(document, has_listed=True)

    def write(self, schema: JsonSchema, name: str | None = None) -> JsonSchema:
        """Return a schema of the document as one of OpenAPI.

        Args:
            schema: The schema.
            name: Its name, if it is that of a type.
        """
        if self._is_later:
            schema = _with_default_mapping(schema, self.named, name)
        return with_open_tuples(schema, self._mentions.target)

    def resolved(self, schema: JsonSchema) -> JsonSchema:
        """Return a schema of the document, or the named one that it refers to."""
        return resolved(schema, self.named)

    def components(self) -> dict[str, JsonSchema]:
        """Return all schemas that have been mentioned, by name."""
        # Writing one may mention further ones, which `next` then returns.
        components: dict[str, JsonSchema] = {}
        while (mentioned := self._mentions.next()) is not None:
            name, schema = mentioned
            components[name] = self.write(schema, name)
        return components


def _with_default_mapping(
    schema: JsonSchema, named: Mapping[str, JsonSchema], name: str | None = None
) -> JsonSchema:
    """Let each discriminator whose tag may be left out name the type of values without one, which
    OpenAPI 3.2, 4.25, requires.

    It is the only choice that does not require the tag, or the named schema that has no choices.
    Where several choices do not require it, no type is known: the discriminator is an extension.

    Args:
        schema: The schema.
        named: The targets of references, by name.
        name: The name of the schema; None of one inside another.
    """
    converted = map_schema(schema, lambda inner: _with_default_mapping(inner, named))
    discriminator = converted.get("discriminator")
    if not isinstance(discriminator, dict) or "defaultMapping" in discriminator:
        return converted
    tag = discriminator.get("propertyName")
    if _requires(converted, tag, named, 0):
        return converted  # no value lacks the tag
    choices = _choices(converted)
    untagged = [choice for choice in choices if not _requires(choice, tag, named, 0)]
    target = None
    if not choices and name is not None:
        target = REFERENCE_PREFIX + name
    elif len(untagged) == 1:
        target = untagged[0].get("$ref")
    if target is None:
        converted["x-discriminator"] = converted.pop("discriminator")
    else:
        converted["discriminator"] = {**discriminator, "defaultMapping": target}
    return converted


def _choices(schema: JsonSchema) -> list[JsonSchema]:
    """Return the choices of a union; none of other schemas."""
    choices: list[JsonSchema] = schema.get("oneOf") or schema.get("anyOf") or []
    return choices


def _requires(
    schema: JsonSchema | bool, tag: object, named: Mapping[str, JsonSchema], depth: int
) -> bool:
    """Return whether each value of a schema has a property; false where that is too deep to know.

    Args:
        schema: The schema.
        tag: The name of the property.
        named: The targets of references, by name.
        depth: The number of unions and compositions around the schema.
    """
    if not isinstance(schema, dict) or depth > _DEEPEST:
        return False
    schema = resolved(schema, named)
    if tag in schema.get("required", ()):
        return True
    for part in schema.get("allOf", ()):
        if _requires(part, tag, named, depth + 1):
            return True
    choices = _choices(schema)
    return bool(choices) and all(_requires(choice, tag, named, depth + 1) for choice in choices)


def with_open_tuples(schema: JsonSchema, target: Callable[[str], str] = str) -> JsonSchema:
    """Let tuples end by ``maxItems`` instead of ``items: false``.

    That a tuple ends is ``items: false`` in JSON Schema 2020-12, which Spectral's rules and
    openapi-python-client refuse (seen in spectral-rulesets 1.23 and openapi-python-client 0.29).
    With ``maxItems`` at the length of ``prefixItems`` there is nothing left for ``items`` to say,
    and ``{}`` admits the same arrays. Spectral misses it where it is absent.

    Args:
        schema: The schema.
        target: Returns the reference to write for one; by default the same.
    """

    def convert(schema: JsonSchema) -> JsonSchema:
        """Convert a schema and the schemas inside it."""
        converted = map_schema(schema, convert)
        reference = converted.get("$ref")
        if isinstance(reference, str):
            converted["$ref"] = target(reference)
        for key in ("discriminator", "x-discriminator"):
            if key in converted and isinstance(converted[key], dict):
                converted[key] = with_targets(converted[key], target)
        # A tuple whose `items` is a schema for the items after the prefix is not changed. Here,
        # `items` is false (the tuple ends), or `{}` or absent (anything may follow).
        if "prefixItems" in converted and not converted.get("items"):
            if converted.get("items") is False:
                length = len(converted["prefixItems"])
                converted["maxItems"] = min(length, converted.get("maxItems", length))
            converted["items"] = {}  # also where it was absent, since Spectral requires it
        return converted

    return convert(schema)
