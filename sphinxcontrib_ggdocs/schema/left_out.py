"""Types that pydantic leaves out of schemas (`PydanticOmit`) and validates still."""

from typing import Any, NewType

import pydantic_core
from pydantic.json_schema import SkipJsonSchema

from ..contracts.annotations import alias_value, is_alias, metadata_of
from ..contracts.model import TypeForm

_SKIP: Any = SkipJsonSchema
_MISSING: Any = getattr(pydantic_core, "MISSING", SkipJsonSchema)  # since pydantic 2.12


def is_skip(item: object) -> bool:
    """Whether metadata takes a type out of schemas."""
    return type(item) is _SKIP


def is_left_out(form: TypeForm) -> bool:
    """Whether a type itself is left out: `SkipJsonSchema[int]`, an alias or a `NewType` of it, or
    the sentinel `MISSING`.
    """
    passed: list[TypeForm] = []  # ``type A = A`` is valid Python
    while form not in passed and (is_alias(form) or isinstance(form, NewType)):
        passed.append(form)
        form = alias_value(form) if is_alias(form) else form.__supertype__
    return form is _MISSING or any(map(is_skip, metadata_of(form)))
