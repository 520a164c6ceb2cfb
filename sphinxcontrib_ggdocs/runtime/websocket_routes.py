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
from .guards import HANDLED_BY_FASTAPI, Call, Guards, ask_guards
from .handler_checks import check_handler, handler_class
from .handshake import read_parameters
from .injection import OF_CONNECTIONS, HandlerParameter, Injected, injected_parameters
from .limits import SocketLimits
from .peers import (
    INTERNAL_ERROR,
    POLICY_VIOLATION,
    UNSUPPORTED_DATA,
    Connect,
    Outbox,
    Peer,
    PeerGone,
    bytes_of,
)

CLOSING_SECONDS = 1.0
"""How many seconds to wait until a client that is disconnected has read the reason; one that does
not read at all never gets it."""


def socket_router(
    api: type,
    contract: WebSocketContract,
    connect: Connect,
    guards: Guards,
    limits: SocketLimits,
) -> APIRouter:
    """Return a router with the only route of a WebSocket contract.

    Args:
        api: The decorated class.
        contract: Its contract.
        connect: Returns the handler of a connection.
        guards: The guards that were passed to `implement`.
        limits: How much one client may send.

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
    class_of_handlers = handler_class(connect, where, problems)
    if class_of_handlers is not None:
        # FastAPI resolves parameters of `connect`, not of methods that handle messages.
        check_handler(api, class_of_handlers, names, problems, None)
    # The leading parameter is the peer.
    injected = injected_parameters(
        connect, frozenset(), where, problems, provided=OF_CONNECTIONS, leading=1
    )
    problems.raise_if_any()
    service = _ServedContract(
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
    # FastAPI refuses a dependency of the handler.
    except (AssertionError, FastAPIError) as error:
        hint = "the dependency is FastAPI's; its message says more"
        problem = f"FastAPI refuses a parameter: {error}"
        raise HandlerParameter(problem, where=where, hint=hint) from error
    return router


def _check_framing(contract: WebSocketContract, problems: Problems) -> None:
    """Report what a framing without method names does not allow: a correlation id, requests of the
    service, and several messages that no discriminator distinguishes.
    """
    framing, where = contract.framing, Location(owner=contract.name)
    if framing.names_methods:
        return
    if framing.correlation_id is not None:
        hint = "leave it out: clients send one request after another, and answers keep their order"
        problem = "implement() does not match messages by a correlation_id"
        problems.add(BadOption(problem, where=where, hint=hint))
    incoming_count = 0
    for interaction in contract.interactions:
        if interaction.direction == "client_to_server":
            incoming_count += 1
        elif interaction.is_request:
            hint = "use a framing that names the method, such as ws.DEFAULT"
            problem = f"a client cannot answer {interaction.name} in the framing {framing.name}"
            problems.add(BadOption(problem, where=where, hint=hint))
    if incoming_count > 1 and framing.discriminator is None:
        hint = "name the property that selects the message, as in ws.Bare(discriminator='kind')"
        problem = f"the framing {framing.name} has several messages from client to server"
        problems.add(BadOption(problem, where=where, hint=hint))


@dataclass(frozen=True, slots=True, kw_only=True)
class _ServedContract:
    """A contract with everything that serves its connections."""

    contract: WebSocketContract
    connect: Connect
    """Returns the handler of a connection."""
    guards: Guards
    limits: SocketLimits
    codec: FrameCodec
    injected: tuple[Injected, ...]
    """The parameters of `connect` that FastAPI resolves."""

    def endpoint(self) -> Callable[..., Any]:
        """Return the function that FastAPI calls for each handshake."""
        resolved: list[inspect.Parameter] = []
        # The arguments of `connect` by the names in our signature, such as ``injected_0``.
        argument_names: dict[str, str] = {}
        for number, item in enumerate(self.injected):
            parameter = item.parameter(number)
            resolved.append(parameter)
            argument_names[parameter.name] = item.name

        async def refuse_on_failure(websocket: WebSocket) -> AsyncIterator[None]:
            """Refuse the handshake if another dependency fails, in the contract's error format."""
            try:
                with cancellations_as_errors():
                    yield
            except Exception as error:  # Dependencies are the user's code.
                # An accepted connection can no longer be refused.
                is_open = websocket.application_state is not WebSocketState.CONNECTING
                if is_open or self._is_handled_elsewhere(error, websocket):
                    raise
                if isinstance(error, WebSocketRequestValidationError):
                    error = Invalid(problems_of(error))
                await _refuse_handshake(websocket, error, self.contract)

        async def endpoint(websocket: WebSocket, **resolved_values: Any) -> None:
            """Serve a connection with the values that FastAPI has resolved."""
            values = {argument: resolved_values[name] for name, argument in argument_names.items()}
            await self.serve(websocket, values)

        kind = inspect.Parameter.KEYWORD_ONLY
        socket = inspect.Parameter("websocket", kind, annotation=WebSocket)
        # FastAPI enters the first dependency first and leaves it last, so that it sees the failures
        # of all others. A route class of our own would not survive include_router().
        first = inspect.Parameter(
            "refuse_on_failure", kind, annotation=Any, default=Depends(refuse_on_failure)
        )
        endpoint.__name__ = self.contract.name
        read_by_fastapi: Any = endpoint
        read_by_fastapi.__signature__ = inspect.Signature([socket, first, *resolved])
        note_served(endpoint, EndpointSocket(self.contract))
        return endpoint

    def _is_handled_elsewhere(self, error: Exception, websocket: WebSocket) -> bool:
        """Return whether FastAPI or the application responds to an exception that FastAPI or a
        dependency raises before the connection is accepted.

        Otherwise the handshake is refused in the contract's error format.
        """
        declared = possible_errors(self.contract)
        if isinstance(error, WebSocketRequestValidationError):
            # A handshake of the contract that validates nothing does not have VALIDATION_ERROR
            # among its errors: then it is a parameter of a dependency that is invalid.
            return runtime_error(VALIDATION_ERROR, declared) not in declared
        if isinstance(error, HANDLED_BY_FASTAPI):
            return True
        # Declared errors refuse the handshake, even if the application has a handler for them.
        return not isinstance(error, declared) and has_own_handler(error, websocket.scope)

    async def serve(self, websocket: WebSocket, values: Mapping[str, Any]) -> None:
        """Serve one connection from its handshake to its end.

        Args:
            websocket: The connection.
            values: The values that FastAPI has resolved for `connect`.
        """
        contract = self.contract
        call = Call(connection=websocket, contract=contract, method=None)
        peer = None
        try:
            with cancellations_as_errors():
                await ask_guards(self.guards, call)
            # The parameters of the contract, and those of its requirements that no guard checks.
            declared = (*contract.parameters, *validated_parameters(contract))
            parameters = read_parameters(websocket, declared, credential_places(contract))
            outbox = Outbox(websocket, self.limits)
            peer = Peer(websocket, parameters, contract, self.codec, outbox)
            with cancellations_as_errors():
                handler = self.connect(peer, **values)
                if inspect.isawaitable(handler):
                    handler = await handler
        except Exception as error:  # Guards and handlers are the user's code.
            if peer is not None:
                # `connect` may have added it to groups before it failed.
                peer.leave()
            if isinstance(error, HANDLED_BY_FASTAPI):
                raise
            await _refuse_handshake(websocket, error, contract)
            return
        await websocket.accept()
        await _Conversation(peer, handler, contract, self.guards, self.limits).run()


