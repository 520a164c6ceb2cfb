"""Responses: status, headers and body, with nothing in them of ASGI or WSGI."""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from http import HTTPStatus

from .negotiation import accepts_gzip, is_fresh
from .site import Resource

Headers = tuple[tuple[str, str], ...]

SECURITY: Headers = (("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"))
CLOSED_POLICY = "default-src 'none'; frame-ancestors 'none'"
"""For what is no page: it needs nothing, not even when somebody opens it as one."""

FOREVER = 365 * 24 * 60 * 60
"""A year in seconds: RFC 9111 knows no longer time that caches would have to honour."""


_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VALUE = re.compile(r"[\t\x20-\x7e\x80-\xff]*")
OUR_HEADERS = frozenset({"connection", "content-length", "content-type", "transfer-encoding"})
"""Headers that belong to the body and the connection, which are ours."""


def checked_headers(headers: Mapping[str, str]) -> Headers:
    """Headers that a user gives, known to be sendable (RFC 9110, 5.1 and 5.5).

    Raises:
        ValueError: A name is no token, a value has control characters or is not Latin-1, or the
            header is ours to set.
    """
    return tuple(
        (_checked_name(name), checked_value(name, value)) for name, value in headers.items()
    )


def _checked_name(name: object) -> str:
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise ValueError(
            f"{name!r} is no name of a header\n  hint: use letters, digits and hyphens, such "
            "as "
            "'WWW-Authenticate'"
        )
    if name.lower() in OUR_HEADERS:
        raise ValueError(
            f"the header {name} is set by the documentation itself\n  hint: leave it out"
        )
    return name


def checked_value(name: str, value: object) -> str:
    """The value of the header `name`, known to be sendable.

    Raises:
        ValueError: It has control characters such as line breaks, spaces around it, or is not
            Latin-1.
    """
    if not isinstance(value, str) or not _VALUE.fullmatch(value) or value != value.strip(" \t"):
        raise ValueError(
            f"the value {value!r} of the header {name} cannot be sent\n"
            "  hint: write one line of Latin-1 text without spaces around it; encode other "
            "letters, as in a URL"
        )
    return value


@dataclass(frozen=True, slots=True)
class Response:
    """What goes back to a client."""

    status: int
    headers: Headers
    body: bytes = b""

    def without_body(self) -> "Response":
        """The answer to HEAD: the same headers, the length of the body included."""
        return Response(self.status, self.headers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """One encoding of a resource, with its two answers ready."""

    etag: str
    full: Response
    not_modified: Response


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """Everything that can be answered for a resource; made once, so that a request costs two
    comparisons.
    """

    plain: Variant
    gzipped: Variant | None

    def answer(self, accept_encoding: str | None, if_none_match: str | None) -> Response:
        """The response for these two headers of a request."""
        variant = (
            self.gzipped
            if self.gzipped is not None and accepts_gzip(accept_encoding)
            else self.plain
        )
        return variant.not_modified if is_fresh(if_none_match, variant.etag) else variant.full


def prepare(resource: Resource, *, page_policy: str, private: bool) -> Prepared:
    """All answers of a resource, which is built now.

    Args:
        resource: What to deliver.
        page_policy: The content security policy if it is a page.
        private: Whether only the reader's own cache may keep it.

    Raises:
        Exception: Whatever building the resource raised.
    """
    content, gzipped = resource.content, resource.gzipped
    policy = page_policy if resource.media_type.startswith("text/html") else CLOSED_POLICY
    scope = "private" if private else "public"
    caching = (
        f"{scope}, max-age={FOREVER}, immutable" if resource.immutable else f"{scope}, no-cache"
    )
    shared: Headers = (("Cache-Control", caching), ("Content-Security-Policy", policy), *SECURITY)
    if gzipped is None:
        return Prepared(plain=_variant(resource, content, resource.etag, shared), gzipped=None)
    shared = (*shared, ("Vary", "Accept-Encoding"))
    tag = f'{resource.etag[:-1]}-gzip"'  # other bytes, so another strong tag (RFC 9110, 8.8.3)
    return Prepared(
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
    # A 304 repeats what steers caches, and nothing about bytes that it does not carry (RFC 9110,
    # 15.4.5).
    kept = tuple(each for each in tagged if each[0] != "Content-Encoding")
    return Variant(etag=etag, full=Response(200, described, body), not_modified=Response(304, kept))


def problem(
    status: int, detail: str, headers: Mapping[str, str] | None = None, *, hint: str | None = None
) -> Response:
    """An error in JSON: ``{"status", "error", "detail", "hint"?}``. No cache keeps it, unless
    `headers` say so.
    """
    said = {"status": status, "error": HTTPStatus(status).phrase, "detail": detail}
    if hint is not None:
        said["hint"] = hint
    body = json.dumps(said, ensure_ascii=False).encode()
    given = dict(headers or {})
    replaced = {name.lower() for name in given}
    fixed: Iterable[tuple[str, str]] = (
        ("Content-Type", "application/json"),
        ("Content-Length", str(len(body))),
        ("Cache-Control", "no-store"),
        ("Content-Security-Policy", CLOSED_POLICY),
        *SECURITY,
    )
    kept = (each for each in fixed if each[0].lower() not in replaced)
    return Response(status, (*kept, *given.items()), body)
