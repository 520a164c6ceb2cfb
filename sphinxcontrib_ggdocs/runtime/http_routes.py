"""Builds the routes of HTTP contracts: from a request to the response of a handler.

A route's *endpoint* is the function that FastAPI calls with validated values; it calls the
*handler*, the user's function for a method of the contract. *Guards* are the user's functions that
check callers, before anything else happens.
"""

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
from .injection import HandlerParameter, Injected, report_body_dependencies
from .limits import BodyLimits, TooManyBytes, limited_receive
from .success_responses import success_response

_BODY_HEADERS = (b"content-type", b"content-length")
"""Headers that describe the body of a response."""


@dataclass(frozen=True, slots=True, eq=False)
class ServedMethod:
    """One method of a contract and the function that handles it."""

    contract: HttpContract
    method: HttpMethod
    handler: Callable[..., Any]
    hints: Mapping[str, TypeForm]
    """The types of the arguments, as the class of the contract declares them."""
    guards: Guards
    errors: tuple[ErrorClass, ...]
    """All errors that the method may respond with."""
    limits: BodyLimits
    """How much may be in the body of a request."""

    @property
    def where(self) -> str:
        """The name of the method in log messages."""
        return f"{self.contract.name}.{self.method.name}"

    def is_body_limited(self) -> bool:
        """Return whether the limits apply to the body: it is JSON or a URL-encoded form, which is
        read into memory as a whole, unlike a form with files.
        """
        if self.method.body is None:
            return False
        [content] = self.method.body.contents  # A contract of code has one for each body.
        return _is_read_into_memory(content)

    async def check_body(self, request: Request) -> None:
        """Read a body, and check its limits before it is parsed.

        Raises:
            ServiceError: It exceeds a limit.
        """
        if not self.is_body_limited():
            return
        try:
            text = await request.body()
            # FastAPI parses nothing else as JSON. It reads the bytes again, which `body` keeps.
            if text and is_json(request.headers.get("content-type", "")):
                self.limits.check(text)
        except TooManyBytes as error:  # Raised while the body is read; see `handle`.
            raise body_error(413, str(error), "body", self.errors) from error
        except ValueError as error:
            problem = FieldProblem(path="body", message=f"This exceeds a limit: {error}")
            raise self.validation_error([problem]) from error

    async def call(self, values: Mapping[str, Any], response: Response) -> Response:
        """Call the handler with validated values, and return the response for what it returns.

        Args:
            values: The arguments of the handler.
            response: FastAPI's object to which dependencies add headers.
        """
        reply = begin_reply()  # The handler gets this object by the function `reply`.
        # A plain function may block, so that it runs in a thread. It may also return an awaitable.
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
            sent_response = success_response(
                value, self.method, reply, self.contract.error_format, self.errors, self.where
            )
        except Exception as error:  # Validators and serialisers of the user may raise anything.
            raise self.error_for_exception(error) from error
        # FastAPI copies the headers that dependencies set only into responses that it creates
        # itself, not into one that a route's function returns.
        for name, header in response.raw_headers:
            if name not in _BODY_HEADERS:
                sent_response.raw_headers.append((name, header))
        return sent_response

    def validation_error(self, problems: list[FieldProblem]) -> ServiceError[Any]:
        """Return the error of a request that is not valid by the types of the contract."""
        return validation_failure(problems, self.errors)

    def error_for_exception(self, error: Exception) -> ServiceError[Any]:
        """Return the error to respond with: the exception itself if the method declares it, else
        SERVER_ERROR.
        """
        return declared_or_server_error(error, self.errors, self.where)

    def error_response_of(self, error: ServiceError[Any]) -> Response:
        """Return the response of an error, in the contract's format."""
        return error_response(error, self.contract.error_format)


