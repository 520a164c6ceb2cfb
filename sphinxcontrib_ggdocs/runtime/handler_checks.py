"""Checks, before a service starts, that a handler implements a contract."""

import inspect
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Set
from typing import Any, get_args

from ..contracts.annotations import get_origin
from ..contracts.contract_errors import ContractTypeError, Location, MissingAnnotation, Problems
from .injection import (
    Injected,
    hints_of,
    injected_parameters,
    signature_of,
)


class NotImplementedAsDeclared(ContractTypeError):
    """A handler that lacks a method of its contract, or takes other arguments."""

    code = "handler"


def check_handler(
    api: type,
    handler: object,
    names: Iterable[str],
    problems: Problems,
    provided: tuple[type, ...] | None,
) -> Mapping[str, tuple[Injected, ...]]:
    """Check that a handler has the methods of the contract, and takes their arguments. Their types
    are a matter of type checkers: the contract is a Protocol.

    Args:
        api: The decorated class.
        handler: An object, or a class whose objects handle.
        names: The methods that the handler must have.
        problems: Takes what is wrong.
        provided: What FastAPI gives to them by its type; None where it resolves nothing.

    Returns:
        Of each method the parameters that FastAPI resolves.
    """
    owner = type(handler) if not isinstance(handler, type) else handler
    injected: dict[str, tuple[Injected, ...]] = {}
    for name in names:
        where = Location(owner=f"{owner.__name__}.{name}")
        function = getattr(handler, name, None)
        if not callable(function):
            problems.add(
                NotImplementedAsDeclared(
                    f"{owner.__name__} does not implement {api.__name__}.{name}",
                    where=where,
                    hint=f"give it a method {name}; a type checker reports all that are missing",
                )
            )
            continue
        arguments = hints_of(getattr(api, name)).keys() - {"return"}
        before, reported = _self_of(handler, name), len(problems)
        injected[name] = injected_parameters(
            function, arguments, where, problems, provided=provided, leading=len(before)
        )
        if len(problems) == reported:
            names_injected = {parameter.name for parameter in injected[name]}
            _check_call(function, arguments, names_injected, before, where, problems)
    return injected


def handler_class(connect: Callable[..., Any], where: Location, problems: Problems) -> type | None:
    """Return the class whose objects a function returns, as its annotation says.

    Args:
        connect: The class itself, or a function, plain or ``async``.
        where: For what is wrong.
        problems: Takes what is wrong; then there is no class.
    """
    if isinstance(connect, type):
        return connect
    annotation = hints_of(connect).get("return", Any)
    if get_origin(annotation) in (Coroutine, Awaitable):
        annotation = get_args(annotation)[-1]
    returned = get_origin(annotation) or annotation
    if isinstance(returned, type) and returned not in (Any, type(None)):  # Any is a class, too
        return returned
    problems.add(
        MissingAnnotation(
            "the class of the objects that it returns is not declared",
            where=where,
            hint=(
                "annotate it, as in `def connect(peer: Peer) -> Chat`, so that the methods of "
                "Chat are checked now"
            ),
        )
    )
    return None


def _self_of(handler: object, name: str) -> tuple[object, ...]:
    """Return the argument for ``self`` when a class is checked instead of an object of it."""
    bare = isinstance(handler, type) and inspect.isfunction(
        inspect.getattr_static(handler, name, None)
    )
    if bare:
        return (handler,)
    return ()


def _check_call(
    function: Callable[..., Any],
    arguments: Set[str],
    injected: Set[str],
    before: tuple[object, ...],
    where: Location,
    problems: Problems,
) -> None:
    """Bind the arguments of the contract, and what FastAPI resolves, as each call will."""
    signature = signature_of(function)
    if signature is None:
        return
    try:
        signature.bind(*before, **dict.fromkeys({*arguments, *injected}))
    except TypeError as error:
        problems.add(
            NotImplementedAsDeclared(
                f"it cannot be called with the contract's arguments: {error}",
                where=where,
                hint="let it take the contract's arguments by their names",
            )
        )
