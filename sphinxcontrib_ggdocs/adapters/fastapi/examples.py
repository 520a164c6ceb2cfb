"""Examples in the forms that FastAPI has for them."""

from collections.abc import Mapping
from typing import Any

from fastapi import params
from fastapi.encoders import jsonable_encoder

from ...contracts.model import MISSING, Example

_UNSET: object = getattr(params, "_Unset", None)
"""What FastAPI has in the place of an example that was not given."""


def examples_of(info: Any) -> tuple[Example, ...]:
    """The examples of a parameter or a body: those with names, else the one without."""
    named = getattr(info, "openapi_examples", None)
    if named:
        return named_examples(named)
    value = getattr(info, "example", None)
    if value is None or value is _UNSET:
        return ()
    return (Example(name="example", value=jsonable_encoder(value)),)


def named_examples(examples: Mapping[str, Any]) -> tuple[Example, ...]:
    """Example objects of OpenAPI."""
    return tuple(
        Example(
            name=name,
            value=jsonable_encoder(said["value"]) if "value" in said else MISSING,
            summary=said.get("summary"),
            description=said.get("description"),
            external_value=said.get("externalValue"),
        )
        for name, said in examples.items()
        if isinstance(said, Mapping)
    )
