"""Resolves the annotations of functions and classes, without merging anything into them.

pydantic merges an annotation into a ``FieldInfo`` and does not keep which alias had which metadata.
Brands depend on that.
"""

import contextlib
import inspect
import sys
import types
import typing
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache, wraps
from operator import is_
from types import MappingProxyType
from typing import (
    Annotated,
    Any,
    ForwardRef,
    Generic,
    NewType,
    ParamSpec,
    Self,
    TypeVar,
    Union,
    cast,
    get_args,
)
from typing import get_origin as typing_origin

from pydantic import BaseModel, Field, WithJsonSchema
from pydantic.fields import ComputedFieldInfo, FieldInfo
from pydantic_core import PydanticUndefined
from typing_extensions import TypeAliasType

from .message_model import TypeForm

ALIAS_TYPES: tuple[type, ...] = tuple(
    {TypeAliasType, getattr(typing, "TypeAliasType", TypeAliasType)}
)
"""The types of ``type X = …``: from Python 3.12 the standard library has one of its own."""

UNIONS: tuple[object, ...] = (Union, types.UnionType)

_ANNOTATED: Any = type(Annotated[int, ""])
"""The private class of `typing` whose instances are ``Annotated[…]``."""

_EXTRA = "__pydantic_extra__"
"""What a model annotates to type the properties that it does not name."""

_REFERENCES = (str, ForwardRef)


def get_origin(annotation: TypeForm) -> Any:
    """Return `typing.get_origin` of a type; typed so that it accepts any object."""
    return typing_origin(annotation)


def is_class(annotation: Any) -> bool:
    """Return whether a type is a class; ``list[int]`` is not one."""
    return isinstance(annotation, type)


def is_alias(annotation: TypeForm) -> bool:
    """Return whether a type is an alias made by ``type X = …``, with or without arguments."""
    if is_class(annotation):  # as most types are
        return False
    return isinstance(annotation, ALIAS_TYPES) or isinstance(get_origin(annotation), ALIAS_TYPES)


def alias_value(annotation: TypeForm) -> TypeForm:
    """Return the type that a ``type`` alias stands for, with its arguments filled in.

    For ``type Pair[T] = tuple[T, T]``, the alias ``Pair[int]`` stands for ``tuple[int, int]``.
    """
    if isinstance(annotation, ALIAS_TYPES):  # an alias without arguments
        return _resolved_alias_value(annotation)
    alias = get_origin(annotation)  # `Pair` for `Pair[int]`
    arguments = dict(zip(alias.__type_params__, get_args(annotation), strict=True))
    return substitute(_resolved_alias_value(alias), arguments)


def _resolved_alias_value(alias: Any) -> TypeForm:
    """Return the type that an alias stands for, with forward references resolved in its module.

    Type parameters of the alias stay.
    """
    value = alias.__value__
    if not _mentions_reference(value):
        return value
    module = sys.modules.get(alias.__module__ or "")
    module_names: dict[str, Any] = {}
    if module is not None:
        module_names = vars(module)
    # An alias may mention itself, and one that is defined in a function is no name of its module.
    local_names = {alias.__name__: alias}
    for parameter in alias.__type_params__:
        local_names[parameter.__name__] = parameter
    return _resolve({"value": value}, module_names, local_names)["value"]


def metadata_of(annotation: TypeForm) -> tuple[Any, ...]:
    """Return the metadata of a type that is an ``Annotated``; empty for other types."""
    if type(annotation) is not _ANNOTATED:
        return ()
    alias: Any = annotation
    metadata: tuple[Any, ...] = alias.__metadata__
    return metadata


def has_given_schema(metadata: Iterable[Any]) -> bool:
    """Return whether the metadata of a type have a `WithJsonSchema`.

    It replaces the schema of the type, and all keywords that other metadata would add.
    """
    return any(isinstance(item, WithJsonSchema) for item in metadata)


class _Distinct:
    """Metadata without a meaning that equal no other metadata.

    `typing` caches types, and returns an earlier type for one with equal metadata. A type with
    these metadata is never taken from the cache. They have a hash, which the members of a union
    need.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        """Return an ellipsis, since these metadata mean nothing to readers of a type's name."""
        return "..."


