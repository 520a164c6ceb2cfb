"""Defines errors that a method declares and a service raises."""

import builtins
import sys
from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar, overload

from pydantic import BaseModel, Field

from ..audience_rules import Audiences
from .audiences import audience_names
from .contract_errors import BadOption, Location
from .lifecycle import Deprecated, Lifecycle, lifecycle_of, message_of
from .message_model import MISSING, ErrorAnswer, Source, TypeForm

D = TypeVar("D")
"""The type of an error's data."""


class ServiceError(Exception, Generic[D]):
    """Base class of the errors that `ERROR.define` returns; raise a subclass, with data if it
    declares some.

    Args:
        data: The data of the error.
        message: For the reader of a log or a response; by default the description.
    """

    type: ClassVar[str]
    """The name on the wire, such as ``USER_NOT_FOUND``; for an unnamed error, a name for links."""
    is_named: ClassVar[bool] = True
    """Whether the error has a name; errors of existing services often have only a status and a
    body.
    """
    status: ClassVar[int]
    """The HTTP status."""
    description: ClassVar[str | None]
    data_type: ClassVar[TypeForm]
    """The declared type of `data`; `MISSING` when the error carries none."""
    deprecated: ClassVar[bool] = False
    deprecation_message: ClassVar[str | None] = None
    """What to use instead, or why callers need no longer expect it."""
    lifecycle: ClassVar[Lifecycle | None] = None
    source: ClassVar[Source]
    answer: ClassVar[ErrorAnswer | None] = None
    """Set by adapters if the response is more than the error's data as JSON."""
    audience: ClassVar[Audiences] = ()
    """The audience of the error; empty for everyone."""

    def __init__(self, data: D | None = None, *, message: str | None = None) -> None:
        """Create an error with its data and a message, by default its description."""
        super().__init__(message or self.description or self.type)
        self.data = data
        self.message = message


ErrorClass: TypeAlias = type[ServiceError[Any]]
"""An exception class that `ERROR.define` has created."""


class _Errors:
    """The type of `ERROR`."""

    @overload
    def define(
        self,
        type: str,
        status: int,
        data: "builtins.type[D]",
        *,
        description: str | None = None,
        since: str | None = None,
        deprecated: bool | str | Deprecated = False,
        audience: str | Iterable[str] | None = None,
    ) -> "builtins.type[ServiceError[D]]": ...
    @overload
    def define(
        self,
        type: str,
        status: int,
        data: object = MISSING,
        *,
        description: str | None = None,
        since: str | None = None,
        deprecated: bool | str | Deprecated = False,
        audience: str | Iterable[str] | None = None,
    ) -> "builtins.type[ServiceError[Any]]": ...
    def define(
        self,
        type: str,
        status: int,
        data: object = MISSING,
        *,
        description: str | None = None,
        since: str | None = None,
        deprecated: bool | str | Deprecated = False,
        audience: str | Iterable[str] | None = None,
    ) -> "builtins.type[ServiceError[Any]]":
        """Make an exception class for one kind of failure.

        Args:
            type: The name on the wire, an identifier, by custom in capitals.
            status: The HTTP status, 400 to 599.
            data: The type of what the error carries; left out: nothing.
            description: The cause, for readers of the documentation.
            since: The version of the service that the error came with, such as ``3.1``.
            deprecated: True, a sentence that says what to expect instead, or a `Deprecated`.
            audience: For whom it is, a name or several; left out: for everyone.

        Raises:
            BadOption: The name is no identifier, the status is not one of an error, or `audience`
                names none.
        """
        frame = sys._getframe(1)  # that of the caller, who defines the error
        where = Location(
            file=frame.f_code.co_filename, line=frame.f_lineno, owner=f"ERROR.define({type!r})"
        )
        if not type.isidentifier():
            raise BadOption(
                "the type is not an identifier",
                where=where,
                hint="name it like a constant, such as USER_NOT_FOUND",
            )
        # As an `object`, since callers may pass anything, whatever the annotation says.
        untyped_status: object = status
        if not isinstance(untyped_status, int) or not 400 <= untyped_status <= 599:
            raise BadOption(
                f"{status!r} is not an error status",
                where=where,
                hint="use one from 400 to 599 (RFC 9110, 15.5, 15.6)",
            )
        module = frame.f_globals.get("__name__", "?")
        attributes = {
            "__module__": module,
            "__doc__": description,
            "type": type,
            "status": status,
            "description": description,
            "data_type": data,
            "deprecated": bool(deprecated),
            "deprecation_message": message_of(deprecated),
            "lifecycle": lifecycle_of(since, deprecated),
            "source": Source(module=module, line=frame.f_lineno),
            "audience": audience_names(audience, where),
        }
        # The argument `type` hides the built-in one, here and in the annotations above.
        error: ErrorClass = builtins.type(type, (ServiceError,), attributes)
        return error

    def unnamed(
        self, link: str, status: int, data: object = MISSING, *, description: str | None = None
    ) -> "builtins.type[ServiceError[Any]]":
        """Make a class for a failure that has a status and a body, but no name on the wire.

        It is for adapters, whose contracts have the error format ``plain``.

        Args:
            link: A name for links, such as ``Not-Found``, which is not shown to readers.
            status: The HTTP status, 400 to 599.
            data: The type of the body; left out if it is not known.
            description: The cause, for readers of the documentation.

        Raises:
            BadOption: The status is not one of an error.
        """
        # `define` accepts only identifiers; the link itself takes its place below.
        error = self.define(link.replace("-", "_"), status, data, description=description)
        error.type = link
        error.is_named = False
        return error


ERROR = _Errors()
"""Defines errors: ``NOT_FOUND = ERROR.define("NOT_FOUND", 404)``."""


class FieldProblem(BaseModel):
    """One error in a request."""

    path: str = Field(
        description="Where, such as `body.items[0].quantity`.", examples=["body.items[0].quantity"]
    )
    message: str = Field(description="What is wrong, in words.", examples=["must be at least 1"])


SERVER_ERROR = ERROR.define(
    "SERVER_ERROR", 500, description="The service failed for a reason of its own."
)
VALIDATION_ERROR = ERROR.define(
    "VALIDATION_ERROR",
    422,
    list[FieldProblem],
    description="The request does not have the documented form.",
)
NOT_FOUND = ERROR.define("NOT_FOUND", 404, description="There is nothing here.")
UNAUTHORIZED = ERROR.define(
    "UNAUTHORIZED", 401, description="The caller has not identified themselves."
)
FORBIDDEN = ERROR.define("FORBIDDEN", 403, description="The caller may not do this.")
