"""Which of its two facets a type is described by."""

from ..contracts.annotations import is_class, peel_all
from ..contracts.model import TypeForm
from .nodes import Facet


def chosen_facet(form: TypeForm, facet: Facet, *, separate: bool) -> Facet:
    """`facet`, or where both directions share one schema that of what is read.

    A model with computed fields keeps its own: they are in no input.
    """
    if separate or facet == "input":
        return facet
    bare = peel_all(form)
    return "output" if is_class(bare) and getattr(bare, "model_computed_fields", None) else "input"
