"""Converts exceptions from pydantic and from hooks of users' types to errors with a hint.

The place of an error is empty here: callers know it, and add it with `ContractError.at`.
"""

from typing import Any

from pydantic.errors import PydanticUndefinedAnnotation, PydanticUserError
from pydantic_core import PydanticOmit, SchemaError

from ..contracts.contract_errors import ContractError, Location, NoSchema, UnresolvedType, too_deep
from .class_names import type_name


def refusal(annotation: Any, error: Exception) -> ContractError:
    """Convert an exception that pydantic or a hook raises for a type to a `ContractError`."""
    if isinstance(error, ContractError):
        return error
    if isinstance(error, PydanticUndefinedAnnotation):
        return UnresolvedType(
            f"the type {error.name!r} is not defined",
            where=Location(),
            hint=_where_to_define(error.name, annotation),
        )
    if isinstance(error, RecursionError):
        return too_deep(Location())
    if isinstance(error, PydanticUserError | PydanticOmit | SchemaError):
        return _no_schema(annotation, str(error))
    return _no_schema(annotation, f"it raises {type(error).__name__}: {error}")


def _no_schema(annotation: Any, reason: str) -> NoSchema:
    """Return the error for a type without a JSON Schema, with the reason that pydantic gives."""
    # pydantic's messages end with a link to its documentation, and with advice about models that
    # does not help authors of contracts. The message of `PydanticOmit` is empty.
    first_line, _, _ = reason.partition("\n")
    short_reason, _, _ = first_line.partition(" Set `arbitrary_types_allowed=")
    return NoSchema(
        f"no JSON Schema for {_type_in_words(annotation)}: {short_reason or 'pydantic omits it'}",
        where=Location(),
        hint=(
            "use a type that JSON can carry, or give it `__get_pydantic_json_schema__` or "
            "WithJsonSchema"
        ),
    )


def _where_to_define(name: str | None, annotation: Any) -> str:
    """Return the hint of where to define or import a name that the annotations of a type use."""
    if "<locals>" in getattr(annotation, "__qualname__", ""):
        return (
            f"define {name} at the top of the module: string annotations are not "
            "looked up in functions"
        )
    place = _type_in_words(annotation)
    return f"import or define {name} where {place} is defined, not only under TYPE_CHECKING"


def _type_in_words(annotation: Any) -> str:
    """Return how a message names a type: a class with its module, others as authors write them."""
    if isinstance(annotation, type):
        return f"{annotation.__module__}.{annotation.__qualname__}"
    return type_name(annotation)
