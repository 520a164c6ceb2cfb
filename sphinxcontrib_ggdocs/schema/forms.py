"""Reads the types of fields as they are written, with the names that pydantic drops."""

import inspect
from collections.abc import Iterable, Mapping
from dataclasses import InitVar, dataclass, field
from types import MappingProxyType
from typing import Any, ClassVar, Final, NotRequired, Required, Self, get_args

import typing_extensions
from pydantic import BaseModel
from pydantic_core import PydanticUndefined
from typing_extensions import ReadOnly

from ..contracts.annotations import (
    class_annotations,
    computed_form,
    function_hints,
    get_origin,
    model_annotations,
    substitute,
)
from ..contracts.model import MISSING, TypeForm
from .nodes import Mode

NO_NAMES: Mapping[str, Any] = MappingProxyType({})
QUALIFIERS = (Required, NotRequired, ReadOnly, Final)
"""Qualifiers around the type in annotations of fields."""
_NO_EXTRA = (None, getattr(typing_extensions, "NoExtraItems", None))
"""A TypedDict's ``__extra_items__`` when it says nothing of them; before typing_extensions 4.13 it
never does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldTypes:
    """The types written inside a class."""

    fields: Mapping[Mode, Mapping[str, TypeForm]] = field(default_factory=dict)
    """By names in Python."""
    items: tuple[TypeForm, ...] = ()
    """Of a NamedTuple, in order."""
    extra: TypeForm = MISSING
    """Of properties without a name of their own."""
    whole: Mapping[Mode, TypeForm] = field(default_factory=dict)
    """The type of a class that is one value: a root model, or the result of a model serializer."""


def get_field_types(
    annotation: TypeForm,
    cls: Any,
    local_names: Mapping[str, Any] = NO_NAMES,
) -> FieldTypes:
    """Read the types of the fields of a class, or of a generic class with arguments.

    Args:
        annotation: The class, or the generic class with its arguments.
        cls: The class.
        local_names: Names of the function in which the class is defined.
    """
    if issubclass(cls, BaseModel):
        return _of_model(cls)
    parameters = getattr(cls, "__parameters__", ())
    arguments = {Self: cls, **dict(zip(parameters, get_args(annotation), strict=False))}
    types: dict[str, TypeForm] = {}
    for name, field_annotation in class_forms(cls, local_names).items():
        types[name] = substitute(_unqualified(field_annotation), arguments)
    if issubclass(cls, tuple):
        return FieldTypes(items=tuple(types[name] for name in cls._fields if name in types))
    extra = MISSING
    if has_extra_items(cls):
        extra = _unqualified(cls.__extra_items__)
    decorators = getattr(cls, "__pydantic_decorators__", None)
    return FieldTypes(fields=_by_facet(types, decorators), extra=extra)


def has_extra_items(cls: Any) -> bool:
    """Return whether a TypedDict declares the type of further items."""
    return getattr(cls, "__extra_items__", None) not in _NO_EXTRA


def _of_model(model: type[BaseModel]) -> FieldTypes:
    annotations = model_annotations(model)
    types: dict[str, TypeForm] = {}
    for name, info in model.model_fields.items():
        types[name] = annotations.get(name, info.annotation)
    whole: dict[Mode, TypeForm] = {}
    if model.__pydantic_root_model__:
        whole = {"input": types["root"], "output": types["root"]}
    for decorator in model.__pydantic_decorators__.model_serializers.values():
        whole["output"] = substitute(return_type(decorator), {Self: model})
    extra = MISSING
    extra_arguments = get_args(annotations.get("__pydantic_extra__", MISSING))
    if model.model_config.get("extra") == "allow" and len(extra_arguments) == 2:
        extra = extra_arguments[1]
    return FieldTypes(
        fields=_by_facet(types, model.__pydantic_decorators__),
        extra=extra,
        whole={mode: annotation for mode, annotation in whole.items() if annotation is not MISSING},
    )


def _by_facet(input_types: dict[str, TypeForm], decorators: Any) -> dict[Mode, dict[str, TypeForm]]:
    """Return the types of fields for both modes, with computed fields and serializers in the
    output.
    """
    output_types = dict(input_types)
    if decorators:
        for name, decorator in decorators.computed_fields.items():
            output_types[name] = return_type(decorator)
            if output_types[name] is not MISSING:
                output_types[name] = computed_form(output_types[name], decorator.info)
        output_types |= _serialized(output_types, decorators)
    known = {
        name: annotation for name, annotation in output_types.items() if annotation is not MISSING
    }
    return {"input": input_types, "output": known}


def _serialized(names: Iterable[str], decorators: Any) -> dict[str, TypeForm]:
    """Return the return types of field serializers; the last serializer of a field counts."""
    types: dict[str, TypeForm] = {}
    for decorator in decorators.field_serializers.values():
        result = return_type(decorator)
        if result is MISSING:
            continue
        fields = decorator.info.fields
        for name in names:
            if name in fields or "*" in fields:
                types[name] = result
    return types


def return_type(decorator: Any) -> TypeForm:
    """Return the declared return type of a serializer or a computed field."""
    if decorator.info.return_type is not PydanticUndefined:
        return decorator.info.return_type
    function = inspect.unwrap(decorator.func)
    try:
        return function_hints(function, {}).get("return", MISSING)
    except (
        AttributeError,
        NameError,
    ):  # a callable of another kind, or a name that only pydantic can find
        return MISSING


def _unqualified(annotation: TypeForm) -> TypeForm:
    """Remove ``Required``, ``ReadOnly``, ``InitVar`` and the like from the type of a field."""
    while True:
        if isinstance(annotation, InitVar):
            annotation = annotation.type
        elif get_origin(annotation) in QUALIFIERS:
            annotation = get_args(annotation)[0]
        else:
            return annotation


def class_forms(cls: type, local_names: Mapping[str, Any] = NO_NAMES) -> dict[str, TypeForm]:
    """Return the annotations of the fields of a class and its bases that can be evaluated here."""
    forms: dict[str, TypeForm] = {}
    for base in reversed(cls.__mro__):
        annotations = class_annotations(base, local_names)
        # One that cannot be read here still replaces that of a base class.
        for name in inspect.get_annotations(base).keys() - annotations.keys():
            forms.pop(name, None)
        forms |= annotations
    for name, annotation in list(forms.items()):
        if annotation is ClassVar or get_origin(annotation) is ClassVar:
            del forms[name]
    return forms
