"""What stands before a contract's methods: headers and cookies that every call carries."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from pydantic.fields import FieldInfo

from .annotations import metadata_of, peel, without_none
from .binding import declared_alone
from .brands import BearerToken
from .errors import ServiceError
from .mistakes import NotAnError, Where
from .model import Parameter, TypeForm


class Middleware:
    """Headers and cookies that every call carries, and errors with which it may be turned away.

    Args:
        name: What documentation calls it.
        headers: Types by header name. One of the type `BearerToken`, or with the format ``api-key``, is
            authentication. ``Annotated[str, http.Header(description=...)]`` says more of one.
        cookies: Types by cookie name, likewise with ``http.Cookie``.
        description: For readers.
        errors: Errors that each method behind it can answer with.

    Raises:
        NotAnError: Something in `errors` was not made by `ERROR.define`.
        BadOption: A header or a cookie has no name, or two of them, or is marked as something else.
    """

    __slots__ = ("cookies", "description", "errors", "headers", "name")

    def __init__(
        self,
        name: str,
        *,
        headers: Mapping[str, TypeForm] | None = None,
        cookies: Mapping[str, TypeForm] | None = None,
        description: str | None = None,
        errors: Iterable[type[ServiceError[Any]]] = (),
    ) -> None:
        where = Where(owner=f"Middleware({name!r})")
        self.name = name
        self.description = description
        self.headers = declared_alone(headers or {}, "header", where)
        self.cookies = declared_alone(cookies or {}, "cookie", where)
        self.errors = tuple(errors)
        for error in self.errors:
            check_error(error, where)

    def __repr__(self) -> str:
        return f"Middleware({self.name!r})"


def asked_by(middlewares: Iterable[Middleware]) -> tuple[tuple[Parameter, Middleware], ...]:
    """What middlewares ask of every call; each header once, though two of them want it."""
    asked: dict[tuple[str, str], tuple[Parameter, Middleware]] = {}
    for middleware in middlewares:
        for parameter in (*middleware.headers, *middleware.cookies):
            asked.setdefault((parameter.location, parameter.name.lower()), (parameter, middleware))
    return tuple(asked.values())


def check_error(error: object, where: Where) -> None:
    """Refuse what `ERROR.define` did not make.

    Raises:
        NotAnError: `error` is something else.
    """
    if not (isinstance(error, type) and issubclass(error, ServiceError) and hasattr(error, "status")):
        raise NotAnError(
            f"{error!r} in errors= is no declared error",
            where=where,
            hint="make it with ERROR.define('NAME', status, ...) and list what that returns",
        )


def authentication(parameter: Parameter) -> Literal["bearer", "api-key"] | None:
    """How a header identifies the caller, or None when it does not."""
    for form in _layers(parameter.type):
        if form is BearerToken:
            return "bearer"
        if any(_is_api_key(item) for item in metadata_of(form)):
            return "api-key"
    return None


def said_of(parameter: Parameter) -> str | None:
    """The description of a header that identifies the caller, which has no schema to carry that of its type."""
    if parameter.description:
        return parameter.description
    fields = (item for form in _layers(parameter.type) for item in metadata_of(form) if isinstance(item, FieldInfo))
    return next((field.description for field in fields if field.description), None)


def _layers(form: TypeForm) -> Iterator[TypeForm]:
    """A type without None, then without its outermost NewType, ``Annotated`` or alias, and so on."""
    form = without_none(form) or form
    while True:
        yield form
        inner = peel(form)
        if inner is form:
            return
        form = inner


def _is_api_key(item: object) -> bool:
    if not isinstance(item, FieldInfo):
        return False
    extra = item.json_schema_extra
    return isinstance(extra, dict) and extra.get("format") == "api-key"
