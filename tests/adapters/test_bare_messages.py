"""WebSockets of applications that adapters read: their messages are bare, as the applications send
them.
"""

from fastapi import WebSocket
from litestar import websocket_listener
from pydantic import BaseModel
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.document import parts as doc
from sphinxcontrib_ggdocs.document.model import ApiDocsDocument
from sphinxcontrib_ggdocs.native import build_contract_doc


class Say(BaseModel):
    text: str


class Said(BaseModel):
    text: str
    length: int


@websocket_listener("/talk")
async def talk_in_litestar(data: Say) -> Said:
    say = Say.model_validate(data)  # Litestar passes on what it has decoded, a dict
    return Said(text=say.text, length=len(say.text))


def socket_of(app: object) -> tuple[ApiDocSpec, ApiDocsDocument, doc.WebSocketContract]:
    spec = ApiDocSpec(slug="talk", title="Talk", app=app)
    document = build_contract_doc(spec)
    [contract] = [each for group in document.groups for each in group.contracts]
    assert isinstance(contract, doc.WebSocketContract)
    return spec, document, contract


def test_a_socket_of_starlette_is_bare_too() -> None:
    async def talk(socket: WebSocket) -> None: ...

    contract = socket_of(Starlette(routes=[WebSocketRoute("/talk", talk)]))[2]
    assert (contract.framing.name, contract.methods) == ("bare", ())
