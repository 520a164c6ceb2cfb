"""Calls the functions that make an output, which `capabilities.OUTPUTS` lists, and defines their
argument: one document of a site, with the files made of it so far.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..capabilities import Output, import_part
from ..serving import Resource
from .element import DocumentLink
from .view import DocumentView


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodPage:
    """The Markdown file of a method."""

    file: str
    """Its name: group, contract and method, in lower case since some file systems ignore case. The
    browser UI computes the same name."""
    title: str
    summary: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentFiles:
    """One document of a site, as the functions that write its files need it."""

    link: DocumentLink
    view: Callable[[], DocumentView]
    """Returns the document; it is called only when a file is written."""
    methods: Sequence[MethodPage] | None = None
    """The Markdown files of its methods; None if the site does not have them."""
    changes: Callable[[], bytes] | None = None
    """Computes the changes of released versions as JSON; None if there are none."""
    files: dict[str, Resource] = field(default_factory=dict)
    """The files of outputs that were added to the site before, by the name of the output: some
    outputs are written from other ones.
    """

    @property
    def up(self) -> str:
        """The relative path from the folder of the document up to the site, such as ``../``."""
        return "../" * self.link.json.count("/")


def content_of(output: Output, *arguments: Any) -> bytes:
    """Return the content of an output, whose function is imported when this is first called.

    `arguments` are those of that function: the files of a document, or of all documents and the
    title of the site.
    """
    content: bytes = import_part(output.writer)(*arguments)
    return content


def file_of_view(output: Output, view: DocumentView) -> bytes:
    """Return the content of an output that is made of one document, without a site."""
    link = DocumentLink.below("", view.slug, view.title)
    return content_of(output, DocumentFiles(link=link, view=lambda: view))
