"""WebSocket contracts on the wire: one JSON object in each text frame.

===============================================  ==================================================
``{"method": "typing", "data": …}``              an event, in either direction
``{"id": 7, "method": "send_message", "data": …}``  a request; the id is the sender's choice
``{"id": 7, "data": …}``                         the answer to it
``{"id": 7, "error": {"type": …}}``              its failure, in the error format of the contract
===============================================  ==================================================

An event that fails is told likewise, with ``method`` in the place of ``id``. Bytes travel as Base64 strings.
"""

import asyncio
import base64
import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocketDisconnect

from ...contracts.errors import VALIDATION_ERROR, FieldProblem, ServiceError
from ...contracts.middleware import every_error
from ...contracts.mistakes import Mistakes
from ...contracts.model import MISSING, Content, Interaction, WebSocketContract
from .answering import adapter_of
from .arguments import Arguments, add_parameters
from .calls import Call, Guards, stand_guard
from .failures import declared_or_server_error, error_response, wire_form
from .handlers import check_handler


class PeerError(Exception):
    """The client has answered a request with an error; `failure` is what it sent."""

    def __init__(self, failure: Any) -> None:
        super().__init__(json.dumps(failure))
        self.failure = failure


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

        Args:
            name: The contract's method.
            values: Its arguments, in order.
            timeout: How many seconds to wait for an answer.

        Raises:
            LookupError: The contract has no such method.
            ValidationError: A value is not of the declared type, or the answer is not.
            PeerError: The client answers with an error.
            TimeoutError: It does not answer.
        """
        each = _named(self.contract, name, "server_to_client")
        if each is None:
            raise LookupError(f"{self.contract.name} has no message {name!r} from server to client")
        frame: dict[str, Any] = {"method": name}
        if each.message is not None:
            frame["data"] = _dumped_message(each.message.contents[0], values)
        if not each.is_request:
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
        """Send one frame."""
        await self.websocket.send_text(json.dumps(frame, ensure_ascii=False, separators=(",", ":")))

    def settle(self, frame: Mapping[str, Any]) -> None:
        """Take the answer to one of our requests; nobody waits for others."""
        future = self._waiting.get(str(frame.get("id")))
        if future is None or future.done():
            return
        if "error" in frame:
            future.set_exception(PeerError(frame["error"]))
        else:
            future.set_result(frame.get("data"))


def socket_router(api: type, contract: WebSocketContract, connect: Callable[[Peer], Any], guards: Guards) -> APIRouter:
    """A router with the one route of a WebSocket contract.

    Raises:
        ContractError: `connect` is a class whose objects lack a method, or have it with other types.
    """
    names = [each.name for each in contract.interactions if each.direction == "client_to_server"]
    if isinstance(connect, type):
        mistakes = Mistakes()
        check_handler(api, connect, names, mistakes)
        mistakes.raise_if_any()
    arguments = Arguments()
    add_parameters(arguments, contract.parameters, {})
    wire_names = {name: parameter.name for name, parameter in zip(arguments.direct, contract.parameters, strict=True)}

    async def endpoint(websocket: WebSocket, **given: Any) -> None:
        call = Call(connection=websocket, contract=contract, method=None)
        try:
            await stand_guard(contract.middlewares, guards, call)
            parameters = {wire: given[name] for name, wire in wire_names.items()}
            peer = Peer(websocket, parameters, contract)
            handler = connect(peer)
            if inspect.isawaitable(handler):
                handler = await handler
            if not isinstance(connect, type):
                mistakes = Mistakes()
                check_handler(api, handler, names, mistakes)
                mistakes.raise_if_any()
        except Exception as error:  # noqa: BLE001  # guards and handlers are the user's code
            await _refuse(websocket, error, contract)
            return
        await websocket.accept()
        await _Conversation(peer, handler, contract, guards).run()

    socket = inspect.Parameter("websocket", inspect.Parameter.KEYWORD_ONLY, annotation=WebSocket)
    endpoint.__signature__ = inspect.Signature([socket, *arguments.parameters])  # type: ignore[attr-defined]
    endpoint.__name__ = contract.name
    router = APIRouter()
    router.add_api_websocket_route(contract.path, endpoint, name=contract.name)
    return router


async def _refuse(websocket: WebSocket, error: Exception, contract: WebSocketContract) -> None:
    declared = every_error((), contract.middlewares)
    failure = declared_or_server_error(error, declared, f"{contract.name} (handshake)")
    if "websocket.http.response" in websocket.scope.get("extensions", {}):
        await websocket.send_denial_response(error_response(failure, contract.error_format))
    else:
        await websocket.close(code=1008, reason=failure.type)


@dataclass(slots=True, eq=False)
class _Conversation:
    """One connection from its acceptance to its end."""

    peer: Peer
    handler: Any
    contract: WebSocketContract
    guards: Guards
    _queue: asyncio.Queue[Any] = field(default_factory=asyncio.Queue)

    async def run(self) -> None:
        """Take frames until the client leaves: messages one after another, answers at once."""
        worker = asyncio.create_task(self._work())
        opened = getattr(self.handler, "opened", None)
        try:
            if opened is not None:
                await _called(opened)
            while True:
                text = await self.peer.websocket.receive_text()
                try:
                    frame = json.loads(text)
                except ValueError:
                    frame = None
                if isinstance(frame, dict) and "method" not in frame and "id" in frame:
                    self.peer.settle(frame)
                else:
                    self._queue.put_nowait(frame)
        except (WebSocketDisconnect, KeyError, RuntimeError):  # gone, or it sent bytes where text is due
            pass
        finally:
            worker.cancel()
            closed = getattr(self.handler, "closed", None)
            if closed is not None:
                await _called(closed)

    async def _work(self) -> None:
        while True:
            frame = await self._queue.get()
            try:
                await self._message(frame)
            except (WebSocketDisconnect, RuntimeError):  # the client has left before the answer
                return

    async def _message(self, frame: Any) -> None:
        name = frame.get("method") if isinstance(frame, dict) else None
        each = _named(self.contract, name, "client_to_server")
        head: dict[str, Any] = {"id": frame["id"]} if isinstance(frame, dict) and "id" in frame else {"method": name}
        if each is None:
            problem = FieldProblem(path="method", message="is not the name of a message from client to server")
            await self._fail(head, VALIDATION_ERROR([problem]))
            return
        try:
            call = Call(connection=self.peer.websocket, contract=self.contract, method=each)
            await stand_guard(self.contract.middlewares, self.guards, call)
            answer = await _called(getattr(self.handler, each.name), *_arguments(each, frame.get("data")))
            if "id" in frame:
                data = _dumped(each.answer, answer) if each.answer is not None else None
                await self.peer.put({**head, "data": data})
        except _Invalid as error:
            await self._fail(head, VALIDATION_ERROR(error.problems))
        except (WebSocketDisconnect, asyncio.CancelledError):
            raise
        except Exception as error:  # noqa: BLE001  # handlers are the user's code
            declared = every_error(each.errors, self.contract.middlewares)
            await self._fail(head, declared_or_server_error(error, declared, f"{self.contract.name}.{name}"))

    async def _fail(self, head: Mapping[str, Any], error: ServiceError[Any]) -> None:
        await self.peer.put({**head, "error": wire_form(error, self.contract.error_format)})


class _Invalid(Exception):
    """A message that does not have the declared form."""

    def __init__(self, problems: list[FieldProblem]) -> None:
        super().__init__()
        self.problems = problems


async def _called(function: Callable[..., Any], *values: Any) -> Any:
    found = function(*values) if inspect.iscoroutinefunction(function) else await run_in_threadpool(function, *values)
    return await found if inspect.isawaitable(found) else found


def _named(contract: WebSocketContract, name: Any, direction: str) -> Interaction | None:
    return next((each for each in contract.interactions if each.name == name and each.direction == direction), None)


def _arguments(each: Interaction, data: Any) -> list[Any]:
    """The handler's arguments from a message's data.

    Raises:
        _Invalid: It does not have the declared form.
    """
    if each.message is None:
        return []
    content = each.message.contents[0]
    try:
        if content.fields is None:
            return [_loaded(content, data)]
        given = data if isinstance(data, dict) else {}
        absent = [item.name for item in content.fields if item.required and item.name not in given]
        if absent:
            raise _Invalid([FieldProblem(path=f"data.{name}", message="Field required") for name in absent])
        return [
            adapter_of(item.type).validate_python(given[item.name]) if item.name in given else item.default
            for item in content.fields
        ]
    except ValidationError as error:
        steps = [(".".join(["data", *map(str, item["loc"])]), item["msg"]) for item in error.errors()]
        raise _Invalid([FieldProblem(path=path, message=text) for path, text in steps]) from error


def _loaded(content: Content, data: Any) -> Any:
    if content.type is MISSING:
        return base64.b64decode(data)
    return adapter_of(content.type).validate_json(json.dumps(data))


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
