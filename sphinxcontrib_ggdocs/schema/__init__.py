"""Describes Python types as JSON Schema 2020-12, with brands and identity.

In: the types that contracts mention. Out: named schemas, and for each mention of a type a `Slot`,
which `Written.schema` exchanges for its schema.

Read `collector` first: it adds the types of all contracts to a `SchemaRegistry` (`registry`). The
registry asks an `Overlay` (`overlay`), which lays the names of NewTypes, brands and aliases over
the schemas that pydantic writes (`generator`; `classes` for the fields of classes, `keyword_kinds`
for what authors have written by hand). When all types are known, `schema_names` chooses their
names, and `values` removes values that are invalid.
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
