"""What stands before a contract's methods: headers and cookies that every call carries."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from pydantic.fields import FieldInfo

from .annotations import metadata_of, peel, peel_all, without_none
from .brands import BearerToken
from .errors import ServiceError
from .mistakes import BadOption, NotAnError, Where
from .model import Interaction, Location, Parameter, TypeForm


class Middleware:
    """Headers and cookies that every call carries, and errors with which it may be turned away.

    Args:
        name: What documentation calls it.
        headers: Types by header name. One of the type `BearerToken`, or with the format ``api-key``, is
            authentication.
        cookies: Types by cookie name.
        description: For readers.
        errors: Errors that each method behind it can answer with.

    Raises:
        NotAnError: Something in `errors` was not made by `ERROR.define`.
        BadOption: A header or a cookie has no name.
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
        self.headers = _parameters(headers or {}, "header", where)
        self.cookies = _parameters(cookies or {}, "cookie", where)
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


def every_error(
    errors: Iterable[type[ServiceError[Any]]], middlewares: Iterable[Middleware]
) -> tuple[type[ServiceError[Any]], ...]:
    """A method's own errors and those of what stands before it, each once."""
    return tuple(dict.fromkeys((*errors, *(error for middleware in middlewares for error in middleware.errors))))


def errors_of_interaction(each: Interaction, middlewares: Iterable[Middleware]) -> tuple[type[ServiceError[Any]], ...]:
    """What an interaction may be answered with.

    What stands before the service turns its clients away, so only their requests: an event has no answer, and a request
    of the service is answered by the client.
    """
    refusing = middlewares if each.is_request and each.direction == "client_to_server" else ()
    return every_error(each.errors, refusing)


def _parameters(types: Mapping[str, TypeForm], location: Location, where: Where) -> tuple[Parameter, ...]:
    for name in types:
        if not name:
            raise BadOption(f"a {location} without a name", where=where, hint="write its name as the key")
    return tuple(
        Parameter(name=name, location=location, type=form, required=without_none(peel_all(form)) is None)
        for name, form in types.items()
    )


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
    form: TypeForm = without_none(parameter.type) or parameter.type
    while True:
        if form is BearerToken:
            return "bearer"
        if any(_is_api_key(item) for item in metadata_of(form)):
            return "api-key"
        inner = peel(form)
        if inner is form:
            return None
        form = inner


def _is_api_key(item: object) -> bool:
    if not isinstance(item, FieldInfo):
        return False
    extra = item.json_schema_extra
    return isinstance(extra, dict) and extra.get("format") == "api-key"
