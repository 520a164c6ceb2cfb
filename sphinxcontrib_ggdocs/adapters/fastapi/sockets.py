"""WebSocket contracts on the wire: one JSON object in each text frame.

===============================================  ==================================================
``{"method": "typing", "data": …}``              an event, in either direction
``{"id": 7, "method": "send_message", "data": …}``  a request; the id is the sender's choice
``{"id": 7, "data": …}``                         the answer to it
``{"id": 7, "error": {"type": …}}``              its failure, in the error format of the contract
===============================================  ==================================================

An event that fails is told likewise, with ``method`` in the place of ``id``. Bytes travel as Base64 strings. Messages
of one client are handled one after another. A client that sends bytes, or more than it waits for, is disconnected.
"""

import asyncio
import base64
import contextlib
import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocketDisconnect

from ...contracts.errors import FieldProblem, ServiceError
from ...contracts.mistakes import Mistakes, Where
from ...contracts.model import MISSING, BodyField, Content, Interaction, WebSocketContract
from ...contracts.possible_errors import possible_errors
from .answering import adapter_of
from .calls import Call, Guards, stand_guard
from .failures import (
    compact_json,
    declared_or_server_error,
    error_response,
    logger,
    problems_of,
    validation_failure,
    wire_form,
)
from .handlers import check_handler, hints_of, made_by
from .handshakes import Invalid, read_parameters

PENDING = 1000
"""Messages of one client that wait for the one before them; nobody who waits for answers comes near."""
UNSUPPORTED, GOING_WRONG, TOO_MANY = 1003, 1011, 1008
"""Why a connection is closed (RFC 6455, 7.4.1)."""


class PeerError(Exception):
    """The client has answered a request with an error; `failure` is what it sent."""

    def __init__(self, failure: Any) -> None:
        super().__init__(json.dumps(failure))
        self.failure = failure


class PeerGone(ConnectionError):
    """The client has left before it got a request, or before it answered one."""


@dataclass(slots=True, eq=False)
class Peer:
    """The client at the other end of a connection."""

    websocket: WebSocket
    parameters: Mapping[str, Any]
    """Of the handshake, validated, by name."""
    contract: WebSocketContract
    _waiting: dict[str, asyncio.Future[Any]] = field(default_factory=dict)
    _numbers: Any = field(default_factory=lambda: count(1))

    async def send(self, name: str, *values: Any, timeout: float | None = 60) -> Any:
        """Send a message from server to client; of one that is answered, return the answer.

        An event for a client that has left is dropped.

        Args:
            name: The contract's method.
            values: Its arguments, in order.
            timeout: How many seconds to wait for an answer.

        Raises:
            LookupError: The contract has no such method.
            ValidationError: A value is not of the declared type, or the answer is not.
            PeerError: The client answers with an error.
            PeerGone: It has left.
            TimeoutError: It does not answer.
        """
        each = _named(self.contract, name, "server_to_client")
        if each is None:
            raise LookupError(f"{self.contract.name} has no message {name!r} from server to client")
        frame: dict[str, Any] = {"method": name}
        if each.message is not None:
            frame["data"] = _dumped_message(each.message.contents[0], values)
        if not each.is_request:
            with contextlib.suppress(PeerGone):
                await self.put(frame)
            return None
        key = f"s{next(self._numbers)}"
        future = self._waiting[key] = asyncio.get_running_loop().create_future()
        try:
            await self.put({"id": key, **frame})
            answer = await asyncio.wait_for(future, timeout)
        finally:
            del self._waiting[key]
        return _loaded(each.answer, answer) if each.answer is not None else None

    async def put(self, frame: Mapping[str, Any]) -> None:
        """Send one frame.

        Raises:
            PeerGone: The client has left.
        """
        try:
            await self.websocket.send_text(compact_json(frame).decode())
        except (WebSocketDisconnect, RuntimeError) as error:  # starlette's, before and after it knows
            raise PeerGone("the client has left") from error

    def settle(self, frame: Mapping[str, Any]) -> None:
        """Take the answer to one of our requests; nobody waits for others."""
        future = self._waiting.get(str(frame.get("id")))
        if future is None or future.done():
            return
        if "error" in frame:
            future.set_exception(PeerError(frame["error"]))
        else:
            future.set_result(frame.get("data"))

    def leave(self) -> None:
        """Tell those who wait for an answer that none will come."""
        for future in self._waiting.values():
            if not future.done():
                future.set_exception(PeerGone("the client has left"))


