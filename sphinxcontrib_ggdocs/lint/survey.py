"""Collects contracts with the schemas of all their types, for the rules."""

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
    """Errors of the operation and of its requirements."""
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
    """Its schemas: one, or one for each mode."""

    @property
    def source(self) -> Source | None:
        """Return the module and the line in which a type is defined, as far as they are known."""
        if isinstance(self.key, Brand):
            return Source(module=self.key.module, line=self.key.line)
        if isinstance(self.key, GivenSchema):
            if self.key.module:
                return Source(module=self.key.module)
            return None
        module = getattr(self.key, "__module__", None)
        if not isinstance(module, str):
            return None
        line = None
        # A class that is made at run time has none, nor one whose source is not at hand or has
        # been edited since the import.
        with suppress(OSError, TypeError, SyntaxError):
            line = inspect.getsourcelines(self.key)[1]
        return Source(module=module, line=line)

    @property
    def generic(self) -> Any:
        """Return the generic class of a type such as ``Page[Order]``."""
        return (getattr(self.key, "__pydantic_generic_metadata__", None) or {}).get("origin")


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """Everything that rules may ask about."""

    contracts: tuple[Contract, ...]
    operations: tuple[Operation, ...]
    written: Written

    @property
    def brands(self) -> frozenset[str]:
        """Return the names of all brands in use."""
        brands: set[str] = set()
        for schema in self.written.schemas.values():
            brands.update(schema.get("x-brand", ()))
        return frozenset(brands)

    def types(self) -> Iterator[NamedType]:
        """Yield each named type once."""
        schemas, types = self.written.schemas, self.written.types
        names_of_types: dict[str, list[str]] = defaultdict(list)
        for written_as, schema in schemas.items():
            names_of_types[schema.get("x-type", written_as)].append(written_as)
        # Shared, so that all of a document is walked once, and not once for each method.
        seen: set[SchemaKey] = set()
        for operation in self.operations:
            for slot in operation.mentions:
                for name in sorted(self.written.reached(slot, seen)):
                    if names := names_of_types.pop(name, None):
                        schema = schemas[names[-1]]
                        title = schema.get("title", name)
                        yield NamedType(title, types[name], schema, operation, tuple(names))


def survey(contracts: Iterable[Contract]) -> Survey:
    """Lay out contracts.

    Raises:
        ContractError: Types in them have no schema.
    """
    collector = Collector(lambda contract, method, _where: own_parameters(contract, method))
    collected = [collector.contract(contract) for contract in contracts]
    return Survey(
        contracts=tuple(typed.contract for typed in collected),
        operations=tuple(chain.from_iterable(map(_operations, collected))),
        written=collector.write(REFERENCE),
    )


def _operations(typed: TypedContract) -> Iterator[Operation]:
    if isinstance(typed, TypedHttpContract):
        for method in typed.methods:
            answers = [content for success in method.successes for content in success.contents]
            yield _operation(
                typed.contract,
                method.method,
                parameters=method.parameters,
                sent=method.body,
                answered=answers,
                errors=method.errors,
            )
        return
    parameters = typed.parameters  # those of the handshake are reported at the first interaction
    for interaction in typed.interactions:
        yield _operation(
            typed.contract,
            interaction.interaction,
            parameters=parameters,
            sent=interaction.message,
            answered=[interaction.answer] if interaction.answer is not None else [],
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
    arguments: list[Parameter | BodyField] = [typed.parameter for typed in parameters]
    mentions = [typed.slot for typed in parameters]
    sent_types = list(_types(sent))
    for typed in sent:
        fields = typed.content.fields or ()
        arguments += fields
        mentions += _field_slots(typed)
        sent_types += [field.type for field in fields]
    mentions += chain(_slots(sent), _slots(answered))
    mentions += [typed.data for typed in errors if typed.data is not None]
    return Operation(
        contract=contract,
        model=model,
        arguments=tuple(arguments),
        sent=tuple(sent_types),
        answered=_types(answered),
        errors=tuple(typed.error for typed in errors),
        mentions=tuple(mentions),
    )


def _types(contents: Iterable[TypedContent]) -> tuple[TypeForm, ...]:
    types = (typed.content.type for typed in contents)
    return tuple(annotation for annotation in types if annotation is not MISSING)


def _slots(contents: Iterable[TypedContent]) -> Iterator[Slot]:
    """Yield the slots of bodies that are one type."""
    for typed in contents:
        if typed.slot is not None and typed.content.fields is None:
            yield typed.slot


def _field_slots(typed: TypedContent) -> Iterator[Slot]:
    """Yield the slots of the fields of a body without class, in their order."""
    if typed.content.fields is None or typed.slot is None:
        return
    for schema in typed.slot.schema["properties"].values():
        mentions = filter(None, map(referenced_key, every_schema(schema)))
        yield Slot(Described(schema, tuple(mentions), ()), typed.slot.mode)
