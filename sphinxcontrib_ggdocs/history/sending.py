"""Changes of how parameters and parts of forms are written, beyond what their schemas say."""

from collections.abc import Iterator, Mapping
from typing import Final

from ..native import document_parts as doc
from ..native.openapi_members import is_single, resolved
from ..schema.nodes import JsonSchema
from .changes import Change, Flow, Place, Verdict, by_flow
from .media_types import covers

_SIMPLE: Final = frozenset({"path parameter", "header", "response header"})
_MARKING: Final = frozenset({"label", "matrix"})
"""Styles that write a single value otherwise, too."""


def style_change(
    old: doc.Param, new: doc.Param, place: Place, flow: Flow, schemas: Mapping[str, JsonSchema]
) -> Iterator[Change]:
    """The change of how a parameter is written.

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
            wire=_of_media_types(old.media_type, new.media_type, flow),
            flow=flow,
            old=old.media_type,
            new=new.media_type,
        )
        return
    usual = "simple" if place.part.startswith(tuple(_SIMPLE)) else "form"
    styles = _style(old, usual), _style(new, usual)
    if styles[0] != styles[1]:
        yield place.change(
            "parameter-style-changed",
            wire=_of_styles(styles, new.schema, schemas),
            flow=flow,
            old=_words(styles[0]),
            new=_words(styles[1]),
        )


def _style(param: doc.Param, usual: str) -> tuple[str, bool]:
    style = param.style or usual
    return style, style == "form" if param.explode is None else param.explode


def _words(style: tuple[str, bool]) -> str:
    name, is_exploded = style
    return f"{name}, {'each item on its own' if is_exploded else 'all in one value'}"


def _of_styles(
    styles: tuple[tuple[str, bool], tuple[str, bool]],
    schema: JsonSchema,
    schemas: Mapping[str, JsonSchema],
) -> Verdict:
    """A single value is written alike in most styles, a list or an object in none."""
    if styles[0][0] != styles[1][0] and not _MARKING.isdisjoint((styles[0][0], styles[1][0])):
        return "breaking"
    value = resolved(schema, schemas)
    if is_single(value):
        return "safe"
    return "breaking" if value.get("type") in ("array", "object") else "risky"


def _of_media_types(old: str | None, new: str | None, flow: Flow) -> Verdict:
    sender, receiver = by_flow(old, new, flow)
    # Without a media type it is written by its style, which no media type is.
    if sender is None or receiver is None:
        return "breaking"
    verdicts: dict[bool | None, Verdict] = {None: "risky", True: "safe", False: "breaking"}
    return verdicts[covers(receiver, sender)]


def encoding_changes(
    old: doc.Content, new: doc.Content, place: Place, flow: Flow
) -> Iterator[Change]:
    """The changes of how the parts of a form are sent."""
    olds, news = old.encoding or {}, new.encoding or {}
    for name in dict.fromkeys((*olds, *news)):
        one, other = olds.get(name, doc.Encoding()), news.get(name, doc.Encoding())
        if one != other:
            yield place.at((name,)).change(
                "encoding-changed",
                wire="risky",
                flow=flow,
                reason="how parts of forms are sent is not compared",
            )
