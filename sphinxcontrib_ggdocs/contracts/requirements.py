"""Defines requirements: headers, cookies and credentials that every request to some methods must
have.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .contract_errors import Location, NotAnError
from .declared_parameters import parameters_from_types
from .errors import ErrorClass, ServiceError
from .message_model import Parameter, TypeForm
from .security import SecurityRequirement


@dataclass(frozen=True, slots=True, init=False, eq=False, repr=False)
class Requirement:
    """What requests must have (headers, cookies, credentials), and the errors with which they may
    be rejected.

    A frozen value, compared by identity. It contains no code: `implement` takes a guard for it.

    Args:
        name: The name in documentation.
        headers: Types by header name. One of the type `BearerToken`, or with the format
            ``api-key``, is a credential. ``Annotated[str, http.Header(description=...)]``
            describes one.
        cookies: Types by cookie name, likewise with ``http.Cookie``.
        security: How callers identify themselves, created with `security`. A header or a cookie
            that carries one of its schemes is not listed a second time.
        description: For readers.
        errors: Errors that each method with this requirement can respond with.

    Raises:
        NotAnError: Something in `errors` was not created by `ERROR.define`.
        BadOption: A header or a cookie has a marker of another kind, or two names.
    """

    name: str
    description: str | None
    headers: tuple[Parameter, ...]
    cookies: tuple[Parameter, ...]
    security: SecurityRequirement | None
    errors: tuple[ErrorClass, ...]

    def __init__(
        self,
        name: str,
        *,
        headers: Mapping[str, TypeForm] | None = None,
        cookies: Mapping[str, TypeForm] | None = None,
        security: SecurityRequirement | None = None,
        description: str | None = None,
        errors: Iterable[ErrorClass] = (),
    ) -> None:
        """Check the errors, headers and cookies, and store the values."""
        where = Location(owner=f"Requirement({name!r})")
        errors = tuple(errors)
        for error in errors:
            check_error(error, where)
        values = {
            "name": name,
            "description": description,
            "headers": parameters_from_types(headers or {}, "header", where),
            "cookies": parameters_from_types(cookies or {}, "cookie", where),
            "security": security,
            "errors": errors,
        }
        # A frozen dataclass refuses usual assignments.
        for field, value in values.items():
            object.__setattr__(self, field, value)

    def __repr__(self) -> str:
        """Return the name as a call: ``Requirement('session')``."""
        return f"Requirement({self.name!r})"


def check_error(error: object, where: Location) -> None:
    """Refuse a value in the option ``errors`` that `ERROR.define` did not create.

    Args:
        error: The value.
        where: The place that the error names.

    Raises:
        NotAnError: The value is something else.
    """
    is_error_class = isinstance(error, type) and issubclass(error, ServiceError)
    # `ServiceError` itself has no status, and is not a declared error.
    if not is_error_class or not hasattr(error, "status"):
        raise NotAnError(
            f"{error!r} in errors= is not a declared error",
            where=where,
            hint="create it with ERROR.define('NAME', status, ...) and list its result",
        )
