"""Converts exceptions from pydantic and from hooks to errors with a place and a hint."""

from typing import Any

from pydantic.errors import PydanticUndefinedAnnotation, PydanticUserError
from pydantic_core import PydanticOmit, SchemaError

from ..contracts.contract_errors import ContractError, NoSchema, UnresolvedType, Where, too_deep
from .class_names import type_name


def refusal(form: Any, error: Exception) -> ContractError:
    """Convert an exception of pydantic or a hook to a `ContractError`."""
    if isinstance(error, ContractError):
        return error
    if isinstance(error, PydanticUndefinedAnnotation):
        return UnresolvedType(
            f"the type {error.name!r} is not defined",
            where=Where(),
            hint=_where_to_define(error.name, form),
        )
    if isinstance(error, RecursionError):
        return too_deep(Where())
    if isinstance(error, PydanticUserError | PydanticOmit | SchemaError):
        return _refused(form, str(error))
    return _refused(form, f"it raises {type(error).__name__}: {error}")


def _refused(form: Any, reason: str) -> NoSchema:
    # pydantic ends messages with a link to its documentation of errors, and with advice for models
    # that users of a contract cannot follow.
    first_line = reason.split("\n", 1)[0].partition(" Set `arbitrary_types_allowed=")[0]
    return NoSchema(
        f"no JSON Schema for {_shown(form)}: {first_line or 'pydantic omits it'}",
        where=Where(),
        hint=(
            "use a type that JSON can carry, or give it `__get_pydantic_json_schema__` or "
            "WithJsonSchema"
        ),
    )


def _where_to_define(name: str | None, form: Any) -> str:
    if "<locals>" in getattr(form, "__qualname__", ""):
        return (
            f"define {name} at the top of the module: string annotations are not "
            "looked up in functions"
        )
    return f"import or define {name} where {_shown(form)} is defined, not only under TYPE_CHECKING"


def _shown(form: Any) -> str:
    return f"{form.__module__}.{form.__qualname__}" if isinstance(form, type) else type_name(form)
