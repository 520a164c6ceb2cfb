"""Reads FastAPI's fields: their types, defaults and examples."""

from collections.abc import Sequence
from itertools import chain
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

_OURS = (params.Param, params.Body, params.Depends)
"""What FastAPI reads in ``Annotated``; of these the type keeps only what `documentation_of`
returns."""

_KEPT = (Brand, Since, Deprecated)
"""Metadata that FastAPI does not know."""


def field_type(field: Any, annotation: TypeForm = None, *, words: bool = True) -> TypeForm:
    """Return the type of one of FastAPI's fields.

    Args:
        field: A ``ModelField`` of FastAPI.
        annotation: The annotation that it was made from, where that is known.
        words: Whether description and deprecation belong to the type, too; of a parameter they do
            not, except for what to use instead.
    """
    info: FieldInfo = field.field_info
    if annotation is None:
        return _with(info.annotation, info, words)
    if is_alias(annotation):
        return _with(annotation, info, words)
    metadata = metadata_of(annotation)
    kept = _kept_metadata(metadata, info)
    if len(kept) < len(metadata):
        annotation = annotation.__origin__
        if kept:
            annotation = annotated(annotation, kept)
    return _with(annotation, info, words)


def _kept_metadata(metadata: Sequence[Any], info: FieldInfo) -> list[Any]:
    """Return the metadata of an annotation that still holds for its field in FastAPI."""
    kept = [item for item in metadata if not isinstance(item, _OURS)]
    if len(kept) < len(metadata):
        return kept
    # FastAPI drops the metadata of the type where the default is a `Query(…)` or its like
    return [item for item in metadata if isinstance(item, _KEPT) or _is_read(item, info)]


def _is_read(item: Any, info: FieldInfo) -> bool:
    """Return whether FastAPI has read the metadata of the type, whole or in its parts."""
    kept = metadata_of(info.annotation)
    known = (*info.metadata, *kept, *chain.from_iterable(map(_parts, kept)))
    parts = _parts(item)
    return item in known or (bool(parts) and all(part in known for part in parts))


def _parts(item: Any) -> Sequence[Any]:
    """What ``Field(…)`` holds; of annotations that are strings, each reading makes another."""
    return item.metadata if isinstance(item, FieldInfo) else ()


def _with(annotation: TypeForm, info: FieldInfo, words: bool) -> TypeForm:
    """Add the constraints and texts of FastAPI's ``Query(…)`` and its like to an annotation."""
    added = [
        item for item in added_constraints(annotation, info) if not isinstance(item, FieldInfo)
    ]
    documentation = documentation_of(info, words=words)
    if documentation:
        added.append(Field(**documentation))
    if not words:
        message = with_deprecation(None, info.deprecated)
        if message:
            added.append(Deprecated(message))
    if not added:
        return annotation
    return annotated(annotation, added)


def documentation_of(info: FieldInfo, *, words: bool = True) -> dict[str, Any]:
    """Return the arguments of ``Field`` that document a field."""
    names = ["title", "examples", "json_schema_extra", "discriminator"]
    if words:
        names += ["description", "deprecated"]
    arguments: dict[str, Any] = {}
    for name in names:
        value = getattr(info, name, None)
        if value not in (None, {}):
            arguments[name] = value
    return arguments


def default_of(info: FieldInfo) -> object:
    """Return the default, or `MISSING`; what a factory returns is not documented."""
    return MISSING if info.default is PydanticUndefined or info.default is ... else info.default


_UNSET: object = getattr(params, "_Unset", None)
"""What FastAPI has in the place of an example that was not given."""


def examples_of(info: Any) -> tuple[Example, ...]:
    """Return the examples of a parameter or a body: those with names, else the one without."""
    named = getattr(info, "openapi_examples", None)
    if named:
        return named_examples(jsonable_encoder(named))
    value = getattr(info, "example", None)
    if value is None or value is _UNSET:
        return ()
    return (Example(name="example", value=jsonable_encoder(value)),)
