"""Adding a site to an application object in place, in the way of its framework."""

from typing import Any, TypeVar

from .asgi import ASGIApp, AsgiSite
from .handler import SiteHandler
from .wsgi import WsgiSite

_App = TypeVar("_App")


def register(app: _App, handler: SiteHandler, *, otherwise: str) -> _App:
    """Let a handler answer for its paths before `app` does.

    Knows the ways of FastAPI and Starlette (``add_middleware``), Quart (``asgi_app``), Flask (``wsgi_app``) and
    Litestar (``asgi_handler``), and imports none of them.

    Args:
        app: The application.
        handler: What it answers.
        otherwise: What to write for an application that has none of these ways.

    Returns:
        The same application.

    Raises:
        TypeError: The application has none of these ways.
    """
    target: Any = app
    if callable(add_middleware := getattr(app, "add_middleware", None)):
        add_middleware(_Middleware, handler=handler)
    elif hasattr(app, "asgi_app"):
        target.asgi_app = AsgiSite(handler, target.asgi_app)
    elif hasattr(app, "wsgi_app"):
        target.wsgi_app = WsgiSite(handler, target.wsgi_app)
    elif hasattr(app, "asgi_handler"):
        target.asgi_handler = AsgiSite(handler, target.asgi_handler)
    else:
        raise TypeError(f"{type(app).__name__} cannot be changed in place\n  hint: {otherwise}")
    return app


class _Middleware(AsgiSite):
    """`AsgiSite` with the arguments in the way of ``add_middleware``."""

    def __init__(self, app: ASGIApp, handler: SiteHandler) -> None:
        super().__init__(handler, app)
