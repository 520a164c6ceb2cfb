"""Reads the request bodies of FastAPI's routes: a single value, several values embedded in an
object, forms and files.

A peeled type is one without the ``Annotated``, aliases and NewTypes around it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any, get_args

from fastapi import UploadFile, params
from pydantic import BaseModel, Field

from ...contracts.annotations import UNIONS, get_origin, is_class, peel_all, without_none
from ...contracts.declared_parameters import parameters_of_model, replaced_description
from ...contracts.model import MISSING, BodyField, Content, FileRules, RequestBody, TypeForm
from .dependants import BodyPart
from .field_facts import default_of, examples_of, field_type


def request_body(route: Any, parts: Sequence[BodyPart]) -> RequestBody | None:
    """Return the request body of a route; None if it has none.

    Args:
        route: FastAPI's route. It knows whether a single value is the whole body, and the media
            type.
        parts: The body parameters of its handler and dependencies.
    """
    if route.body_field is None or not parts:
        return None
    info = route.body_field.field_info
    content = _content(route, parts)
    argument = None
    # Otherwise several arguments share the body, and its fields name them.
    if content.fields is None and len(parts) == 1:
        argument = parts[0].field.name
    return RequestBody(contents=(content,), required=bool(info.is_required()), argument=argument)


def _content(route: Any, parts: Sequence[BodyPart]) -> Content:
    """Return the representation of a body: with the type of the whole body, if that is a single
    value or a form of several models, else with its fields.
    """
    info = route.body_field.field_info
    content = Content(media_type=info.media_type, examples=examples_of(info))
    if any(is_form_of_several_models(part.field) for part in parts):
        # The fields differ between the models of the union, so there is no list of fields. FastAPI
        # has created a model for the whole form, which is the type of its `body_field`.
        return replace(content, type=info.annotation)
    # Whether values are embedded in an object depends on all dependencies together. FastAPI has no
    # public attribute for it.
    if not getattr(route, "_embed_body_fields", True):  # the only value is the whole body
        annotation = field_type(parts[0].field, parts[0].annotation)
        default = default_of(info)
        # A default of None only says that the body is optional, which `required` says.
        if default is not MISSING and default is not None:
            annotation = Annotated[annotation, Field(default=default)]
        return replace(content, type=annotation)
    fields: dict[str, BodyField] = {}
    for part in parts:
        for field in _part_fields(part):
            fields[field.name] = field
    return replace(content, fields=tuple(fields.values()))


def _part_fields(part: BodyPart) -> Iterable[BodyField]:
    """Return the field that a body parameter is, or of a form's model the fields of the model."""
    model = _form_model(part)
    if model is None:
        return (_body_field(part),)
    return form_fields(model, part.field.name)


def _is_form_parameter(info: Any) -> bool:
    """Return whether a parameter is declared with ``Form(…)``, and not with ``File(…)``, whose
    class is derived from that of ``Form(…)``.
    """
    return isinstance(info, params.Form) and not isinstance(info, params.File)


def is_form_of_several_models(field: Any) -> bool:
    """Return whether one of FastAPI's fields is a form parameter whose type is a union with a
    model: ``A | B`` or ``A | None``.
    """
    info = field.field_info
    if not _is_form_parameter(info):
        return False
    peeled = peel_all(info.annotation)
    if get_origin(peeled) not in UNIONS:
        return False
    for member in map(peel_all, get_args(peeled)):
        if is_class(member) and issubclass(member, BaseModel):
            return True
    return False


def _form_model(part: BodyPart) -> type[BaseModel] | None:
    """Return the model of a form parameter; None for other types and parameters."""
    info = part.field.field_info
    if not _is_form_parameter(info):
        return None
    peeled = peel_all(info.annotation)
    if isinstance(peeled, type) and issubclass(peeled, BaseModel):
        return peeled
    return None


def form_fields(model: type[BaseModel], argument: str) -> Iterator[BodyField]:
    """Yield the fields of a model as fields of a form.

    Args:
        model: The model.
        argument: The name of the handler's argument that gets the model.
    """
    for parameter in parameters_of_model(model, argument):
        yield BodyField(
            name=parameter.name,
            type=parameter.type,
            required=parameter.required,
            default=parameter.default,
            description=parameter.description,
            deprecated=parameter.deprecated,
            argument=argument,
        )


def _body_field(part: BodyPart) -> BodyField:
    """Return the field of an object or form that a body parameter is."""
    info = part.field.field_info
    annotation = field_type(part.field, part.annotation)
    file_rules: FileRules | None = None
    # The type has the description itself, unless its author replaces its schema.
    description = replaced_description(annotation, info)
    if isinstance(info, params.File):  # another type takes the place of the one with the texts
        annotation = _file_type(annotation)
        file_rules = FileRules()
        description = info.description
    name = part.field.name
    alias = info.validation_alias or info.alias
    if isinstance(alias, str):  # others, such as `AliasPath`, are no names
        name = alias
    return BodyField(
        name=name,
        type=annotation,
        required=info.is_required(),
        default=default_of(info),
        description=description,
        file=file_rules,
        argument=part.field.name,
    )


def _file_type(annotation: TypeForm) -> TypeForm:
    """Return the type of an uploaded file as it is sent: `bytes` for ``UploadFile``,
    ``list[bytes]`` for several files, optional if the parameter is; another type, such as `bytes`
    itself, without changes.
    """
    peeled = peel_all(annotation)
    type_without_none = without_none(peeled)
    if type_without_none is not None:
        return _file_type(type_without_none) | None
    if isinstance(peeled, type) and issubclass(peeled, UploadFile):
        return bytes
    # Several files are sent as parts with one name.
    if get_origin(peeled) in (list, set, frozenset, tuple, Sequence):
        return list[bytes]
    return annotation
