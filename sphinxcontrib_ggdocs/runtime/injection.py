"""Parameters of handlers that FastAPI resolves: dependencies, the request, background tasks.

A handler takes the arguments of its contract. Each other parameter is either handed to FastAPI,
which resolves it as in any of its routes, or refused when the service starts: nothing that an
author has written is ignored.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, ForwardRef, get_args

from fastapi import Request, Response, WebSocket, params
from fastapi.security import SecurityScopes
from starlette.background import BackgroundTasks
from starlette.requests import HTTPConnection

from ..contracts.annotations import (
    alias_value,
    class_annotations,
    get_origin,
    is_alias,
    is_class,
    metadata_of,
    resolvable_hints,
)
from ..contracts.contract_errors import ContractTypeError, Problems, Where
from ..contracts.model import TypeForm

OF_REQUESTS: tuple[type, ...] = (Request, HTTPConnection, Response, BackgroundTasks, SecurityScopes)
"""What FastAPI gives to a route's function by its type."""
OF_CONNECTIONS: tuple[type, ...] = (WebSocket, HTTPConnection, SecurityScopes)
"""The same for a WebSocket, whose response and background tasks FastAPI never uses."""

# Request and WebSocket before their base, HTTPConnection, as FastAPI compares them.
_GIVEN = (Request, WebSocket, HTTPConnection, Response, BackgroundTasks, SecurityScopes)
_Marker = (params.Depends, params.Param, params.Body)
_VARIADIC = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


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
        """The parameter that FastAPI reads, under a name that no argument of a contract has."""
        return inspect.Parameter(
            f"injected_{number}",
            inspect.Parameter.KEYWORD_ONLY,
            annotation=self.annotation,
            default=self.default,
        )


