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
from .http_calls import MockDocument, read_preferences
from .inputs import CallInput, read_json
from .values import Values

POLICY = 1008
"""The close code for a violation of a policy (RFC 6455, 7.4.1)."""
LONGEST_REASON = 100
"""The bytes of the reason with which a connection is closed; WebSockets allow 123 (RFC 6455,
5.5)."""
_CAUSES: tuple[Cause, ...] = ("invalid", "not_json", "not_a_message", "unknown_method")
"""Why a message is refused. A document lists the codes of an error in this order, and equal ones
once; most errors have a single code for all causes."""


@dataclass(slots=True)
class SocketCalls:
    """Serves the connections of one contract."""

    mock: MockDocument
    contract: doc.WebSocketContract

    async def serve(self, websocket: WebSocket, path: Mapping[str, str]) -> None:
        """Serve one connection from its handshake to its end.

        Args:
            websocket: The connection.
            path: The texts in the place of the path's placeholders, by name.
        """
        refusal = self._refusal(websocket, path)
        if refusal is None:
            # Browsers close a connection whose server chooses none of the subprotocols that they
            # offer.
            offered_subprotocols = websocket.scope.get("subprotocols", [])
            subprotocol = offered_subprotocols[0] if offered_subprotocols else None
            await websocket.accept(subprotocol)
            framing = framing_of(self.contract.framing)
            await _Connection(self.mock, self.contract, framing, websocket).run()
        # Servers without this ASGI extension can only close the connection, which is a plain 403.
        elif "websocket.http.response" in websocket.scope.get("extensions", {}):
            await websocket.send_denial_response(refusal)
        else:
            await websocket.close(POLICY)

    def _refusal(self, websocket: WebSocket, path: Mapping[str, str]) -> Response | None:
        """Return the response to a handshake that is refused; None if it is accepted.

        Args:
            websocket: The connection.
            path: The texts in the place of the path's placeholders, by name.
        """
        handshake = CallInput(self.mock.inputs, self.mock.options.limits)
        # The contract of a WebSocket declares all parameters of the handshake.
        handshake.read_parameters(websocket, path, self.contract, self.contract)
        requested_status = read_preferences(websocket).get("code", "")
        statuses: tuple[int, ...]
        if re.fullmatch(r"[45]\d\d", requested_status):
            name = ""  # no name: the error is found by its status
            statuses = (int(requested_status),)
        elif not self.mock.is_identified(websocket, self.contract.security):
            name = UNAUTHORIZED.type
            statuses = (401, 403)
        elif handshake.problems:
            name = VALIDATION_ERROR.type
            statuses = (422, 400)
        else:
            return None
        errors = self.mock.errors(self.contract.errors)
        declared = answers.find_error(errors, name, statuses)
        if declared is None:
            # The last status is the most general one.
            return answers.plain_response(statuses[-1], name, handshake.problems)
        error, status = declared
        error_format = self.contract.error_format
        values = Values(self.mock.outputs, f"{self.mock.options.seed} {websocket.url.path}")
        return answers.error_response(error, status, error_format, values, handshake.problems)


@dataclass(slots=True)
class _Message:
    """The facts about a message from the client that its answer needs."""

    method: doc.WebSocketMethod | None = None
    """None if no method of the contract has the message."""
    name: str | None = None
    """The name of the method in the frame, declared or not; None if the frame has none."""
    id: Any = None
    """None if the message has no id."""


