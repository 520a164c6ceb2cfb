"""Reads request bodies: one value, several embedded values, forms and files."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any, get_args

from fastapi import UploadFile, params
from pydantic import BaseModel, Field

from ...contracts.annotations import UNIONS, get_origin, is_class, peel_all, without_none
from ...contracts.declared_parameters import replaced_description, spread
from ...contracts.model import MISSING, BodyField, Content, FileRules, RequestBody, TypeForm
from .dependants import BodyPart
from .field_facts import default_of, examples_of, field_type


def request_body(route: Any, parts: Sequence[BodyPart]) -> RequestBody | None:
    """Return the body of a route.

    Args:
        route: FastAPI's route, which knows whether single values are embedded and what media type
            they make.
        parts: The fields of its handler and its dependencies.
    """
    if route.body_field is None or not parts:
        return None
    info = route.body_field.field_info
    content = _content(route, parts)
    return RequestBody(
        contents=(content,),
        required=bool(info.is_required()),
        argument=parts[0].field.name if content.fields is None and len(parts) == 1 else None,
    )


def _content(route: Any, parts: Sequence[BodyPart]) -> Content:
    info = route.body_field.field_info
    content = Content(media_type=info.media_type, examples=examples_of(info))
    if any(is_choice(part.field) for part in parts):
        # FastAPI has made a model of it, with rules that no list of fields has
        return replace(content, type=info.annotation)
    # FastAPI decides it for all dependencies together, and has no public attribute for it.
    if not getattr(route, "_embed_body_fields", True):
        annotation = field_type(parts[0].field, parts[0].written)
        default = default_of(info)
        if default is not MISSING and default is not None:
            annotation = Annotated[annotation, Field(default=default)]
        return replace(content, type=annotation)
    fields: dict[str, BodyField] = {}
    for part in parts:
        for field in _part_fields(part):
            fields[field.name] = field
    return replace(content, fields=tuple(fields.values()))


def _part_fields(part: BodyPart) -> Iterable[BodyField]:
    """Return the fields of one part; those of a form's model are fields of the form itself."""
    model = _form_model(part)
    if model is None:
        return (_field(part),)
    return form_fields(model, part.field.name)


def is_choice(field: Any) -> bool:
    """Return whether a form's group of fields can be one of several models, or absent."""
    info = field.field_info
    if not isinstance(info, params.Form) or isinstance(info, params.File):
        return False
    bare = peel_all(info.annotation)
    if get_origin(bare) not in UNIONS:
        return False
    for member in map(peel_all, get_args(bare)):
        if is_class(member) and issubclass(member, BaseModel):
            return True
    return False


def _form_model(part: BodyPart) -> type[BaseModel] | None:
    """Return the model of a form's group of fields."""
    # `File` is a subclass of `Form`, and a field of its own.
    if not isinstance(part.field.field_info, params.Form) or isinstance(
        part.field.field_info, params.File
    ):
        return None
    bare = peel_all(part.field.field_info.annotation)
    if isinstance(bare, type) and issubclass(bare, BaseModel):
        return bare
    return None


def form_fields(model: type[BaseModel], argument: str) -> Iterator[BodyField]:
    """Yield the fields of a model as fields of a form."""
    for parameter in spread(model, argument):
        yield BodyField(
            name=parameter.name,
            type=parameter.type,
            required=parameter.required,
            default=parameter.default,
            description=parameter.description,
            deprecated=parameter.deprecated,
            argument=argument,
        )


def _field(part: BodyPart) -> BodyField:
    info = part.field.field_info
    annotation = field_type(part.field, part.written)
    rules: FileRules | None = None
    # That of others is in the type, which of a file is replaced.
    description = replaced_description(annotation, info)
    if isinstance(info, params.File):
        annotation = _file_type(annotation)
        rules = FileRules()
        description = info.description
    name = part.field.name
    alias = info.validation_alias or info.alias
    if isinstance(alias, str):
        name = alias
    return BodyField(
        name=name,
        type=annotation,
        required=info.is_required(),
        default=default_of(info),
        description=description,
        file=rules,
        argument=part.field.name,
    )


def _file_type(annotation: TypeForm) -> TypeForm:
    """``UploadFile`` is bytes on the wire."""
    bare = peel_all(annotation)
    inner = without_none(bare)
    if inner is not None:
        return _file_type(inner) | None
    if isinstance(bare, type) and issubclass(bare, UploadFile):
        return bytes
    # Several files are sent as parts of one name.
    if get_origin(bare) in (list, set, frozenset, tuple, Sequence):
        return list[bytes]
    return annotation
