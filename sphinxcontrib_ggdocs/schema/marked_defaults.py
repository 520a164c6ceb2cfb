"""Finds the classes of the objects in a default, whose fields may be hidden from an audience."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

from pydantic import BaseModel


def classes_in(value: object) -> Iterator[type]:
    """Yield the classes of the models and dataclass instances in a default, at any depth."""
    waiting = [value]
    # Holds the values, so that Python gives none of their ids to another object.
    seen: dict[int, object] = {}
    while waiting:
        part = waiting.pop()
        # A class is no instance; `is_dataclass` below would take it for one.
        if id(part) in seen or isinstance(part, type):
            continue
        seen[id(part)] = part
        if isinstance(part, BaseModel):
            yield type(part)
            waiting += vars(part).values()
        elif is_dataclass(part):
            yield type(part)
            # A field that `__init__` does not set may be absent.
            waiting += [getattr(part, field.name, None) for field in fields(part)]
        elif isinstance(part, Mapping):
            waiting += part.values()
        elif isinstance(part, list | tuple | set | frozenset):
            waiting += part