class ContractRoute(APIRoute):
    """A route that responds to failures in the contract's error format.

    Exceptions of a handler pass through FastAPI first: dependencies with ``yield`` see them, and an
    exception for which the application has a handler is left to that handler. Only declared errors,
    and headers that cannot be sent, are never left to a handler for ``Exception``, which Starlette
    calls outside of all routes.
    """

    def get_route_handler(self) -> Callable[[Request], Any]:
        """Return the function that FastAPI calls for a request: FastAPI's own function, preceded by
        the guards and the check of the limits for bodies. Invalid input becomes the contract's
        VALIDATION_ERROR.
        """
        handle_by_fastapi = super().get_route_handler()
        served: ServedMethod = self.endpoint.served  # type: ignore[attr-defined]  # see `_endpoint`

        async def handle_with_guards(request: Request) -> Response:
            """Call the guards, check the body, and let FastAPI validate the request and call the
            endpoint.
            """
            call = Call(connection=request, contract=served.contract, method=served.method)
            await ask_guards(served.guards, call)
            try:
                await served.check_body(request)
                response: Response = await handle_by_fastapi(request)
            except RequestValidationError as error:
                # A method that validates nothing does not have VALIDATION_ERROR among its errors:
                # then it is a parameter of a dependency that is invalid, and FastAPI responds.
                if runtime_error(VALIDATION_ERROR, served.errors) not in served.errors:
                    raise
                raise served.validation_error(problems_of(error)) from error
            except HTTPException as error:
                # FastAPI raises one for a body that it cannot parse. Any other is from a handler or
                # a dependency: FastAPI responds to it.
                if not _is_parsing_error(error):
                    raise
                raise served.validation_error(
                    [FieldProblem(path="body", message=str(error.detail))]
                ) from error
            return response

        return handle_with_guards

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request to the path of the route, and respond to exceptions in the contract's
        format.
        """
        served: ServedMethod = self.endpoint.served  # type: ignore[attr-defined]  # see `_endpoint`
        # Starlette also calls a route of which only the path matches, not the verb. It would raise
        # an HTTPException then, whose response is not in the contract's format.
        if scope["method"] not in (self.methods or ()):
            not_allowed = served.error_response_of(METHOD_NOT_ALLOWED())
            # Without an application around the router, only the verbs of this route are known.
            allowed = _allowed_verbs(scope) or sorted(self.methods or ())
            not_allowed.headers["Allow"] = ", ".join(allowed)
            await not_allowed(scope, receive, send)
            return
        has_started = False

        async def send_checked(message: Message) -> None:
            """Send a message of the response, after a check of its headers."""
            nonlocal has_started
            if message["type"] == "http.response.start":
                check_headers(message.get("headers", ()))
            has_started = True
            await send(message)

        if served.is_body_limited():
            receive = limited_receive(receive, served.limits.body_bytes)
        try:
            with cancellations_as_errors():
                await super().handle(scope, receive, send_checked)
        except Exception as error:
            # Once the response has started, its status cannot change. For the two classes, FastAPI
            # has handlers of its own.
            if has_started or isinstance(error, HTTPException | RequestValidationError):
                raise
            is_handled_here = isinstance(error, (*served.errors, UnsendableHeader))
            if not is_handled_here and has_own_handler(error, scope):
                raise
            await served.error_response_of(served.error_for_exception(error))(scope, receive, send)


METHOD_NOT_ALLOWED = ERROR.define(
    "METHOD_NOT_ALLOWED", 405, description="The path does not have this method."
)
"""The error of a path without a route for a verb; it belongs to no method, so that none declares
it."""


def _is_read_into_memory(content: Content) -> bool:
    """Return whether a body of this content is read as a whole before it is parsed: JSON and
    URL-encoded forms are; multipart forms are read in parts, and raw bytes are not parsed.
    """
    if content.media_type == URL_ENCODED:
        return True
    is_parsed = content.type is not MISSING or content.fields is not None
    return is_parsed and is_json(content.media_type)


def _is_required_body_missing(method: HttpMethod, request: Request) -> bool:
    """Return whether a required form, or a required body of bytes, is missing; FastAPI itself
    reports a missing JSON body.
    """
    # A request with a media type has a body, even if it is empty.
    if method.body is None or not method.body.required or "content-type" in request.headers:
        return False
    [content] = method.body.contents  # A contract of code has one for each body.
    if content.media_type in FORMS:
        return True
    is_raw = content.type is MISSING and content.fields is None
    return is_raw and request.headers.get("content-length", "0") == "0"


_FASTAPI_PARSING_ERROR = "There was an error parsing the body"


def _is_parsing_error(error: HTTPException) -> bool:
    """Return whether an exception of FastAPI or Starlette means that a body cannot be parsed. The
    class says nothing, since handlers may raise it, too.
    """
    if error.status_code != 400:
        return False
    # Starlette raises its error 400 while it handles a MultiPartException.
    if isinstance(error.__context__, MultiPartException):
        return True
    # FastAPI raises an error with this text from any other exception while it reads a body.
    return error.detail == _FASTAPI_PARSING_ERROR and error.__cause__ is not None


def _allowed_verbs(scope: Scope) -> list[str]:
    """Return the verbs for which the application has a route at the path of a request, for the
    header ``Allow`` (RFC 9110, 10.2.1); none without an application around the router.
    """
    if "app" not in scope:
        return []
    routes: Sequence[BaseRoute] = scope["app"].routes
    verbs = get_args(HttpVerb)
    return [verb for verb in verbs if _has_matching_route(routes, {**scope, "method": verb})]


def _has_matching_route(routes: Sequence[BaseRoute], scope: Scope) -> bool:
    """Return whether one of the routes of an application has the path and the verb of a scope."""
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
        router: The router that gets the routes.
        served: The method.
        injected: The parameters of its handler that FastAPI resolves.
        where: The handler, for messages.
        problems: Collects what FastAPI refuses.
    """
    contract, method = served.contract, served.method
    arguments = arguments_of(method, served.hints, validated_parameters(contract, method), injected)
    endpoint = _endpoint(served, arguments)
    # For FastAPI's own document, which has one response for each status.
    responses: dict[int | str, dict[str, Any]] = {}
    for error_class in served.errors:
        description = error_class.description or error_class.type
        responses[error_class.status] = {"description": description}
    route_options: dict[str, Any] = {
        "name": method.name,
        "summary": method.summary,
        "description": method.description or "",
        "status_code": method.successes[0].status,
        # Only for FastAPI's own document: FastAPI does not validate a Response that a route's
        # function returns.
        "response_model": _response_model(method),
        "deprecated": method.deprecated or None,
        "responses": responses,
        "route_class_override": ContractRoute,
    }
    path = contract.route_path(method)
    for verb in method.verbs:
        operation_id = method.operation_id_of(verb, f"{contract.name}_{method.name}")
        try:
            router.add_api_route(
                path, endpoint, methods=[verb], operation_id=operation_id, **route_options
            )
        except RecursionError:
            problems.add(too_deep(where))
            return
        # FastAPI refuses a dependency of the handler.
        except (AssertionError, FastAPIError) as error:
            hint = "the dependency is FastAPI's; its message says more"
            problems.add(
                HandlerParameter(f"FastAPI refuses a parameter: {error}", where=where, hint=hint)
            )
            return
    # All routes of the method have the same parameters: the last one is checked.
    dependant = router.routes[-1].dependant  # type: ignore[attr-defined]  # an APIRoute
    report_body_dependencies(dependant, where, problems)


