"""`implement`: a contract and a handler make a router."""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, get_args

from fastapi import APIRouter
from fastapi.exceptions import FastAPIError, RequestValidationError
from fastapi.routing import APIRoute
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Match
from starlette.types import Message, Receive, Scope, Send

from ..contracts import contract_of
from ..contracts.contract_errors import BadOption, NotAContract, Problems, Where
from ..contracts.credentials import requirements_of, validated_parameters
from ..contracts.errors import ERROR, VALIDATION_ERROR, FieldProblem, ServiceError
from ..contracts.model import MISSING, HttpContract, HttpMethod, HttpVerb, TypeForm
from ..contracts.possible_errors import possible_errors, runtime_error
from .arguments import FORMS, arguments_of
from .error_responses import (
    ErrorClass,
    check_headers,
    declared_or_server_error,
    error_response,
    problems_of,
    validation_failure,
)
from .guards import Call, Guards, begin_reply, check_guards, stand_guard
from .handler_checks import NotImplementedAsDeclared, check_handler
from .injection import OF_REQUESTS, HandlerParameter, Injected, hints_of, refuse_bodies
from .peers import SocketLimits
from .success_responses import answer
from .websocket_routes import socket_router


def implement(
    api: type, handler: Any, *, guards: Guards | None = None, limits: SocketLimits | None = None
) -> APIRouter:
    """A router whose routes are a contract's.

    Requests are validated by the contract's types. An error that a handler or a guard raises and
    the method declares becomes the declared response; any other exception is logged and answered by
    SERVER_ERROR.

    Args:
        api: A class decorated with `http.api` or `ws.api`.
        handler: An object with a method, plain or ``async``, for each one of the contract; what a
            method takes besides is resolved by FastAPI. For a WebSocket contract a class, or a
            function with an annotation of what it returns: it is given a `Peer` for each
            connection, and what FastAPI resolves, and makes such an object, which has the methods
            from client to server.
        guards: What checks each requirement. One that asks for authentication must have a guard.
        limits: Of a WebSocket contract: how much one client may keep the service busy.

    Raises:
        ContractError: A method is not implemented with the contract's types, a guard is missing, or
            a parameter is neither of the contract nor one that FastAPI resolves.
    """
    if not isinstance(api, type):
        raise NotAContract(
            f"{api!r} is no contract's class",
            where=Where(),
            hint="pass the class that @http.api or @ws.api decorates",
        )
    contract = contract_of(api)
    guards = guards or {}
    mistakes = Problems()
    methods = contract.methods if isinstance(contract, HttpContract) else ()
    requirements = (*contract.requires, *(each for method in methods for each in method.requires))
    check_guards(contract, requirements, guards, mistakes)
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
    injected = check_handler(
        api, handler, [method.name for method in contract.methods], mistakes, OF_REQUESTS
    )
    mistakes.raise_if_any()
    router = APIRouter(tags=[contract.name])
    for method in sorted(contract.methods, key=_literal_first(contract)):
        served = _Served(
            contract=contract,
            method=method,
            handler=getattr(handler, method.name),
            hints=hints_of(getattr(api, method.name)),
            guards=guards,
            errors=possible_errors(contract, method),
        )
        where = Where(owner=f"{type(handler).__name__}.{method.name}")
        _add(router, served, injected[method.name], where, mistakes)
    mistakes.raise_if_any()
    return router


def _literal_first(contract: HttpContract) -> Callable[[HttpMethod], tuple[bool, ...]]:
    """Orders ``/orders/events`` before ``/orders/{order}``, for the first route that fits
    answers.
    """
    return lambda method: tuple("{" in step for step in contract.full_path(method).split("/"))


@dataclass(frozen=True, slots=True, eq=False)
class _Served:
    """One method of a contract and the function that handles it."""

    contract: HttpContract
    method: HttpMethod
    handler: Callable[..., Any]
    hints: Mapping[str, TypeForm]
    guards: Guards
    errors: tuple[ErrorClass, ...]

    @property
    def where(self) -> str:
        return f"{self.contract.name}.{self.method.name}"

    @property
    def can_be_invalid(self) -> bool:
        """Whether VALIDATION_ERROR is one of the documented errors."""
        return runtime_error(VALIDATION_ERROR, self.errors) in self.errors

    async def guard(self, request: Request) -> None:
        """Ask the guards of the contract and of the method.

        Raises:
            ServiceError: One of them turns the caller away.
            HTTPException: The same; FastAPI answers it.
        """
        call = Call(connection=request, contract=self.contract, method=self.method)
        try:
            await stand_guard(requirements_of(self.contract, self.method), self.guards, call)
        except HTTPException:
            raise
        except Exception as error:  # guards are the user's code
            raise self.refused(error) from error

    async def call(self, values: Mapping[str, Any], response: Response) -> Response:
        """Call the handler with validated values; the response to what it returns.

        Args:
            values: The handler's arguments.
            response: FastAPI's, to which dependencies add headers.
        """
        reply = begin_reply()
        if inspect.iscoroutinefunction(self.handler) or inspect.isasyncgenfunction(self.handler):
            value = self.handler(**values)
        else:
            value = await run_in_threadpool(self.handler, **values)
        if inspect.isawaitable(value):
            value = await value
        if reply.status is None:
            reply.status = response.status_code  # None unless somebody has set it
        try:
            answered = answer(
                value, self.method, reply, self.contract.error_format, self.errors, self.where
            )
        except Exception as error:  # the value is the user's
            raise self.refused(error) from error
        kept = (
            pair
            for pair in response.raw_headers
            if pair[0] not in (b"content-type", b"content-length")
        )
        answered.raw_headers.extend(kept)
        return answered

    def invalid(self, problems: list[FieldProblem]) -> ServiceError[Any]:
        """The error of a request that does not have the declared form."""
        return validation_failure(problems, self.errors)

    def refused(self, error: Exception) -> ServiceError[Any]:
        """What is answered to an exception: itself when it is declared, else SERVER_ERROR."""
        return declared_or_server_error(error, self.errors, self.where)

    def answered(self, error: ServiceError[Any]) -> Response:
        """The response of an error, in the contract's format."""
        return error_response(error, self.contract.error_format)


