"""Builds the routes of WebSocket contracts: from a handshake to the end of a connection.

Messages have the contract's framing. A handshake that a guard or a parameter's type rejects gets an
HTTP response in the error format of the contract.
"""

import asyncio
import contextlib
import inspect
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fastapi import APIRouter, Depends, WebSocket
from fastapi.exceptions import FastAPIError, WebSocketRequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.websockets import WebSocketDisconnect, WebSocketState

from ..contracts.contract_errors import BadOption, Location, Problems
from ..contracts.credentials import credential_places, validated_parameters
from ..contracts.errors import VALIDATION_ERROR, ServiceError
from ..contracts.model import WebSocketContract
from ..contracts.possible_errors import (
    event_failures,
    possible_errors,
    refusal_errors,
    runtime_error,
)
from ..contracts.served import EndpointSocket, note_served
from .error_responses import (
    Invalid,
    RepeatedCredentials,
    cancellations_as_errors,
    credential_failure,
    declared_or_server_error,
    error_response,
    has_own_handler,
    logger,
    problems_of,
    validation_failure,
)
from .frame_codec import (
    ClientAnswer,
    ClientMessage,
    Frame,
    FrameCodec,
    UnreadableFrame,
    defaults_of,
)
from .guards import PASSED_ON, Call, Guards, ask_guards
from .handler_checks import check_handler, handler_class
from .handshake import read_parameters
from .injection import OF_CONNECTIONS, HandlerParameter, Injected, injected_parameters
from .limits import SocketLimits
from .peers import (
    GOING_WRONG,
    POLICY,
    UNSUPPORTED,
    Connect,
    Outbox,
    Peer,
    PeerGone,
    bytes_of,
)

CLOSING_SECONDS = 1.0
"""How long a client that is disconnected may take to hear why; one that does not read never hears
it."""


def socket_router(
    api: type,
    contract: WebSocketContract,
    connect: Connect,
    guards: Guards,
    limits: SocketLimits,
) -> APIRouter:
    """Return a router with the one route of a WebSocket contract.

    Raises:
        ContractError: The objects that `connect` returns lack a method, or have it with other
            types.
    """
    names = [
        interaction.name
        for interaction in contract.interactions
        if interaction.direction == "client_to_server"
    ]
    problems = Problems()
    _check_framing(contract, problems)
    where = Location(owner=getattr(connect, "__qualname__", repr(connect)))
    handled_by = handler_class(connect, where, problems)
    if handled_by is not None:
        check_handler(api, handled_by, names, problems, None)
    injected = injected_parameters(
        connect, frozenset(), where, problems, provided=OF_CONNECTIONS, leading=1
    )
    problems.raise_if_any()
    service = _Service(
        contract=contract,
        connect=connect,
        guards=guards,
        limits=limits,
        codec=FrameCodec(contract, defaults_of(api, names), limits),
        injected=injected,
    )
    router = APIRouter()
    try:
        router.add_api_websocket_route(contract.path, service.endpoint(), name=contract.name)
    except (AssertionError, FastAPIError) as error:  # about dependencies of the handler
        hint = "the dependency is FastAPI's; its message says more"
        problem = f"FastAPI refuses a parameter: {error}"
        raise HandlerParameter(problem, where=where, hint=hint) from error
    return router


