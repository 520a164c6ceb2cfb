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
from .nodes import Facet

NO_NAMES: Mapping[str, Any] = MappingProxyType({})
QUALIFIERS = (Required, NotRequired, ReadOnly, Final)
"""Qualifiers around the type in annotations of fields."""
_NO_EXTRA = (None, getattr(typing_extensions, "NoExtraItems", None))
"""A TypedDict's ``__extra_items__`` when it says nothing of them; before typing_extensions 4.13 it
never does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forms:
    """The types written inside a class."""

    fields: Mapping[Facet, Mapping[str, TypeForm]] = field(default_factory=dict)
    """By names in Python."""
    items: tuple[TypeForm, ...] = ()
    """Of a NamedTuple, in order."""
    extra: TypeForm = MISSING
    """Of properties without a name of their own."""
    whole: Mapping[Facet, TypeForm] = field(default_factory=dict)
    """The type of a class that is one value: a root model, or the result of a model serializer."""


def forms_of(
    form: TypeForm,
    cls: Any,
    local_names: Mapping[str, Any] = NO_NAMES,
) -> Forms:
    """Read the types of the fields of a class, or of a generic class with arguments.

    Args:
        form: The class, or the generic class with its arguments.
        cls: The class.
        local_names: Names of the function in which the class is defined.
    """
    if issubclass(cls, BaseModel):
        return _of_model(cls)
    arguments = {
        Self: cls,
        **dict(zip(getattr(cls, "__parameters__", ()), get_args(form), strict=False)),
    }
    written = {
        name: substitute(_unqualified(form), arguments)
        for name, form in class_forms(cls, local_names).items()
    }
    if issubclass(cls, tuple):
        return Forms(items=tuple(written[name] for name in cls._fields if name in written))
    return Forms(
        fields=_by_facet(written, getattr(cls, "__pydantic_decorators__", None)),
        extra=_unqualified(cls.__extra_items__) if has_extra_items(cls) else MISSING,
    )


def has_extra_items(cls: Any) -> bool:
    """Return whether a TypedDict declares the type of further items."""
    return getattr(cls, "__extra_items__", None) not in _NO_EXTRA


def _of_model(model: type[BaseModel]) -> Forms:
    arguments = {Self: model}
    written = model_annotations(model)
    given = {name: written.get(name, info.annotation) for name, info in model.model_fields.items()}
    whole: dict[Facet, TypeForm] = {}
    if model.__pydantic_root_model__:
        whole = {"input": given["root"], "output": given["root"]}
    for decorator in model.__pydantic_decorators__.model_serializers.values():
        whole["output"] = substitute(return_type(decorator), arguments)
    extra = written.get("__pydantic_extra__", MISSING)
    values = get_args(extra)
    return Forms(
        fields=_by_facet(given, model.__pydantic_decorators__),
        extra=values[1]
        if model.model_config.get("extra") == "allow" and len(values) == 2
        else MISSING,
        whole={facet: form for facet, form in whole.items() if form is not MISSING},
    )


def _by_facet(given: dict[str, TypeForm], decorators: Any) -> dict[Facet, dict[str, TypeForm]]:
    """Return the types of fields for both facets, with computed fields and serializers in the
    output.
    """
    answered = dict(given)
    for name, decorator in (decorators.computed_fields if decorators else {}).items():
        answered[name] = return_type(decorator)
        if answered[name] is not MISSING:
            answered[name] = computed_form(answered[name], decorator.info)
    answered |= _serialized(answered, decorators)
    produced = {name: form for name, form in answered.items() if form is not MISSING}
    return {"input": given, "output": produced}


def _serialized(names: Iterable[str], decorators: Any) -> dict[str, TypeForm]:
    """Return the return types of field serializers; the last serializer of a field counts."""
    forms: dict[str, TypeForm] = {}
    for decorator in decorators.field_serializers.values() if decorators else ():
        form = return_type(decorator)
        if form is not MISSING:
            fields = decorator.info.fields
            forms |= {name: form for name in names if name in fields or "*" in fields}
    return forms


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


def _unqualified(form: TypeForm) -> TypeForm:
    """Remove ``Required``, ``ReadOnly``, ``InitVar`` and the like from the type of a field."""
    while True:
        if isinstance(form, InitVar):
            form = form.type
        elif get_origin(form) in QUALIFIERS:
            form = get_args(form)[0]
        else:
            return form


def class_forms(cls: type, local_names: Mapping[str, Any] = NO_NAMES) -> dict[str, TypeForm]:
    """Return the annotations of the fields of a class and its bases that can be evaluated here."""
    forms: dict[str, TypeForm] = {}
    for base in reversed(cls.__mro__):
        written = class_annotations(base, local_names)
        # One that cannot be read here still replaces that of a base class.
        for name in inspect.get_annotations(base).keys() - written.keys():
            forms.pop(name, None)
        forms |= written
    return {
        name: form
        for name, form in forms.items()
        if form is not ClassVar and get_origin(form) is not ClassVar
    }
