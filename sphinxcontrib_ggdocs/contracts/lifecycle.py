"""Defines the lifecycle of a part of a service: the versions in which it was added, deprecated and
removed.

OpenAPI and JSON Schema have a keyword for deprecation only; the rest is written as extensions.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import KW_ONLY, dataclass
from datetime import date
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Since:
    """The version that added a field or parameter, for use in ``Annotated``.

    Args:
        version: The version of the service, such as ``3.1``.
    """

    version: str

    def __get_pydantic_json_schema__(
        self, source: Any, handler: Callable[[Any], dict[str, Any]]
    ) -> dict[str, Any]:
        """Add ``x-since`` to pydantic's JSON Schema of the type."""
        return {**handler(source), **extensions_of(lifecycle_of(self.version, None))}


@dataclass(frozen=True, slots=True)
class Deprecated:
    """Marks something that callers should stop using; for a field or parameter, in ``Annotated``.

    Args:
        message: What to do, in the document's markup.
        since: The version of the service that deprecated it.
        sunset: The day from which it may be missing, as in the header ``Sunset`` (RFC 8594).
        replacement: What to use now: ``UserApi.get_profile``, a contract, the name of a field.
    """

    message: str | None = None
    _: KW_ONLY
    since: str | None = None
    sunset: date | None = None
    replacement: str | None = None

    def __get_pydantic_json_schema__(
        self, source: Any, handler: Callable[[Any], dict[str, Any]]
    ) -> dict[str, Any]:
        """Add the deprecation to pydantic's JSON Schema of the type: keyword, extensions and
        message.
        """
        schema = {**handler(source), **extensions_of(lifecycle_of(None, self)), "deprecated": True}
        text = with_deprecation(schema.get("description"), self)
        if text:
            return {**schema, "description": text}
        return schema


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifecycle:
    """The versions of a method, a contract, a field or a parameter."""

    since: str | None = None
    deprecated_since: str | None = None
    sunset: date | None = None
    replacement: str | None = None

    @property
    def ends(self) -> bool:
        """Whether callers should stop using the part."""
        return any((self.deprecated_since, self.sunset, self.replacement))


REPLACED: Final = "x-replaced-by"
"""The extension that names the replacement."""

EXTENSIONS: Final = {
    "x-since": "since",
    "x-deprecated-since": "deprecated_since",
    "x-sunset": "sunset",
    REPLACED: "replacement",
}
"""Fields of a `Lifecycle` by the names of extensions; other tools also use `x-sunset`."""

_LENGTH_OF_DATE: Final = len("2026-01-31")
"""The characters of a date; a time may follow."""


def lifecycle_of(since: str | None, deprecated: object) -> Lifecycle | None:
    """Return the lifecycle that the options of a decorator describe; None if they describe none.

    Args:
        since: The option ``since``.
        deprecated: The option ``deprecated``; only a `Deprecated` has versions.
    """
    lifecycle = Lifecycle(since=since)
    if isinstance(deprecated, Deprecated):
        lifecycle = Lifecycle(
            since=since,
            deprecated_since=deprecated.since,
            sunset=deprecated.sunset,
            replacement=deprecated.replacement,
        )
    if lifecycle != Lifecycle():
        return lifecycle
    return None


def extensions_of(lifecycle: object) -> dict[str, str]:
    """Return the extensions that write a lifecycle, such as ``x-since``, in OpenAPI, AsyncAPI and
    JSON Schema.

    Args:
        lifecycle: A `Lifecycle`, or an object with its fields; None if there is none.
    """
    extensions: dict[str, str] = {}
    for key, name in EXTENSIONS.items():
        value = getattr(lifecycle, name, None)
        if value:
            extensions[key] = str(value)
    return extensions


def lifecycle_in(members: Mapping[str, Any]) -> Lifecycle | None:
    """Return the lifecycle that the extensions of an object describe; None without any.

    Values of the wrong kind are ignored.
    """
    fields: dict[str, Any] = {}
    for key, name in EXTENSIONS.items():
        text = members.get(key)
        if isinstance(text, str) and text:
            fields[name] = text
    if "sunset" in fields:
        text = fields.pop("sunset")
        with suppress(ValueError):
            fields["sunset"] = date.fromisoformat(text[:_LENGTH_OF_DATE])
    if not fields:
        return None
    return Lifecycle(**fields)


def message_of(deprecated: object) -> str | None:
    """Return the message of an option ``deprecated``: a string, or that of a `Deprecated`; else
    None.
    """
    text = getattr(deprecated, "message", deprecated)
    if isinstance(text, str) and text:
        return text
    return None


def with_deprecation(description: str | None, deprecated: object) -> str | None:
    """Return a description followed by a deprecation message, for which JSON Schema has no keyword.

    Args:
        description: The description; None without one.
        deprecated: The message, or a `Deprecated`; anything else has no message.
    """
    message = deprecated
    if not isinstance(deprecated, str):
        message = getattr(deprecated, "message", None)
    if not message:
        return description
    if not description:
        return str(message)
    return f"{description}\n\n{message}"
