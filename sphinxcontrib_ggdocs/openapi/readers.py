"""What strict readers take wrongly, in words that all understand.

That a tuple ends is ``items: false`` in JSON Schema 2020-12, which Spectral's rules and
openapi-python-client refuse (seen in spectral-rulesets 1.23 and openapi-python-client 0.29). With
``maxItems`` at the length of ``prefixItems`` there is nothing left for ``items`` to say, and ``{}``
admits the same arrays. Spectral misses it where it is absent.
"""

from ..schema import JsonSchema
from ..schema.traversal import map_schema


def readable(schema: JsonSchema) -> JsonSchema:
    """The same schema with tuples that every reader understands."""
    found = map_schema(schema, readable)
    if "prefixItems" in found and not found.get("items"):
        if found.get("items") is False:
            length = len(found["prefixItems"])
            found["maxItems"] = min(length, found.get("maxItems", length))
        found["items"] = {}
    return found
