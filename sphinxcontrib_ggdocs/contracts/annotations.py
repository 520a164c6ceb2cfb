"""Resolves the annotations of functions and classes, without merging anything into them.

pydantic merges an annotation into a ``FieldInfo`` and does not keep which alias had which metadata.
Brands depend on that.
"""

import contextlib
import inspect
import sys
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
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

_EXTRA = "__pydantic_extra__"
"""What a model annotates to type the properties that it does not name."""

_REFERENCES = (str, ForwardRef)


def get_origin(annotation: TypeForm) -> Any:
    """`typing.get_origin`, typed for forms of which nothing is known."""
    return typing_origin(annotation)


def is_class(annotation: Any) -> bool:
    """Return whether `annotation` is a class; ``list[int]`` is none."""
    return isinstance(annotation, type)


def is_alias(annotation: TypeForm) -> bool:
    """Return whether `annotation` is a ``type`` alias, parametrised or not."""
    return not is_class(annotation) and (
        isinstance(annotation, ALIAS_TYPES) or isinstance(get_origin(annotation), ALIAS_TYPES)
    )


def alias_value(annotation: TypeForm) -> TypeForm:
    """Return the value of a ``type`` alias, with its parameters filled in."""
    if isinstance(annotation, ALIAS_TYPES):
        return _alias_written(annotation)
    alias = get_origin(annotation)
    return substitute(
        _alias_written(alias), dict(zip(alias.__type_params__, get_args(annotation), strict=True))
    )


def _alias_written(alias: Any) -> TypeForm:
    value = alias.__value__
    if not _mentions_reference(value):
        return value
    module = sys.modules.get(alias.__module__ or "")
    names = {parameter.__name__: parameter for parameter in alias.__type_params__}
    return _resolve(
        {"value": value}, vars(module) if module else {}, {alias.__name__: alias, **names}
    )["value"]


def metadata_of(annotation: TypeForm) -> tuple[Any, ...]:
    """Return the metadata of the outermost ``Annotated`` of an annotation."""
    if type(annotation) is not _ANNOTATED:
        return ()
    alias: Any = annotation
    metadata: tuple[Any, ...] = alias.__metadata__
    return metadata


def has_given_schema(metadata: Iterable[Any]) -> bool:
    """Return whether one of the metadata of a type is a schema that takes the place of its own, and
    of the words of the others.
    """
    return any(isinstance(item, WithJsonSchema) for item in metadata)


