"""Handles calls of HTTP methods: validates them as a service would, and responds by the
document.
"""

import asyncio
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any, TypeAlias

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from ..contracts.errors import SERVER_ERROR, UNAUTHORIZED, VALIDATION_ERROR, FieldProblem
from ..contracts.message_model import MISSING
from ..document import parts as doc
from ..document.model import ApiDocsDocument
from ..runtime.limits import BodyLimits
from . import answers
from .inputs import CallInput, has_credentials
from .schemas import Schemas
from .store import GONE, Store, StoreFull
from .values import Values

Preferences: TypeAlias = Mapping[str, str]
"""What a client wants the mock to do: the values of ``code``, ``error`` and ``wait`` in the header
``Prefer``.
"""

_PREFERENCE = re.compile(r'\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s,;]*))')
"""A name and its value, in quotes or bare: ``code=404``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MockOptions:
    """How a mock answers; `mock_service` says what each means."""

    seed: int | str = 0
    stateful: bool = False
    credentials: Mapping[str, Collection[str]] = field(default_factory=dict)
    delay: float = 0.0
    failures: float = 0.0
    pace: float = 1.0
    events: int = 10
    longest_wait: float = 60.0
    limits: BodyLimits = field(default_factory=BodyLimits)


class MockDocument:
    """A document with all that the calls of its mock share: options, schemas and stored values."""

    def __init__(self, document: ApiDocsDocument, options: MockOptions) -> None:
        """Prepare the schemas and an empty store. The store has nothing for methods of outgoing
        contracts: the service sends these requests, so that the mock never receives them.
        """
        self.document = document
        self.options = options
        self.inputs = Schemas(document.schemas, "readOnly")
        """The schemas of what clients send, in which no ``readOnly`` property is required."""
        self.outputs = Schemas(document.schemas, "writeOnly")
        """The schemas of what the mock sends, in which ``writeOnly`` properties are forbidden."""
        self._failure_random = Random(str(options.seed))  # noqa: S311  # no secrets
        """Decides which calls fail; see `wait`."""
        methods: list[doc.HttpMethod] = []
        for group in document.groups:
            for contract in group.contracts:
                if isinstance(contract, doc.HttpContract) and not contract.outgoing:
                    methods += contract.methods
        self.store = Store(methods, self.outputs)
        """The values that clients have stored, if the mock is stateful."""

    def errors(self, keys: Iterable[str] | None) -> dict[str, doc.Error]:
        """Return the declared errors that some keys refer to, by key; none for None."""
        return {key: self.document.errors[key] for key in keys or ()}

    def error_names(self, keys: Iterable[str] | None) -> list[str]:
        """Return the names by which clients can request the errors with some keys: the type of an
        error, or its key if it has no type. None, of a method without errors, gives no names.
        """
        names: list[str] = []
        for key, error in self.errors(keys).items():
            names.append(error.type or key)
        return names

    def is_identified(self, connection: HTTPConnection, security: doc.Security | None) -> bool:
        """Return whether a request has the credentials that a security requirement asks for; true
        if it is None, since then none are needed.
        """
        schemes = self.document.security_schemes or {}
        return has_credentials(connection, security, schemes, self.options.credentials)

    async def wait(self, preferences: Preferences) -> bool:
        """Wait before a response, and return whether the call should fail.

        The wait is the `delay` of the options, or what the client requests by the preference
        ``wait``, but at most `longest_wait`. The calls that fail are chosen at random; the option
        `failures` is their share.
        """
        requested_delay = preferences.get("wait", "")
        delay = self.options.delay
        if re.fullmatch(r"\d+(\.\d+)?", requested_delay):
            delay = min(float(requested_delay), self.options.longest_wait)
        if delay:
            await asyncio.sleep(delay)
        # All calls share one random generator: with a seed of its own, a call that fails once would
        # fail each time that it is repeated.
        return self._failure_random.random() < self.options.failures


def read_preferences(connection: HTTPConnection) -> Preferences:
    """Return the preferences in the header ``Prefer`` (RFC 7240) of a request. For WebSockets, they
    may also be in the query parameter ``prefer``, since browsers cannot set headers there.
    """
    texts = connection.headers.getlist("prefer")
    if connection.scope["type"] == "websocket":
        texts += connection.query_params.getlist("prefer")
    pairs = _PREFERENCE.findall(",".join(texts))
    return {name.lower(): quoted or bare for name, quoted, bare in pairs}


@dataclass(slots=True)
class HttpCalls:
    """Answers the calls of one method."""

    mock: MockDocument
    contract: doc.HttpContract
    method: doc.HttpMethod

    async def respond(self, request: Request, path: Mapping[str, str]) -> Response:
        """Return the response to one call. What the client requests of the mock comes first; then
        credentials, parameters and the body are checked, as in a real service.

        Args:
            request: The request.
            path: The texts in the place of the path's placeholders, by name.
        """
        mock = self.mock
        method = self.method
        preferences = read_preferences(request)
        fails = await mock.wait(preferences)
        # Values depend on the call alone: the same call gets the same response.
        seed = f"{mock.options.seed} {request.method} {request.url.path}?{request.url.query}"
        values = Values(mock.outputs, seed)
        requested_error = self._requested_error(preferences, values)
        if requested_error is not None:
            return requested_error
        if fails:
            return self._error(values, SERVER_ERROR.type, (500, 503), "a failure on request")
        security = self.contract.security if method.security is None else method.security
        if not mock.is_identified(request, security):
            detail = "there are no accepted credentials"
            refusal = self._error(values, UNAUTHORIZED.type, (401, 403), detail)
            # A 401 must have this header (RFC 9110, 15.5.2).
            refusal.headers.setdefault("WWW-Authenticate", "Bearer")
            return refusal
        call_input = CallInput(mock.inputs, mock.options.limits)
        call_input.read_parameters(request, path, self.contract, method)
        if method.request_body is not None:
            await call_input.read_body(request, method.request_body)
        if call_input.problems:
            # A body that is too large, or of another media type, has no error with a usual name:
            # it is found by its status.
            name = VALIDATION_ERROR.type if call_input.status == 422 else None
            statuses = (call_input.status, 422, 400)
            detail = "the request is not valid"
            return self._error(values, name, statuses, detail, call_input.problems)
        response = self._success(preferences.get("code", ""))
        assert response is not None  # a status without a success was answered as an error
        seed_with_body = f"{seed} {call_input.body}"
        draw = partial(_draw, mock.outputs, seed_with_body, self._path_values_by_brand(call_input))
        return self._succeed(request, response, call_input, draw)

    def _error(
        self,
        values: Values,
        name: str | None,
        statuses: Sequence[int],
        detail: str,
        problems: Sequence[FieldProblem] = (),
    ) -> Response:
        """Return the response for a declared error; if none is declared, a plain one with the first
        status and the detail.

        Args:
            values: Draws the error's data.
            name: The type of the error or its key; None to search by status only.
            statuses: The statuses of the error, the most fitting first; empty only if an error of
                the name is declared.
            detail: The reason, in a plain response.
            problems: What is wrong with the fields of the request.
        """
        errors = self.mock.errors(self.method.errors)
        declared = answers.find_error(errors, name, statuses)
        if declared is None:
            return answers.plain_response(statuses[0], detail, problems)
        error, status = declared
        return answers.error_response(error, status, self.contract.error_format, values, problems)

    def _requested_error(self, preferences: Preferences, values: Values) -> Response | None:
        """Return the response for the error that a client requests by name or by status; a plain
        one if the method does not declare it. None if the client requests no error.
        """
        name = preferences.get("error")
        code = preferences.get("code", "")
        if name is not None:
            names = self.mock.error_names(self.method.errors)
            # A declared error is found by its name; to ask for an unknown one is a bad request.
            statuses = () if name in names else (400,)
            detail = f"{name} is not one of the errors: {', '.join(names)}"
            return self._error(values, name, statuses, detail)
        if not re.fullmatch(r"\d{3}", code):
            return None
        if not 200 <= int(code) <= 599:
            return answers.plain_response(400, f"{code} is not a response status")
        if self._success(code) is not None:  # it is the status of a success
            return None
        return self._error(values, None, [int(code)], "the method does not declare this status")

    def _success(self, code: str) -> doc.Response | None:
        """Return the declared success with the status that a client requests; None if there is
        none.

        Args:
            code: The status. If it is not a number of three digits, the usual success is returned.
        """
        # Without a declared success, the response has no content.
        usual = self.method.success_response or doc.Response(status_code=204)
        if not re.fullmatch(r"\d{3}", code):
            return usual
        for response in (usual, *(self.method.more_responses or ())):
            if answers.has_status(response, int(code)):
                return response
        return None

    def _succeed(
        self,
        request: Request,
        response: doc.Response,
        call_input: CallInput,
        draw: Callable[..., Values],
    ) -> Response:
        """Return the response to a valid call: a stream, a value from the store, or a drawn value.

        Args:
            request: The request.
            response: The declared success.
            call_input: The parameters and the body of the request.
            draw: Returns a source of values for this call; a text that it gets is added to the
                seed.
        """
        mock = self.mock
        method = self.method
        values = draw()
        status = response.status_code or 200  # only an answer over a WebSocket has none
        content: doc.Content | None = None
        if response.contents:
            content = answers.chosen_content(response.contents, request.headers.get("accept", ""))
            if content.stream:
                return answers.stream_response(
                    status, content, values, mock.options.events, mock.options.pace
                )
        value: Any = MISSING
        if mock.options.stateful:
            try:
                value = mock.store.call(method, request.url.path, call_input, draw)
            except StoreFull as error:
                return answers.plain_response(507, str(error))
        if value is GONE:
            return self._error(values, None, (404, 410), "there is nothing here")
        # The mock is not stateful, or its store keeps nothing for this method.
        if value is MISSING and content is not None and content.schema is not None:
            drawn = values.of(content.schema)
            # What the client has sent appears in the response again, as in most services.
            value = mock.store.merge(drawn, call_input.body, content.schema)
        headers = answers.header_values(method.response_headers or (), values)
        return answers.success_response(status, content, headers, values, value)

    def _path_values_by_brand(self, call_input: CallInput) -> Mapping[str, Any]:
        """Return the values of path parameters by their brands, the names of types such as
        ``OrderId``. Responses repeat them: ``GET /orders/7`` gives an order whose ``OrderId`` is 7.
        """
        values: dict[str, Any] = {}
        for parameter in self.method.path_params or ():
            # A valid call has a value for each placeholder of the path.
            for brand in self.mock.inputs.brands_of(parameter.schema):
                values[brand] = call_input.values[parameter.name]
        return values


def _draw(
    schemas: Schemas, seed: str, known: Mapping[str, Any], more: str = "", *, is_new: bool = False
) -> Values:
    """Return a source of values for one call.

    Args:
        schemas: The schemas of responses.
        seed: The seed of the call.
        known: The values of path parameters, which responses repeat, by brand: the name of a type
            such as ``OrderId``.
        more: An addition to the seed, so that a call can draw several different values.
        is_new: Whether values with brands are drawn even if the author gives examples of them, as
            for a new key, which has to differ from others.
    """
    return Values(schemas, f"{seed} {more}", known, is_new=is_new)
