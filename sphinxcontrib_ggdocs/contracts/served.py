"""Records which contract the endpoint of a route serves: `implement()` writes it, adapters
read it.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

from .model import HttpContract, HttpMethod, WebSocketContract

_ATTRIBUTE = "__ggdocs_served__"


@dataclass(frozen=True, slots=True)
class EndpointMethod:
    """A method of an HTTP contract, which a route serves."""

    contract: HttpContract
    method: HttpMethod


@dataclass(frozen=True, slots=True)
class EndpointSocket:
    """A WebSocket contract, which a route serves."""

    contract: WebSocketContract


Served: TypeAlias = EndpointMethod | EndpointSocket


def note_served(endpoint: Any, served: Served) -> None:
    """Record on an endpoint which method or WebSocket contract it serves.

    The endpoint keeps it when a framework copies the route to another application.
    """
    setattr(endpoint, _ATTRIBUTE, served)


def served_by(endpoint: object) -> Served | None:
    """Return what an endpoint serves; None for an endpoint that `implement()` did not make."""
    noted = getattr(endpoint, _ATTRIBUTE, None)
    if isinstance(noted, EndpointMethod | EndpointSocket):
        return noted
    return None
