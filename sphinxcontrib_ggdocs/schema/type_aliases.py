"""The ``type`` aliases inside types, and whether one of them mentions itself."""

from collections.abc import Iterable, Iterator
from typing import Literal, NewType, get_args

from ..contracts.annotations import alias_value, get_origin, is_alias
from ..contracts.model import TypeForm
from .class_config import takes_config
from .forms import forms_of


def alias_number(form: TypeForm) -> int:
    """The id of a ``type`` alias, without its arguments."""
    return id(get_origin(form) or form)


def aliases_in(
    forms: Iterable[TypeForm], seen: dict[int, TypeForm], *, through_classes: bool = False
) -> Iterator[TypeForm]:
    """The ``type`` aliases in some types, those inside other aliases included.

    Args:
        forms: The types.
        seen: The aliases and classes that have been looked at, by id; kept, since the value of a
            generic alias is made anew each time and Python gives ids again.
        through_classes: Whether to look into classes that take over the configuration of the class
            around them.
    """
    for form in forms:
        inside: Iterable[TypeForm] = get_args(form) if get_origin(form) is not Literal else ()
        if is_alias(form):
            if id(form) in seen:
                continue
            seen[id(form)] = form
            yield form
            inside = (alias_value(form),)
        elif isinstance(form, NewType):
            inside = (form.__supertype__,)
        elif through_classes and takes_config(form):
            cls = get_origin(form) or form
            inside = () if id(cls) in seen else forms_of(form, cls)
            seen[id(cls)] = cls
        yield from aliases_in(inside, seen, through_classes=through_classes)


def recurs(alias: TypeForm) -> bool:
    """Whether a ``type`` alias mentions itself, directly or inside another alias."""
    # `Pair[Pair[int]]` has the alias as an argument, and ends nevertheless.
    given = list(aliases_in(get_args(alias), {}))
    return any(
        alias_number(inner) == alias_number(alias) and inner not in given
        for inner in aliases_in((alias_value(alias),), {})
    )
