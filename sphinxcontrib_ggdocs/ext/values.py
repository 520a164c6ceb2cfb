"""Values of ``conf.py``: what they may be made of, and how they are shown in messages."""

from collections.abc import Iterator, Mapping
from inspect import isclass, isfunction


def misfit(value: object, place: str) -> tuple[str, str] | None:
    """The first part of a value that is no text, number, list or mapping: where it is, and what to
    do about it.

    Args:
        value: As written.
        place: Where it is written.
    """
    return next(_misfits(value, place), None)


def _misfits(value: object, place: str) -> Iterator[tuple[str, str]]:
    match value:
        case None | str() | int() | float():
            return
        case Mapping():
            for key, each in value.items():
                yield from _misfits(
                    each, f"{place}.{key}" if isinstance(key, str) else f"{place}[{key!r}]"
                )
        case list() | tuple():
            for position, each in enumerate(value):
                yield from _misfits(each, f"{place}[{position}]")
        case set() | frozenset():
            yield place, "a set has no order that an author chose; write a list"
        case _ if isclass(value) or isfunction(value):
            yield (
                place,
                (
                    f"{shown(value)} cannot stand here; name it, "
                    f"'{value.__module__}:{value.__qualname__}'"
                ),
            )
        case _:
            yield (
                place,
                f"{shown(value)} cannot stand here; write a text, a number, a list or a mapping",
            )


def shown(value: object) -> str:
    """A value in a message: as written, or what kind of thing it is, whose address would differ
    from build to build.
    """
    if isclass(value) or isfunction(value):
        return f"the {'class' if isclass(value) else 'function'} {value.__qualname__}"
    if value is None or isinstance(value, str | int | float | list | tuple | dict | set):
        return repr(value)
    return f"an object of the type {type(value).__name__}"
