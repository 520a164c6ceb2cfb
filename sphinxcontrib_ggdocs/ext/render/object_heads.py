"""Writes the names of objects: signatures, index terms and entries of the domain."""

from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from ...named_objects import ObjectEntry
from ...native.markdown_text import summary_of
from ...native.view import (
    ContentView,
    ContractView,
    ErrorView,
    MethodView,
    ObjectView,
    SchemaView,
    definition_text,
    text_of,
)
from .. import _

SignaturePart: TypeAlias = tuple[Literal["text", "name", "aside", "annotation"], str]


def signature_of(view: ObjectView) -> list[SignaturePart]:
    """Return the signature of an object, in parts."""
    parts: list[SignaturePart] = []
    match view:
        case ContractView():
            parts = [("text", f"{_kind(view)} "), ("name", view.own_name)]
            if view.path:
                parts += [("aside", f" {view.path}")]
        case MethodView(protocol="http"):
            parts = [("annotation", f"{', '.join(view.verbs)} "), ("name", view.path)]
            parts.append(("aside", f" {view.own_name}"))
            if view.outgoing:
                parts += [("annotation", f" ({_('server to client')})")]
        case MethodView():
            parts = [("name", view.own_name), ("annotation", f" ({_exchange(view)})")]
        case SchemaView(is_alone=True):
            module = view.name.rpartition(".")[0]
            parts = [("text", f"{_kind(view)} "), ("aside", f"{module}."), ("name", view.display)]
        case SchemaView():
            parts = [("text", f"{_kind(view)} ")] if view.is_brand else []
            parts.append(("name", view.display))
            facet = _("input") if view.facet == "input" else _("output")
            if view.facet:
                parts += [("annotation", f" ({facet})")]
        case ErrorView():
            parts = [("text", f"{view.status} "), ("name", view.display)]
    return parts


def _kind(view: ObjectView) -> str:
    match view:
        case ContractView(protocol="http"):
            return _("HTTP")
        case ContractView():
            return view.channel or _("WebSocket")
        case SchemaView(is_brand=True):
            return _("brand")
        case SchemaView():
            return _("type")
        case _:
            return _("error")


def _exchange(method: MethodView) -> str:
    """Return direction and pattern of a WebSocket message."""
    direction = _("client to server") if method.direction == "OUT" else _("server to client")
    return f"{direction}, {_('request') if method.pattern == 'req' else _('event')}"


def index_terms(view: ObjectView, document: str) -> list[str]:
    """Return the terms of an object in the general index, with kind and document in parentheses."""
    if isinstance(view, MethodView):
        terms = [view.display] if view.protocol == "http" else []
        place = ", ".join(filter(None, (view.contract, document)))
        # Sphinx's search finds the name of a term with a second part, and it displays the route.
        return [*terms, *view.routes, f"{view.own_name}; {place}"]
    shown = view.own_name if isinstance(view, ContractView) else view.display
    return [_qualified(shown, _kind(view), document)]


def _qualified(text: str, *words: str) -> str:
    meant = ", ".join(filter(None, words))
    if meant:
        return f"{text} ({meant})"
    return text


def _content_text(contents: Sequence[ContentView]) -> Iterator[str]:
    """Yield the types of representations, with media types other than JSON."""
    for content in contents:
        if content.type is not None:
            written = text_of(content.type)
            is_json = not content.media_type
            yield written if is_json else f"{written}{_(' as ')}{content.media_type}"


def called_of(method: MethodView) -> str:
    """Return the name of a method with its contract in front."""
    return f"{method.contract}.{method.own_name}"


def entry_of(view: ObjectView, anchor: str) -> ObjectEntry:
    """Return the entry of an object for links, searches and indices."""
    entry = ObjectEntry(view.kind, view.name, anchor, view.display, deprecated=view.deprecated)
    summary = summary_of(view.description)
    match view:
        case ContractView():
            return entry._replace(kind=view.protocol)
        case MethodView():
            entry = entry._replace(kind=view.protocol, routes=view.routes)
            heading = view.heading
            summary = summary_of(view.summary) or summary
            extra = ""
            if view.protocol == "ws":
                extra = _exchange(view)
        case SchemaView():
            entry = entry._replace(alias=view.alias)
            if not view.is_brand:
                return entry
            heading, extra = view.display[:1].upper(), definition_text(view)
        case ErrorView():
            contents = view.data.contents if view.data is not None else ()
            heading, extra = str(view.status), " or ".join(_content_text(contents))
        case _:
            return entry
    return entry._replace(heading=heading, extra=extra, summary=summary)