@dataclass(slots=True)
class _Connection:
    """One accepted connection."""

    mock: MockDocument
    contract: doc.WebSocketContract
    framing: Framing
    websocket: WebSocket
    open_requests: int = 0
    """How many requests the mock has sent to the client whose answers have not arrived."""

    async def run(self) -> None:
        """Read and answer messages, and send others meanwhile, until the client leaves."""
        sending = asyncio.create_task(self._send_messages())
        try:
            while True:
                event = await self.websocket.receive()
                if event["type"] != "websocket.receive":  # the client has left
                    break
                await self._read(event.get("text"))
        except (WebSocketDisconnect, RuntimeError):  # the client has left while it was answered
            pass
        finally:
            sending.cancel()

    async def _read(self, text: str | None) -> None:
        """Read one frame, and answer it.

        Args:
            text: The text of the frame; None for a binary one.
        """
        if text is None:
            await self._read_bytes()
            return
        try:
            value = read_json(text, self.mock.options.limits)
        except (ValueError, RecursionError) as error:
            # Nothing is known about the message, so its method, name and id are None.
            await self._refuse(_Message(), f"This is not JSON: {error}", "not_json")
            return
        if self.framing.names_methods:
            await self._read_named(value)
        else:  # the frame is only a payload, whose content shows which method it is for
            await self._read_bare(value)

    def _methods_from_client(self) -> list[doc.WebSocketMethod]:
        """Return the methods whose messages clients send (``OUT``, as a client sees it)."""
        return [method for method in self.contract.methods if method.ws_direction == "OUT"]

    def _methods_to_client(self) -> list[doc.WebSocketMethod]:
        """Return the methods whose messages the service sends (``IN``, as a client sees it)."""
        return [method for method in self.contract.methods if method.ws_direction == "IN"]

    # --- writing ---

    async def _send_messages(self) -> None:
        """Send the messages that go from server to client, one after the other and from the start
        again, as many as the options say. Requests have the ids ``s1``, ``s2`` and so on, as those
        of a real service.
        """
        methods = self._methods_to_client()
        if not methods:
            return
        with suppress(WebSocketDisconnect, RuntimeError):  # the client has left
            for number in range(self.mock.options.events):
                await asyncio.sleep(self.mock.options.pace)
                method = methods[number % len(methods)]
                kind: FrameKind = "event"
                if method.ws_pattern == "req":
                    kind = "request"
                    self.open_requests += 1
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
        """Send a message with a drawn payload.

        Args:
            kind: Whether it is a request, an event or an answer.
            method: The method that it belongs to.
            id: The id of the message; None if it has none.
            body: The declared payload; None if it has none.
            seed: What the drawn payload depends on.
        """
        template = template_for(self.framing, kind, method)
        contents = body.contents if body is not None else None
        # Without a declared payload, an answer has null, and other frames have none.
        payload: Any = None if kind == "answer" else ABSENT
        if contents:
            schema = contents[0].schema
            payload = b"ggdocs mock"  # a payload without a schema is bytes
            if schema is not None:
                payload = self._values(seed).of(schema)
        is_frame_the_payload = template is Placeholder.PAYLOAD
        if is_frame_the_payload and isinstance(payload, bytes):
            await self.websocket.send_bytes(payload)
            return
        if isinstance(payload, bytes):  # inside JSON, bytes are Base64
            payload = base64.b64encode(payload).decode()
        await self._write(template, id, payload, method.name)

    def _values(self, seed: str) -> Values:
        """Return a source of values that depends on the mock's seed, the path and another seed."""
        path = self.websocket.url.path
        return Values(self.mock.outputs, f"{self.mock.options.seed} {path} {seed}")

    async def _write(
        self, template: Any, id: Any, payload: Any, name: str | None, **error_parts: Any
    ) -> None:
        """Send a text frame.

        Args:
            template: The frame with placeholders, from the framing of the contract.
            id: The id of the message; None if it has none.
            payload: The payload, or the data of an error.
            name: The name of the method; None if it is not known.
            error_parts: The values of other placeholders, by their names: of an error its type, its
                code and its message.
        """
        pointer = self.framing.correlation_id
        if pointer is not None and id is not None and isinstance(payload, dict):
            # The framing has no place for the id; it is a property of the payload.
            id_property = pointer[1:]  # the pointer has a single step: `/id`
            payload = {**payload, id_property: id}
        # A template has one of the two, depending on whether it is that of errors.
        parts = {Placeholder.PAYLOAD: payload, Placeholder.ERROR: payload}
        for key, value in error_parts.items():
            parts[Placeholder(key)] = value
        # Of a message about which nothing is known, the frame repeats neither an id nor a method:
        # `fill` omits placeholders without a value.
        if id is not None or name is not None:
            parts |= {Placeholder.ID: id, Placeholder.METHOD: name}
        frame = fill(template, parts)
        if frame is ABSENT:  # the frame is only the payload, and there is none: null is sent
            frame = None
        await self.websocket.send_text(compact_json(frame).decode())

    # --- reading ---

    async def _read_bytes(self) -> None:
        """Answer a binary frame: as a message of the first method whose payload has no schema.
        Without such a method, it may be the answer to a request of the mock; otherwise it is
        refused.
        """
        for method in self._methods_from_client():
            contents = method.ws_input.contents if method.ws_input is not None else ()
            # The payload is not passed on: without a schema, nothing can be wrong with it.
            if contents and contents[0].schema is None:
                await self._handle(_Message(method, method.name), ABSENT)
                return
        if not self.open_requests:
            await self._refuse(_Message(), "a binary frame", "not_json")

    async def _read_named(self, value: Any) -> None:
        """Answer a message whose frame names its method.

        Args:
            value: The JSON value of the frame.
        """
        framing = self.framing
        # A frame that fits no template counts as an event with an invalid id.
        kind, parts = framing.read(value) or ("event", {Placeholder.ID: None})
        if kind not in ("request", "event"):  # an answer of the client needs no response
            return
        if not is_id(parts.get(Placeholder.ID, "")):  # a missing id is valid
            problem = "This is not a message, or its id is invalid"
            await self._refuse(_Message(), problem, "not_a_message")
            return
        id = parts.get(Placeholder.ID)
        name = str(parts.get(Placeholder.METHOD))  # of a value that is no text, an unknown name
        methods = {method.name: method for method in self._methods_from_client()}
        message = _Message(methods.get(name), name, id)
        if message.method is None:
            await self._refuse(message, f"There is no message {name}", "unknown_method")
        elif message.method.ws_pattern == "req" and framing.has_ids and id is None:
            await self._refuse(message, f"{name} is a request, which has an id", "not_a_message")
        else:
            # The template of the method may have the payload in another place than the general one.
            method_parts = match(template_for(framing, kind, message.method), value) or {}
            await self._handle(message, method_parts.get(Placeholder.PAYLOAD, ABSENT))

    async def _read_bare(self, value: Any) -> None:
        """Answer a message whose frame does not name its method, so that it is recognized by its
        content. If it fits no method, it may be the answer to a request of the mock.

        Args:
            value: The JSON value of the frame, which is the payload.
        """
        id = None
        pointer = self.framing.correlation_id
        if pointer and isinstance(value, dict):
            id_property = pointer[1:]  # the pointer has a single step: `/id`
            id = value.get(id_property)
        method = self._method_of(value)
        if method is None and self.open_requests:
            self.open_requests -= 1
            return
        methods = self._methods_from_client()
        if method is None and len(methods) == 1 and self.framing.discriminator is None:
            method = methods[0]  # an invalid message of the only method
        if method is not None:
            await self._handle(_Message(method, method.name, id), value)
            return
        problem = "This is not a message from client to server"
        await self._refuse(_Message(None, None, id), problem, "unknown_method")

    def _method_of(self, payload: Any) -> doc.WebSocketMethod | None:
        """Return the first method from client to server that a payload belongs to, by the payload's
        discriminator, or, if the framing has none, by the schema; None if there is none.
        """
        tag = self.framing.discriminator
        for method in self._methods_from_client():
            schema = _first_schema(method.ws_input)
            if schema is None:  # it has no payload, or is sent in a binary frame
                continue
            if tag is None:
                is_of_method = self.mock.inputs.is_valid(payload, schema)
            else:
                is_of_method = isinstance(payload, dict) and self._has_tag(payload, tag, schema)
            if is_of_method:
                return method
        return None

    def _has_tag(self, payload: dict[str, Any], tag: str, schema: AnySchema) -> bool:
        """Return whether the value of a payload's discriminator is one of those that a schema
        declares.

        Args:
            payload: The payload.
            tag: The name of the discriminator, a property.
            schema: The schema.
        """
        for shape in self.mock.inputs.shapes_of(schema):
            declared = shape.properties.get(tag)
            if isinstance(declared, dict):
                declared_values = listed_values(declared) or ()
                if payload.get(tag) in declared_values:
                    return True
        return False

    async def _handle(self, message: _Message, payload: Any) -> None:
        """Answer a message of a known method: with the error that the client requests or that
        chance decides, with an error about credentials or the payload, or with a drawn answer if
        the method has one.

        Args:
            message: The message; its method is known.
            payload: Its payload, as JSON has it; `ABSENT` if it has none.
        """
        method = message.method
        assert method is not None
        # What the client has requested in the handshake applies to all of its messages.
        preferences = read_preferences(self.websocket)
        requested_error = preferences.get("error")
        if await self.mock.wait(preferences) and requested_error is None:
            requested_error = SERVER_ERROR.type
        is_request = method.ws_pattern == "req"
        error_keys = method.errors
        if not is_request:
            error_keys = (*error_keys, *self._errors_of_all_events())
        # An error that is not declared is never sent, not even SERVER_ERROR by chance.
        if requested_error in self.mock.error_names(error_keys):
            await self._fail(message, error_keys, requested_error, ())
            return
        security = method.security
        if security is None:  # then that of the contract applies
            security = self.contract.security
        if not self.mock.is_identified(self.websocket, security):
            await self._fail(message, error_keys, UNAUTHORIZED.type, (401, 403))
            return
        problems = self._problems(method, payload)
        if problems:
            await self._fail(message, error_keys, VALIDATION_ERROR.type, (422, 400), problems)
        # In a framing that names methods, an event that came with an id is answered, too.
        elif is_request or (message.id is not None and self.framing.names_methods):
            seed = f"answer {method.name} {payload}"
            await self._send("answer", method, message.id, method.success_response, seed)

    def _errors_of_all_events(self) -> tuple[str, ...]:
        """Return the keys of the errors that the contract declares for all of its events, without
        those that some event declares itself.
        """
        # The list in the framing has both.
        declared_by_events: set[str] = set()
        for method in self.contract.methods:
            if method.ws_pattern == "event":
                declared_by_events.update(method.errors)
        event_errors = self.contract.framing.event_errors or ()
        return tuple(key for key in event_errors if key not in declared_by_events)

    def _problems(self, method: doc.WebSocketMethod, payload: Any) -> list[FieldProblem]:
        """Return what is wrong with the payload of a message; nothing if its method declares no
        schema.

        Args:
            method: The method of the message.
            payload: The payload; `ABSENT` if the message has none.
        """
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
        """Answer a frame that is not a message of the contract.

        Args:
            message: What is known of it.
            problem: What is wrong.
            cause: The kind of the problem, which selects the template and the code of the error.
        """
        keys = self.contract.framing.refusals or ()
        problems = [FieldProblem(path="", message=problem)]
        await self._fail(message, keys, VALIDATION_ERROR.type, (422,), problems, cause)

    async def _fail(
        self,
        message: _Message,
        keys: Collection[str],
        name: str | None,
        statuses: Sequence[int],
        problems: Sequence[FieldProblem] = (),
        cause: Cause = "invalid",
    ) -> None:
        """Send a declared error. If none of the errors fits, close the connection; the reason is
        the first of `problems`, or else `name`. If the framing has no frame for an error of such a
        message, send nothing.

        Args:
            message: The message that the error answers.
            keys: The keys of the declared errors that may answer it.
            name: The type of the error or its key; None to search by status only.
            statuses: The statuses of the error, the most fitting first.
            problems: What is wrong with the payload.
            cause: The kind of the problem, which selects the template and the code of the error.
        """
        declared = answers.find_error(self.mock.errors(keys), name, statuses)
        if declared is None:
            reason = problems[0].message if problems else str(name)
            first_bytes = reason.encode("utf-8", "replace")[:LONGEST_REASON]
            # The last character may have been cut in two.
            await self.websocket.close(POLICY, first_bytes.decode("utf-8", "ignore"))
            return
        error, _status = declared  # A frame has no status.
        template = self.framing.error_template(message.id, message.name, cause)
        if template is None:
            return
        # The document lists the codes by the error's key, which `find_error` does not return.
        (key,) = (key for key in keys if self.mock.document.errors[key] is error)
        body = answers.error_body(error, self.contract.error_format, self._values(key), problems)
        # Without a code of its own, an error has its status as the code.
        codes = (self.contract.framing.codes or {}).get(key) or (error.status_code,)
        # If there are fewer codes than causes, the last code stands for the other causes.
        code_position = min(_CAUSES.index(cause), len(codes) - 1)
        await self._write(
            template,
            message.id,
            body,
            message.name,
            type=error.type,
            code=codes[code_position],
            message=error.description or error.type,
        )


def _first_schema(body: doc.Body | None) -> AnySchema | None:
    """Return the schema of the payload of a message; None if the message has no payload, or bytes
    without a schema.
    """
    if body is None or not body.contents:
        return None
    return body.contents[0].schema
