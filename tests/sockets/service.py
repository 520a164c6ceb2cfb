"""A service with one WebSocket contract for each framing, and what its documents say of every
message.
"""

import asyncio
import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, NewType, Protocol

from fastapi import FastAPI
from jsonschema import Draft7Validator, Draft202012Validator
from jsonschema.protocols import Validator
from pydantic import BaseModel

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import ERROR, ws
from sphinxcontrib_ggdocs.contracts.framing import Template
from sphinxcontrib_ggdocs.contracts.model import ErrorFormat
from sphinxcontrib_ggdocs.document import parts as doc
from sphinxcontrib_ggdocs.document.model import ApiDocsDocument
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.runtime import Peer, PeerGone, implement

from .sent_schemas import error_schema, sent_schema

RoomId = NewType("RoomId", str)


class RoomRef(BaseModel):
    """Which room is meant."""

    room: RoomId


class Room(BaseModel):
    """A room."""

    kind: Literal["room"] = "room"
    id: RoomId
    size: int = 1


class Say(BaseModel):
    """Something to be said."""

    kind: Literal["say"] = "say"
    room: RoomId
    text: str


class Typing(BaseModel):
    """Somebody writes."""

    kind: Literal["typing"] = "typing"
    room: RoomId


class Ask(BaseModel):
    """Is anybody there?"""

    kind: Literal["ask"] = "ask"
    question: str


class Yes(BaseModel):
    """The answer."""

    kind: Literal["yes"] = "yes"
    loud: bool = False


NO_ROOM = ERROR.define("NO_ROOM", 404, RoomRef, description="There is no such room.")


class Ocpp(ws.Framing):
    """Lists, as OCPP has them."""

    name = "ocpp"
    request: ClassVar[Template] = [
        2,
        ws.Placeholder.ID,
        ws.Placeholder.METHOD,
        ws.Placeholder.PAYLOAD,
    ]
    event: ClassVar[Template] = [5, ws.Placeholder.METHOD, ws.Placeholder.PAYLOAD]
    answer: ClassVar[Template] = [3, ws.Placeholder.ID, ws.Placeholder.PAYLOAD]
    error: ClassVar[Template] = [
        4,
        ws.Placeholder.ID,
        ws.Placeholder.TYPE,
        ws.Placeholder.MESSAGE,
        ws.Placeholder.ERROR,
    ]
    refusal: ClassVar[Template] = [
        4,
        "",
        ws.Placeholder.TYPE,
        ws.Placeholder.MESSAGE,
        ws.Placeholder.ERROR,
    ]


def talk_api(framing: ws.Framing, error_format: ErrorFormat = "typed") -> type:
    """What every framing can carry: each payload is an object that says what it is. Only framings
    that name methods let the service ask.
    """

    class Talking(Protocol):
        @ws.client_to_server(errors=[NO_ROOM])
        def say(self, message: Say) -> Room:
            """Say something; everybody in the room hears it."""
            ...

        @ws.client_to_server
        def typing(self, message: Typing) -> None:
            """Somebody writes."""
            ...

        @ws.server_to_client
        def heard(self, message: Say) -> None:
            """Somebody has said something."""
            ...

    class Asking(Talking, Protocol):
        @ws.server_to_client
        def ask(self, message: Ask) -> Yes:
            """The service asks."""
            ...

    base: Any = Asking if framing.names_methods else Talking
    api = ws.api(
        f"/{framing.name}/{error_format}",
        framing=framing,
        error_format=error_format,
        name="TalkApi",
        description="Talk.",
    )
    decorated: type = api(type("TalkApi", (base,), {}))
    return decorated


