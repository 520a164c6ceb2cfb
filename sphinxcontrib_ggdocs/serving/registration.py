"""`register`: adds a site to an application of Starlette or FastAPI, in place.

The site becomes routes of the application, so that its middlewares, which decide who may call it,
from which hosts and from which pages, run for the documentation, too.
"""

from typing import Any, TypeVar
from warnings import warn

from .asgi import AsgiSite, respond_standalone
from .handler import READING, SiteHandler

_App = TypeVar("_App")


class RegistrationWarning(UserWarning):
    """A check of an application does not run for the documentation that is registered with it."""


def register(app: _App, handler: SiteHandler, *, alternative: str) -> _App:
    """Add the routes of a handler to an application, before those that it has.

    Args:
        app: The application, which has ``add_route``, ``mount`` and a router as Starlette has them.
        handler: Responds to requests for the documentation.
        alternative: What the error recommends for other applications.

    Returns:
        The same application.

    Raises:
        TypeError: The application is of another framework.

    Warns:
        RegistrationWarning: The application has dependencies, which FastAPI runs for its own routes
            only.
    """
    router: Any = getattr(app, "router", None)
    if not (hasattr(app, "mount") and hasattr(router, "add_route")):
        raise TypeError(f"{type(app).__name__} cannot be changed in place\n  hint: {alternative}")
    site = AsgiSite(handler, respond_standalone)
    before = len(router.routes)
    for route in handler.routes():
        if route:  # no application has a route for the empty path
            router.add_route(route, site, methods=list(READING), include_in_schema=False)
    added = router.routes[before:]
    router.routes[:] = [*added, *router.routes[:before]]
    if getattr(router, "dependencies", None) and handler.protect is None:
        warn(
            "the dependencies of the application do not run for its documentation: everybody "
            "can read it\n"
            "  hint: pass protect=, which decides by the request; protect=lambda request: True "
            "if everybody may read",
            RegistrationWarning,
            stacklevel=3,
        )
    return app
