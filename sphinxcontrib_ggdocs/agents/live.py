"""Serves MCP from a running service, at one of its paths.

`protect` is a function of the user that decides about each request. It may choose audiences, names
of groups of readers: these see only the parts of documents that are for them or for everybody.
"""

import inspect
import logging
from collections.abc import Mapping, Sequence
from functools import lru_cache
from ipaddress import ip_address
from typing import Annotated, Any, TypeVar

from anyio import to_thread
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import Field

from ..audience_rules import Audiences
from ..catalog.documents import Documents
from ..catalog.fields import as_tuple
from ..contracts.audiences import Audience
from ..contracts.contract_errors import ContractError, NothingForAudience
from ..serving import Denied
from ..serving.application import add_routes, check_registrable, options_of_site
from ..serving.asgi import (
    ASGIApp,
    Receive,
    Scope,
    Send,
    docs_request,
    respond_standalone,
    send_response,
    split_path,
)
from ..serving.delivery import HttpResponse, problem_response
from ..serving.handler import AUDIENCES_KEPT
from ..serving.paths import UrlPath
from ..serving.protection import Protect, refusal_response
from .server import document_of, mcp_server

_App = TypeVar("_App")
_REGISTERED_VERBS = ("GET", "POST", "DELETE")
"""The HTTP methods of MCP (2025-11-25, Streamable HTTP). GET opens a stream and DELETE ends a
session; there are no sessions here, so that both get 405.
"""
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")

logger = logging.getLogger("sphinxcontrib_ggdocs")


class GGMcpDocsOptions(Documents):
    """Options of `GGMcpDocs`: documents and path."""

    mcp_path: UrlPath = Field(default="/mcp", description="the path of the MCP server")
    allowed_hosts: Annotated[Sequence[str], as_tuple] = Field(
        default=(),
        description="the accepted values of Host, such as api.example.org; by default those of "
        "loopback for a server that listens on the local machine, else any",
    )
    allowed_origins: Annotated[Sequence[str], as_tuple] = Field(
        default=(),
        description="the origins whose pages may send requests, such as https://example.org, "
        "in addition to its own",
    )


