"""What FastAPI's fields say: types as handlers were annotated, for the fields have lost brands;
defaults and examples.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from types import FunctionType
from typing import Any, TypeAlias, TypeGuard

from fastapi import params
from fastapi.encoders import jsonable_encoder
from pydantic import Field
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from ...contracts import Brand
from ...contracts.annotations import added_constraints, annotated, is_alias, metadata_of
from ...contracts.audiences import audience_in
from ...contracts.lifecycle import Deprecated, Since, with_deprecation
from ...contracts.model import MISSING, Example, TypeForm

_OURS = (params.Param, params.Body, params.Depends)
"""What FastAPI reads in ``Annotated``; of these the type keeps only what `documentation_of`
returns."""

_KEPT = (Brand, Since, Deprecated)
"""What FastAPI does not know."""


_OTHERS = frozenset({"__wrapped__", "__signature__"})
"""What a function has whose arguments are not its own."""


_UNRESOLVED = (NameError, TypeError, ValueError, AttributeError, SyntaxError)
"""What is raised where a name is there under TYPE_CHECKING only, and for a builtin."""


def has_own_annotations(call: Callable[..., Any] | None) -> TypeGuard[FunctionType]:
    """Whether the annotations of a handler or a dependency are those of its arguments."""
    return isinstance(call, FunctionType) and call.__dict__.keys().isdisjoint(_OTHERS)


Evaluated: TypeAlias = dict[tuple[int, str], TypeForm | None]
"""What texts of annotations mean, by the id of the module's names and the text."""


def annotation_of(call: FunctionType, name: str, evaluated: Evaluated) -> TypeForm | None:
    """Evaluate the annotation of an argument; None if it has none, or it cannot be resolved.

    Args:
        call: The function.
        name: The argument.
        evaluated: A cache of evaluated annotations, which gets this one.
    """
    try:
        written = call.__annotations__.get(name)
    except _UNRESOLVED:
        return None
    return _meaning(written, call.__globals__, evaluated)


def _meaning(written: Any, names: dict[str, Any], evaluated: Evaluated) -> TypeForm | None:
    """An annotation, which may be a text; None where it cannot be resolved."""
    if not isinstance(written, str):
        return written
    key = (id(names), written)
    try:
        if key not in evaluated:
            evaluated[key] = eval(written, names)  # noqa: S307  # as Python itself does
        return evaluated[key]
    except _UNRESOLVED:
        return None


def annotations_of(call: Callable[..., Any] | None) -> dict[str, TypeForm]:
    """The annotations of a handler or a dependency by argument; empty where they cannot be
    resolved.
    """
    try:
        signature = inspect.signature(call, eval_str=True) if call is not None else None
        names = getattr(inspect.unwrap(call), "__globals__", {}) if call is not None else {}
    except _UNRESOLVED:
        return {}
    evaluated: Evaluated = {}
    annotations = {
        # The texts in a `__signature__` are not evaluated.
        name: _meaning(parameter.annotation, names, evaluated)
        for name, parameter in (signature.parameters if signature else {}).items()
        if parameter.annotation is not parameter.empty
    }
    return {name: form for name, form in annotations.items() if form is not None}


def field_type(field: Any, written: TypeForm = None, *, words: bool = True) -> TypeForm:
    """The type of one of FastAPI's fields.

    Args:
        field: A ``ModelField`` of FastAPI.
        written: The annotation that it was made from, where that is known.
        words: Whether description and deprecation belong to the type, too; of a parameter they do
            not, except for what to use instead.
    """
    info: FieldInfo = field.field_info
    if written is None or is_alias(written):
        return _with(written if written is not None else info.annotation, info, words)
    metadata = metadata_of(written)
    kept = tuple(item for item in metadata if not isinstance(item, _OURS))
    if not any(isinstance(item, _OURS) for item in metadata):
        # FastAPI drops the metadata of the type where the default is a `Query(…)` or its like
        kept = tuple(item for item in kept if isinstance(item, _KEPT) or _is_read(item, info))
    if len(kept) < len(metadata):
        base = written.__origin__
        written = annotated(base, kept) if kept else base
    return _with(written, info, words)


def _is_read(item: Any, info: FieldInfo) -> bool:
    """Whether FastAPI has read the metadata of the type, whole or in its parts."""
    kept = metadata_of(info.annotation)
    known = (*info.metadata, *kept, *chain.from_iterable(map(_parts, kept)))
    parts = _parts(item)
    return item in known or (bool(parts) and all(part in known for part in parts))


def _parts(item: Any) -> Sequence[Any]:
    """What ``Field(…)`` holds; of annotations that are strings, each reading makes another."""
    return item.metadata if isinstance(item, FieldInfo) else ()


def _with(written: TypeForm, info: FieldInfo, words: bool) -> TypeForm:
    """`written` with the constraints and texts of FastAPI's ``Query(…)`` and its like."""
    added = [item for item in added_constraints(written, info) if not isinstance(item, FieldInfo)]
    documentation = documentation_of(info, words=words)
    if documentation:
        added.append(Field(**documentation))
    if not words and (message := with_deprecation(None, info.deprecated)):
        added.append(Deprecated(message))
    return annotated(written, added) if added else written


def documentation_of(info: FieldInfo, *, words: bool = True) -> dict[str, Any]:
    """The arguments of ``Field`` that document a field."""
    names = ["title", "examples", "json_schema_extra", "discriminator"]
    if words:
        names += ["description", "deprecated"]
    return {name: value for name in names if (value := getattr(info, name, None)) not in (None, {})}


def default_of(info: FieldInfo) -> object:
    """The default, or `MISSING`; what a factory returns is not documented."""
    return MISSING if info.default is PydanticUndefined or info.default is ... else info.default


_UNSET: object = getattr(params, "_Unset", None)
"""What FastAPI has in the place of an example that was not given."""


def examples_of(info: Any) -> tuple[Example, ...]:
    """The examples of a parameter or a body: those with names, else the one without."""
    named = getattr(info, "openapi_examples", None)
    if named:
        return named_examples(named)
    value = getattr(info, "example", None)
    if value is None or value is _UNSET:
        return ()
    return (unnamed_example(value),)


def unnamed_example(value: object) -> Example:
    """The value of the member ``example`` of OpenAPI."""
    return Example(name="example", value=jsonable_encoder(value))


def named_examples(examples: Mapping[str, Any]) -> tuple[Example, ...]:
    """Example objects of OpenAPI."""
    return tuple(
        Example(
            name=name,
            value=jsonable_encoder(example["value"]) if "value" in example else MISSING,
            summary=example.get("summary"),
            description=example.get("description"),
            external_value=example.get("externalValue"),
            audience=audience_in(example),
        )
        for name, example in examples.items()
        if isinstance(example, Mapping)
    )
