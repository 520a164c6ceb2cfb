"""Writes the reference of a document as an HTML page, and its overview for the page of the UI, for
readers without JavaScript and programs.
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


MOST_LISTED = 300
"""Methods that the page of the UI lists; of more, it lists the groups."""


def reference_file(document: DocumentFiles) -> bytes:
    """Return the whole reference as a file of a site."""
    return reference_page(document.view(), document.up).encode()


def reference_page(view: DocumentView, up: str) -> str:
    """Return the whole reference.

    Args:
        view: The document.
        up: What leads from the page to the site: empty, or ending in a slash.
    """
    text = HtmlText(view)
    return _PAGE.format(
        title=escape(view.document.service.name),
        style=escaped(up + text_style_path()),
        interactive=escaped(up + INDEX + deep_link(view.slug)),
        content="".join((*text.head(), *text.contents(), *text.objects())),
    )


def overview_html(view: DocumentView, address: str, level: int) -> str:
    """Return what a document is and what is in it.

    Args:
        view: The document.
        address: Where its reference is, seen from the page.
        level: Of the heading.
    """
    text = HtmlText(view, address, level=level)
    if len(view.methods) > MOST_LISTED:
        return "".join((*text.head(), *text.groups()))
    return "".join((*text.head(), *text.contents()))


def _methods(group: GroupView) -> Iterator[MethodView]:
    for contract in group.contracts:
        yield from contract.methods


class HtmlText:
    """Writes a document under headings.

    Args:
        view: The document.
        page: The address of its reference, seen from the text; empty for the text itself.
        level: Of the heading of the document.
    """

    def __init__(self, view: DocumentView, page: str = "", *, level: int = 1) -> None:
        self._view = view
        self._level = level
        self._scope = Scope(view=view)
        self._page = page
        self._writer = StaticWriter(view.document.markup, self._address)

    def _address(self, ref: Ref) -> str:
        if ref.kind == "change" or (ref.kind, ref.name) not in self._view.objects:
            return ""
        return f"{self._page}#{anchor_of(ref.kind, ref.name)}"

    def head(self, anchor: str = "") -> Iterator[str]:
        """Yield what the service is, under its name, which may have an id."""
        yield _heading(self._level, anchor, escape(self._view.title))
        yield self._written(introduction(self._view.document.service))
        yield self._written(service_facts(self._scope))

    def contents(self) -> Iterator[str]:
        """Yield a list of everything."""
        yield '<nav aria-label="Contents">\n'
        for group in self._view.groups:
            yield _heading(self._level + 1, "", escape(group.name))
            yield self._list(_methods(group))
        for title, views in (("Errors", self._view.errors), ("Types", self._view.schemas)):
            if views:
                yield f"<details><summary>{title}</summary>\n{self._list(views)}</details>\n"
        yield "</nav>\n"

    def groups(self) -> Iterator[str]:
        """Yield a list of the groups, with the number of their methods."""
        yield '<ul class="gg-contents">\n'
        for group in self._view.groups:
            link = f'<a href="{escaped(f"{self._page}#{group.route}")}">{escape(group.name)}</a>'
            yield f"<li>{link} <span>{len([*_methods(group)])}</span></li>\n"
        yield "</ul>\n"

    def _list(self, views: Iterable[ObjectView]) -> str:
        items = [f"<li>{self._link(view)}</li>\n" for view in views]
        return f'<ul class="gg-contents">\n{"".join(items)}</ul>\n'

    def _link(self, view: ObjectView) -> str:
        address = f"{self._page}#{anchor_of(view.kind, view.name)}"
        link = f'<a href="{escaped(address)}">{_title(view)}</a>'
        if not view.summary:
            return link
        return f"{link} <span>{escape(view.summary)}</span>"

    def objects(self) -> Iterator[str]:
        """Yield all objects under the titles of their kinds."""
        for section in sections(self._scope):
            if isinstance(section.head, str):
                yield self._heading(section, escape(section.head))
                yield self._written(section.blocks)
            else:
                yield self._object(section, section.head)

    def _object(self, section: Section, view: ObjectView) -> str:
        """Write an object; of a contract what holds for all of its methods."""
        blocks = [*section.blocks]
        words = line_below(view)
        is_titled = isinstance(view, MethodView) and view.verbs and not is_sent_by_service(view)
        if words and not is_titled:
            blocks.insert(0, Line(words))
        content = self._heading(section, _title(view)) + self._written(blocks)
        return f'<section class="gg {view.kind}">\n{content}</section>\n'

    def _heading(self, section: Section, title: str) -> str:
        return _heading(section.level - 1 + self._level, section.anchor, title)

    def _written(self, blocks: Iterable[Block]) -> str:
        return self._writer.written(blocks)


def _heading(level: int, anchor: str, title: str) -> str:
    own = ""
    if anchor:
        own = f' id="{escaped(anchor)}"'
    return f"<h{level}{own}>{title}</h{level}>\n"


def _title(view: ObjectView) -> str:
    """Return the name of an object: of an HTTP method verb and path, then what it is called."""
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
