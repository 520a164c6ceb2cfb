"""What a request's headers ask for: compression, and whether the client's copy is still good (RFC
9110).
"""

import re

_QUALITY = re.compile(r"\s*;\s*q\s*=\s*([0-9.]+)\s*", re.IGNORECASE)
_TAG = re.compile(r'(?:W/)?("[^"]*")')


def accepts_gzip(accept_encoding: str | None) -> bool:
    """Whether ``Accept-Encoding`` allows gzip, by its name or by ``*``; without the header it is
    not sent.
    """
    if not accept_encoding:
        return False
    wildcard = False
    for part in accept_encoding.split(","):
        coding, _, parameters = part.partition(";")
        name = coding.strip().lower()
        if name in ("gzip", "x-gzip"):
            return _allowed(parameters)
        if name == "*":
            wildcard = _allowed(parameters)
    return wildcard


def _allowed(parameters: str) -> bool:
    quality = _QUALITY.fullmatch(f";{parameters}")
    try:
        return quality is None or float(quality[1]) > 0
    except ValueError:  # two dots: malformed, so that the plain bytes are the safe answer
        return False


def is_fresh(if_none_match: str | None, etag: str) -> bool:
    """Whether ``If-None-Match`` names `etag`; compared weakly, as 13.1.2 says for GET and HEAD."""
    if if_none_match is None:
        return False
    if if_none_match.strip() == "*":
        return True
    return etag in _TAG.findall(if_none_match)
