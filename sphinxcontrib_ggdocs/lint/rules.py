"""Defines the rules about errors, types and names; those about texts are in `text_rules`.

A brand is a type of its own for one kind of strings or numbers, such as ``OrderId`` for the ids of
orders. `audience` of a part has the readers that may see it; empty means everyone.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Set
from itertools import groupby, product
from typing import NamedTuple
from uuid import UUID

from pydantic import BaseModel

from ..audience_rules import Audiences
from ..contracts.annotations import annotated_field_type, metadata_of, without_none
from ..contracts.audiences import combined
from ..contracts.credentials import unproven_permission
from ..contracts.errors import ErrorClass
from ..contracts.lifecycle import Lifecycle
from ..contracts.markers import Brand
from ..contracts.model import BodyField, HttpMethod, Interaction, Parameter, TypeForm
from ..contracts.type_audiences import audience_of
from ..value_messages import did_you_mean
from .findings import Observation, operation_problem
from .same_types import ShapeComparison, class_of
from .survey import Operation, Survey

IDENTIFIER_TYPES = (str, int, UUID)
"""Builtin types that identifiers usually have."""

READING_VERBS = ("get", "fetch", "read", "load", "show")
"""First words of names of methods that return something: ``get_user``."""
SAVING_VERBS = (
    "save",
    "put",
    "update",
    "replace",
    "set",
    "edit",
    "change",
    "patch",
    "store",
    "create",
)
"""First words of names of methods that save something: ``save_user``."""


def server_error_missing(survey: Survey) -> Iterator[Observation]:
    """Find methods that do not declare SERVER_ERROR.

    Contracts read from applications are skipped, since their errors have no names.
    """
    for operation in survey.operations:
        if operation.contract.error_format == "plain":
            continue
        declared_types = {error.type for error in operation.errors}
        if _expects_answer(operation.model) and "SERVER_ERROR" not in declared_types:
            yield operation_problem(operation, "SERVER_ERROR is not among its errors")


def _expects_answer(model: HttpMethod | Interaction) -> bool:
    """Return whether the client gets an answer from the server: to an HTTP request, or to a
    WebSocket message that is a request.
    """
    if isinstance(model, HttpMethod):
        return True
    return model.is_request and model.direction == "client_to_server"


def credential_missing(survey: Survey) -> Iterator[Observation]:
    """Find methods that need a permission, but declare no credential."""
    for operation in survey.operations:
        contract, model = operation.contract, operation.model
        # Nobody calls the messages that the server sends.
        is_called = isinstance(model, HttpMethod) or model.direction == "client_to_server"
        permission = unproven_permission(contract, model)
        if is_called and permission is not None:
            yield operation_problem(
                operation,
                f"it needs a permission ({permission.text}), but no credential: add security=, or "
                "a requirement with a header or cookie of the type BearerToken or ApiKey",
            )


def twin_models(survey: Survey) -> Iterator[Observation]:
    """Find two classes of equal shape where one is read and the other is saved. A pair of classes
    is reported once, however many methods use it.
    """
    # All classes first, since a comparison describes them together.
    candidates: list[_TwinCandidates] = []
    for reader, saver in _reader_saver_pairs(survey.operations):
        candidates += _twin_candidates(reader, saver)
    classes: list[type] = []
    for candidate in candidates:
        classes += (candidate.read_class, candidate.saved_class)
    shapes = ShapeComparison(classes)
    reported: set[frozenset[type]] = set()
    for reader, saver, read_class, saved_class in candidates:
        pair = frozenset({read_class, saved_class})
        if pair in reported or not shapes.alike(read_class, saved_class):
            continue
        reported.add(pair)
        yield operation_problem(
            saver,
            f"{saved_class.__name__}, which it takes, looks like {read_class.__name__}, which "
            f"{reader.model.name} returns: use one class for both, so that clients can send "
            "back what they got",
        )


class _TwinCandidates(NamedTuple):
    """Two different classes, of which one is returned by a method and the other sent to one."""

    reader: Operation
    saver: Operation
    read_class: type
    saved_class: type


def _twin_candidates(reader: Operation, saver: Operation) -> Iterator[_TwinCandidates]:
    """Yield all pairs of a class that one operation returns and a class that another one takes."""
    for read_class in _classes(reader.answered):
        for saved_class in _classes(saver.sent):
            if read_class is not saved_class:
                yield _TwinCandidates(reader, saver, read_class, saved_class)


def _classes(annotations: Iterable[TypeForm]) -> list[type]:
    """Return the classes among some types; builtin types and unions are none."""
    return [cls for cls in map(class_of, annotations) if cls is not None]


def _reader_saver_pairs(
    operations: Iterable[Operation],
) -> Iterator[tuple[Operation, Operation]]:
    """Yield pairs of operations of which the second saves what the first returns.

    Both belong to one contract: across contracts, classes of equal shape mean little.
    """
    # The operations of a contract follow each other. An operation is paired with itself, too: it
    # may return what it saves.
    for _contract, contract_operations in groupby(operations, key=_contract_id):
        for saver, reader in product(list(contract_operations), repeat=2):
            if saver.sent and reader.answered and _saves_what_is_read(reader, saver):
                yield reader, saver


def _contract_id(operation: Operation) -> int:
    """Return a key that is equal for operations of the same contract object."""
    return id(operation.contract)


def _saves_what_is_read(reader: Operation, saver: Operation) -> bool:
    """Return whether one operation saves what another one returns, judged by path or name.

    This holds for GET and PUT ``/users/{id}``, for ``get_user`` and ``save_user``, and for an
    operation that takes and returns something itself.
    """
    if reader is saver:
        return True
    reading, saving = reader.model, saver.model
    if isinstance(reading, HttpMethod) and isinstance(saving, HttpMethod):
        only_first_gets = "GET" in reading.verbs and "GET" not in saving.verbs
        same_path = _without_parameter_names(reading.path) == _without_parameter_names(saving.path)
        if only_first_gets and same_path:
            return True
    read_verb, _, read_noun = reading.name.partition("_")
    saving_verb, _, saved_noun = saving.name.partition("_")
    return read_verb in READING_VERBS and saving_verb in SAVING_VERBS and read_noun == saved_noun


def _without_parameter_names(path: str) -> str:
    """Return a path with empty placeholders: ``/users/{id}`` gives ``/users/{}``."""
    return re.sub(r"{[^{}]*}", "{}", path)


def unbranded_parameter(survey: Survey) -> Iterator[Observation]:
    """Find parameters and body fields that are plain strings or numbers, but are named like a brand
    or an identifier.

    Nothing is reported if no contract uses any brand: then the project does without them.
    """
    # Sorted, so that of two brands with one name in snake case, always the same one is suggested.
    brands = {_snake_case(name): name for name in sorted(survey.brands)}
    if not brands:
        return
    for operation in survey.operations:
        for argument in operation.arguments:
            plain_type = _plain_type(argument.type)
            if plain_type is None:  # It has a brand already, or is no identifier.
                continue
            brand = _brand_for(argument, brands)
            if brand is not None:
                message = f"a bare {plain_type.__name__} named like the brand {brand}: use that"
                yield operation_problem(operation, f"{argument.name} is {message}")
            # No such brand, but surely an identifier.
            elif _snake_case(argument.name).endswith("_id"):
                new_brand = _snake_case(argument.name).title().replace("_", "")
                yield operation_problem(
                    operation,
                    f"{argument.name} is a bare {plain_type.__name__}: make a brand, "
                    f"{new_brand} = NewType({new_brand!r}, {plain_type.__name__}), so that it "
                    "cannot be confused with another",
                )


def _brand_for(argument: Parameter | BodyField, brands: Mapping[str, str]) -> str | None:
    """Return the brand that an argument is named after; None if there is none.

    ``owner_id`` and ``previous_owner_id`` are named after the brand ``OwnerId``, and so is
    ``owner`` in a path.

    Args:
        argument: The parameter or body field.
        brands: All brands by their names in snake case.
    """
    name = _snake_case(argument.name)
    for brand_in_snake_case, brand in brands.items():
        if name == brand_in_snake_case or name.endswith(f"_{brand_in_snake_case}"):
            return brand
    if isinstance(argument, Parameter) and argument.location == "path":
        return brands.get(f"{name}_id")
    return None


def _snake_case(name: str) -> str:
    """Return ``owner_id`` for ``OwnerId``, ``ownerId`` and ``Owner-Id``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).replace("-", "_").lower()


