"""Converts exceptions from pydantic and from hooks to errors with a place and a hint."""

from typing import Any

from pydantic.errors import PydanticUndefinedAnnotation, PydanticUserError
from pydantic_core import PydanticOmit, SchemaError

from ..contracts.contract_errors import ContractError, Location, NoSchema, UnresolvedType, too_deep
from .class_names import type_name


def refusal(annotation: Any, error: Exception) -> ContractError:
    """Convert an exception of pydantic or a hook to a `ContractError`."""
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
        return _refused(annotation, str(error))
    return _refused(annotation, f"it raises {type(error).__name__}: {error}")


def _refused(annotation: Any, reason: str) -> NoSchema:
    # pydantic ends messages with a link to its documentation of errors, and with advice for models
    # that users of a contract cannot follow.
    first_line = reason.split("\n", 1)[0].partition(" Set `arbitrary_types_allowed=")[0]
    return NoSchema(
        f"no JSON Schema for {_shown(annotation)}: {first_line or 'pydantic omits it'}",
        where=Location(),
        hint=(
            "use a type that JSON can carry, or give it `__get_pydantic_json_schema__` or "
            "WithJsonSchema"
        ),
    )


def _where_to_define(name: str | None, annotation: Any) -> str:
    if "<locals>" in getattr(annotation, "__qualname__", ""):
        return (
            f"define {name} at the top of the module: string annotations are not "
            "looked up in functions"
        )
    place = _shown(annotation)
    return f"import or define {name} where {place} is defined, not only under TYPE_CHECKING"


def _shown(annotation: Any) -> str:
    return (
        f"{annotation.__module__}.{annotation.__qualname__}"
        if isinstance(annotation, type)
        else type_name(annotation)
    )