class Talk:
    """Implements the contracts of `talk_api`."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer
        self._tasks: set[asyncio.Task[None]] = set()

    async def say(self, message: Say) -> Room:
        if message.room == "none":
            raise NO_ROOM(RoomRef(room=message.room))
        if message.room == "broken":
            raise LookupError("a secret")
        await self.peer.send("heard", message)
        return Room(id=message.room)

    async def typing(self, message: Typing) -> None:
        if message.room == "broken":
            raise LookupError("a secret")
        if self.peer.contract.framing.names_methods:
            task = asyncio.create_task(self._question())
            self._tasks.add(task)

    async def _question(self) -> None:
        with contextlib.suppress(PeerGone):
            answer = await self.peer.send("ask", Ask(question="Still there?"))
            await self.peer.send("heard", Say(room=RoomId("answers"), text=type(answer).__name__))


def forms_api(framing: ws.Framing) -> type:
    """Payloads of all forms, which only framings with names can carry."""

    @ws.api(f"/forms/{framing.name}", framing=framing)
    class FormsApi(Protocol):
        """Payloads of all forms."""

        @ws.client_to_server
        def nothing(self) -> int:
            """No payload."""
            ...

        @ws.client_to_server(errors=[NO_ROOM], pattern="req")
        def leave(self, room: RoomId) -> None:
            """A text, and an answer without a value."""
            ...

        @ws.client_to_server
        def several(self, room: RoomId, times: int = 2) -> list[RoomId]:
            """Several arguments."""
            ...

        @ws.client_to_server
        def upload(self, data: bytes) -> bytes:
            """Bytes."""
            ...

        @ws.client_to_server
        def poke(self, how: str = "gently") -> str:
            """A payload that may be left out."""
            ...

        @ws.server_to_client
        def number(self, number: float) -> None:
            """A number, which may be none in JSON."""
            ...

    return FormsApi


class Forms:
    """Implements the contracts of `forms_api`."""

    def __init__(self, peer: Peer) -> None:
        self.peer = peer

    async def nothing(self) -> int:
        await self.peer.send("number", 0.5)
        return 7

    def leave(self, room: RoomId) -> None:
        if room == "none":
            raise NO_ROOM(RoomRef(room=room))

    def several(self, room: RoomId, times: int = 2) -> list[RoomId]:
        return [room] * times

    def upload(self, data: bytes) -> bytes:
        return data[::-1]

    def poke(self, how: str = "gently") -> str:
        return how


FRAMINGS: Mapping[str, ws.Framing] = {
    "ggdocs": ws.DEFAULT,
    "json-rpc": ws.JSON_RPC,
    "ocpp": Ocpp(),
    "bare": ws.Bare(discriminator="kind"),
}
FORMATS: tuple[ErrorFormat, ...] = ("typed", "problem", "plain")
TALKS = {
    (name, form): talk_api(framing, form) for name, framing in FRAMINGS.items() for form in FORMATS
}
FORMS = {name: forms_api(framing) for name, framing in FRAMINGS.items() if name != "bare"}


def service() -> FastAPI:
    """All contracts, served."""
    app = FastAPI()
    for api in TALKS.values():
        app.include_router(implement(api, Talk))
    for api in FORMS.values():
        app.include_router(implement(api, Forms))
    return app


def spec_of(api: type, address: str = "ws://example.org") -> ApiDocSpec:
    """The spec of a document of one contract."""
    return ApiDocSpec.model_validate(
        {"slug": "talk", "title": "Talk", "ws": [api], "servers": [{"url": address}]}
    )


@dataclass(frozen=True)
class Documented:
    """What the documents of a contract say that travels in each direction."""

    from_client: tuple[Validator, Validator]
    """By the contract document, and by AsyncAPI."""
    from_server: tuple[Validator, Validator]

    def check(self, frame: str, *, from_client: bool) -> None:
        """Raise for a message that a document does not know."""
        for validator in self.from_client if from_client else self.from_server:
            validator.validate(json.loads(frame))


def documented(api: type) -> Documented:
    """The schemas of all messages of a contract."""
    spec = spec_of(api)
    document = build_contract_doc(spec)
    [contract] = [each for group in document.groups for each in group.contracts]
    assert isinstance(contract, doc.WebSocketContract)
    asyncapi = to_asyncapi(spec)
    client, server = _of_document(document, contract)
    sent, received = _of_asyncapi(asyncapi)
    schemas, components = {"schemas": document.schemas}, {"components": asyncapi["components"]}
    return Documented(
        from_client=(
            Draft202012Validator({**schemas, "anyOf": client}),
            Draft7Validator({**components, "anyOf": sent}),
        ),
        from_server=(
            Draft202012Validator({**schemas, "anyOf": server}),
            Draft7Validator({**components, "anyOf": received}),
        ),
    )


def _of_document(
    document: ApiDocsDocument, contract: doc.WebSocketContract
) -> tuple[list[Any], list[Any]]:
    framing = contract.framing
    client: list[Any] = []
    server: list[Any] = []
    for method in contract.methods:
        asking, answering = (client, server) if method.ws_direction == "OUT" else (server, client)
        asking.append(sent_schema(contract, method))
        if method.ws_pattern == "req":
            answering.append(sent_schema(contract, method, "answer"))
            answering += [
                error_schema(document, contract, key, framing.error) for key in method.errors
            ]
    for outer, keys in (
        (framing.event_error, framing.event_errors),
        (framing.refusal, framing.refusals),
    ):
        server += [
            error_schema(document, contract, key, outer) for key in keys or () if outer is not None
        ]
    server += [
        error_schema(document, contract, key, framing.error) for key in framing.refusals or ()
    ]
    return client, server


def _of_asyncapi(asyncapi: Mapping[str, Any]) -> tuple[list[Any], list[Any]]:
    def payload(reference: Mapping[str, str]) -> Any:
        _, _, channel, _, name = reference["$ref"].split("/")[-5:]
        message = asyncapi["channels"][channel]["messages"][name]["$ref"].rpartition("/")[2]
        return asyncapi["components"]["messages"][message]["payload"]

    sent: list[Any] = []
    received: list[Any] = []
    for operation in asyncapi["operations"].values():
        asking, answering = (sent, received) if operation["action"] == "send" else (received, sent)
        asking += [payload(each) for each in operation["messages"]]
        answering += [payload(each) for each in operation.get("reply", {}).get("messages", ())]
    return sent, received
