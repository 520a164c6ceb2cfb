"""Implements the decorators of WebSocket contracts. The structure of a class is checked when it is
decorated; its types are read at first use.
"""

import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar, Unpack, get_args, overload

from ..annotations import allows_none, peel_all
from ..contract_errors import BadOption, Location, PathError, Problems
from ..declared_parameters import field_default, marker_of, wire_name
from ..framing import DEFAULT, Framing, Pattern
from ..markers import Body, ParameterMarker, Path, Query
from ..model import (
    MISSING,
    BodyField,
    Content,
    Direction,
    Interaction,
    Parameter,
    RequestBody,
    TypeForm,
    WebSocketContract,
)
from ..standard_framings import tags
from .binding import JSON
from .decorators import (
    C,
    ClassOptions,
    CommonFields,
    Compile,
    ContractArguments,
    MemberArguments,
    MemberOptions,
    check_options,
    class_decorator,
    compile_each,
    mark,
    needs_parentheses,
)
from .signature import Argument, Signature, placeholders

F = TypeVar("F", bound=Callable[..., Any])

BINARY = "application/octet-stream"


@dataclass(frozen=True, slots=True, kw_only=True)
class InteractionOptions(MemberOptions):
    """The options of the decorator of an interaction."""

    direction: Direction
    pattern: Pattern | None = None


class InteractionArguments(MemberArguments, total=False):
    """The options of the decorators of interactions."""

    pattern: Pattern | None
    """``req`` for a request whose answer has no payload. Otherwise an interaction is a request if
    it returns something, else an event; if an event fails, its errors are sent.
    """


class DirectionDecorator:
    """Declares an interaction of a `ws.api` class in one direction.

    It works with or without parentheses. An interaction that returns something, or has the pattern
    ``req``, is a request; any other is an event.
    """

    def __init__(self, direction: Direction) -> None:
        """Create the decorator for one direction."""
        self.direction: Direction = direction

    def __repr__(self) -> str:
        """Return the name of the decorator, such as ``ws.client_to_server``."""
        return f"ws.{self.direction}"

    @overload
    def __call__(self, function: F, /) -> F: ...
    @overload
    def __call__(self, /, **options: Unpack[InteractionArguments]) -> Callable[[F], F]: ...
    def __call__(
        self, function: F | None = None, /, **options: Unpack[InteractionArguments]
    ) -> F | Callable[[F], F]:
        """Declare a method as an interaction; with options, return a decorator that does so.

        Args:
            function: The method, when the decorator has no parentheses.
            options: The fields of `InteractionArguments`, such as ``errors`` and ``pattern``.
        """
        interaction_options = InteractionOptions(direction=self.direction, **options)

        def decorate(method: F) -> F:
            """Store the options on the method, which stays as it was."""
            mark(method, interaction_options)
            return method

        if function is None:
            return decorate
        return decorate(function)


client_to_server = DirectionDecorator("client_to_server")
server_to_client = DirectionDecorator("server_to_client")


def api(
    path: str,
    *,
    parameters: Mapping[str, TypeForm] | None = None,
    framing: Framing = DEFAULT,
    **options: Unpack[ContractArguments],
) -> Callable[[C], C]:
    """Make a class a WebSocket contract.

    Args:
        path: The path of the handshake, with ``{name}`` placeholders, whose types are in
            `parameters`.
        parameters: Types of the handshake's parameters by name: in the path, in the query, or where
            a marker says.
        framing: The format of messages: ``DEFAULT``, ``JSON_RPC``, ``Bare(...)``, or your own.
        options: The fields of `ContractArguments`, such as ``requires`` and ``audience``.

    Raises:
        StructureError: When the class is created: a path without a slash at its beginning, a
            placeholder without a type, an error that is not an error, an argument without a type,
            ``*args``.
        ContractErrorGroup: Several of these.
    """
    needs_parentheses(path, "ws.api")
    class_options = ClassOptions(**options)

    def read(
        owner: Location, methods: list[tuple[Signature, InteractionOptions]], problems: Problems
    ) -> Compile:
        """Check the structure of the contract, and return the function that compiles it."""
        if not path.startswith("/"):
            message = f"the path {path!r} does not start with a slash"
            hint = f"write {'/' + path!r}"
            problems.add(PathError(message, where=owner, hint=hint))
        parameters_of_handshake = _handshake_parameters(path, parameters or {}, owner, problems)
        for signature, options in methods:
            check_options(options, signature.where, problems)
            _check_pattern(options.pattern, signature.where, problems)

        def compile_contract(fields: CommonFields, problems: Problems) -> WebSocketContract:
            """Resolve the types of all interactions, and create the contract."""
            interactions = compile_each(_interaction, methods, problems)
            # There is one interaction for each method, in the same order.
            places = [signature.where for signature, _ in methods]
            _check_payloads(framing, zip(interactions, places, strict=True), problems)
            return WebSocketContract(
                **fields,
                path=path,
                interactions=interactions,
                parameters=parameters_of_handshake,
                framing=framing,
            )

        return compile_contract

    error_if_empty = (
        "the class has no interactions",
        "decorate its methods with @ws.client_to_server or @ws.server_to_client",
    )
    return class_decorator(
        class_options, sys._getframe(1), InteractionOptions, error_if_empty, read
    )


