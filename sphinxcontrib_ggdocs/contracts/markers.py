"""Markers that say where an argument travels, for use in ``Annotated``; public as members of
`http`.
"""

from dataclasses import dataclass
from typing import ClassVar

from .message_model import Location


@dataclass(frozen=True, slots=True)
class ParameterMarker:
    """Base of the markers of parameters.

    Args:
        name: The name on the wire; left out, the argument's own (of a header with hyphens for
            underscores).
        description: For readers; a description in ``Field`` serves as well.
        deprecated: Whether callers should stop sending it.
    """

    location: ClassVar[Location]

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
        media_type: ``application/json`` unless given.
        description: For readers.
    """

    media_type: str = "application/json"
    description: str | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """A field of a form: ``application/x-www-form-urlencoded``, or ``multipart/form-data`` with a
    `File`.

    Args:
        name: The field's name; the argument's own unless given.
        description: For readers.
    """

    name: str | None = None
    description: str | None = None


@dataclass(frozen=True, slots=True)
class File:
    """A file in a ``multipart/form-data`` body; the argument's type is ``bytes``, or a list of it.

    Args:
        media_types: What is accepted, such as ``"image/png"`` or ``["image/png", "image/*"]``;
            none: anything.
        max_size: The largest size in bytes.
        name: The part's name; the argument's own unless given.
        description: For readers.
    """

    media_types: tuple[str, ...] | list[str] | str = ()
    max_size: int | None = None
    name: str | None = None
    description: str | None = None

    @property
    def accepted(self) -> tuple[str, ...]:
        """The media types, one alone too."""
        return (self.media_types,) if isinstance(self.media_types, str) else tuple(self.media_types)


BodyMarker = Body | Form | File
Marker = ParameterMarker | Body | Form | File
