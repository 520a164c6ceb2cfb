"""The first pass: every type of every operation gets a slot in the book of schemas."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from ..catalog.export import sent_by_callers, tell
from ..contracts.contract_errors import ContractError, Where
from ..contracts.error_names import ErrorClass
from ..contracts.model import HttpContract, HttpMethod, Parameter, Success
from ..contracts.possible_errors import possible_errors
from ..schema import ContractTypes, SchemaBook, Slot, TypedContent, TypedParameter

IGNORED_HEADERS = frozenset({"accept", "content-type"})
"""Header parameters that every reader ignores (OpenAPI 3.1, 4.8.12): the media types of bodies say
the same."""


@dataclass(frozen=True, slots=True)
class Answer:
    """A success, or an error that answers with more than its data, and its types."""

    success: Success
    contents: tuple[TypedContent, ...]
    headers: tuple[TypedParameter, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """A method with the slots of its types."""

    contract: HttpContract
    method: HttpMethod
    where: Where
    parameters: tuple[TypedParameter, ...]
    body: tuple[TypedContent, ...]
    answers: tuple[Answer, ...]
    errors: tuple[ErrorClass, ...]
    callbacks: "tuple[Operation, ...]" = ()


@dataclass(slots=True)
class Collected:
    """All operations, and the types of the errors."""

    contracts: tuple[HttpContract, ...]
    operations: list[Operation] = field(default_factory=list)
    error_data: dict[ErrorClass, Slot | None] = field(default_factory=dict)
    error_answers: dict[ErrorClass, Answer] = field(default_factory=dict)
    """Of errors that answer with more than their data."""


class Collector:
    """Fills one book with the types of operations."""

    def __init__(self, book: SchemaBook, found: list[ContractError]) -> None:
        self._types = ContractTypes(book, found)

    def collect(self, contracts: Iterable[HttpContract]) -> Collected:
        """All operations of some contracts."""
        collected = Collected(tuple(contracts))
        for contract in collected.contracts:
            collected.operations += self._operations(contract, collected)
        return collected

    def _operations(self, contract: HttpContract, collected: Collected) -> Iterator[Operation]:
        for method in contract.methods:
            operation = self._operation(contract, method)
            for error in operation.errors:
                if error not in collected.error_data:
                    self._error(error, collected)
            callbacks = tuple(
                each for inner in method.callbacks for each in self._operations(inner, collected)
            )
            yield replace(operation, callbacks=callbacks) if callbacks else operation

    def _operation(self, contract: HttpContract, method: HttpMethod) -> Operation:
        where = self._types.enter(contract, method.name, method.source)
        body = method.body
        return Operation(
            contract=contract,
            method=method,
            where=where,
            parameters=self._types.parameters(_parameters(contract, method, where), "input"),
            body=self._types.contents(body.contents, "input", body.argument or "body")
            if body
            else (),
            answers=tuple(self._answer(success) for success in method.successes),
            errors=possible_errors(contract, method),
        )

    def _answer(self, success: Success) -> Answer:
        return Answer(
            success,
            self._types.contents(success.contents, "output", "return"),
            self._types.parameters(success.headers, "output"),
        )

    def _error(self, error: ErrorClass, collected: Collected) -> None:
        collected.error_data[error] = self._types.error_data(error)
        if error.answer is not None:
            with self._types.inside(error):
                collected.error_answers[error] = self._answer(
                    Success(
                        status=error.status,
                        contents=error.answer.contents,
                        headers=error.answer.headers,
                        description=error.description,
                    )
                )


def _parameters(contract: HttpContract, method: HttpMethod, where: Where) -> list[Parameter]:
    """The parameters that readers of OpenAPI look at; credentials are not among them."""
    kept: list[Parameter] = []
    for each in sent_by_callers(contract, method, where):
        if each.location == "header" and each.name.lower() in IGNORED_HEADERS:
            tell(f"{where}: the header {each.name} is left out, for readers of OpenAPI ignore it")
        else:
            kept.append(each)
    return kept
