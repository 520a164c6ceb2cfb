"""Defines what functions of outputs take: one document of a site, with the files made of it so far.

`capabilities.OUTPUTS` lists these functions.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ..serving import Resource
from .element import DocumentLink
from .view import DocumentView


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodPage:
    """The Markdown file of a method."""

    file: str
    """Its name: group, contract and method, in lower case since some disks take names for the same
    that differ in their case. The browser UI makes the same name."""
    title: str
    summary: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentFiles:
    """One document of a site, of which files are made."""

    link: DocumentLink
    view: Callable[[], DocumentView]
    """Returns the document; called when a file is written, which may be never."""
    methods: Sequence[MethodPage] | None = None
    """The pages of its methods, in sites that have them."""
    changes: Callable[[], bytes] | None = None
    """Makes the changes of released versions as JSON, if there are any."""
    files: dict[str, Resource] = field(default_factory=dict)
    """The files made of the document, by the name of the output; later outputs read earlier ones.
    """

    @property
    def up(self) -> str:
        """Return what leads from the folder of the document to the site, such as ``../``."""
        return "../" * self.link.json.count("/")
