"""Defines the rules about errors, types and names; those about texts are in `text_rules`."""

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import chain, groupby, product
from typing import Any
from uuid import UUID

from pydantic import BaseModel

from ..audience_rules import Audiences
from ..contracts.annotations import field_form, metadata_of, without_none
from ..contracts.audiences import combined
from ..contracts.credentials import unproven_permission
from ..contracts.errors import ErrorClass
from ..contracts.lifecycle import Lifecycle
from ..contracts.markers import Brand
from ..contracts.model import HttpMethod, Interaction, Parameter, TypeForm
from ..contracts.type_audiences import audience_of
from ..value_messages import did_you_mean
from .findings import Observation, at
from .same_types import ShapeComparison, class_of
from .survey import Operation, Survey

SCALARS = (str, int, UUID)
"""Types of identifiers."""

READING = ("get", "fetch", "read", "load", "show")
SAVING = ("save", "put", "update", "replace", "set", "edit", "change", "patch", "store", "create")


def server_error_missing(survey: Survey) -> Iterator[Observation]:
    """Find methods that do not declare SERVER_ERROR.

    Applications are left out, since their errors have no names.
    """
    for operation in survey.operations:
        if operation.contract.error_format == "plain":
            continue
        declared = {error.type for error in operation.errors}
        if _is_answered(operation.model) and "SERVER_ERROR" not in declared:
            yield at(operation, "SERVER_ERROR is not among its errors")


def _is_answered(model: HttpMethod | Interaction) -> bool:
    """Return whether a client waits for an answer of the server."""
    if isinstance(model, HttpMethod):
        return True
    return model.is_request and model.direction == "client_to_server"


def credential_missing(survey: Survey) -> Iterator[Observation]:
    """Find methods that need a permission, but declare no credential."""
    for operation in survey.operations:
        contract, model = operation.contract, operation.model
        is_called = isinstance(model, HttpMethod) or model.direction == "client_to_server"
        permission = unproven_permission(contract, model)
        if is_called and permission is not None:
            yield at(
                operation,
                f"it needs a permission ({permission.text}), but no credential: add security=, or "
                "a requirement with a header or cookie of the type BearerToken or ApiKey",
            )


def twin_models(survey: Survey) -> Iterator[Observation]:
    """Find two classes of equal shape where one is read and the other is saved."""
    # Reading and saving methods of one contract alone: across contracts, equal shapes mean little.
    pairs = [
        (reader, saver, read, saved)
        for reader, saver in _pairs(survey.operations)
        for read, saved in product(_classes(reader.answered), _classes(saver.sent))
        if read is not saved
    ]
    shapes = ShapeComparison(chain.from_iterable(classes for _, _, *classes in pairs))
    reported: set[frozenset[type]] = set()
    for reader, saver, read, saved in pairs:
        pair = frozenset({read, saved})
        if pair in reported or not shapes.alike(read, saved):
            continue
        reported.add(pair)
        yield at(
            saver,
            f"{saved.__name__}, which it takes, looks like {read.__name__}, which "
            f"{reader.model.name} returns: use one class for both, so that clients can send "
            "back what they got",
        )


def _classes(forms: Iterable[TypeForm]) -> list[type]:
    return [cls for cls in map(class_of, forms) if cls is not None]


def _pairs(operations: Iterable[Operation]) -> Iterator[tuple[Operation, Operation]]:
    """Yield the methods of one contract of which the second saves what the first returns."""
    for _, methods in groupby(operations, key=_contract_id):
        for saver, reader in product(list(methods), repeat=2):
            if saver.sent and reader.answered and _belong(reader, saver):
                yield reader, saver


def _contract_id(operation: Operation) -> int:
    return id(operation.contract)


def _belong(reader: Operation, saver: Operation) -> bool:
    if reader is saver:
        return True
    one, other = reader.model, saver.model
    if isinstance(one, HttpMethod) and isinstance(other, HttpMethod):
        reads = "GET" in one.verbs and "GET" not in other.verbs
        same_path = _nameless(one.path) == _nameless(other.path)
        if reads and same_path:
            return True
    read, _, thing = one.name.partition("_")
    saved, _, other_thing = other.name.partition("_")
    return read in READING and saved in SAVING and thing == other_thing


def _nameless(path: str) -> str:
    return re.sub(r"{[^{}]*}", "{}", path)


