"""Schemas of a document as OpenAPI has them: below ``components``, and tuples as its readers know
them.
"""

from collections.abc import Callable

from ..document.components import Mentions
from ..document.model import ApiDocsDocument
from ..document.openapi_members import resolved
from ..schema import JsonSchema
from ..schema.overlay import with_targets
from ..schema.traversal import map_schema


class SchemaWriter:
    """Writes the schemas of one document, and knows which of the named ones are mentioned."""

    def __init__(self, document: ApiDocsDocument) -> None:
        self.named = document.schemas
        """The schemas of the document by name, as they are there."""
        self._mentions = Mentions(document, has_listed=True)

    def write(self, schema: JsonSchema) -> JsonSchema:
        """Return a schema of the document as one of OpenAPI."""
        return with_open_tuples(schema, self._mentions.target)

    def resolved(self, schema: JsonSchema) -> JsonSchema:
        """Return a schema of the document, or the named one that it refers to."""
        return resolved(schema, self.named)

    def components(self) -> dict[str, JsonSchema]:
        """Return all schemas that have been mentioned, by name."""
        components: dict[str, JsonSchema] = {}
        while (mentioned := self._mentions.next()) is not None:
            name, schema = mentioned
            components[name] = self.write(schema)
        return components


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
    written = map_schema(schema, lambda inner: with_open_tuples(inner, target))
    if isinstance(reference := written.get("$ref"), str):
        written["$ref"] = target(reference)
    if isinstance(discriminator := written.get("discriminator"), dict):
        written["discriminator"] = with_targets(discriminator, target)
    if "prefixItems" in written and not written.get("items"):
        if written.get("items") is False:
            length = len(written["prefixItems"])
            written["maxItems"] = min(length, written.get("maxItems", length))
        written["items"] = {}
    return written
