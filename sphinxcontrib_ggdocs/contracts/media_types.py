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
    """Return a media type in lower case without its parameters."""
    return media_type.partition(";")[0].strip().lower()


def is_json(media_type: str) -> bool:
    """Return whether a media type is one of JSON."""
    return essence_of(media_type).endswith(("/json", "+json"))


def is_text(media_type: str) -> bool:
    """Return whether a media type is text by its name: HTML, CSV, XML, JSON lines and their like.

    Args:
        media_type: Such as ``text/csv; charset=utf-8``.
    """
    return _TEXT.fullmatch(essence_of(media_type)) is not None
