"""Builds the signature of an object: what a reader calls it, with verb and path, status, or kind.

On pages of Sphinx it is the head of the object's description. Texts whose headings are only names
show the other parts below these (`line_below`).
"""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from ...document import parts as doc
from ..view import ContractView, ErrorView, MethodView, ObjectView, SchemaView
from ..vocabulary import Inlines, Word, code

Words: TypeAlias = tuple[Word | str, ...]


_PATTERN_WORDS: Final = {"req": "Request", "event": "Event"}
_MODE_WORDS: Final = {"input": Word("input"), "output": Word("output")}


class SignaturePart(NamedTuple):
    """Words of a signature, and their role, by which writers style them."""

    role: Literal["text", "name", "aside", "annotation"]
    words: Words


def signature_of(view: ObjectView) -> Iterator[SignaturePart]:
    """Yield the parts of the signature of an object.

    A type that a directive shows by itself is ``type shop.models.Order``, like an object in Python.
    In a document it is ``Order`` or, for one of two modes, ``Order (input)``; a brand is ``brand
    OrderId``. An error is ``404 NOT_FOUND``.
    """
    match view:
        case ContractView():
            yield from _contract_signature(view)
        case MethodView():
            yield from _method_signature(view)
        case SchemaView():
            # Other types need no word for their kind, since they are listed under `Types`.
            if view.is_alone or view.is_brand:
                yield SignaturePart("text", (kind_of(view), " "))
            if view.is_alone:
                module = view.name.rpartition(".")[0]
                yield SignaturePart("aside", (f"{module}.",))
            yield SignaturePart("name", (view.display,))
            if view.mode and not view.is_alone:
                yield SignaturePart("annotation", (" (", _MODE_WORDS[view.mode], ")"))
        case ErrorView():
            yield SignaturePart("text", (f"{view.status} ",))
            yield SignaturePart("name", (view.display,))


def _contract_signature(view: ContractView) -> Iterator[SignaturePart]:
    """Yield the signature of a contract: ``OrderApi (below /orders)``, or ``WebSocket Feed
    /feed``.
    """
    if isinstance(view.part, doc.WebSocketContract):
        yield SignaturePart("text", (kind_of(view), " "))
        yield SignaturePart("name", (view.part.name,))
        if view.path:
            yield SignaturePart("aside", (f" {view.path}",))
        return
    yield SignaturePart("name", (view.part.name,))
    if view.path:
        yield SignaturePart("annotation", (" (", Word("below %s", view.path), ")"))


def _method_signature(view: MethodView) -> Iterator[SignaturePart]:
    """Yield the signature of a method, ``GET /orders/{id} get_order``, or of an interaction,
    ``subscribe (client to server, request)``.
    """
    if isinstance(view.part, doc.WebSocketMethod):
        yield SignaturePart("name", (view.part.name,))
        yield SignaturePart("annotation", (" (", *exchange_of(view.part), ")"))
        return
    yield SignaturePart("annotation", (f"{', '.join(view.verbs)} ",))
    yield SignaturePart("name", (view.paths[0],))
    yield SignaturePart("aside", (f" {view.part.name}",))
    if is_sent_by_service(view):
        yield SignaturePart("annotation", (" (", Word("server to client"), ")"))


def is_sent_by_service(view: MethodView) -> bool:
    """Return whether the service itself sends the request of an HTTP method: a webhook or a
    callback.
    """
    return isinstance(view.contract, doc.HttpContract) and bool(view.contract.outgoing)


def kind_of(view: ObjectView) -> Word | str:
    """Return the kind of an object in words; for a contract that is its protocol."""
    match view:
        case ContractView(part=doc.WebSocketContract(protocol=protocol)):
            return protocol or Word("WebSocket")
        case ContractView():
            return Word("HTTP")
        case SchemaView(is_brand=True):
            return Word("brand")
        case SchemaView():
            return Word("type")
        case _:
            return Word("error")


def exchange_of(method: doc.WebSocketMethod) -> Words:
    """Return direction and pattern of a WebSocket message: ``client to server, request``."""
    # Documents have the direction as the client sees it.
    directions = {"OUT": Word("client to server"), "IN": Word("server to client")}
    patterns = {"req": Word("request"), "event": Word("event")}
    return directions[method.ws_direction], ", ", patterns[method.ws_pattern]


def line_below(view: ObjectView) -> Inlines:
    """Return the parts of an object's signature that its heading, which is only its name, does not
    show; empty if there are none.

    They are in English, since only texts without translations have such headings.
    """
    match view:
        case MethodView(part=doc.WebSocketMethod() as method):
            direction, comma, _pattern = exchange_of(method)
            return (_PATTERN_WORDS[method.ws_pattern], comma, direction)
        case MethodView():
            called = code(f"{', '.join(view.verbs)} {view.paths[0]}")
            if is_sent_by_service(view):
                return (called, ", sent by the service")
            return (called,)
        case ContractView(path=""):
            return (kind_of(view),)
        case ContractView(part=doc.HttpContract()):
            return ("HTTP, below ", code(view.path))
        case ContractView():
            return (kind_of(view), " ", code(view.path))
        case SchemaView(is_brand=True):
            return ("A brand.",)
    return ()
