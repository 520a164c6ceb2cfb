"""Defines the contents of ``Annotated``: markers that say where an argument travels, public as
members of `http`, and brands, which are names for a string or number type.

A brand is a ``NewType``, or ``Annotated`` with `Brand`.
"""

import sys
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, NewType

from pydantic import Field

from .contract_errors import BadOption, Location
from .message_model import ParameterLocation


@dataclass(frozen=True, slots=True)
class ParameterMarker:
    """Base class of the markers of parameters.

    Args:
        name: The name on the wire; by default that of the argument, in headers with hyphens for
            underscores.
        description: For readers; a description in ``Field`` also works.
        deprecated: Whether callers should stop sending it.
    """

    location: ClassVar[ParameterLocation]

    name: str | None = None
    description: str | None = None
    deprecated: bool = False


class Path(ParameterMarker):
    """A placeholder of the path."""

    location = "path"


class Query(ParameterMarker):
    """A part of the query string."""

    location = "query"


class Header(ParameterMarker):
    """A request header."""

    location = "header"


class Cookie(ParameterMarker):
    """A cookie."""

    location = "cookie"


@dataclass(frozen=True, slots=True)
class Body:
    """The request body, or one of its fields when several arguments are marked.

    Args:
        media_type: By default ``application/json``.
        description: For readers.
    """

    media_type: str = "application/json"
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """A field of a form: ``application/x-www-form-urlencoded``, or ``multipart/form-data`` with a
    `File`.

    Args:
        name: The field's name; by default that of the argument.
        description: For readers.
    """

    name: str | None = None
    description: str | None = None


@dataclass(frozen=True, slots=True)
class File:
    """A file in a ``multipart/form-data`` body; the argument's type is ``bytes``, or a list of it.

    Args:
        media_types: The accepted types, such as ``"image/png"`` or ``["image/png", "image/*"]``; by
            default any.
        max_size: The largest size in bytes.
        name: The part's name; by default that of the argument.
        description: For readers.
    """

    media_types: tuple[str, ...] | list[str] | str = ()
    max_size: int | None = None
    name: str | None = None
    description: str | None = None

    @property
    def accepted(self) -> tuple[str, ...]:
        """The accepted media types as a tuple, even if one string was given."""
        if isinstance(self.media_types, str):
            return (self.media_types,)
        return tuple(self.media_types)


BodyMarker = Body | Form | File
Marker = ParameterMarker | Body | Form | File


class Brand:
    """Names a type inside ``Annotated``: ``Email = Annotated[str, Brand("Email"),
    Field(max_length=254)]``.

    Two `Brand` objects are two brands even if their names are equal, so that a name given twice is
    detected; all uses of an alias share one object.

    Args:
        name: The name that documentation shows, a Python identifier.

    Raises:
        BadOption: `name` is not an identifier.
    """

    __slots__ = ("line", "module", "name")

    def __init__(self, name: str) -> None:
        """Store the name, and the module and the line of the call."""
        frame = sys._getframe(1)  # that of the caller
        self.name = name
        self.module: str = frame.f_globals.get("__name__", "?")
        self.line = frame.f_lineno
        if not name.isidentifier():
            raise BadOption(
                f"Brand({name!r}): the name is not an identifier",
                where=Location(file=frame.f_code.co_filename, line=frame.f_lineno),
                hint="give a name made of letters, digits and underscores, such as Brand('UserId')",
            )

    def __repr__(self) -> str:
        """Return the name as a call: ``Brand('Email')``."""
        return f"Brand({self.name!r})"

    def __deepcopy__(self, memo: dict[int, Any]) -> "Brand":
        """Return the brand itself, since a copy would be another brand."""
        return self

    def __copy__(self) -> "Brand":
        """Return the brand itself, since a copy would be another brand."""
        return self


BearerToken = NewType("BearerToken", str)
"""The type of a header that carries ``Bearer <token>`` (RFC 6750, 2.1)."""

ApiKey = Annotated[str, Brand("ApiKey"), Field(json_schema_extra={"format": "api-key"})]
"""The type of a header that carries an API key."""
