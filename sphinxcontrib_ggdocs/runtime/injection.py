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
"""What FastAPI gives to a route's function by its type."""
OF_CONNECTIONS: tuple[type, ...] = (WebSocket, HTTPConnection, SecurityScopes)
"""The same for a WebSocket, whose response and background tasks FastAPI never uses."""

# Request and WebSocket before their base, HTTPConnection, as FastAPI compares them.
_GIVEN = (Request, WebSocket, HTTPConnection, Response, BackgroundTasks, SecurityScopes)
_Marker = (params.Depends, params.Param, params.Body)
_VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
_BY_NAME = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


class HandlerParameter(ContractTypeError):
    """A parameter of a handler that neither the contract nor FastAPI gives a value."""

    code = "handler-parameter"


@dataclass(frozen=True, slots=True, kw_only=True)
class Injected:
    """A parameter of a handler that FastAPI resolves."""

    name: str
    annotation: TypeForm
    default: Any
    """A ``Depends``, or `inspect.Parameter.empty`."""

    def parameter(self, number: int) -> inspect.Parameter:
        """Return the parameter that FastAPI reads, under a name that no argument of a contract
        has.
        """
        return inspect.Parameter(
            f"injected_{number}",
            inspect.Parameter.KEYWORD_ONLY,
            annotation=self.annotation,
            default=self.default,
        )


def written_function(function: Any) -> Any:
    """Return the function that somebody wrote, below partials, bound methods, decorators and
    callable objects.
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
    """Return the types of a function's arguments and, under ``return``, of its answer; a string
    where one is unresolved.
    """
    bare = written_function(function)
    try:
        return {**inspect.get_annotations(bare), **resolvable_hints(bare)}
    except TypeError:  # a function of C
        return {}


def signature_of(function: Callable[..., Any]) -> inspect.Signature | None:
    """How a function is called; None of one of C."""
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
        arguments: The arguments of the contract, which it takes besides.
        where: The handler, for what is wrong.
        problems: Takes what neither the contract nor FastAPI gives.
        provided: What FastAPI gives by its type; None where it resolves nothing.
        leading: How many parameters in front get their value otherwise.
    """
    signature = signature_of(function)
    if signature is None:
        return ()
    hints, bound = hints_of(function), _bound_by_partial(function)
    injected: list[Injected] = []
    for parameter in list(signature.parameters.values())[leading:]:
        annotation = _without_alias(hints.get(parameter.name, parameter.annotation))
        markers = _markers(annotation, parameter.default)
        place = where / parameter.name
        if parameter.name in arguments:
            if markers:
                problems.add(_marked_argument(parameter.name, place))
            continue
        is_left = parameter.name in bound or parameter.kind in _VARIADIC
        if is_left and not markers:
            continue
        item = None
        if provided is not None and parameter.kind in _BY_NAME:
            item = _injected(parameter, annotation, markers, provided)
        if item is None:
            problems.add(_unresolved(parameter.name, place, provided))
        else:
            injected.append(item)
    return tuple(injected)


def _injected(
    parameter: inspect.Parameter,
    annotation: TypeForm,
    markers: Sequence[Any],
    provided: tuple[type, ...],
) -> Injected | None:
    """What FastAPI resolves for a parameter; None where it resolves nothing."""
    if not markers:
        kind = next(
            (kind for kind in _GIVEN if is_class(annotation) and issubclass(annotation, kind)), None
        )
        if kind not in provided:
            return None
        dependency = params.Depends(_dependency_on(annotation))
        return Injected(name=parameter.name, annotation=Any, default=dependency)
    if len(markers) > 1 or not isinstance(markers[0], params.Depends):
        return None
    default: Any = inspect.Parameter.empty
    if parameter.default is markers[0]:
        default = parameter.default
    if isinstance(annotation, str):
        annotation = Any
    return Injected(name=parameter.name, annotation=annotation, default=default)


def _unresolved(name: str, where: Location, provided: tuple[type, ...] | None) -> HandlerParameter:
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


def _dependency_on(kind: TypeForm) -> Callable[..., Any]:
    """Return a dependency that FastAPI gives something by its type: of one function it fills one
    parameter of each type.
    """

    async def given(value: Any) -> Any:
        return value

    parameter = inspect.Parameter("value", inspect.Parameter.KEYWORD_ONLY, annotation=kind)
    signature = inspect.Signature([parameter])
    given.__signature__ = signature  # type: ignore[attr-defined]  # for FastAPI
    return given


def _marked_argument(name: str, where: Location) -> HandlerParameter:
    return HandlerParameter(
        f"{name!r} is an argument of the contract, which provides its value: FastAPI's marker "
        "would be ignored",
        where=where,
        hint="write only the type; the marker belongs in the contract, such as http.Query()",
    )


def refuse_bodies(dependant: Any, where: Location, problems: Problems) -> None:
    """Refuse dependencies that read the body, of which the contract says all.

    Args:
        dependant: FastAPI's record of a route.
        where: The handler.
        problems: Takes what is wrong.
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
        refuse_bodies(dependency, where, problems)


def _bound_by_partial(function: Any) -> Mapping[str, Any]:
    """Return the arguments that partials give."""
    bound: dict[str, Any] = {}
    while isinstance(function, partial):
        bound |= function.keywords
        function = function.func
    return bound


def _without_alias(annotation: TypeForm) -> TypeForm:
    while is_alias(annotation):
        annotation = alias_value(annotation)
    return annotation


def _markers(annotation: TypeForm, default: object) -> list[Any]:
    """FastAPI's markers of a parameter: in its ``Annotated``, and as its default."""
    return [item for item in (*metadata_of(annotation), default) if isinstance(item, _Marker)]