def annotated(annotation: TypeForm, metadata: Sequence[Any]) -> TypeForm:
    """Return ``Annotated`` of a type with exactly these metadata objects, of which there is one or
    more.

    `typing` may return an earlier type whose metadata are only equal, such as ``Gt(0.0)`` for
    ``Gt(0)``.
    """
    annotated_type: Any = Annotated[(annotation, *metadata)]
    # Metadata of the type itself come first, since Python flattens nested ``Annotated``.
    added = annotated_type.__metadata__[-len(metadata) :]
    has_same_objects = all(one is other for one, other in zip(added, metadata, strict=True))
    if has_same_objects:
        return annotated_type
    return Annotated[(annotation, *metadata, _Distinct())]


def optional(annotation: TypeForm) -> TypeForm:
    """Return ``X | None`` of a type ``X``, with exactly the metadata objects of ``X``.

    `typing` may return an earlier union whose metadata are only equal, such as ``Gt(0.0)`` for
    ``Gt(0)``.
    """
    union = Union[annotation, None]  # noqa: UP007
    if get_origin(annotation) is not Annotated:  # it has no metadata
        return union
    has_same_object = any(member is annotation for member in get_args(union))
    if has_same_object:
        return union
    return Union[Annotated[annotation, _Distinct()], None]  # noqa: UP007


def peel(annotation: TypeForm) -> TypeForm:
    """Return the type inside a NewType, an ``Annotated`` or an alias; any other type is unchanged.

    Only the outermost of these is removed.
    """
    if is_class(annotation):  # as most types are
        return annotation
    if isinstance(annotation, NewType):
        return annotation.__supertype__
    origin = get_origin(annotation)
    if origin is Annotated:
        return annotation.__origin__
    if isinstance(annotation, ALIAS_TYPES) or isinstance(origin, ALIAS_TYPES):
        return alias_value(annotation)
    return annotation


def peel_all(annotation: TypeForm) -> TypeForm:
    """Return the type inside all outer NewTypes, ``Annotated`` and aliases."""
    while (inner := peel(annotation)) is not annotation:
        annotation = inner
    return annotation


def allows_none(annotation: TypeForm) -> bool:
    """Return whether a type is ``X | None``, or an alias of it."""
    return without_none(peel_all(annotation)) is not None


def without_none(annotation: TypeForm) -> TypeForm | None:
    """Return ``X`` of ``X | None``, and ``X | Y`` of ``X | Y | None``; None for other types."""
    if get_origin(annotation) not in UNIONS:
        return None
    members = get_args(annotation)
    other_members = tuple(member for member in members if member is not type(None))
    has_none = len(other_members) < len(members)
    if not has_none or not other_members:
        return None
    if len(other_members) == 1:
        return other_members[0]
    return Union[other_members]  # noqa: UP007  # the members are known at run time only


def function_hints(
    function: Callable[..., Any], local_names: Mapping[str, Any]
) -> dict[str, TypeForm]:
    """Return the annotations of a function with forward references resolved.

    Args:
        function: The function.
        local_names: Names that annotations may use besides those of the function's module.

    Raises:
        NameError: A forward reference is unresolved.
    """
    return _resolve(inspect.get_annotations(function), function.__globals__, local_names)


def readable_hints(
    function: Callable[..., Any], local_names: Mapping[str, Any]
) -> tuple[dict[str, TypeForm], tuple[str, ...]]:
    """Return the annotations of a function, and the names in them that are not defined.

    An annotation that mentions such a name becomes ``Any``.

    Args:
        function: The function.
        local_names: Names that annotations may use besides those of the function's module.
    """
    annotations = inspect.get_annotations(function)
    hints, errors = _resolvable(annotations, function.__globals__, local_names, NameError)
    undefined: dict[str, None] = {}
    for argument, error in errors.items():
        # Without a name in the error, the whole annotation is reported.
        name = getattr(error, "name", None) or str(annotations[argument])
        undefined[name] = None
    return {argument: hints.get(argument, Any) for argument in annotations}, tuple(undefined)


def resolvable_hints(function: Callable[..., Any]) -> dict[str, TypeForm]:
    """Return those annotations of a function whose forward references can be resolved."""
    annotations = inspect.get_annotations(function)
    return _resolvable(annotations, function.__globals__, {}, *_UNRESOLVABLE)[0]


