"""A service of items over HTTP, and the contract of one over WebSockets."""

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal, NewType, Protocol, get_args

import httpx
import pytest
from fastapi import FastAPI
from pydantic import BaseModel, Field, model_validator

from sphinxcontrib_ggdocs.contracts import ERROR, UNAUTHORIZED, BearerToken, Requirement, http, ws
from sphinxcontrib_ggdocs.runtime import implement

ItemId = NewType("ItemId", str)
Format = Literal["typed", "problem", "plain"]
FORMATS: tuple[Format, ...] = get_args(Format)
SignedIn = Requirement("SignedIn", headers={"Authorization": BearerToken}, errors=[UNAUTHORIZED])


class Ref(BaseModel):
    """Which item is meant."""

    item: ItemId


class Item(BaseModel):
    """Something."""

    id: ItemId
    size: int = Field(default=1, ge=1)


class Span(BaseModel):
    """From here to there."""

    first: int = 0
    last: int = 0

    @model_validator(mode="after")
    def ordered(self) -> "Span":
        if self.last < self.first:
            raise ValueError("the last is before the first")
        return self


MISSING_ITEM = ERROR.define("MISSING_ITEM", 404, Ref, description="There is no such item.")
SOLD_OUT = ERROR.define("SOLD_OUT", 410, list[str], description="There is nothing else.")
BUSY = ERROR.define("BUSY", 409, description="Somebody else is at it.")
SECRET = ERROR.define("SECRET", 418)


def api(error_format: Format) -> type:
    """A contract whose errors have a format."""

    @http.api("/items", error_format=error_format)
    class ItemApi(Protocol):
        @http.get("/span", errors=[BUSY])
        def span(self, span: Span) -> int: ...

        @http.get("/{id}", errors=[MISSING_ITEM, SOLD_OUT, BUSY])
        def get(self, id: ItemId) -> Item: ...

        @http.put("/{id}", errors=[BUSY])
        async def put(self, id: ItemId, item: Item) -> Item: ...

        @http.post("/file", errors=[BUSY])
        def upload(
            self, file: Annotated[bytes, http.File(media_types=["text/plain"], max_size=5)]
        ) -> int: ...

        @http.get("/all/events", errors=[BUSY])
        def events(self) -> AsyncIterator[Item]: ...

    return ItemApi


class Items:
    """Does what the identifier says."""

    def span(self, span: Span) -> int:
        return span.last - span.first

    def get(self, id: ItemId) -> Item:
        match id:
            case "missing":
                raise MISSING_ITEM(Ref(item=id))
            case "sold out":
                raise SOLD_OUT([])
            case "explained":
                raise BUSY(message="Ada is at it.")
            case "busy":
                raise BUSY
            case "undeclared":
                raise SECRET(message="a secret")
            case "broken":
                raise LookupError("a secret")
            case "wrong data":
                raise MISSING_ITEM({"no": "ref"})  # type: ignore[arg-type]
            case "wrong value":
                return {"id": id, "size": 0}  # type: ignore[return-value]
        return Item(id=id)

    async def put(self, id: ItemId, item: Item) -> Item:
        return item

    def upload(self, file: bytes) -> int:
        return len(file)

    async def events(self) -> AsyncIterator[Item]:
        yield Item(id=ItemId("a"))
        raise BUSY


def application(*implemented: tuple[type, Any], **options: Any) -> FastAPI:
    app = FastAPI()
    for contract, handler in implemented:
        app.include_router(implement(contract, handler, **options))
    return app


def ask(
    app: FastAPI, verb: str, path: str, *, raising: bool = True, **options: Any
) -> httpx.Response:
    async def asked() -> httpx.Response:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(app, raise_app_exceptions=raising),
            base_url="http://service",
        ) as client:
            return await client.request(verb, path, **options)

    return asyncio.run(asked())


def ours(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.name.startswith("sphinxcontrib_ggdocs")]


@ws.api("/ws/shop/{room}", parameters={"room": Annotated[int, http.Path()]}, requires=[SignedIn])
class ShopFeed(Protocol):
    """The same over a socket."""

    @ws.client_to_server(errors=[MISSING_ITEM])
    def buy(self, id: ItemId, size: int = 1) -> Item: ...

    @ws.server_to_client
    def ask(self, id: ItemId) -> bool: ...

    @ws.server_to_client
    def sold(self, item: Item) -> None: ...
