"""Builds the routes of HTTP contracts: from a request to the response of a handler."""

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

from ..contracts.contract_errors import Location, Problems, too_deep
from ..contracts.credentials import credential_places, validated_parameters
from ..contracts.errors import ERROR, VALIDATION_ERROR, FieldProblem, ServiceError
from ..contracts.media_types import is_json
from ..contracts.model import MISSING, Content, HttpContract, HttpMethod, HttpVerb, TypeForm
from ..contracts.possible_errors import runtime_error
from ..contracts.served import EndpointMethod, note_served
from .arguments import FORMS, URL_ENCODED, Arguments, arguments_of, body_error
from .error_responses import (
    ErrorClass,
    UnsendableHeader,
    cancellations_as_errors,
    check_headers,
    credential_failure,
    declared_or_server_error,
    error_response,
    has_own_handler,
    problems_of,
    validation_failure,
)
from .guards import Call, Guards, ask_guards, begin_reply
from .handshake import repeated_credentials
from .injection import HandlerParameter, Injected, refuse_bodies
from .limits import BodyLimits, TooManyBytes, limited
from .success_responses import answer


@dataclass(frozen=True, slots=True, eq=False)
class ServedMethod:
    """One method of a contract and the function that handles it."""

    contract: HttpContract
    method: HttpMethod
    handler: Callable[..., Any]
    hints: Mapping[str, TypeForm]
    guards: Guards
    errors: tuple[ErrorClass, ...]
    limits: BodyLimits

    @property
    def where(self) -> str:
        return f"{self.contract.name}.{self.method.name}"

    def is_limited(self) -> bool:
        """Return whether requests have a body that is read as a whole: JSON, or a form without
        files.
        """
        body = self.method.body
        return body is not None and _is_read_as_a_whole(body.contents[0])

    async def check_body(self, request: Request) -> None:
        """Read a body within its limits, before it is parsed.

        Raises:
            ServiceError: It is beyond one of them.
        """
        if not self.is_limited():
            return
        try:
            text = await request.body()
            if text and is_json(request.headers.get("content-type", "")):
                self.limits.check(text)
        except TooManyBytes as error:
            raise body_error(413, str(error), "body", self.errors) from error
        except ValueError as error:
            problem = FieldProblem(path="body", message=f"This exceeds a limit: {error}")
            raise self.invalid([problem]) from error

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
            # FastAPI hands out a Response whose status is None until a dependency sets it.
            reply.status = response.status_code
        try:
            answered = answer(
                value, self.method, reply, self.contract.error_format, self.errors, self.where
            )
        except Exception as error:  # the value is the user's
            raise self.refused(error) from error
        # FastAPI copies what dependencies have set only into responses that it makes itself, not
        # into one that a route's function returns. Those of the body are ours.
        own = (b"content-type", b"content-length")
        answered.raw_headers.extend(pair for pair in response.raw_headers if pair[0] not in own)
        return answered

    def invalid(self, problems: list[FieldProblem]) -> ServiceError[Any]:
        """Return the error of a request that does not have the declared form."""
        return validation_failure(problems, self.errors)

    def refused(self, error: Exception) -> ServiceError[Any]:
        """What is answered to an exception: itself when it is declared, else SERVER_ERROR."""
        return declared_or_server_error(error, self.errors, self.where)

    def answered(self, error: ServiceError[Any]) -> Response:
        """Return the response of an error, in the contract's format."""
        return error_response(error, self.contract.error_format)


class ContractRoute(APIRoute):
    """A route that answers failures in the contract's error format.

    Exceptions of handlers leave FastAPI's part first: dependencies with ``yield`` see them, and
    those for which the application has a handler of its own are answered by it. The one for
    ``Exception``, which Starlette asks outside of all routes, does not get declared errors.
    """

    def get_route_handler(self) -> Callable[[Request], Any]:
        handle = super().get_route_handler()
        served: ServedMethod = self.endpoint.served  # type: ignore[attr-defined]  # see `add_route`

        async def answered(request: Request) -> Response:
            call = Call(connection=request, contract=served.contract, method=served.method)
            await ask_guards(served.guards, call)
            try:
                await served.check_body(request)
                response: Response = await handle(request)
            except RequestValidationError as error:
                # else it is about a dependency's own parameters
                if runtime_error(VALIDATION_ERROR, served.errors) not in served.errors:
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
        served: ServedMethod = self.endpoint.served  # type: ignore[attr-defined]  # see `add_route`
        # Starlette raises an HTTPException here, whose body would not be in the contract's
        # format.
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

        if served.is_limited():
            receive = limited(receive, served.limits.body_bytes)
        try:
            with cancellations_as_errors():
                await super().handle(scope, receive, watched)
        except Exception as error:
            # After the start there is no other status to send; these two FastAPI has handlers
            # for.
            if started or isinstance(error, HTTPException | RequestValidationError):
                raise
            of_service = isinstance(error, (*served.errors, UnsendableHeader))
            if not of_service and has_own_handler(error, scope):
                raise
            await served.answered(served.refused(error))(scope, receive, send)