def _resolve(
    annotations: Mapping[str, Any], global_names: dict[str, Any], local_names: Mapping[str, Any]
) -> dict[str, TypeForm]:
    """Return annotations with forward references resolved, and `NoneType` in the place of None, as
    `typing` has it.

    Args:
        annotations: The annotations of a function or a class, by name.
        global_names: The names of the module.
        local_names: Further names that annotations may use.

    Raises:
        NameError: A forward reference is unresolved.
    """
    resolved: dict[str, TypeForm] = {}
    # Only annotations with references are given to `typing`. It would take the others apart and
    # put them together again, which loses the identity of their metadata.
    references: dict[str, Any] = {}
    for name, annotation in annotations.items():
        resolved[name] = annotation
        if annotation is None:
            resolved[name] = type(None)
        if _mentions_reference(annotation):
            references[name] = annotation
    if references:
        # `get_type_hints` allows ClassVar and Final only in the annotations of a class.
        holder = type("Holder", (), {"__annotations__": references})
        resolved |= typing.get_type_hints(
            holder, global_names, dict(local_names), include_extras=True
        )
    return resolved


def _mentions_reference(annotation: Any) -> bool:
    """Return whether an annotation is or contains a forward reference: a string or a `ForwardRef`.

    Strings in a ``Literal`` are values.
    """
    if isinstance(annotation, _REFERENCES):
        return True
    if is_class(annotation):
        return False
    return get_origin(annotation) is not typing.Literal and any(
        _mentions_reference(part) for part in get_args(annotation)
    )


def class_annotations(
    cls: type, local_names: Mapping[str, Any] = MappingProxyType({})
) -> dict[str, TypeForm]:
    """Return the resolved annotations in the body of a class, without those of its bases.

    Of a model only those of fields are returned, and that of ``__pydantic_extra__``. Annotations
    that cannot be resolved here are left out: pydantic may know more names, or ignore the
    annotation.

    Args:
        cls: The class.
        local_names: The names of the function in which the class is defined.
    """
    return _class_annotations(cls, inspect.get_annotations(cls), local_names)


def _class_annotations(
    cls: type, annotations: dict[str, Any], local_names: Mapping[str, Any]
) -> dict[str, TypeForm]:
    """Resolve the annotations in the body of a class: of a model those of fields, else all.

    Those that cannot be resolved here are left out: pydantic may know more names, or ignore the
    annotation.

    Args:
        cls: The class.
        annotations: The annotations in its body, unresolved.
        local_names: The names of the function in which the class is defined.
    """
    if annotations and issubclass(cls, BaseModel):
        annotations = _annotations_of_fields(cls, annotations)
    if not annotations:
        return {}
    module = inspect.getmodule(cls)
    module_names: dict[str, Any] = {}
    if module is not None:
        module_names = vars(module)
    # A class may mention itself, and one that is defined in a function is no name of its module.
    names: dict[str, Any] = {**local_names, cls.__name__: cls, **parent_names(cls)}
    for parameter in getattr(cls, "__type_params__", ()):
        names[parameter.__name__] = parameter
    return _resolvable(annotations, module_names, names, *_UNRESOLVABLE)[0]


def _annotations_of_fields(model: type[BaseModel], annotations: dict[str, Any]) -> dict[str, Any]:
    """Return those annotations of a model that are fields, and that of ``__pydantic_extra__``.

    A string is replaced by the type that pydantic has evaluated, if there is one and no metadata is
    lost.

    Args:
        model: The model.
        annotations: The annotations in its body, unresolved.
    """
    fields = model.model_fields
    # Read once, since pydantic looks through all fields each time.
    are_complete = model.__pydantic_fields_complete__
    annotations_of_fields: dict[str, Any] = {}
    for name, annotation in annotations.items():
        if name in fields or name == _EXTRA:
            # An incomplete record may still contain forward references.
            info = fields.get(name) if are_complete else None
            annotations_of_fields[name] = _evaluated(info, annotation)
    return annotations_of_fields


def _evaluated(info: FieldInfo | None, annotation: TypeForm) -> TypeForm:
    """Return the annotation of a field as pydantic has evaluated it, if that loses nothing.

    pydantic keeps only the type, and moves metadata of ``Annotated`` elsewhere. So it is used only
    for an annotation in a string, of a field without metadata.

    Args:
        info: pydantic's record of the field; None if it is not complete.
        annotation: The annotation in the body of the class.
    """
    if info is None or info.metadata or not isinstance(annotation, str):
        return annotation
    return info.annotation