def socket_router(api: type, contract: WebSocketContract, connect: Callable[[Peer], Any], guards: Guards) -> APIRouter:
    """A router with the one route of a WebSocket contract.

    Raises:
        ContractError: The objects that `connect` makes lack a method, or have it with other types.
    """
    names = [each.name for each in contract.interactions if each.direction == "client_to_server"]
    mistakes = Mistakes()
    made = made_by(connect, Where(owner=getattr(connect, "__qualname__", repr(connect))), mistakes)
    if made is not None:
        check_handler(api, made, names, mistakes)
    mistakes.raise_if_any()
    arguments = {name: [each for each in hints_of(getattr(api, name)) if each != "return"] for name in names}

    async def endpoint(websocket: WebSocket) -> None:
        call = Call(connection=websocket, contract=contract, method=None)
        try:
            await stand_guard(contract.middlewares, guards, call)
            peer = Peer(websocket, read_parameters(websocket, contract.parameters), contract)
            handler = connect(peer)
            if inspect.isawaitable(handler):
                handler = await handler
        except Exception as error:  # noqa: BLE001  # guards and handlers are the user's code
            await _refuse(websocket, error, contract)
            return
        await websocket.accept()
        await _Conversation(peer, handler, contract, guards, arguments).run()

    endpoint.__name__ = contract.name
    router = APIRouter()
    router.add_api_websocket_route(contract.path, endpoint, name=contract.name)
    return router


async def _refuse(websocket: WebSocket, error: Exception, contract: WebSocketContract) -> None:
    declared = possible_errors(contract)
    if isinstance(error, Invalid):
        failure = validation_failure(error.problems, declared)
    else:
        failure = declared_or_server_error(error, declared, f"{contract.name} (handshake)")
    if "websocket.http.response" in websocket.scope.get("extensions", {}):
        await websocket.send_denial_response(error_response(failure, contract.error_format))
    else:
        await websocket.close(code=TOO_MANY, reason=failure.type)