def _plain_type(annotation: TypeForm) -> type | None:
    """Return the identifier type (`IDENTIFIER_TYPES`) that an annotation stands for, also inside
    ``Annotated`` and ``| None``; None for other types and for brands.
    """
    # `without_none` returns None for a type that is no union with None.
    annotation = without_none(annotation) or annotation
    metadata = metadata_of(annotation)
    if metadata:
        for item in metadata:
            if isinstance(item, Brand):
                return None
        return _plain_type(annotation.__origin__)  # The type inside `Annotated`.
    for identifier_type in IDENTIFIER_TYPES:
        if annotation == identifier_type:
            return identifier_type
    return None


def hidden_required(survey: Survey) -> Iterator[Observation]:
    """Find required parameters and fields that some callers of the method cannot see in their
    documentation.
    """
    for operation in survey.operations:
        model = operation.model
        # Clients send nothing for a message of the server.
        if not isinstance(model, HttpMethod) and model.direction != "client_to_server":
            continue
        callers = combined(operation.contract.audience, model.audience)
        for name, audiences in _required_inputs(operation):
            # Empty audiences mean everybody.
            all_callers_see_it = not audiences or (callers and set(callers) <= set(audiences))
            if not all_callers_see_it:
                yield operation_problem(
                    operation,
                    f"{name} must be sent, but is only for {', '.join(audiences)}: make it "
                    "optional, or give the method the same audience",
                )


