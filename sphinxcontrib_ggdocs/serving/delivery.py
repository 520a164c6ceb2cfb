"""HTTP responses for resources: status, headers and body, independent of ASGI and WSGI."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus

from .site import Resource

Headers = tuple[tuple[str, str], ...]

SECURITY: Headers = (("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"))
CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'"
"""For files other than pages: a browser that opens one loads nothing with it."""

FOREVER = 365 * 24 * 60 * 60
"""A year in seconds: the longest lifetime that caches have to honour (RFC 9111)."""


_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")
_QUALITY = re.compile(r"\s*;\s*q\s*=\s*([0-9.]+)\s*", re.IGNORECASE)
_TAG = re.compile(r'(?:W/)?("[^"]*")')
OUR_HEADERS = frozenset({"connection", "content-length", "content-type", "transfer-encoding"})
"""Headers that describe the body and the connection; only this module sets them."""


def checked_headers(headers: Mapping[str, str]) -> Headers:
    """Check headers that a user gives against the grammar of RFC 9110, 5.1 and 5.5.

    Raises:
        ValueError: A name is not a token, a value has control characters or is not Latin-1, or
            the header is in `OUR_HEADERS`.
    """
    return tuple(
        (_checked_name(name), checked_value(name, value)) for name, value in headers.items()
    )


def _checked_name(name: object) -> str:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError(
            f"{name!r} is not the name of a header\n"
            "  hint: use letters, digits and hyphens, such as 'WWW-Authenticate'"
        )
    if name.lower() in OUR_HEADERS:
        raise ValueError(f"the documentation sets the header {name} itself\n  hint: leave it out")
    return name


def checked_value(name: str, value: object) -> str:
    """Check the value of the header `name`.

    Raises:
        ValueError: It has control characters such as line breaks, starts or ends with a space, or
            is not Latin-1.
    """
    if not isinstance(value, str) or not _VALUE.fullmatch(value) or value != value.strip(" \t"):
        raise ValueError(
            f"the value {value!r} of the header {name} cannot be sent\n"
            "  hint: write one line of Latin-1 text without leading or trailing spaces; encode "
            "other characters as in a URL"
        )
    return value


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """The response to one request."""

    status: int
    headers: Headers
    body: bytes = b""

    def without_body(self) -> "HttpResponse":
        """The response to HEAD: the same headers, the length of the body included."""
        return HttpResponse(self.status, self.headers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One encoding of a resource, with its two responses."""

    etag: str
    full: HttpResponse
    not_modified: HttpResponse


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedResource:
    """All responses of a resource, built once: a request then costs two comparisons."""

    plain: Variant
    gzipped: Variant | None

    def response(self, accept_encoding: str | None, if_none_match: str | None) -> HttpResponse:
        """Choose by these two headers of the request."""
        variant = (
            self.gzipped
            if self.gzipped is not None and accepts_gzip(accept_encoding)
            else self.plain
        )
        return variant.not_modified if is_fresh(if_none_match, variant.etag) else variant.full


def prepare(resource: Resource, *, page_policy: str, private: bool) -> PreparedResource:
    """Build a resource and all of its responses.

    Args:
        resource: The resource.
        page_policy: The content security policy if the resource is a page without its own.
        private: Whether only the reader's own cache may keep it.

    Raises:
        Exception: Whatever building the resource raised.
    """
    content, gzipped = resource.content, resource.gzipped
    policy = page_policy if resource.media_type.startswith("text/html") else CLOSED_POLICY
    policy = resource.policy or policy
    scope = "private" if private else "public"
    caching = (
        # "no-cache" keeps a copy and asks with its tag before each use (RFC 9111, 5.2.2.4).
        f"{scope}, max-age={FOREVER}, immutable" if resource.immutable else f"{scope}, no-cache"
    )
    shared: Headers = (("Cache-Control", caching), ("Content-Security-Policy", policy), *SECURITY)
    if gzipped is None:
        return PreparedResource(
            plain=_variant(resource, content, resource.etag, shared), gzipped=None
        )
    shared = (*shared, ("Vary", "Accept-Encoding"))
    tag = f'{resource.etag[:-1]}-gzip"'  # other bytes, so another strong tag (RFC 9110, 8.8.3)
    return PreparedResource(
        plain=_variant(resource, content, resource.etag, shared),
        gzipped=_variant(resource, gzipped, tag, (*shared, ("Content-Encoding", "gzip"))),
    )


def _variant(resource: Resource, body: bytes, etag: str, shared: Headers) -> Variant:
    tagged: Headers = (("ETag", etag), *shared)
    described: Headers = (
        ("Content-Type", resource.media_type),
        ("Content-Length", str(len(body))),
        *tagged,
    )
    # A 304 repeats the headers that caches use, but none about the missing body (RFC 9110, 15.4.5).
    cached = tuple(header for header in tagged if header[0] != "Content-Encoding")
    return Variant(
        etag=etag,
        full=HttpResponse(200, described, body),
        not_modified=HttpResponse(304, cached),
    )


def problem(status: int, detail: str, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """An error as JSON, ``{"status", "error", "detail"}``; not cached by default.

    Args:
        status: The HTTP status.
        detail: What went wrong, in one sentence.
        headers: Further headers; they replace ours of the same name.
    """
    content = {"status": status, "error": HTTPStatus(status).phrase, "detail": detail}
    body = json.dumps(content, ensure_ascii=False).encode()
    extra = dict(headers or {})
    replaced = {name.lower() for name in extra}
    defaults: Iterable[tuple[str, str]] = (
        ("Content-Type", "application/json"),
        ("Content-Length", str(len(body))),
        ("Cache-Control", "no-store"),
        ("Content-Security-Policy", CLOSED_POLICY),
        *SECURITY,
    )
    kept = (header for header in defaults if header[0].lower() not in replaced)
    return HttpResponse(status, (*kept, *extra.items()), body)


# --- What a request's headers ask for (RFC 9110) ---


def accepts_gzip(accept_encoding: str | None) -> bool:
    """Whether ``Accept-Encoding`` allows gzip, by name or by ``*``; not so without the header."""
    if not accept_encoding:
        return False
    wildcard = False
    for part in accept_encoding.split(","):
        coding, _, parameters = part.partition(";")
        name = coding.strip().lower()
        # Both names mean the same (RFC 9110, 8.4.1.3).
        if name in ("gzip", "x-gzip"):
            return _is_accepted(parameters)
        if name == "*":
            wildcard = _is_accepted(parameters)
    return wildcard


def _is_accepted(parameters: str) -> bool:
    quality = _QUALITY.fullmatch(f";{parameters}")
    try:
        return quality is None or float(quality[1]) > 0
    except ValueError:  # malformed, such as 0.5.1: the plain bytes are safe
        return False


def is_fresh(if_none_match: str | None, etag: str) -> bool:
    """Whether ``If-None-Match`` names `etag`; compared weakly, as 13.1.2 says for GET and HEAD."""
    if if_none_match is None:
        return False
    if if_none_match.strip() == "*":
        return True
    return etag in _TAG.findall(if_none_match)
