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

LimitsT = TypeVar("LimitsT", BodyLimits, SocketLimits)


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
        guards: The functions that check callers, by the requirement, security scheme or permission
            that they check. Everything that asks for credentials must have one.
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
        body_limits = _checked_limits(BodyLimits, limits, where, problems)
        return _http_router(api, contract, handler, guards, body_limits, problems)
    socket_limits = _checked_limits(SocketLimits, limits, where, problems)
    problems.raise_if_any()  # `socket_router` collects only its own problems.
    return socket_router(api, contract, handler, guards, socket_limits)


def _checked_limits(
    limits_class: type[LimitsT], limits: object, where: Location, problems: Problems
) -> LimitsT:
    """Return the argument ``limits`` of `implement`, or the default limits if it is None; an
    argument of another class is a problem.
    """
    if isinstance(limits, limits_class):
        return limits
    if limits is not None:
        problem = f"limits={limits!r} does not fit this kind of contract"
        hint = f"pass {limits_class.__name__}(...)"
        problems.add(BadOption(problem, where=where, hint=hint))
    return limits_class()


def _http_router(
    api: type,
    contract: HttpContract,
    handler: Any,
    guards: Guards,
    limits: BodyLimits,
    problems: Problems,
) -> APIRouter:
    """Return the router of an HTTP contract, with the routes of all of its methods.

    Args:
        api: The class that declares the contract.
        contract: What was read from that class.
        handler: The object whose methods implement those of the contract.
        guards: The functions that check requirements, security schemes and permissions.
        limits: The limits of request bodies.
        problems: Collects the errors, which are raised here.

    Raises:
        ContractError: The handler does not fit the contract.
    """
    if isinstance(handler, type):
        problems.add(
            NotImplementedAsDeclared(
                "this is a class",
                where=Location(owner=handler.__name__),
                hint=f"pass an instance of it, such as {handler.__name__}()",
            )
        )
    names = [method.name for method in contract.methods]
    # By the name of the method: the parameters of the handler that FastAPI itself resolves.
    injected = check_handler(api, handler, names, problems, OF_REQUESTS)
    problems.raise_if_any()  # without a valid handler, no routes can be made
    router = APIRouter(tags=[contract.name])
    # Sorted, since Starlette calls the first route that matches: specific paths come first.
    for method in sorted(contract.methods, key=_route_order(contract)):
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
    problems.raise_if_any()  # what FastAPI has refused
    return router


def _route_order(contract: HttpContract) -> Callable[[HttpMethod], list[int]]:
    """Return a sort key for the methods of a contract that puts specific paths first:
    ``/orders/events``, then ``/orders/{order}``, then ``/orders/{rest:path}``.
    """

    def ranks_of_segments(method: HttpMethod) -> list[int]:
        """Return 0 for each fixed segment, 1 for a parameter, and 2 for one with slashes."""
        ranks: list[int] = []
        for segment in contract.route_path(method).split("/"):
            if ":path}" in segment:
                ranks.append(2)
            elif "{" in segment:
                ranks.append(1)
            else:
                ranks.append(0)
        return ranks

    return ranks_of_segments