_UNRESOLVABLE = (NameError, TypeError, AttributeError, SyntaxError)
"""What the evaluation of an annotation raises: ``ClassVar`` in a NamedTuple is a TypeError."""


def _resolvable(
    annotations: Mapping[str, Any],
    global_names: dict[str, Any],
    local_names: Mapping[str, Any],
    *kinds: type[Exception],
) -> tuple[dict[str, TypeForm], dict[str, Exception]]:
    """Return the annotations that can be resolved, and the errors of the others, by name.

    Args:
        annotations: The annotations of a function or a class, by name.
        global_names: The names of the module.
        local_names: Further names that annotations may use.
        kinds: The classes of the errors that are caught; others are raised.
    """
    # Resolved together first, which is faster and nearly always possible.
    with contextlib.suppress(*kinds):
        return _resolve(annotations, global_names, local_names), {}
    resolved: dict[str, TypeForm] = {}
    errors: dict[str, Exception] = {}
    for name, annotation in annotations.items():
        try:
            resolved |= _resolve({name: annotation}, global_names, local_names)
        except kinds as error:
            errors[name] = error
    return resolved, errors


def parent_names(cls: type) -> dict[str, Any]:
    """Return the local names of the function in which a model was defined, as pydantic has kept
    them.

    Names whose objects no longer exist are left out, since pydantic keeps weak references.
    """
    namespace: dict[str, Any] = getattr(cls, "__pydantic_parent_namespace__", None) or {}
    names: dict[str, Any] = {}
    for name, value in namespace.items():
        # pydantic's weak reference, which is called like `weakref.ref`, is a private class. It is
        # recognised by its name, so that it need not be imported.
        if type(value).__name__ == "_PydanticWeakRef":
            value = value()
        if value is not None:
            names[name] = value
    return names


def model_annotations(model: type[BaseModel]) -> Mapping[str, TypeForm]:
    """Return the annotations of a model's fields, including those of its bases, by name.

    The arguments of a generic model are filled in. A field whose forward reference cannot be
    resolved here is left out; callers then use the type that pydantic has resolved.
    """
    annotations: dict[str, TypeForm] = {}
    # By base and by type variable of the base: the type that the model fills in.
    arguments_by_base: dict[Any, dict[Any, TypeForm]] = {}
    if _is_parametrised(model):
        arguments_by_base = type_arguments(model)
    for base in reversed(model.__mro__):  # so that subclasses replace what their bases declare
        if base in _BASES_WITHOUT_FIELDS:
            continue
        unresolved = inspect.get_annotations(base)
        resolved = _class_annotations(base, unresolved, {})
        # An annotation that cannot be resolved here still replaces that of a base.
        for name in unresolved.keys() - resolved.keys():
            annotations.pop(name, None)
        arguments = arguments_by_base.get(base, {})
        for name, annotation in resolved.items():
            if arguments:
                annotation = substitute(annotation, arguments)
            annotations[name] = annotation
    return annotations


_BASES_WITHOUT_FIELDS: frozenset[Any] = frozenset({BaseModel, object, Generic})


def _is_parametrised(model: type) -> bool:
    """Return whether a model, or one of its bases, is a generic model with arguments:
    ``Page[Order]``.
    """
    for base in model.__mro__:
        # pydantic creates a class for ``Page[Order]``, whose origin is `Page`.
        generic = base.__dict__.get("__pydantic_generic_metadata__")
        if generic and generic["origin"] is not None:
            return True
    return False


def type_arguments(cls: type) -> dict[Any, dict[Any, TypeForm]]:
    """Return the types that a class fills in for the type variables of each of its bases.

    One variable can have two values: of ``class Rows(Page[list[T]])`` one in `Rows`, and another,
    ``list[T]``, in `Page`.

    Returns:
        By base, by type variable of the base: the type.
    """
    # A model ``Page[int]`` is a class of its own; the arguments are those of both it and `Page`.
    generic_class, arguments = _generic_class_and_arguments(cls, {})
    by_base: dict[Any, dict[Any, TypeForm]] = {cls: arguments, generic_class: arguments}
    for owner in cls.__mro__:
        arguments_of_owner = by_base.setdefault(owner, {})
        # Python keeps the bases with their arguments in `__orig_bases__`.
        for base in owner.__dict__.get("__orig_bases__") or owner.__bases__:
            generic_class, arguments = _generic_class_and_arguments(base, arguments_of_owner)
            # Of several classes with the same base, the first in the order of resolution counts.
            by_base.setdefault(generic_class, arguments)
    return by_base


