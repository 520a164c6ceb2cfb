"""Collects all contracts with the schemas of all their types, which the rules examine.

A slot is one use of a type, in a parameter, a body or an error; `Written.schema` returns its
schema. A brand is a type of its own for one kind of strings or numbers, such as ``OrderId``.
"""

import inspect
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import chain
from typing import Any

from ..contracts.credentials import own_parameters
from ..contracts.errors import ErrorClass
from ..contracts.markers import Brand
from ..contracts.message_model import GivenSchema
from ..contracts.model import (
    MISSING,
    BodyField,
    Contract,
    HttpMethod,
    Interaction,
    Parameter,
    Source,
    TypeForm,
)
from ..schema import JsonSchema, Slot, Written
from ..schema.collector import (
    Collector,
    TypedContent,
    TypedContract,
    TypedError,
    TypedHttpContract,
    TypedParameter,
)
from ..schema.overlay import Described, SchemaKey, referenced_key
from ..schema.traversal import every_schema

REFERENCE = "#/schemas/{name}"
"""The JSON pointer of a named schema, as `$ref` has it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One HTTP method, or one interaction of a WebSocket, with its types."""

    contract: Contract
    model: HttpMethod | Interaction
    arguments: tuple[Parameter | BodyField, ...]
    """The parameters, and the fields of a body that is declared field by field."""
    sent: tuple[TypeForm, ...]
    """The types of the request body or message, and those of its fields if it is declared field by
    field."""
    answered: tuple[TypeForm, ...]
    """The types of the response bodies or of the answer."""
    errors: tuple[ErrorClass, ...]
    """The errors of the operation and of its requirements."""
    slots: tuple[Slot, ...]
    """The schemas of all its types; those of `arguments` come first, in their order."""


@dataclass(frozen=True, slots=True)
class NamedType:
    """A model, an enum, an alias or a brand that some operation uses."""

    title: str
    python_type: Any
    """The class, NewType, alias or `Brand` itself."""
    schema: JsonSchema
    operation: Operation
    """The first operation that uses it."""
    schema_names: tuple[str, ...] = ()
    """The names of its schemas: one, or two if clients send another schema than they receive."""

    @property
    def source(self) -> Source | None:
        """Return the module and line that define the type; None, or no line, where unknown."""
        if isinstance(self.python_type, Brand):
            return Source(module=self.python_type.module, line=self.python_type.line)
        # A schema that stands for a type has its file as module, or none.
        if isinstance(self.python_type, GivenSchema):
            if self.python_type.module:
                return Source(module=self.python_type.module)
            return None
        module = getattr(self.python_type, "__module__", None)
        if not isinstance(module, str):
            return None
        line = None
        # There is no line if a class was created at run time, if its source file is missing or if
        # the file has changed since the import.
        with suppress(OSError, TypeError, SyntaxError):
            line = inspect.getsourcelines(self.python_type)[1]
        return Source(module=module, line=line)

    @property
    def generic(self) -> Any:
        """Return the generic class of a parametrized pydantic model: `Page` for ``Page[Order]``;
        None for other types.
        """
        # pydantic keeps origin and arguments of a parametrized model in this attribute.
        metadata = getattr(self.python_type, "__pydantic_generic_metadata__", None) or {}
        return metadata.get("origin")


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """All contracts with their operations, types and schemas: what the rules examine."""

    contracts: tuple[Contract, ...]
    operations: tuple[Operation, ...]
    written_schemas: Written

    @property
    def brands(self) -> frozenset[str]:
        """Return the names of all brands that occur in schemas."""
        brands: set[str] = set()
        # `x-brand` lists a brand and those that it builds on.
        for schema in self.written_schemas.schemas.values():
            brands.update(schema.get("x-brand", ()))
        return frozenset(brands)

    def types(self) -> Iterator[NamedType]:
        """Yield each named type once, with the first operation that uses it."""
        schemas = self.written_schemas.schemas
        # A type with two schemas has its name in the keyword `x-type` of both.
        schema_names_by_type: dict[str, list[str]] = defaultdict(list)
        for schema_name, schema in schemas.items():
            schema_names_by_type[schema.get("x-type", schema_name)].append(schema_name)
        # Shared by all operations, so that each schema is visited once.
        visited: set[SchemaKey] = set()
        for operation in self.operations:
            for slot in operation.slots:
                # By name, so that findings do not depend on the order of references.
                for name in sorted(self.written_schemas.reached(slot, visited)):
                    schema_names = schema_names_by_type.pop(name, None)
                    # None for the other schema of a type that was yielded before.
                    if schema_names is None:
                        continue
                    # Of two schemas the second: `Order-Output`, after `Order-Input`.
                    schema = schemas[schema_names[-1]]
                    yield NamedType(
                        title=schema.get("title", name),
                        python_type=self.written_schemas.types[name],
                        schema=schema,
                        operation=operation,
                        schema_names=tuple(schema_names),
                    )


