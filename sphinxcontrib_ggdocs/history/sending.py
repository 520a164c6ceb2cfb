"""Compares how parameters are serialised, which their schemas do not say."""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from ..document import parts as doc
from ..document.openapi_members import is_single, resolved
from ..schema.nodes import JsonSchema
from .changes import Change, Flow, Place, breaking_if

_SIMPLE_PARTS: Final = frozenset({"path parameter", "header", "response header"})
"""The parameters whose default style is ``simple``, as parts of places begin."""
_MARKING: Final = frozenset({"label", "matrix"})
"""Styles that write a prefix in front of a value, such as ``.5`` or ``;limit=5``."""


def style_change(
    old: doc.Param, new: doc.Param, place: Place, flow: Flow, schemas: Mapping[str, JsonSchema]
) -> Iterator[Change]:
    """Yield the changes of how the value of a parameter is serialised: its media type, whether it
    may fill several segments of the path (`slashes`), and its style.

    Args:
        old: The old parameter.
        new: The new one.
        place: The parameter; its `part` begins with the location, such as ``path parameter``.
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
        # Styles do not apply to a value that is a document, such as one in JSON.
        return
    if old.slashes != new.slashes:
        yield place.change(
            "parameter-style-changed",
            # One segment is a special case of several, but not the other way round.
            wire=breaking_if(new.slashes is None),
            flow=flow,
            old=_segments_in_words(old),
            new=_segments_in_words(new),
        )
    # The default styles of OpenAPI 3.1, 4.8.12.2.
    default = "form"
    if place.part.startswith(tuple(_SIMPLE_PARTS)):
        default = "simple"
    old_style, new_style = _style(old, default), _style(new, default)
    if old_style != new_style:
        # Most styles differ only for lists and objects, and write a single value alike; those that
        # write a prefix do not.
        is_single_value = is_single(resolved(new.schema, schemas))
        changes_prefix = old_style.name != new_style.name and (
            old_style.name in _MARKING or new_style.name in _MARKING
        )
        yield place.change(
            "parameter-style-changed",
            wire=breaking_if(changes_prefix or not is_single_value),
            flow=flow,
            old=_style_in_words(old_style),
            new=_style_in_words(new_style),
        )


class _Style(NamedTuple):
    """How lists and objects are serialised, by the rules of OpenAPI for parameters."""

    name: str
    """Such as ``form`` or ``simple``."""
    is_exploded: bool
    """Whether each item is a value of its own: ``a=1&a=2`` instead of ``a=1,2``."""


def _style(param: doc.Param, default: str) -> _Style:
    """Return the style of a parameter; without one, the default of where the parameter is."""
    name = param.style or default
    if param.explode is not None:
        return _Style(name, param.explode)
    # Only `form` is exploded by default (OpenAPI 3.1, 4.8.12.2).
    return _Style(name, name == "form")


def _segments_in_words(param: doc.Param) -> str:
    """Return in words whether a value may contain slashes, and so be several path segments."""
    if param.slashes:
        return "several steps of the path"
    return "one step of the path"


def _style_in_words(style: _Style) -> str:
    """Return a style in words, such as ``form, each item on its own``."""
    if style.is_exploded:
        return f"{style.name}, each item on its own"
    return f"{style.name}, all in one value"
