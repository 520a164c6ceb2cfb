"""What a handler needs of a request: parameters and the body."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, get_type_hints

from litestar.constants import RESERVED_KWARGS
from litestar.enums import ParamType
from litestar.params import BodyKwarg, ParameterKwarg
from litestar.types import Empty
from pydantic import BaseModel

from ...contracts.annotations import is_class, peel_all
from ...contracts.model import (
    BodyField,
    Content,
    Example,
    FileRules,
    Location,
    Parameter,
    RequestBody,
    TypeForm,
)
from .types import default_of, is_upload, readable, written_type

_PLACES: Mapping[ParamType, Location] = {
    ParamType.PATH: "path",
    ParamType.QUERY: "query",
    ParamType.HEADER: "header",
    ParamType.COOKIE: "cookie",
}
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def parameters_of(handler: Any, in_path: Mapping[str, Any]) -> tuple[Parameter, ...]:
    """The parameters of a handler, of its dependencies and of its layers, each once.

    Args:
        handler: Litestar's route handler.
        in_path: The placeholders of the route; what no function asks for has to be sent, too.
    """
    found: dict[tuple[Location, str], Parameter] = {}
    providers = handler.resolve_dependencies()
    for name, field in _fields(
        handler.parsed_fn_signature.parameters, handler.resolve_layered_parameters(), providers
    ):
        parameter = _parameter(name, field, in_path)
        if parameter is not None:
            found.setdefault((parameter.location, parameter.name), parameter)
    for name, said in in_path.items():
        found.setdefault(("path", name), Parameter(name=name, location="path", type=said.type))
    order = list(_PLACES.values())
    return tuple(sorted(found.values(), key=lambda each: order.index(each.location)))


def _fields(
    own: Mapping[str, Any], layered: Mapping[str, Any], providers: Mapping[str, Any]
) -> Iterator[Any]:
    for name, field in own.items():
        if name in RESERVED_KWARGS:
            continue
        if name in providers:
            yield from _fields(providers[name].parsed_fn_signature.parameters, {}, providers)
        elif not field.is_di_field:
            yield name, field if field.is_parameter_field or name not in layered else layered[name]
    for name, field in layered.items():
        if name not in own and name not in RESERVED_KWARGS:
            yield name, field


def _parameter(name: str, field: Any, in_path: Mapping[str, Any]) -> Parameter | None:
    said = field.kwarg_definition if isinstance(field.kwarg_definition, ParameterKwarg) else None
    if said is not None and not said.include_in_schema:
        return None
    wire, location = name, _PLACES[ParamType.QUERY]
    if name in in_path:
        location = "path"
    elif said is not None:
        wire = said.header or said.cookie or said.query or said.name or name
        location = (
            "header" if said.header else "cookie" if said.cookie else _PLACES[said.param_type]
        )
        if location == "path" and wire not in in_path:
            return None
    default = default_of(
        field.default if field.default is not Empty or said is None else said.default
    )
    return Parameter(
        name=wire,
        location=location,
        type=written_type(field.raw, said),
        required=location == "path" or bool(field.is_required),
        default=default,
        description=said.description if said is not None else None,
        argument=name,
        examples=_examples(said),
    )


def _examples(said: Any) -> tuple[Example, ...]:
    named = (
        [each for each in (said.examples or ()) if each.summary or each.description]
        if said is not None
        else []
    )
    return tuple(
        Example(
            name=each.id or f"example_{number}",
            value=each.value,
            summary=each.summary,
            description=each.description,
        )
        for number, each in enumerate(named, 1)
    )


def body_of(handler: Any) -> RequestBody | None:
    """The body of a handler, or of a dependency of it."""
    field = handler.parsed_data_field
    if field is None:
        signatures = (
            provider.parsed_fn_signature.parameters
            for provider in handler.resolve_dependencies().values()
        )
        field = next((each["data"] for each in signatures if "data" in each), None)
    if field is None:
        return None
    said = field.kwarg_definition if isinstance(field.kwarg_definition, BodyKwarg) else None
    media_type = (
        str(getattr(said.media_type, "value", said.media_type))
        if said is not None
        else "application/json"
    )
    form = transferred(handler, "data", field.raw)
    content = _form(form, media_type) if media_type in _FORMS else None
    content = content or Content(media_type=media_type, type=written_type(form, said))
    return RequestBody(
        contents=(content,),
        required=not field.is_optional,
        description=said.description if said is not None else None,
        argument="data",
    )


def transferred(handler: Any, direction: str, form: TypeForm) -> TypeForm:
    """What is on the wire where a DTO stands between it and the handler."""
    dto = handler.resolve_data_dto() if direction == "data" else handler.resolve_return_dto()
    backends = getattr(dto, "_dto_backends", {}).get(handler.handler_id, {})
    backend = backends.get(f"{direction}_backend")
    return form if backend is None else backend.annotation


def _form(form: TypeForm, media_type: str) -> Content | None:
    """A form with files, field by field; None where a type says it all."""
    bare = peel_all(form)
    if is_upload(bare):
        field = BodyField(name="data", type=readable(bare), file=FileRules(), argument="data")
        return Content(media_type=media_type, fields=(field,))
    hints = _hints(bare) if is_class(bare) else {}
    if not any(is_upload(each) for each, _ in hints.values()):
        return None
    return Content(
        media_type=media_type,
        fields=tuple(
            BodyField(
                name=name,
                type=readable(each),
                required=required,
                file=FileRules() if is_upload(each) else None,
                argument="data",
            )
            for name, (each, required) in hints.items()
        ),
    )


def _hints(cls: type) -> dict[str, tuple[TypeForm, bool]]:
    """The fields of a class that stands for a form, and whether each must be sent."""
    if issubclass(cls, BaseModel):
        return {
            name: (each.annotation, each.is_required()) for name, each in cls.model_fields.items()
        }
    optional: set[str] = set(getattr(cls, "__optional_keys__", ()))
    if is_dataclass(cls):
        from dataclasses import MISSING as NOTHING

        optional = {
            e.name
            for e in fields(cls)
            if e.default is not NOTHING or e.default_factory is not NOTHING
        }
    return {
        name: (each, name not in optional)
        for name, each in get_type_hints(cls, include_extras=True).items()
    }
