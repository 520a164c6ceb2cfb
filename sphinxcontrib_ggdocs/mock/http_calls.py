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
from .inputs import Input, has_credentials
from .schemas import Schemas
from .store import GONE, Store, StoreFull
from .values import Values

Preferences: TypeAlias = Mapping[str, str]
"""What a client asks of the response, by name."""

_PREFERENCE = re.compile(r'\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s,;]*))')


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
    """One document, and what its mock knows besides."""

    def __init__(self, document: ApiDocsDocument, options: MockOptions) -> None:
        self.document = document
        self.options = options
        self.inputs = Schemas(document.schemas, "readOnly")
        self.outputs = Schemas(document.schemas, "writeOnly")
        self._chance = Random(str(options.seed))  # noqa: S311  # no secrets
        methods: list[doc.HttpMethod] = []
        for group in document.groups:
            for contract in group.contracts:
                if isinstance(contract, doc.HttpContract) and not contract.outgoing:
                    methods += contract.methods
        self.store = Store(methods, self.outputs)

    def errors(self, keys: Iterable[str] | None) -> dict[str, doc.Error]:
        """Return errors by their keys."""
        return {key: self.document.errors[key] for key in keys or ()}

    def error_names(self, keys: Iterable[str] | None) -> list[str]:
        """Return what clients call errors: by type, and one without a type by its key."""
        return [error.type or key for key, error in self.errors(keys).items()]

    def is_identified(self, connection: HTTPConnection, security: doc.Security | None) -> bool:
        """Return whether a caller has the credentials that are asked for."""
        schemes = self.document.security_schemes or {}
        return has_credentials(connection, security, schemes, self.options.credentials)

    async def wait(self, preferences: Preferences) -> bool:
        """Wait as long as the options or the client want; whether the call is to fail then."""
        preference = preferences.get("wait", "")
        delay = self.options.delay
        if re.fullmatch(r"\d+(\.\d+)?", preference):
            delay = min(float(preference), self.options.longest_wait)
        if delay:
            await asyncio.sleep(delay)
        return self._chance.random() < self.options.failures


def preferences_of(connection: HTTPConnection) -> Preferences:
    """Read the header ``Prefer`` (RFC 7240); browsers, which cannot set headers of a WebSocket,
    have the query parameter ``prefer`` there.
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
        """Answer one call.

        Args:
            request: The request.
            path: The texts of the path's placeholders.
        """
        mock, method, preferences = self.mock, self.method, preferences_of(request)
        fails = await mock.wait(preferences)
        read = Input(mock.inputs, mock.options.limits)
        seed = f"{mock.options.seed} {request.method} {request.url.path}?{request.url.query}"
        values = Values(mock.outputs, seed)
        if (preferred := self._preferred(preferences, values)) is not None:
            return preferred
        if fails:
            return self._error(values, SERVER_ERROR.type, (500, 503), "a failure on request")
        security = self.contract.security if method.security is None else method.security
        if not mock.is_identified(request, security):
            detail = "there are no accepted credentials"
            refusal = self._error(values, UNAUTHORIZED.type, (401, 403), detail)
            refusal.headers.setdefault("WWW-Authenticate", "Bearer")
            return refusal
        read.read_parameters(request, path, self.contract, method)
        if method.request_body is not None:
            await read.read_body(request, method.request_body)
        if read.problems:
            name = VALIDATION_ERROR.type if read.status == 422 else None
            statuses, detail = (read.status, 422, 400), "the request is not valid"
            return self._error(values, name, statuses, detail, read.problems)
        response = self._success(preferences.get("code", ""))
        assert response is not None  # else it was one of an error
        draw = partial(_draw, mock.outputs, f"{seed} {read.body}", self._known(read))
        return self._succeed(request, response, read, draw)

    def _error(
        self,
        values: Values,
        name: str | None,
        statuses: Sequence[int],
        detail: str,
        problems: Sequence[FieldProblem] = (),
    ) -> Response:
        """Return the declared error of a name or of a status, else a plain problem."""
        error = answers.find_error(self.mock.errors(self.method.errors), name, statuses)
        if error is None:
            return answers.plain_response(statuses[0], detail, problems)
        return answers.error_response(*error, self.contract.error_format, values, problems)

    def _preferred(self, preferences: Preferences, values: Values) -> Response | None:
        """Return the error that the client asks for, by code or by name."""
        name, code = preferences.get("error"), preferences.get("code", "")
        if name is not None:
            names = self.mock.error_names(self.method.errors)
            statuses = () if name in names else (400,)
            detail = f"{name} is not one of the errors: {', '.join(names)}"
            return self._error(values, name, statuses, detail)
        if not re.fullmatch(r"\d{3}", code):
            return None
        if not 200 <= int(code) <= 599:
            return answers.plain_response(400, f"{code} is not a response status")
        if self._success(code) is not None:
            return None
        return self._error(values, None, [int(code)], "the method does not declare this status")

    def _success(self, code: str) -> doc.Response | None:
        """Return the success of a status; the usual one if there is no status."""
        usual = self.method.success_response or doc.Response(status_code=204)
        for response in (usual, *(self.method.more_responses or ())):
            is_chosen = re.fullmatch(r"\d{3}", code)
            if not is_chosen or answers.has_status(response, int(code)):
                return response
        return None

    def _succeed(
        self, request: Request, response: doc.Response, read: Input, draw: Callable[..., Values]
    ) -> Response:
        mock, method, values = self.mock, self.method, draw()
        status, content = response.status_code or 200, None
        if response.contents:
            content = answers.chosen_content(response.contents, request.headers.get("accept", ""))
            if content.stream:
                events, pace = mock.options.events, mock.options.pace
                return answers.stream_response(status, content, values, events, pace)
        value: Any = MISSING
        if mock.options.stateful:
            try:
                value = mock.store.call(method, request.url.path, read, draw)
            except StoreFull as error:
                return answers.plain_response(507, str(error))
        if value is GONE:
            return self._error(values, None, (404, 410), "there is nothing here")
        if value is MISSING and content is not None and content.schema is not None:
            value = mock.store.merge(values.of(content.schema), read.body, content.schema)
        headers = answers.header_values(method.response_headers or (), values)
        return answers.success_response(status, content, headers, values, value)

    def _known(self, read: Input) -> Mapping[str, Any]:
        """Return the values of the path by their brands, which responses have again."""
        known: dict[str, Any] = {}
        for parameter in self.method.path_params or ():
            for brand in self.mock.inputs.brands_of(parameter.schema):
                known[brand] = read.values[parameter.name]
        return known


def _draw(
    schemas: Schemas, seed: str, known: Mapping[str, Any], more: str = "", *, is_new: bool = False
) -> Values:
    return Values(schemas, f"{seed} {more}", known, is_new=is_new)
