"""Python types → JSON Schema 2020-12, with brands and identity.

pydantic writes the schemas (`generator`); names that it forgets are laid over them (`overlay`,
`classes`), and each document chooses its own (`registry`, `schema_names`).
"""

from .nodes import Facet, JsonSchema
from .overlay import Overlay
from .registry import SchemaRegistry, Slot, Written

__all__ = [
    "Facet",
    "JsonSchema",
    "Overlay",
    "SchemaRegistry",
    "Slot",
    "Written",
]