def _check_framing(contract: WebSocketContract, problems: Problems) -> None:
    """Refuse bare messages that nothing distinguishes from one another."""
    framing, where = contract.framing, Location(owner=contract.name)
    if framing.names_methods:
        return
    if framing.correlation_id is not None:
        hint = "leave it out: clients send one request after another, and answers keep their order"
        problem = "implement() does not match messages by a correlation_id"
        problems.add(BadOption(problem, where=where, hint=hint))
    incoming = 0
    for interaction in contract.interactions:
        if interaction.direction == "client_to_server":
            incoming += 1
        elif interaction.is_request:
            hint = "use a framing that names the method, such as ws.DEFAULT"
            problem = f"a client cannot answer {interaction.name} in the framing {framing.name}"
            problems.add(BadOption(problem, where=where, hint=hint))
    if incoming > 1 and framing.discriminator is None:
        hint = "name the property that selects the message, as in ws.Bare(discriminator='kind')"
        problem = f"the framing {framing.name} has several messages from client to server"
        problems.add(BadOption(problem, where=where, hint=hint))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Service:
    """One contract and what handles its connections."""

    contract: WebSocketContract
    connect: Connect
    guards: Guards
    limits: SocketLimits
    codec: FrameCodec
    injected: tuple[Injected, ...]

    def endpoint(self) -> Callable[..., Any]:
        """Return the function that FastAPI calls for each handshake."""
        resolved = [item.parameter(number) for number, item in enumerate(self.injected)]
        names = {
            parameter.name: item.name
            for parameter, item in zip(resolved, self.injected, strict=True)
        }

        async def refusing(websocket: WebSocket) -> AsyncIterator[None]:
            try:
                with cancellations_as_errors():
                    yield
            except Exception as error:  # dependencies are the user's code
                is_open = websocket.application_state is not WebSocketState.CONNECTING
                if is_open or self._is_passed_on(error, websocket):
                    raise
                if isinstance(error, WebSocketRequestValidationError):
                    error = Invalid(problems_of(error))
                await _refuse(websocket, error, self.contract)

        async def endpoint(websocket: WebSocket, **given: Any) -> None:
            values = {name: given[key] for key, name in names.items()}
            await self.serve(websocket, values)

        kind = inspect.Parameter.KEYWORD_ONLY
        socket = inspect.Parameter("websocket", kind, annotation=WebSocket)
        # FastAPI resolves it first and closes it last, so that it sees the failures of the others.
        # A route of our own would not survive include_router().
        first = inspect.Parameter("refusing", kind, annotation=Any, default=Depends(refusing))
        endpoint.__name__ = self.contract.name
        read_by_fastapi: Any = endpoint
        read_by_fastapi.__signature__ = inspect.Signature([socket, first, *resolved])
        note_served(endpoint, EndpointSocket(self.contract))
        return endpoint

    def _is_passed_on(self, error: Exception, websocket: WebSocket) -> bool:
        """Return whether FastAPI or the application answers what a dependency has raised."""
        declared = possible_errors(self.contract)
        if isinstance(error, WebSocketRequestValidationError):
            return runtime_error(VALIDATION_ERROR, declared) not in declared
        if isinstance(error, PASSED_ON):
            return True
        return not isinstance(error, declared) and has_own_handler(error, websocket.scope)

    async def serve(self, websocket: WebSocket, values: Mapping[str, Any]) -> None:
        """Serve one connection from its handshake to its end.

        Args:
            websocket: The connection.
            values: What FastAPI has resolved for the handler.
        """
        contract = self.contract
        call = Call(connection=websocket, contract=contract, method=None)
        peer = None
        try:
            with cancellations_as_errors():
                await ask_guards(self.guards, call)
            declared = (*contract.parameters, *validated_parameters(contract))
            parameters = read_parameters(websocket, declared, credential_places(contract))
            outbox = Outbox(websocket, self.limits)
            peer = Peer(websocket, parameters, contract, self.codec, outbox)
            with cancellations_as_errors():
                handler = self.connect(peer, **values)
                if inspect.isawaitable(handler):
                    handler = await handler
        except Exception as error:  # guards and handlers are the user's code
            if peer is not None:
                peer.leave()
            if isinstance(error, PASSED_ON):  # as from a dependency
                raise
            await _refuse(websocket, error, contract)
            return
        await websocket.accept()
        await _Conversation(peer, handler, contract, self.guards, self.limits).run()


async def _refuse(websocket: WebSocket, error: Exception, contract: WebSocketContract) -> None:
    declared = possible_errors(contract)
    if isinstance(error, RepeatedCredentials):
        failure = credential_failure(error.problems, declared)
    elif isinstance(error, Invalid):
        failure = validation_failure(error.problems, declared)
    else:
        failure = declared_or_server_error(error, declared, f"{contract.name} (handshake)")
    # The extension "Websocket Denial Response" of ASGI. A server without it answers a close
    # before the acceptance with an empty 403.
    if "websocket.http.response" in websocket.scope.get("extensions", {}):
        await websocket.send_denial_response(error_response(failure, contract.error_format))
    else:
        await websocket.close(code=POLICY, reason=failure.type)


