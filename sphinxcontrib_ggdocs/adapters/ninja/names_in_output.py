"""Renames the fields of types to their Python names, for operations whose responses do not use
aliases (``by_alias=False``).

An alias names where a value comes from, such as ``owner.first_name``, or how it is sent. Ninja
writes it in responses only if the operation sets ``by_alias``.
"""

from collections.abc import Iterable, Iterator, Set
from typing import Annotated, Any, ForwardRef, Literal, Union, get_args

from pydantic import BaseModel, Field
from pydantic.fields import FieldInfo

from ...contracts.annotations import (
    UNIONS,
    annotated,
    field_form,
    get_origin,
    is_class,
    model_annotations,
)
from ...contracts.model import TypeForm


class NamesInOutput:
    """Models without aliases in the place of those with: one for each class, of the same name.

    A type that mentions no alias stays the same, and so does one behind a ``type`` statement.
    """

    def __init__(self) -> None:
        self._copies: dict[type, Any] = {}
        self._incomplete: list[type[BaseModel]] = []
        self._aliased: dict[type, bool] = {}

    def type_of(self, annotation: TypeForm) -> TypeForm:
        """Return a type, with classes inside it replaced."""
        if not any(self._is_aliased(cls) for cls in _models(annotation)):
            return annotation
        replaced = self._replaced(annotation)
        names = {_reference(cls): copied for cls, copied in self._copies.items()}
        while self._incomplete:
            self._incomplete.pop().model_rebuild(force=True, _types_namespace=names)
        return replaced

    def _is_aliased(self, cls: type[BaseModel]) -> bool:
        """Return whether a class, or one that it mentions, has an alias in its output."""
        if cls not in self._aliased:
            reached = _reached(cls, {cls})
            self._aliased[cls] = any(map(_has_alias, reached))
        return self._aliased[cls]

    def _replaced(self, annotation: TypeForm) -> TypeForm:
        if is_class(annotation):
            if issubclass(annotation, BaseModel) and self._is_aliased(annotation):
                return self._copy(annotation)
            return annotation
        origin, arguments = get_origin(annotation), get_args(annotation)
        if not arguments or origin is Literal:
            return annotation
        if origin is Annotated:
            return annotated(self._replaced(annotation.__origin__), annotation.__metadata__)
        replaced = tuple(map(self._replaced, arguments))
        if origin in UNIONS:
            return Union[replaced]  # noqa: UP007  # the members are known at run time only
        if hasattr(annotation, "copy_with"):
            return annotation.copy_with(replaced)
        return origin[replaced]

    def _copy(self, cls: Any) -> Any:
        known = self._copies.get(cls)
        if known is not None:
            return known
        self._copies[cls] = ForwardRef(_reference(cls))  # for classes that mention themselves
        own_annotations = model_annotations(cls)
        annotations: dict[str, TypeForm] = {}
        fields: dict[str, Any] = {}
        for name, info in cls.model_fields.items():
            annotation = field_form(own_annotations.get(name, info.annotation), info)
            annotations[name] = self._replaced(annotation)
            fields[name] = _named(info, name)
        namespace = {
            "__module__": cls.__module__,
            "__qualname__": cls.__qualname__,
            "__doc__": cls.__doc__,
            "__annotations__": annotations,
            "model_config": {"alias_generator": None},
            **fields,
        }
        self._copies[cls] = made = type(cls)(cls.__name__, (cls,), namespace)
        self._incomplete.append(made)
        return made


def _reference(cls: type) -> str:
    return f"_{id(cls)}"


def _named(info: FieldInfo, name: str) -> Any:
    """Return a field under its own name, with its default; the rest is in its annotation."""
    default: dict[str, Any] = {"default": info.default}
    if info.default_factory is not None:
        default = {"default_factory": info.default_factory}
    return Field(alias=name, validation_alias=name, serialization_alias=name, **default)


def _has_alias(cls: type[BaseModel]) -> bool:
    for name, info in cls.model_fields.items():
        if (info.serialization_alias or info.alias or name) != name:
            return True
    return False


def _reached(cls: type[BaseModel], seen: set[type]) -> Set[type[BaseModel]]:
    """Return a class and all that it mentions."""
    for info in cls.model_fields.values():
        for inner in _models(info.annotation):
            if inner not in seen:
                seen.add(inner)
                _reached(inner, seen)
    return seen


def _models(annotation: TypeForm) -> Iterator[type[BaseModel]]:
    """Yield the models that are written in a type."""
    if is_class(annotation):
        if issubclass(annotation, BaseModel):
            yield annotation
        return
    inside: Iterable[TypeForm] = (
        get_args(annotation) if get_origin(annotation) is not Literal else ()
    )
    for inner in inside:
        yield from _models(inner)
