"""The documentation in an application of each framework, beside a route of its own."""

from collections.abc import Callable
from typing import Any, Protocol

from pydantic import BaseModel

from sphinxcontrib_ggdocs.catalog import ApiDocSpec, Branding
from sphinxcontrib_ggdocs.contracts import SERVER_ERROR, http, ws
from sphinxcontrib_ggdocs.native import GGApiDocs, GGApiDocsOptions
from tests.django_project import set_up

OWN = "the application's own answer"


class Order(BaseModel):
    """Something bought."""

    id: str


@http.api("/orders")
class OrderApi(Protocol):
    """What people have bought."""

    @http.get("/{id}", errors=[SERVER_ERROR])
    def get_order(self, id: str) -> Order:
        """Fetch an order."""
        ...


@ws.api("/ws/orders")
class OrderFeed(Protocol):
    """Orders as they come."""

    @ws.server_to_client
    def order_placed(self, order: Order) -> None:
        """Somebody placed an order."""
        ...


OPTIONS = GGApiDocsOptions(
    docs_path="/docs",
    docs=[
        ApiDocSpec(slug="orders", title="Orders", http=[OrderApi]),
        ApiDocSpec(slug="feed", title="Feed", ws=[OrderFeed]),
    ],
    branding=Branding(primary_color="#0f766e"),
)


BROKEN = ApiDocSpec(slug="broken", title="Broken", http=["no.such:Api"])


def starlette() -> Any:
    from starlette.applications import Starlette
    from starlette.responses import PlainTextResponse
    from starlette.routing import Route

    app = Starlette(routes=[Route("/own", lambda _: PlainTextResponse(OWN))])
    return GGApiDocs.register(app, OPTIONS)


def fastapi() -> Any:
    from fastapi import FastAPI
    from fastapi.responses import PlainTextResponse

    app = FastAPI()
    app.add_api_route("/own", lambda: PlainTextResponse(OWN))
    return GGApiDocs.register(app, OPTIONS)


def inside_fastapi() -> Any:
    """An application with its documentation, mounted in another one at the root."""
    from fastapi import FastAPI

    app = FastAPI(docs_url=None)  # its own documentation would have our path
    app.mount("/", fastapi())
    return app


def litestar() -> Any:
    from litestar import Litestar, asgi, get

    @get("/own", media_type="text/plain", sync_to_thread=False)
    def own() -> str:
        return OWN

    documentation: Any = GGApiDocs(None, OPTIONS.model_copy(update={"docs_path": ""}))
    mounted = asgi("/docs", is_mount=True, copy_scope=True)(documentation)
    return Litestar([own, mounted], logging_config=None)


def quart() -> Any:
    from quart import Quart

    app: Any = Quart(__name__)
    app.add_url_rule("/own", view_func=lambda: OWN)
    app.asgi_app = GGApiDocs(app.asgi_app, OPTIONS)
    return app


def django_asgi() -> Any:
    from django.core.handlers.asgi import ASGIHandler

    set_up()
    return GGApiDocs(ASGIHandler(), OPTIONS)


def plain() -> Any:
    async def own(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            raise NotImplementedError(scope["type"])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": OWN.encode()})

    return GGApiDocs(own, OPTIONS)


def flask() -> Any:
    from flask import Flask

    app: Any = Flask(__name__)
    app.add_url_rule("/own", view_func=lambda: OWN)
    app.wsgi_app = GGApiDocs.wsgi(app.wsgi_app, OPTIONS)
    return app


def django_wsgi() -> Any:
    from django.core.handlers.wsgi import WSGIHandler

    set_up()
    return GGApiDocs.wsgi(WSGIHandler(), OPTIONS)


ASGI: dict[str, Callable[[], Any]] = {
    "fastapi": fastapi,
    "inside fastapi": inside_fastapi,
    "starlette": starlette,
    "litestar": litestar,
    "quart": quart,
    "django": django_asgi,
    "plain": plain,
}
WSGI: dict[str, Callable[[], Any]] = {"flask": flask, "django over wsgi": django_wsgi}
