"""Python types → JSON Schema 2020-12, with brands and identity.

Three passes: walk the types into nodes (`walk`), choose names (`naming`), write (`writing`).
"""

from .book import SchemaBook, Slot, Written
from .nodes import Facet, JsonSchema

__all__ = [
    "Facet",
    "JsonSchema",
    "SchemaBook",
    "Slot",
    "Written",
]
