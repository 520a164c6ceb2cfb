"""The blocks of the list of pages of a large reference."""

from collections.abc import Sequence
from typing import Final

from ..view import MethodView, ObjectView
from ..vocabulary import PAGE, Block, Inlines, Item, Line, Ref, Titled, Word, separated

FEW: Final = 3
"""Methods of a page that are listed at first."""


def page_item(docname: str, title: str, objects: Sequence[ObjectView]) -> Item:
    """List a page with the number of objects that it describes, the first of its methods, and
    behind a title the others.
    """
    methods = [shown for shown in objects if isinstance(shown, MethodView)]
    refs = [Ref("method", shown.name, shown.part.name, "words") for shown in methods]
    words: Inlines = (Ref(PAGE, docname, title, "words"), f" ({len(objects)}) ")
    below: tuple[Block, ...] = ()
    if others := refs[FEW:]:
        title_of_others = (Word("and %d more", len(others)),)
        below = (Titled(title_of_others, (Line(separated(others)),), is_folded=True),)
    return Item(Line((*words, *separated(refs[:FEW]))), below)
