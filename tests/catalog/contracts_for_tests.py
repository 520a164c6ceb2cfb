"""Contracts small enough to read in a test, importable by name."""

from typing import NewType, Protocol

from pydantic import BaseModel

from sphinxcontrib_ggdocs.contracts import http, ws

ThingId = NewType("ThingId", str)


class Thing(BaseModel):
    """A thing."""

    id: ThingId


@http.api("/things")
class ThingApi(Protocol):
    """Things."""

    @http.get("/{id}")
    def get_thing(self, id: ThingId) -> Thing:
        """Fetch a thing."""
        ...


@http.api("/others")
class OtherApi(Protocol):
    """Other things."""

    @http.get("")
    def list_others(self) -> list[Thing]:
        """List them."""
        ...


@ws.api("/ws/things")
class ThingFeed(Protocol):
    """Things as they come."""

    @ws.server_to_client
    def thing_made(self, thing: Thing) -> None:
        """A thing was made."""
        ...


class NotDecorated:
    """A class that is not a contract."""