class _Distinct:
    """Metadata that nobody reads, and that is equal to none: a type with it is not in the cache of
    `typing`. It has a hash, since members of unions need one.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return "..."


def annotated(annotation: TypeForm, metadata: Sequence[Any]) -> TypeForm:
    """``Annotated`` with this very metadata. `typing` returns a type that was made before with an
    equal one, such as ``Gt(0.0)`` for ``Gt(0)``, as long as it remembers that.
    """
    made: Any = Annotated[(annotation, *metadata)]
    kept = made.__metadata__[-len(metadata) :]
    if all(one is other for one, other in zip(kept, metadata, strict=True)):
        return made
    return Annotated[(annotation, *metadata, _Distinct())]


def optional(annotation: TypeForm) -> TypeForm:
    """`annotation` or None, with the very metadata of `annotation`."""
    made = Union[annotation, None]  # noqa: UP007
    if (
        any(member is annotation for member in get_args(made))
        or get_origin(annotation) is not Annotated
    ):
        return made
    return Union[Annotated[annotation, _Distinct()], None]  # noqa: UP007


def peel(annotation: TypeForm) -> TypeForm:
    """Remove the outermost NewType, ``Annotated`` or alias; return the same where there is none."""
    if is_class(annotation):  # as most forms are
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
    """`annotation` without all outer NewTypes, ``Annotated`` and aliases."""
    while (inner := peel(annotation)) is not annotation:
        annotation = inner
    return annotation


def allows_none(annotation: TypeForm) -> bool:
    """Return whether a type is ``X | None``, or an alias of it."""
    return without_none(peel_all(annotation)) is not None


def without_none(annotation: TypeForm) -> TypeForm | None:
    """Of ``X | None``: ``X``; of anything else: None."""
    if get_origin(annotation) not in UNIONS:
        return None
    members = get_args(annotation)
    rest = tuple(member for member in members if member is not type(None))
    if len(rest) == 1 < len(members):
        return rest[0]
    if 0 < len(rest) < len(members):
        return Union[rest]  # noqa: UP007  # the members are known at run time only
    return None


def function_hints(
    function: Callable[..., Any], local_names: Mapping[str, Any]
) -> dict[str, TypeForm]:
    """Return the annotations of a function, resolved.

    Raises:
        NameError: A forward reference is unresolved.
    """
    return _resolve(inspect.get_annotations(function), function.__globals__, local_names)


def readable_hints(
    function: Callable[..., Any], local_names: Mapping[str, Any]
) -> tuple[dict[str, TypeForm], tuple[str, ...]]:
    """Return the annotations of a function, with ``Any`` for those that mention a name which is not
    defined, and these names.
    """
    annotations = inspect.get_annotations(function)
    hints, errors = _resolvable(annotations, function.__globals__, local_names, NameError)
    undefined: dict[str, None] = {}
    for argument, error in errors.items():
        name = getattr(error, "name", None) or str(annotations[argument])
        undefined[name] = None
    return {argument: hints.get(argument, Any) for argument in annotations}, tuple(undefined)


def resolvable_hints(function: Callable[..., Any]) -> dict[str, TypeForm]:
    """Return the annotations of a function that can be resolved."""
    annotations = inspect.get_annotations(function)
    return _resolvable(annotations, function.__globals__, {}, *_UNRESOLVABLE)[0]


def _resolve(
    annotations: Mapping[str, Any], global_names: dict[str, Any], local_names: Mapping[str, Any]
) -> dict[str, TypeForm]:
    resolved: dict[str, TypeForm] = {}
    # Without the others, which `typing` would take apart and put together again.
    references: dict[str, Any] = {}
    for name, annotation in annotations.items():
        resolved[name] = annotation
        if annotation is None:
            resolved[name] = type(None)
        if _mentions_reference(annotation):
            references[name] = annotation
    if references:
        # a class, for a class may say ClassVar and Final where a function may not
        holder = type("Holder", (), {"__annotations__": references})
        resolved |= typing.get_type_hints(
            holder, global_names, dict(local_names), include_extras=True
        )
    return resolved


def _mentions_reference(annotation: Any) -> bool:
    """Return whether an annotation has a string or a ForwardRef where `typing` resolves them."""
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
    """Return the annotations in the body of a class, resolved; those of its bases are not included,
    and of a model only its fields are.

    An annotation that cannot be resolved here is left out. pydantic decides about it: it may know
    more names, or ignore the annotation.

    Args:
        cls: The class.
        local_names: Names of the function in which a class without names of its own is defined.
    """
    return _class_annotations(cls, inspect.get_annotations(cls), local_names)


def _class_annotations(
    cls: type, annotations: dict[str, Any], local_names: Mapping[str, Any]
) -> dict[str, TypeForm]:
    """Return the same of annotations that have been read from the class."""
    if annotations and issubclass(cls, BaseModel):
        annotations = _annotations_of_fields(cls, annotations)
    if not annotations:
        return {}
    module = inspect.getmodule(cls)
    module_names: dict[str, Any] = {}
    if module is not None:
        module_names = vars(module)
    names: dict[str, Any] = {**local_names, cls.__name__: cls, **parent_names(cls)}
    for parameter in getattr(cls, "__type_params__", ()):
        names[parameter.__name__] = parameter
    return _resolvable(annotations, module_names, names, *_UNRESOLVABLE)[0]


def _annotations_of_fields(model: type[BaseModel], annotations: dict[str, Any]) -> dict[str, Any]:
    """Return the annotations that are fields, which pydantic knows, and that of further fields."""
    fields = model.model_fields
    kept: dict[str, Any] = {}
    for name, annotation in annotations.items():
        if name in fields or name == _EXTRA:
            field = fields.get(name)
            if not model.__pydantic_fields_complete__:
                field = None
            kept[name] = _evaluated(field, annotation)
    return kept


def _evaluated(info: FieldInfo | None, annotation: TypeForm) -> TypeForm:
    """Return the annotation of a field as pydantic has evaluated it, which takes what is next to
    the type out of it; where there is something, what is written.
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
    """Return the annotations that can be resolved, and by name the errors of the others."""
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
    """Names of the function in which a model was defined, as pydantic has kept them (weakly)."""
    kept: dict[str, Any] = getattr(cls, "__pydantic_parent_namespace__", None) or {}
    names: dict[str, Any] = {}
    for name, value in kept.items():
        # pydantic wraps those that may go away in a private class, called like `weakref.ref`; known
        # by its name, it need not be imported.
        if type(value).__name__ == "_PydanticWeakRef":
            value = value()
        if value is not None:
            names[name] = value
    return names


