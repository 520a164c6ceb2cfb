"""The first pass: every type of every message gets a slot in the book of schemas."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from ..catalog.export import place_of
from ..contracts.error_names import ErrorClass
from ..contracts.middleware import Middleware, asked_by, authentication, every_error
from ..contracts.mistakes import ContractError, Where
from ..contracts.model import MISSING, Content, Direction, Interaction, Parameter, WebSocketContract
from ..schema import Facet, SchemaBook, Slot

FACETS: Mapping[Direction, tuple[Facet, Facet]] = {
    "client_to_server": ("input", "output"),
    "server_to_client": ("output", "input"),
}
"""Of the message and of its answer, told from the service's side: what it reads is input, what it writes is output."""


@dataclass(frozen=True, slots=True)
class Credential:
    """A header of the handshake that identifies the caller."""

    name: str
    """What it is called: its middleware, or the header itself."""
    parameter: Parameter
    description: str | None


@dataclass(frozen=True, slots=True)
class Typed:
    """A parameter of the handshake and the slot of its type."""

    parameter: Parameter
    slot: Slot


@dataclass(frozen=True, slots=True)
class Payload:
    """What one message carries and the slot of its type; without one, raw bytes."""

    content: Content
    slot: Slot | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """An interaction with the slots of its types."""

    interaction: Interaction
    payloads: tuple[Payload, ...]
    answer: Payload | None
    errors: tuple[ErrorClass, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """A contract with the slots of its types."""

    contract: WebSocketContract
    parameters: tuple[Typed, ...]
    credentials: tuple[Credential, ...]
    exchanges: tuple[Exchange, ...]


@dataclass(slots=True)
class Collected:
    """All channels, and the slots of the errors' data."""

    channels: list[Channel] = field(default_factory=list)
    error_data: dict[ErrorClass, Slot | None] = field(default_factory=dict)


class Collector:
    """Fills one book; what is wrong with a type goes to `found`, and nothing will be written then."""

    def __init__(self, book: SchemaBook, found: list[ContractError]) -> None:
        self._book = book
        self._found = found
        self._where = Where()
        self.collected = Collected()

    def collect(self, contracts: Iterable[WebSocketContract]) -> Collected:
        """All channels of some contracts."""
        self.collected.channels += [self._channel(contract) for contract in contracts]
        return self.collected

    def _channel(self, contract: WebSocketContract) -> Channel:
        self._where = place_of(contract.source, contract.name)
        credentials, parameters = self._handshake(contract)
        return Channel(
            contract=contract,
            parameters=tuple(
                Typed(parameter, slot)
                for parameter in parameters
                if (slot := self._slot(parameter.type, "input", parameter.name, parameter.default)) is not None
            ),
            credentials=tuple(credentials),
            exchanges=tuple(self._exchange(each, contract) for each in contract.interactions),
        )

    @staticmethod
    def _handshake(contract: WebSocketContract) -> tuple[list[Credential], list[Parameter]]:
        """What a client sends to connect; what the contract itself declares goes before what its middlewares ask."""
        credentials: list[Credential] = []
        parameters: dict[tuple[str, str], Parameter] = {}
        own: list[tuple[Parameter, Middleware | None]] = [(parameter, None) for parameter in contract.parameters]
        for parameter, middleware in [*own, *asked_by(contract.middlewares)]:
            if parameter.location == "header" and authentication(parameter) is not None:
                name, text = (middleware.name, middleware.description) if middleware else (parameter.name, None)
                credentials.append(Credential(name, parameter, parameter.description or text))
            else:
                header = parameter.location == "header"
                parameters.setdefault(
                    (parameter.location, parameter.name.lower() if header else parameter.name), parameter
                )
        return credentials, list(parameters.values())

    def _exchange(self, each: Interaction, contract: WebSocketContract) -> Exchange:
        self._where = place_of(each.source or contract.source, f"{contract.name}.{each.name}")
        sent, answered = FACETS[each.direction]
        errors = every_error(each.errors, contract.middlewares if each.is_request else ())
        for error in errors:
            if error not in self.collected.error_data:
                self.collected.error_data[error] = self._error(error)
        message = each.message.contents if each.message else ()
        argument = each.message.argument if each.message else None
        return Exchange(
            interaction=each,
            payloads=tuple(self._payload(content, sent, argument or "message") for content in message),
            answer=self._payload(each.answer, answered, "return") if each.answer else None,
            errors=errors,
        )

    def _payload(self, content: Content, facet: Facet, path: str) -> Payload:
        if content.fields is not None:
            try:
                return Payload(content, self._book.add_object(fields=content.fields, facet=facet))
            except ContractError as mistake:
                self._found.append(mistake.at(self._where))
                return Payload(content, None)
        return Payload(content, None if content.type is MISSING else self._slot(content.type, facet, path))

    def _error(self, error: ErrorClass) -> Slot | None:
        if error.data_type is MISSING:
            return None
        where = self._where
        self._where = place_of(error.source, error.type)
        slot = self._slot(error.data_type, "output", "data")
        self._where = where
        return slot

    def _slot(self, form: object, facet: Facet, path: str, default: object = MISSING) -> Slot | None:
        try:
            return self._book.add(form, facet, default=default)
        except ContractError as mistake:
            self._found.append(mistake.at(self._where / path))
            return None
