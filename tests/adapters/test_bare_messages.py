"""WebSockets of applications that adapters read: their messages are bare, as the applications send
them.
"""

import json
from collections.abc import Iterator

import pytest
from fastapi import FastAPI, WebSocket
from jsonschema import Draft202012Validator
from litestar import Litestar, websocket_listener
from pydantic import BaseModel
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute

from sphinxcontrib_ggdocs.adapters.fastapi import messages
from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native import document_parts as doc
from sphinxcontrib_ggdocs.native.document_model import ApiDocsDocument

from ..serving.hosting import by_uvicorn, connect
from ..sockets.sent_schemas import sent_schema
from ..waiting import HANG


class Say(BaseModel):
    text: str


class Said(BaseModel):
    text: str
    length: int


def in_fastapi() -> FastAPI:
    app = FastAPI()

    @app.websocket("/talk")
    @messages(receives=Say, sends=Said)
    async def talk(socket: WebSocket) -> None:
        await socket.accept()
        say = Say.model_validate_json(await socket.receive_text())
        await socket.send_json(Said(text=say.text, length=len(say.text)).model_dump())

    return app


@websocket_listener("/talk")
async def talk_in_litestar(data: Say) -> Said:
    say = Say.model_validate(data)  # Litestar passes on what it has decoded, a dict
    return Said(text=say.text, length=len(say.text))


APPLICATIONS: dict[str, object] = {
    "fastapi": in_fastapi(),
    "litestar": Litestar([talk_in_litestar]),
}


@pytest.fixture(scope="module")
def addresses() -> Iterator[dict[str, str]]:
    with by_uvicorn(APPLICATIONS, ws="websockets-sansio") as found:
        yield {name: url.replace("http", "ws") for name, url in found.items()}


def socket_of(app: object) -> tuple[ApiDocSpec, ApiDocsDocument, doc.WebSocketContract]:
    spec = ApiDocSpec(slug="talk", title="Talk", app=app)
    document = build_contract_doc(spec)
    [contract] = [each for group in document.groups for each in group.contracts]
    assert isinstance(contract, doc.WebSocketContract)
    return spec, document, contract


@pytest.mark.parametrize("framework", APPLICATIONS)
def test_what_is_sent_is_what_the_documents_say(addresses: dict[str, str], framework: str) -> None:
    spec, document, contract = socket_of(APPLICATIONS[framework])
    assert contract.framing.name == "bare"
    out, back = contract.methods
    assert (out.ws_direction, back.ws_direction) == ("OUT", "IN")
    sent = {"text": "Hello"}
    with connect(f"{addresses[framework]}/talk") as socket:
        socket.send(json.dumps(sent))
        received = json.loads(socket.recv(HANG))
    for method, message in ((out, sent), (back, received)):
        schema = sent_schema(contract, method)
        assert schema is not None
        validator = Draft202012Validator({"schemas": document.schemas, **schema})
        validator.validate(message)
        assert not validator.is_valid({"method": method.name, "data": message})
    written = to_asyncapi(spec)
    payloads = [message["payload"] for message in written["components"]["messages"].values()]
    assert payloads == [
        {"$ref": "#/components/schemas/Say"},
        {"$ref": "#/components/schemas/Said"},
    ]


def test_a_socket_of_starlette_is_bare_too() -> None:
    async def talk(socket: WebSocket) -> None: ...

    contract = socket_of(Starlette(routes=[WebSocketRoute("/talk", talk)]))[2]
    assert (contract.framing.name, contract.methods) == ("bare", ())
