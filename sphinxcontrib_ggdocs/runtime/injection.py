"""Finds the parameters of handlers that FastAPI resolves: dependencies, the request, background
tasks.

A handler takes the arguments of its contract. FastAPI resolves every other parameter as in any of
its routes. If it cannot, the service does not start: no parameter is silently ignored.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import partial
from typing import Any

from fastapi import Request, Response, WebSocket, params
from fastapi.security import SecurityScopes
from starlette.background import BackgroundTasks
from starlette.requests import HTTPConnection

from ..contracts.annotations import (
    alias_value,
    is_alias,
    is_class,
    metadata_of,
    resolvable_hints,
)
from ..contracts.contract_errors import ContractTypeError, Location, Problems
from ..contracts.model import TypeForm

OF_REQUESTS: tuple[type, ...] = (Request, HTTPConnection, Response, BackgroundTasks, SecurityScopes)
"""The classes whose instances FastAPI passes to parameters of a route's function of that type."""
OF_CONNECTIONS: tuple[type, ...] = (WebSocket, HTTPConnection, SecurityScopes)
"""The same for a WebSocket, whose response and background tasks FastAPI never uses."""

# Request and WebSocket before their base, HTTPConnection, as FastAPI compares them.
_PROVIDED_CLASSES = (Request, WebSocket, HTTPConnection, Response, BackgroundTasks, SecurityScopes)
_MARKER_CLASSES = (params.Depends, params.Param, params.Body)
"""The base classes of what `Depends`, `Query`, `Body` and the like return."""
_VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_NAMED_KINDS = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


class HandlerParameter(ContractTypeError):
    """A parameter of a handler for which neither the contract nor FastAPI has a value."""

    code = "handler-parameter"


@dataclass(frozen=True, slots=True, kw_only=True)
class Injected:
    """A parameter of a handler that FastAPI resolves."""

    name: str
    """Its name in the handler."""
    annotation: TypeForm
    default: Any
    """A ``Depends``, or `inspect.Parameter.empty`."""

    def parameter(self, number: int) -> inspect.Parameter:
        """Return the parameter of our endpoint that FastAPI resolves, such as ``injected_0``: a
        name that no argument of a contract has.
        """
        return inspect.Parameter(
            f"injected_{number}",
            inspect.Parameter.KEYWORD_ONLY,
            annotation=self.annotation,
            default=self.default,
        )


def unwrapped_function(function: Any) -> Any:
    """Return the function that the user wrote, inside partials, bound methods, decorators, classes
    and callable objects.
    """
    while True:
        if isinstance(function, partial):
            function = function.func
        elif hasattr(function, "__func__"):
            function = function.__func__
        elif hasattr(function, "__wrapped__"):
            function = function.__wrapped__
        elif inspect.isclass(function):
            function = function.__init__
        elif not inspect.isroutine(function) and callable(function):
            function = type(function).__call__
        else:
            return function


def hints_of(function: Callable[..., Any]) -> dict[str, TypeForm]:
    """Return the types of a function's arguments and, as ``return``, of its result; a string for a
    type that cannot be evaluated.
    """
    bare = unwrapped_function(function)
    try:
        return {**inspect.get_annotations(bare), **resolvable_hints(bare)}
    except TypeError:  # a function of C
        return {}


def signature_of(function: Callable[..., Any]) -> inspect.Signature | None:
    """Return the signature of a function; None of a function of C that has none."""
    try:
        return inspect.signature(function)
    except ValueError:
        return None


def injected_parameters(
    function: Callable[..., Any],
    arguments: Set[str],
    where: Location,
    problems: Problems,
    *,
    provided: tuple[type, ...] | None,
    leading: int = 0,
) -> tuple[Injected, ...]:
    """Return the parameters of a handler that FastAPI has to resolve.

    Args:
        function: The handler.
        arguments: The names of the contract's arguments.
        where: The handler, for messages.
        problems: Collects parameters for which neither the contract nor FastAPI has a value.
        provided: The classes whose instances FastAPI passes; None for a method that handles the
            messages of a WebSocket, for which FastAPI resolves nothing.
        leading: How many parameters at the beginning get their values otherwise, such as ``self``.
    """
    signature = signature_of(function)
    if signature is None:  # it cannot be known what a function of C takes
        return ()
    hints = hints_of(function)
    bound = _bound_by_partial(function)
    injected: list[Injected] = []
    for parameter in list(signature.parameters.values())[leading:]:
        annotation = _without_alias(hints.get(parameter.name, parameter.annotation))
        markers = _fastapi_markers(annotation, parameter.default)
        place = where / parameter.name
        if parameter.name in arguments:
            if markers:
                problems.add(_marked_argument(parameter.name, place))
            continue
        # Such a parameter needs no value, unless a marker of FastAPI asks for one. A parameter with
        # a default needs one: if it is a misspelt argument of the contract, the handler would
        # always get the default.
        is_optional = parameter.name in bound or parameter.kind in _VARIADIC
        if is_optional and not markers:
            continue
        item = None
        if provided is not None and parameter.kind in _NAMED_KINDS:
            item = _resolved_by_fastapi(parameter, annotation, markers, provided)
        if item is None:
            problems.add(_unresolved_parameter(parameter.name, place, provided))
        else:
            injected.append(item)
    return tuple(injected)


