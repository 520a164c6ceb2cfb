"""Defines what the blocks of an object depend on besides the object: the document, and the kind of
text.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...named_objects import ObjectType
from ..view import DocumentView
from ..vocabulary import Ref, RefStyle, Word


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """A document, and a text that shows something of it."""

    view: DocumentView
    types: Mapping[str, str] = field(default_factory=dict)
    """By full name of a type in the document: the one in Python, which describes it alone."""
    schemes: set[str] | None = None
    """The security schemes that the text has described; None where its head does."""

    def type_ref(self, key: str, text: str, style: RefStyle) -> Ref:
        """Mention a type by its key in the document."""
        kind: ObjectType = "schema"
        if "x-brand" in self.view.document.schemas.get(key, {}):
            kind = "brand"
        return self.link(Ref(kind, self.view.names.part(key), text, style))

    def error(self, key: str) -> Ref:
        """Mention an error by its key in the document."""
        return self.link(self.view.links.error(key))

    def link(self, ref: Ref) -> Ref:
        """Mention another object."""
        if ref.name in self.types:
            # What is described below a type may be described elsewhere, by its name in Python.
            return ref._replace(kind="type", name=self.types[ref.name])
        return ref

    def change(self, version: str | None, place: str, text: Word) -> Ref:
        """Mention the changes of an object in a version.

        Args:
            version: The version; None for what is not released.
            place: Kind and key of the object, as changes have them.
            text: What the version means for it.
        """
        return Ref("change", f"{self.view.slug} {version or ''} {place}", text, "words")
