"""The reference of a whole document, or of a part of it."""

from collections.abc import Iterator

from docutils import nodes

from ...native.document import Server
from ..nodes import gg_files
from ..words import _
from .as_nodes import block_node
from .definitions import error_nodes, schema_nodes
from .methods import contract_nodes
from .parts import list_parts
from .scope import Describe, Scope, section_node
from .tree import Block, Code, Fields, Given, Inline, Strong, bullets, field, paragraph

__all__ = ["Describe", "Scope", "render_reference"]


def render_reference(scope: Scope, *, sections: bool) -> list[nodes.Node]:
    """The reference of the document.

    Args:
        scope: The document on its page; afterwards its `entries` are what the domain should know.
        sections: Whether titles may become sections here; else they are rubrics.
    """
    _reserve(scope)
    document = scope.document
    found: list[nodes.Node] = list(head_nodes(scope))
    for group in document.groups:
        body: list[nodes.Node] = scope.described(group.description) if group.description else []
        for contract in group.contracts:
            body += contract_nodes(scope, group, contract)
        found += _titled(scope, group.name, scope.names.route(group.slug), body, sections=sections)
    if document.errors:
        body = [node for key, error in document.errors.items() for node in error_nodes(scope, key, error)]
        found += _titled(scope, _("Errors"), scope.names.all("error"), body, sections=sections)
    if document.schemas:
        body = [node for key, schema in document.schemas.items() for node in schema_nodes(scope, key, schema)]
        found += _titled(scope, _("Types"), scope.names.all("schema"), body, sections=sections)
    return found


def _reserve(scope: Scope) -> None:
    """Give every object of the page its id, so that links can be made in any order."""
    for part in list_parts(scope.document):
        for each in (part, *part.inside):
            scope.reserve(each.objtype, each.name)


def head_nodes(scope: Scope) -> Iterator[nodes.Node]:
    """What is said of the service as a whole."""
    service = scope.document.service
    name = Strong(service.name)
    line = paragraph(name, " ", _("version %s") % service.version) if service.version else paragraph(name)
    yield block_node(scope, line)
    if service.description:
        yield from scope.described(service.description)
    yield gg_files("", document=scope.key)
    if service.servers:
        if any(server.description or server.variables for server in service.servers):
            items = (_server(scope, server) for server in service.servers)
            servers: Block = Given(nodes.definition_list("", *items))
        else:
            servers = bullets(paragraph(Code(server.url)) for server in service.servers)
        yield block_node(scope, Fields((field(_("Servers"), servers),)))


def _server(scope: Scope, server: Server) -> nodes.definition_list_item:
    """An address, and what is said of it and of its placeholders."""
    term = nodes.term("", "", nodes.literal(server.url, server.url))
    told = nodes.definition("", *(scope.described(server.description) if server.description else ()))
    for name, variable in (server.variables or {}).items():
        parts: list[Inline] = [Code(f"{{{name}}}"), ": ", _("Default"), ": ", Code(variable.default), "."]
        for position, value in enumerate(variable.enum or ()):
            parts += [", " if position else f" {_('One of: ')}", Code(value)]
        told += block_node(scope, paragraph(*parts, "." if variable.enum else ""))
        if variable.description:
            told += scope.described(variable.description)
    return nodes.definition_list_item("", term, told)


def _titled(scope: Scope, title: str, anchor: str, body: list[nodes.Node], *, sections: bool) -> list[nodes.Node]:
    """A part of the reference under its title."""
    found = scope.claim(anchor)
    if sections:
        return [section_node(scope, title, found, *body)]
    return [nodes.rubric(title, title, ids=[found]), *body]
