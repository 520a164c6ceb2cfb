"""The service that `console` calls: a small answer, a large one, events, and the pages."""

import asyncio
import json
import os
from typing import Any, Protocol

from pydantic import BaseModel

from sphinxcontrib_ggdocs.contracts import ws

MEGABYTES = 50
EVENTS = 10_000
BURST = 20
"""How many events or messages come at once."""
PAUSE = 0.005
"""Seconds between two bursts."""
CALLS = ("small", "large", "events")


class Reading(BaseModel):
    """A value that a sensor has measured."""

    number: int
    sensor: str
    value: float


@ws.api("/live")
class LiveApi(Protocol):
    """Readings as they come."""

    @ws.server_to_client
    def measured(self, reading: Reading) -> None:
        """A sensor has measured a value."""
        ...


def reading(number: int) -> dict[str, Any]:
    """One of the values that the service answers."""
    return {"number": number, "sensor": f"sensor {number % 7}", "value": number / 8}


def response(schema: dict[str, Any], media_type: str) -> dict[str, Any]:
    """The responses of an operation."""
    content = {media_type: {"schema": schema}}
    return {"200": {"description": "What was measured.", "content": content}}


def openapi(url: str) -> dict[str, Any]:
    """The description of the service that all UIs show."""
    one = {"$ref": "#/components/schemas/Reading"}
    answers = {
        "small": response(one, "application/json"),
        "large": response({"type": "array", "items": one}, "application/json"),
        "events": response(one, "text/event-stream"),
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Readings", "version": "1"},
        "servers": [{"url": url}],
        "paths": {
            f"/{name}": {"get": {"operationId": name, "tags": ["readings"], "responses": answer}}
            for name, answer in answers.items()
        },
        "components": {"schemas": {"Reading": Reading.model_json_schema()}},
    }


def service() -> Any:
    """The service, and the pages that call it."""
    from starlette import responses
    from starlette.applications import Starlette
    from starlette.routing import Mount, Route, WebSocketRoute
    from starlette.staticfiles import StaticFiles
    from starlette.websockets import WebSocket

    record = json.dumps(reading(1))
    large = f"[{','.join([record] * (MEGABYTES * 1_000_000 // (len(record) + 1)))}]".encode()

    async def numbers() -> Any:
        for number in range(EVENTS):
            yield number
            if number % BURST == BURST - 1:
                await asyncio.sleep(PAUSE)

    async def events() -> Any:
        async for number in numbers():
            yield f"data: {json.dumps(reading(number))}\n\n"

    async def talk(socket: WebSocket) -> None:
        await socket.accept()
        async for number in numbers():
            await socket.send_text(json.dumps({"method": "measured", "data": reading(number)}))
        await socket.close()

    async def answer(request: Any) -> responses.Response:
        match request.url.path:
            case "/small":
                return responses.JSONResponse(reading(1))
            case "/large":
                return responses.Response(large, media_type="application/json")
        return responses.StreamingResponse(events(), media_type="text/event-stream")

    return Starlette(
        routes=[
            *(Route(f"/{name}", answer) for name in CALLS),
            WebSocketRoute("/live", talk),
            Mount("/", StaticFiles(directory=os.environ["BENCH_FOLDER"], html=True)),
        ]
    )
