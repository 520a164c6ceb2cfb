"""The blocks of the list of pages of a large reference."""

from collections.abc import Sequence
from typing import Final

from ..view import MethodView, ObjectView
from ..vocabulary import PAGE, Block, Inlines, Item, Line, Ref, Titled, Word, separated

FIRST_METHODS: Final = 3
"""How many methods of a page are listed before the folded list of the others."""


def page_item(docname: str, title: str, objects: Sequence[ObjectView]) -> Item:
    """Return the entry of a page in the list of pages: its title and number of objects, its first
    methods, and a folded list of the others.

    `docname` is the page's document name in Sphinx; `objects` are those of the page and of the
    pages below it.
    """
    methods = [view for view in objects if isinstance(view, MethodView)]
    refs = [Ref("method", method.name, method.part.name, "words") for method in methods]
    words: Inlines = (Ref(PAGE, docname, title, "words"), f" ({len(objects)}) ")
    below: tuple[Block, ...] = ()
    if others := refs[FIRST_METHODS:]:
        title_of_others = (Word("and %d more", len(others)),)
        below = (Titled(title_of_others, (Line(separated(others)),), is_folded=True),)
    return Item(Line((*words, *separated(refs[:FIRST_METHODS]))), below)