def _endpoint(served: ServedMethod, arguments: Arguments) -> Callable[..., Any]:
    """Return the function that FastAPI calls with validated values; its signature says which."""
    method = served.method
    # The location and the name of each header, query parameter or cookie that guards check.
    credentials = credential_places(served.contract, method)

    async def endpoint(request: Request, response: Response, **validated: Any) -> Response:
        """Call the handler with the values that FastAPI has validated, by name in the signature."""
        if _is_required_body_missing(method, request):
            raise served.validation_error([FieldProblem(path="body", message="Field required")])
        if problems := repeated_credentials(request, credentials):
            raise credential_failure(problems, served.errors)
        try:
            values = await arguments.values(validated, served.hints, request, served.errors)
        except ValidationError as error:
            # A validator of a whole model refuses its fields, which usually are those of the query.
            raise served.validation_error(problems_of(error, "query")) from error
        return await served.call(values, response)

    endpoint.__name__ = method.name
    endpoint.__doc__ = method.description
    read_by_fastapi: Any = endpoint
    read_by_fastapi.__signature__ = arguments.signature()
    read_by_fastapi.served = served
    note_served(endpoint, EndpointMethod(served.contract, method))
    return endpoint


def _response_model(method: HttpMethod) -> TypeForm:
    """Return the type of the first success for FastAPI's own document; None for streams and
    bytes.
    """
    contents = method.successes[0].contents
    if not contents or contents[0].stream or contents[0].type is MISSING:
        return None
    return contents[0].type
