"""WebSocket routes: what can be known of them, and what authors say of their messages."""

from typing import Annotated, Any, Literal, NewType

import pytest
from fastapi import APIRouter, Cookie, Depends, FastAPI, Query, WebSocket
from fastapi.security import APIKeyHeader
from pydantic import BaseModel

from sphinxcontrib_ggdocs.adapters.fastapi import contracts_from_fastapi, messages
from sphinxcontrib_ggdocs.contracts.model import WebSocketContract
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.markdown import markdown_of


class Say(BaseModel):
    kind: Literal["say"]
    text: str


class Leave(BaseModel):
    kind: Literal["leave"]


class Said(BaseModel):
    text: str


Line = NewType("Line", str)


def sockets(app: Any) -> list[WebSocketContract]:
    found = [contract for group in contracts_from_fastapi(app) for contract in group.contracts]
    return [contract for contract in found if isinstance(contract, WebSocketContract)]


async def talk(socket: WebSocket) -> None:
    """Talk to the room.\f Not this."""  # noqa: D301  # a form feed ends what readers see


def application(handler: Any = talk) -> FastAPI:
    app = FastAPI()
    app.websocket("/talk")(handler)
    return app


def test_what_can_be_known() -> None:
    key = APIKeyHeader(name="X-Key")
    app, router = FastAPI(), APIRouter(prefix="/rooms", tags=["rooms"])

    @router.websocket("/{room}/live", dependencies=[Depends(key)])
    async def live(
        socket: WebSocket,
        room: int,
        since: Annotated[str | None, Query()] = None,
        session: Annotated[str | None, Cookie()] = None,
    ) -> None:
        """What happens in the room."""

    app.include_router(router, prefix="/v1")
    [group] = contracts_from_fastapi(app)
    [contract] = sockets(app)
    assert group.name in (
        "rooms",
        "API",
    )  # older FastAPI forgets the tags of routers for WebSockets
    assert (contract.name, contract.path) == ("Live", "/v1/rooms/{room}/live")
    assert contract.description == "What happens in the room."
    assert [(each.location, each.name, each.required) for each in contract.parameters] == [
        ("path", "room", True),
        ("query", "since", False),
        ("cookie", "session", False),
    ]
    assert contract.security is not None
    assert [scheme.name for scheme in contract.security.schemes] == ["APIKeyHeader"]
    assert contract.interactions == ()


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        pytest.param(
            {"receives": Say | Leave},
            [("say", "client_to_server", Say), ("leave", "client_to_server", Leave)],
            id="a union",
        ),
        pytest.param(
            {"sends": {"somebody_spoke": Said}},
            [("somebody_spoke", "server_to_client", Said)],
            id="names of one's own",
        ),
        pytest.param(
            {"receives": str, "sends": [Line, dict[str, int], str]},
            [
                ("text", "client_to_server", str),
                ("line", "server_to_client", Line),
                ("object", "server_to_client", dict[str, int]),
                ("text_2", "server_to_client", str),
            ],
            id="types of Python, and names for them",
        ),
    ],
)
def test_messages(said: Any, expected: list[Any]) -> None:
    async def handler(socket: WebSocket) -> None: ...

    assert messages(**said)(handler) is handler
    [contract] = sockets(application(handler))
    found = [(each.name, each.direction, each.message) for each in contract.interactions]
    assert [
        (name, way, body.contents[0].type) for name, way, body in found if body is not None
    ] == expected


def test_a_socket_without_a_tag_is_after_the_groups_of_tags() -> None:
    app = FastAPI()

    @app.websocket("/live")
    async def live(socket: WebSocket) -> None:
        """What happens."""

    @app.get("/orders", tags=["Orders"])
    def list_orders() -> None: ...

    @app.get("/items", tags=["Items"])
    def list_items() -> None: ...

    document = build_contract_doc(app=app, title="Shop")
    assert [group.name for group in document.groups] == ["Orders", "Items", "default"]
    assert "messages() describes them" in markdown_of(document)
