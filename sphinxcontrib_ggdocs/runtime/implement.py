"""`implement`: builds a router from a contract and a handler."""

from collections.abc import Callable
from typing import Any, TypeVar

from fastapi import APIRouter

from ..contracts import contract_of
from ..contracts.contract_errors import BadOption, Location, Problems
from ..contracts.model import HttpContract, HttpMethod
from ..contracts.possible_errors import possible_errors
from .guards import Guards, check_guards
from .handler_checks import NotImplementedAsDeclared, check_handler
from .http_routes import ServedMethod, add_route
from .injection import OF_REQUESTS, hints_of
from .limits import BodyLimits, SocketLimits
from .websocket_routes import socket_router

L = TypeVar("L", BodyLimits, SocketLimits)


def implement(
    api: type,
    handler: Any,
    *,
    guards: Guards | None = None,
    limits: BodyLimits | SocketLimits | None = None,
) -> APIRouter:
    """Return a router with the routes of a contract.

    Requests are validated by the contract's types. If a handler or a guard raises an error that the
    method declares, the response is the declared one; any other exception is logged, and the
    response is SERVER_ERROR.

    Args:
        api: A class decorated with `http.api` or `ws.api`.
        handler: An object with a method, plain or ``async``, for each method of the contract;
            FastAPI resolves further parameters. For a WebSocket contract, a class or a function
            with a return annotation: it is called for each connection with a `Peer`, and with
            parameters that FastAPI resolves, and returns the object with the methods from client to
            server.
        guards: A function that checks each requirement. Every requirement of authentication must
            have one.
        limits: `BodyLimits` of an HTTP contract: how much may be in the body of a request; or
            `SocketLimits` of a WebSocket contract: how much one client may keep the service busy.
            Their defaults unless given.

    Raises:
        ContractError: A method is not implemented with the contract's types, a guard is missing, or
            a parameter is neither of the contract nor one that FastAPI resolves.
    """
    contract = contract_of(api)
    guards = guards or {}
    problems = Problems()
    check_guards(contract, guards, problems)
    if not contract.runtime_errors:
        problems.add(
            BadOption(
                "runtime_errors=False, but implement() sends VALIDATION_ERROR and SERVER_ERROR",
                where=Location(owner=contract.name),
                hint="leave it out; it is for contracts that something else serves",
            )
        )
    where = Location(owner=contract.name)
    if isinstance(contract, HttpContract):
        of_bodies = _limits_of(BodyLimits, limits, where, problems)
        return _http_router(api, contract, handler, guards, of_bodies, problems)
    of_sockets = _limits_of(SocketLimits, limits, where, problems)
    problems.raise_if_any()
    return socket_router(api, contract, handler, guards, of_sockets)


def _limits_of(kind: type[L], given: object, where: Location, problems: Problems) -> L:
    """Return the limits of a contract, or their defaults."""
    if isinstance(given, kind):
        return given
    if given is not None:
        problem = f"limits={given!r} does not fit this kind of contract"
        hint = f"pass {kind.__name__}(...)"
        problems.add(BadOption(problem, where=where, hint=hint))
    return kind()


def _http_router(
    api: type,
    contract: HttpContract,
    handler: Any,
    guards: Guards,
    limits: BodyLimits,
    problems: Problems,
) -> APIRouter:
    if isinstance(handler, type):
        problems.add(
            NotImplementedAsDeclared(
                "this is a class",
                where=Location(owner=handler.__name__),
                hint=f"pass an instance of it, such as {handler.__name__}()",
            )
        )
    names = [method.name for method in contract.methods]
    injected = check_handler(api, handler, names, problems, OF_REQUESTS)
    problems.raise_if_any()
    router = APIRouter(tags=[contract.name])
    for method in sorted(contract.methods, key=_closest_first(contract)):
        served = ServedMethod(
            contract=contract,
            method=method,
            handler=getattr(handler, method.name),
            hints=hints_of(getattr(api, method.name)),
            guards=guards,
            errors=possible_errors(contract, method),
            limits=limits,
        )
        where = Location(owner=f"{type(handler).__name__}.{method.name}")
        add_route(router, served, injected[method.name], where, problems)
    problems.raise_if_any()
    return router


def _closest_first(contract: HttpContract) -> Callable[[HttpMethod], list[int]]:
    """Orders ``/orders/events`` before ``/orders/{order}``, and that before
    ``/orders/{rest:path}``, for the first route that fits answers.
    """

    def openness(method: HttpMethod) -> list[int]:
        steps = contract.route_path(method).split("/")
        return [("{" in step) + (":path}" in step) for step in steps]

    return openness
