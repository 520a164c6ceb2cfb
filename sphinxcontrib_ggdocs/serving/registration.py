"""Adding a site to an application object in place: inside of its middlewares and hooks, whatever is
added when.

Who may call a service, from which hosts and from which pages, is decided by middlewares and hooks
of the application. They have to decide for its documentation, too, so that this is what they are
wrapped around:

- FastAPI and Starlette: the innermost middleware;
- Flask and Quart: routes, for which ``before_request`` and ``after_request`` run;
- Litestar: routes, for which middlewares, guards and hooks of the application run.
"""

import itertools
import sys
from collections.abc import Awaitable, Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias, TypeVar
from warnings import warn

from .asgi import ASGIApp, AsgiSite, Receive, Scope, Send, send_response
from .handler import DOCUMENT, READING, SiteHandler
from .responses import Response
from .wsgi import WsgiSite

_App = TypeVar("_App")

ENDPOINT = "ggdocs"
"""The name of the routes in Flask and Quart; a second registration has ``ggdocs_2``."""


class RegistrationWarning(UserWarning):
    """A check of the application does not protect the documentation that is registered with it."""


def register(app: _App, handler: SiteHandler, *, otherwise: str) -> _App:
    """Let a handler answer for its paths, after everything that the application does before each of
    its routes.

    Args:
        app: The application: FastAPI, Starlette, Litestar, Quart or Flask.
        handler: What it answers.
        otherwise: What to write for any other application.

    Returns:
        The same application.

    Raises:
        TypeError: The application is of another framework.
        RuntimeError: The application has started.

    Warns:
        RegistrationWarning: The application checks requests in a way that does not concern its
            documentation.
    """
    if isinstance(getattr(app, "user_middleware", None), list):
        _as_middleware(app, handler)
    elif hasattr(app, "wsgi_app") and hasattr(app, "add_url_rule"):
        site = WsgiSite(handler, _nothing_wsgi)
        _as_rules(app, handler, _flask_view(site))
    elif hasattr(app, "asgi_app") and hasattr(app, "add_url_rule"):
        _as_rules(app, handler, _quart_view(AsgiSite(handler, _nothing)))
    elif hasattr(app, "asgi_handler") and hasattr(app, "register"):
        _as_litestar_route(app, handler)
    else:
        raise TypeError(f"{type(app).__name__} cannot be changed in place\n  hint: {otherwise}")
    return app


async def _nothing(*_: object) -> None:
    """Stands for the application, which answers itself what the site does not."""


def _nothing_wsgi(*_: object) -> list[bytes]:
    return []


# --- FastAPI, Starlette ---


class _Middleware(AsgiSite):
    """`AsgiSite` with the arguments in the way of ``add_middleware``."""

    def __init__(self, app: ASGIApp, handler: SiteHandler) -> None:
        super().__init__(handler, app)


def _as_middleware(app: Any, handler: SiteHandler) -> None:
    if getattr(app, "middleware_stack", None) is not None:
        raise RuntimeError(
            "the application has started, and takes no further middleware\n"
            "  hint: register the documentation where the application is made, not in its lifespan"
        )
    before = list(app.user_middleware)
    app.add_middleware(
        _Middleware, handler=handler
    )  # the outermost; what is last in the list is the innermost
    added = [each for each in app.user_middleware if not any(each is known for known in before)]
    app.user_middleware[:] = [*before, *added]
    dependencies = getattr(getattr(app, "router", None), "dependencies", None)
    if dependencies and handler.protect is None:
        warn(
            "the dependencies of the application do not run for its documentation, which "
            "everybody may read\n"
            "  hint: give protect=, which decides by the request; protect=lambda request: True "
            "if everybody may",
            RegistrationWarning,
            stacklevel=_level_of_the_caller(),
        )


def _level_of_the_caller() -> int:
    """How far up, from who asks, the code is that is not ours. Python 3.12 has
    ``skip_file_prefixes`` for it.
    """
    ours = str(Path(__file__).parents[1])
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_code.co_filename.startswith(ours):
        frame, level = frame.f_back, level + 1
    return level


# --- Flask, Quart ---

View: TypeAlias = Callable[..., Any]


def _as_rules(app: Any, handler: SiteHandler, view: View) -> None:
    names = (ENDPOINT if number == 1 else f"{ENDPOINT}_{number}" for number in itertools.count(1))
    endpoint = next(name for name in names if name not in app.view_functions)
    for route in _routes(handler, f"<{ENDPOINT}_document>"):
        app.add_url_rule(route, endpoint, view, methods=READING, provide_automatic_options=False)


def _routes(handler: SiteHandler, document: str) -> Iterator[str]:
    """The routes of a handler in the notation of a framework."""
    for route in handler.routes():
        if route:  # no framework has one for the empty path
            yield route.replace(DOCUMENT, document)


def _flask_view(site: WsgiSite) -> View:
    flask = import_module("flask")  # the application is one of its own

    def view(**_: str) -> Any:
        return _answered(site.response_to(flask.request.environ), flask)

    return view


def _quart_view(site: AsgiSite) -> Callable[..., Awaitable[Any]]:
    quart = import_module("quart")

    async def view(**_: str) -> Any:
        return _answered(await site.response_to(quart.request.scope), quart)

    return view


def _answered(response: Response | None, framework: Any) -> Any:
    if response is None:  # hidden, or not there: as every path without a route
        return framework.abort(404)
    return response.body, response.status, list(response.headers)


# --- Litestar ---


def _as_litestar_route(app: Any, handler: SiteHandler) -> None:
    litestar = import_module("litestar")
    not_found = import_module("litestar.exceptions").NotFoundException
    site = AsgiSite(handler, _nothing)

    async def documentation(request: Any) -> Any:
        scope = dict(request.scope)
        # Litestar takes the slash from the end of the path, and the page has to know whether there
        # was one.
        if scope["raw_path"].partition(b"?")[0].endswith(b"/") and not scope["path"].endswith("/"):
            scope["path"] += "/"
        response = await site.response_to(scope)
        if response is None:
            raise not_found

        async def answer(scope: Scope, receive: Receive, send: Send) -> None:
            await send_response(send, response)

        return answer

    documentation.__annotations__ = {
        "request": litestar.Request,
        "return": import_module("litestar.types").ASGIApp,
    }
    routes = dict.fromkeys(
        route.rstrip("/") or "/" for route in _routes(handler, "{ggdocs_document:str}")
    )
    app.register(
        litestar.route(list(routes), http_method=list(READING), include_in_schema=False)(
            documentation
        )
    )
