"""The first pass: every type of every operation gets a slot in the book of schemas."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from ..contracts.error_names import ErrorClass
from ..contracts.middleware import asked_by, authentication, every_error
from ..contracts.mistakes import Where
from ..contracts.model import MISSING, Content, HttpContract, HttpMethod, Parameter, Success
from ..schema import Facet, SchemaBook, Slot

IGNORED_HEADERS = frozenset({"accept", "content-type"})
"""Header parameters with these names are ignored by every reader (OpenAPI 3.1, 4.8.12)."""


@dataclass(frozen=True, slots=True)
class Credential:
    """A header that identifies the caller."""

    name: str
    """What it is called: its middleware, or the header itself."""
    parameter: Parameter
    description: str | None


@dataclass(frozen=True, slots=True)
class Filled:
    """A representation of a body and the slot of its type; without one, raw bytes."""

    content: Content
    slot: Slot | None


@dataclass(frozen=True, slots=True)
class Answer:
    """A success and its types."""

    success: Success
    contents: tuple[Filled, ...]
    headers: tuple[tuple[Parameter, Slot], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """A method with the slots of its types."""

    contract: HttpContract
    method: HttpMethod
    credentials: tuple[Credential, ...]
    parameters: tuple[tuple[Parameter, Slot], ...]
    body: tuple[Filled, ...]
    answers: tuple[Answer, ...]
    errors: tuple[ErrorClass, ...]


@dataclass(slots=True)
class Collected:
    """All operations, and the slots of the errors' data."""

    contracts: tuple[HttpContract, ...]
    operations: list[Operation] = field(default_factory=list)
    error_data: dict[ErrorClass, Slot | None] = field(default_factory=dict)
    error_answers: dict[ErrorClass, "Answer"] = field(default_factory=dict)
    """Of errors that answer with more than their data."""


class Collector:
    """Fills one book."""

    def __init__(self, book: SchemaBook) -> None:
        self._book = book

    def collect(self, contracts: Iterable[HttpContract]) -> Collected:
        """All operations of some contracts.

        Raises:
            ContractError: A type has no schema.
        """
        collected = Collected(tuple(contracts))
        for contract in collected.contracts:
            for method in contract.methods:
                where = Where(owner=f"{contract.name}.{method.name}")
                operation = self._operation(contract, method, where)
                collected.operations.append(operation)
                for error in operation.errors:
                    if error not in collected.error_data:
                        collected.error_data[error] = self._error(error)
                        if error.answer is not None:
                            collected.error_answers[error] = self._answer(
                                Success(
                                    status=error.status,
                                    contents=error.answer.contents,
                                    headers=error.answer.headers,
                                    description=error.description,
                                ),
                                Where(owner=error.type),
                            )
        return collected

    def _operation(self, contract: HttpContract, method: HttpMethod, where: Where) -> Operation:
        middlewares = (*contract.middlewares, *method.middlewares)
        credentials: list[Credential] = []
        parameters: dict[tuple[str, str], Parameter] = {}
        asked = [(parameter, middleware) for parameter, middleware in asked_by(middlewares)]
        for parameter in method.parameters:
            if _is_credential(parameter):
                credentials.append(Credential(parameter.name, parameter, parameter.description))
            else:
                parameters[parameter.location, parameter.name.lower()] = parameter
        for parameter, middleware in asked:
            if _is_credential(parameter):
                text = parameter.description or middleware.description
                credentials.append(Credential(middleware.name, parameter, text))
            else:
                parameters.setdefault((parameter.location, parameter.name.lower()), parameter)
        return Operation(
            contract=contract,
            method=method,
            credentials=tuple(credentials),
            parameters=tuple(
                (parameter, self._slot(parameter, "input", where))
                for parameter in parameters.values()
                if not (parameter.location == "header" and parameter.name.lower() in IGNORED_HEADERS)
            ),
            body=self._contents(method.body.contents if method.body else (), "input", where / "body"),
            answers=tuple(self._answer(success, where) for success in method.successes),
            errors=every_error(method.errors, middlewares),
        )

    def _answer(self, success: Success, where: Where) -> Answer:
        return Answer(
            success,
            self._contents(success.contents, "output", where / "return"),
            tuple((header, self._slot(header, "output", where)) for header in success.headers),
        )

    def _slot(self, parameter: Parameter, facet: Facet, where: Where) -> Slot:
        return self._book.add(parameter.type, facet, where=where / parameter.name, default=parameter.default)

    def _contents(self, contents: Iterable[Content], facet: Facet, where: Where) -> tuple[Filled, ...]:
        return tuple(Filled(content, self._content(content, facet, where)) for content in contents)

    def _content(self, content: Content, facet: Facet, where: Where) -> Slot | None:
        if content.fields is not None:
            return self._book.add_object(fields=content.fields, facet=facet, where=where)
        return None if content.type is MISSING else self._book.add(content.type, facet, where=where)

    def _error(self, error: ErrorClass) -> Slot | None:
        if error.data_type is MISSING:
            return None
        return self._book.add(error.data_type, "output", where=Where(owner=error.type, path="data"))


def _is_credential(parameter: Parameter) -> bool:
    """Whether a header says who calls; ``Authorization`` always does, and OpenAPI has no other way to say it."""
    if parameter.location != "header":
        return False
    return authentication(parameter) is not None or parameter.name.lower() == "authorization"
