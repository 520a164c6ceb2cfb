"""Handles connections of WebSocket contracts: responds to requests, and sends messages at
intervals.
"""

import asyncio
import base64
import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from ..contracts.errors import SERVER_ERROR, UNAUTHORIZED, VALIDATION_ERROR, FieldProblem
from ..contracts.framing import (
    ABSENT,
    Cause,
    FrameKind,
    Framing,
    Placeholder,
    fill,
    is_id,
    match,
)
from ..document import parts as doc
from ..document.framings import framing_of, template_for
from ..history.shapes import AnySchema, listed_values
from ..runtime.json_values import compact_json
from . import answers
from .http_calls import MockDocument, preferences_of
from .inputs import Input, read_json
from .values import Values

POLICY = 1008
"""Why a connection is closed (RFC 6455, 7.4.1)."""
_CAUSES: tuple[Cause, ...] = ("invalid", "not_json", "not_a_message", "unknown_method")
"""Why a message is refused, in the order of the codes that a document has."""


@dataclass(slots=True)
class SocketCalls:
    """Serves the connections of one contract."""

    mock: MockDocument
    part: doc.WebSocketContract

    async def serve(self, websocket: WebSocket, path: Mapping[str, str]) -> None:
        """Serve one connection from its handshake to its end.

        Args:
            websocket: The connection.
            path: The texts of the path's placeholders.
        """
        refusal = self._refusal(websocket, path)
        if refusal is None:
            offered = websocket.scope.get("subprotocols", [])
            # Browsers fail a connection whose server chooses none of those that they offer.
            await websocket.accept(offered[0] if offered else None)
            framing = framing_of(self.part.framing)
            await _Connection(self.mock, self.part, framing, websocket).run()
        elif "websocket.http.response" in websocket.scope.get("extensions", {}):
            await websocket.send_denial_response(refusal)
        else:
            await websocket.close(POLICY)

    def _refusal(self, websocket: WebSocket, path: Mapping[str, str]) -> Response | None:
        """Return the response to a handshake that is not accepted."""
        read, name = Input(self.mock.inputs, self.mock.options.limits), VALIDATION_ERROR.type
        statuses: tuple[int, ...] = (422, 400)
        code = preferences_of(websocket).get("code", "")
        errors = self.mock.errors(self.part.errors)
        read.read_parameters(websocket, path, self.part, self.part)
        if re.fullmatch(r"[45]\d\d", code):
            name, statuses = "", (int(code),)
        elif not self.mock.is_identified(websocket, self.part.security):
            name, statuses = UNAUTHORIZED.type, (401, 403)
        elif not read.problems:
            return None
        error = answers.find_error(errors, name, statuses)
        if error is None:
            return answers.plain_response(statuses[-1], name, read.problems)
        values = Values(self.mock.outputs, f"{self.mock.options.seed} {websocket.url.path}")
        return answers.error_response(*error, self.part.error_format, values, read.problems)


@dataclass(slots=True)
class _Message:
    """What an answer to a message needs of it."""

    method: doc.WebSocketMethod | None = None
    name: str | None = None
    id: Any = None


