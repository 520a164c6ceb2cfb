"""All contracts laid out flat, with the schemas of all their types: what the rules look at."""

import inspect
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ..contracts.brands import Brand
from ..contracts.error_names import ErrorClass
from ..contracts.model import (
    MISSING,
    BodyField,
    Content,
    Contract,
    HttpContract,
    HttpMethod,
    Interaction,
    Parameter,
    Source,
    TypeForm,
)
from ..contracts.possible_errors import possible_errors
from ..schema import Facet, JsonSchema, SchemaBook, Slot, Written, building
from ..schema.book import Mention


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One method or interaction."""

    contract: Contract
    model: HttpMethod | Interaction
    arguments: tuple[Parameter | BodyField, ...]
    """Its parameters, and the fields of a body that has no class."""
    sent: tuple[TypeForm, ...]
    """The types of its body or message, and of the fields of one that has no class."""
    answered: tuple[TypeForm, ...]
    errors: tuple[ErrorClass, ...]
    """Its own and those of what stands before it."""
    mentions: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class NamedType:
    """A model, an enum, an alias or a brand."""

    title: str
    key: Any
    """The class, NewType, alias or `Brand` itself."""
    schema: JsonSchema
    operation: Operation
    """The first that mentions it."""
    written_as: tuple[str, ...] = ()
    """Its schemas: one, or one for each facet."""

    @property
    def source(self) -> Source | None:
        """Where it is written, as far as can be told."""
        if isinstance(self.key, Brand):
            return Source(module=self.key.module, line=self.key.line)
        module = getattr(self.key, "__module__", None)
        if not isinstance(module, str):
            return None
        try:
            line = inspect.getsourcelines(self.key)[1] if inspect.isclass(self.key) else None
        except OSError:  # made at run time, or its source is not at hand
            line = None
        return Source(module=module, line=line)

    @property
    def generic(self) -> Any:
        """Of ``Page[Order]``: ``Page``; else None."""
        return (getattr(self.key, "__pydantic_generic_metadata__", None) or {}).get("origin")


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """Everything that rules may ask about."""

    contracts: tuple[Contract, ...]
    operations: tuple[Operation, ...]
    written: Written

    @property
    def brands(self) -> frozenset[str]:
        """The names of all brands in use."""
        return frozenset(
            name for schema in self.written.schemas.values() for name in schema.get("x-brand", ())
        )

    def types(self) -> Iterator[NamedType]:
        """Each named type once."""
        schemas = {
            schema.get("x-type", name): schema for name, schema in self.written.schemas.items()
        }
        keys = {name: key for key, name in self.written.names.items()}
        facets: dict[str, list[str]] = defaultdict(list)
        for written_as, schema in self.written.schemas.items():
            facets[schema.get("x-type", written_as)].append(written_as)
        seen: set[Mention] = set()
        for operation in self.operations:
            for slot in operation.mentions:
                for name in sorted(self.written.reached(slot, seen)):
                    if name in schemas:
                        schema = schemas.pop(name)
                        title = schema.get("title", name)
                        yield NamedType(title, keys[name], schema, operation, tuple(facets[name]))


def survey(contracts: Iterable[Contract]) -> Survey:
    """Lay out contracts.

    Raises:
        ContractError: A type in them has no schema.
    """
    with building():
        return _survey(tuple(contracts))


def _survey(contracts: tuple[Contract, ...]) -> Survey:
    book = SchemaBook()
    operations = tuple(
        operation for contract in contracts for operation in _operations(contract, book)
    )
    return Survey(contracts=contracts, operations=operations, written=book.write())


def _operations(contract: Contract, book: SchemaBook) -> Iterator[Operation]:
    if isinstance(contract, HttpContract):
        for method in contract.methods:
            body = method.body.contents if method.body else ()
            yield _operation(
                contract,
                method,
                book,
                parameters=method.parameters,
                sent=body,
                answered=tuple(
                    content for success in method.successes for content in success.contents
                ),
                errors=possible_errors(contract, method),
            )
        return
    for each in contract.interactions:
        yield _operation(
            contract,
            each,
            book,
            parameters=contract.parameters if each is contract.interactions[0] else (),
            sent=each.message.contents if each.message else (),
            answered=(each.answer,) if each.answer else (),
            errors=possible_errors(contract, each),
        )


def _operation(
    contract: Contract,
    model: HttpMethod | Interaction,
    book: SchemaBook,
    *,
    parameters: tuple[Parameter, ...],
    sent: tuple[Content, ...],
    answered: tuple[Content, ...],
    errors: tuple[ErrorClass, ...],
) -> Operation:
    fields = tuple(field for content in sent for field in content.fields or ())
    arguments: tuple[Parameter | BodyField, ...] = (*parameters, *fields)
    outputs = (
        *_types(answered),
        *(error.data_type for error in errors if error.data_type is not MISSING),
    )
    given: Facet = "input"
    if isinstance(model, Interaction) and model.direction == "server_to_client":
        given = "output"
    return Operation(
        contract=contract,
        model=model,
        arguments=arguments,
        sent=(*_types(sent), *(field.type for field in fields)),
        answered=_types(answered),
        errors=errors,
        mentions=(
            *(book.add(each.type, given, default=each.default) for each in arguments),
            *(book.add(form, given) for form in _types(sent)),
            *(book.add(form, "output") for form in outputs),
        ),
    )


def _types(contents: Iterable[Content]) -> tuple[TypeForm, ...]:
    return tuple(content.type for content in contents if content.type is not MISSING)
