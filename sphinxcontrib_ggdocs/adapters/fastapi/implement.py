"""`implement`: a contract and a handler make a router."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from fastapi import APIRouter
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ...contracts import contract_of
from ...contracts.errors import FieldProblem, ServiceError
from ...contracts.mistakes import BadOption, Mistakes, NotAContract, Where
from ...contracts.model import MISSING, HttpContract, HttpMethod, TypeForm
from ...contracts.possible_errors import possible_errors
from .answering import answer
from .arguments import Arguments, arguments_of
from .calls import Call, Guards, begin_reply, check_guards, stand_guard
from .failures import ErrorClass, declared_or_server_error, error_response, problems_of, validation_failure
from .handlers import NotImplementedAsDeclared, check_handler, hints_of
from .peers import SocketLimits
from .sockets import socket_router


def implement(
    api: type, handler: Any, *, guards: Guards | None = None, limits: SocketLimits | None = None
) -> APIRouter:
    """A router whose routes are a contract's.

    Requests are validated by the contract's types. An error that a handler or a guard raises and the method declares
    becomes the declared response; any other exception is logged and answered by SERVER_ERROR.

    Args:
        api: A class decorated with `http.api` or `ws.api`.
        handler: An object with a method, plain or ``async``, for each one of the contract. For a WebSocket contract a
            class, or a function with an annotation of what it returns: it is given a `Peer` for each connection and
            makes such an object, which has the methods from client to server.
        guards: What stands before the methods of each middleware. One that asks for authentication must have a guard.
        limits: Of a WebSocket contract: how much one client may keep the service busy.

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
    if not contract.runtime_errors:
        mistakes.add(
            BadOption(
                "runtime_errors=False, but implement() answers VALIDATION_ERROR and SERVER_ERROR",
                where=Where(owner=contract.name),
                hint="leave it out; it is for contracts that something else serves",
            )
        )
    if not isinstance(contract, HttpContract):
        mistakes.raise_if_any()
        return socket_router(api, contract, handler, guards, limits)
    if isinstance(handler, type):
        mistakes.add(
            NotImplementedAsDeclared(
                "this is a class",
                where=Where(owner=handler.__name__),
                hint=f"pass an object of it, as {handler.__name__}()",
            )
        )
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
        return possible_errors(self.contract, self.method)

    async def guard(self, request: Request) -> None:
        """Ask the guards of the contract and of the method.

        Raises:
            ServiceError: One of them turns the caller away.
        """
        call = Call(connection=request, contract=self.contract, method=self.method)
        await stand_guard((*self.contract.middlewares, *self.method.middlewares), self.guards, call)

    async def call(self, arguments: Arguments, given: Mapping[str, Any], request: Request) -> Response:
        """Call the handler with validated values; the response to what it returns or raises."""
        try:
            values = await arguments.values(given, self.hints, request, self.errors)
        except ServiceError as error:  # a file is not what the contract accepts
            return self.answered(error)
        except ValidationError as error:  # several fields of a model do not go together
            return self.answered(validation_failure(problems_of(error, "query"), self.errors))
        reply = begin_reply()
        try:
            if inspect.iscoroutinefunction(self.handler) or inspect.isasyncgenfunction(self.handler):
                found = self.handler(**values)
            else:
                found = await run_in_threadpool(self.handler, **values)
            if inspect.isawaitable(found):
                found = await found
            return answer(found, self.method, reply, self.contract.error_format, self.errors, self.where)
        except Exception as error:  # noqa: BLE001  # handlers are the user's code
            return self.failed(error)

    def failed(self, error: Exception) -> Response:
        """The response to what a guard or a handler has raised."""
        return self.answered(declared_or_server_error(error, self.errors, self.where))

    def answered(self, error: ServiceError[Any]) -> Response:
        """The response of an error, in the contract's format."""
        return error_response(error, self.contract.error_format)


class ContractRoute(APIRoute):
    """A route that answers failures in the contract's error format."""

    def get_route_handler(self) -> Callable[[Request], Any]:
        handle = super().get_route_handler()
        served: _Served = self.endpoint.served  # type: ignore[attr-defined]  # see `_add`

        async def answered(request: Request) -> Response:
            try:
                await served.guard(request)
            except Exception as error:  # noqa: BLE001  # guards are the user's code
                return served.failed(error)
            try:
                response: Response = await handle(request)
            except RequestValidationError as error:
                return served.answered(validation_failure(problems_of(error), served.errors))
            except HTTPException as error:  # FastAPI's, of a body that cannot be read
                problem = FieldProblem(path="body", message=str(error.detail))
                return served.answered(validation_failure([problem], served.errors))
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