@dataclass(slots=True)
class _Connection:
    """One accepted connection."""

    mock: MockDocument
    part: doc.WebSocketContract
    framing: Framing
    websocket: WebSocket
    waiting: int = 0
    """Requests to the client without an answer, where answers have no id."""

    async def run(self) -> None:
        """Read and answer until the client leaves."""
        sending = asyncio.create_task(self._send_messages())
        try:
            while (received := await self.websocket.receive())["type"] == "websocket.receive":
                text = received.get("text")
                if text is None:
                    await self._read_bytes()
                    continue
                try:
                    value = read_json(text, self.mock.options.limits)
                except (ValueError, RecursionError) as error:
                    await self._refuse(_Message(), f"This is not JSON: {error}", "not_json")
                    continue
                if self.framing.names_methods:
                    await self._read_named(value)
                else:
                    await self._read_bare(value)
        except (WebSocketDisconnect, RuntimeError):  # the client has left while it was answered
            pass
        finally:
            sending.cancel()

    def _methods(self, direction: str) -> list[doc.WebSocketMethod]:
        return [method for method in self.part.methods if method.ws_direction == direction]

    # --- writing ---

    async def _send_messages(self) -> None:
        """Send the messages from server to client in turn."""
        methods = self._methods("IN")
        with suppress(WebSocketDisconnect, RuntimeError):
            for number in range(self.mock.options.events if methods else 0):
                await asyncio.sleep(self.mock.options.pace)
                method = methods[number % len(methods)]
                kind: FrameKind = "request" if method.ws_pattern == "req" else "event"
                self.waiting += kind == "request"
                seed = f"message {number}"
                await self._send(kind, method, f"s{number + 1}", method.ws_input, seed)

    async def _send(
        self,
        kind: FrameKind,
        method: doc.WebSocketMethod,
        id: Any,
        body: doc.Body | doc.Response | None,
        seed: str,
    ) -> None:
        """Send a message with a payload that a seed draws."""
        template = template_for(self.framing, kind, method)
        contents = body.contents if body is not None else None
        payload: Any = None if kind == "answer" else ABSENT
        if contents and contents[0].schema is not None:
            payload = self._values(seed).of(contents[0].schema)
        elif contents:
            payload = b"ggdocs mock"
        if template is Placeholder.PAYLOAD and isinstance(payload, bytes):
            await self.websocket.send_bytes(payload)
            return
        if isinstance(payload, bytes):
            payload = base64.b64encode(payload).decode()
        await self._write(template, id, payload, method.name)

    def _values(self, seed: str) -> Values:
        path = self.websocket.url.path
        return Values(self.mock.outputs, f"{self.mock.options.seed} {path} {seed}")

    async def _write(
        self, template: Any, id: Any, payload: Any, name: str | None, **more: Any
    ) -> None:
        pointer = self.framing.correlation_id
        if pointer is not None and id is not None and isinstance(payload, dict):
            payload = {**payload, pointer[1:]: id}
        parts = {Placeholder.PAYLOAD: payload, Placeholder.ERROR: payload}
        for key, value in more.items():
            parts[Placeholder(key)] = value
        if id is not None or name is not None:
            parts |= {Placeholder.ID: id, Placeholder.METHOD: name}
        frame = fill(template, parts)
        if frame is ABSENT:
            frame = None
        await self.websocket.send_text(compact_json(frame).decode())

    # --- reading ---

    async def _read_bytes(self) -> None:
        """Answer a binary frame, which is a payload that nothing describes."""
        for method in self._methods("OUT"):
            contents = method.ws_input.contents if method.ws_input is not None else ()
            if contents and contents[0].schema is None:
                await self._handle(_Message(method, method.name), ABSENT)
                return
        if not self.waiting:
            await self._refuse(_Message(), "a binary frame", "not_json")

    async def _read_named(self, value: Any) -> None:
        framing = self.framing
        kind, parts = framing.read(value) or ("event", {Placeholder.ID: None})
        if kind not in ("request", "event"):
            return
        if not is_id(parts.get(Placeholder.ID, "")):
            problem = "This is not a message, or its id is invalid"
            await self._refuse(_Message(), problem, "not_a_message")
            return
        id, name = parts.get(Placeholder.ID), str(parts.get(Placeholder.METHOD))
        methods = {method.name: method for method in self._methods("OUT")}
        message = _Message(methods.get(name), name, id)
        if message.method is None:
            await self._refuse(message, f"There is no message {name}", "unknown_method")
        elif message.method.ws_pattern == "req" and framing.has_ids and id is None:
            await self._refuse(message, f"{name} is a request, which has an id", "not_a_message")
        else:
            own = match(template_for(framing, kind, message.method), value) or {}
            await self._handle(message, own.get(Placeholder.PAYLOAD, ABSENT))

    async def _read_bare(self, value: Any) -> None:
        """Answer a message whose frame does not name its method."""
        id = None
        pointer = self.framing.correlation_id
        if pointer and isinstance(value, dict):
            id = value.get(pointer[1:])
        method = self._method_of(value)
        if method is None and self.waiting:
            self.waiting -= 1  # an answer of the client
            return
        methods = self._methods("OUT")
        if method is None and len(methods) == 1 and self.framing.discriminator is None:
            method = methods[0]
        if method is not None:
            await self._handle(_Message(method, method.name, id), value)
            return
        problem = "This is not a message from client to server"
        await self._refuse(_Message(None, None, id), problem, "unknown_method")

    def _method_of(self, payload: Any) -> doc.WebSocketMethod | None:
        """Return the first method of which a payload is one, by its discriminator or else by its
        schema.
        """
        tag = self.framing.discriminator
        for method in self._methods("OUT"):
            schema = _first_schema(method.ws_input)
            if schema is None:
                continue
            if tag is None:
                is_of_method = self.mock.inputs.is_valid(payload, schema)
            else:
                is_of_method = isinstance(payload, dict) and self._has_tag(payload, tag, schema)
            if is_of_method:
                return method
        return None

    def _has_tag(self, payload: dict[str, Any], tag: str, schema: AnySchema) -> bool:
        """Return whether the discriminator of a payload has a value that its schema declares."""
        for shape in self.mock.inputs.shapes_of(schema):
            declared = shape.properties.get(tag)
            if isinstance(declared, dict) and payload.get(tag) in (listed_values(declared) or ()):
                return True
        return False

    async def _handle(self, message: _Message, payload: Any) -> None:
        """Hold a message against the contract, and answer it."""
        method = message.method
        assert method is not None
        preferences = preferences_of(self.websocket)
        requested_error = preferences.get("error")
        if await self.mock.wait(preferences) and requested_error is None:
            requested_error = SERVER_ERROR.type
        is_request = method.ws_pattern == "req"
        keys = method.errors
        if not is_request:  # of other events, those that all of them have
            keys = (*keys, *self._errors_of_all_events())
        if requested_error in self.mock.error_names(keys):
            await self._fail(message, keys, requested_error, ())
            return
        security = method.security
        if security is None:
            security = self.part.security
        if not self.mock.is_identified(self.websocket, security):
            await self._fail(message, keys, UNAUTHORIZED.type, (401, 403))
            return
        problems = self._problems(method, payload)
        if problems:
            await self._fail(message, keys, VALIDATION_ERROR.type, (422, 400), problems)
        elif is_request or (message.id is not None and self.framing.names_methods):
            seed = f"answer {method.name} {payload}"
            await self._send("answer", method, message.id, method.success_response, seed)

    def _errors_of_all_events(self) -> tuple[str, ...]:
        """Return the errors of failed events that no event declares itself."""
        own: set[str] = set()
        for method in self.part.methods:
            if method.ws_pattern == "event":
                own.update(method.errors)
        return tuple(key for key in self.part.framing.event_errors or () if key not in own)

    def _problems(self, method: doc.WebSocketMethod, payload: Any) -> list[FieldProblem]:
        body = method.ws_input
        schema = _first_schema(body)
        if body is None or schema is None:
            return []
        if payload is not ABSENT:
            return self.mock.inputs.problems(payload, schema, "")
        if body.required:
            return [FieldProblem(path="", message="The payload is missing")]
        return []

    async def _refuse(self, message: _Message, problem: str, cause: Cause) -> None:
        """Answer what is not a message of the contract."""
        keys, problems = self.part.framing.refusals, [FieldProblem(path="", message=problem)]
        await self._fail(message, keys or (), VALIDATION_ERROR.type, (422,), problems, cause)

    async def _fail(
        self,
        message: _Message,
        keys: Collection[str],
        name: str | None,
        statuses: Sequence[int],
        problems: Sequence[FieldProblem] = (),
        cause: Cause = "invalid",
    ) -> None:
        """Send the declared error of a name or a status; close the connection if there is none."""
        declared = answers.find_error(self.mock.errors(keys), name, statuses)
        if declared is None:
            reason = problems[0].message if problems else str(name)
            # At most 123 bytes (RFC 6455, 5.5.1).
            short = reason.encode("utf-8", "replace")[:100].decode("utf-8", "ignore")
            await self.websocket.close(POLICY, short)
            return
        error = declared[0]
        template = self.framing.error_template(message.id, message.name, cause)
        if template is None:
            return
        (key,) = (key for key in keys if self.mock.document.errors[key] is error)
        codes = (self.part.framing.codes or {}).get(key) or (error.status_code,)
        body = answers.error_body(error, self.part.error_format, self._values(key), problems)
        code = codes[min(_CAUSES.index(cause), len(codes) - 1)]
        text = error.description or error.type
        await self._write(
            template, message.id, body, message.name, type=error.type, code=code, message=text
        )


def _first_schema(body: doc.Body | None) -> AnySchema | None:
    """Return the schema of a message; None for bytes, and where there is no payload."""
    if body is None or not body.contents:
        return None
    return body.contents[0].schema
