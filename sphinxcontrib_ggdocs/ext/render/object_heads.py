"""Writes the names of objects: signatures, index terms and entries of the domain."""

from collections.abc import Iterable, Iterator

from docutils import nodes
from sphinx import addnodes

from ...document import parts as doc
from ...named_objects import ObjectEntry
from ...native.blocks.messages import JSON
from ...native.blocks.signature import exchange_of, kind_of, signature_of
from ...native.view import (
    ContractView,
    DocumentView,
    ErrorView,
    MethodView,
    ObjectView,
    SchemaView,
    path_of,
    text_of,
)
from ...native.vocabulary import Word
from .node_writer import translated

_NODES = {
    "name": addnodes.desc_name,
    "aside": addnodes.desc_addname,
    "annotation": addnodes.desc_annotation,
}


def signature_nodes(view: ObjectView) -> Iterator[nodes.Node]:
    """Write the signature of an object."""
    for role, words in signature_of(view):
        text = _joined(words)
        yield nodes.Text(text) if role == "text" else _NODES[role](text, text)


def _joined(words: Iterable[Word | str]) -> str:
    return "".join(map(translated, words))


def index_terms(view: ObjectView, document: str) -> list[str]:
    """Return the terms of an object in the general index, with kind and document in parentheses."""
    if isinstance(view, MethodView):
        terms = [view.display] if view.contract.kind == "http" else []
        place = ", ".join(filter(None, (view.contract.name, document)))
        # Sphinx's search finds the name of a term with a second part, and it displays the route.
        return [*terms, *view.routes, f"{view.part.name}; {place}"]
    shown = view.part.name if isinstance(view, ContractView) else view.display
    meant = ", ".join(filter(None, (str(translated(kind_of(view))), document)))
    return [f"{shown} ({meant})"]


def called_of(method: MethodView) -> str:
    """Return the name of a method with its contract in front."""
    return f"{method.contract.name}.{method.part.name}"


def entry_of(document: DocumentView, view: ObjectView, anchor: str) -> ObjectEntry:
    """Return the entry of an object for links, searches and indices."""
    entry = ObjectEntry(view.kind, view.name, anchor, view.display, deprecated=view.deprecated)
    match view:
        case ContractView():
            return entry._replace(kind=view.part.kind)
        case MethodView(part=method):
            heading = path_of(view.contract) or "/"
            entry = entry._replace(kind=view.contract.kind, routes=view.routes)
            if isinstance(method, doc.WebSocketMethod):
                entry = entry._replace(extra=_joined(exchange_of(method)))
        case SchemaView():
            entry = entry._replace(alias=view.alias)
            if not view.is_brand:
                return entry
            heading = view.display[:1].upper()
            entry = entry._replace(extra=document.definition_text(view))
        case ErrorView():
            heading = str(view.status)
            entry = entry._replace(extra=" or ".join(_content_text(document, view)))
        case _:
            return entry
    return entry._replace(heading=heading, summary=view.summary)


def _content_text(document: DocumentView, error: ErrorView) -> Iterator[str]:
    """Yield the types of representations, with media types other than JSON."""
    for content in error.contents:
        if content.schema is None:
            continue
        written = text_of(document.types.expression(content.schema))
        if content.media_type not in ("", JSON):
            written += translated(Word(" as ")) + content.media_type
        yield written
