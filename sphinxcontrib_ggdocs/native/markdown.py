"""Writes a document as Markdown, for repositories, reviews, and programs that read prose.

What is shown of an object below its heading are blocks: lines, lists, tables and the like.
"""

from collections.abc import Iterable, Iterator

from ..document.model import ApiDocsDocument
from .blocks.objects import blocks_of, definition_of
from .blocks.scope import Scope
from .blocks.sections import sections
from .blocks.service import introduction, service_facts
from .blocks.signature import line_below
from .document_files import DocumentFiles
from .markdown_writer import inlines, joined, written
from .view import (
    ContractView,
    DocumentView,
    ErrorView,
    MethodView,
    ObjectView,
    SchemaView,
    view_of,
)
from .vocabulary import Block


def markdown_of(document: ApiDocsDocument) -> str:
    """Return the whole reference of a document as Markdown.

    Headings in descriptions become headings below those of the reference. Descriptions in
    reStructuredText are not converted.
    """
    return markdown_of_view(view_of(document))


def markdown_of_view(view: DocumentView) -> str:
    """Return the whole reference of a document as Markdown, from its view."""
    return joined(MarkdownText(Scope(view=view)).document())


def markdown_file(document: DocumentFiles) -> bytes:
    """Return the whole document as a file of a site."""
    return markdown_of_view(document.view()).encode()


class MarkdownText:
    """Writes objects under headings, as paragraphs of Markdown.

    Args:
        scope: The document, and the security schemes that the text has described.
    """

    def __init__(self, scope: Scope) -> None:
        self._scope = scope

    def document(self) -> Iterator[str]:
        """Yield the paragraphs of the whole reference."""
        view = self._scope.view
        yield f"# {view.title}"
        yield from self.blocks(introduction(view.document.service), 1)
        yield from self.blocks(service_facts(self._scope), 1)
        for section in sections(self._scope):
            if isinstance(section.head, str):
                yield f"{'#' * section.level} {section.head}"
            else:
                yield heading(section.head)
                yield signature(section.head)
            yield from self.blocks(section.blocks, section.level)

    def object(self, view: ObjectView) -> Iterator[str]:
        """Yield the paragraphs of an object with its heading; those of a contract without its
        methods.
        """
        yield heading(view)
        yield signature(view)  # empty for an error and for most types
        level = 4 if isinstance(view, MethodView) else 3  # that of its `heading`
        yield from self.blocks(blocks_of(self._scope, view), level)

    def definition(self, view: SchemaView | ErrorView) -> Iterator[str]:
        """Yield the paragraphs of a type or an error with its heading, without the list of its
        users.
        """
        yield heading(view)
        level = 3  # that of its `heading`
        yield from self.blocks(definition_of(self._scope, view), level)

    def blocks(self, blocks: Iterable[Block], level: int) -> Iterator[str]:
        """Yield blocks as paragraphs below a heading of a level."""
        return written(blocks, level, self._scope.view.document.markup)


def heading(view: ObjectView) -> str:
    """Return the heading of an object, whose level depends on its kind."""
    match view:
        case MethodView():
            return f"#### {view.part.name}"
        case ContractView():
            return f"### {view.part.name}"
        case SchemaView() if view.mode:  # the schemas of both modes are displayed alike
            return f"### `{view.display}` ({view.mode})"
        case ErrorView() if view.part.type is None:  # its display is words, such as `Not Found`
            return f"### {view.status} {view.display}"
        case ErrorView():
            return f"### {view.status} `{view.display}`"
    # A type or a brand that has one schema for both modes.
    return f"### `{view.display}`"


def signature(view: ObjectView) -> str:
    """Return the parts of an object's signature that its heading does not have."""
    return inlines(line_below(view))
