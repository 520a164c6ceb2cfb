"""Compares media types and ranges of them by their meaning (RFC 9110, 8.3.1 and 12.5.1)."""

from email.message import Message
from functools import lru_cache
from typing import NamedTuple


class MediaType(NamedTuple):
    """A media type, or a range such as ``image/*``."""

    type: str
    subtype: str
    parameters: frozenset[tuple[str, str]]


@lru_cache(maxsize=256)
def media_type(text: str) -> MediaType:
    """What a text means: names in lower case, parameters in any order, and without the charset of
    JSON, which RFC 8259 does not have.

    Args:
        text: Such as ``Application/JSON; charset=UTF-8``.
    """
    name, _, _ = text.partition(";")
    kind, _, subtype = name.strip().lower().partition("/")
    message = Message()
    message["Content-Type"] = text.replace("\n", " ").replace("\r", " ")
    parameters = {key.lower(): value for key, value in (message.get_params() or [])[1:]}
    if "charset" in parameters:
        parameters["charset"] = parameters["charset"].lower()
    if subtype == "json" or subtype.endswith("+json"):
        parameters.pop("charset", None)
    return MediaType(kind, subtype, frozenset(parameters.items()))


def covers(wider: str, narrower: str) -> bool | None:
    """Return whether a media type or range takes all that another one takes; None if that depends
    on parameters.
    """
    one, other = media_type(wider), media_type(narrower)
    is_inside = one.type == other.type and one.subtype in ("*", other.subtype)
    if not is_inside and (one.type, one.subtype) != ("*", "*"):
        return False
    if one.parameters <= other.parameters:
        return True
    return None
