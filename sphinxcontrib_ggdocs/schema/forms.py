"""What is written inside a class: the types of its fields, under the names that these have on the
wire.

pydantic's answer for a class forgets brands; they are put back (`restore`) at the places that this
lists.
"""

import inspect
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import InitVar, dataclass, field
from typing import Any, ClassVar, Final, NamedTuple, NotRequired, Required, Self, get_args

import typing_extensions
from pydantic import AliasChoices, AliasPath, BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined
from typing_extensions import ReadOnly

from ..contracts.annotations import (
    class_annotations,
    computed_form,
    field_form,
    function_hints,
    get_origin,
    model_annotations,
    substitute,
)
from ..contracts.model import MISSING, TypeForm
from .nodes import NO_NAMES, Facet

QUALIFIERS = (Required, NotRequired, ReadOnly, Final)
"""What annotations of fields may have around the type."""
_NO_EXTRA = (None, getattr(typing_extensions, "NoExtraItems", None))
"""A TypedDict's ``__extra_items__`` when it says nothing of them; before typing_extensions 4.13 it
never does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Forms:
    """The types written inside a class."""

    properties: Mapping[Facet, Mapping[str, TypeForm]] = field(default_factory=dict)
    items: tuple[TypeForm, ...] = ()
    """Of a NamedTuple, in order."""
    extra: TypeForm = MISSING
    """Of properties without a name of their own."""
    whole: Mapping[Facet, TypeForm] = field(default_factory=dict)
    """Of a class that is one value: a root model, or what a model serializer returns."""

    def __iter__(self) -> Iterator[TypeForm]:
        for side in self.properties.values():
            yield from side.values()
        yield from self.items
        yield from self.whole.values()
        if self.extra is not MISSING:
            yield self.extra


def forms_of(form: TypeForm, cls: Any, local_names: Mapping[str, Any] = NO_NAMES) -> Forms:
    """What is written inside a class, or a generic class with arguments.

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
    infos = _infos(cls, written)
    given = {name: field_form(form, infos[name]) for name, form in written.items()}
    return Forms(
        properties=_by_wire_name(given, infos, getattr(cls, "__pydantic_decorators__", None)),
        extra=_unqualified(cls.__extra_items__) if has_extra_items(cls) else MISSING,
    )


def has_extra_items(cls: Any) -> bool:
    """Whether a TypedDict says what its further items are."""
    return getattr(cls, "__extra_items__", None) not in _NO_EXTRA


class WireNames(NamedTuple):
    """What a field is called on the wire."""

    input: str
    output: str


def names_of_fields(cls: Any) -> dict[str, WireNames]:
    """The names on the wire of each field of a class, computed ones included."""
    by_name = False
    if issubclass(cls, BaseModel):
        infos: Mapping[str, FieldInfo] = cls.model_fields
        by_name = only_names(cls.model_config)
    else:
        infos = _infos(cls, {name: _unqualified(form) for name, form in class_forms(cls).items()})
    names = {
        name: WireNames(name if by_name else input_name(name, info), _output_name(name, info))
        for name, info in infos.items()
    }
    for name, alias in _computed_names(getattr(cls, "__pydantic_decorators__", None)):
        names[name] = WireNames(alias, alias)
    return names


def _infos(cls: Any, written: Mapping[str, TypeForm]) -> dict[str, FieldInfo]:
    """What is known of the fields of a dataclass or a TypedDict."""
    known: Mapping[str, FieldInfo] = getattr(cls, "__pydantic_fields__", None) or {}
    return {
        name: known.get(name) or FieldInfo.from_annotation(form) for name, form in written.items()
    }


def types_extra(model: type[BaseModel]) -> bool:
    """Whether a model says what its further properties are."""
    return "__pydantic_extra__" in class_forms(model)