def _check_pattern(pattern: object, where: Location, problems: Problems) -> None:
    """Report a value of the option ``pattern`` other than ``req`` and ``event``; None means that it
    is not given.
    """
    if pattern not in (None, *get_args(Pattern)):
        hint = "use 'req', or 'event', or leave it out"
        problems.add(BadOption(f"pattern={pattern!r}", where=where, hint=hint))


def _handshake_parameters(
    path: str, types: Mapping[str, TypeForm], owner: Location, problems: Problems
) -> tuple[Parameter, ...]:
    """Return the parameters of a handshake.

    Args:
        path: The path of the handshake.
        types: The option ``parameters``: types by name.
        owner: The place of the contract.
        problems: Collects errors of markers and of placeholders without a type.
    """
    names = placeholders(path)
    parameters: list[Parameter] = []
    for argument, annotation in types.items():
        where = owner / argument
        marker = marker_of(annotation, where, problems)
        if marker is None and argument in names:
            marker = Path(argument)  # with a name, so that an alias of the type does not count
        elif marker is None:
            marker = Query()
        if isinstance(marker, ParameterMarker):
            parameters.append(_parameter(marker, argument, annotation))
        else:
            hint = "a handshake is a GET without a body"
            problems.add(BadOption(f"{marker!r} on a handshake", where=where, hint=hint))
    path_parameters = {parameter.name for parameter in parameters if parameter.location == "path"}
    for name in names:
        if name not in path_parameters:
            message = f"the path has {{{name}}} but no type for it"
            hint = f"write parameters={{{name!r}: str}} (or its brand)"
            problems.add(PathError(message, where=owner, hint=hint))
    for name in sorted(path_parameters - set(names)):
        hint = f"write {{{name}}} into the path"
        problems.add(PathError(f"the path has no {{{name}}}", where=owner, hint=hint))
    return tuple(parameters)


def _parameter(marker: ParameterMarker, name: str, annotation: TypeForm) -> Parameter:
    """Return a parameter of the handshake.

    Args:
        marker: Its marker.
        name: Its name in the option ``parameters``.
        annotation: Its type.
    """
    if marker.location == "path":  # each request has all parts of the path
        default: object = MISSING
        is_required = True
    else:
        # A mapping of types has no place for ``= None``, so ``X | None`` alone makes it optional.
        default = field_default(annotation)
        is_required = default is MISSING and not allows_none(annotation)
    return Parameter(
        name=wire_name(marker, name, annotation),
        location=marker.location,
        type=annotation,
        required=is_required,
        default=default,
        description=marker.description,
        deprecated=marker.deprecated,
    )


def _interaction(
    signature: Signature, options: InteractionOptions, problems: Problems
) -> Interaction:
    """Compile an interaction: resolve its types, and read its message and its answer."""
    types = signature.types(problems)
    return_type = types["return"]
    answer: Content | None = None
    if return_type is not type(None):
        answer = _payload(return_type)
    if answer is not None and options.pattern == "event":
        message = "an event has no reply, but the method returns a value"
        hint = "return None, or leave pattern out"
        problems.add(BadOption(message, where=signature.where, hint=hint))
    return Interaction(
        # The answer of an interaction has no description of its own, unlike an HTTP response.
        **options.fields(signature, signature.prose.with_answer),
        direction=options.direction,
        pattern=options.pattern,
        message=_message(signature, types, problems),
        answer=answer,
    )


