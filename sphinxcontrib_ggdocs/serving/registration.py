"""`register`: adds a site to an application object of a web framework, in place.

Middlewares and hooks of an application decide who may call it, from which hosts and from which
pages. They have to run for its documentation, too. The site is therefore added inside of them,
whatever is added later:

- FastAPI and Starlette: as the innermost middleware;
- Flask and Quart: as routes, for which ``before_request`` and ``after_request`` run;
- Litestar: as routes, for which middlewares, guards and hooks of the application run.
"""

import itertools
import sys
from collections.abc import Awaitable, Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias, TypeVar
from warnings import warn

from .asgi import ASGIApp, AsgiSite, Receive, Scope, Send, send_response
from .delivery import HttpResponse
from .handler import DOCUMENT, READING, SiteHandler
from .wsgi import WsgiSite

_App = TypeVar("_App")

ENDPOINT = "ggdocs"
"""The name of the routes in Flask and Quart; a second registration has ``ggdocs_2``."""


class RegistrationWarning(UserWarning):
    """A check of an application does not run for the documentation that is registered with it."""


def register(app: _App, handler: SiteHandler, *, alternative: str) -> _App:
    """Add the routes of a handler to an application, inside of its middlewares and hooks.

    Args:
        app: The application: FastAPI, Starlette, Litestar, Quart or Flask.
        handler: Responds to requests for the documentation.
        alternative: What the error recommends for other applications.

    Returns:
        The same application.

    Raises:
        TypeError: The application is of another framework.
        RuntimeError: The application has started.

    Warns:
        RegistrationWarning: The application checks requests in a way that does not include the
            documentation.
    """
    if isinstance(getattr(app, "user_middleware", None), list):
        _add_middleware(app, handler)
    elif hasattr(app, "wsgi_app") and hasattr(app, "add_url_rule"):
        site = WsgiSite(handler, _no_wsgi_application)
        _add_rules(app, handler, _flask_view(site))
    elif hasattr(app, "asgi_app") and hasattr(app, "add_url_rule"):
        _add_rules(app, handler, _quart_view(AsgiSite(handler, _no_application)))
    elif hasattr(app, "asgi_handler") and hasattr(app, "register"):
        _add_litestar_route(app, handler)
    else:
        raise TypeError(f"{type(app).__name__} cannot be changed in place\n  hint: {alternative}")
    return app


async def _no_application(*_: object) -> None:
    """A wrapped application that is never called: the framework routes only our paths to us."""


def _no_wsgi_application(*_: object) -> list[bytes]:
    return []


# --- FastAPI, Starlette ---


class _Middleware(AsgiSite):
    """`AsgiSite` with its arguments in the order that ``add_middleware`` expects."""

    def __init__(self, app: ASGIApp, handler: SiteHandler) -> None:
        super().__init__(handler, app)


def _add_middleware(app: Any, handler: SiteHandler) -> None:
    if getattr(app, "middleware_stack", None) is not None:
        raise RuntimeError(
            "the application has started and accepts no more middleware\n"
            "  hint: register the documentation where you create the application, not in its "
            "lifespan"
        )
    before = list(app.user_middleware)
    app.add_middleware(_Middleware, handler=handler)
    # It is the outermost now; the last one in the list is the innermost.
    known = {id(middleware) for middleware in before}
    added = [middleware for middleware in app.user_middleware if id(middleware) not in known]
    app.user_middleware[:] = [*before, *added]
    dependencies = getattr(getattr(app, "router", None), "dependencies", None)
    if dependencies and handler.protect is None:
        warn(
            "the dependencies of the application do not run for its documentation: everybody "
            "can read it\n"
            "  hint: pass protect=, which decides by the request; protect=lambda request: True "
            "if everybody may read",
            RegistrationWarning,
            stacklevel=_caller_level(),
        )


def _caller_level() -> int:
    """The stack level of the first caller outside of this package.

    Python 3.12 has ``skip_file_prefixes`` for it.
    """
    ours = str(Path(__file__).parents[1])
    frame, level = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_code.co_filename.startswith(ours):
        frame, level = frame.f_back, level + 1
    return level


# --- Flask, Quart ---

View: TypeAlias = Callable[..., Any]


def _add_rules(app: Any, handler: SiteHandler, view: View) -> None:
    names = (ENDPOINT if number == 1 else f"{ENDPOINT}_{number}" for number in itertools.count(1))
    endpoint = next(name for name in names if name not in app.view_functions)
    for route in _routes(handler, f"<{ENDPOINT}_document>"):
        app.add_url_rule(route, endpoint, view, methods=READING, provide_automatic_options=False)


def _routes(handler: SiteHandler, document: str) -> Iterator[str]:
    """The routes of a handler, with a framework's notation of a parameter for the document."""
    for route in handler.routes():
        if route:  # frameworks have no route for the empty path
            yield route.replace(DOCUMENT, document)


def _flask_view(site: WsgiSite) -> View:
    flask = import_module("flask")

    def view(**_: str) -> Any:
        return _framework_response(site.response_to(flask.request.environ), flask)

    return view


def _quart_view(site: AsgiSite) -> Callable[..., Awaitable[Any]]:
    quart = import_module("quart")

    async def view(**_: str) -> Any:
        return _framework_response(await site.response_to(quart.request.scope), quart)

    return view


def _framework_response(response: HttpResponse | None, framework: Any) -> Any:
    if response is None:  # hidden or missing: as for every path without a route
        return framework.abort(404)
    return response.body, response.status, list(response.headers)


# --- Litestar ---


def _add_litestar_route(app: Any, handler: SiteHandler) -> None:
    litestar = import_module("litestar")
    not_found = import_module("litestar.exceptions").NotFoundException
    site = AsgiSite(handler, _no_application)

    async def documentation(request: Any) -> Any:
        scope = dict(request.scope)
        # Litestar removes a trailing slash from the path; relative URLs of the page depend on it.
        if scope["raw_path"].partition(b"?")[0].endswith(b"/") and not scope["path"].endswith("/"):
            scope["path"] += "/"
        response = await site.response_to(scope)
        if response is None:
            raise not_found

        async def application(scope: Scope, receive: Receive, send: Send) -> None:
            await send_response(send, response)

        return application

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