def unbranded_parameter(survey: Survey) -> Iterator[Observation]:
    """Find plain strings and numbers that are named like identifiers, if other types
    have brands.
    """
    brands = {_snake(brand): brand for brand in sorted(survey.brands)}
    if not brands:
        return
    for operation in survey.operations:
        for argument in operation.arguments:
            bare = _bare_scalar(argument.type)
            if bare is None:
                continue
            brand = _brand_for(argument, brands)
            if brand is not None:
                message = f"a bare {bare.__name__} named like the brand {brand}: use that"
                yield at(operation, f"{argument.name} is {message}")
            elif _snake(argument.name).endswith("_id"):
                name = _snake(argument.name).title().replace("_", "")
                yield at(
                    operation,
                    f"{argument.name} is a bare {bare.__name__}: make a brand, "
                    f"{name} = NewType({name!r}, {bare.__name__}), so that it cannot be confused "
                    "with another",
                )


def _brand_for(argument: Any, brands: dict[str, str]) -> str | None:
    name = _snake(argument.name)
    for snake, brand in brands.items():
        if name == snake or name.endswith(f"_{snake}"):
            return brand
    in_path = isinstance(argument, Parameter) and argument.location == "path"
    if in_path:
        return brands.get(f"{name}_id")
    return None


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).replace("-", "_").lower()


def _bare_scalar(annotation: TypeForm) -> type | None:
    """Return the scalar that a type is, also inside ``Annotated`` and ``| None``; None for a named
    type.
    """
    annotation = without_none(annotation) or annotation
    metadata = metadata_of(annotation)
    if metadata:
        for item in metadata:
            if isinstance(item, Brand):
                return None
        return _bare_scalar(annotation.__origin__)
    for scalar in SCALARS:
        if annotation == scalar:
            return scalar
    return None


def hidden_required(survey: Survey) -> Iterator[Observation]:
    """Find required parameters and fields that some callers are not shown."""
    for operation in survey.operations:
        model = operation.model
        if not isinstance(model, HttpMethod) and model.direction != "client_to_server":
            continue
        # Who may call the method, and is shown less than it asks for.
        callers = combined(operation.contract.audience, model.audience)
        for name, mark in _required_marks(operation):
            if mark and not (callers and set(callers) <= set(mark)):
                yield at(
                    operation,
                    f"{name} must be sent, but is only for {', '.join(mark)}: make it optional, "
                    "or give the method the same audience",
                )


def _required_marks(operation: Operation) -> Iterator[tuple[str, Audiences]]:
    """Yield the required parameters and fields of an operation, with their audiences."""
    for argument in operation.arguments:
        if argument.required:
            yield argument.name, combined(argument.audience, audience_of(argument.type))
    for annotation in operation.sent:
        cls = class_of(annotation)
        if cls is None or not issubclass(cls, BaseModel):
            continue
        for name, field in cls.model_fields.items():
            if field.is_required():
                yield name, audience_of(field_form(field.annotation, field))


def unknown_replacement(survey: Survey) -> Iterator[Observation]:
    """Find deprecations whose replacement no contract has."""
    names: set[str] = set()
    error_types: set[str] = set()
    users: dict[ErrorClass, Operation] = {}
    for operation in survey.operations:
        names.add(operation.contract.name)
        names.add(f"{operation.contract.name}.{operation.model.name}")
        for error in operation.errors:
            error_types.add(error.type)
            users[error] = operation
    for operation in survey.operations:
        lifecycle = operation.model.lifecycle or operation.contract.lifecycle
        for message in _unknown("it is", lifecycle, names, "which no contract has"):
            yield at(operation, message)
    for error, operation in users.items():
        subject = f"the error {error.type} is"
        for message in _unknown(subject, error.lifecycle, error_types, "which no method declares"):
            yield at(operation, message)


def _unknown(
    subject: str, lifecycle: Lifecycle | None, names: Collection[str], why: str
) -> Iterator[str]:
    name = lifecycle.replacement if lifecycle is not None else None
    if name is not None and name not in names:
        hint = did_you_mean(name, names)
        yield f"{subject} replaced by {name!r}, {why}" + (f": {hint}" * bool(hint))


def error_redefined(survey: Survey) -> Iterator[Observation]:
    """Find error types that are defined twice with different status or data."""
    first: dict[str, tuple[ErrorClass, Operation]] = {}
    reported: set[ErrorClass] = set()
    for operation in survey.operations:
        for error in operation.errors:
            known, where = first.setdefault(error.type, (error, operation))
            is_same = error.data_type == known.data_type and error.status == known.status
            if error in reported or is_same:
                continue
            reported.add(error)
            yield at(
                operation,
                f"{error.type} of {_place(error)} is not {error.type} of {_place(known)}, which "
                f"{where.contract.name}.{where.model.name} declares: clients see one type with "
                "two meanings",
            )


def _place(error: ErrorClass) -> str:
    if error.source.line is None:
        return error.source.module
    return f"{error.source.module}:{error.source.line}"
