"""Reads the types of fields from the annotations of classes, with the names that pydantic drops."""

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
    computed_field_type,
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
    """The types in the annotations of a class."""

    fields: Mapping[Mode, Mapping[str, TypeForm]] = field(default_factory=dict)
    """The types of fields, by mode and by the field's name in Python."""
    items: tuple[TypeForm, ...] = ()
    """The types of the fields of a NamedTuple, in order."""
    extra: TypeForm = MISSING
    """The type of properties that the class does not name, from ``__pydantic_extra__`` or
    ``__extra_items__``."""
    single_value: Mapping[Mode, TypeForm] = field(default_factory=dict)
    """The type of a class that is not an object with fields but one value: a root model, or the
    result of a model serializer."""


def get_field_types(
    annotation: TypeForm,
    cls: Any,
    local_names: Mapping[str, Any] = NO_NAMES,
) -> FieldTypes:
    """Read the types of the fields of a class, or of a generic class with arguments.

    Args:
        annotation: The class, or the generic class with its arguments, such as ``Page[Order]``.
        cls: The class.
        local_names: Names of the function in which the class is defined.
    """
    if issubclass(cls, BaseModel):
        return _field_types_of_model(cls)
    parameters = getattr(cls, "__parameters__", ())
    # A generic class may be used without arguments; its type variables stay then.
    arguments = {Self: cls, **dict(zip(parameters, get_args(annotation), strict=False))}
    types: dict[str, TypeForm] = {}
    for name, field_annotation in class_field_annotations(cls, local_names).items():
        types[name] = substitute(_without_qualifiers(field_annotation), arguments)
    if issubclass(cls, tuple):  # a NamedTuple
        return FieldTypes(items=tuple(types[name] for name in cls._fields if name in types))
    extra = MISSING
    if has_extra_items(cls):
        extra = _without_qualifiers(cls.__extra_items__)
    decorators = getattr(cls, "__pydantic_decorators__", None)  # of a dataclass of pydantic
    return FieldTypes(fields=_types_by_mode(types, decorators), extra=extra)


def has_extra_items(cls: Any) -> bool:
    """Return whether a TypedDict declares the type of further items."""
    return getattr(cls, "__extra_items__", None) not in _NO_EXTRA


def _field_types_of_model(model: type[BaseModel]) -> FieldTypes:
    """Read the types of a model's fields and further properties, and of the value of a root
    model.
    """
    annotations = model_annotations(model)
    types: dict[str, TypeForm] = {}
    for name, info in model.model_fields.items():
        # pydantic has resolved annotations that cannot be resolved here.
        types[name] = annotations.get(name, info.annotation)
    single_value: dict[Mode, TypeForm] = {}
    if model.__pydantic_root_model__:
        single_value = {"input": types["root"], "output": types["root"]}
    # A model serializer replaces the whole object in output.
    for decorator in model.__pydantic_decorators__.model_serializers.values():
        single_value["output"] = substitute(return_type(decorator), {Self: model})
    extra = MISSING
    # ``__pydantic_extra__: dict[str, int]`` types the properties without a name as integers, if the
    # model allows any.
    extra_arguments = get_args(annotations.get("__pydantic_extra__", MISSING))
    if model.model_config.get("extra") == "allow" and len(extra_arguments) == 2:
        extra = extra_arguments[1]
    return FieldTypes(
        fields=_types_by_mode(types, model.__pydantic_decorators__),
        extra=extra,
        single_value=single_value,
    )


def _types_by_mode(
    input_types: dict[str, TypeForm], decorators: Any
) -> dict[Mode, dict[str, TypeForm]]:
    """Return the types of fields by mode; output has computed fields and what serializers return.

    Args:
        input_types: The annotations of the fields, by name.
        decorators: pydantic's record of the decorators in the class; None if there are none.
    """
    output_types = dict(input_types)
    if decorators:
        for name, decorator in decorators.computed_fields.items():
            output_types[name] = return_type(decorator)
            if output_types[name] is not MISSING:
                output_types[name] = computed_field_type(output_types[name], decorator.info)
        output_types |= _serialized_types(output_types, decorators)
    # Computed fields whose function declares no type.
    for name, annotation in list(output_types.items()):
        if annotation is MISSING:
            del output_types[name]
    return {"input": input_types, "output": output_types}


def _serialized_types(names: Iterable[str], decorators: Any) -> dict[str, TypeForm]:
    """Return the types that field serializers declare to return, by the field's name.

    If a field has several serializers, the last one counts.

    Args:
        names: The names of the fields.
        decorators: pydantic's record of the decorators in the class.
    """
    types: dict[str, TypeForm] = {}
    for decorator in decorators.field_serializers.values():
        result = return_type(decorator)
        if result is MISSING:
            continue
        fields = decorator.info.fields
        is_for_all_fields = "*" in fields
        for name in names:
            if is_for_all_fields or name in fields:
                types[name] = result
    return types


def return_type(decorator: Any) -> TypeForm:
    """Return the type that the function of a serializer or a computed field declares to return.

    `MISSING` if it declares none, or one that cannot be resolved here.

    Args:
        decorator: pydantic's record of a decorated function.
    """
    if decorator.info.return_type is not PydanticUndefined:
        return decorator.info.return_type
    function = inspect.unwrap(decorator.func)
    try:
        return function_hints(function, {}).get("return", MISSING)
    except (AttributeError, NameError):
        # It is a callable without annotations, or names a type that only pydantic can find.
        return MISSING


def _without_qualifiers(annotation: TypeForm) -> TypeForm:
    """Remove ``Required``, ``NotRequired``, ``ReadOnly``, ``Final`` and ``InitVar`` from around a
    field's type.
    """
    while True:
        if isinstance(annotation, InitVar):
            annotation = annotation.type
        elif get_origin(annotation) in QUALIFIERS:
            annotation = get_args(annotation)[0]
        else:
            return annotation


def class_field_annotations(
    cls: type, local_names: Mapping[str, Any] = NO_NAMES
) -> dict[str, TypeForm]:
    """Return the annotations of the fields of a class and its bases, by name.

    Those that cannot be evaluated here are left out, and class variables are not fields.
    """
    annotations: dict[str, TypeForm] = {}
    for base in reversed(cls.__mro__):  # so that subclasses replace what their bases declare
        annotations_of_base = class_annotations(base, local_names)
        # An annotation that cannot be evaluated here still replaces that of a base class.
        for name in inspect.get_annotations(base).keys() - annotations_of_base.keys():
            annotations.pop(name, None)
        annotations |= annotations_of_base
    for name, annotation in list(annotations.items()):
        if annotation is ClassVar or get_origin(annotation) is ClassVar:
            del annotations[name]
    return annotations