def written_function(function: Any) -> Any:
    """The function that somebody wrote, below partials, bound methods, decorators and callable
    objects.
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
    """The types of a function's arguments and, under ``return``, of its answer; a string where one
    leads nowhere.
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
    where: Where,
    problems: Problems,
    *,
    provided: tuple[type, ...] | None,
    leading: int = 0,
) -> tuple[Injected, ...]:
    """The parameters of a handler that FastAPI has to resolve.

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
        form = _without_alias(hints.get(parameter.name, parameter.annotation))
        marked = _is_marked(form, parameter.default)
        place = where / parameter.name
        if parameter.name in arguments:
            if marked:
                problems.add(_marked_argument(parameter.name, place))
        elif marked or (parameter.kind not in _VARIADIC and parameter.name not in bound):
            problem = _problem(parameter, form, provided)
            if problem is None:
                injected.append(_injected(parameter, form))
            else:
                problems.add(HandlerParameter(problem[0], where=place, hint=problem[1]))
    return tuple(injected)


def _injected(parameter: inspect.Parameter, form: TypeForm) -> Injected:
    default = (
        parameter.default
        if isinstance(parameter.default, params.Depends)
        else inspect.Parameter.empty
    )
    if not _is_marked(form, default):
        return Injected(
            name=parameter.name, annotation=Any, default=params.Depends(_dependency_on(form))
        )
    return Injected(
        name=parameter.name, annotation=Any if isinstance(form, str) else form, default=default
    )


def _dependency_on(kind: TypeForm) -> Callable[..., Any]:
    """A dependency that FastAPI gives something by its type: of one function it fills one parameter
    of each type.
    """

    async def given(value: Any) -> Any:
        return value

    parameter = inspect.Parameter("value", inspect.Parameter.KEYWORD_ONLY, annotation=kind)
    signature = inspect.Signature([parameter])
    given.__signature__ = signature  # type: ignore[attr-defined]  # for FastAPI
    return given


def _provided_kind(form: TypeForm) -> type | None:
    """As what FastAPI gives something of a type, which is asked in this order."""
    return next((kind for kind in _GIVEN if is_class(form) and issubclass(form, kind)), None)


_IN_THE_CONTRACT = "add it to the contract, so that it is documented and validated, or take it out"


def _problem(
    parameter: inspect.Parameter, form: TypeForm, provided: tuple[type, ...] | None
) -> tuple[str, str] | None:
    """Why FastAPI cannot resolve a parameter, and the remedy; None when it can."""
    name = parameter.name
    markers = tuple(_markers(form, parameter.default))
    if provided is None:
        hint = "take it together with the Peer, in the function or class that handles a connection"
        return f"{name!r} is no argument of the contract, and FastAPI resolves nothing here", hint
    if any(not isinstance(marker, params.Depends) for marker in markers):
        return "this value of the request is not in the contract", _IN_THE_CONTRACT
    if parameter.kind is inspect.Parameter.POSITIONAL_ONLY or parameter.kind in _VARIADIC:
        return f"it cannot be passed as {name}=...", "write it as a plain parameter, or after *"
    if markers:
        return _problem_of_dependency(parameter, form, len(markers))
    if isinstance(form, str):
        return _UNKNOWN_TYPE.format(form), "import it at run time, not for type checkers only"
    if _provided_kind(_bare(form)) in provided:
        return None
    kinds = ", ".join(kind.__name__ for kind in provided)
    return (
        f"{name!r} is no argument of the contract, and FastAPI cannot resolve it",
        f"{_IN_THE_CONTRACT}; FastAPI resolves Annotated[X, Depends(...)], {kinds}",
    )


_UNKNOWN_TYPE = "the type {!r} cannot be found"


def _problem_of_dependency(
    parameter: inspect.Parameter, form: TypeForm, markers: int
) -> tuple[str, str] | None:
    written = (*metadata_of(form), parameter.default)
    dependencies = [item for item in written if isinstance(item, params.Depends)]
    if not dependencies:
        return (
            "FastAPI does not see a Depends inside a type",
            "write Annotated[X | None, Depends(...)]",
        )
    if markers > 1:
        return "it has two dependencies", "keep one Depends"
    bare = _bare(form)
    if isinstance(bare, str | ForwardRef) and dependencies[0].dependency is None:
        return _UNKNOWN_TYPE.format(bare), "import it at run time, or write Depends(function)"
    return None


def _bare(form: TypeForm) -> TypeForm:
    return form.__origin__ if get_origin(form) is Annotated else form


def _marked_argument(name: str, where: Where) -> HandlerParameter:
    return HandlerParameter(
        f"{name!r} is an argument of the contract, which makes its value: FastAPI's marker would "
        "be ignored",
        where=where,
        hint="write the type alone; what the marker says belongs into the contract, as "
        "http.Query() and its like",
    )


def refuse_markers(
    function: Callable[..., Any], where: Where, problems: Problems, hint: str
) -> None:
    """Refuse markers of FastAPI in a function that FastAPI does not call."""
    signature = signature_of(function)
    hints = hints_of(function)
    for parameter in signature.parameters.values() if signature else ():
        form = hints.get(parameter.name, parameter.annotation)
        if _is_marked(form, parameter.default):
            problems.add(
                HandlerParameter(
                    "FastAPI does not resolve this marker here",
                    where=where / parameter.name,
                    hint=hint,
                )
            )


def refuse_marked_attributes(handler: object, problems: Problems) -> None:
    """Refuse dependencies of a handler's class or of its ``__init__``: an object outlives
    a request.
    """
    cls = handler if isinstance(handler, type) else type(handler)
    hint = "take it as a parameter of each method that needs it"
    own = {} if isinstance(handler, type) else dict(getattr(handler, "__dict__", {}))
    values: dict[str, Any] = {}
    annotations: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        values |= vars(base)
        annotations |= class_annotations(base)
    values |= own
    marked = [name for name, value in values.items() if isinstance(value, _Marker)]
    marked += [name for name, form in annotations.items() if _is_marked(form, None)]
    for name in dict.fromkeys(marked):
        problem = "FastAPI does not resolve attributes of a handler"
        problems.add(
            HandlerParameter(problem, where=Where(owner=f"{cls.__name__}.{name}"), hint=hint)
        )
    init = inspect.getattr_static(cls, "__init__")
    if not isinstance(handler, type) and inspect.isfunction(init):
        refuse_markers(init, Where(owner=f"{cls.__name__}.__init__"), problems, hint)


def refuse_bodies(dependant: Any, where: Where, problems: Problems) -> None:
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
    """The arguments that partials give."""
    bound: dict[str, Any] = {}
    while isinstance(function, partial):
        bound |= function.keywords
        function = function.func
    return bound


def _without_alias(form: TypeForm) -> TypeForm:
    while is_alias(form):
        form = alias_value(form)
    return form


def _markers(form: TypeForm, default: object) -> Iterator[Any]:
    """FastAPI's markers in an annotation, at any depth, and in the default."""
    if isinstance(default, _Marker):
        yield default
    yield from _markers_inside(form)


def _is_marked(form: TypeForm, default: object) -> bool:
    return next(_markers(form, default), None) is not None


def _markers_inside(form: TypeForm) -> Iterator[Any]:
    form = _without_alias(form)
    for item in metadata_of(form):
        if isinstance(item, _Marker):
            yield item
    inner = (form.__origin__,) if get_origin(form) is Annotated else get_args(form)
    for part in inner:
        if not isinstance(part, str | list):
            yield from _markers_inside(part)
