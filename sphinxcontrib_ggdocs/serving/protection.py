"""Who may read: a callable of the user decides by the request."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, TypeAlias
from urllib.parse import parse_qsl

from .responses import Response, checked_headers, problem


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsRequest:
    """What `protect` decides by."""

    method: str
    path: str
    """The whole path, that of a mount included."""
    headers: Mapping[str, str]
    """By name in lower case; repeated headers are joined by commas, cookies by semicolons."""
    client: str | None = None
    """The address of the peer: the proxy's when there is one."""
    query: Mapping[str, str] = field(default_factory=dict)
    """The parameters of the query, decoded; of a repeated one the last value."""
    cookies: Mapping[str, str] = field(default_factory=dict)
    """The cookies, as they were sent; of a repeated one the first value."""
    scope: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """The ASGI scope, or the WSGI environ, with what middlewares have left there:
    ``scope["user"]``."""
    document: str | None = None
    """The slug in the path of a document's file, whether there is such a document or not; None for
    everything else.

    The page asks about each of its documents, and shows those for which the answer is True.
    """

    @property
    def session(self) -> Mapping[str, Any]:
        """The session that a middleware has read from a cookie, such as Starlette's
        ``SessionMiddleware``; or empty.
        """
        session = self.scope.get("session")
        return session if isinstance(session, Mapping) else {}


def read_query(query: str) -> Mapping[str, str]:
    """The parameters of a query string."""
    return dict(parse_qsl(query, keep_blank_values=True))


def read_cookies(header: str | None) -> Mapping[str, str]:
    """The cookies of the header ``Cookie`` (RFC 6265, 4.2.1); a part without a name is none."""
    cookies: dict[str, str] = {}
    for part in (header or "").split(";"):
        name, separator, value = part.partition("=")
        value = value.strip()
        if len(value) > 1 and value.startswith('"') and value.endswith('"'):
            value = value[1:-1]
        if separator and name.strip():
            cookies.setdefault(name.strip(), value)
    return cookies


REFUSALS = frozenset(
    int(status) for status in HTTPStatus if status >= 300 and status != HTTPStatus.NOT_MODIFIED
)
"""Errors, and redirects to where somebody signs in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Denied:
    """A refusal with the status and the headers that it needs, such as ``WWW-Authenticate`` or
    ``Location``.

    Raises:
        ValueError: The status is no redirect and no error, or a header cannot be sent.
    """

    status: int = 403
    detail: str = "you may not read this documentation"
    headers: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.status not in REFUSALS:
            raise ValueError(
                f"the status {self.status} refuses nothing\n  hint: use 401, 403, 404, or 303 "
                "with a Location"
            )
        object.__setattr__(self, "headers", MappingProxyType(dict(checked_headers(self.headers))))

    def response(self) -> Response:
        """The refusal in JSON."""
        return problem(self.status, self.detail, self.headers)


Verdict: TypeAlias = bool | Denied
"""True lets the reader in; False is a plain 403, and hides a document from a reader who may read
the page."""

Protect: TypeAlias = Callable[[DocsRequest], Verdict | Awaitable[Verdict]]
"""Decides who may read. It may be ``async`` under ASGI."""


def refusal(verdict: object) -> Response | None:
    """The response to a reader who may not read; None for one who may.

    Raises:
        TypeError: `protect` answered neither a bool nor a `Denied`; whoever forgets a ``return``
            lets nobody in.
    """
    if verdict is True:
        return None
    if verdict is False:
        return Denied().response()
    if isinstance(verdict, Denied):
        return verdict.response()
    raise TypeError(f"protect answered {verdict!r}; it should answer True, False or Denied(...)")