def survey(contracts: Iterable[Contract]) -> Survey:
    """Collect the operations of contracts, and the schemas of all their types.

    Raises:
        ContractError: A type has no schema.
    """
    # Without the parameters of requirements, such as tokens, which no single method declares.
    collector = Collector(lambda contract, method, _location: own_parameters(contract, method))
    typed_contracts = [collector.contract(contract) for contract in contracts]
    operations: list[Operation] = []
    for typed_contract in typed_contracts:
        operations += _operations(typed_contract)
    return Survey(
        contracts=tuple(typed_contract.contract for typed_contract in typed_contracts),
        operations=tuple(operations),
        written_schemas=collector.write(REFERENCE),
    )


def _operations(typed: TypedContract) -> Iterator[Operation]:
    """Yield the methods of an HTTP contract, or the interactions of a WebSocket."""
    if isinstance(typed, TypedHttpContract):
        for method in typed.methods:
            answers: list[TypedContent] = []
            for success in method.successes:
                answers += success.contents
            yield _operation(
                typed.contract,
                method.method,
                parameters=method.parameters,
                sent=method.body,
                answered=answers,
                errors=method.errors,
            )
        return
    # The parameters of the handshake belong to the contract. To be examined once, they are given to
    # the first interaction.
    parameters = typed.parameters
    for interaction in typed.interactions:
        answered: list[TypedContent] = []
        if interaction.answer is not None:
            answered.append(interaction.answer)
        yield _operation(
            typed.contract,
            interaction.interaction,
            parameters=parameters,
            sent=interaction.message,
            answered=answered,
            errors=interaction.errors,
        )
        parameters = ()


def _operation(
    contract: Contract,
    model: HttpMethod | Interaction,
    *,
    parameters: Sequence[TypedParameter],
    sent: Sequence[TypedContent],
    answered: Sequence[TypedContent],
    errors: Sequence[TypedError],
) -> Operation:
    """Return an operation, with the types and schemas of its parameters, bodies and errors
    collected. The schemas of the arguments come first among them, in the same order.

    Args:
        contract: The contract.
        model: Its method or interaction.
        parameters: The parameters whose values callers send.
        sent: The representations of what callers send.
        answered: The representations of the responses.
        errors: The errors that the operation may respond with.
    """
    arguments: list[Parameter | BodyField] = [typed.parameter for typed in parameters]
    slots = [typed.slot for typed in parameters]
    sent_types = list(_types(sent))
    for typed in sent:
        fields = typed.content.fields or ()
        arguments += fields
        slots += _field_slots(typed)
        sent_types += [field.type for field in fields]
    slots += chain(_slots(sent), _slots(answered))
    slots += [typed.data for typed in errors if typed.data is not None]
    return Operation(
        contract=contract,
        model=model,
        arguments=tuple(arguments),
        sent=tuple(sent_types),
        answered=_types(answered),
        errors=tuple(typed.error for typed in errors),
        slots=tuple(slots),
    )


def _types(contents: Iterable[TypedContent]) -> tuple[TypeForm, ...]:
    """Return the types of bodies; a body that is declared field by field has none."""
    types = (typed.content.type for typed in contents)
    return tuple(annotation for annotation in types if annotation is not MISSING)


def _slots(contents: Iterable[TypedContent]) -> Iterator[Slot]:
    """Yield the schemas of bodies that have one type, and are not declared field by field."""
    for typed in contents:
        if typed.slot is not None and typed.content.fields is None:
            yield typed.slot


def _field_slots(typed: TypedContent) -> Iterator[Slot]:
    """Yield the schemas of the fields of a body that is declared field by field, in their order."""
    if typed.content.fields is None or typed.slot is None:
        return
    # The schema of such a body is an object with a property for each field.
    for schema in typed.slot.schema["properties"].values():
        keys = filter(None, map(referenced_key, every_schema(schema)))
        # No choices of discriminated unions: they were collected with the whole body.
        yield Slot(Described(schema, tuple(keys), ()), typed.slot.mode)