def _of_model(model: type[BaseModel]) -> Forms:
    arguments = {Self: model}
    written = {name: substitute(form, arguments) for name, form in model_annotations(model).items()}
    given = {
        name: field_form(written.get(name, info.annotation), info)
        for name, info in model.model_fields.items()
    }
    whole: dict[Facet, TypeForm] = {}
    if model.__pydantic_root_model__:
        whole = {"input": given["root"], "output": given["root"]}
    for decorator in model.__pydantic_decorators__.model_serializers.values():
        whole["output"] = substitute(return_type(decorator), arguments)
    extra = written.get("__pydantic_extra__", MISSING)
    values = get_args(extra)
    return Forms(
        properties=_by_wire_name(
            given,
            model.model_fields,
            model.__pydantic_decorators__,
            by_name=only_names(model.model_config),
        ),
        extra=values[1]
        if model.model_config.get("extra") == "allow" and len(values) == 2
        else MISSING,
        whole={facet: form for facet, form in whole.items() if form is not MISSING},
    )


def only_names(config: Mapping[str, Any]) -> bool:
    """Whether a configuration takes fields by their names alone, whatever aliases they have."""
    return config.get("validate_by_alias") is False


def _by_wire_name(
    given: dict[str, TypeForm],
    infos: Mapping[str, FieldInfo],
    decorators: Any,
    *,
    by_name: bool = False,
) -> dict[Facet, dict[str, TypeForm]]:
    """The types of fields in both facets; a serializer and a computed field have a say in the
    output.
    """
    computed = dict(_computed_names(decorators))
    aliases = {name: _output_name(name, infos[name]) for name in given} | computed
    answered = dict(given)
    for name in computed:
        decorator = decorators.computed_fields[name]
        if (form := return_type(decorator)) is not MISSING:
            answered[name] = computed_form(form, decorator.info)
    answered |= _serialized(answered, decorators)
    output = {aliases[name]: form for name, form in answered.items()}
    accepted = {
        name if by_name else input_name(name, infos[name]): form for name, form in given.items()
    }
    produced = {name: form for name, form in output.items() if form is not MISSING}
    return {"input": accepted, "output": produced}


def _computed_names(decorators: Any) -> Iterator[tuple[str, str]]:
    """Computed fields with their names on the wire."""
    for name, decorator in (decorators.computed_fields if decorators else {}).items():
        yield name, decorator.info.alias or name


def _serialized(names: Iterable[str], decorators: Any) -> dict[str, TypeForm]:
    """What the serializers of fields answer, as far as they say so; the last one of a field
    counts.
    """
    forms: dict[str, TypeForm] = {}
    for decorator in decorators.field_serializers.values() if decorators else ():
        form = return_type(decorator)
        if form is not MISSING:
            forms |= dict.fromkeys(serialized_fields(names, decorator), form)
    return forms


def serialized_fields(names: Iterable[str], serializer: Any) -> list[str]:
    """The fields, of those with some names, that a serializer is for."""
    fields = serializer.info.fields
    return [name for name in names if name in fields or "*" in fields]


def return_type(decorator: Any) -> TypeForm:
    """What a serializer or a computed field returns, as far as it says so."""
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


def input_name(name: str, info: FieldInfo) -> str:
    """The name that pydantic documents: of several aliases the first that is a plain name; of a
    path that is no choice none.
    """
    alias = info.validation_alias or info.alias
    if isinstance(alias, AliasChoices):
        return next(
            (
                choice_name
                for choice in alias.choices
                if (choice_name := _plain_name(choice)) is not None
            ),
            name,
        )
    return alias if isinstance(alias, str) else name


def _output_name(name: str, info: FieldInfo) -> str:
    return info.serialization_alias or info.alias or name


def _plain_name(alias: str | AliasPath) -> str | None:
    if isinstance(alias, str):
        return alias
    return alias.path[0] if len(alias.path) == 1 and isinstance(alias.path[0], str) else None


def _unqualified(form: TypeForm) -> TypeForm:
    return divided(form)[0]


def divided(form: TypeForm) -> tuple[TypeForm, set[Any]]:
    """The type of a field, and what is written around it: how it is set, and whether it must be
    there.
    """
    qualifiers: set[Any] = set()
    while True:
        if isinstance(form, InitVar):
            form = form.type
        elif (origin := get_origin(form)) in QUALIFIERS:
            qualifiers.add(origin)
            form = get_args(form)[0]
        else:
            return form, qualifiers


def class_forms(cls: type, local_names: Mapping[str, Any] = NO_NAMES) -> dict[str, TypeForm]:
    """The annotations of the fields of a class and its bases, as far as they can be read here."""
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
