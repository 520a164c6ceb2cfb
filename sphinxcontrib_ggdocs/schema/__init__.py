"""Python types → JSON Schema 2020-12, with brands and identity.

Three passes: walk the types into nodes (`walk`), choose names (`schema_names`), write
(`json_schema`). `registry` runs them.
"""

from .nodes import Facet, JsonSchema
from .registry import SchemaRegistry, Slot, Written
from .walk import Walker

__all__ = [
    "Facet",
    "JsonSchema",
    "SchemaRegistry",
    "Slot",
    "Walker",
    "Written",
]
