"""Builds HTTP responses for resources: status, headers and body, for both ASGI and WSGI.

A resource is a file of the documentation, with its media type and its entity tag.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus

from .site import Resource

Headers = tuple[tuple[str, str], ...]

SECURITY: Headers = (("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"))
CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'"
"""The content security policy of files that are no pages: a browser that opens one loads nothing
else."""

FOREVER = 365 * 24 * 60 * 60
"""A year in seconds: the longest lifetime that caches have to honour (RFC 9111)."""

_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_HEADER_VALUE = re.compile(r"(?![ \t])[\t\x20-\x7e\x80-\xff]*(?<![ \t])")
_ZERO_QUALITY = re.compile(r"\s*q\s*=\s*0(?:\.0*)?\s*", re.IGNORECASE)
"""A weight by which a client excludes an encoding, such as ``q=0``."""
_ENTITY_TAG = re.compile(r'(?:W/)?("[^"]*")')
"""An entity tag in ``If-None-Match``, perhaps marked as weak; the group is the tag itself."""
OUR_HEADERS = frozenset({"connection", "content-length", "content-type", "transfer-encoding"})
"""Headers that describe the body and the connection; only this module sets them."""


def check_header(name: object, value: object) -> None:
    """Check a header that a user gives against the grammar of RFC 9110, 5.1 and 5.5.

    Raises:
        ValueError: It cannot be sent, or it is in `OUR_HEADERS`.
    """
    is_name = isinstance(name, str) and _HEADER_NAME.fullmatch(name)
    is_allowed = is_name and str(name).lower() not in OUR_HEADERS
    is_value = isinstance(value, str) and _HEADER_VALUE.fullmatch(value)
    if not is_allowed or not is_value:
        raise ValueError(
            f"the header {name!r} cannot be sent with the value {value!r}\n"
            "  hint: a name has letters, digits and hyphens; a value is one line of Latin-1 text; "
            f"the documentation itself sets {', '.join(sorted(OUR_HEADERS))}"
        )


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """The response to one request."""

    status: int
    headers: Headers
    body: bytes = b""

    def without_body(self) -> "HttpResponse":
        """Return the response to HEAD: the same headers, the length of the body included."""
        return HttpResponse(self.status, self.headers)


def resource_response(
    resource: Resource, headers: Mapping[str, str], *, page_policy: str, private: bool
) -> HttpResponse:
    """Return the response with a resource, or 304 to a client that has it.

    Args:
        resource: The resource, which is built if it is not yet.
        headers: The headers of the request by name in lower case.
        page_policy: The content security policy if the resource is a page without its own.
        private: Whether only the reader's own cache may keep it.

    Raises:
        Exception: Whatever building the resource raised.
    """
    body, etag = resource.content, resource.etag
    scope = "public"
    if private:
        scope = "private"
    # "no-cache" keeps a copy and asks with its tag before each use (RFC 9111, 5.2.2.4).
    caching = f"{scope}, no-cache"
    if resource.immutable:
        caching = f"{scope}, max-age={FOREVER}, immutable"
    policy = CLOSED_POLICY
    if resource.media_type.startswith("text/html"):
        policy = resource.policy or page_policy
    encoding: Headers = ()
    varying: Headers = ()
    if resource.gzipped is not None:
        varying = (("Vary", "Accept-Encoding"),)
        if accepts_gzip(headers.get("accept-encoding")):
            body = resource.gzipped
            # Other bytes need another strong tag (RFC 9110, 8.8.3): `"abc"` becomes `"abc-gzip"`.
            etag = f'{etag[:-1]}-gzip"'
            encoding = (("Content-Encoding", "gzip"),)
    caching_headers: Headers = (
        ("ETag", etag),
        ("Cache-Control", caching),
        ("Content-Security-Policy", policy),
        *SECURITY,
        *varying,
    )
    if is_fresh(headers.get("if-none-match"), etag):
        # A 304 has the headers that caches use, but none about the missing body (RFC 9110, 15.4.5).
        return HttpResponse(304, caching_headers)
    body_headers: Headers = (
        ("Content-Type", resource.media_type),
        ("Content-Length", str(len(body))),
    )
    return HttpResponse(200, (*body_headers, *caching_headers, *encoding), body)


def problem_response(
    status: int, detail: str, headers: Mapping[str, str] | None = None
) -> HttpResponse:
    """Return an error as JSON, ``{"status", "error", "detail"}``; not cached by default.

    Args:
        status: The HTTP status.
        detail: What went wrong, in one sentence.
        headers: Further headers, which replace ours of the same name; None for no others.
    """
    content = {"status": status, "error": HTTPStatus(status).phrase, "detail": detail}
    body = json.dumps(content, ensure_ascii=False).encode()
    further_headers = dict(headers or {})
    replaced = {name.lower() for name in further_headers}
    defaults: Headers = (
        ("Content-Type", "application/json"),
        ("Content-Length", str(len(body))),
        ("Cache-Control", "no-store"),
        ("Content-Security-Policy", CLOSED_POLICY),
        *SECURITY,
    )
    remaining_defaults = [(name, value) for name, value in defaults if name.lower() not in replaced]
    return HttpResponse(status, (*remaining_defaults, *further_headers.items()), body)


def accepts_gzip(accept_encoding: str | None) -> bool:
    """Return whether ``Accept-Encoding`` allows gzip, by name or by ``*`` (RFC 9110, 12.5.3); false
    if it is None, that is, missing.
    """
    is_accepted: dict[str, bool] = {}
    for part in (accept_encoding or "").lower().split(","):
        coding, _, parameters = part.partition(";")
        is_accepted[coding.strip()] = _ZERO_QUALITY.fullmatch(parameters) is None
    # "x-gzip" is another name of gzip (8.4.1.3), and "*" stands for codings that are not named.
    for coding in ("gzip", "x-gzip", "*"):
        if coding in is_accepted:
            return is_accepted[coding]
    return False


def is_fresh(if_none_match: str | None, etag: str) -> bool:
    """Return whether ``If-None-Match`` names an entity tag, so that the client has the current
    bytes. Weak tags count, as RFC 9110, 13.1.2 demands for GET and HEAD.
    """
    if if_none_match is None:
        return False
    return if_none_match.strip() == "*" or etag in _ENTITY_TAG.findall(if_none_match)
