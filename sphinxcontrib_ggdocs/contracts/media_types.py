"""Which media types are text."""

import re

_TEXT = re.compile(
    r"text/.+|.+/(?:.+\+)?(?:json|xml|yaml)"
    r"|application/(?:.*json.*|.*yaml|javascript|graphql|toml)",
    re.IGNORECASE,
)


def is_text(media_type: str) -> bool:
    """Return whether a media type is text by its name: HTML, CSV, XML, JSON lines and their like.

    Args:
        media_type: Such as ``text/csv; charset=utf-8``.
    """
    return _TEXT.fullmatch(media_type.partition(";")[0].strip()) is not None
