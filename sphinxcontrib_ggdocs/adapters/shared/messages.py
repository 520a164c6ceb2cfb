"""What travels over a WebSocket, as authors declare it: handlers have no types for messages."""

import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, Union, get_args
from weakref import finalize

from ...contracts.annotations import get_origin, peel_all
from ...contracts.model import Content, Direction, Interaction, RequestBody, TypeForm
from .functions import FunctionNotes
from .naming import snake_case, unused_name

F = TypeVar("F", bound=Callable[..., Any])
Declared = TypeForm | Sequence[TypeForm] | Mapping[str, TypeForm]

_by_function: FunctionNotes[tuple[Interaction, ...]] = FunctionNotes()
_by_path: dict[int, dict[str, tuple[Interaction, ...]]] = {}
"""By the ids of applications that exist: routers compare their routes, and have no hash."""


def messages(*, receives: Declared = (), sends: Declared = ()) -> Callable[[F], F]:
    """Declare what a WebSocket handler receives from clients and sends to them.

    The handler is not changed, so that this is a decorator as well as a call:
    ``messages(sends=Tick)(handler)``.

    Args:
        receives: A type, a union or a list of types, or a mapping of names to types.
        sends: The same, of what goes to the client.
    """
    interactions = _interactions(receives, sends)

    def decorate(handler: F) -> F:
        _by_function[handler] = interactions
        return handler

    return decorate


def messages_at(app: object, path: str, *, receives: Declared = (), sends: Declared = ()) -> None:
    """Declare what a WebSocket receives and sends whose handler has no name, as that of a library.

    Args:
        app: The application or the router that has the WebSocket.
        path: Its path in there, with the prefixes of routers that are included.
        receives: As in `messages`.
        sends: As in `messages`.
    """
    if id(app) not in _by_path:
        finalize(app, _by_path.pop, id(app))
    _by_path.setdefault(id(app), {})[path] = _interactions(receives, sends)


def interactions_of(handler: Callable[..., Any]) -> tuple[Interaction, ...]:
    """What `messages` has declared for a handler."""
    return _by_function.get(handler) or ()


def interactions_at(app: object, path: str) -> tuple[Interaction, ...]:
    """What `messages_at` has declared for a path of an application."""
    return _by_path.get(id(app), {}).get(path, ())


def interaction(name: str, direction: Direction, form: TypeForm) -> Interaction:
    """A message of one type that nobody answers; bytes travel as they are."""
    binary = peel_all(form) is bytes
    content = Content(media_type="application/octet-stream") if binary else Content(type=form)
    return Interaction(name=name, direction=direction, message=RequestBody(contents=(content,)))


def _interactions(receives: Declared, sends: Declared) -> tuple[Interaction, ...]:
    interactions: dict[str, Interaction] = {}
    both: tuple[tuple[Direction, Declared], ...] = (
        ("client_to_server", receives),
        ("server_to_client", sends),
    )
    for direction, declared in both:
        for name, form in _named(declared):
            key = unused_name(name, interactions)
            interactions[key] = interaction(key, direction, form)
    return tuple(interactions.values())


def _named(declared: Declared) -> Iterator[tuple[str, TypeForm]]:
    if isinstance(declared, Mapping):
        yield from declared.items()
        return
    forms = declared if isinstance(declared, list | tuple) else (declared,)
    for form in forms:
        bare = peel_all(form)
        members = get_args(bare) if get_origin(bare) in (Union, types.UnionType) else (form,)
        for member in members:
            yield snake_case(getattr(peel_all(member), "__name__", "message")), member
