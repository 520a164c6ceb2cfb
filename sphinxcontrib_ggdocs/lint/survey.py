"""All contracts laid out flat, with the schemas of all their types, and the lines where
classes are written: what the rules look at.
"""

import ast
import inspect
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

from ..contracts.contract_errors import Where
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
from ..schema.overlay import Described, Mention, mention_in
from ..schema.traversal import every_schema

REFERENCE = "#/schemas/{name}"


@dataclass(frozen=True, slots=True)
class ClassLines:
    """Looks up lines, and parses a module once for all of its classes.

    `inspect.getsourcelines` parses the whole module for each class before Python 3.13: a thousand
    models in one module took more than a minute.
    """

    _lines: dict[str, dict[str, int]] = field(default_factory=dict)
    """By module and qualified name."""

    def of(self, cls: type) -> int | None:
        """The line of a class or of its first decorator; None if it is made at run time, or its
        source is not at hand.
        """
        module = cls.__module__
        if module not in self._lines:
            self._lines[module] = _lines_of(module)
        return self._lines[module].get(cls.__qualname__)


def _lines_of(module: str) -> dict[str, int]:
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (KeyError, OSError, TypeError, SyntaxError):  # the last: it was edited since its import
        return {}
    lines: dict[str, int] = {}
    for name, line in _classes(tree, ""):
        lines.setdefault(name, line)
    return lines


def _classes(node: ast.AST, scope: str) -> Iterator[tuple[str, int]]:
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.ClassDef):
            name = scope + inner.name
            first = inner.decorator_list[0] if inner.decorator_list else inner
            yield name, first.lineno
            yield from _classes(inner, f"{name}.")
        elif isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _classes(inner, f"{scope}{inner.name}.<locals>.")
        elif isinstance(inner, ast.stmt | ast.excepthandler | ast.match_case):
            yield from _classes(inner, scope)


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
    """Its own and those of its requirements."""
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
    lines: ClassLines
    written_as: tuple[str, ...] = ()
    """Its schemas: one, or one for each facet."""

    @property
    def source(self) -> Source | None:
        """Where it is written, as far as that is known."""
        if isinstance(self.key, Brand):
            return Source(module=self.key.module, line=self.key.line)
        if isinstance(self.key, GivenSchema):
            return Source(module=self.key.module) if self.key.module else None
        module = getattr(self.key, "__module__", None)
        if not isinstance(module, str):
            return None
        line = self.lines.of(self.key) if inspect.isclass(self.key) else None
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
    lines: ClassLines = field(default_factory=ClassLines)

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
        types = self.written.types
        facets: dict[str, list[str]] = defaultdict(list)
        for written_as, schema in self.written.schemas.items():
            facets[schema.get("x-type", written_as)].append(written_as)
        seen: set[Mention] = set()
        for operation in self.operations:
            for slot in operation.mentions:
                # `seen` is shared, so that all of a document is walked once, and not once for each
                # method.
                for name in sorted(self.written.reached(slot, seen)):
                    if name in schemas:
                        schema = schemas.pop(name)
                        title = schema.get("title", name)
                        yield NamedType(
                            title, types[name], schema, operation, self.lines, tuple(facets[name])
                        )


def survey(contracts: Iterable[Contract]) -> Survey:
    """Lay out contracts.

    Raises:
        ContractError: Types in them have no schema.
    """
    collector = Collector(_own_parameters)
    collected = [collector.contract(contract) for contract in contracts]
    return Survey(
        contracts=tuple(typed.contract for typed in collected),
        operations=tuple(chain.from_iterable(map(_operations, collected))),
        written=collector.write(REFERENCE),
    )


def _own_parameters(
    contract: Contract, method: HttpMethod | None, where: Where
) -> tuple[Parameter, ...]:
    return own_parameters(contract, method)


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
    return tuple(form for form in types if form is not MISSING)


def _slots(contents: Iterable[TypedContent]) -> Iterator[Slot]:
    """The slots of bodies that are one type."""
    for typed in contents:
        if typed.slot is not None and typed.content.fields is None:
            yield typed.slot


def _field_slots(typed: TypedContent) -> Iterator[Slot]:
    """The slots of the fields of a body that has no class, in their order."""
    if typed.content.fields is None or typed.slot is None:
        return
    for schema in typed.slot.schema["properties"].values():
        mentions = filter(None, map(mention_in, every_schema(schema)))
        yield Slot(Described(schema, tuple(mentions), ()), typed.slot.facet)