def _payload(annotation: TypeForm) -> Content:
    """Return the content of a WebSocket message: JSON in a text frame, or bytes in a binary
    frame.
    """
    if peel_all(annotation) is bytes:
        return Content(media_type=BINARY)
    return Content(media_type=JSON, type=annotation)


def _message(
    signature: Signature, types: Mapping[str, TypeForm], problems: Problems
) -> RequestBody | None:
    """Return the message of an interaction; None if the method has no arguments.

    A single argument is the message itself, several are the fields of an object.

    Args:
        signature: The method.
        types: The resolved types by argument.
        problems: Collects the errors.
    """
    fields = tuple(
        _field(signature, argument, types[argument.name], problems)
        for argument in signature.arguments
    )
    match fields:
        case ():
            return None
        case (field,):
            return RequestBody(
                contents=(_payload(field.type),),
                required=field.required,
                description=field.description,
                argument=field.argument,
            )
        case _:
            # Each field has its own argument, description and `required`.
            return RequestBody(contents=(Content(media_type=JSON, fields=fields),))


def _field(
    signature: Signature, argument: Argument, annotation: TypeForm, problems: Problems
) -> BodyField:
    """Return one argument of an interaction as a field of the message."""
    where = signature.where / argument.name
    marker = marker_of(annotation, where, problems)
    if marker is not None and not isinstance(marker, Body):
        hint = "a message has no parameters; name those of the handshake in ws.api(parameters=...)"
        problems.add(BadOption(f"{marker!r} on a message", where=where, hint=hint))
    description = signature.describe(argument.name, annotation)
    if marker is not None and marker.description:
        description = marker.description
    return BodyField(
        name=argument.name,
        type=annotation,
        required=argument.default is MISSING,
        default=argument.default,
        description=description,
        argument=argument.name,
    )


def _check_payloads(
    framing: Framing, interactions: Iterable[tuple[Interaction, Location]], problems: Problems
) -> None:
    """Report interactions that a framing without names of methods cannot send or distinguish.

    A message without a payload would be empty. Payloads are distinguished by the values of the
    discriminator; a framing without one leaves that to the services.

    Args:
        framing: The framing of the contract.
        interactions: The interactions with their places.
        problems: Collects the errors.
    """
    if framing.names_methods:
        return
    name_by_tag: dict[tuple[Direction, Any], str] = {}
    for interaction, where in interactions:
        if interaction.message is None:
            message = f"it has no message, which the framing {framing.name} cannot send"
            hint = "give it an argument, or use a framing that names the method"
            problems.add(BadOption(message, where=where, hint=hint))
        elif framing.discriminator is not None:
            _check_tags(interaction, framing.discriminator, where, name_by_tag, problems)


def _check_tags(
    interaction: Interaction,
    discriminator: str,
    where: Location,
    name_by_tag: dict[tuple[Direction, Any], str],
    problems: Problems,
) -> None:
    """Report an interaction whose message declares no value of the discriminator, or one that is
    taken.

    Args:
        interaction: The interaction.
        discriminator: The name of the property that distinguishes messages.
        where: The place of the interaction.
        name_by_tag: The names of earlier interactions, by direction and value; gets this one.
        problems: Collects the errors.
    """
    values = tags(interaction, discriminator)
    if not values:
        message = f"its message does not declare the discriminator {discriminator!r}"
        hint = f"give its type the field `{discriminator}: Literal['{interaction.name}']`"
        problems.add(BadOption(message, where=where, hint=hint))
    for value in values:
        earlier = name_by_tag.setdefault((interaction.direction, value), interaction.name)
        if earlier != interaction.name:
            message = f"{discriminator} = {value!r} is already the message {earlier}"
            hint = "give each message its own values"
            problems.add(BadOption(message, where=where, hint=hint))
