"""Writes the reference of a document, or of one of its pages: a large document is split, into a
page for each group or contract, or for as many objects as fit on one.
"""

from collections.abc import Iterable, Iterator, Mapping

from docutils import nodes
from sphinx import addnodes

from ...native.blocks.contents import page_item
from ...native.blocks.service import introduction, service_facts
from ...native.blocks.workflow import workflow_blocks
from ...native.pages import PageView
from ...native.view import ContractView, GroupView, ObjectView
from ...native.vocabulary import Inline, Item, Items, Line, Name, Word
from .. import _
from .context import RenderContext
from .object_nodes import object_nodes


def reference_nodes(
    context: RenderContext, files: nodes.Element, *, sections: bool
) -> list[nodes.Node]:
    """Return the reference of a whole document: head, groups of contracts, workflows, errors and
    types.

    Args:
        context: The context.
        files: The links to the document's files.
        sections: Whether titles are those of sections; else they are rubrics.
    """
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
    """Return the workflows of a document: numbered steps, and the values that flow between them.

    If `sections` is set, their titles are those of sections; else they are rubrics.
    """
    view = context.scope.view
    section_anchor = view.anchor("workflow")
    workflows: list[nodes.Node] = []
    for workflow in view.document.workflows or ():
        body: list[nodes.Node] = [context.leaf(workflow_blocks(context.scope, workflow))]
        anchor = f"{section_anchor}.{workflow.name}"
        workflows += _titled(context, workflow.name, anchor, body, sections=sections)
    if not workflows:
        return []
    return _titled(context, _("Workflows"), section_anchor, workflows, sections=sections)


def _groups(
    context: RenderContext, groups: Iterable[GroupView], *, sections: bool
) -> list[nodes.Node]:
    """Return groups of contracts under their titles, which are those of sections if `sections` is
    set, and rubrics otherwise.
    """
    parts: list[nodes.Node] = []
    for group in groups:
        # The only contract of a section would repeat its title in tables of contents.
        unlisted_contract = group.only_contract if sections else ""
        rendered = _object_nodes(context, group.contracts, unlisted_contract)
        body = [*context.described(group.description), *rendered]
        parts += _titled(context, group.name, group.route, body, sections=sections)
    return parts


def page_nodes(context: RenderContext, page: PageView) -> list[nodes.Node]:
    """Return the content of a page of a split document: several groups of contracts, each under its
    title; or objects, whose group or contract is the title of the page.
    """
    context.reserve(page.objects)
    description: list[nodes.Node] = []
    unlisted_contract = ""
    match page.groups:
        case [group]:
            description = context.described(group.description)
            # The only contract would repeat the title of the page in tables of contents.
            unlisted_contract = group.only_contract
        case [_first, *_others]:
            return _groups(context, page.groups, sections=True)
    is_methods_page = page.kind == "methods"
    rendered = _object_nodes(context, page.objects, unlisted_contract, inside=is_methods_page)
    if page.kind == "contract":
        # The title of the page is the name of the contract.
        _leave_out_of_contents(rendered)
    return [*description, *rendered]


def _object_nodes(
    context: RenderContext,
    objects: Iterable[ObjectView],
    unlisted_contract: str,
    *,
    inside: bool = False,
) -> list[nodes.Node]:
    """Return the descriptions of objects.

    Args:
        context: The context.
        objects: The objects.
        unlisted_contract: The full name of a contract that tables of contents do not list, because
            it would repeat the title above it; empty if there is none.
        inside: Whether the objects are methods below a heading of their contract.
    """
    rendered: list[nodes.Node] = []
    for view in objects:
        description = object_nodes(context, [view], inside=inside)
        if view.name == unlisted_contract:
            _leave_out_of_contents(description)
        rendered += description
    return rendered


def _leave_out_of_contents(descriptions: Iterable[nodes.Node]) -> None:
    """Remove contracts from tables of contents, which then list their methods one level higher."""
    for node in descriptions:
        if isinstance(node, addnodes.desc):
            node["no-contents-entry"] = True


def page_title(page: PageView) -> str:
    """Return the title of a page of a split document, in the language of the build."""
    kind_titles = {"errors": _("Errors"), "types": _("Types")}
    words = filter(None, (kind_titles.get(page.kind), page.heading))
    return " ".join(words) + range_end(page)


def range_end(page: PageView) -> str:
    """Return the end of the title of a page with a range of letters: `` to M``; else an empty
    text.
    """
    if page.last:
        return _(" to %s") % page.last
    return ""


def listed_pages(
    context: RenderContext, pages: Mapping[str, PageView], docnames: Mapping[str, str]
) -> list[nodes.Node]:
    """Return a list of the pages of a split document, with links to the first methods of each page.
    Formats with printed pages have a table of contents instead.

    Args:
        context: The context.
        pages: All pages by name.
        docnames: The Sphinx names of the pages by name.
    """
    if context.for_translators:  # the pages themselves have all texts of the list
        return []
    items: list[Item] = []
    for name, page in pages.items():
        if not page.above:  # pages below others are not listed
            objects = [*_objects_on(page, pages)]
            items.append(page_item(docnames[name], page_title(page), objects))
    page_list = context.leaf([Items(tuple(items), role="contents")])
    return [addnodes.only("", page_list, expr="html or text")]


def _objects_on(page: PageView, pages: Mapping[str, PageView]) -> Iterator[ObjectView]:
    """Yield the methods, types and errors of a page and of the pages below it.

    Args:
        page: The page.
        pages: All pages by name.
    """
    for view in page.objects:
        if isinstance(view, ContractView):
            yield from view.methods
        else:
            yield view
    for name in page.below:
        yield from _objects_on(pages[name], pages)


def front_nodes(context: RenderContext, files: nodes.Element) -> list[nodes.Node]:
    """Return the head of a document: name, version and description of the service, links to files,
    servers and credentials.

    Args:
        context: The context.
        files: The links to the document's files.
    """
    service = context.scope.view.document.service
    words: tuple[Inline, ...] = (Name(service.name),)
    if service.version:
        words += (" ", Word("version %s", service.version))
    first_leaf = context.leaf((Line(words), *introduction(service)))
    return [first_leaf, files, context.leaf(service_facts(context.scope))]


def _titled(
    context: RenderContext,
    title: str,
    wanted_anchor: str,
    body: list[nodes.Node],
    *,
    sections: bool,
) -> list[nodes.Node]:
    """Return a part of the reference under its title, as a section or after a rubric.

    Args:
        context: The context.
        title: The title.
        wanted_anchor: The id of the part; a similar one if the page has it already.
        body: The content of the part.
        sections: Whether titles are those of sections; else they are rubrics.
    """
    anchor = context.anchors.claim(wanted_anchor)
    if sections:
        return [section_node(context, title, anchor, *body)]
    return [nodes.rubric(title, title, ids=[anchor]), *body]


def section_node(
    context: RenderContext, title: str, anchor: str, *content: nodes.Node
) -> nodes.section:
    """Return a section whose title may occur again in other documents and on other pages.

    `sphinx.ext.autosectionlabel` makes labels of the raw sources of titles. These must differ, so
    the source contains the slug and, if several pages show the document, the page. Translations
    are found by the source, which then is the title itself.
    """
    source = title
    if not context.is_translated:
        source = f"{context.slug} {title}"
        if not context.in_inventory:  # with `:no-index:`, since another page shows the same
            source = f"{context.page} {source}"
    heading = nodes.title(source, title)
    # Without names, since docutils would report names that two documents of a page have in common.
    return nodes.section("", heading, *content, ids=[anchor], names=[])
