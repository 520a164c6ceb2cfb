"""WebSocket contracts: directions, patterns, handshakes, messages."""

from typing import Annotated, Any, NewType, Protocol

import pytest
from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.contracts import (
    SERVER_ERROR,
    ContractError,
    Interaction,
    WebSocketContract,
    authenticated,
    contract_of,
    http,
    scope,
    ws,
)
from sphinxcontrib_ggdocs.contracts.model import MISSING

RoomId = NewType("RoomId", str)


class Message(BaseModel):
    text: str


@ws.api(
    "/rooms/{room}",
    parameters={
        "room": RoomId,
        "token": Annotated[str, http.Query(description="Proof.")],
        "language": Annotated[str, http.Query(), Field(default="en")],
        "since": int | None,
        "agent": Annotated[str | None, http.Header("User-Agent")],
    },
    permission=authenticated,
)
class RoomApi(Protocol):
    """A room."""

    @ws.client_to_server(
        errors=[SERVER_ERROR], permission=scope("talk"), external_docs="https://example.org"
    )
    def send(self, message: Message) -> int:
        """Say something."""
        ...

    @ws.client_to_server(errors=[SERVER_ERROR])
    def shout(self, text: str, loud: bool = True) -> None: ...

    @ws.client_to_server
    def leave(self) -> None: ...

    @ws.client_to_server
    def audio(self, chunk: bytes) -> None: ...

    @ws.server_to_client(deprecated="Nobody listens.", summary="Said.", description="Aloud.")
    def said(self, message: Annotated[Message, http.Body()]) -> None: ...

    @ws.server_to_client
    def still_there(self, wait: int = 3) -> bool: ...


def contract(api: object = RoomApi) -> WebSocketContract:
    found = contract_of(api)
    assert isinstance(found, WebSocketContract)
    return found


def interaction(name: str) -> Interaction:
    return next(each for each in contract().interactions if each.name == name)


def test_one_argument_is_the_message_and_several_are_its_fields() -> None:
    message = interaction("send").message
    assert message is not None
    assert (message.contents[0].type, message.argument, message.required) == (
        Message,
        "message",
        True,
    )
    fields = interaction("shout").message
    assert fields is not None
    assert [
        (each.name, each.required, each.default) for each in fields.contents[0].fields or ()
    ] == [
        ("text", True, MISSING),
        ("loud", False, True),
    ]
    assert interaction("leave").message is None
    wait = interaction("still_there").message
    assert wait is not None
    assert not wait.required


MISTAKES: list[Any] = [
    pytest.param(
        {"room": RoomId, "x": Annotated[Message, http.Body()]}, "on a handshake", id="a body"
    ),
    pytest.param(
        {"room": RoomId, "x": Annotated[str, http.Path()]},
        r"the path has no \{x\}",
        id="no placeholder",
    ),
    pytest.param({}, "no type for it", id="no type"),
]


@pytest.mark.parametrize(("parameters", "told"), MISTAKES)
def test_mistakes_of_the_handshake(parameters: dict[str, Any], told: str) -> None:
    with pytest.raises(ContractError, match=told):

        @ws.api("/rooms/{room}", parameters=parameters)
        class Api(Protocol):
            @ws.client_to_server
            def leave(self) -> None: ...


def test_a_message_has_no_parameters() -> None:
    @ws.api("/x")
    class Api(Protocol):
        @ws.client_to_server
        def say(self, text: Annotated[str, http.Header()]) -> None: ...

    with pytest.raises(ContractError, match="on a message"):
        contract(Api)
