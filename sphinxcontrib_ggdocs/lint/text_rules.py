"""The rules about what the documentation does not say."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import NewType

from ..contracts.model import TypeForm
from ..schema import JsonSchema, SchemaBook
from .findings import Observation, at
from .survey import NamedType, Survey

SPEAKS_FOR_ITSELF = ("enum", "const", "format", "examples", "pattern")
"""What makes a string's form clear without an example."""


def description_missing(survey: Survey) -> Iterator[Observation]:
    """Contracts, methods, errors and models without a word."""
    for contract in survey.contracts:
        if not contract.description:
            yield Observation(
                message="the contract has no description",
                contract=contract.name,
                source=contract.source,
            )
    told: set[object] = set()
    for operation in survey.operations:
        if not operation.model.summary:
            yield at(operation, "the method has no description")
        for error in operation.errors:
            if error not in told and not error.description:
                yield at(operation, f"the error {error.type} has no description")
            told.add(error)
    for each in survey.types():
        described = each.schema.get("description") or (
            each.generic is not None and each.generic.__doc__
        )
        if each.schema.get("type") == "object" and "x-brand" not in each.schema and not described:
            yield _of_type(each, f"{each.title} has no description")


def example_missing(survey: Survey) -> Iterator[Observation]:
    """Parameters, fields and brands that are strings of any form and show none."""
    for operation in survey.operations:
        for argument in operation.arguments:
            if _asks(_schema_of(argument.type)):
                yield at(operation, f"{argument.name} has no example")
    for each in survey.types():
        if each.schema.get("examples") or isinstance(
            each.key, NewType
        ):  # a NewType has no room for one
            continue
        fields = [
            field for field, inner in each.schema.get("properties", {}).items() if _asks(inner)
        ]
        if fields:
            verb = "has" if len(fields) == 1 else "have"
            yield _of_type(each, f"{', '.join(fields)} of {each.title} {verb} no example")
        elif "x-brand" in each.schema and _asks(each.schema):
            yield _of_type(each, f"{each.title} has no example")


def unusable_value(survey: Survey) -> Iterator[Observation]:
    """Defaults and examples that documents leave out."""
    return _left_out(survey, ("default", "example"))


def unusable_pattern(survey: Survey) -> Iterator[Observation]:
    """Patterns that documents leave out."""
    return _left_out(survey, ("pattern",))


def unusable_reference(survey: Survey) -> Iterator[Observation]:
    """References that documents leave out."""
    return _left_out(survey, ("reference",))


def _left_out(survey: Survey, keywords: tuple[str, ...]) -> Iterator[Observation]:
    for operation in survey.operations:
        for slot, argument in zip_longest(operation.mentions, operation.arguments):
            name = argument.name if argument else "the type that it answers with or takes"
            for each in survey.written.left_out(slot):
                if each.keyword in keywords:
                    yield at(operation, f"{name}: {each}, so it is left out")
    for named in survey.types():
        facets = [dict.fromkeys(survey.written.left_out_of(name)) for name in named.written_as]
        for field, each in facets[0]:
            # what fits one of two facets is of use there, and not wrong
            if each.keyword in keywords and all((field, each) in facet for facet in facets):
                place = f"{field} of {named.title}" if field else named.title
                yield _of_type(named, f"{place}: {each}, so it is left out")


def _of_type(each: NamedType, message: str) -> Observation:
    operation = each.operation
    return Observation(
        message=message,
        contract=operation.contract.name,
        method=operation.model.name,
        source=each.source,
    )


def _schema_of(form: TypeForm) -> JsonSchema:
    book = SchemaBook()
    slot = book.add(form, "input")
    return book.write().schema(slot)


def _asks(schema: JsonSchema) -> bool:
    """Whether a reader cannot tell what a value looks like."""
    if any(schema.get(word) for word in SPEAKS_FOR_ITSELF):
        return False
    if "anyOf" in schema:
        return any(_asks(member) for member in schema["anyOf"])
    return schema.get("type") == "string" and not schema.get("default")
