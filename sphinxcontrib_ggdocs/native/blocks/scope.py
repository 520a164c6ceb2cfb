"""What the blocks of an object depend on besides the object: the document, and the text."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...named_objects import ObjectType
from ..view import DocumentView, Link
from ..vocabulary import Ref, RefStyle, Word


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """A document, and a text that shows something of it."""

    slug: str
    brands: frozenset[str]
    """The full names of the types that are brands."""
    types: Mapping[str, str] = field(default_factory=dict)
    """By full name of a type in the document: the one in Python, which describes it alone."""
    schemes: set[str] | None = None
    """The security schemes that the text has described; None where its head does."""

    @classmethod
    def of(cls, view: DocumentView, schemes: set[str] | None = None) -> "Scope":
        """Return the scope of a text about a document."""
        brands = frozenset(name for kind, name in view.objects if kind == "brand")
        return cls(slug=view.head.slug, brands=brands, schemes=schemes)

    def type_ref(self, key: str, text: str, *, is_whole: bool) -> Ref:
        """Mention a type by its key in the document.

        Args:
            key: The key.
            text: How the type is written.
            is_whole: Whether the text is all of a type expression.
        """
        name = f"{self.slug}.{key}"
        kind: ObjectType = "schema"
        if name in self.brands:
            kind = "brand"
        return self._ref(kind, name, text, "type" if is_whole else "words")

    def link(self, link: Link) -> Ref:
        """Mention another object."""
        return self._ref(link.objtype, link.name, link.text, "name" if link.is_name else "words")

    def _ref(self, kind: ObjectType, name: str, text: str, style: RefStyle) -> Ref:
        if name in self.types:
            # What is described below a type may be described elsewhere, by its name in Python.
            return Ref("type", self.types[name], text, style)
        return Ref(kind, name, text, style)

    def change(self, version: str | None, place: str, text: Word) -> Ref:
        """Mention the changes of an object in a version.

        Args:
            version: The version; None for what is not released.
            place: Kind and key of the object, as changes have them.
            text: What the version means for it.
        """
        return Ref("change", f"{self.slug} {version or ''} {place}", text, "words")
