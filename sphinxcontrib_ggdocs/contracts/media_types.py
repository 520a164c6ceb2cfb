"""Classifies media types: which are text, and which are streams of events."""

import re

EVENT_STREAM = "text/event-stream"
"""Server-sent events (HTML, 9.2)."""

_TEXT = re.compile(
    r"text/.+|.+/(?:.+\+)?(?:json|xml|yaml)"
    r"|application/(?:.*json.*|.*yaml|javascript|graphql|toml)",
    re.IGNORECASE,
)


def essence_of(media_type: str) -> str:
    """Return a media type in lower case without its parameters: ``text/csv`` for ``Text/CSV;
    header=present``.
    """
    return media_type.partition(";")[0].strip().lower()


def is_json(media_type: str) -> bool:
    """Return whether values of a media type are JSON: ``application/json``,
    ``application/hal+json``.
    """
    return essence_of(media_type).endswith(("/json", "+json"))


def is_text(media_type: str) -> bool:
    """Return whether the name of a media type says that it is text, such as HTML, CSV, XML or JSON
    lines.

    Args:
        media_type: Such as ``text/csv; charset=utf-8``.
    """
    return _TEXT.fullmatch(essence_of(media_type)) is not None
