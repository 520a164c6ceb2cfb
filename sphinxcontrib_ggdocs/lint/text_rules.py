"""Defines the rules about missing texts and values."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import NewType

from ..schema import JsonSchema
from ..schema.values import LeftOut
from .findings import Observation, at
from .survey import NamedType, Survey

SPEAKS_FOR_ITSELF = ("enum", "const", "format", "examples", "pattern")
"""Keywords that show the form of a string without an example."""


ADAPTERS = "sphinxcontrib_ggdocs.adapters."


def description_missing(survey: Survey) -> Iterator[Observation]:
    """Find contracts, methods, errors and models without a description."""
    for contract in survey.contracts:
        if not contract.description:
            yield Observation(
                message="the contract has no description",
                contract=contract.name,
                source=contract.source,
            )
    yield from _methods_without_description(survey)
    for named_type in _types_of_users(survey):
        is_model = named_type.schema.get("type") == "object" and "x-brand" not in named_type.schema
        if is_model and not _is_described(named_type):
            yield _of_type(named_type, f"{named_type.title} has no description")


def _methods_without_description(survey: Survey) -> Iterator[Observation]:
    """Find methods without a description, and each error once that has none."""
    reported: set[object] = set()
    for operation in survey.operations:
        if not operation.model.summary:
            yield at(operation, "the method has no description")
        for error in operation.errors:
            if error not in reported and not error.description:
                yield at(operation, f"the error {error.type} has no description")
            reported.add(error)


def _is_described(named_type: NamedType) -> bool:
    """Return whether a type has a description, or its generic class has one."""
    if named_type.schema.get("description"):
        return True
    return named_type.generic is not None and bool(named_type.generic.__doc__)


def _types_of_users(survey: Survey) -> Iterator[NamedType]:
    """Yield all types except those of frameworks, such as ``HTTPValidationError``."""
    for named_type in survey.types():
        module = getattr(named_type.key, "__module__", None)
        if not (isinstance(module, str) and module.startswith(ADAPTERS)):
            yield named_type


def example_missing(survey: Survey) -> Iterator[Observation]:
    """Find parameters, fields and brands that are strings of any form without an example."""
    for operation in survey.operations:
        # The slots of the arguments are the first ones, in their order (`_operation`).
        for argument, slot in zip(operation.arguments, operation.mentions, strict=False):
            if _asks(survey.written.schema(slot)):
                yield at(operation, f"{argument.name} has no example")
    for named_type in _types_of_users(survey):
        # A NewType has no room for one.
        if named_type.schema.get("examples") or isinstance(named_type.key, NewType):
            continue
        message = _missing_example(named_type)
        if message is not None:
            yield _of_type(named_type, message)


def _missing_example(named_type: NamedType) -> str | None:
    """Return which parts of a type have no example; None where none needs one."""
    schema = named_type.schema
    fields = [name for name, field in schema.get("properties", {}).items() if _asks(field)]
    if len(fields) == 1:
        return f"{fields[0]} of {named_type.title} has no example"
    if fields:
        return f"{', '.join(fields)} of {named_type.title} have no example"
    if "x-brand" in schema and _asks(schema):
        return f"{named_type.title} has no example"
    return None


def omitted(survey: Survey, keywords: tuple[str, ...]) -> Iterator[Observation]:
    """Find keywords of schemas that documents omit, since they are not valid."""
    for operation in survey.operations:
        for slot, argument in zip_longest(operation.mentions, operation.arguments):
            name = "the type that it returns or takes"
            if argument is not None:
                name = argument.name
            for value in survey.written.left_out(slot):
                if value.keyword in keywords:
                    yield at(operation, f"{name}: {value}, so it is left out")
    for named_type in survey.types():
        for field, value in _omitted_everywhere(survey, named_type):
            if value.keyword in keywords:
                place = named_type.title
                if field:
                    place = f"{field} of {named_type.title}"
                yield _of_type(named_type, f"{place}: {value}, so it is left out")


def _omitted_everywhere(survey: Survey, named_type: NamedType) -> list[tuple[str | None, LeftOut]]:
    """Return the values that are omitted in each schema of a type, with their fields.

    A type has a second schema where clients send another one than they get; a value that is valid
    in one of them is of use there.
    """
    first, *others = (list(survey.written.left_out_of(name)) for name in named_type.written_as)
    in_all = list(dict.fromkeys(first))
    for omissions in others:
        in_all = [omission for omission in in_all if omission in omissions]
    return in_all


def _of_type(named_type: NamedType, message: str) -> Observation:
    operation = named_type.operation
    return Observation(
        message=message,
        contract=operation.contract.name,
        method=operation.model.name,
        source=named_type.source,
    )


def _asks(schema: JsonSchema) -> bool:
    """Return whether a schema does not show the form of its values."""
    for keyword in SPEAKS_FOR_ITSELF:
        if schema.get(keyword):
            return False
    if "anyOf" in schema:
        return any(map(_asks, schema["anyOf"]))
    return schema.get("type") == "string" and not schema.get("default")
