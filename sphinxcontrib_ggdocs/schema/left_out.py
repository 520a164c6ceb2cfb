"""Types that pydantic leaves out of schemas (`PydanticOmit`) and validates still."""

from typing import Any

import pydantic_core
from pydantic.json_schema import SkipJsonSchema

from ..contracts.annotations import metadata_of
from ..contracts.model import TypeForm

_SKIP: Any = SkipJsonSchema
_MISSING: Any = getattr(pydantic_core, "MISSING", SkipJsonSchema)  # since pydantic 2.12


def is_skip(item: object) -> bool:
    """Whether metadata takes a type out of schemas."""
    return type(item) is _SKIP


def is_left_out(form: TypeForm) -> bool:
    """Whether a type itself is left out: `SkipJsonSchema[int]`, or the sentinel `MISSING`."""
    return form is _MISSING or any(map(is_skip, metadata_of(form)))
