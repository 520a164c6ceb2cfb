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
    """Check that a handler has the methods of the contract, and that they take its arguments. Types
    are left to type checkers: the class of the contract is a Protocol.

    Args:
        api: The decorated class.
        handler: An object, or a class whose instances handle calls.
        names: The methods that the handler must have.
        problems: Collects what is wrong.
        provided: The classes, such as ``Request``, whose instances FastAPI passes to parameters of
            that type; None for a handler of a WebSocket's messages, for which FastAPI resolves
            nothing.

    Returns:
        By method: the parameters that are no arguments of the contract, and that FastAPI resolves.
    """
    owner: type = type(handler)
    if isinstance(handler, type):
        owner = handler
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
        # ``self`` has no annotation, and so is not among them.
        arguments = hints_of(getattr(api, name)).keys() - {"return"}
        # A class has functions that still take ``self``; the methods of an object are bound.
        leading = _leading_self(handler, name)
        problem_count = len(problems)
        injected[name] = injected_parameters(
            function, arguments, where, problems, provided=provided, leading=len(leading)
        )
        # If there is a problem with a parameter, this check would only report it again.
        if len(problems) == problem_count:
            injected_names = {parameter.name for parameter in injected[name]}
            _check_call(function, arguments, injected_names, leading, where, problems)
    return injected


def handler_class(connect: Callable[..., Any], where: Location, problems: Problems) -> type | None:
    """Return the class of the objects that a function returns, from its return annotation.

    Args:
        connect: The class itself, or a function, plain or ``async``.
        where: The function, for messages.
        problems: Collects what is wrong; the result is None then.
    """
    if isinstance(connect, type):
        return connect
    annotation = hints_of(connect).get("return", Any)
    if get_origin(annotation) in (Coroutine, Awaitable):
        # The last type argument of both is the type of the result.
        annotation = get_args(annotation)[-1]
    returned_class = get_origin(annotation) or annotation
    # `Any` is a class, too, since Python 3.11.
    if isinstance(returned_class, type) and returned_class not in (Any, type(None)):
        return returned_class
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


def _leading_self(handler: object, name: str) -> tuple[object, ...]:
    """Return a placeholder for ``self`` in a tuple, if a class is checked instead of an instance;
    an empty tuple for instances, static methods and class methods.

    Args:
        handler: The handler of a contract, or the class of such objects.
        name: One of its methods.
    """
    if not isinstance(handler, type):
        return ()
    # Unlike `getattr`, this returns static methods and class methods as objects that are no
    # functions: they need no ``self``.
    needs_self = inspect.isfunction(inspect.getattr_static(handler, name, None))
    if needs_self:
        return (handler,)
    return ()


def _check_call(
    function: Callable[..., Any],
    arguments: Set[str],
    injected: Set[str],
    leading: tuple[object, ...],
    where: Location,
    problems: Problems,
) -> None:
    """Check that a method can be called with the arguments of the contract and those that FastAPI
    resolves, all by name.

    Args:
        function: The method of the handler.
        arguments: The names of the contract's arguments.
        injected: The names of the parameters that FastAPI resolves.
        leading: What is passed in front of them, by position: a placeholder for ``self``, or none.
        where: The method, for messages.
        problems: Collects what is wrong.
    """
    signature = signature_of(function)
    if signature is None:  # it cannot be known what a function of C takes
        return
    try:
        # Only the names matter here, so that all values are None.
        signature.bind(*leading, **dict.fromkeys({*arguments, *injected}))
    except TypeError as error:
        problems.add(
            NotImplementedAsDeclared(
                f"it cannot be called with the contract's arguments: {error}",
                where=where,
                hint="let it take the contract's arguments by their names",
            )
        )