def _resolved_by_fastapi(
    parameter: inspect.Parameter,
    annotation: TypeForm,
    markers: Sequence[Any],
    provided: tuple[type, ...],
) -> Injected | None:
    """Return a parameter that FastAPI resolves; None if FastAPI cannot resolve it. Without markers,
    its class must be one that FastAPI passes; otherwise, its only marker must be a ``Depends``.

    Args:
        parameter: The parameter of the handler.
        annotation: Its type; a string if it cannot be evaluated.
        markers: FastAPI's markers in its annotation and its default.
        provided: The classes whose instances FastAPI passes.
    """
    if not markers:
        if _provided_class(annotation) not in provided:
            return None
        # FastAPI passes only one parameter of each class to a function, and the endpoint has one of
        # its own. So this parameter depends on a function that takes the object and returns it.
        dependency = params.Depends(_dependency_for_class(annotation))
        return Injected(name=parameter.name, annotation=Any, default=dependency)
    # ``Query``, ``Body`` and the like would read what the contract does not document.
    if len(markers) > 1 or not isinstance(markers[0], params.Depends):
        return None
    default: Any = inspect.Parameter.empty
    if parameter.default is markers[0]:  # otherwise the ``Depends`` is in the annotation
        default = parameter.default
    if isinstance(annotation, str):
        # FastAPI would evaluate it in our module. The ``Depends`` alone decides about the value.
        annotation = Any
    return Injected(name=parameter.name, annotation=annotation, default=default)


def _provided_class(annotation: TypeForm) -> type | None:
    """Return the class, of those that FastAPI may pass, that a type is or inherits from; None if it
    is none of them.
    """
    if not is_class(annotation):
        return None
    for provided_class in _PROVIDED_CLASSES:
        if issubclass(annotation, provided_class):
            return provided_class
    return None


def _unresolved_parameter(
    name: str, where: Location, provided: tuple[type, ...] | None
) -> HandlerParameter:
    """Return the problem of a parameter for which neither the contract nor FastAPI has a value.

    Args:
        name: The name of the parameter.
        where: The parameter, for the message.
        provided: The classes whose instances FastAPI passes; None for a method that handles the
            messages of a WebSocket, for which FastAPI resolves nothing.
    """
    # What FastAPI resolves is passed once for each connection, not for each message.
    hint = "take it together with the Peer, in the function or class that handles a connection"
    if provided is not None:
        kinds = ", ".join(kind.__name__ for kind in provided)
        hint = (
            "add it to the contract, so that it is documented and validated, or remove it; "
            f"FastAPI resolves Annotated[X, Depends(...)], {kinds}"
        )
    return HandlerParameter(
        f"{name!r} is neither an argument of the contract nor one that FastAPI resolves here",
        where=where,
        hint=hint,
    )


def _dependency_for_class(kind: TypeForm) -> Callable[..., Any]:
    """Return a function with one parameter of a class, which it returns, for use in ``Depends``.

    FastAPI passes only one parameter of each class to a function, and our endpoint has one of its
    own already.
    """

    async def dependency(value: Any) -> Any:
        """Return the object that FastAPI passes."""
        return value

    parameter = inspect.Parameter("value", inspect.Parameter.KEYWORD_ONLY, annotation=kind)
    signature = inspect.Signature([parameter])
    # FastAPI reads this signature instead of the one above.
    dependency.__signature__ = signature  # type: ignore[attr-defined]
    return dependency


def _marked_argument(name: str, where: Location) -> HandlerParameter:
    """Return the problem of an argument of the contract that has a marker of FastAPI."""
    return HandlerParameter(
        f"{name!r} is an argument of the contract, which provides its value: FastAPI's marker "
        "would be ignored",
        where=where,
        hint="write only the type; the marker belongs in the contract, such as http.Query()",
    )


def report_body_dependencies(dependant: Any, where: Location, problems: Problems) -> None:
    """Report dependencies that read the body, which only the contract may describe.

    Args:
        dependant: FastAPI's ``Dependant`` of a route, a tree of its dependencies.
        where: The handler, for messages.
        problems: Collects what is wrong.
    """
    for dependency in dependant.dependencies:
        if dependency.body_params:
            name = getattr(dependency.call, "__name__", repr(dependency.call))
            names = ", ".join(field.name for field in dependency.body_params)
            problem = (
                f"the dependency {name} reads {names} from the body, which is not in the contract"
            )
            hint = "take it as an argument of the contract"
            problems.add(HandlerParameter(problem, where=where, hint=hint))
        report_body_dependencies(dependency, where, problems)


def _bound_by_partial(function: Any) -> Mapping[str, Any]:
    """Return the keyword arguments that a ``functools.partial``, or several, have bound."""
    bound: dict[str, Any] = {}
    while isinstance(function, partial):
        bound |= function.keywords
        function = function.func
    return bound


def _without_alias(annotation: TypeForm) -> TypeForm:
    """Return the type behind an alias, such as ``type Order = ...``, or behind several."""
    while is_alias(annotation):
        annotation = alias_value(annotation)
    return annotation


def _fastapi_markers(annotation: TypeForm, default: object) -> list[Any]:
    """Return the markers of FastAPI of a parameter: in its ``Annotated``, and as its default."""
    candidates = (*metadata_of(annotation), default)
    return [item for item in candidates if isinstance(item, _MARKER_CLASSES)]
