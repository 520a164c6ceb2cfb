"""`implement`: a contract and a handler make a router."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ...contracts import contract_of
from ...contracts.middleware import every_error
from ...contracts.mistakes import Mistakes, NotAContract, Where
from ...contracts.model import MISSING, HttpContract, HttpMethod, TypeForm
from .answering import answer
from .arguments import Arguments, arguments_of
from .calls import Call, Guards, begin_reply, check_guards, stand_guard
from .failures import ErrorClass, declared_or_server_error, error_response, validation_failure
from .handlers import check_handler, hints_of
from .sockets import socket_router


def implement(api: type, handler: Any, *, guards: Guards | None = None) -> APIRouter:
    """A router whose routes are a contract's.

    Requests are validated by the contract's types. An error that a handler raises and its method declares becomes the
    declared response; any other failure is logged and answered by SERVER_ERROR.

    Args:
        api: A class decorated with `http.api` or `ws.api`.
        handler: An object with a method, plain or ``async``, for each one of the contract. For a WebSocket contract a
            function that is given a `Peer` for each connection and returns such an object, which has the methods from
            client to server.
        guards: What stands before the methods of each middleware. One that asks for authentication must have a guard.

    Raises:
        ContractError: A method is not implemented with the contract's types, or a guard is missing.
    """
    if not isinstance(api, type):
        raise NotAContract(
            f"{api!r} is no contract's class", where=Where(), hint="pass the class that @http.api or @ws.api decorates"
        )
    contract = contract_of(api)
    guards = guards or {}
    mistakes = Mistakes()
    methods = contract.methods if isinstance(contract, HttpContract) else ()
    middlewares = (*contract.middlewares, *(each for method in methods for each in method.middlewares))
    check_guards(contract, middlewares, guards, mistakes)
    if not isinstance(contract, HttpContract):
        mistakes.raise_if_any()
        return socket_router(api, contract, handler, guards)
    check_handler(api, handler, [method.name for method in contract.methods], mistakes)
    mistakes.raise_if_any()
    router = APIRouter(tags=[contract.name])
    for method in sorted(contract.methods, key=_literal_first(contract)):
        _add(
            router,
            _Served(contract, method, getattr(handler, method.name), hints_of(getattr(api, method.name)), guards),
        )
    return router


def _literal_first(contract: HttpContract) -> Callable[[HttpMethod], tuple[bool, ...]]:
    """Orders ``/orders/events`` before ``/orders/{order}``, for the first route that fits answers."""
    return lambda method: tuple("{" in step for step in contract.full_path(method).split("/"))


@dataclass(frozen=True, slots=True, eq=False)
class _Served:
    """One method of a contract and the function that handles it."""

    contract: HttpContract
    method: HttpMethod
    handler: Callable[..., Any]
    hints: Mapping[str, TypeForm]
    guards: Guards

    @property
    def where(self) -> str:
        return f"{self.contract.name}.{self.method.name}"

    @property
    def errors(self) -> tuple[ErrorClass, ...]:
        return every_error(self.method.errors, (*self.contract.middlewares, *self.method.middlewares))

    async def guard(self, request: Request) -> None:
        """Ask the guards of the contract and of the method.

        Raises:
            ServiceError: One of them turns the caller away.
        """
        call = Call(connection=request, contract=self.contract, method=self.method)
        await stand_guard((*self.contract.middlewares, *self.method.middlewares), self.guards, call)

    async def call(self, arguments: Arguments, given: Mapping[str, Any], request: Request) -> Response:
        """Call the handler with validated values.

        Raises:
            ServiceError: The handler, or what a file must be, says so.
        """
        values = await arguments.values(given, self.hints, request, self.errors)
        reply = begin_reply()
        if inspect.iscoroutinefunction(self.handler) or inspect.isasyncgenfunction(self.handler):
            found = self.handler(**values)
        else:
            found = await run_in_threadpool(self.handler, **values)
        if inspect.isawaitable(found):
            found = await found
        return answer(found, self.method, reply, self.contract.error_format, self.errors, self.where)

    def failed(self, error: Exception) -> Response:
        """The response to an exception."""
        if isinstance(error, RequestValidationError):
            failure = validation_failure(error, self.errors)
        else:
            failure = declared_or_server_error(error, (*self.errors, _CHECKED), self.where)
        return error_response(failure, self.contract.error_format)


_CHECKED: ErrorClass = validation_failure(RequestValidationError([]), ()).__class__
"""What we raise ourselves when a file is not as declared."""


class ContractRoute(APIRoute):
    """A route that answers failures in the contract's error format."""

    def get_route_handler(self) -> Callable[[Request], Any]:
        handle = super().get_route_handler()
        served: _Served = self.endpoint.served  # type: ignore[attr-defined]  # see `_add`

        async def answered(request: Request) -> Response:
            try:
                await served.guard(request)
                response: Response = await handle(request)
            except HTTPException:  # the framework's own
                raise
            except Exception as error:  # noqa: BLE001  # handlers are the user's code
                return served.failed(error)
            return response

        return answered


def _add(router: APIRouter, served: _Served) -> None:
    contract, method = served.contract, served.method
    arguments = arguments_of(method, served.hints)

    async def endpoint(request: Request, **given: Any) -> Response:
        return await served.call(arguments, given, request)

    endpoint.__name__ = method.name
    endpoint.__doc__ = method.description
    endpoint.__signature__ = arguments.signature()  # type: ignore[attr-defined]  # what FastAPI reads
    endpoint.served = served  # type: ignore[attr-defined]
    success = method.successes[0]
    content = success.contents[0] if success.contents else None
    plain = content is not None and content.type is not MISSING and not content.stream
    identifier = method.operation_id or f"{contract.name}_{method.name}"
    for verb in method.verbs:
        router.add_api_route(
            contract.full_path(method),
            endpoint,
            methods=[verb],
            name=method.name,
            summary=method.summary,
            description=method.description or "",
            status_code=success.status,
            response_model=content.type if plain and content is not None else None,
            deprecated=method.deprecated or None,
            operation_id=identifier if verb == method.verbs[0] else f"{identifier}_{verb.lower()}",
            responses={error.status: {"description": error.description or error.type} for error in served.errors},
            route_class_override=ContractRoute,
        )
