"""Writes the names of classes, with the arguments of generic ones: ``Page[Order]``."""

from enum import Enum
from typing import Any, ForwardRef, Literal, get_args

from ..contracts.annotations import get_origin
from .brand_definitions import outermost_brand


def generic_model(annotation: Any) -> tuple[str, tuple[Any, ...]] | None:
    """Return the name and the arguments of a generic pydantic model: ``("Page", (Order,))`` for the
    class ``Page[Order]``. None for anything else.

    pydantic creates a class for ``Page[Order]``, which `typing.get_args` cannot take apart.
    """
    generic = getattr(annotation, "__pydantic_generic_metadata__", None)
    if generic and generic["origin"]:
        return generic["origin"].__name__, generic["args"]
    return None


def generic_name(name: str, arguments: tuple[Any, ...]) -> str:
    """Return a class's name with type arguments: ``Page[Order]``, or ``Page`` without arguments."""
    if not arguments:
        return name
    return f"{name}[{', '.join(map(type_name, arguments))}]"


def type_name(annotation: Any) -> str:
    """Return a type as an author writes it in an annotation, without modules: ``list[Order] |
    None``.

    A branded type is named after its brand.
    """
    if generic := generic_model(annotation):
        return generic_name(*generic)
    if not get_args(annotation):
        return _simple_name(annotation)
    if hasattr(annotation, "__metadata__"):  # an ``Annotated``
        brand = outermost_brand(annotation.__metadata__)
        if brand:
            return brand.name
        return type_name(annotation.__origin__)
    origin = get_origin(annotation)
    if origin is Literal:
        return f"Literal[{', '.join(map(_value_name, get_args(annotation)))}]"
    parts = [type_name(part) for part in get_args(annotation)]
    # Unions have two origins: `typing.Union` and, written as `X | Y` before Python 3.14,
    # `types.UnionType`.
    name = getattr(origin, "__name__", "Union")
    if name in ("Union", "UnionType"):
        return " | ".join(parts)
    return f"{name}[{', '.join(parts)}]"


def _simple_name(annotation: Any) -> str:
    """Return the name of a type without arguments: a class, ``None``, a forward reference.

    Also names what may only be an argument of a type, such as ``...`` and the list of parameters of
    a ``Callable``.
    """
    if annotation is None or annotation is type(None):
        return "None"
    if annotation is ...:
        return "..."
    if isinstance(annotation, list):  # the parameters of a `Callable`
        return f"[{', '.join(map(type_name, annotation))}]"
    if isinstance(annotation, ForwardRef):
        return annotation.__forward_arg__
    # What has no name, as the arguments `P.args` of a `ParamSpec`, is called by the last word of
    # its text, without a module.
    return getattr(annotation, "__name__", None) or str(annotation).rpartition(".")[2]


def _value_name(value: Any) -> str:
    """Return a value of a `Literal` as text: a member of an enumeration by its name, others by
    `repr`.
    """
    if isinstance(value, Enum):
        return value.name
    return repr(value)