class GGMcpDocs:
    """An ASGI application that serves MCP clients (streamable HTTP) at its path, and passes other
    requests on to `app`, which it documents unless the options name contents.

    Documents are built at the first request, outside the event loop. Each request is independent:
    there are no sessions.

    Args:
        app: The ASGI application to wrap; None to serve only MCP.
        options: `GGMcpDocsOptions`, or a mapping in snake_case or camelCase.
        protect: Decides by the request who may read: answers True, False, `Denied`, or an
            `Audience` for whom the documents are then; may be ``async``.
        named: The options as keyword arguments, which take precedence.

    Raises:
        SpecError: The options are wrong.
    """

    def __init__(
        self,
        app: ASGIApp | None,
        /,
        options: GGMcpDocsOptions | Mapping[str, Any] | None = None,
        *,
        protect: Protect | None = None,
        **named: Any,
    ) -> None:
        self._app = app or respond_standalone
        self._options = options_of_site(GGMcpDocsOptions, app, options, named)
        self._protect = protect
        self._server_for = lru_cache(AUDIENCES_KEPT)(self._server)
        """Returns the MCP server for some audiences; documents are built only once for each."""

    @classmethod
    def register(
        cls,
        app: _App,
        /,
        options: GGMcpDocsOptions | Mapping[str, Any] | None = None,
        *,
        protect: Protect | None = None,
        **named: Any,
    ) -> _App:
        """Add the MCP server to an application of FastAPI or Starlette, in place.

        It becomes a route of the application, so that the application's middlewares run for the
        server, too.

        Args:
            app: The application, which is documented unless the options name contents.
            options: `GGMcpDocsOptions`, or a mapping in snake_case or camelCase.
            protect: Decides by the request who may read: answers True, False, `Denied`, or an
                `Audience` for whom the documents are then; may be ``async``.
            named: The options as keyword arguments, which take precedence.

        Returns:
            The same application.

        Raises:
            SpecError: The options are wrong.
            TypeError: The application is of another framework.

        Warns:
            RegistrationWarning: The application has dependencies, which do not run for the MCP
                server.
        """
        check_registrable(app, cls.__name__)
        site_options = options_of_site(GGMcpDocsOptions, app, options, named)
        server = cls(None, site_options, protect=protect)
        path = server._options.mcp_path
        add_routes(app, [path], server, _REGISTERED_VERBS, is_protected=protect is not None)
        return app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one connection (ASGI 3). A POST to the path of the MCP server is a message to it;
        other methods are refused there. All other connections go to the wrapped application.
        """
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        # The path at which the application is mounted, and the path below it.
        root, route = split_path(scope)
        if route != self._options.mcp_path:
            await self._app(scope, receive, send)
            return
        if scope["method"] != "POST":
            detail = "there are no sessions; send each message with POST"
            await send_response(send, problem_response(405, detail, {"Allow": "POST"}))
            return
        server = await self._server_of_request(scope, root + route)
        if isinstance(server, HttpResponse):  # a refusal by `protect`, or an error
            await send_response(send, server)
            return
        # A manager has to run from the start to the end of the application, to which we have no
        # access. So each request gets a manager of its own.
        manager = StreamableHTTPSessionManager(
            server, json_response=True, stateless=True, security_settings=self._security(scope)
        )
        async with manager.run():
            await manager.handle_request(scope, receive, send)

    async def _server_of_request(self, scope: Scope, path: str) -> "Server[Any] | HttpResponse":
        """Return the MCP server that responds to a request, as `protect` decides, or the response
        of a refusal or an error.
        """
        # None if `protect` chooses no audience: only the options decide what is shown.
        audience = None
        try:
            if self._protect is not None:
                verdict: Any = self._protect(docs_request(scope, path))
                if inspect.isawaitable(verdict):
                    verdict = await verdict
                if (refused := refusal_response(verdict)) is not None:
                    return refused
                if isinstance(verdict, Audience):
                    # Sorted, so that equal audiences share a cached server.
                    audience = tuple(sorted(set(verdict.names)))
            return await to_thread.run_sync(self._server_for, audience)
        except NothingForAudience:  # To a reader for whom there is nothing, access is denied.
            return Denied().response()
        except ContractError as error:
            # Without a traceback, since the message has the place and a hint.
            logger.error("the MCP server cannot answer: %s", error)
            return _server_failure()
        except Exception as error:  # Raised by a user's `protect` or contracts.
            logger.exception("the MCP server cannot answer: %r", error)
            return _server_failure()

    def _security(self, scope: Scope) -> TransportSecuritySettings:
        """Return the accepted values of the headers ``Host`` and ``Origin``.

        They keep pages of other sites from sending requests: directly, which ``Origin`` shows, and
        by DNS rebinding (a name of their own that leads to this machine), which ``Host`` shows.
        """
        host = docs_request(scope, "").headers.get("host", "")
        hosts = list(self._options.allowed_hosts)
        origins = list(self._options.allowed_origins)
        if not hosts and _is_loopback(scope):
            # `:*` is how the package ``mcp`` writes any port.
            with_any_port = [f"{name}:*" for name in _LOOPBACK]
            hosts = [*_LOOPBACK, *with_any_port]
            origins += [f"http://{name}" for name in hosts]
        elif not hosts:
            # The host of the request itself, so that any is accepted.
            hosts = [host]
        # The own pages of the service; which of the two schemes it has is not known behind a proxy.
        origins += [f"http://{host}", f"https://{host}"]
        return TransportSecuritySettings(allowed_hosts=hosts, allowed_origins=origins)

    def _server(self, audience: Audiences | None) -> "Server[Any]":
        """Return an MCP server for the documents as the options say, or for what some audiences may
        see of them. Building the documents may take seconds.
        """
        options = self._options
        if audience is not None:
            options = options.for_audience(audience)
        return mcp_server(map(document_of, options.specs))


def _server_failure() -> HttpResponse:
    """Return the response if documents cannot be built; the log has the reason."""
    return problem_response(500, "this documentation cannot be read; see the log of the service")


def _is_loopback(scope: Scope) -> bool:
    """Return whether a connection has come to an address of the local machine."""
    # `server` is (host, port); it is missing for some servers.
    host = (scope.get("server") or ("", None))[0]
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:  # The path of a socket.
        return False
