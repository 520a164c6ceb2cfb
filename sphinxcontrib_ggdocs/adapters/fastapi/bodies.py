"""Request bodies: one value, several embedded ones, forms, files."""

from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import UploadFile, params
from pydantic import Field

from ...contracts.annotations import get_origin, peel_all, without_none
from ...contracts.model import MISSING, BodyField, Content, FileRules, RequestBody, TypeForm
from .annotations import default_of, field_type
from .dependants import BodyPart
from .examples import examples_of


def request_body(route: Any, parts: Sequence[BodyPart]) -> RequestBody | None:
    """The body of a route.

    Args:
        route: FastAPI's route, which knows whether single values are embedded and what media type they make.
        parts: The fields of its handler and its dependencies.
    """
    if route.body_field is None or not parts:
        return None
    info = route.body_field.field_info
    required = bool(info.is_required())
    if not getattr(route, "_embed_body_fields", True):
        only = parts[0]
        form = field_type(only.field, only.written)
        default = default_of(info)
        if default is not MISSING and default is not None:
            form = Annotated[form, Field(default=default)]
        content = Content(media_type=info.media_type, type=form, examples=examples_of(info))
        return RequestBody(contents=(content,), required=required)
    fields: dict[str, BodyField] = {}
    for part in parts:
        made = _field(part)
        fields[made.name] = made
    content = Content(media_type=info.media_type, fields=tuple(fields.values()), examples=examples_of(info))
    return RequestBody(contents=(content,), required=required)


def _field(part: BodyPart) -> BodyField:
    info = part.field.field_info
    alias = info.validation_alias or info.alias
    file = isinstance(info, params.File)
    form = field_type(part.field, part.written)
    return BodyField(
        name=alias if isinstance(alias, str) else part.field.name,
        type=_file_type(form) if file else form,
        required=info.is_required(),
        default=default_of(info),
        description=info.description if file else None,
        file=FileRules() if file else None,
        argument=part.field.name,
    )


def _file_type(form: TypeForm) -> TypeForm:
    """``UploadFile`` is bytes on the wire."""
    bare = peel_all(form)
    inner = without_none(bare)
    if inner is not None:
        return _file_type(inner) | None
    if isinstance(bare, type) and issubclass(bare, UploadFile):
        return bytes
    if get_origin(bare) in (list, set, frozenset, tuple, Sequence):
        return list[bytes]
    return form
