"""What a `StreamingResponse` sends: the type of its events is declared at the handler."""

import json
from collections.abc import AsyncIterator
from typing import Any

from fastapi import FastAPI
from pydantic import BaseModel
from starlette.responses import StreamingResponse
from starlette.testclient import TestClient

from sphinxcontrib_ggdocs.adapters.fastapi import streams
from sphinxcontrib_ggdocs.mock import mock_service
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi


class Progress(BaseModel):
    """How far a job is."""

    done: int
    total: int


async def events() -> AsyncIterator[str]:
    yield 'data: {"done": 1, "total": 2}\n\n'


def application() -> FastAPI:
    app = FastAPI(title="Jobs")

    @app.get("/jobs/{id}/events", response_class=StreamingResponse)
    @streams(Progress)
    async def follow(id: int) -> StreamingResponse:
        """Follow a job."""
        return StreamingResponse(events(), media_type="text/event-stream")

    @app.get("/jobs/{id}/log", responses={200: {"description": "Lines."}})
    async def log(id: int) -> StreamingResponse:
        return StreamingResponse(events(), media_type="application/jsonl")

    streams(Progress, media_type="application/jsonl")(log)
    return app


def test_the_events_have_their_type() -> None:
    document = build_contract_doc(app=application())
    methods: list[Any] = [
        method for group in document.groups for one in group.contracts for method in one.methods
    ]
    found = {method.name: method.success_response.contents for method in methods}
    (follow,), (log,) = found["follow"], found["log"]
    assert (follow.media_type, follow.stream) == ("text/event-stream", True)
    assert (log.media_type, log.stream) == ("application/jsonl", True)
    assert follow.schema == log.schema == {"$ref": "#/schemas/Progress"}
    assert "Progress" in str(document.uses)


def test_openapi_has_it() -> None:
    written = to_openapi(app=application(), openapi_version="3.2")
    answer = written["paths"]["/jobs/{id}/log"]["get"]["responses"]["200"]
    assert answer["description"] == "Lines."
    assert "Progress" in json.dumps(answer["content"]["application/jsonl"])
    assert "Progress" in json.dumps(
        written["paths"]["/jobs/{id}/events"]["get"]["responses"]["200"]
    )


def test_an_event_that_is_described_as_a_whole_stays_so() -> None:
    # `comment` is no field of a parsed event, so that only its author knows that this is one.
    texts = {"data": {"type": "string"}, "comment": {"type": "string"}}
    event = {"type": "object", "properties": texts}
    content = {"text/event-stream": {"itemSchema": event}}
    app = FastAPI()

    @app.get("/ticks", response_class=StreamingResponse, responses={200: {"content": content}})
    async def ticks() -> StreamingResponse:
        return StreamingResponse(events(), media_type="text/event-stream")

    written = to_openapi(app=app, openapi_version="3.2")
    answer = written["paths"]["/ticks"]["get"]["responses"]["200"]
    assert answer["content"]["text/event-stream"]["itemSchema"] == event


def test_the_mock_sends_such_events() -> None:
    client = TestClient(mock_service(app=application(), events=3, pace=0))
    response = client.get("/jobs/1/events")
    assert response.headers["content-type"].startswith("text/event-stream")
    lines = [line for line in response.text.splitlines() if line]
    assert len(lines) == 3
    for line in lines:
        Progress.model_validate_json(line.removeprefix("data: "))
    for line in client.get("/jobs/1/log").text.splitlines():
        Progress.model_validate_json(line)
