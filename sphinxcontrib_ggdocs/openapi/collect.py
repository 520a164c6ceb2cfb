"""The first pass: every type of every operation gets a slot in the book of schemas."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from ..catalog.export import place_of, tell
from ..contracts.error_names import ErrorClass
from ..contracts.middleware import Middleware, asked_by, authentication, every_error
from ..contracts.mistakes import ContractError, Where
from ..contracts.model import MISSING, Content, HttpContract, HttpMethod, Parameter, Success, TypeForm
from ..schema import Facet, SchemaBook, Slot, chosen_facet

IGNORED_HEADERS = frozenset({"accept", "content-type"})
"""Header parameters that every reader ignores (OpenAPI 3.1, 4.8.12): the media types of bodies say the same."""


@dataclass(frozen=True, slots=True)
class Credential:
    """A header that identifies the caller."""

    name: str
    """What it is called: its middleware, or the header itself."""
    parameter: Parameter
    description: str | None


@dataclass(frozen=True, slots=True)
class Typed:
    """A parameter or a response header, and the slot of its type."""

    parameter: Parameter
    slot: Slot


@dataclass(frozen=True, slots=True)
class Filled:
    """A representation of a body and the slot of its type; without one, raw bytes."""

    content: Content
    slot: Slot | None


@dataclass(frozen=True, slots=True)
class Answer:
    """A success, or an error that answers with more than its data, and its types."""

    success: Success
    contents: tuple[Filled, ...]
    headers: tuple[Typed, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """A method with the slots of its types."""

    contract: HttpContract
    method: HttpMethod
    where: Where
    credentials: tuple[Credential, ...]
    parameters: tuple[Typed, ...]
    body: tuple[Filled, ...]
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
    """Fills one book; what is wrong with a type goes to `found`, and nothing will be written then."""

    def __init__(self, book: SchemaBook, found: list[ContractError]) -> None:
        self._book = book
        self._found = found
        self._where = Where()
        self._separate = True

    def collect(self, contracts: Iterable[HttpContract]) -> Collected:
        """All operations of some contracts."""
        collected = Collected(tuple(contracts))
        for contract in collected.contracts:
            collected.operations += self._operations(contract, collected)
        return collected

    def _operations(self, contract: HttpContract, collected: Collected) -> Iterator[Operation]:
        for method in contract.methods:
            self._separate = contract.separate_facets
            operation = self._operation(contract, method)
            for error in operation.errors:
                if error not in collected.error_data:
                    self._error(error, collected)
            callbacks = tuple(each for inner in method.callbacks for each in self._operations(inner, collected))
            yield replace(operation, callbacks=callbacks) if callbacks else operation

    def _operation(self, contract: HttpContract, method: HttpMethod) -> Operation:
        self._where = where = place_of(method.source or contract.source, f"{contract.name}.{method.name}")
        middlewares = (*contract.middlewares, *method.middlewares)
        credentials, parameters = self._sent(method, middlewares)
        body = method.body
        return Operation(
            contract=contract,
            method=method,
            where=where,
            credentials=credentials,
            parameters=self._typed(parameters, "input"),
            body=self._contents(body.contents, "input", body.argument or "body") if body else (),
            answers=tuple(self._answer(success) for success in method.successes),
            errors=every_error(method.errors, middlewares),
        )

    def _sent(
        self, method: HttpMethod, middlewares: tuple[Middleware, ...]
    ) -> tuple[tuple[Credential, ...], list[Parameter]]:
        """Credentials and parameters; what a method declares itself goes before what stands before it asks."""
        credentials: dict[str, Credential] = {}
        parameters: dict[tuple[str, str], Parameter] = {}
        asked: list[tuple[Parameter, Middleware | None]] = [(parameter, None) for parameter in method.parameters]
        for parameter, middleware in (*asked, *asked_by(middlewares)):
            name = parameter.name
            header = name.lower() if parameter.location == "header" else None
            if header is not None and is_credential(parameter):
                called, text = (middleware.name, middleware.description) if middleware else (name, None)
                credentials.setdefault(header, Credential(called, parameter, parameter.description or text))
            elif header in IGNORED_HEADERS:
                tell(f"{self._where}: the header {name} is left out, for readers of OpenAPI ignore it")
            else:
                known = parameters.setdefault((parameter.location, header or name), parameter)
                if known is not parameter and known.type != parameter.type:
                    tell(f"{self._where}: the {parameter.location} {name} is declared twice; the first one is kept")
        return tuple(credentials.values()), list(parameters.values())

    def _typed(self, parameters: Iterable[Parameter], facet: Facet) -> tuple[Typed, ...]:
        return tuple(
            Typed(each, slot)
            for each in parameters
            if (slot := self._slot(each.type, facet, each.argument or each.name, each.default)) is not None
        )

    def _answer(self, success: Success) -> Answer:
        return Answer(
            success, self._contents(success.contents, "output", "return"), self._typed(success.headers, "output")
        )

    def _contents(self, contents: Iterable[Content], facet: Facet, path: str) -> tuple[Filled, ...]:
        return tuple(Filled(content, self._content(content, facet, path)) for content in contents)

    def _content(self, content: Content, facet: Facet, path: str) -> Slot | None:
        if content.fields is not None:
            try:
                return self._book.add_object(fields=content.fields, facet=facet)
            except ContractError as mistake:
                self._found.append(mistake.at(self._where))
                return None
        return None if content.type is MISSING else self._slot(content.type, facet, path)

    def _error(self, error: ErrorClass, collected: Collected) -> None:
        where = self._where
        self._where = place_of(error.source, error.type)
        data = None if error.data_type is MISSING else self._slot(error.data_type, "output", "data")
        collected.error_data[error] = data
        if error.answer is not None:
            collected.error_answers[error] = self._answer(
                Success(
                    status=error.status,
                    contents=error.answer.contents,
                    headers=error.answer.headers,
                    description=error.description,
                )
            )
        self._where = where

    def _slot(self, form: TypeForm, facet: Facet, path: str, default: object = MISSING) -> Slot | None:
        try:
            chosen = chosen_facet(form, facet, separate=self._separate)
            return self._book.add(form, chosen, default=default)
        except ContractError as mistake:
            self._found.append(mistake.at(self._where / path))
            return None


def is_credential(parameter: Parameter) -> bool:
    """Whether a header says who calls; ``Authorization`` always does, and OpenAPI has no other way to say it."""
    return authentication(parameter) is not None or parameter.name.lower() == "authorization"
