"""Writes the reference of a document, or of one of its pages."""

from collections.abc import Iterable, Iterator, Mapping

from docutils import nodes
from sphinx import addnodes

from ...native.blocks.contents import page_item
from ...native.blocks.service import introduction, service_facts
from ...native.blocks.workflow import workflow_blocks
from ...native.pages import PageView
from ...native.view import ContractView, GroupView, ObjectView
from ...native.vocabulary import Inline, Items, Line, Name, Word
from .. import _
from .context import RenderContext
from .object_nodes import object_nodes


def reference_nodes(
    context: RenderContext, files: nodes.Element, *, sections: bool
) -> list[nodes.Node]:
    """Write a whole document, with sections or rubrics as titles."""
    view = context.scope.view
    context.reserve(view.objects.values())
    parts = front_nodes(context, files)
    parts += _groups(context, view.groups, sections=sections)
    parts += workflow_section(context, sections=sections)
    if view.errors:
        body = object_nodes(context, view.errors)
        parts += _titled(context, _("Errors"), view.anchor("error"), body, sections=sections)
    if view.schemas:
        body = object_nodes(context, view.schemas)
        parts += _titled(context, _("Types"), view.anchor("schema"), body, sections=sections)
    return parts


def workflow_section(context: RenderContext, *, sections: bool) -> list[nodes.Node]:
    """Write the workflows of a document: numbered steps, and what flows from one to the next."""
    view = context.scope.view
    above = view.anchor("workflow")
    parts: list[nodes.Node] = []
    for workflow in view.document.workflows or ():
        body: list[nodes.Node] = [context.leaf(workflow_blocks(context.scope, workflow))]
        anchor = f"{above}.{workflow.name}"
        parts += _titled(context, workflow.name, anchor, body, sections=sections)
    if not parts:
        return []
    return _titled(context, _("Workflows"), above, parts, sections=sections)


def _groups(
    context: RenderContext, groups: Iterable[GroupView], *, sections: bool
) -> list[nodes.Node]:
    """Write groups under their titles."""
    parts: list[nodes.Node] = []
    for group in groups:
        only = ""
        if sections:
            only = group.only_contract
        rendered = _object_nodes(context, group.contracts, only)
        body = [*context.described(group.description), *rendered]
        parts += _titled(context, group.name, group.route, body, sections=sections)
    return parts


def page_nodes(context: RenderContext, page: PageView) -> list[nodes.Node]:
    """Write the content of a page of a large document."""
    context.reserve(page.objects)
    description: list[nodes.Node] = []
    only = ""
    match page.groups:
        case [group]:
            description, only = context.described(group.description), group.only_contract
        case [_first, *_others]:
            return _groups(context, page.groups, sections=True)
    rendered = _object_nodes(context, page.objects, only, inside=page.kind == "methods")
    if page.kind == "contract":
        _leave_out_of_contents(rendered)
    return [*description, *rendered]


def _object_nodes(
    context: RenderContext, objects: Iterable[ObjectView], only: str, *, inside: bool = False
) -> list[nodes.Node]:
    """Write objects; the contract `only` is left out of tables of contents."""
    rendered: list[nodes.Node] = []
    for shown in objects:
        part = object_nodes(context, [shown], inside=inside)
        if shown.name == only:
            _leave_out_of_contents(part)
        rendered += part
    return rendered


def _leave_out_of_contents(contract: Iterable[nodes.Node]) -> None:
    """Remove a contract from tables of contents, which then list its methods one level higher."""
    for node in contract:
        if isinstance(node, addnodes.desc):
            node["no-contents-entry"] = True


def page_title(page: PageView) -> str:
    """Return the title of a page in the language of the build."""
    kinds = {"errors": _("Errors"), "types": _("Types")}
    return " ".join(filter(None, (kinds.get(page.kind), page.heading))) + range_end(page)


def range_end(page: PageView) -> str:
    """Return the end of a heading for a range of letters or words."""
    if page.last:
        return _(" to %s") % page.last
    return ""


def listed_pages(
    context: RenderContext, pages: Mapping[str, PageView], docnames: Mapping[str, str]
) -> list[nodes.Node]:
    """List the pages of a large document, with the first methods of each."""
    if context.for_translators:
        return []
    items = tuple(
        page_item(docnames[name], page_title(page), [*_objects_on(page, pages)])
        for name, page in pages.items()
        if not page.above
    )
    return [addnodes.only("", context.leaf([Items(items, role="contents")]), expr="html or text")]


def _objects_on(page: PageView, pages: Mapping[str, PageView]) -> Iterator[ObjectView]:
    """Yield the methods, types and errors of a page and of the pages below."""
    for shown in page.objects:
        yield from shown.methods if isinstance(shown, ContractView) else (shown,)
    for name in page.below:
        yield from _objects_on(pages[name], pages)


def front_nodes(context: RenderContext, files: nodes.Element) -> list[nodes.Node]:
    """Write the head of the service: version, description, servers and credentials."""
    service = context.scope.view.document.service
    words: tuple[Inline, ...] = (Name(service.name),)
    if service.version:
        words += (" ", Word("version %s", service.version))
    begin = context.leaf((Line(words), *introduction(service)))
    return [begin, files, context.leaf(service_facts(context.scope))]


def _titled(
    context: RenderContext, title: str, wanted: str, body: list[nodes.Node], *, sections: bool
) -> list[nodes.Node]:
    """Write a part of the reference under its title."""
    anchor = context.anchors.claim(wanted)
    if sections:
        return [section_node(context, title, anchor, *body)]
    return [nodes.rubric(title, title, ids=[anchor]), *body]


def section_node(
    context: RenderContext, title: str, anchor: str, *content: nodes.Node
) -> nodes.section:
    """Create a section whose title may occur in other documents and on other pages.

    `sphinx.ext.autosectionlabel` makes labels of the raw sources of titles, which must differ;
    messages for translators have the title itself.
    """
    page = () if context.in_inventory else (context.page,)
    apart = " ".join((*page, context.slug, title))
    heading = nodes.title(title if context.is_translated else apart, title)
    # Without names: docutils would make implicit targets of them, and report those that two
    # documents of a page have in common.
    return nodes.section("", heading, *content, ids=[anchor], names=[])
