"""Declares the messages of a WebSocket and the events of a stream, which handlers do not declare as
types.
"""

import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, Union, get_args

from ...contracts.annotations import get_origin, peel_all
from ...contracts.media_types import EVENT_STREAM
from ...contracts.model import Content, Direction, Interaction, RequestBody, TypeForm
from ...foreign_contracts.naming import snake_case, unused_name
from .functions import note, noted

F = TypeVar("F", bound=Callable[..., Any])
Declared = TypeForm | Sequence[TypeForm] | Mapping[str, TypeForm]

PLAIN_NAMES: Mapping[Any, str] = {
    str: "text",
    bytes: "binary",
    int: "number",
    float: "number",
    bool: "boolean",
    list: "list",
    tuple: "list",
    dict: "object",
}
"""What a message is called whose type has no name of its own."""
_NOTE = "__ggdocs_messages__"
_STREAM = "__ggdocs_stream__"


def messages(*, receives: Declared = (), sends: Declared = ()) -> Callable[[F], F]:
    """Declare what a WebSocket handler receives from clients and sends to them.

    The handler gets an attribute and is not changed otherwise, so that this is a decorator as well
    as a call: ``messages(sends=Tick)(handler)``.

    Args:
        receives: A type, a union or a list of types, or a mapping of names to types.
        sends: The same for messages to the client.
    """
    interactions = _interactions(receives, sends)

    def decorate(handler: F) -> F:
        note(handler, _NOTE, interactions)
        return handler

    return decorate


def interactions_of(handler: Callable[..., Any]) -> tuple[Interaction, ...]:
    """Return the messages that `messages` has declared for a handler."""
    return noted(handler, _NOTE)


def streams(event: TypeForm, *, media_type: str = EVENT_STREAM) -> Callable[[F], F]:
    """Declare the type of the events that a handler streams, such as those of a
    ``StreamingResponse``.

    The handler gets an attribute and is not changed otherwise, so that this is a decorator as well
    as a call: ``streams(Progress)(handler)``.

    Args:
        event: The type of one event; for server-sent events, of the JSON in ``data:``.
        media_type: The media type of the response: ``text/event-stream``, or
            ``application/jsonl`` with an event in each line.
    """
    content = Content(media_type=media_type, type=event, stream=True)

    def decorate(handler: F) -> F:
        note(handler, _STREAM, (content,))
        return handler

    return decorate


def streamed_by(handler: Callable[..., Any]) -> tuple[Content, ...]:
    """Return the content that `streams` has declared for a handler, if it has."""
    return noted(handler, _STREAM)


def interaction(name: str, direction: Direction, annotation: TypeForm) -> Interaction:
    """Return a message of one type that nobody answers; bytes are sent without encoding."""
    binary = peel_all(annotation) is bytes
    content = Content(media_type="application/octet-stream") if binary else Content(type=annotation)
    return Interaction(name=name, direction=direction, message=RequestBody(contents=(content,)))


def _interactions(receives: Declared, sends: Declared) -> tuple[Interaction, ...]:
    interactions: dict[str, Interaction] = {}
    both: tuple[tuple[Direction, Declared], ...] = (
        ("client_to_server", receives),
        ("server_to_client", sends),
    )
    for direction, declared in both:
        for name, annotation in _named(declared):
            key = unused_name(name, interactions)
            interactions[key] = interaction(key, direction, annotation)
    return tuple(interactions.values())


def _named(declared: Declared) -> Iterator[tuple[str, TypeForm]]:
    if isinstance(declared, Mapping):
        yield from declared.items()
        return
    annotations = declared if isinstance(declared, list | tuple) else (declared,)
    for annotation in annotations:
        bare = peel_all(annotation)
        members = get_args(bare) if get_origin(bare) in (Union, types.UnionType) else (annotation,)
        for member in members:
            yield _message_name(member), member


def _message_name(annotation: TypeForm) -> str:
    """Return what a message of a type is called: after the type, or what it is as JSON."""
    bare = peel_all(annotation)
    plain = get_origin(bare) or bare
    own = getattr(annotation, "__name__", "")
    if plain in PLAIN_NAMES and own in ("", plain.__name__):
        return PLAIN_NAMES[plain]
    return snake_case(own or getattr(bare, "__name__", "message"))
