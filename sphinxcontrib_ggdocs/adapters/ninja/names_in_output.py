"""Replaces models that have aliases by models without them, for operations whose responses use the
Python names of fields (``by_alias=False``).

An alias names where a value comes from, such as ``owner.first_name``, or how it is sent. Ninja
writes it in responses only if the operation sets ``by_alias``.
"""

from collections.abc import Iterator, Set
from typing import Annotated, Any, ForwardRef, Literal, Union, get_args

from pydantic import BaseModel, Field
from pydantic.fields import FieldInfo

from ...contracts.annotations import (
    UNIONS,
    annotated,
    annotated_field_type,
    get_origin,
    is_class,
    model_annotations,
)
from ...contracts.model import TypeForm


class NamesInOutput:
    """Creates copies of models in which each field has its Python name, one copy for each class.

    A type without aliases is not changed, and neither is one behind a ``type`` statement.
    """

    def __init__(self) -> None:
        self._copies: dict[type, Any] = {}
        """The copies by the original classes; a `ForwardRef` while a copy is being created."""
        self._copies_to_rebuild: list[type[BaseModel]] = []
        """Copies in which pydantic has not resolved the `ForwardRef`s to other copies."""
        self._has_aliases: dict[type, bool] = {}
        """The results of `_needs_copy`, since operations share most of their models."""

    def type_of(self, annotation: TypeForm) -> TypeForm:
        """Return a type in which all models with aliases are replaced by their copies."""
        if not any(self._needs_copy(cls) for cls in _models(annotation)):
            return annotation
        replaced = self._replaced(annotation)
        # By the names that the `ForwardRef`s have.
        copies_by_name = {_reference(cls): copied for cls, copied in self._copies.items()}
        while self._copies_to_rebuild:
            model = self._copies_to_rebuild.pop()
            model.model_rebuild(force=True, _types_namespace=copies_by_name)
        return replaced

    def _needs_copy(self, cls: type[BaseModel]) -> bool:
        """Return whether a class, or one that its fields contain, has an alias in its output."""
        if cls not in self._has_aliases:
            contained = _contained_models(cls, {cls})
            self._has_aliases[cls] = any(map(_has_alias, contained))
        return self._has_aliases[cls]

    def _replaced(self, annotation: TypeForm) -> TypeForm:
        """Return an annotation in which models with aliases are replaced by their copies, also as
        arguments of generic types and members of unions.
        """
        if is_class(annotation):
            if issubclass(annotation, BaseModel) and self._needs_copy(annotation):
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
        # Aliases of `typing`, such as ``List[Item]``, keep their kind by this method.
        if hasattr(annotation, "copy_with"):
            return annotation.copy_with(replaced)
        return origin[replaced]

    def _copy(self, cls: Any) -> Any:
        """Return the copy of a model: a subclass with the same name, whose fields have no aliases.

        While the copy is being created, a `ForwardRef` to it is returned, so that models may
        contain themselves.
        """
        known_copy = self._copies.get(cls)
        if known_copy is not None:
            return known_copy
        self._copies[cls] = ForwardRef(_reference(cls))
        own_annotations = model_annotations(cls)
        annotations: dict[str, TypeForm] = {}
        fields: dict[str, Any] = {}
        for name, info in cls.model_fields.items():
            annotation = annotated_field_type(own_annotations.get(name, info.annotation), info)
            annotations[name] = self._replaced(annotation)
            fields[name] = _field_without_alias(info, name)
        namespace = {
            "__module__": cls.__module__,
            "__qualname__": cls.__qualname__,
            "__doc__": cls.__doc__,
            "__annotations__": annotations,
            "model_config": {"alias_generator": None},  # each field has its final alias
            **fields,
        }
        # Created as the statement ``class`` does: models of Ninja have a metaclass of their own.
        metaclass = type(cls)
        copied = metaclass(cls.__name__, (cls,), namespace)
        self._copies[cls] = copied
        self._copies_to_rebuild.append(copied)
        return copied


def _reference(cls: type) -> str:
    """Return the name by which a `ForwardRef` refers to the copy of a class: unique, in contrast to
    the name of the class.
    """
    return f"_{id(cls)}"


def _field_without_alias(info: FieldInfo, name: str) -> Any:
    """Return a field with its Python name as alias, and with the default of the original field.

    Everything else, such as constraints, is in the field's annotation.
    """
    default: dict[str, Any] = {"default": info.default}
    if info.default_factory is not None:
        default = {"default_factory": info.default_factory}
    return Field(alias=name, validation_alias=name, serialization_alias=name, **default)


def _has_alias(cls: type[BaseModel]) -> bool:
    """Return whether a field of a model has another name in its output."""
    for name, info in cls.model_fields.items():
        if (info.serialization_alias or info.alias or name) != name:
            return True
    return False


def _contained_models(cls: type[BaseModel], visited: set[type]) -> Set[type[BaseModel]]:
    """Add the models that the fields of a model contain, directly or indirectly, to `visited`, and
    return `visited`.
    """
    for info in cls.model_fields.values():
        for model in _models(info.annotation):
            if model not in visited:
                visited.add(model)
                _contained_models(model, visited)
    return visited


def _models(annotation: TypeForm) -> Iterator[type[BaseModel]]:
    """Yield the models that occur in an annotation: `Item` of ``list[Item] | None``. Fields of
    models are not visited.
    """
    if is_class(annotation):
        if issubclass(annotation, BaseModel):
            yield annotation
    elif get_origin(annotation) is not Literal:  # whose arguments are values
        for argument in get_args(annotation):
            yield from _models(argument)
