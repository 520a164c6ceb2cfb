"""Writes the reference of a document as an HTML page, and its overview for the page of the UI, for
readers without JavaScript and programs.

What is shown of an object below its heading are blocks: lines, lists, tables and the like.
"""

from collections.abc import Iterable, Iterator
from html import escape as escaped

from ..document import parts as doc
from .blocks.scope import Scope
from .blocks.sections import Section, sections
from .blocks.service import introduction, service_facts
from .blocks.signature import is_sent_by_service, line_below
from .bundle import text_style_path
from .document_files import DocumentFiles
from .element import INDEX, deep_link
from .html_inlines import escape
from .html_writer import StaticWriter
from .view import (
    ContractView,
    DocumentView,
    ErrorView,
    GroupView,
    MethodView,
    ObjectView,
    SchemaView,
)
from .view.names import anchor_of
from .vocabulary import Block, Line, Ref

_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{style}">
</head>
<body class="gg-text">
<main>
<p><a href="{interactive}">Interactive reference</a></p>
{content}</main>
</body>
</html>
"""


MOST_LISTED_METHODS = 300
"""The page of the UI lists so many methods; of documents with more it lists only the groups."""


def reference_file(document: DocumentFiles) -> bytes:
    """Return the whole reference as a file of a site. It is in the folder of the document, from
    which `document.up` leads to the site with the style sheet and the interactive reference.
    """
    return reference_page(document.view(), document.up).encode()


def reference_page(view: DocumentView, up: str) -> str:
    """Return the whole reference as a page.

    Args:
        view: The document.
        up: The relative path from the page up to the site: empty, or ending in a slash.
    """
    text = HtmlText(view)
    return _PAGE.format(
        title=escape(view.document.service.name),
        style=escaped(up + text_style_path()),
        interactive=escaped(up + INDEX + deep_link(view.slug)),
        content="".join((*text.head(), *text.contents(), *text.objects())),
    )


def overview_html(view: DocumentView, address: str, level: int) -> str:
    """Return the facts about a service and the contents of its reference.

    Args:
        view: The document.
        address: The address of the reference, relative to the page that shows the overview.
        level: The level of the heading, ``1`` for ``<h1>``.
    """
    text = HtmlText(view, address, level=level)
    if len(view.methods) > MOST_LISTED_METHODS:
        return "".join((*text.head(), *text.groups()))
    return "".join((*text.head(), *text.contents()))


def _methods(group: GroupView) -> Iterator[MethodView]:
    """Yield the methods of all contracts of a group."""
    for contract in group.contracts:
        yield from contract.methods


class HtmlText:
    """Writes a document as HTML.

    Args:
        view: The document.
        page: The address of the reference, relative to the page that shows this text; empty if the
            text is the reference itself.
        level: The level of the heading of the document.
    """

    def __init__(self, view: DocumentView, page: str = "", *, level: int = 1) -> None:
        self._view = view
        self._level = level
        self._scope = Scope(view=view)
        self._page = page
        self._writer = StaticWriter(view.document.markup, self._address)

    def _address(self, ref: Ref) -> str:
        """Return the address of an object in the reference; empty if the document does not
        have it, or for a change, since the reference has no changelog.
        """
        if ref.kind == "change" or (ref.kind, ref.name) not in self._view.objects:
            return ""
        return f"{self._page}#{anchor_of(ref.kind, ref.name)}"

    def head(self, anchor: str = "") -> Iterator[str]:
        """Yield the title of the document, which may have an id, and the facts about the
        service.
        """
        yield _heading_html(self._level, anchor, escape(self._view.title))
        # Summary and description, then owner, servers, credentials.
        yield self._written_blocks(introduction(self._view.document.service))
        yield self._written_blocks(service_facts(self._scope))

    def contents(self) -> Iterator[str]:
        """Yield the contents: links to all methods, errors and types."""
        yield '<nav aria-label="Contents">\n'
        for group in self._view.groups:
            yield _heading_html(self._level + 1, "", escape(group.name))
            yield self._link_list(_methods(group))
        for title, views in (("Errors", self._view.errors), ("Types", self._view.schemas)):
            if views:
                yield f"<details><summary>{title}</summary>\n{self._link_list(views)}</details>\n"
        yield "</nav>\n"

    def groups(self) -> Iterator[str]:
        """Yield short contents: links to the groups, with the number of their methods."""
        yield '<ul class="gg-contents">\n'
        for group in self._view.groups:
            link = f'<a href="{escaped(f"{self._page}#{group.route}")}">{escape(group.name)}</a>'
            yield f"<li>{link} <span>{len([*_methods(group)])}</span></li>\n"
        yield "</ul>\n"

    def _link_list(self, views: Iterable[ObjectView]) -> str:
        """Return a list of links to objects."""
        return f'<ul class="gg-contents">\n{"".join(map(self._link_item, views))}</ul>\n'

    def _link_item(self, view: ObjectView) -> str:
        """Return a link to an object with its summary as a list item."""
        address = f"{self._page}#{anchor_of(view.kind, view.name)}"
        link = f'<a href="{escaped(address)}">{_title_html(view)}</a>'
        if not view.summary:
            return f"<li>{link}</li>\n"
        return f"<li>{link} <span>{escape(view.summary)}</span></li>\n"

    def objects(self) -> Iterator[str]:
        """Yield the sections of all objects, and the headings above them."""
        for section in sections(self._scope):
            if isinstance(section.head, str):
                yield self._section_heading(section, escape(section.head))
                yield self._written_blocks(section.blocks)
            else:
                yield self._object_section(section, section.head)

    def _object_section(self, section: Section, view: ObjectView) -> str:
        """Return the section of an object, with a line of what its heading leaves out of the
        signature.
        """
        blocks = [*section.blocks]
        words = line_below(view)
        # For most HTTP methods that is verb and path, which the title on this page shows already.
        # For webhooks and callbacks it also says that the service sends them.
        is_in_title = isinstance(view, MethodView) and view.verbs and not is_sent_by_service(view)
        if words and not is_in_title:
            blocks.insert(0, Line(words))
        content = self._section_heading(section, _title_html(view)) + self._written_blocks(blocks)
        return f'<section class="gg {view.kind}">\n{content}</section>\n'

    def _section_heading(self, section: Section, title: str) -> str:
        """Return the heading of a section, whose own level counts from 1 for the document."""
        return _heading_html(section.level - 1 + self._level, section.anchor, title)

    def _written_blocks(self, blocks: Iterable[Block]) -> str:
        """Return blocks as HTML."""
        return self._writer.written(blocks)


def _heading_html(level: int, anchor: str, title: str) -> str:
    """Return a heading; `title` is HTML, and an empty anchor gives it no id."""
    id_attribute = ""
    if anchor:
        id_attribute = f' id="{escaped(anchor)}"'
    return f"<h{level}{id_attribute}>{title}</h{level}>\n"


def _title_html(view: ObjectView) -> str:
    """Return the title of an object as HTML: for an HTTP method its verbs, its first path and its
    name; otherwise the name, with the status of an error or the mode of a type.
    """
    match view:
        case MethodView(part=doc.HttpMethod()):
            verbs, path = escape(", ".join(view.verbs)), escape(view.paths[0])
            return f"<b>{verbs}</b> <code>{path}</code> <small>{escape(view.part.name)}</small>"
        case MethodView() | ContractView():
            return f"<code>{escape(view.part.name)}</code>"
        case ErrorView():
            return f"{escape(str(view.status))} <code>{escape(view.display)}</code>"
        case SchemaView() if view.mode:
            return f"<code>{escape(view.display)}</code> ({view.mode})"
        case _:
            return f"<code>{escape(view.display)}</code>"
