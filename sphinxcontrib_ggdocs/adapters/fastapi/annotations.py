"""The types that handlers were annotated with, for FastAPI's own fields have lost brands."""

import inspect
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import params
from pydantic import Field
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from ...contracts.annotations import added_metadata, is_alias, metadata_of
from ...contracts.model import MISSING, TypeForm

_OURS = (params.Param, params.Body, params.Depends)
"""What FastAPI reads in ``Annotated``; for the type itself it says nothing but what `words_of`
keeps."""


def annotations_of(call: Callable[..., Any] | None) -> dict[str, TypeForm]:
    """The annotations of a handler or a dependency by argument; empty where they cannot be
    resolved.
    """
    if call is None:
        return {}
    try:
        signature = inspect.signature(call, eval_str=True)
    except (
        NameError,
        TypeError,
        ValueError,
        AttributeError,
        SyntaxError,
    ):  # names only under TYPE_CHECKING, builtins
        return {}
    return {
        name: parameter.annotation
        for name, parameter in signature.parameters.items()
        if parameter.annotation is not parameter.empty
    }


def field_type(field: Any, written: TypeForm = None, *, words: bool = True) -> TypeForm:
    """The type of one of FastAPI's fields.

    Args:
        field: A ``ModelField`` of FastAPI.
        written: The annotation that it was made from, where that is known.
        words: Whether description and deprecation belong to the type, too; of a parameter they do
            not.
    """
    info: FieldInfo = field.field_info
    if written is None or is_alias(written):
        return _with(written if written is not None else info.annotation, info, words)
    metadata = metadata_of(written)
    kept = tuple(item for item in metadata if not isinstance(item, _OURS))
    if len(kept) < len(metadata):
        base = written.__origin__
        written = Annotated[(base, *kept)] if kept else base
    return _with(written, info, words)


def _with(written: TypeForm, info: FieldInfo, words: bool) -> TypeForm:
    """`written` with the constraints and words that stand in FastAPI's ``Query(…)`` and its
    like.
    """
    added = [item for item in added_metadata(written, info) if not isinstance(item, FieldInfo)]
    said = words_of(info, words=words)
    if said:
        added.append(Field(**said))
    return Annotated[(written, *added)] if added else written


def words_of(info: FieldInfo, *, words: bool = True) -> dict[str, Any]:
    """What a field says beside its type."""
    names = ["title", "examples", "json_schema_extra", "discriminator"]
    if words:
        names += ["description", "deprecated"]
    return {name: value for name in names if (value := getattr(info, name, None)) not in (None, {})}


def default_of(info: FieldInfo) -> object:
    """The default, or `MISSING`; what a factory makes is not documented."""
    return MISSING if info.default is PydanticUndefined or info.default is ... else info.default
