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
    """Parse a media type for comparison: names in lower case, parameters without their order, and
    no charset of JSON, which RFC 8259 does not define.

    Args:
        text: Such as ``Application/JSON; charset=UTF-8``.
    """
    name, _, _ = text.partition(";")
    kind, _, subtype = name.strip().lower().partition("/")
    # `email.message` parses quoted parameters; it refuses line breaks in headers.
    message = Message()
    message["Content-Type"] = text.replace("\n", " ").replace("\r", " ")
    # The first parameter that it returns is the media type itself.
    all_parameters = (message.get_params() or [])[1:]
    parameters = {key.lower(): value for key, value in all_parameters}
    # The case of charset names does not matter (RFC 9110, 8.3.2); that of other values may.
    if "charset" in parameters:
        parameters["charset"] = parameters["charset"].lower()
    if subtype == "json" or subtype.endswith("+json"):
        parameters.pop("charset", None)
    return MediaType(kind, subtype, frozenset(parameters.items()))


def covers(wider: str, narrower: str) -> bool | None:
    """Return whether a media type or range, such as ``image/*``, includes another one; None if it
    has parameters that the other one does not have, or has with other values, since what these mean
    is not known here.
    """
    wide, narrow = media_type(wider), media_type(narrower)
    covers_everything = (wide.type, wide.subtype) == ("*", "*")
    covers_type = wide.type == narrow.type and wide.subtype in ("*", narrow.subtype)
    if not covers_everything and not covers_type:
        return False
    if wide.parameters <= narrow.parameters:
        return True
    return None
