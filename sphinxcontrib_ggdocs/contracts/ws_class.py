"""The decorators of WebSocket contracts and what they read: structure at once, types at first
use.
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, overload

from .annotations import peel_all
from .binding import JSON, allows_none, field_default, marker_of, wire_name
from .class_decorator import C, ClassOptions, Compile, class_decorator
from .contract_errors import BadOption, PathError, Problems, Where
from .draft import (
    as_tuple,
    check_options,
    external,
    mark,
    needs_parentheses,
    required,
    unique,
)
from .errors import ServiceError
from .framing import DEFAULT, Framing
from .framings import check_framing, check_payloads
from .markers import Body, File, Form, ParameterMarker, Query
from .model import (
    MISSING,
    BodyField,
    Content,
    Direction,
    ErrorFormat,
    ExternalDocs,
    Interaction,
    Parameter,
    RequestBody,
    TypeForm,
    WebSocketContract,
)
from .permissions import Permission
from .requirements import Requirement
from .security import SecurityRequirement
from .signature import Signature, placeholders

F = TypeVar("F", bound=Callable[..., Any])

BINARY = "application/octet-stream"


@dataclass(frozen=True, slots=True, kw_only=True)
class InteractionOptions:
    """What the decorator of an interaction says."""

    direction: Direction
    errors: tuple[type[ServiceError[Any]], ...] = ()
    summary: str | None = None
    description: str | None = None
    deprecated: bool | str = False
    permission: Permission | None = None
    external_docs: ExternalDocs | None = None


class DirectionDecorator:
    """Declares an interaction of a `ws.api` class in one direction.

    Stands bare, or with options. An interaction that declares an answer or errors is a request,
    else an event.
    """

    def __init__(self, direction: Direction) -> None:
        self.direction: Direction = direction

    def __repr__(self) -> str:
        return f"ws.{self.direction}"

    @overload
    def __call__(self, function: F, /) -> F: ...
    @overload
    def __call__(
        self,
        /,
        *,
        errors: Iterable[type[ServiceError[Any]]] = (),
        summary: str | None = None,
        description: str | None = None,
        deprecated: bool | str = False,
        permission: Permission | None = None,
        external_docs: ExternalDocs | str | None = None,
    ) -> Callable[[F], F]: ...
    def __call__(
        self,
        function: F | None = None,
        /,
        *,
        errors: Iterable[type[ServiceError[Any]]] = (),
        summary: str | None = None,
        description: str | None = None,
        deprecated: bool | str = False,
        permission: Permission | None = None,
        external_docs: ExternalDocs | str | None = None,
    ) -> F | Callable[[F], F]:
        """Declare the interaction below.

        Args:
            function: The method, when the decorator stands bare.
            errors: Errors that it can be answered with.
            summary: One line; the docstring's first paragraph unless given.
            description: More; the rest of the docstring unless given.
            deprecated: True, or a sentence that says what to use instead.
            permission: Who may send it.
            external_docs: A link to more.
        """
        options = InteractionOptions(
            direction=self.direction,
            errors=as_tuple(errors),
            summary=summary,
            description=description,
            deprecated=deprecated,
            permission=permission,
            external_docs=external(external_docs),
        )

        def decorate(method: F) -> F:
            mark(method, options)
            return method

        return decorate if function is None else decorate(function)


client_to_server = DirectionDecorator("client_to_server")
server_to_client = DirectionDecorator("server_to_client")


def api(
    path: str,
    *,
    parameters: Mapping[str, TypeForm] | None = None,
    requires: Iterable[Requirement] = (),
    security: SecurityRequirement | None = None,
    error_format: ErrorFormat = "typed",
    framing: Framing = DEFAULT,
    permission: Permission | None = None,
    runtime_errors: bool = True,
    deprecated: bool = False,
    external_docs: ExternalDocs | str | None = None,
    name: str | None = None,
    description: str | None = None,
    middlewares: Iterable[Requirement] | None = None,
) -> Callable[[C], C]:
    """Make a class a WebSocket contract.

    Args:
        path: Of the handshake, with ``{name}`` placeholders for which `parameters` gives the types.
        parameters: Types of the handshake's parameters by name: of the path, of the query, or as a
            marker says.
        requires: What the request of the handshake has to carry, and may be refused with.
        security: How the client of the handshake identifies itself, beside what `requires` asks
            for.
        error_format: How errors look on the wire: ``typed``, ``problem`` or ``plain``.
        framing: What messages look like on the wire: ``DEFAULT``, ``JSON_RPC``, ``Bare(...)``, or
            one of your own.
        permission: Who may connect.
        runtime_errors: Whether `implement()` serves the contract. Its methods can then answer
            VALIDATION_ERROR and SERVER_ERROR, which documentation shows although `errors` does not
            list them.
        deprecated: Whether callers should move away from it.
        external_docs: A link to more.
        name: What documentation calls the contract; the class's name unless given.
        description: In the document's markup; the class's docstring unless given.
        middlewares: Deprecated: the old name of `requires`.

    Raises:
        StructureError: When the class is created, as for `http.api`.
    """
    needs_parentheses(path, "ws.api")
    class_options = ClassOptions(
        requires=required(requires, middlewares),
        security=security,
        error_format=error_format,
        permission=permission,
        runtime_errors=runtime_errors,
        deprecated=deprecated,
        external_docs=external_docs,
        name=name,
        description=description,
    )

    def read(
        owner: Where, methods: list[tuple[Signature, InteractionOptions]], problems: Problems
    ) -> Compile:
        if not path.startswith("/"):
            problems.add(
                PathError(
                    f"the path {path!r} does not start with a slash",
                    where=owner,
                    hint=f"write {'/' + path!r}",
                )
            )
        check_framing(framing, owner, problems)
        handshake = _handshake(path, parameters or {}, owner, problems)
        for signature, said in methods:
            check_options(signature.where, problems, errors=said.errors, permission=said.permission)

        def compile_contract(words: Any, found: Problems) -> WebSocketContract:
            interactions = tuple(
                _interaction(signature, said, found) for signature, said in methods
            )
            places = [signature.where for signature, _ in methods]
            check_payloads(framing, zip(interactions, places, strict=True), found)
            return WebSocketContract(
                **words, path=path, interactions=interactions, parameters=handshake, framing=framing
            )

        return compile_contract

    empty = (
        "the class has no interactions",
        "put @ws.client_to_server or @ws.server_to_client on its methods",
    )
    return class_decorator(class_options, sys._getframe(1), InteractionOptions, empty, read)


def _handshake(
    path: str, parameters: Mapping[str, TypeForm], owner: Where, problems: Problems
) -> tuple[Parameter, ...]:
    names = placeholders(path)
    found: list[Parameter] = []
    for argument, form in parameters.items():
        marker = marker_of(form, owner / argument, problems)
        if isinstance(marker, Body | Form | File):
            problems.add(
                BadOption(
                    f"{marker!r} on a handshake",
                    where=owner / argument,
                    hint="a handshake is a GET without a body",
                )
            )
            continue
        if marker is None and argument in names:
            found.append(Parameter(name=argument, location="path", type=form))
            continue
        marker = marker if isinstance(marker, ParameterMarker) else Query()
        default = field_default(form)
        found.append(
            Parameter(
                name=wire_name(marker, argument, form),
                location=marker.location,
                type=form,
                required=marker.location == "path"
                or (default is MISSING and not allows_none(form)),
                default=default,
                description=marker.description,
                deprecated=marker.deprecated,
            )
        )
    given = {parameter.name for parameter in found if parameter.location == "path"}
    for name in names:
        if name not in given:
            problems.add(
                PathError(
                    f"the path has {{{name}}} but no type for it",
                    where=owner,
                    hint=f"write parameters={{{name!r}: str}} (or its brand)",
                )
            )
    for name in sorted(given - set(names)):
        problems.add(
            PathError(
                f"the path has no {{{name}}}", where=owner, hint=f"write {{{name}}} into the path"
            )
        )
    return tuple(found)


def _interaction(signature: Signature, said: InteractionOptions, problems: Problems) -> Interaction:
    hints = signature.types()
    answer = hints["return"]
    return Interaction(
        name=signature.name,
        direction=said.direction,
        summary=said.summary or signature.prose.summary,
        description=said.description or signature.prose.with_answer,
        message=_message(signature, hints, problems),
        answer=None if answer is type(None) else _payload(answer),
        errors=unique(said.errors),
        permission=said.permission,
        deprecated=bool(said.deprecated) or signature.deprecated,
        deprecation_message=said.deprecated
        if isinstance(said.deprecated, str)
        else signature.deprecation_message,
        external_docs=said.external_docs,
        source=signature.source,
    )


def _payload(form: TypeForm) -> Content:
    """What one WebSocket message carries: JSON in a text frame, or raw bytes in a binary one."""
    return (
        Content(media_type=BINARY)
        if peel_all(form) is bytes
        else Content(media_type=JSON, type=form)
    )


def _message(
    signature: Signature, hints: Mapping[str, TypeForm], problems: Problems
) -> RequestBody | None:
    """One argument is the message, several are the fields of an object."""
    for argument in signature.arguments:
        marker = marker_of(hints[argument.name], signature.where / argument.name, problems)
        if marker is not None and not isinstance(marker, Body):
            problems.add(
                BadOption(
                    f"{marker!r} on a message",
                    where=signature.where / argument.name,
                    hint=(
                        "a message has no parameters; name those of the handshake in "
                        "ws.api(parameters=...)"
                    ),
                )
            )
    match signature.arguments:
        case ():
            return None
        case (only,):
            return RequestBody(
                contents=(_payload(hints[only.name]),),
                required=only.default is MISSING,
                description=_said(signature, only.name, hints[only.name]),
                argument=only.name,
            )
        case several:
            fields = tuple(
                BodyField(
                    name=argument.name,
                    type=hints[argument.name],
                    required=argument.default is MISSING,
                    default=argument.default,
                    description=_said(signature, argument.name, hints[argument.name]),
                    argument=argument.name,
                )
                for argument in several
            )
            return RequestBody(contents=(Content(media_type=JSON, fields=fields),))


def _said(signature: Signature, argument: str, form: TypeForm) -> str | None:
    """What the marker or the docstring says of an argument."""
    marker = marker_of(form, signature.where / argument, Problems())  # those were told above
    return (marker.description if marker else None) or signature.describe(argument, form)
