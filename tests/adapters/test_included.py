"""Routers that an application includes: each route as FastAPI has it, read without the contexts that
FastAPI makes at first use.
"""

import inspect
from typing import Annotated, Any

import pytest
from fastapi import (
    APIRouter,
    Body,
    Depends,
    FastAPI,
    Form,
    Header,
    Query,
    Security,
    WebSocket,
    routing,
)
from fastapi.dependencies.utils import get_parameterless_sub_dependant
from fastapi.responses import PlainTextResponse
from fastapi.routing import APIRoute
from fastapi.security import OAuth2PasswordBearer
from pydantic import BaseModel

from sphinxcontrib_ggdocs.adapters.fastapi import contracts_from_fastapi
from sphinxcontrib_ggdocs.contracts import HttpContract, WebSocketContract

from .corpus.comparison import compared


class Item(BaseModel):
    name: str


class Gone(BaseModel):
    since: str


def the_item(item_id: int, x_trace: Annotated[str, Header()] = "") -> int:
    return item_id


def the_room(room: str) -> str:
    return room


def told(note: Item) -> Item:
    return note


CHECKED: Any = Body(description="As it was written.")


scheme = OAuth2PasswordBearer(tokenUrl="token", scopes={"read": "Read.", "write": "Write."})


callbacks = APIRouter()


@callbacks.post("{$callback_url}/done")
def done(item: Item) -> None: ...


more_callbacks = APIRouter()


@more_callbacks.post("{$callback_url}/failed")
def failed(gone: Gone) -> None: ...


def inner_router() -> APIRouter:
    router = APIRouter(
        prefix="/inner", tags=["inner"], dependencies=[Security(scheme, scopes=["read"])]
    )

    @router.get("/{item_id}", responses={404: {"model": Gone}}, dependencies=[Depends(the_item)])
    def get_item(item_id: int) -> Item:
        raise NotImplementedError

    @router.put("/{item_id}/{rest:path}", callbacks=callbacks.routes)
    def put_item(item_id: int, rest: str, item: Item) -> Item:
        raise NotImplementedError

    @router.post("/form")
    def post_form(name: Annotated[str, Form()], size: Annotated[int, Form()] = 1) -> str:
        raise NotImplementedError

    @router.get("/text", response_class=PlainTextResponse, deprecated=True, operation_id="text")
    def text() -> str:
        raise NotImplementedError

    @router.get("/page")
    def page() -> Any:
        raise NotImplementedError

    @router.api_route("/several", methods=["GET", "DELETE"])
    def several() -> None: ...

    @router.get("/hidden", include_in_schema=False)
    def hidden() -> None: ...

    @router.websocket("/live")
    async def live(socket: WebSocket, room: str) -> None: ...

    return router


def outer(**options: Any) -> FastAPI:
    """An application that includes a router inside of a router."""
    app = FastAPI(dependencies=[Depends(the_item)])
    router = APIRouter(
        responses={410: {"model": Gone, "description": "It was there."}}, tags=["all"]
    )
    router.include_router(inner_router())
    app.include_router(router, **options)
    return app


def contracts(app: FastAPI) -> list[HttpContract | WebSocketContract]:
    return [each for group in contracts_from_fastapi(app) for each in group.contracts]


def named(route: Any) -> str:
    return f"{route.name}-{'-'.join(route.tags)}-{route.path_format}"


OPTIONS = {
    "a prefix": {"prefix": "/v1"},
    "a prefix with a parameter": {"prefix": "/{room}", "dependencies": [Depends(the_room)]},
    "dependencies": {"dependencies": [Security(scheme, scopes=["write"]), Depends(the_item)]},
    "a dependency with a body": {"dependencies": [Depends(told)]},
    "responses": {"responses": {404: {"description": "Never was."}, 418: {"model": Item}}},
    "callbacks": {"callbacks": more_callbacks.routes},
    "names": {"generate_unique_id_function": named},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS.keys())
def test_what_an_inclusion_changes_is_told_as_fastapi_tells_it(options: dict[str, Any]) -> None:
    assert [found for found in compared(outer(**options)) if found[1]] == []


def test_a_dependency_that_is_appended_to_a_route_comes_before_those_of_its_handler() -> None:
    """fastapi-pagination appends one to what FastAPI puts together again for an included router."""

    def given(page: int | None = None) -> int | None:
        return page

    def appended(page: Annotated[int, Query(description="Which one.")] = 1) -> int:
        return page

    router = APIRouter()

    @router.get("/pages")
    def pages(page: Annotated[int | None, Depends(given)]) -> None: ...

    app = FastAPI()
    app.include_router(router)
    [route] = router.routes
    assert isinstance(route, APIRoute)
    depends = Depends(appended)
    route.dependencies.append(depends)
    route.dependant.dependencies.append(
        get_parameterless_sub_dependant(depends=depends, path=route.path_format)
    )
    assert [found for found in compared(app) if found[1]] == []


def with_views(*, note: Any) -> FastAPI:
    """An application with a class-based view: `self` in the signature of its method is replaced by
    a dependency after the route was made.

    Args:
        note: The default of the method's body after that.
    """

    class Views:
        def add(self, page: int, note: Item = CHECKED) -> None: ...

    router = APIRouter(dependencies=[Depends(the_item)])
    router.post("/pages/{item_id}", dependencies=[Security(scheme)])(Views.add)
    signature = inspect.signature(Views.add)
    [first, page, body] = signature.parameters.values()
    of_class = first.replace(default=Depends(Views), kind=inspect.Parameter.KEYWORD_ONLY)
    changed: Any = Views.add
    changed.__signature__ = signature.replace(
        parameters=[page, body.replace(default=note), of_class]
    )
    app = FastAPI()
    app.include_router(router)
    return app


@pytest.mark.parametrize(
    "note",
    [
        CHECKED,
        Body(embed=True),
        Body(media_type="application/yaml"),
        Body(openapi_examples={"one": {"value": {"name": "x"}}}),
        Body(default_factory=lambda: Item(name="x")),
    ],
    ids=["the same", "embedded", "a media type", "examples", "a default"],
)
def test_a_signature_that_is_changed_after_the_route_was_made_is_the_one_that_counts(
    note: Any,
) -> None:
    assert [found for found in compared(with_views(note=note)) if found[1]] == []


def test_the_path_of_a_route_may_be_changed_after_it_was_made() -> None:
    """The class-based views of fastapi-utils take the prefix off the path, and forget the rest."""
    router = APIRouter(prefix="/api")

    @router.get("/items/{item_id:int}")
    def items(item_id: int) -> None: ...

    @router.websocket("/live/{room}")
    async def live(socket: WebSocket, room: str) -> None: ...

    for route in router.routes:
        assert isinstance(route, APIRoute | routing.APIWebSocketRoute)
        route.path = route.path.removeprefix("/api")
    inner = APIRouter()
    inner.routes = router.routes
    router = APIRouter(prefix="/api")
    router.include_router(inner)
    app = FastAPI()
    app.include_router(router)
    assert [found for found in compared(app) if found[1]] == []
    [socket] = [each for each in contracts(app) if isinstance(each, WebSocketContract)]
    assert socket.path == "/api/live/{room}"


def test_a_websocket_has_the_prefix_and_the_dependencies() -> None:
    found = contracts(outer(prefix="/v1"))
    [socket] = [each for each in found if isinstance(each, WebSocketContract)]
    assert socket.path == "/v1/inner/live"
    assert {each.name for each in socket.parameters} == {"item_id", "x-trace", "room"}
    assert socket.security is not None