@dataclass(slots=True, eq=False)
class _Conversation:
    """One connection from its acceptance to its end."""

    peer: Peer
    handler: Any
    contract: WebSocketContract
    guards: Guards
    arguments: Mapping[str, list[str]]
    """The names of each method's arguments."""
    _queue: asyncio.Queue[Any] = field(default_factory=lambda: asyncio.Queue(PENDING))

    async def run(self) -> None:
        """Take frames until the client leaves: messages one after another, answers at once."""
        worker = asyncio.create_task(self._work())
        try:
            await self._listen()
        except Exception:  # noqa: BLE001  # `opened` is the user's code
            logger.exception("%s failed", self.contract.name)
            await self._close(GOING_WRONG)
        finally:
            self.peer.leave()
            worker.cancel()
            await self._end()

    async def _listen(self) -> None:
        opened = getattr(self.handler, "opened", None)
        if opened is not None:
            await _called(opened)
        while True:
            received = await self.peer.websocket.receive()
            if received["type"] == "websocket.disconnect":
                return None
            if received.get("text") is None:
                return await self._close(UNSUPPORTED)
            try:
                frame = json.loads(received["text"])
            except (ValueError, RecursionError):
                frame = None
            if isinstance(frame, dict) and "method" not in frame and "id" in frame:
                self.peer.settle(frame)
            elif self._queue.full():
                return await self._close(TOO_MANY)
            else:
                self._queue.put_nowait(frame)

    async def _close(self, code: int) -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # closed already
            await self.peer.websocket.close(code)

    async def _end(self) -> None:
        closed = getattr(self.handler, "closed", None)
        if closed is None:
            return
        try:
            await _called(closed)
        except Exception:  # noqa: BLE001  # the user's code, and nobody is there to be told
            logger.exception("%s: closing failed", self.contract.name)

    async def _work(self) -> None:
        while True:
            frame = await self._queue.get()
            try:
                await self._message(frame)
            except PeerGone:  # before the answer
                return

    async def _message(self, frame: Any) -> None:
        name = frame.get("method") if isinstance(frame, dict) else None
        each = _named(self.contract, name, "client_to_server")
        head: dict[str, Any] = {"id": frame["id"]} if isinstance(frame, dict) and "id" in frame else {"method": name}
        if each is None:
            problem = FieldProblem(path="method", message="is not the name of a message from client to server")
            return await self._fail(head, validation_failure([problem], ()))
        declared = (*possible_errors(self.contract, each), *possible_errors(self.contract))  # an event: only the latter
        try:
            call = Call(connection=self.peer.websocket, contract=self.contract, method=each)
            await stand_guard(self.contract.middlewares, self.guards, call)
            values = _arguments(each, self.arguments[each.name], frame.get("data"))
            answer = await _called(getattr(self.handler, each.name), **values)
            data = _dumped(each.answer, answer) if each.answer is not None else None
        except Invalid as error:
            return await self._fail(head, validation_failure(error.problems, declared))
        except Exception as error:  # noqa: BLE001  # handlers are the user's code
            where = f"{self.contract.name}.{name}"
            return await self._fail(head, declared_or_server_error(error, declared, where))
        if "id" in frame:
            await self.peer.put({**head, "data": data})
        return None

    async def _fail(self, head: Mapping[str, Any], error: ServiceError[Any]) -> None:
        await self.peer.put({**head, "error": wire_form(error, self.contract.error_format)})


async def _called(function: Callable[..., Any], **values: Any) -> Any:
    if inspect.iscoroutinefunction(function):
        return await function(**values)
    found = await run_in_threadpool(function, **values)
    return await found if inspect.isawaitable(found) else found


def _named(contract: WebSocketContract, name: Any, direction: str) -> Interaction | None:
    return next((each for each in contract.interactions if each.name == name and each.direction == direction), None)


def _arguments(each: Interaction, names: Sequence[str], data: Any) -> dict[str, Any]:
    """The handler's arguments from a message's data.

    Raises:
        Invalid: It does not have the declared form.
    """
    if each.message is None:
        return {}
    content = each.message.contents[0]
    try:
        if content.fields is None:
            return {names[0]: _loaded(content, data)}
        given = data if isinstance(data, dict) else {}
        absent = [item.name for item in content.fields if item.required and item.name not in given]
        if absent:
            raise Invalid([FieldProblem(path=f"data.{name}", message="Field required") for name in absent])
        return {item.argument or item.name: _field(item, given) for item in content.fields}
    except ValidationError as error:
        raise Invalid(problems_of(error, "data")) from error


def _field(item: BodyField, given: Mapping[str, Any]) -> Any:
    if item.name in given:
        return _loaded(Content(type=item.type), given[item.name])
    return None if item.default is MISSING else item.default


def _loaded(content: Content, data: Any) -> Any:
    if content.type is MISSING:
        return _bytes(data)
    return adapter_of(content.type).validate_json(compact_json(data))


def _bytes(data: Any) -> bytes:
    try:
        return base64.b64decode(data, validate=True)
    except (TypeError, ValueError) as error:
        raise Invalid([FieldProblem(path="data", message="Input should be bytes in Base64")]) from error


def _dumped(content: Content, value: Any) -> Any:
    if content.type is MISSING:
        return base64.b64encode(value).decode()
    adapter = adapter_of(content.type)
    return adapter.dump_python(adapter.validate_python(value, from_attributes=True), mode="json", by_alias=True)


def _dumped_message(content: Content, values: tuple[Any, ...]) -> Any:
    if content.fields is None:
        return _dumped(content, values[0])
    return {
        item.name: _dumped(Content(type=item.type), value) for item, value in zip(content.fields, values, strict=True)
    }
