"""Writes the names of classes, with the arguments of generic ones: ``Page[Order]``."""

from enum import Enum
from typing import Any, ForwardRef, Literal, get_args

from ..contracts.annotations import get_origin
from .brand_definitions import outermost


def generic_model(form: Any) -> tuple[str, tuple[Any, ...]] | None:
    """Return the generic class and the arguments of a pydantic class such as ``Page[Order]``."""
    generic = getattr(form, "__pydantic_generic_metadata__", None)
    if generic and generic["origin"]:
        return generic["origin"].__name__, generic["args"]
    return None


def generic_name(name: str, arguments: tuple[Any, ...]) -> str:
    """Return a name with arguments, such as ``Page[Order]``."""
    return f"{name}[{', '.join(map(type_name, arguments))}]" if arguments else name


def type_name(form: Any) -> str:
    """Return a type as its author writes it, with the names of its classes and brands."""
    if generic := generic_model(form):
        return generic_name(*generic)
    if not get_args(form):
        return _simple_name(form)
    if hasattr(form, "__metadata__"):
        brand = outermost(form.__metadata__)
        if brand:
            return brand.name
        return type_name(form.__origin__)
    origin = get_origin(form)
    if origin is Literal:
        return f"Literal[{', '.join(map(_value_name, get_args(form)))}]"
    parts = [type_name(part) for part in get_args(form)]
    # Unions have two origins: `typing.Union` and, written as `X | Y` before Python 3.14,
    # `types.UnionType`.
    name = getattr(origin, "__name__", "Union")
    if name in ("Union", "UnionType"):
        return " | ".join(parts)
    return f"{name}[{', '.join(parts)}]"


def _simple_name(form: Any) -> str:
    if form is None or form is type(None):
        return "None"
    if form is ...:
        return "..."
    if isinstance(form, list):  # the parameters of a `Callable`
        return f"[{', '.join(map(type_name, form))}]"
    if isinstance(form, ForwardRef):
        return form.__forward_arg__
    return getattr(form, "__name__", None) or str(form).rpartition(".")[2]


def _value_name(value: Any) -> str:
    return value.name if isinstance(value, Enum) else repr(value)