class ContractRoute(APIRoute):
    """A route that answers failures in the contract's error format.

    Exceptions of handlers leave FastAPI's part first: dependencies with ``yield`` see them, and
    those for which the application has a handler of its own are answered by it.
    """

    def get_route_handler(self) -> Callable[[Request], Any]:
        handle = super().get_route_handler()
        served: _Served = self.endpoint.served  # type: ignore[attr-defined]  # see `_add`

        async def answered(request: Request) -> Response:
            await served.guard(request)
            try:
                response: Response = await handle(request)
            except RequestValidationError as error:
                if not served.can_be_invalid:  # a dependency's own parameters
                    raise
                raise served.invalid(problems_of(error)) from error
            except HTTPException as error:
                if not _is_unreadable(error):
                    raise
                raise served.invalid(
                    [FieldProblem(path="body", message=str(error.detail))]
                ) from error
            return response

        return answered

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        served: _Served = self.endpoint.served  # type: ignore[attr-defined]  # see `_add`
        if scope["method"] not in (self.methods or ()):
            refusal = served.answered(METHOD_NOT_ALLOWED())
            refusal.headers["Allow"] = ", ".join(_allowed(scope) or sorted(self.methods or ()))
            await refusal(scope, receive, send)
            return
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                check_headers(message.get("headers", ()))
            started = True
            await send(message)

        try:
            await super().handle(scope, receive, watched)
        except Exception as error:
            if started or isinstance(error, HTTPException | RequestValidationError):
                raise
            await served.answered(served.refused(error))(scope, receive, send)


METHOD_NOT_ALLOWED = ERROR.define(
    "METHOD_NOT_ALLOWED", 405, description="The path does not have this method."
)
"""Of a path and not of a method, so that no method declares it."""


def _lacks_body(method: HttpMethod, request: Request) -> bool:
    """Whether a form or bytes that are required are absent; FastAPI looks for JSON."""
    if method.body is None or not method.body.required or "content-type" in request.headers:
        return False
    content = method.body.contents[0]
    raw = content.type is MISSING and content.fields is None
    return content.media_type in FORMS or (
        raw and request.headers.get("content-length", "0") == "0"
    )


_UNREADABLE = "There was an error parsing the body"


def _is_unreadable(error: HTTPException) -> bool:
    """Whether FastAPI or Starlette could not read a body; others raise the same class."""
    if error.status_code != 400:
        return False
    return isinstance(error.__context__, MultiPartException) or (
        error.detail == _UNREADABLE and error.__cause__ is not None
    )


def _allowed(scope: Scope) -> list[str]:
    """The methods that some route of the application has at a path (RFC 9110, 10.2.1)."""
    routes: Sequence[BaseRoute] = scope["app"].routes if "app" in scope else ()
    return [
        verb
        for verb in get_args(HttpVerb)
        if any(route.matches({**scope, "method": verb})[0] is Match.FULL for route in routes)
    ]


def _add(
    router: APIRouter,
    served: _Served,
    injected: Iterable[Injected],
    where: Where,
    mistakes: Problems,
) -> None:
    contract, method = served.contract, served.method
    arguments = arguments_of(method, served.hints, validated_parameters(contract, method), injected)

    async def endpoint(request: Request, response: Response, **given: Any) -> Response:
        if _lacks_body(method, request):
            raise served.invalid([FieldProblem(path="body", message="Field required")])
        try:
            values = await arguments.values(given, served.hints, request, served.errors)
        except ValidationError as error:  # several fields of a model do not go together
            raise served.invalid(problems_of(error, "query")) from error
        return await served.call(values, response)

    endpoint.__name__ = method.name
    endpoint.__doc__ = method.description
    endpoint.__signature__ = arguments.signature()  # type: ignore[attr-defined]  # what FastAPI reads
    endpoint.served = served  # type: ignore[attr-defined]
    success = method.successes[0]
    content = success.contents[0] if success.contents else None
    plain = content is not None and content.type is not MISSING and not content.stream
    identifier = method.operation_id or f"{contract.name}_{method.name}"
    for verb in method.verbs:
        try:
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
                operation_id=identifier
                if verb == method.verbs[0]
                else f"{identifier}_{verb.lower()}",
                responses={
                    error.status: {"description": error.description or error.type}
                    for error in served.errors
                },
                route_class_override=ContractRoute,
            )
        except (
            AssertionError,
            FastAPIError,
        ) as error:  # what FastAPI finds wrong with dependencies
            hint = "the dependency is FastAPI's; its message says more"
            mistakes.add(
                HandlerParameter(f"FastAPI refuses a parameter: {error}", where=where, hint=hint)
            )
            return
    refuse_bodies(router.routes[-1].dependant, where, mistakes)  # type: ignore[attr-defined]  # an APIRoute
