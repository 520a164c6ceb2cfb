"""Collects the types that contracts use, the pass that every document begins with.

Names of schemas are chosen when all types are known, so no document can be written while its
contracts are read. `Collector` goes over contracts, methods, parameters, bodies, answers and errors
once, adds each type to a registry of schemas, and returns the same structure with a `Slot` for each
type, which stands for its schema. `Collector.write` then chooses names, and returns the `Written`
that has the schemas of slots; with these the formats write what has been collected. Where formats
document different things, that is an argument of `Collector`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from ..catalog.spec_errors import raise_all
from ..contracts.annotations import peel_all
from ..contracts.contract_errors import ContractError, Location, OnBadType
from ..contracts.errors import ErrorClass
from ..contracts.model import (
    MISSING,
    Content,
    Contract,
    Direction,
    HttpContract,
    HttpMethod,
    Interaction,
    Parameter,
    Success,
    TypeForm,
    WebSocketContract,
    where_of,
)
from ..contracts.possible_errors import (
    event_errors,
    handshake_errors,
    possible_errors,
    refusal_errors,
)
from .constants import shared_constants
from .nodes import Mode
from .overlay import Overlay
from .registry import SchemaRegistry, Slot, Written

MODES: Mapping[Direction, tuple[Mode, Mode]] = {
    "client_to_server": ("input", "output"),
    "server_to_client": ("output", "input"),
}
"""The modes of a message and of its answer, from the side of the service, which reads input and
writes output."""

ParameterChoice: TypeAlias = Callable[[Contract, HttpMethod | None, Location], Iterable[Parameter]]
"""Returns the parameters that a format documents at a method; if the method is None, those at the
contract itself, such as parameters of the handshake. Errors name the location."""


@dataclass(frozen=True, slots=True)
class TypedParameter:
    """A parameter or a response header, and the slot of its type."""

    parameter: Parameter
    slot: Slot


@dataclass(frozen=True, slots=True)
class TypedContent:
    """A representation of a body, and the slot of its type; raw bytes have none."""

    content: Content
    slot: Slot | None


@dataclass(frozen=True, slots=True)
class TypedSuccess:
    """A success, or an error that answers with more than its data."""

    success: Success
    contents: tuple[TypedContent, ...]
    headers: tuple[TypedParameter, ...]


@dataclass(frozen=True, slots=True)
class TypedError:
    """An error that methods can answer with."""

    error: ErrorClass
    data: Slot | None
    """None when it carries nothing."""
    answer: TypedSuccess | None
    """The response that `ErrorClass.answer` describes; None if it describes none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedHttpMethod:
    """A method of an HTTP contract."""

    contract: HttpContract
    method: HttpMethod
    where: Location
    """The place of the method, for error messages."""
    parameters: tuple[TypedParameter, ...]
    body: tuple[TypedContent, ...]
    successes: tuple[TypedSuccess, ...]
    errors: tuple[TypedError, ...]
    callbacks: "tuple[TypedHttpContract, ...]"


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedHttpContract:
    """An HTTP contract."""

    contract: HttpContract
    parameters: tuple[TypedParameter, ...]
    """Parameters that the format documents at the contract."""
    methods: tuple[TypedHttpMethod, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedInteraction:
    """A message of a WebSocket contract."""

    contract: WebSocketContract
    interaction: Interaction
    headers: tuple[TypedParameter, ...]
    message: tuple[TypedContent, ...]
    answer: TypedContent | None
    errors: tuple[TypedError, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedWebSocketContract:
    """A WebSocket contract."""

    contract: WebSocketContract
    parameters: tuple[TypedParameter, ...]
    interactions: tuple[TypedInteraction, ...]
    handshake_errors: tuple[TypedError, ...]
    """Errors of the handshake, where the format documents these."""
    event_errors: tuple[TypedError, ...]
    """Errors of events that clients send."""
    refusals: tuple[TypedError, ...]
    """Errors that answer frames which are not messages of the contract."""


TypedContract: TypeAlias = TypedHttpContract | TypedWebSocketContract


class Collector:
    """Collects the types of the contracts of one document.

    A type that has no schema is described as any value. Its error goes to `on_bad_type` of the
    contract; if the contract has none, the error is kept, and `write` raises all kept errors
    together.

    Args:
        parameters: Returns the parameters that the format documents at a contract or a method.
        types: An `Overlay` that documents of the same contracts share.
    """

    def __init__(
        self,
        parameters: ParameterChoice,
        *,
        types: Overlay | None = None,
    ) -> None:
        """Create a collector with a registry of its own."""
        self._documented_parameters = parameters
        self._overlay = types or Overlay()
        self._registry = SchemaRegistry(self._overlay)
        self._problems: list[ContractError] = []
        """The errors that `write` raises together."""
        self._shared_parameters: dict[tuple[int, Mode], tuple[Parameter, TypedParameter]] = {}
        """By the id of a parameter and a mode: the parameter, and the same with its slot. The
        parameter is kept so that Python gives its id to no other object."""
        self.errors: dict[ErrorClass, TypedError] = {}
        """Every error that has been collected."""

    def write(self, reference: str, *, is_whole: bool = False) -> Written:
        """Choose names and write the schema of every type that has been collected.

        Args:
            reference: The template of references; ``{name}`` is replaced by the name.
            is_whole: Whether the schemas will be filtered for an audience, and written again then.
                Until then each mode of a type has a schema of its own, and values are as their
                authors have written them.

        Raises:
            ContractError: Types that have no schema, or a brand that has two meanings.
        """
        raise_all(self._problems)
        return self._registry.write(reference, is_whole=is_whole)

    def share_constants(self, contracts: Iterable[Contract]) -> None:
        """Give one schema to each constant that several methods share.

        Must be called before `contract`, since a type that is described already is not described
        again.
        """
        self._overlay.constants.update(shared_constants(contracts))

    def types(self, annotations: Iterable[TypeForm], where: Location) -> list[Slot]:
        """Collect types that documents contain whether a contract mentions them or not.

        These are types of an imported file, whose schemas are the same in both modes.

        Args:
            annotations: The types.
            where: The place that errors name.

        Returns:
            The slots of the types; a type without a schema has none, and `write` raises its error.
        """
        slots: list[Slot] = []
        for annotation in annotations:
            try:
                slots.append(self._registry.add(annotation, "input"))
            except ContractError as error:
                self._problems.append(error.at(where))
        return slots

    def contract(self, contract: Contract) -> TypedContract:
        """Collect the types of a contract."""
        if isinstance(contract, HttpContract):
            return self.http_contract(contract)
        return self.websocket_contract(contract)

    def http_contract(self, contract: HttpContract) -> TypedHttpContract:
        """Collect the types of an HTTP contract, including those of its methods' callbacks.

        Types are added to the registry, and the result has their slots.
        """
        adder = self._type_adder(contract)
        # Those of the contract itself; `_http_method` adds those of the methods.
        parameters = self._documented_parameters(contract, None, adder.where)
        return TypedHttpContract(
            contract=contract,
            parameters=adder.add_parameters(parameters, "input"),
            methods=tuple(self._http_method(contract, method) for method in contract.methods),
        )

    def _http_method(self, contract: HttpContract, method: HttpMethod) -> TypedHttpMethod:
        """Collect the types of a method's parameters, body, responses and errors, and of its
        callbacks.
        """
        adder = self._type_adder(contract, method)
        contents: Sequence[Content] = ()
        # What errors call the body: the name of its argument, if it has one.
        body_path = "body"
        if method.body is not None:
            contents = method.body.contents
            body_path = method.body.argument or "body"
        parameters = self._documented_parameters(contract, method, adder.where)
        return TypedHttpMethod(
            contract=contract,
            method=method,
            where=adder.where,
            parameters=adder.add_parameters(parameters, "input"),
            body=adder.add_contents(contents, "input", body_path),
            successes=tuple(adder.add_success(success, "return") for success in method.successes),
            errors=self._typed_errors(possible_errors(contract, method), adder),
            callbacks=tuple(self._callbacks(contract, method)),
        )

    def _callbacks(self, contract: HttpContract, method: HttpMethod) -> Iterator[TypedHttpContract]:
        """Yield a method's callbacks, which are contracts, with their types.

        Types without a schema are reported as for the contract of the method.
        """
        for callback in method.callbacks:
            yield self.http_contract(replace(callback, on_bad_type=contract.on_bad_type))

    def websocket_contract(self, contract: WebSocketContract) -> TypedWebSocketContract:
        """Collect the types of a WebSocket contract: of the parameters of its handshake, of its
        messages and of its errors.

        The errors are those that refuse the handshake, those of events that clients send, and
        those that answer frames which are not messages of the contract.
        """
        adder = self._type_adder(contract)
        # None: the parameters of the handshake, not of a method.
        parameters = self._documented_parameters(contract, None, adder.where)
        return TypedWebSocketContract(
            contract=contract,
            parameters=adder.add_parameters(parameters, "input"),
            interactions=tuple(
                self._interaction(contract, interaction) for interaction in contract.interactions
            ),
            handshake_errors=self._typed_errors(handshake_errors(contract), adder),
            event_errors=self._typed_errors(event_errors(contract), adder),
            refusals=self._typed_errors(refusal_errors(contract), adder),
        )

    def _interaction(
        self, contract: WebSocketContract, interaction: Interaction
    ) -> TypedInteraction:
        """Collect the types of a message, of its answer, headers and errors."""
        adder = self._type_adder(contract, interaction)
        message_mode, answer_mode = MODES[interaction.direction]
        headers = adder.add_parameters(interaction.headers, message_mode)
        contents: Sequence[Content] = ()
        # What errors call the message: the name of its argument, if it has one.
        message_path = "message"
        if interaction.message is not None:
            contents = interaction.message.contents
            message_path = interaction.message.argument or "message"
        message = adder.add_contents(contents, message_mode, message_path)
        answer: TypedContent | None = None
        if interaction.answer is not None:
            answer = adder.add_content(interaction.answer, answer_mode, "return")
        return TypedInteraction(
            contract=contract,
            interaction=interaction,
            headers=headers,
            message=message,
            answer=answer,
            errors=self._typed_errors(possible_errors(contract, interaction), adder),
        )

    def _typed_errors(
        self, errors: Iterable[ErrorClass], adder: "_TypeAdder"
    ) -> tuple[TypedError, ...]:
        """Collect the types of errors; each error class is collected once for a document."""
        typed_errors: list[TypedError] = []
        for error in errors:
            if error not in self.errors:
                self.errors[error] = self._typed_error(error, adder.of_error(error))
            typed_errors.append(self.errors[error])
        return tuple(typed_errors)

    def _typed_error(self, error: ErrorClass, adder: "_TypeAdder") -> TypedError:
        """Collect the types of an error's data and of the response that an adapter has described.

        Args:
            error: The error.
            adder: Adds the types, and knows the place of the error for messages.
        """
        data: Slot | None = None
        answer: TypedSuccess | None = None
        if error.data_type is not MISSING:
            data = adder.add_type(error.data_type, "output", "data")
        if error.answer is not None:
            # A response of an error has the same parts as that of a success.
            response = Success(
                status=error.status,
                contents=error.answer.contents,
                headers=error.answer.headers,
                description=error.description,
                openapi_extra=error.answer.openapi_extra,
            )
            answer = adder.add_success(response, "data")
        return TypedError(error, data, answer)

    def _type_adder(
        self, contract: Contract, member: HttpMethod | Interaction | None = None
    ) -> "_TypeAdder":
        """Return the object that adds the types of a contract, or of a method or message of it.

        Args:
            contract: The contract.
            member: The method or the message; None for what the contract itself declares.
        """
        owner = contract.name
        source = contract.source
        if member is not None:
            owner = f"{contract.name}.{member.name}"
            source = member.source or contract.source
        return _TypeAdder(
            registry=self._registry,
            shared_parameters=self._shared_parameters,
            on_bad_type=contract.on_bad_type or self._problems.append,
            where=where_of(source, owner),
            # Only HTTP contracts have the choice to describe responses like requests.
            separate_modes=not isinstance(contract, HttpContract) or contract.separate_modes,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _TypeAdder:
    """Adds the types of one method, contract or error to the registry.

    Its methods return what they get, with the slots of the types. Their argument `path` is the
    place of a type inside the method, such as the name of an argument, for error messages.
    """

    registry: SchemaRegistry
    shared_parameters: dict[tuple[int, Mode], tuple[Parameter, TypedParameter]]
    """The parameters that are collected, by id and mode: methods may have one in common."""
    on_bad_type: OnBadType
    """Called with the error of a type that has no schema."""
    where: Location
    """The place of the method, contract or error, for error messages."""
    separate_modes: bool
    """Whether responses are described in output mode; otherwise in input mode, like requests."""

    def of_error(self, error: ErrorClass) -> "_TypeAdder":
        """Return an adder of the types of an error, whose messages name the error's definition."""
        if error.source.line is None:
            # The place of the definition is not known, so messages name the method instead.
            return replace(self, where=self.where / error.type)
        return replace(self, where=where_of(error.source, error.type))

    def add_type(
        self, annotation: TypeForm, mode: Mode, path: str, default: object = MISSING
    ) -> Slot:
        """Add a type to the registry and return its slot.

        Args:
            annotation: The type.
            mode: Whether the service reads the type or writes it.
            path: Its place inside the method, for error messages.
            default: Its default; `MISSING` without one.
        """
        return self.registry.add(
            annotation,
            self._mode(annotation, mode),
            where=self.where,
            path=path,
            default=default,
            on_bad_type=self.on_bad_type,
        )

    def add_parameters(
        self, parameters: Iterable[Parameter], mode: Mode
    ) -> tuple[TypedParameter, ...]:
        """Add the types of parameters to the registry."""
        return tuple(self._add_parameter(parameter, mode) for parameter in parameters)

    def _add_parameter(self, parameter: Parameter, mode: Mode) -> TypedParameter:
        """Add the type of a parameter to the registry, unless another method has the same
        parameter.
        """
        key = (id(parameter), self._mode(parameter.type, mode))
        if key not in self.shared_parameters:
            path = parameter.argument or parameter.name
            slot = self.add_type(parameter.type, mode, path, parameter.default)
            self.shared_parameters[key] = parameter, TypedParameter(parameter, slot)
        _, typed_parameter = self.shared_parameters[key]
        return typed_parameter

    def add_contents(
        self, contents: Iterable[Content], mode: Mode, path: str
    ) -> tuple[TypedContent, ...]:
        """Add the types of a body's representations to the registry."""
        return tuple(self.add_content(content, mode, path) for content in contents)

    def add_content(self, content: Content, mode: Mode, path: str) -> TypedContent:
        """Add the type of one representation of a body to the registry; raw bytes have no type."""
        if content.fields is not None:  # a form or several arguments, which have no common type
            slot = self.registry.add_object(
                fields=content.fields, mode=mode, where=self.where, on_bad_type=self.on_bad_type
            )
            return TypedContent(content, slot)
        if content.type is MISSING:  # raw bytes
            return TypedContent(content, None)
        return TypedContent(content, self.add_type(content.type, mode, path))

    def add_success(self, success: Success, path: str) -> TypedSuccess:
        """Add the types of a response's representations and headers to the registry."""
        return TypedSuccess(
            success,
            self.add_contents(success.contents, "output", path),
            self.add_parameters(success.headers, "output"),
        )

    def _mode(self, annotation: TypeForm, mode: Mode) -> Mode:
        """Return the mode under which a type is described.

        If the contract does not separate modes, responses are described as input, too. The
        exception is a model with computed fields, which input does not have.
        """
        if self.separate_modes or mode == "input":
            return mode
        is_computed = getattr(peel_all(annotation), "model_computed_fields", None)
        if is_computed:
            return "output"
        return "input"
