"""What one handler answers at several paths, in the same way, is one method with aliases."""

from collections.abc import Sequence
from typing import Annotated, Any

import pytest
from fastapi import APIRouter, Depends, FastAPI, Header
from pydantic import BaseModel

from sphinxcontrib_ggdocs.catalog import ApiDocSpec, AppOptions
from sphinxcontrib_ggdocs.contracts import HttpContract
from sphinxcontrib_ggdocs.document.parts import HttpMethod
from sphinxcontrib_ggdocs.native import ApiDocsDocument, build_contract_doc
from sphinxcontrib_ggdocs.native.markdown import markdown_of
from sphinxcontrib_ggdocs.openapi import to_openapi

from .corpus.comparison import compared


class Item(BaseModel):
    name: str


def chat(item: Item, limit: int = 3) -> Item:
    """Answer."""
    return item


def talk(room: str, item: Item) -> Item:
    return item


def other(item: Item) -> Item:
    return item


def needed(x_key: Annotated[str, Header()]) -> None: ...


def _paths(app: Any, **options: Any) -> dict[str, tuple[str, ...]]:
    """The paths of each method."""
    return {
        method.name: tuple(map(contract.full_path, method.at_each_path()))
        for group in ApiDocSpec(
            slug="all", title="All", app=app, app_options=AppOptions(**options)
        ).resolved_groups()
        for contract in group.contracts
        if isinstance(contract, HttpContract)
        for method in contract.methods
    }


def _app(*routes: tuple[str, Any, dict[str, Any]]) -> FastAPI:
    app = FastAPI()
    for path, endpoint, options in routes:
        app.post(path, **options)(endpoint)
    return app


CASES: dict[str, Any] = {
    "the same": ([("/chat", chat, {}), ("/v1/chat", chat, {})], {"chat": ("/chat", "/v1/chat")}),
    "the shortest is the usual one": (
        [("/v1/chat", chat, {}), ("/api/v1/chat", chat, {}), ("/chat", chat, {})],
        {"chat": ("/chat", "/v1/chat", "/api/v1/chat")},
    ),
    "one is deprecated": (
        [("/chat", chat, {}), ("/v1/chat", chat, {"deprecated": True})],
        {"chat": ("/chat",), "chat_v1": ("/v1/chat",)},
    ),
    "one needs more": (
        [("/chat", chat, {}), ("/v1/chat", chat, {"dependencies": [Depends(needed)]})],
        {"chat": ("/chat",), "chat_v1": ("/v1/chat",)},
    ),
    "two of three": (
        [("/chat", talk, {}), ("/{room}/chat", talk, {}), ("/in/{room}/chat", talk, {})],
        {"talk": ("/chat",), "talk_room": ("/{room}/chat", "/in/{room}/chat")},
    ),
    "two names": (
        [("/chat", chat, {"name": "talk"}), ("/v1/chat", chat, {})],
        {"talk": ("/chat",), "chat": ("/v1/chat",)},
    ),
}


@pytest.mark.parametrize(("routes", "expected"), CASES.values(), ids=CASES)
def test_fastapi(
    routes: Sequence[tuple[str, Any, dict[str, Any]]], expected: dict[str, tuple[str, ...]]
) -> None:
    app = _app(*routes)
    assert _paths(app) == expected
    assert [found for _, found in compared(app) if found] == []


def test_a_router_that_is_included_twice() -> None:
    router = APIRouter(tags=["Chats"])
    router.post("/chats/{room}")(talk)
    router.get("/chats")(other)
    app = FastAPI()
    app.include_router(router)
    app.include_router(router, prefix="/api")
    assert _paths(app) == {
        "talk": ("/chats/{room}", "/api/chats/{room}"),
        "other": ("/chats", "/api/chats"),
    }
    assert [found for _, found in compared(app) if found] == []


def test_names_of_the_author_keep_them_apart() -> None:
    app = _app(("/chat", chat, {}), ("/v1/chat", chat, {}))
    names = {"POST /v1/chat": "old_chat"}
    assert _paths(app, method_names=names) == {"chat": ("/chat",), "old_chat": ("/v1/chat",)}


def test_each_surface() -> None:
    """OpenAPI has an operation for each path; the document and the text one method."""
    app = _app(("/chat", chat, {}), ("/v1/chat", chat, {}))
    spec = ApiDocSpec(slug="chats", title="Chats", app=app)
    paths = to_openapi(spec)["paths"]
    assert list(paths) == ["/chat", "/v1/chat"]
    ids = [item["post"].pop("operationId") for item in paths.values()]
    assert ids == ["chat_chat_post", "chat_v1_chat_post"]
    assert paths["/chat"] == paths["/v1/chat"]
    document = build_contract_doc(spec)
    (method,) = document.groups[0].contracts[0].methods
    assert isinstance(method, HttpMethod)
    assert (method.http_path, method.http_paths) == ("/chat", ("/chat", "/v1/chat"))
    assert "`POST /chat`" in markdown_of(document)
    assert "Also at: `/v1/chat`" in markdown_of(document)
    assert ApiDocsDocument.model_validate_json(document.model_dump_json()) == document
