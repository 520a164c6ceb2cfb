"""Protects documentation: the user's function `protect` decides about each request.

It allows or denies it, or chooses an audience: then the reader sees only what is for everybody, or
for one of the names of the audience.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, TypeAlias
from urllib.parse import parse_qsl

from ..contracts.audiences import Audience
from .delivery import HttpResponse, check_header, problem_response


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsRequest:
    """The request that `protect` decides about."""

    method: str
    """The method in capitals, such as ``GET``."""
    path: str
    """The whole path, including the root path."""
    headers: Mapping[str, str]
    """Headers by name in lower case; repeated ones are joined by commas, cookies by semicolons."""
    client: str | None = None
    """The address of the peer, which may be a proxy."""
    query: Mapping[str, str] = field(default_factory=dict)
    """The decoded parameters of the query; the last value of a repeated one."""
    cookies: Mapping[str, str] = field(default_factory=dict)
    """The cookies as sent; the first value of a repeated one."""
    scope: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """The ASGI scope or the WSGI environ, with what middlewares store there, such as
    ``scope["user"]``."""

    @property
    def session(self) -> Mapping[str, Any]:
        """The session from a middleware such as Starlette's ``SessionMiddleware``; empty without
        one.
        """
        session = self.scope.get("session")
        if isinstance(session, Mapping):
            return session
        return {}


def read_query(query: str) -> Mapping[str, str]:
    """Return the decoded parameters of a query string: of a repeated one the last value, of one
    without ``=`` an empty text.
    """
    return dict(parse_qsl(query, keep_blank_values=True))


def read_cookies(header: str | None) -> Mapping[str, str]:
    """Return the cookies of the header ``Cookie`` (RFC 6265, 4.2.1), which is None if the request
    has none; parts without a name are dropped.
    """
    cookies: dict[str, str] = {}
    for part in (header or "").split(";"):
        name, separator, value = part.partition("=")
        value = value.strip()
        # The quotes that a value may be in are no part of it.
        if len(value) > 1 and value.startswith('"') and value.endswith('"'):
            value = value[1:-1]
        # Of a repeated cookie, the first value counts.
        if separator and name.strip():
            cookies.setdefault(name.strip(), value)
    return cookies


REFUSALS = frozenset(
    int(status) for status in HTTPStatus if status >= 300 and status != HTTPStatus.NOT_MODIFIED
)
"""The statuses that a refusal may have: errors, and redirects to a page for signing in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Denied:
    """Denies access, with a status and headers such as ``WWW-Authenticate`` or ``Location``.

    Args:
        status: An error status, or a redirect such as 303.
        detail: The reason, which the response contains as JSON.
        headers: Further headers of the response.

    Raises:
        ValueError: The status is neither a redirect nor an error, or a header is not valid.
    """

    status: int = 403
    detail: str = "you may not read this documentation"
    headers: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check the status and the headers, and make the headers immutable."""
        if self.status not in REFUSALS:
            raise ValueError(
                f"{self.status} is not a status of a refusal\n"
                "  hint: use 401, 403, 404, or 303 with a Location"
            )
        for name, value in self.headers.items():
            check_header(name, value)
        # The dataclass is frozen, so that a plain assignment would fail.
        object.__setattr__(self, "headers", MappingProxyType(dict(self.headers)))

    def response(self) -> HttpResponse:
        """Return the response, with the reason as JSON."""
        return problem_response(self.status, self.detail, self.headers)


Verdict: TypeAlias = bool | Denied | Audience
"""True allows reading; an `Audience` allows reading what is for one of its names. False is a plain
403."""

Protect: TypeAlias = Callable[[DocsRequest], Verdict | Awaitable[Verdict]]
"""A function that decides whether a request may read; it may be ``async`` under ASGI."""


def refusal_response(verdict: object) -> HttpResponse | None:
    """Return the response to a reader who may not read; None for one who may.

    Raises:
        TypeError: `protect` returned neither a bool nor a `Denied` nor an `Audience`; with a
            forgotten ``return``, access is denied.
    """
    if verdict is True or isinstance(verdict, Audience):
        return None
    if verdict is False:
        return Denied().response()
    if isinstance(verdict, Denied):
        return verdict.response()
    raise TypeError(
        f"protect returned {verdict!r}; return True, False, Denied(...) or Audience(...)"
    )
