"""What travels over a WebSocket, which its handler does not say."""

import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, Union, get_args
from weakref import WeakKeyDictionary

from ...contracts.annotations import get_origin, peel_all
from ...contracts.model import Content, Direction, Interaction, RequestBody, TypeForm
from .words import free, snake_case

F = TypeVar("F", bound=Callable[..., Any])
Declared = TypeForm | Sequence[TypeForm] | Mapping[str, TypeForm]

_declared: "WeakKeyDictionary[Callable[..., Any], tuple[Interaction, ...]]" = WeakKeyDictionary()


def messages(*, receives: Declared = (), sends: Declared = ()) -> Callable[[F], F]:
    """Say what a WebSocket handler receives from clients and sends to them.

    The handler is not changed, so that this is a decorator as well as a call: ``messages(sends=Tick)(handler)``.

    Args:
        receives: A type, a union or a list of types, or a mapping of names to types.
        sends: The same, of what goes to the client.
    """
    interactions: dict[str, Interaction] = {}
    both: tuple[tuple[Direction, Declared], ...] = (("client_to_server", receives), ("server_to_client", sends))
    for direction, declared in both:
        for name, form in _named(declared):
            key = free(name, interactions)
            interactions[key] = _interaction(key, direction, form)

    def decorate(handler: F) -> F:
        _declared[handler] = tuple(interactions.values())
        return handler

    return decorate


def interactions_of(handler: Callable[..., Any]) -> tuple[Interaction, ...]:
    """What `messages` has said of a handler."""
    return _declared.get(handler, ())


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


def _interaction(name: str, direction: Direction, form: TypeForm) -> Interaction:
    binary = peel_all(form) is bytes
    content = Content(media_type="application/octet-stream") if binary else Content(type=form)
    return Interaction(name=name, direction=direction, message=RequestBody(contents=(content,)))
