"""Keys for the errors of one document, under which readers can tell them apart."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from .errors import ServiceError
from .message_model import MISSING

ErrorClass: TypeAlias = type[ServiceError[Any]]
ErrorKeys: TypeAlias = Mapping[ErrorClass, str]
"""The key of each declared error; two classes that say the same share one."""


def name_errors(errors: Iterable[ErrorClass]) -> ErrorKeys:
    """Choose keys: the type, and where two definitions share one, the type with what sets them
    apart.
    """
    by_type: dict[str, list[list[ErrorClass]]] = {}
    for error in dict.fromkeys(errors):
        definitions = by_type.setdefault(error.type, [])
        same = next((known for known in definitions if _same(known[0], error)), None)
        if same is None:
            definitions.append([error])
        else:
            same.append(error)
    keys: dict[ErrorClass, str] = {}
    for definitions in by_type.values():
        names = _distinct_names([definition[0] for definition in definitions])
        for name, definition in zip(names, definitions, strict=True):
            keys.update(dict.fromkeys(definition, name))
    return keys


def _same(one: ErrorClass, other: ErrorClass) -> bool:
    return (
        one.status == other.status
        and one.description == other.description
        and (
            one.data_type is other.data_type
            or (one.data_type is not MISSING and one.data_type == other.data_type)
        )
    )


def _distinct_names(errors: Sequence[ErrorClass]) -> Sequence[str]:
    """``CONFLICT``; of several: ``CONFLICT-409``, else ``orders.CONFLICT``, else ``CONFLICT-1``."""
    if len(errors) == 1:
        return [errors[0].type]
    ways: tuple[Callable[[ErrorClass], str], ...] = (
        lambda error: f"{error.type}-{error.status}",
        lambda error: f"{error.source.module.rpartition('.')[2]}.{error.type}",
        lambda error: f"{error.source.module}.{error.type}",
    )
    for way in ways:
        names = [way(error) for error in errors]
        if len(set(names)) == len(names):
            return names
    return [f"{error.type}-{number}" for number, error in enumerate(errors, 1)]
