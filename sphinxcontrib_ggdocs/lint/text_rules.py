"""Defines the rules about missing descriptions and examples, and about values that documents leave
out.
"""

from collections.abc import Iterator
from itertools import zip_longest
from typing import NewType

from ..schema import JsonSchema
from ..schema.values import LeftOut
from .findings import Observation, operation_problem
from .survey import NamedType, Survey

KEYWORDS_LIKE_EXAMPLE = ("enum", "const", "format", "examples", "pattern")
"""Keywords of a schema that show readers what a string looks like."""

ADAPTERS = "sphinxcontrib_ggdocs.adapters."
"""The start of the names of modules that define types on behalf of frameworks."""


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
        # Of the types, only models have to be described: objects, and no brands.
        is_model = named_type.schema.get("type") == "object" and "x-brand" not in named_type.schema
        if is_model and not _is_described(named_type):
            yield _type_problem(named_type, f"{named_type.title} has no description")


def _methods_without_description(survey: Survey) -> Iterator[Observation]:
    """Find methods without a description and errors without one, each error once."""
    reported: set[object] = set()
    for operation in survey.operations:
        if not operation.model.summary:
            yield operation_problem(operation, "the method has no description")
        for error in operation.errors:
            if error not in reported and not error.description:
                yield operation_problem(operation, f"the error {error.type} has no description")
            reported.add(error)


def _is_described(named_type: NamedType) -> bool:
    """Return whether a type has a description, or its generic class has one."""
    if named_type.schema.get("description"):
        return True
    return named_type.generic is not None and bool(named_type.generic.__doc__)


def _types_of_users(survey: Survey) -> Iterator[NamedType]:
    """Yield all types except those that adapters define, such as ``HTTPValidationError`` of
    FastAPI.
    """
    for named_type in survey.types():
        module = getattr(named_type.python_type, "__module__", None)
        if not (isinstance(module, str) and module.startswith(ADAPTERS)):
            yield named_type


def example_missing(survey: Survey) -> Iterator[Observation]:
    """Find parameters, fields and brands that may be any string and have no example."""
    for operation in survey.operations:
        # The slots of the arguments are the first ones, hence `strict=False`.
        for argument, slot in zip(operation.arguments, operation.slots, strict=False):
            if _needs_example(survey.written_schemas.schema(slot)):
                yield operation_problem(operation, f"{argument.name} has no example")
    for named_type in _types_of_users(survey):
        # The author cannot attach an example to a NewType.
        if named_type.schema.get("examples") or isinstance(named_type.python_type, NewType):
            continue
        message = _missing_example(named_type)
        if message is not None:
            yield _type_problem(named_type, message)


def _missing_example(named_type: NamedType) -> str | None:
    """Return a message about the parts of a type that lack an example; None if none does."""
    schema = named_type.schema
    # Only models have fields.
    fields = [name for name, field in schema.get("properties", {}).items() if _needs_example(field)]
    if len(fields) == 1:
        return f"{fields[0]} of {named_type.title} has no example"
    if fields:
        return f"{', '.join(fields)} of {named_type.title} have no example"
    if "x-brand" in schema and _needs_example(schema):
        return f"{named_type.title} has no example"
    return None


def omitted(survey: Survey, keywords: tuple[str, ...]) -> Iterator[Observation]:
    """Find keywords that documents leave out because their values are not valid.

    Args:
        survey: The contracts.
        keywords: The keywords to report, such as ``default`` and ``pattern``.
    """
    for operation in survey.operations:
        # `argument` is None for the schemas of bodies and errors, which follow those of arguments.
        for slot, argument in zip_longest(operation.slots, operation.arguments):
            name = "the type that it returns or takes"
            if argument is not None:
                name = argument.name
            for omission in survey.written_schemas.left_out(slot):
                if omission.keyword in keywords:
                    yield operation_problem(operation, f"{name}: {omission}, so it is left out")
    for named_type in survey.types():
        for field, omission in _omitted_everywhere(survey, named_type):
            if omission.keyword in keywords:
                name = named_type.title
                if field:
                    name = f"{field} of {named_type.title}"
                yield _type_problem(named_type, f"{name}: {omission}, so it is left out")


def _omitted_everywhere(survey: Survey, named_type: NamedType) -> list[tuple[str | None, LeftOut]]:
    """Return the values of a type that all its schemas omit, each with the name of its field (None
    for the type itself).

    A type has two schemas if clients send another one than they receive. A value that is valid in
    one of them is of use, and not reported.
    """
    first_name, *other_names = named_type.schema_names
    in_all_schemas = list(dict.fromkeys(survey.written_schemas.left_out_of(first_name)))
    for name in other_names:
        omissions = list(survey.written_schemas.left_out_of(name))
        in_all_schemas = [omission for omission in in_all_schemas if omission in omissions]
    return in_all_schemas


def _type_problem(named_type: NamedType, message: str) -> Observation:
    """Return an observation about a type, at the first operation that uses it."""
    operation = named_type.operation
    return Observation(
        message=message,
        contract=operation.contract.name,
        method=operation.model.name,
        source=named_type.source,
    )


def _needs_example(schema: JsonSchema) -> bool:
    """Return whether a schema allows any string and shows readers nothing of what it looks like."""
    for keyword in KEYWORDS_LIKE_EXAMPLE:
        if schema.get(keyword):
            return False
    # A string or null, mostly.
    if "anyOf" in schema:
        return any(map(_needs_example, schema["anyOf"]))
    # A default shows readers such a string, unless it is empty.
    return schema.get("type") == "string" and not schema.get("default")
