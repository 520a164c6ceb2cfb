"""Defines what the blocks of an object depend on besides the object: the document, and the kind of
text that is written.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...named_objects import ObjectType
from ..view import DocumentView
from ..vocabulary import Ref, RefStyle, Word


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """A document, and a text that shows objects of it: a page, or a directive's part of a page."""

    view: DocumentView
    types: Mapping[str, str] = field(default_factory=dict)
    """Maps the full names of types in the document to names in Python, for types that a directive
    shows by themselves.
    """
    schemes: set[str] | None = None
    """The security schemes that the text has described so far; None if the text has a head of the
    document, which describes all of them.
    """

    def type_ref(self, key: str, text: str, style: RefStyle) -> Ref:
        """Return a reference to a type or a brand by its key in the document; `text` is what the
        link shows.
        """
        kind: ObjectType = "schema"
        if "x-brand" in self.view.document.schemas.get(key, {}):
            kind = "brand"
        return self.link(Ref(kind, self.view.names.part(key), text, style))

    def error(self, key: str) -> Ref:
        """Return a reference to an error by its key in the document."""
        return self.link(self.view.links.error(key))

    def link(self, ref: Ref) -> Ref:
        """Return a reference as this text needs it: to the Python type, if a directive shows that
        by itself.
        """
        if ref.name in self.types:
            return ref._replace(kind="type", name=self.types[ref.name])
        return ref

    def change(self, version: str | None, place: str, text: Word) -> Ref:
        """Return a reference to the changes of an object in a version.

        Args:
            version: The version; None for unreleased changes.
            place: Kind and key of the object, as changes have them.
            text: What the version means for the object, such as ``New in 2.1``.
        """
        return Ref("change", f"{self.view.slug} {version or ''} {place}", text, "words")