@dataclass(slots=True, eq=False)
class _Conversation:
    """One connection from its acceptance to its end."""

    peer: Peer
    handler: Any
    contract: WebSocketContract
    guards: Guards
    limits: SocketLimits
    _inbox: asyncio.Queue[tuple[ClientMessage, int]] = field(init=False)
    """Messages, each with its length in bytes."""
    _waiting_bytes: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._inbox = asyncio.Queue(self.limits.waiting_messages)

    async def run(self) -> None:
        """Read, handle and write messages until the client leaves or is disconnected."""
        handled_at_once = self.limits.concurrent_requests if self.peer.codec.has_ids else 1
        listener = asyncio.create_task(self._listen())
        tasks = [listener, asyncio.create_task(self.peer.outbox.write())]
        tasks.append(asyncio.create_task(self._open(handled_at_once)))
        closed = asyncio.create_task(self.peer.outbox.closed.wait())
        try:
            await asyncio.wait([listener, closed], return_when=asyncio.FIRST_COMPLETED)
            self._note_failure(listener)
        finally:
            code, reason = self.peer.outbox.reason or (None, "")
            self.peer.leave()
            for task in (*tasks, closed):
                task.cancel()
            await asyncio.gather(*tasks, closed, return_exceptions=True)
            if code is not None:
                await self._close(code, reason)
            await self._end()

    def _note_failure(self, listener: asyncio.Task[None]) -> None:
        """Log why messages cannot be read any more, which nobody would learn from the task."""
        error = listener.exception() if listener.done() else None
        if error is not None and not isinstance(error, PeerGone):
            logger.error("%s: reading failed", self.contract.name, exc_info=error)
            self.peer.outbox.close(GOING_WRONG)

    async def _open(self, handled_at_once: int) -> None:
        """Call the handler's ``opened``, then handle what the client has sent meanwhile."""
        opened = getattr(self.handler, "opened", None)
        try:
            if opened is not None:
                await _call_handler(opened)
            async with asyncio.TaskGroup() as handling:
                for _ in range(handled_at_once):
                    handling.create_task(self._handle())
            # They end where a handler has cancelled its own task; nobody would respond any more.
            self.peer.outbox.close(GOING_WRONG)
        except PeerGone:
            return
        except Exception:  # noqa: BLE001  # the user's code
            logger.exception("%s failed", self.contract.name)
            self.peer.outbox.close(GOING_WRONG)

    async def _listen(self) -> None:
        while True:
            received = await self.peer.websocket.receive()
            if received["type"] == "websocket.disconnect":
                return None
            # ASGI: one of the two keys may be absent or None.
            text = received.get("text")
            frame: Frame = text if text is not None else received["bytes"]
            size = bytes_of(frame)
            waiting = self._waiting_bytes + size
            if not self._inbox.empty() and waiting > self.limits.waiting_bytes:
                return self.peer.outbox.close(
                    POLICY, f"too fast: {waiting} bytes wait to be handled (waiting_bytes)"
                )
            try:
                message = self.peer.codec.read(frame)
            except UnreadableFrame as unreadable:
                if isinstance(frame, bytes):
                    return self.peer.outbox.close(
                        UNSUPPORTED, "this contract has no binary messages"
                    )
                await self._report(unreadable)
                continue
            if isinstance(message, ClientAnswer):
                self.peer.settle(message)
            elif self._inbox.full():
                count = self._inbox.qsize()
                return self.peer.outbox.close(
                    POLICY, f"too fast: {count} messages wait to be handled (waiting_messages)"
                )
            else:
                self._waiting_bytes += size
                self._inbox.put_nowait((message, size))

    async def _close(self, code: int, reason: str) -> None:
        # it may be closed already, or never be read
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            async with asyncio.timeout(CLOSING_SECONDS):
                await self.peer.websocket.close(code, reason)

    async def _end(self) -> None:
        closed = getattr(self.handler, "closed", None)
        if closed is None:
            return
        try:
            await _call_handler(closed)
        except Exception:  # noqa: BLE001  # the user's code, and the client is gone
            logger.exception("%s: closing failed", self.contract.name)

    async def _handle(self) -> None:
        while True:
            message, size = await self._inbox.get()
            self._waiting_bytes -= size
            with contextlib.suppress(PeerGone):
                frame = await self._answer(message)
                if frame is not None:
                    await self.peer.outbox.put(frame)

    async def _answer(self, message: ClientMessage) -> Frame | None:
        """Call the handler; its answer, or what went wrong."""
        interaction, codec = message.interaction, self.peer.codec
        if interaction.is_request:
            declared = possible_errors(self.contract, interaction)
        else:
            declared = event_failures(self.contract, interaction)
        try:
            call = Call(connection=self.peer.websocket, contract=self.contract, method=interaction)
            with cancellations_as_errors():
                await ask_guards(self.guards, call)
            handle = getattr(self.handler, interaction.name)
            answer = await _call_handler(handle, **codec.arguments(message))
            return codec.answer(message, answer)
        except Invalid as error:
            failure: ServiceError[Any] = validation_failure(error.problems, declared)
        except Exception as error:  # noqa: BLE001  # handlers are the user's code
            where = f"{self.contract.name}.{interaction.name}"
            failure = declared_or_server_error(error, declared, where)
        return codec.error(failure, message.head)

    async def _report(self, unreadable: UnreadableFrame) -> None:
        """Answer a frame that is not a message."""
        failure = validation_failure([unreadable.problem], refusal_errors(self.contract))
        frame = self.peer.codec.error(failure, unreadable.head, unreadable.cause)
        if frame is not None:
            with contextlib.suppress(PeerGone):
                await self.peer.outbox.put(frame)


async def _call_handler(function: Callable[..., Any], **values: Any) -> Any:
    with cancellations_as_errors():
        if inspect.iscoroutinefunction(function):
            return await function(**values)
        value = await run_in_threadpool(function, **values)
        if inspect.isawaitable(value):
            return await value
        return value