async def _refuse_handshake(
    websocket: WebSocket, error: Exception, contract: WebSocketContract
) -> None:
    """Respond to a handshake with the error for an exception, instead of accepting it.

    Args:
        websocket: The connection, which has not been accepted.
        error: What a guard, the validation or `connect` has raised.
        contract: The contract, which declares errors and their format.
    """
    declared = possible_errors(contract)
    if isinstance(error, RepeatedCredentials):
        failure = credential_failure(error.problems, declared)
    elif isinstance(error, Invalid):
        failure = validation_failure(error.problems, declared)
    else:
        failure = declared_or_server_error(error, declared, f"{contract.name} (handshake)")
    # Servers with the ASGI extension "Websocket Denial Response" send an HTTP response. Others send
    # an empty 403 if a connection is closed before it was accepted.
    if "websocket.http.response" in websocket.scope.get("extensions", {}):
        await websocket.send_denial_response(error_response(failure, contract.error_format))
    else:
        await websocket.close(code=POLICY_VIOLATION, reason=failure.type)


@dataclass(slots=True, eq=False)
class _Conversation:
    """One connection from its acceptance to its end. Closing the outbox ends it: the client is then
    disconnected with the code and the reason that were passed to `close`.
    """

    peer: Peer
    handler: Any
    contract: WebSocketContract
    guards: Guards
    limits: SocketLimits
    _inbox: asyncio.Queue[tuple[ClientMessage, int]] = field(init=False)
    """The messages that wait to be handled, each with its length in bytes."""
    _inbox_bytes: int = field(default=0, init=False)
    """The length of all messages in the inbox."""

    def __post_init__(self) -> None:
        """Create the inbox, whose size is a limit."""
        self._inbox = asyncio.Queue(self.limits.waiting_messages)

    async def run(self) -> None:
        """Read, handle and write messages until the client leaves or is disconnected."""
        # Answers without ids have to keep the order of the requests.
        handled_at_once = 1
        if self.peer.codec.has_ids:
            handled_at_once = self.limits.concurrent_requests
        listener = asyncio.create_task(self._read_messages())
        tasks = [listener, asyncio.create_task(self.peer.outbox.write())]
        tasks.append(asyncio.create_task(self._open_and_handle(handled_at_once)))
        closed = asyncio.create_task(self.peer.outbox.closed.wait())
        try:
            await asyncio.wait([listener, closed], return_when=asyncio.FIRST_COMPLETED)
            self._log_failure(listener)
        finally:
            reason_to_disconnect = self.peer.outbox.reason
            self.peer.leave()
            for task in (*tasks, closed):
                task.cancel()
            # Not `gather`: if this task is cancelled meanwhile, that may raise the cancellation of
            # one of those tasks instead, which a cancel scope of the server does not recognize.
            finished, _ = await asyncio.wait((*tasks, closed))
            for task in finished:
                if not task.cancelled():
                    task.exception()  # Otherwise asyncio logs that nobody has looked at it.
            if reason_to_disconnect is not None:
                await self._disconnect(*reason_to_disconnect)
            await self._call_closed()

    def _log_failure(self, listener: asyncio.Task[None]) -> None:
        """Log the exception of the task that reads messages, and close the connection; otherwise
        nobody would see it. That the client has left is no failure.
        """
        if not listener.done():  # The connection ends because the outbox was closed.
            return
        error = listener.exception()
        if error is not None and not isinstance(error, PeerGone):
            logger.error("%s: reading failed", self.contract.name, exc_info=error)
            self.peer.outbox.close(INTERNAL_ERROR)

    async def _open_and_handle(self, handled_at_once: int) -> None:
        """Call the handler's ``opened``, then handle the client's messages, `handled_at_once` at a
        time; those that have come meanwhile wait in the inbox.
        """
        opened = getattr(self.handler, "opened", None)
        try:
            if opened is not None:
                await _call_handler(opened)
            async with asyncio.TaskGroup() as handling:
                for _ in range(handled_at_once):
                    handling.create_task(self._handle_messages())
            # The tasks only end if a handler has cancelled its own task. Nobody would handle
            # further messages.
            self.peer.outbox.close(INTERNAL_ERROR)
        except PeerGone:  # The client has left while `opened` was sending to it.
            return
        except Exception:  # noqa: BLE001  # The handler is the user's code.
            logger.exception("%s failed", self.contract.name)
            self.peer.outbox.close(INTERNAL_ERROR)

    async def _read_messages(self) -> None:
        """Read messages into the inbox until the client leaves, and hand its answers over to the
        requests of the service; disconnect a client that sends binary messages which the contract
        lacks, or more messages than may wait.
        """
        outbox = self.peer.outbox
        while True:
            received = await self.peer.websocket.receive()
            if received["type"] == "websocket.disconnect":
                return
            # By ASGI, one of the two keys may be absent or None.
            frame: Frame | None = received.get("text")
            if frame is None:
                frame = received["bytes"]
            size = bytes_of(frame)
            waiting = self._inbox_bytes + size
            # A single message may be longer than the limit; the server has a limit for it.
            if not self._inbox.empty() and waiting > self.limits.waiting_bytes:
                problem = f"too fast: {waiting} bytes wait to be handled (waiting_bytes)"
                outbox.close(POLICY_VIOLATION, problem)
                return
            try:
                message = self.peer.codec.read(frame)
            except UnreadableFrame as unreadable:
                if isinstance(frame, bytes):
                    outbox.close(UNSUPPORTED_DATA, "this contract has no binary messages")
                    return
                await self._report_unreadable(unreadable)
                continue
            if isinstance(message, ClientAnswer):
                self.peer.resolve_answer(message)
            elif self._inbox.full():
                count = self._inbox.qsize()
                problem = f"too fast: {count} messages wait to be handled (waiting_messages)"
                outbox.close(POLICY_VIOLATION, problem)
                return
            else:
                self._inbox_bytes += size
                self._inbox.put_nowait((message, size))

    async def _disconnect(self, code: int, reason: str) -> None:
        """Close the connection, unless it is closed already, or the client does not read."""
        with contextlib.suppress(RuntimeError, WebSocketDisconnect, TimeoutError):
            async with asyncio.timeout(CLOSING_SECONDS):
                await self.peer.websocket.close(code, reason)

    async def _call_closed(self) -> None:
        """Call the handler's ``closed``, if it has one."""
        closed = getattr(self.handler, "closed", None)
        if closed is None:
            return
        try:
            await _call_handler(closed)
        except Exception:  # noqa: BLE001  # The user's code; the client has left.
            logger.exception("%s: closing failed", self.contract.name)

    async def _handle_messages(self) -> None:
        """Handle one message of the inbox after the other, without end."""
        while True:
            message, size = await self._inbox.get()
            self._inbox_bytes -= size
            with contextlib.suppress(PeerGone):  # Nobody is left who waits for the answer.
                frame = await self._answer(message)
                if frame is not None:
                    await self.peer.outbox.put(frame)

    async def _answer(self, message: ClientMessage) -> Frame | None:
        """Call the guards and the handler; return the frame of the answer or of an error. Return
        None if nothing is sent back, as for most events.
        """
        interaction, codec = message.interaction, self.peer.codec
        if interaction.is_request:
            declared = possible_errors(self.contract, interaction)
        else:
            # For an event, `possible_errors` returns only the errors that the event declares.
            declared = event_failures(self.contract, interaction)
        try:
            call = Call(connection=self.peer.websocket, contract=self.contract, method=interaction)
            # If a guard awaits a cancelled task, that is an error of this call, and does not end
            # the connection.
            with cancellations_as_errors():
                await ask_guards(self.guards, call)
            handle = getattr(self.handler, interaction.name)
            answer = await _call_handler(handle, **codec.arguments(message))
            return codec.answer(message, answer)
        except Invalid as error:
            failure: ServiceError[Any] = validation_failure(error.problems, declared)
        except Exception as error:  # noqa: BLE001  # The handler is the user's code.
            where = f"{self.contract.name}.{interaction.name}"
            failure = declared_or_server_error(error, declared, where)
        return codec.error(failure, message.head)

    async def _report_unreadable(self, unreadable: UnreadableFrame) -> None:
        """Send the error of a frame that is not a message, if the framing has one."""
        failure = validation_failure([unreadable.problem], refusal_errors(self.contract))
        frame = self.peer.codec.error(failure, unreadable.head, unreadable.cause)
        if frame is not None:
            with contextlib.suppress(PeerGone):
                await self.peer.outbox.put(frame)


async def _call_handler(function: Callable[..., Any], **values: Any) -> Any:
    """Call a function of the user: a coroutine function in this task, another one in a thread."""
    with cancellations_as_errors():
        if inspect.iscoroutinefunction(function):
            return await function(**values)
        value = await run_in_threadpool(function, **values)
        if inspect.isawaitable(value):
            return await value
        return value
