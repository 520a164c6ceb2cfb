"""Finds the classes of the objects in a default."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

from pydantic import BaseModel


def classes_in(value: object) -> Iterator[type]:
    """Yield the models and dataclasses of which a value has instances, at any depth."""
    waiting = [value]
    seen = dict[int, object]()
    while waiting:
        value = waiting.pop()
        if id(value) in seen or isinstance(value, type):
            continue
        seen[id(value)] = value
        if isinstance(value, BaseModel):
            yield type(value)
            waiting += vars(value).values()
        elif is_dataclass(value):
            yield type(value)
            waiting += [getattr(value, entry.name, None) for entry in fields(value)]
        elif isinstance(value, Mapping):
            waiting += value.values()
        elif isinstance(value, list | tuple | set | frozenset):
            waiting += value