def _generic_class_and_arguments(
    base: Any, arguments_of_owner: Mapping[Any, TypeForm]
) -> tuple[Any, dict[Any, TypeForm]]:
    """Return the class of a base such as ``Page[int]``, and its arguments by type variable.

    Args:
        base: The base; one without arguments gets those of its owner, as `Page` does, which is the
            base of the class that pydantic creates for ``Page[int]``.
        arguments_of_owner: The types of the owner's type variables, which arguments may mention.
    """
    # If `Page` is a pydantic model, ``Page[int]`` is a class of its own, which has its origin and
    # its arguments in this attribute. If not, it is an alias of `typing`.
    generic: Any = None
    if isinstance(base, type):
        generic = base.__dict__.get("__pydantic_generic_metadata__")
    if generic and generic["origin"] is not None:
        origin = generic["origin"]
        arguments = generic["args"]
        parameters = origin.__pydantic_generic_metadata__["parameters"]
    else:
        origin = get_origin(base) or base
        arguments = get_args(base)
        parameters = getattr(origin, "__parameters__", ())
    if not arguments:
        return origin, dict(arguments_of_owner)
    by_variable: dict[Any, TypeForm] = {}
    # The numbers differ for a `TypeVarTuple`, which takes several arguments.
    for parameter, argument in zip(parameters, arguments, strict=False):
        annotation = substitute(argument, arguments_of_owner)
        if annotation is not parameter:  # ``Page[T]`` fills in nothing
            by_variable[parameter] = annotation
    return origin, by_variable


def substitute(annotation: TypeForm, arguments: Mapping[Any, TypeForm]) -> TypeForm:
    """Return a type with its type variables, and ``Self``, replaced at any depth.

    Args:
        annotation: The type.
        arguments: The replacements by type variable, also by `Self`; variables without one stay.
    """
    if isinstance(annotation, TypeVar) or annotation is Self:
        return arguments.get(annotation, annotation)
    if is_class(annotation):
        return _substitute_in_model(annotation, arguments)
    if get_origin(annotation) is Annotated:
        base = substitute(annotation.__origin__, arguments)
        if base is annotation.__origin__:
            return annotation
        return annotated(base, annotation.__metadata__)
    # A type without variables is returned itself: types that methods share as a constant of a
    # module are recognised by identity.
    parts = get_args(annotation)
    new_parts = tuple(substitute(part, arguments) for part in parts)
    if all(map(is_, new_parts, parts)):
        return annotation
    return _with_arguments(annotation, new_parts)


def _with_arguments(annotation: Any, arguments: tuple[TypeForm, ...]) -> TypeForm:
    """Return a union or a generic type with other arguments.

    A union with ``Any`` is ``Any``, since it accepts every value.
    """
    origin = get_origin(annotation)
    if origin in UNIONS:
        if Any in arguments:
            return Any
        return Union[arguments]  # noqa: UP007  # the members are known at run time only
    if hasattr(annotation, "copy_with"):  # an alias of `typing`, such as ``List[T]``
        return annotation.copy_with(arguments)
    return origin[arguments]


def _substitute_in_model(cls: type, arguments: Mapping[Any, TypeForm]) -> TypeForm:
    """Return a class unchanged, except a generic model whose type variables `arguments` replace."""
    generic = cls.__dict__.get("__pydantic_generic_metadata__")
    if not generic:
        return cls
    parameters = generic["parameters"]
    types_of_parameters = tuple(substitute(parameter, arguments) for parameter in parameters)
    if types_of_parameters == parameters:
        return cls
    # pydantic creates the class, or returns the one that it has created before.
    return cast(Any, cls)[types_of_parameters]


