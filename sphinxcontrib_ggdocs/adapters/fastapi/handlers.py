"""Checks, before a service starts, that a handler implements a contract."""

import inspect
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Callable,
    Coroutine,
    Generator,
    Iterable,
    Iterator,
    Mapping,
)
from typing import Annotated, Any, get_args

from ...contracts.annotations import UNIONS, function_hints, get_origin
from ...contracts.mistakes import MissingAnnotation, Mistakes, TypeMistake, Where
from ...contracts.model import TypeForm

_STREAMS = (AsyncIterator, AsyncIterable, AsyncGenerator, Iterator, Generator)


class NotImplementedAsDeclared(TypeMistake):
    """A handler that lacks a method of its contract, or has it with other types."""

    code = "handler"


def hints_of(function: Callable[..., Any]) -> dict[str, TypeForm]:
    """The types of a function's arguments and, under ``return``, of its answer."""
    bare = inspect.unwrap(getattr(function, "__func__", function))
    try:
        return function_hints(bare, {})
    except (NameError, AttributeError):  # a class defined inside a function, or a callable object
        return dict(inspect.get_annotations(bare)) if hasattr(bare, "__annotations__") else {}


def check_handler(api: type, handler: object, names: Iterable[str], mistakes: Mistakes) -> None:
    """Compare the methods of a handler with those of the contract's class.

    Args:
        api: The decorated class.
        handler: An object, or a class whose objects handle.
        names: The methods that the handler must have.
        mistakes: Takes what is wrong.
    """
    owner = type(handler) if not isinstance(handler, type) else handler
    for name in names:
        where = Where(owner=f"{owner.__name__}.{name}")
        found = getattr(handler, name, None)
        if not callable(found):
            mistakes.add(
                NotImplementedAsDeclared(
                    f"{owner.__name__} does not implement {api.__name__}.{name}",
                    where=where,
                    hint=f"give it a method {name}; a type checker tells all that are missing",
                )
            )
            continue
        _check_method(hints_of(getattr(api, name)), hints_of(found), where, mistakes)


def _check_method(
    declared: Mapping[str, TypeForm], written: Mapping[str, TypeForm], where: Where, mistakes: Mistakes
) -> None:
    for name, form in declared.items():
        if name not in written:
            mistakes.add(
                MissingAnnotation(
                    f"{name!r} of the contract is missing or has no type",
                    where=where,
                    hint=f"write it as in the contract: {_shown(form)}",
                )
            )
        elif not _same(form, _awaited(written[name]) if name == "return" else written[name]):
            mistakes.add(
                NotImplementedAsDeclared(
                    f"{_shown(written[name])} is not the type that the contract declares",
                    where=where / name,
                    hint=f"write it as in the contract: {_shown(form)}",
                )
            )


def _awaited(form: TypeForm) -> TypeForm:
    return get_args(form)[-1] if get_origin(form) is Coroutine else form


def _same(one: TypeForm, other: TypeForm) -> bool:
    """Whether two types are one but for what ``Annotated`` says; an asynchronous generator is an iterator."""
    one, other = _bare(one), _bare(other)
    if one == other:
        return True
    if not get_args(one) or len(get_args(one)) > len(get_args(other)):
        return False
    origins = get_origin(one), get_origin(other)
    if origins[0] is not origins[1] and not any(set(origins) <= set(kinds) for kinds in (UNIONS, _STREAMS)):
        return False
    return all(_same(left, right) for left, right in zip(get_args(one), get_args(other), strict=False))


def _bare(form: TypeForm) -> TypeForm:
    while get_origin(form) is Annotated:
        form = form.__origin__
    return type(None) if form is None else form


def _shown(form: TypeForm) -> str:
    form = _bare(form)
    return form.__name__ if isinstance(form, type) and not get_args(form) else str(form).replace("typing.", "")
