"""Python types → JSON Schema 2020-12, with brands and identity.

Three passes: walk the types into nodes (`walk`), choose names (`naming`), write (`writing`).
"""

from .nodes import Facet, JsonSchema
from .registry import SchemaRegistry, Slot, Written

__all__ = [
    "Facet",
    "JsonSchema",
    "SchemaRegistry",
    "Slot",
    "Written",
]
