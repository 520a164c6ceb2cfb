"""Python types → JSON Schema 2020-12, with brands and identity.

Three passes: walk the types into nodes (`walk`), choose names (`naming`), write (`writing`).
"""

from .book import SchemaBook, Slot, Written
from .collector import building
from .contract_types import FACETS, ContractTypes, TypedContent, TypedParameter
from .nodes import Facet, JsonSchema

__all__ = [
    "FACETS",
    "ContractTypes",
    "Facet",
    "JsonSchema",
    "SchemaBook",
    "Slot",
    "TypedContent",
    "TypedParameter",
    "Written",
    "building",
]
