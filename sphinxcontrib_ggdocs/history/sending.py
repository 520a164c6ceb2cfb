"""Compares how parameters are serialised, which their schemas do not say."""

from collections.abc import Iterator, Mapping
from typing import Final

from ..document import parts as doc
from ..document.openapi_members import is_single, resolved
from ..schema.nodes import JsonSchema
from .changes import Change, Flow, Place, breaking_if

_SIMPLE: Final = frozenset({"path parameter", "header", "response header"})
_MARKING: Final = frozenset({"label", "matrix"})
"""Styles that write a single value otherwise, too."""


def style_change(
    old: doc.Param, new: doc.Param, place: Place, flow: Flow, schemas: Mapping[str, JsonSchema]
) -> Iterator[Change]:
    """Yield the change of how a parameter is written.

    Args:
        old: The old parameter.
        new: The new one.
        place: The parameter; its part begins with where it is sent.
        flow: Which way it travels.
        schemas: The named types of the new document.
    """
    if old.media_type != new.media_type:
        yield place.change(
            "parameter-media-type-changed",
            wire="breaking",
            flow=flow,
            old=old.media_type,
            new=new.media_type,
        )
        return
    if old.slashes != new.slashes:
        yield place.change(
            "parameter-style-changed",
            wire=breaking_if(new.slashes is None),
            flow=flow,
            old=_steps(old),
            new=_steps(new),
        )
    usual = "simple" if place.part.startswith(tuple(_SIMPLE)) else "form"
    styles = _style(old, usual), _style(new, usual)
    if styles[0] != styles[1]:
        # A single value is written alike in most styles.
        is_alike = is_single(resolved(new.schema, schemas))
        is_marked = styles[0][0] != styles[1][0] and not _MARKING.isdisjoint(dict(styles))
        yield place.change(
            "parameter-style-changed",
            wire=breaking_if(is_marked or not is_alike),
            flow=flow,
            old=_words(styles[0]),
            new=_words(styles[1]),
        )


def _style(param: doc.Param, usual: str) -> tuple[str, bool]:
    style = param.style or usual
    return style, style == "form" if param.explode is None else param.explode


def _steps(param: doc.Param) -> str:
    """Say how many steps of a path a value may be."""
    if param.slashes:
        return "several steps of the path"
    return "one step of the path"


def _words(style: tuple[str, bool]) -> str:
    name, is_exploded = style
    return f"{name}, {'each item on its own' if is_exploded else 'all in one value'}"
