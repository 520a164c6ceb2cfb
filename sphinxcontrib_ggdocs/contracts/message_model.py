"""Defines parameters, bodies and responses, the values that the contract model consists of, and the
JSON Schemas that replace their types where a document is read from a file.
"""

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias, get_args

from ..audience_rules import Audiences
from .contract_errors import Location

HttpVerb: TypeAlias = Literal["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"]
"""The methods that contracts in Python can have."""

PATH_ITEM_VERBS: Final[tuple[str, ...]] = (*get_args(HttpVerb), "QUERY")
"""The methods for which path items have members; others are additional (OpenAPI 3.2, 4.9.1)."""

ParameterLocation: TypeAlias = Literal["path", "query", "header", "cookie"]
"""Where a parameter travels (OpenAPI 3.1, 4.8.12)."""

ErrorFormat: TypeAlias = Literal["typed", "problem", "plain"]
"""How an error looks on the wire: ``{"type", "message"?, "data"?}``, RFC 9457, or the data
itself."""

TypeForm: TypeAlias = Any
"""A type as written: a class, ``Annotated[…]``, a union, a NewType."""


class _Missing:
    """The type of `MISSING`."""

    def __repr__(self) -> str:
        """Return the name of the constant."""
        return "MISSING"

    def __bool__(self) -> bool:
        """Return False, so that a missing value counts as empty in conditions."""
        return False


MISSING: Final = _Missing()
"""No default was declared; `None` is a default like any other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """The place where something is defined."""

    module: str
    """Dotted name of the module."""
    line: int | None = None


def where_of(source: Source | None, owner: str) -> Location:
    """Return the location of a definition for messages, with its file and line if they are known.

    Args:
        source: The module and the line; None if they are not known.
        owner: The name of the contract, method or error.
    """
    if source is None:
        return Location(owner=owner)
    file = getattr(sys.modules.get(source.module), "__file__", None)
    return Location(file=file, line=source.line, owner=owner)


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """Base class of parts that may be for some audiences only."""

    audience: Audiences = ()
    """The audience, in addition to what its types say; empty for everyone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalDocs(Marked):
    """A link to documentation elsewhere."""

    url: str
    description: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Example(Marked):
    """An example of a value (OpenAPI 3.1, 4.8.19)."""

    name: str
    value: object = MISSING
    summary: str | None = None
    description: str | None = None
    external_value: str | None = None
    """The URL of a value that cannot be part of the document."""
    serialized: str | None = None
    """The text of the value on the wire (OpenAPI 3.2, 4.19); `value` may be missing then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Serialization:
    """How a value becomes the text of a parameter, as OpenAPI 3.1, 4.8.12.2, writes it."""

    style: str | None = None
    """``form``, ``simple``, ``deepObject`` and others; None for the default of the location."""
    explode: bool | None = None
    """Whether each item of a list is sent separately; None for the default of the style."""
    media_type: str | None = None
    """Set if the text is a document, such as ``application/json``; it has no style then."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter(Marked):
    """A path, query, header or cookie parameter, or a response header."""

    name: str
    """The name on the wire."""
    location: ParameterLocation
    type: TypeForm
    required: bool = True
    default: object = MISSING
    description: str | None = None
    """The description in the marker or the docstring; the schema package reads a description inside
    `type`.
    """
    deprecated: bool = False
    argument: str | None = None
    """The Python argument that carries it; None when a requirement or an adapter declares it."""
    of_model: bool = False
    """Whether it is one field of its argument, a model, which is validated as a whole."""
    examples: tuple[Example, ...] = ()
    serialization: Serialization | None = None
    """Set by documents that were read; None for the default of the type."""
    by_hand: bool = False
    """Whether the author of an application has written it as an object of OpenAPI."""
    openapi_extra: Mapping[str, Any] | None = None
    """Merged into its object in the OpenAPI document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRules:
    """Rules for a file inside a body."""

    media_types: tuple[str, ...] = ()
    """Accepted media types; empty for any."""
    max_size: int | None = None
    """In bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyField(Marked):
    """One of the values in a body: a form field, a part, or one of several embedded arguments."""

    name: str
    type: TypeForm
    required: bool = True
    default: object = MISSING
    description: str | None = None
    deprecated: bool = False
    file: FileRules | None = None
    """The rules for the file if the part is a file; None for any other value."""
    argument: str | None = None
    """The Python argument that carries it; None when an adapter declares it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Content(Marked):
    """One representation of a body: a type, or fields, or (with neither) raw bytes."""

    media_type: str = "application/json"
    type: TypeForm = MISSING
    fields: tuple[BodyField, ...] | None = None
    """The fields of an object that has no class of its own."""
    stream: bool = False
    """A sequence of items, such as server-sent events or JSON lines; `type` is that of one item."""
    file: FileRules | None = None
    """The rules for the file if the whole body is one file; None otherwise."""
    examples: tuple[Example, ...] = ()
    by_hand: bool = False
    """Whether the author of an application has written it as an object of OpenAPI."""
    openapi_extra: Mapping[str, Any] | None = None
    """Merged into its media type object in the OpenAPI document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestBody:
    """What a client sends."""

    contents: tuple[Content, ...]
    required: bool = True
    description: str | None = None
    argument: str | None = None
    """The Python argument that carries the whole body; None if several carry parts of it, or if an
    adapter declares it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Success(Marked):
    """One successful response of a method; without `contents` it has no body."""

    status: int
    """The status; for a range, its first status."""
    contents: tuple[Content, ...] = ()
    description: str | None = None
    headers: tuple[Parameter, ...] = ()
    status_range: str | None = None
    """A range such as ``2XX``, or ``default``, instead of one status."""
    openapi_extra: Mapping[str, Any] | None = None
    """Merged into its response object in the OpenAPI document."""

    @property
    def status_text(self) -> str:
        """The status or the range, as documents write it."""
        return self.status_range or str(self.status)


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorAnswer:
    """The response of an error that is more than its data as JSON, as existing services have it."""

    status: str | None = None
    """A range such as ``4XX``, or ``default``, instead of one status."""
    contents: tuple[Content, ...] = ()
    headers: tuple[Parameter, ...] = ()
    openapi_extra: Mapping[str, Any] | None = None
    """As for a `Success`."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GivenSchema:
    """A JSON Schema that stands for a type and is documented without changes.

    Python types are documented as pydantic describes them, but a published schema already says what
    is meant. Only its references change: each refers to another `GivenSchema`, whose name in a
    document is chosen together with those of all other types.
    """

    schema: Mapping[str, Any]
    """JSON Schema 2020-12; ``true`` is the empty one."""
    references: Mapping[str, "GivenSchema"] = field(default_factory=dict)
    """The target of each ``$ref`` in it, by its text; filled in later if schemas contain
    themselves.
    """
    name: str | None = None
    """Its name in documents; without one it is written inline."""
    module: str = ""
    """The file that the schema is from, which distinguishes schemas of the same name."""
    on_hidden: Callable[[], None] | None = None
    """Called if the schema, or a part of it, is documented as any value because it is for other
    audiences.
    """
    audience: Audiences = ()
    """The audience of what contains the schema in its file; empty for everyone."""

    def is_like(self, other: "GivenSchema") -> bool:
        """Return whether both schemas have no name and are equal.

        Unnamed schemas at two places of a file are two objects even if they say the same.
        """
        if self.name is not None or other.name is not None:
            return False
        # The targets of references are compared by identity: a named schema is one object.
        return self.schema == other.schema and self.references == other.references