def _required_inputs(operation: Operation) -> Iterator[tuple[str, Audiences]]:
    """Yield the names of required parameters, body fields and fields of sent models, with their
    audiences.
    """
    for argument in operation.arguments:
        if argument.required:
            yield argument.name, combined(argument.audience, audience_of(argument.type))
    for annotation in operation.sent:
        cls = class_of(annotation)
        # Only fields of pydantic models have audiences.
        if cls is None or not issubclass(cls, BaseModel):
            continue
        for name, field in cls.model_fields.items():
            if field.is_required():
                yield name, audience_of(annotated_field_type(field.annotation, field))


def unknown_replacement(survey: Survey) -> Iterator[Observation]:
    """Find deprecations that name a replacement which no contract has: a contract, a method
    (``UserApi.get_user``) or an error type.
    """
    operation_names: set[str] = set()
    error_types: set[str] = set()
    operation_by_error: dict[ErrorClass, Operation] = {}
    for operation in survey.operations:
        operation_names.add(operation.contract.name)
        operation_names.add(f"{operation.contract.name}.{operation.model.name}")
        for error in operation.errors:
            error_types.add(error.type)
            operation_by_error[error] = operation
    for operation in survey.operations:
        # A deprecated contract deprecates its methods.
        lifecycle = operation.model.lifecycle or operation.contract.lifecycle
        replacement = _unknown_replacement(lifecycle, operation_names)
        if replacement is not None:
            message = f"it is replaced by {replacement!r}, which no contract has"
            hint = _similar_name_hint(replacement, operation_names)
            yield operation_problem(operation, message + hint)
    for error, operation in operation_by_error.items():
        replacement = _unknown_replacement(error.lifecycle, error_types)
        if replacement is not None:
            message = (
                f"the error {error.type} is replaced by {replacement!r}, which no method declares"
            )
            hint = _similar_name_hint(replacement, error_types)
            yield operation_problem(operation, message + hint)


def _unknown_replacement(lifecycle: Lifecycle | None, known_names: Set[str]) -> str | None:
    """Return the replacement that a deprecation names if it is none of the known names; None if it
    is, or if there is no deprecation or no replacement.
    """
    if lifecycle is None or lifecycle.replacement in known_names:
        return None
    return lifecycle.replacement


def _similar_name_hint(name: str, known_names: Set[str]) -> str:
    """Return the end of a message, ``: did you mean …?``; empty if no known name is similar."""
    hint = did_you_mean(name, known_names)
    if hint:
        return f": {hint}"
    return ""


def error_redefined(survey: Survey) -> Iterator[Observation]:
    """Find error types that are defined twice with different status or data. Each definition is
    compared with the first one of its type. One that differs is reported once, however many
    operations have it.
    """
    first_by_type: dict[str, tuple[ErrorClass, Operation]] = {}
    reported: set[ErrorClass] = set()
    for operation in survey.operations:
        for error in operation.errors:
            first, first_operation = first_by_type.setdefault(error.type, (error, operation))
            is_same = error.data_type == first.data_type and error.status == first.status
            if error in reported or is_same:
                continue
            reported.add(error)
            yield operation_problem(
                operation,
                f"{error.type} of {_source_place(error)} is not {error.type} of "
                f"{_source_place(first)}, which "
                f"{first_operation.contract.name}.{first_operation.model.name} declares: clients "
                "see one type with two meanings",
            )


def _source_place(error: ErrorClass) -> str:
    """Return where an error is defined, such as ``shop.errors:12``, or only its module."""
    if error.source.line is None:
        return error.source.module
    return f"{error.source.module}:{error.source.line}"
