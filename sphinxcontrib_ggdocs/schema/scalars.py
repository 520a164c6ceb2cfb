"""pydantic's answers for scalars, asked once a process."""

import datetime
import decimal
import uuid
from functools import lru_cache
from typing import Any

from ..contracts.annotations import annotated
from ..contracts.model import TypeForm
from .nodes import Template
from .pydantic_schema import ask

SCALARS: frozenset[Any] = frozenset(
    {
        str,
        int,
        float,
        bool,
        bytes,
        object,
        Any,
        datetime.datetime,
        datetime.date,
        datetime.time,
        datetime.timedelta,
        decimal.Decimal,
        uuid.UUID,
    }
)


class Unhashed:
    """Carries a value through `lru_cache` without being part of the key."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Unhashed)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=256)
def scalar(form: TypeForm) -> Template:
    """pydantic's answer for a plain scalar class."""
    return asked(form)


@lru_cache(maxsize=1024)
def choices(texts: tuple[str, ...], form: Unhashed) -> Template:
    """A ``Literal``. The texts are the key: two with the same values in another order are equal."""
    return asked(form.value)


@lru_cache(maxsize=4096)
def bounded_scalar(base: TypeForm, texts: tuple[str, ...], bounds: Unhashed) -> Template:
    """A scalar with bounds. The texts are the key: ``Ge(1)`` and ``Ge(1.0)`` are equal but do not
    read alike.
    """
    return asked(annotated(base, bounds.value))


def asked(form: TypeForm) -> Template:
    """pydantic's answer for a type without parts; one schema where both directions agree."""
    given, answered = ask(form)
    # One object: readers compare the two sides by identity.
    return Template(given, given if given == answered else answered)
