"""Who may read: a callable of the user decides by the request."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from .responses import Response, problem


@dataclass(frozen=True, slots=True, kw_only=True)
class DocsRequest:
    """What `protect` decides by."""

    method: str
    path: str
    """The whole path, that of a mount included."""
    headers: Mapping[str, str]
    """By name in lower case; what came more than once is joined by commas."""
    client: str | None = None
    """The address of the peer: the proxy's when there is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Denied:
    """A refusal with the status and the headers that it needs, such as ``WWW-Authenticate``."""

    status: int = 403
    detail: str = "you may not read this documentation"
    headers: Mapping[str, str] = field(default_factory=dict)

    def response(self) -> Response:
        """The refusal in JSON."""
        return problem(self.status, self.detail, self.headers)


Verdict: TypeAlias = bool | Denied
"""True lets the reader in; False is a plain 403."""

Protect: TypeAlias = Callable[[DocsRequest], Verdict | Awaitable[Verdict]]
"""Decides who may read. It may be ``async`` under ASGI."""


def refusal(verdict: object) -> Response | None:
    """The response to a reader who may not read; None for one who may.

    Raises:
        TypeError: `protect` answered neither a bool nor a `Denied`; whoever forgets a ``return`` lets nobody in.
    """
    if verdict is True:
        return None
    if verdict is False:
        return Denied().response()
    if isinstance(verdict, Denied):
        return verdict.response()
    raise TypeError(f"protect answered {verdict!r}; it should answer True, False or Denied(...)")
