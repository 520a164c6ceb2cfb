"""Reads FastAPI's fields (parameters and body parameters): their types, defaults and examples.

Annotations may have brands, the names that authors give to primitive types (``OrderId`` for
``str``). FastAPI's fields have lost them.
"""

from collections.abc import Sequence
from typing import Any

from fastapi import params
from fastapi.encoders import jsonable_encoder
from pydantic import Field
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from ...contracts import Brand
from ...contracts.annotations import added_constraints, annotated, is_alias, metadata_of
from ...contracts.lifecycle import Deprecated, Since, with_deprecation
from ...contracts.model import MISSING, Example, TypeForm
from ..shared.written_operations import named_examples

_FASTAPI_METADATA = (params.Param, params.Body, params.Depends)
"""Metadata in ``Annotated`` that FastAPI reads, such as ``Query(…)``. The type gets what
`documentation_of` returns in its place."""

_OWN_METADATA = (Brand, Since, Deprecated)
"""Metadata of ours, which FastAPI does not know."""


def field_type(field: Any, annotation: TypeForm = None, *, with_texts: bool = True) -> TypeForm:
    """Return the type of one of FastAPI's fields, with its constraints and examples as metadata.

    Args:
        field: A ``ModelField`` of FastAPI.
        annotation: The annotation as its author wrote it, which still has brands; None where it is
            unknown.
        with_texts: Whether the type also gets the field's description and deprecation. A parameter
            has these itself, so its type gets only the message of a deprecation.
    """
    info: FieldInfo = field.field_info
    if annotation is None:
        return _with_field_metadata(info.annotation, info, with_texts=with_texts)
    if is_alias(annotation):  # metadata is inside of the alias, which is documented by its name
        return _with_field_metadata(annotation, info, with_texts=with_texts)
    metadata = metadata_of(annotation)
    valid_metadata = _valid_metadata(metadata, info)
    if len(valid_metadata) < len(metadata):
        annotation = annotation.__origin__  # the type in `Annotated`, without metadata
        if valid_metadata:
            annotation = annotated(annotation, valid_metadata)
    return _with_field_metadata(annotation, info, with_texts=with_texts)


def _valid_metadata(metadata: Sequence[Any], info: FieldInfo) -> list[Any]:
    """Return the metadata of an annotation that FastAPI applies to its field.

    If the parameter's default is ``Query(…)`` or the like, FastAPI ignores part of the metadata.

    Args:
        metadata: The metadata in ``Annotated``.
        info: The ``FieldInfo`` that FastAPI made of the annotation.
    """
    without_fastapi = [item for item in metadata if not isinstance(item, _FASTAPI_METADATA)]
    # If `Query(…)` is in the annotation, FastAPI applies everything else there.
    if len(without_fastapi) < len(metadata):
        return without_fastapi
    return [item for item in metadata if isinstance(item, _OWN_METADATA) or _is_applied(item, info)]


def _is_applied(item: Any, info: FieldInfo) -> bool:
    """Return whether FastAPI has taken an item of metadata into a field, as a whole or by its
    constraints.
    """
    annotation_metadata = metadata_of(info.annotation)
    applied = [*info.metadata, *annotation_metadata]
    for other in annotation_metadata:
        applied += _constraints_of_field(other)
    if item in applied:
        return True
    # If annotations are strings, each evaluation creates a new ``Field(…)``, which equals no other.
    constraints = _constraints_of_field(item)
    return bool(constraints) and all(constraint in applied for constraint in constraints)


def _constraints_of_field(item: Any) -> Sequence[Any]:
    """Return the constraints in a ``Field(…)``; empty for other metadata."""
    if isinstance(item, FieldInfo):
        return item.metadata
    return ()


def _with_field_metadata(annotation: TypeForm, info: FieldInfo, *, with_texts: bool) -> TypeForm:
    """Return an annotation with the constraints, texts and examples of a field as metadata.

    Args:
        annotation: The annotation.
        info: FastAPI's ``Query(…)`` or the like.
        with_texts: Whether description and deprecation are added; if not, only the message of a
            deprecation is.
    """
    # Constraints only: what a ``Field(…)`` documents is part of `documentation`.
    added_metadata = [
        item for item in added_constraints(annotation, info) if not isinstance(item, FieldInfo)
    ]
    documentation = documentation_of(info, with_texts=with_texts)
    if documentation:
        added_metadata.append(Field(**documentation))
    if not with_texts:
        # `Field(deprecated=…)` is left out above; its message, if it has one, is kept.
        message = with_deprecation(None, info.deprecated)
        if message:
            added_metadata.append(Deprecated(message))
    if not added_metadata:
        return annotation
    return annotated(annotation, added_metadata)


def documentation_of(info: FieldInfo, *, with_texts: bool = True) -> dict[str, Any]:
    """Return the arguments of pydantic's ``Field`` that document a field.

    Args:
        info: FastAPI's ``Query(…)`` or the like.
        with_texts: Whether description and deprecation are included.
    """
    names = ["title", "examples", "json_schema_extra", "discriminator"]
    if with_texts:
        names += ["description", "deprecated"]
    arguments: dict[str, Any] = {}
    for name in names:
        value = getattr(info, name, None)
        if value not in (None, {}):
            arguments[name] = value
    return arguments


def default_of(info: FieldInfo) -> object:
    """Return the default value of a field; `MISSING` if it has none, or only a factory."""
    if info.default is PydanticUndefined or info.default is ...:
        return MISSING
    return info.default


_UNSET: object = getattr(params, "_Unset", None)
"""FastAPI's default of the argument `example` of ``Query(…)`` and the like."""


def examples_of(info: Any) -> tuple[Example, ...]:
    """Return the examples of a parameter or body: those in `openapi_examples`, else that in
    `example`.
    """
    example_objects = getattr(info, "openapi_examples", None)
    if example_objects:
        return named_examples(jsonable_encoder(example_objects))
    value = getattr(info, "example", None)
    if value is None or value is _UNSET:
        return ()
    return (Example(name="example", value=jsonable_encoder(value)),)