def model_annotations(model: type[BaseModel]) -> Mapping[str, TypeForm]:
    """What is written at each field of a model and its bases, with the type arguments of a generic
    filled in.

    A field whose forward reference cannot be resolved here is left out; callers then use what
    pydantic has resolved.
    """
    annotations: dict[str, TypeForm] = {}
    arguments = type_arguments(model) if _is_parametrised(model) else {}
    for base in reversed(model.__mro__):
        if base in _NO_FIELDS:
            continue
        own_annotations = inspect.get_annotations(base)
        own = _class_annotations(base, own_annotations, {})
        for name in own_annotations.keys() - own.keys():
            annotations.pop(name, None)
        if known := arguments.get(base):
            own = {name: substitute(annotation, known) for name, annotation in own.items()}
        annotations |= own
    return annotations


_NO_FIELDS: frozenset[Any] = frozenset({BaseModel, object, Generic})


def _is_parametrised(model: type) -> bool:
    for base in model.__mro__:
        generic = base.__dict__.get("__pydantic_generic_metadata__")
        if generic and generic["origin"] is not None:
            return True
    return False


def type_arguments(cls: type) -> dict[Any, dict[Any, TypeForm]]:
    """By each base of a class: by type variable of that base, what the class fills in.

    One variable can have two values: in ``class Rows(Page[list[T]])`` for one in `Rows`,
    another in `Page`.
    """
    origin, arguments = _filled_in(cls, {})
    by_base: dict[Any, dict[Any, TypeForm]] = {cls: arguments, origin: arguments}
    for owner in cls.__mro__:
        known = by_base.setdefault(owner, {})
        for base in owner.__dict__.get("__orig_bases__") or owner.__bases__:
            origin, arguments = _filled_in(base, known)
            by_base.setdefault(origin, arguments)
    return by_base


def _filled_in(base: Any, known: Mapping[Any, TypeForm]) -> tuple[Any, dict[Any, TypeForm]]:
    """Return the generic class that a base is, and its arguments; one without any hands on those of
    its owner.
    """
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
        return origin, dict(known)
    filled: dict[Any, TypeForm] = {}
    for parameter, argument in zip(parameters, arguments, strict=False):
        annotation = substitute(argument, known)
        if annotation is not parameter:
            filled[parameter] = annotation
    return origin, filled


def substitute(annotation: TypeForm, arguments: Mapping[Any, TypeForm]) -> TypeForm:
    """`annotation` with type variables replaced, and ``Self`` where `arguments` say what it is."""
    if isinstance(annotation, TypeVar) or annotation is Self:
        return arguments.get(annotation, annotation)
    if is_class(annotation):
        return _substitute_in_model(annotation, arguments)
    if get_origin(annotation) is Annotated:
        base = substitute(annotation.__origin__, arguments)
        if base is annotation.__origin__:
            return annotation
        return annotated(base, annotation.__metadata__)
    parts = get_args(annotation)
    filled = tuple(substitute(part, arguments) for part in parts)
    if all(map(is_, filled, parts)):
        return annotation
    return _with_arguments(annotation, filled)


def _with_arguments(annotation: Any, arguments: tuple[TypeForm, ...]) -> TypeForm:
    """Return a union or a generic type with other arguments."""
    origin = get_origin(annotation)
    if origin in UNIONS:
        if Any in arguments:
            return Any
        return Union[arguments]  # noqa: UP007  # the members are known at run time only
    if hasattr(annotation, "copy_with"):
        return annotation.copy_with(arguments)
    return origin[arguments]