_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def cached_by_type(read: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Cache the results of a function of types; a type whose metadata has no hash is read each
    time.
    """
    cached = lru_cache(maxsize=4096)(read)

    @wraps(read)
    def read_once(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        """Return the cached result, or call the function if the arguments have no hash."""
        try:
            return cached(*args, **kwargs)  # type: ignore[arg-type]  # a type may have no hash
        except TypeError:  # no hash; an error of `read` itself is raised again
            return read(*args, **kwargs)

    return read_once


def is_typed_dict(annotation: TypeForm) -> bool:
    """Return whether a type is a TypedDict, of `typing` or of `typing_extensions`.

    Both are recognised by the attribute ``__total__``, which other dicts do not have.
    """
    return (
        isinstance(annotation, type)
        and issubclass(annotation, dict)
        and hasattr(annotation, "__total__")
    )


def annotated_field_type(annotation: TypeForm, info: FieldInfo) -> TypeForm:
    """Return the annotation of a field; if ``= Field(…)`` adds something to it, an ``Annotated``
    with both.

    Args:
        annotation: The annotation of the field.
        info: pydantic's record of the field, which combines both.
    """
    extra = added_metadata(annotation, info)
    if extra:
        return annotated(annotation, extra)
    return annotation


def computed_field_type(annotation: TypeForm, info: ComputedFieldInfo) -> TypeForm:
    """Return the type of a computed field, with the ``json_schema_extra`` of its decorator if that
    has one.
    """
    extra: Any = info.json_schema_extra
    if extra is None:
        return annotation
    return annotated(annotation, [Field(json_schema_extra=extra)])


_FIELD_KEYWORDS = (
    "title",
    "description",
    "examples",
    "deprecated",
    "json_schema_extra",
    "discriminator",
)
"""The arguments of ``Field`` that do not constrain values."""


def added_metadata(annotation: TypeForm, info: FieldInfo) -> tuple[Any, ...]:
    """Return, as metadata, what a field's ``FieldInfo`` has and its annotation has not.

    These are constraints, followed by one ``Field`` with all other keywords if there are any.

    Args:
        annotation: The annotation of the field.
        info: pydantic's record of the field, which combines the annotation and ``= Field(…)``.
    """
    constraints = tuple(added_constraints(annotation, info))
    # pydantic ignores metadata before a validator with an input type of its own, so it counts as
    # absent from the annotation.
    metadata = _effective_metadata(metadata_of(annotation))
    fields_in_annotation = [item for item in metadata if isinstance(item, FieldInfo)]
    keywords: dict[str, Any] = {}
    for keyword in _FIELD_KEYWORDS:
        value = getattr(info, keyword)
        values_in_annotation = [getattr(field, keyword) for field in fields_in_annotation]
        if value is not None and value not in values_in_annotation:
            keywords[keyword] = value
    # In pydantic, a member of `json_schema_extra` wins over the keyword of the same name. The new
    # `Field` comes after the annotation, so its keywords would win over a `json_schema_extra`
    # there: it repeats these members.
    overrides = _members_with_names(info.json_schema_extra, keywords)
    if overrides:
        keywords["json_schema_extra"] = overrides | keywords.get("json_schema_extra", {})
    if not keywords:
        return constraints
    return (*constraints, Field(**keywords))


def _members_with_names(extra: object, names: Collection[str]) -> dict[str, Any]:
    """Return those members of a ``json_schema_extra`` that have one of the names.

    They are sorted, since the order of a set differs between processes.
    """
    if not isinstance(extra, dict):  # None, or a function that changes the schema
        return {}
    return {name: extra[name] for name in sorted(extra.keys() & set(names))}


def added_constraints(annotation: TypeForm, info: FieldInfo) -> Sequence[Any]:
    """Return the constraints of a field's ``FieldInfo`` that its annotation has not.

    Args:
        annotation: The annotation of the field.
        info: pydantic's record of the field, which combines the annotation and ``= Field(…)``.
    """
    metadata = metadata_of(annotation)
    if not metadata:
        return info.metadata
    constraints_in_annotation = list(metadata)
    for item in metadata:  # a `Field` has constraints of its own
        if isinstance(item, FieldInfo):
            constraints_in_annotation += item.metadata
    # A list, since constraints may have no hash.
    return [item for item in info.metadata if item not in constraints_in_annotation]


def _effective_metadata(metadata: Sequence[Any]) -> Sequence[Any]:
    """Return the metadata after the last validator that declares an input type of its own.

    pydantic ignores the metadata before such a validator when it writes a schema.
    """
    start = 0
    for next_index, item in enumerate(metadata, 1):
        if getattr(item, "json_schema_input_type", PydanticUndefined) is not PydanticUndefined:
            start = next_index
    return metadata[start:]
