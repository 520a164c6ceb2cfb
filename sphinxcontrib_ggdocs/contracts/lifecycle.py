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
        """Return the schema of the type with this, where pydantic describes what is around it."""
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
        """Return the schema of the type with this, as of `Since`."""
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
        """Whether callers should stop using it."""
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


def lifecycle_of(since: str | None, deprecated: object) -> Lifecycle | None:
    """Return the lifecycle in the options of a decorator; None if they have none."""
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
    values = {key: getattr(lifecycle, name, None) for key, name in EXTENSIONS.items()}
    return {key: str(value) for key, value in values.items() if value}


def lifecycle_in(members: Mapping[str, Any]) -> Lifecycle | None:
    """Return the lifecycle in the extensions of an object; values that are neither strings nor
    dates are ignored.
    """
    fields: dict[str, Any] = {}
    for key, name in EXTENSIONS.items():
        text = members.get(key)
        if isinstance(text, str) and text:
            fields[name] = text
    if "sunset" in fields:
        text = fields.pop("sunset")
        with suppress(ValueError):
            fields["sunset"] = date.fromisoformat(text[:10])
    if not fields:
        return None
    return Lifecycle(**fields)


def message_of(deprecated: object) -> str | None:
    """Return what an option ``deprecated`` says about the replacement."""
    text = getattr(deprecated, "message", deprecated)
    if isinstance(text, str) and text:
        return text
    return None


def with_deprecation(description: str | None, deprecated: object) -> str | None:
    """Return a description followed by what to use instead: JSON Schema has a keyword for
    deprecation, but none for its reason.
    """
    message = deprecated if isinstance(deprecated, str) else getattr(deprecated, "message", None)
    return "\n\n".join(str(text) for text in (description, message) if text) or description