def _substitute_in_model(cls: type, arguments: Mapping[Any, TypeForm]) -> TypeForm:
    """Return a class; of a generic model with free type variables, the model with these
    replaced.
    """
    generic = cls.__dict__.get("__pydantic_generic_metadata__")
    parameters = generic["parameters"] if generic else ()
    filled = tuple(substitute(parameter, arguments) for parameter in parameters)
    if filled == parameters:
        return cls
    return cast(Any, cls)[filled]


_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def cached_by_type(read: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Cache what a function reads of a type; one whose metadata has no hash is read each time."""
    cached = lru_cache(maxsize=4096)(read)

    @wraps(read)
    def read_once(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        try:
            return cached(*args, **kwargs)  # type: ignore[arg-type]  # a type may have no hash
        except TypeError:
            return read(*args, **kwargs)

    return read_once


def is_typed_dict(annotation: TypeForm) -> bool:
    """Return whether `annotation` is a TypedDict class, of either origin."""
    return (
        isinstance(annotation, type)
        and issubclass(annotation, dict)
        and hasattr(annotation, "__total__")
    )


def field_form(annotation: TypeForm, info: FieldInfo) -> TypeForm:
    """Return the type of a field with what ``= Field(…)`` adds to the annotation, as one
    ``Annotated`` form.
    """
    extra = added_metadata(annotation, info)
    if extra:
        return annotated(annotation, extra)
    return annotation


def computed_field_type(annotation: TypeForm, info: ComputedFieldInfo) -> TypeForm:
    """Return the type of a computed field with what its decorator adds to the schema."""
    extra: Any = info.json_schema_extra
    if extra is None:
        return annotation
    return annotated(annotation, [Field(json_schema_extra=extra)])


_KEYWORDS = (
    "title",
    "description",
    "examples",
    "deprecated",
    "json_schema_extra",
    "discriminator",
)
"""The arguments of ``Field`` that do not constrain values."""


def added_metadata(annotation: TypeForm, info: FieldInfo) -> tuple[Any, ...]:
    """What a field's ``FieldInfo`` has that its annotation has not: constraints, and one ``Field``
    with the other keywords.
    """
    added = tuple(added_constraints(annotation, info))
    fields = [item for item in _lasting(metadata_of(annotation)) if isinstance(item, FieldInfo)]
    keywords: dict[str, Any] = {}
    for keyword in _KEYWORDS:
        value = getattr(info, keyword)
        in_annotation = [getattr(field, keyword) for field in fields]
        if value is not None and value not in in_annotation:
            keywords[keyword] = value
    extra = _repeated(keywords, info.json_schema_extra)
    if extra:
        keywords["json_schema_extra"] = extra | keywords.get("json_schema_extra", {})
    if not keywords:
        return added
    return (*added, Field(**keywords))


def _repeated(keywords: Mapping[str, Any], extra: object) -> dict[str, Any]:
    """Return what an extra has of the keywords of a field: of one that is given twice the extra
    wins, also an extra that the annotation has.
    """
    if not isinstance(extra, dict):
        return {}
    return {keyword: extra[keyword] for keyword in sorted(keywords.keys() & extra.keys())}


def added_constraints(annotation: TypeForm, info: FieldInfo) -> Sequence[Any]:
    """Return the constraints of a field's ``FieldInfo`` that its annotation has not."""
    in_annotation = metadata_of(annotation)
    if not in_annotation:
        return info.metadata
    known = list(in_annotation)
    for item in in_annotation:
        if isinstance(item, FieldInfo):
            known += item.metadata
    # list membership compares by identity first, then by value
    return [item for item in info.metadata if item not in known]


def _lasting(metadata: Sequence[Any]) -> Sequence[Any]:
    """Return the metadata behind the last validator with an input type of its own, which replaces
    what precedes it.
    """
    start = 0
    for index, item in enumerate(metadata, 1):
        if getattr(item, "json_schema_input_type", PydanticUndefined) is not PydanticUndefined:
            start = index
    return metadata[start:]
