"""Contracts that between them use everything an AsyncAPI document can say; each is put before all
validators.
"""

import warnings
from collections.abc import Iterable
from typing import Annotated, Any, Literal, NewType, Protocol

from marketplace.docs import DOCS
from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.asyncapi import ExportWarning, to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    SERVER_ERROR,
    UNAUTHORIZED,
    ApiKey,
    BearerToken,
    Content,
    Example,
    Interaction,
    RequestBody,
    Requirement,
    Security,
    SecurityScheme,
    WebSocketContract,
    authenticated,
    http,
    public,
    scope,
    ws,
)

RoomId = NewType("RoomId", str)
SecretRoomId = NewType("SecretRoomId", RoomId)


class Point(BaseModel):
    at: tuple[float, float]
    path: list[tuple[int, str]] = []
    room: RoomId | None = Field(default=None, description="Beside a reference.")
    inner: "Point | None" = None


class Numbered(BaseModel):
    """Something with a number."""

    id: int


class Text(BaseModel):
    kind: Literal["text"]
    text: str


class Picture(BaseModel):
    kind: Literal["picture"]
    url: str = Field(description="Where it is.", deprecated=True)


Message = Annotated[Text | Picture, Field(discriminator="kind")]

ROOM_NOT_FOUND = ERROR.define("ROOM_NOT_FOUND", 404, RoomId, description="There is no such room.")
FULL = ERROR.define("FULL", 409)

SignedIn = Requirement("SignedIn", headers={"Authorization": BearerToken}, description="A token.")
Partner = Requirement(
    "Partner", headers={"X-Api-Key": ApiKey, "X-Trace": str | None}, cookies={"session": str}
)
Guarded = Requirement("Guarded", headers={"Authorization": BearerToken}, errors=[UNAUTHORIZED])


@ws.api(
    "/chat/{room}",
    requires=[SignedIn],
    permission=authenticated,
    external_docs="https://example.org/chat",
    parameters={
        "room": Annotated[RoomId, http.Path(description="Which room."), Field(examples=["lobby"])],
        "language": Annotated[
            Literal["en", "de"] | None, http.Query(description="Of the messages.")
        ],
        "X-Client": Annotated[str, http.Header("X-Client")],
    },
)
class ChatApi(Protocol):
    """Rooms.

    And messages.
    """

    @ws.client_to_server(errors=[ROOM_NOT_FOUND, FULL, SERVER_ERROR])
    def send_message(self, message: Message) -> Point:
        """Say something.

        At length.
        """
        ...

    @ws.client_to_server(
        errors=[ROOM_NOT_FOUND],
        pattern="req",
        deprecated="Use `send_message`.",
        permission=scope("leave"),
    )
    def leave(self, room: SecretRoomId, why: str = "") -> None: ...

    @ws.client_to_server(permission=public)
    def ping(self) -> None: ...

    @ws.server_to_client
    def message_posted(self, message: Message) -> None:
        """Somebody said something."""
        ...

    @ws.server_to_client
    def still_there(self, point: Point) -> bool:
        """The server asks."""
        ...


@ws.api("/raw", requires=[Partner], error_format="problem")
class RawApi(Protocol):
    @ws.client_to_server(errors=[ROOM_NOT_FOUND])
    def upload(self, data: bytes) -> bytes: ...

    @ws.server_to_client
    def download(self, data: bytes) -> None: ...


@ws.api("/both", requires=[SignedIn, Partner], error_format="plain")
class BothApi(Protocol):
    @ws.client_to_server(errors=[ROOM_NOT_FOUND, FULL])
    def ask(self, points: list[Point]) -> dict[str, Point]: ...


@ws.api("/guarded", requires=[Guarded])
class GuardedApi(Protocol):
    @ws.client_to_server
    def ask(self) -> int: ...

    @ws.server_to_client
    def tell(self, number: int) -> None: ...


OAUTH = SecurityScheme(
    name="oauth",
    definition={
        "type": "oauth2",
        "flows": {
            "clientCredentials": {
                "tokenUrl": "https://example.org/token",
                "scopes": {"read": "Read.", "write": "Write."},
            }
        },
    },
)
KEY = SecurityScheme(name="key", definition={"type": "apiKey", "in": "query", "name": "key"})
WRITTEN = WebSocketContract(
    name="Written by hand",
    path="/written/{rest:path}",
    security=Security(scheme=OAUTH, scopes=("read",)) | KEY,
    interactions=(
        Interaction(
            name="say",
            direction="client_to_server",
            message=RequestBody(
                contents=(
                    Content(type=int, examples=(Example(name="one", value=1, summary="One."),)),
                ),
                required=False,
            ),
        ),
    ),
)


@ws.api("/joined", framing=ws.Bare(correlation_id="/id"))
class JoinedApi(Protocol):
    @ws.client_to_server(errors=[FULL])
    def ask(self, question: Numbered) -> Numbered: ...

    @ws.server_to_client
    def tell(self, number: Numbered) -> None: ...


def documents() -> Iterable[tuple[str, dict[str, Any]]]:
    """Every case by name; what cannot be said in AsyncAPI is warned of, see the tests."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ExportWarning)
        yield from _documents()


def _documents() -> Iterable[tuple[str, dict[str, Any]]]:
    for contract in (ChatApi, RawApi, BothApi, GuardedApi, JoinedApi):
        yield (
            contract.__name__,
            to_asyncapi([contract], title=contract.__name__, version="1.0.0"),
        )
    yield (
        "server",
        to_asyncapi([ChatApi], title="Server", version="1.0.0", perspective="server"),
    )
    yield "written", to_asyncapi([WRITTEN], title="Written", version="1.0.0")
    yield (
        "full",
        to_asyncapi(
            [ChatApi, RawApi, GuardedApi],
            title="Full",
            version="1",
            description="Text.",
            servers=[
                "https://example.org",
                {
                    "url": "wss://{where}.example.org/v1",
                    "variables": {"where": {"default": "eu", "enum": ["eu", "us"]}},
                },
            ],
            contact={"name": "Ada", "email": "ada@example.org", "url": "https://example.org"},
            license={"name": "MIT", "url": "https://example.org/licence"},
            terms_of_service="https://example.org/terms",
            external_docs={"url": "https://example.org/docs"},
        ),
    )
    for values in DOCS:
        spec = ApiDocSpec.model_validate(values)
        yield f"example-{spec.slug}", to_asyncapi(spec)
