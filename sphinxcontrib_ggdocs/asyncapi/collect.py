"""The first pass: every type of every message gets a slot in the book of schemas."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from ..catalog.export import sent_by_callers
from ..contracts.contract_errors import ContractError
from ..contracts.error_names import ErrorClass
from ..contracts.model import Interaction, WebSocketContract
from ..contracts.possible_errors import event_errors, possible_errors, refusal_errors
from ..schema import FACETS, ContractTypes, SchemaBook, Slot, TypedContent, TypedParameter


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """An interaction with the slots of its types."""

    interaction: Interaction
    payloads: tuple[TypedContent, ...]
    answer: TypedContent | None
    errors: tuple[ErrorClass, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Channel:
    """A contract with the slots of its types."""

    contract: WebSocketContract
    parameters: tuple[TypedParameter, ...]
    exchanges: tuple[Exchange, ...]
    event_errors: tuple[ErrorClass, ...]
    """With which events from clients may fail."""
    refusals: tuple[ErrorClass, ...]
    """With which the service answers what is no message of the contract."""


@dataclass(slots=True)
class Collected:
    """All channels, and the slots of the errors' data."""

    channels: list[Channel] = field(default_factory=list)
    error_data: dict[ErrorClass, Slot | None] = field(default_factory=dict)


class Collector:
    """Fills one book with the types of channels."""

    def __init__(self, book: SchemaBook, found: list[ContractError]) -> None:
        self._types = ContractTypes(book, found)
        self.collected = Collected()

    def collect(self, contracts: Iterable[WebSocketContract]) -> Collected:
        """All channels of some contracts."""
        self.collected.channels += [self._channel(contract) for contract in contracts]
        return self.collected

    def _channel(self, contract: WebSocketContract) -> Channel:
        where = self._types.enter(contract)
        parameters = sent_by_callers(contract, None, where)
        return Channel(
            contract=contract,
            parameters=self._types.parameters(parameters, "input"),
            exchanges=tuple(self._exchange(each, contract) for each in contract.interactions),
            event_errors=self._known(event_errors(contract)),
            refusals=self._known(refusal_errors(contract)),
        )

    def _known(self, errors: tuple[ErrorClass, ...]) -> tuple[ErrorClass, ...]:
        """Errors whose data has a slot."""
        for error in errors:
            if error not in self.collected.error_data:
                self.collected.error_data[error] = self._types.error_data(error)
        return errors

    def _exchange(self, each: Interaction, contract: WebSocketContract) -> Exchange:
        self._types.enter(contract, each.name, each.source)
        sent, answered = FACETS[each.direction]
        errors = self._known(possible_errors(contract, each))
        message, answer = each.message, (each.answer,) if each.answer else ()
        return Exchange(
            interaction=each,
            payloads=self._types.contents(message.contents, sent, message.argument or "message")
            if message
            else (),
            answer=next(iter(self._types.contents(answer, answered, "return")), None),
            errors=errors,
        )
