"""Writes what identifies objects: signatures, terms of the general index, and entries of the
domain. Among types, only brands (named primitive types, such as ``OrderId``) have an index.
"""

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

_NODES_BY_ROLE = {
    "name": addnodes.desc_name,
    "aside": addnodes.desc_addname,
    "annotation": addnodes.desc_annotation,
}


def signature_nodes(view: ObjectView) -> Iterator[nodes.Node]:
    """Yield the nodes of an object's signature."""
    for role, words in signature_of(view):
        text = _joined(words)
        if role == "text":
            yield nodes.Text(text)
        else:
            yield _NODES_BY_ROLE[role](text, text)


def _joined(words: Iterable[Word | str]) -> str:
    """Return words in the language of the build as one text."""
    return "".join(map(translated, words))


def index_terms(view: ObjectView, document: str) -> list[str]:
    """Return the terms of an object in the general index: ``Order (type, shop)``; for a method, its
    routes, and its name with its contract as a second part: ``get_order; OrderApi, shop``.

    Args:
        view: The object.
        document: The name of its document; empty for a single document.
    """
    if isinstance(view, MethodView):
        route_terms = [view.display] if view.contract.kind == "http" else []
        contract_and_document = ", ".join(filter(None, (view.contract.name, document)))
        # With a second part, Sphinx's search finds the name, and shows the route.
        return [*route_terms, *view.routes, f"{view.part.name}; {contract_and_document}"]
    # The displayed name of a contract ends with its path.
    name = view.part.name if isinstance(view, ContractView) else view.display
    kind = str(translated(kind_of(view)))
    kind_and_document = ", ".join(filter(None, (kind, document)))
    return [f"{name} ({kind_and_document})"]


def name_with_contract(method: MethodView) -> str:
    """Return the name of a method with its contract in front: ``OrderApi.get_order``."""
    return f"{method.contract.name}.{method.part.name}"


def entry_of(document: DocumentView, view: ObjectView, anchor: str) -> ObjectEntry:
    """Return the entry of an object in the domain, for links, searches and indices. Only objects
    that an index lists get a heading and a summary: methods, brands and errors.

    Args:
        document: The view of the document, for type expressions.
        view: The object.
        anchor: The id of the object on its page.
    """
    entry = ObjectEntry(view.kind, view.name, anchor, view.display, deprecated=view.deprecated)
    match view:
        case ContractView():
            return entry._replace(kind=view.part.kind)
        case MethodView(part=method):
            heading = path_of(view.contract) or "/"  # a contract may have no path prefix
            entry = entry._replace(kind=view.contract.kind, routes=view.routes)
            if isinstance(method, doc.WebSocketMethod):
                # Such as "client to server, request".
                entry = entry._replace(extra=_joined(exchange_of(method)))
        case SchemaView():
            entry = entry._replace(alias=view.alias)
            if not view.is_brand:  # no index lists other types
                return entry
            # The index of brands has a heading for each letter.
            heading = view.display[:1].upper()
            entry = entry._replace(extra=document.definition_text(view))
        case ErrorView():
            heading = str(view.status)
            entry = entry._replace(extra=" or ".join(_body_texts(document, view)))
        case _:
            return entry
    return entry._replace(heading=heading, summary=view.summary)


def _body_texts(document: DocumentView, error: ErrorView) -> Iterator[str]:
    """Yield the type of each body of an error, with its media type if that is not JSON:
    ``Problem as application/xml``.
    """
    for content in error.contents:
        if content.schema is None:
            continue
        text = text_of(document.types.expression(content.schema))
        if content.media_type not in ("", JSON):
            text += translated(Word(" as ")) + content.media_type
        yield text
