"""Lets authors declare the messages of a WebSocket and the events of a stream, which handlers do
not declare as types.

A peeled type is one without the ``Annotated``, aliases and NewTypes around it.
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
"""The types of messages, as authors may pass them to `messages`."""

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
"""The names of messages whose type is built in."""
_MESSAGES_ATTRIBUTE = "__ggdocs_messages__"
"""The attribute of a handler with the interactions that `messages` declares."""
_STREAM_ATTRIBUTE = "__ggdocs_stream__"
"""The attribute of a handler with the content that `streams` declares."""


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
        note(handler, _MESSAGES_ATTRIBUTE, interactions)
        return handler

    return decorate


def interactions_of(handler: Callable[..., Any]) -> tuple[Interaction, ...]:
    """Return the messages that `messages` has declared for a handler; empty if there are none."""
    return noted(handler, _MESSAGES_ATTRIBUTE)


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
        note(handler, _STREAM_ATTRIBUTE, (content,))
        return handler

    return decorate


def streamed_by(handler: Callable[..., Any]) -> tuple[Content, ...]:
    """Return the content that `streams` has declared for a handler; empty if there is none."""
    return noted(handler, _STREAM_ATTRIBUTE)


def interaction(name: str, direction: Direction, annotation: TypeForm) -> Interaction:
    """Return a message of one type that needs no answer. Bytes are sent as they are, other types as
    JSON.
    """
    if peel_all(annotation) is bytes:
        content = Content(media_type="application/octet-stream")
    else:
        content = Content(type=annotation)
    return Interaction(name=name, direction=direction, message=RequestBody(contents=(content,)))


def _interactions(receives: Declared, sends: Declared) -> tuple[Interaction, ...]:
    """Return the messages of both directions under unique names."""
    interactions: dict[str, Interaction] = {}
    declarations: tuple[tuple[Direction, Declared], ...] = (
        ("client_to_server", receives),
        ("server_to_client", sends),
    )
    for direction, declared in declarations:
        for name, annotation in _named_messages(declared):
            unique_name = unused_name(name, interactions)
            interactions[unique_name] = interaction(unique_name, direction, annotation)
    return tuple(interactions.values())


def _named_messages(declared: Declared) -> Iterator[tuple[str, TypeForm]]:
    """Yield the name and type of each message: the items of a mapping, or the members of a union or
    list, which are named after their types.
    """
    if isinstance(declared, Mapping):
        yield from declared.items()
        return
    annotations = declared if isinstance(declared, list | tuple) else (declared,)
    for annotation in annotations:
        peeled = peel_all(annotation)
        members = (annotation,)
        if get_origin(peeled) in (Union, types.UnionType):
            members = get_args(peeled)
        for member in members:
            yield _message_name(member), member


def _message_name(annotation: TypeForm) -> str:
    """Return the name of a message of one type: `tick` for a class ``Tick``, `text` for ``str``,
    `list` for ``list[Tick]``.
    """
    peeled = peel_all(annotation)
    builtin = get_origin(peeled) or peeled
    own_name = getattr(annotation, "__name__", "")
    # A brand of a builtin type has a name of its own, which says more.
    if builtin in PLAIN_NAMES and own_name in ("", builtin.__name__):
        return PLAIN_NAMES[builtin]
    return snake_case(own_name or getattr(peeled, "__name__", "message"))
