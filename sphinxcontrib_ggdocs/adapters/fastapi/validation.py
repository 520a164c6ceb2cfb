"""FastAPI's own answer to a request that does not have the documented form."""

from typing import Annotated, Any

from fastapi.openapi.utils import validation_error_definition
from pydantic import BaseModel, Field, WithJsonSchema, create_model

from ...contracts.errors import ERROR

_ADDED: dict[str, Any] = {
    "input": Any,
    "ctx": Annotated[dict[str, Any], WithJsonSchema({"type": "object"})],
}
"""What newer versions tell besides."""


def _absent() -> None:
    """The default of what may be left out; unlike a value, it does not get into the schema."""


# Made by a function, as a class would bring a docstring into the schema, where FastAPI has none.
_fields: dict[str, Any] = {
    "loc": (list[str | int], ...),
    "msg": (str, ...),
    "type": (str, ...),
    **{
        name: (form, Field(default_factory=_absent))
        for name, form in _ADDED.items()
        if name in validation_error_definition["properties"]
    },
}
_problem: Any = create_model("ValidationError", **_fields)
_answer: type[BaseModel] = create_model(
    "HTTPValidationError", detail=(list[_problem], Field(default_factory=_absent))
)

REQUEST_INVALID = ERROR.define("VALIDATION_ERROR", 422, _answer, description="Validation Error")
"""What FastAPI answers, in the form in which it answers."""
