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
    """Note at an endpoint what it serves, wherever its route is copied to."""
    setattr(endpoint, _ATTRIBUTE, served)


def served_by(endpoint: object) -> Served | None:
    """Return what an endpoint serves; None if `implement()` did not make it."""
    noted = getattr(endpoint, _ATTRIBUTE, None)
    if isinstance(noted, EndpointMethod | EndpointSocket):
        return noted
    return None
