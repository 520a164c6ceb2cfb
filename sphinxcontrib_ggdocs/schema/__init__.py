"""Describes Python types as JSON Schema 2020-12, with brands and identity.

In: the types that contracts use. Out: named schemas, and for each use of a type a `Slot`, which
`Written.schema` exchanges for its schema.

Read `collector` first: it adds the types of all contracts to a `SchemaRegistry` (`registry`). The
registry uses an `Overlay` (`overlay`), which adds the names of NewTypes, brands and aliases to the
schemas that pydantic generates (`generator`; `classes` for the fields of classes, `keyword_kinds`
for hand-written schemas). When all types are known, `schema_names` chooses their names, and
`values` removes values that are invalid.
"""

from .nodes import JsonSchema, Mode
from .overlay import Overlay
from .registry import SchemaRegistry, Slot, Written

__all__ = [
    "JsonSchema",
    "Mode",
    "Overlay",
    "SchemaRegistry",
    "Slot",
    "Written",
]
