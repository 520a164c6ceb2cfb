"""`DocsApplication`: the base class of the applications that show documentation on a service.

A site is the documentation with its files; a handler responds to requests for it.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar
from warnings import warn

from pydantic.alias_generators import to_snake

from ..catalog.adapters import find_application
from ..catalog.documents import Documents
from ..catalog.readers import FILE_FIELDS
from .asgi import ASGIApp, AsgiSite, Receive, Scope, Send, respond_standalone
from .handler import READING, SiteHandler
from .protection import Protect
from .wsgi import WsgiSite

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

_App = TypeVar("_App")
_Options = TypeVar("_Options", bound=Documents)
_CONTENTS = frozenset({"docs", "groups", "http", "ws", "app", *FILE_FIELDS})
"""The options that say what is documented."""


class RegistrationWarning(UserWarning):
    """An application has checks that do not run for the documentation registered with it."""


class DocsApplication:
    """An ASGI application that shows documentation and passes other requests on to `app`.

    Serve this object, not `app`, which is not changed and answers 404 at the path of the
    documentation; `register` adds the documentation to `app` instead. Options without contents
    document `app`.

    Documents are built on the first request for them, once, outside of the event loop. One whose
    contracts are wrong has status 500, and the log has the reason; others are not affected.

    Args:
        app: The ASGI application to wrap; None for one that shows nothing but the documentation.
        options: The options, or a mapping in snake_case or camelCase.
        named: The options as keyword arguments, which take precedence.
        eager: Whether to build everything now, so that errors are logged at the start and no
            reader waits.
        protect: Decides by the request who may read: answers True, False, `Denied`, or an
            `Audience` for whom the documentation is then; may be ``async``.

    Raises:
        SpecError: The options are wrong.
        TypeError: `app` is a WSGI application.
    """

    def __init__(
        self,
        app: ASGIApp | None,
        /,
        options: Any = None,
        *,
        eager: bool = False,
        protect: Protect | None = None,
        **named: Any,
    ) -> None:
        handler = self._handler(app, options, named, eager=eager, protect=protect)
        self._application = AsgiSite(handler, app)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection (ASGI 3)."""
        await self._application(scope, receive, send)

    @classmethod
    def wsgi(
        cls,
        app: "WSGIApplication | None",
        /,
        options: Any = None,
        *,
        eager: bool = False,
        protect: Protect | None = None,
        **named: Any,
    ) -> WsgiSite:
        """Return a WSGI application that shows documentation, and passes other requests on to
        Flask's ``app.wsgi_app``, Django's application, or any other.

        Args:
            app: The WSGI application to wrap; None for one that shows nothing but documentation.
            options: The options, or a mapping in snake_case or camelCase.
            eager: Whether to build everything now, so that errors are logged at the start and no
                reader waits.
            protect: Decides by the request who may read: answers True, False, `Denied`, or an
                `Audience` for whom the documentation is then; may be ``async``.
            named: The options as keyword arguments, which take precedence.
        """
        return WsgiSite(cls._handler(app, options, named, eager=eager, protect=protect), app)

    @classmethod
    def register(
        cls,
        app: _App,
        /,
        options: Any = None,
        *,
        eager: bool = False,
        protect: Protect | None = None,
        **named: Any,
    ) -> _App:
        """Add the documentation to an application of FastAPI or Starlette, in place.

        It becomes routes of the application before those that it has, so that its middlewares,
        which decide who may call it, from which hosts and from which pages, run for the
        documentation, too.

        Args:
            app: The application, which is documented unless the options name contents.
            options: The options, or a mapping in snake_case or camelCase.
            eager: Whether to build everything now, so that errors are logged at the start and no
                reader waits.
            protect: Decides by the request who may read: answers True, False, `Denied`, or an
                `Audience` for whom the documentation is then; may be ``async``.
            named: The options as keyword arguments, which take precedence.

        Returns:
            The same application.

        Raises:
            SpecError: The options are wrong.
            TypeError: The application is of another framework.

        Warns:
            RegistrationWarning: The application has dependencies, which FastAPI runs for its own
                routes only.
        """
        check_registrable(app, cls.__name__)
        handler = cls._handler(app, options, named, eager=eager, protect=protect)
        # Starlette has no route with an empty path.
        routes = [route for route in handler.routes if route]
        if protect is not None and handler.docs_path:
            # Also for files that do not exist, `protect` decides first.
            routes.append(f"{handler.docs_path}/{{path:path}}")
        # With an application behind it, the site knows that the root path of a request is that of
        # the documented service.
        site = AsgiSite(handler, respond_standalone)
        add_routes(app, routes, site, READING, is_protected=protect is not None)
        return app

    @classmethod
    def _handler(
        cls,
        app: Any,
        options: Any,
        named: Mapping[str, Any],
        *,
        eager: bool,
        protect: Protect | None,
    ) -> SiteHandler:
        """Read the options, and return what responds to requests; subclasses define it.

        Args:
            app: The application, which options without contents document; None if there is none.
            options: The options: an object, a mapping in snake_case or camelCase, or None.
            named: The options as keyword arguments, which take precedence.
            eager: Whether everything is built now.
            protect: Decides who may read; None for everybody.
        """
        raise NotImplementedError