METHOD_NOT_ALLOWED = ERROR.define(
    "METHOD_NOT_ALLOWED", 405, description="The path does not have this method."
)
"""Of a path and not of a method, so that no method declares it."""


def _is_read_as_a_whole(content: Content) -> bool:
    if content.media_type == URL_ENCODED:
        return True
    is_parsed = content.type is not MISSING or content.fields is not None
    return is_parsed and is_json(content.media_type)


def _lacks_body(method: HttpMethod, request: Request) -> bool:
    """Return whether a form or bytes that are required are absent; FastAPI looks for JSON."""
    if method.body is None or not method.body.required or "content-type" in request.headers:
        return False
    content = method.body.contents[0]
    raw = content.type is MISSING and content.fields is None
    return content.media_type in FORMS or (
        raw and request.headers.get("content-length", "0") == "0"
    )


_UNREADABLE = "There was an error parsing the body"


def _is_unreadable(error: HTTPException) -> bool:
    """Return whether FastAPI or Starlette could not read a body; others raise the same class."""
    if error.status_code != 400:
        return False
    # Starlette raises its 400 while it handles a MultiPartException; FastAPI raises one of its
    # own with this text as the consequence of any other failure to read a body.
    return isinstance(error.__context__, MultiPartException) or (
        error.detail == _UNREADABLE and error.__cause__ is not None
    )


def _allowed(scope: Scope) -> list[str]:
    """Return the methods that some route of the application has at a path (RFC 9110, 10.2.1)."""
    routes: Sequence[BaseRoute] = scope["app"].routes if "app" in scope else ()
    return [verb for verb in get_args(HttpVerb) if _answers(routes, {**scope, "method": verb})]


def _answers(routes: Sequence[BaseRoute], scope: Scope) -> bool:
    return any(route.matches(scope)[0] is Match.FULL for route in routes)


def add_route(
    router: APIRouter,
    served: ServedMethod,
    injected: Iterable[Injected],
    where: Location,
    problems: Problems,
) -> None:
    """Add the routes of one method, one for each of its verbs.

    Args:
        router: Takes the routes.
        served: The method.
        injected: What FastAPI resolves for its handler.
        where: The handler, for messages.
        problems: Takes what FastAPI refuses.
    """
    contract, method = served.contract, served.method
    arguments = arguments_of(method, served.hints, validated_parameters(contract, method), injected)
    endpoint = _endpoint(served, arguments)
    facts: dict[str, Any] = {
        "name": method.name,
        "summary": method.summary,
        "description": method.description or "",
        "status_code": method.successes[0].status,
        # For FastAPI's own document alone: a Response that a route returns is not validated
        # again.
        "response_model": _response_model(method),
        "deprecated": method.deprecated or None,
        "responses": {
            error.status: {"description": error.description or error.type}
            for error in served.errors
        },
        "route_class_override": ContractRoute,
    }
    path = contract.route_path(method)
    for verb in method.verbs:
        own_id = method.operation_id_of(verb, f"{contract.name}_{method.name}")
        try:
            router.add_api_route(path, endpoint, methods=[verb], operation_id=own_id, **facts)
        except RecursionError:
            problems.add(too_deep(where))
            return
        except (AssertionError, FastAPIError) as error:  # about dependencies of the handler
            hint = "the dependency is FastAPI's; its message says more"
            problems.add(
                HandlerParameter(f"FastAPI refuses a parameter: {error}", where=where, hint=hint)
            )
            return
    dependant = router.routes[-1].dependant  # type: ignore[attr-defined]  # an APIRoute
    refuse_bodies(dependant, where, problems)


def _endpoint(served: ServedMethod, arguments: Arguments) -> Callable[..., Any]:
    """Return the function that FastAPI calls with validated values."""
    method = served.method
    credentials = credential_places(served.contract, method)

    async def endpoint(request: Request, response: Response, **given: Any) -> Response:
        if _lacks_body(method, request):
            raise served.invalid([FieldProblem(path="body", message="Field required")])
        if problems := repeated_credentials(request, credentials):
            raise credential_failure(problems, served.errors)
        try:
            values = await arguments.values(given, served.hints, request, served.errors)
        except ValidationError as error:  # several fields of a model do not go together
            raise served.invalid(problems_of(error, "query")) from error
        return await served.call(values, response)

    endpoint.__name__ = method.name
    endpoint.__doc__ = method.description
    read_by_fastapi: Any = endpoint
    read_by_fastapi.__signature__ = arguments.signature()
    read_by_fastapi.served = served
    note_served(endpoint, EndpointMethod(served.contract, method))
    return endpoint


def _response_model(method: HttpMethod) -> TypeForm:
    """Return the type of the first success for FastAPI's document; None for streams and bytes."""
    contents = method.successes[0].contents
    if not contents or contents[0].stream or contents[0].type is MISSING:
        return None
    return contents[0].type