def with_application(options: Mapping[str, Any], app: object) -> dict[str, Any]:
    """Return the options of a site that is part of an application, in snake_case. If they do not
    say what is documented, it is the application, unless nothing can read its routes.
    """
    fields = {to_snake(name): value for name, value in options.items()}
    # `find_application` finds only applications of frameworks for which an adapter is installed.
    if _CONTENTS.isdisjoint(fields) and find_application(app) is not None:
        fields["app"] = app
    return fields


def options_of_site(
    kind: type[_Options], app: object, options: Any, named: Mapping[str, Any]
) -> _Options:
    """Return the options of a site that is a part of an application.

    Args:
        kind: The class of the options.
        app: The application, which options without contents document.
        options: An object of the class, a mapping in snake_case or camelCase, or None.
        named: The options as arguments, which take precedence.

    Raises:
        SpecError: The options are wrong.
    """
    if options is None:
        options = {}
    if not isinstance(options, Mapping):  # an object of the class has its contents already
        return kind.of(options, named)
    return kind.of(None, with_application({**options, **named}, app))


def check_registrable(app: object, name: str) -> None:
    """Check that routes can be added to an application in place, as to those of FastAPI and
    Starlette.

    Args:
        app: The application.
        name: The name of our class, for the hint of the error.

    Raises:
        TypeError: It is one of another framework.
    """
    # Together, these are attributes of Starlette's applications; `add_routes` uses the router.
    router = getattr(app, "router", None)
    if not (hasattr(app, "mount") and hasattr(router, "add_route")):
        raise TypeError(
            f"{type(app).__name__} cannot be changed in place\n  hint: mount "
            f"{name}(None, ...) as its framework does, or serve "
            f"{name}(app, ...); for WSGI  {name}.wsgi(app, ...)"
        )


def add_routes(
    app: Any,
    routes: Iterable[str],
    endpoint: ASGIApp,
    verbs: Iterable[str],
    *,
    is_protected: bool,
) -> None:
    """Add routes to an application of FastAPI or Starlette, before those that it has.

    Args:
        app: The application.
        routes: The paths of the routes.
        endpoint: Responds to all of them.
        verbs: The HTTP methods that they accept.
        is_protected: Whether `protect` decides about requests to them.

    Warns:
        RegistrationWarning: It has dependencies, which FastAPI runs for its own routes only, and
            nothing else protects the routes.
    """
    router = app.router
    if getattr(router, "dependencies", None) and not is_protected:
        warn(
            "the dependencies of the application do not run for its documentation: everybody "
            "can read it\n"
            "  hint: pass protect=, which decides by the request; protect=lambda request: True "
            "if everybody may read",
            RegistrationWarning,
            stacklevel=3,  # the line that calls `register`
        )
    count_before = len(router.routes)
    for route in routes:
        router.add_route(route, endpoint, methods=list(verbs), include_in_schema=False)
    # The new routes are moved to the front, because the first one that matches is called.
    own_routes, new_routes = router.routes[:count_before], router.routes[count_before:]
    router.routes[:] = [*new_routes, *own_routes]
