"""Marks that hooks of types write into their schemas: pydantic writes the schema, it is read."""

import warnings
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any, Literal
from weakref import WeakKeyDictionary

from pydantic import TypeAdapter, WithJsonSchema
from pydantic.fields import FieldInfo

from ..audience_rules import Audiences
from .audiences import audience_in, combined

_HOOKS = ("__get_pydantic_json_schema__", "__get_pydantic_core_schema__")
_LIBRARIES = frozenset({"pydantic", __name__.partition(".")[0]})
"""Packages whose hooks write no marks."""

_MODES: tuple[Literal["validation", "serialization"], ...] = ("validation", "serialization")
_of_classes: WeakKeyDictionary[type, tuple[dict[str, Any], ...]] = WeakKeyDictionary()


def hook_mark_of_class(cls: type) -> Audiences:
    """Return the mark that hooks of a class, or a function in its configuration, write."""
    return combined(*map(audience_in, _written_of_class(cls)))


def fields_marked_by_hooks(cls: type) -> dict[str, Audiences]:
    """Return the marks that hooks of a class write at its fields, by the names on the wire."""
    marks: dict[str, Audiences] = {}
    for schema in _written_of_class(cls):
        for name, inner in (schema.get("properties") or {}).items():
            marks[name] = combined(marks.get(name, ()), audience_in(inner))
    return {name: mark for name, mark in marks.items() if mark}


def _written_of_class(cls: type) -> tuple[dict[str, Any], ...]:
    """Return the schemas of a class with hooks; none of another class."""
    config = getattr(cls, "model_config", None) or getattr(cls, "__pydantic_config__", None)
    extra = config.get("json_schema_extra") if isinstance(config, Mapping) else None
    if not callable(extra) and not _has_hook(cls):
        return ()
    if cls not in _of_classes:
        written = _written(cls)
        if written is None:
            return ()
        _of_classes[cls] = written
    return _of_classes[cls]


def hook_mark(form: Any, metadata: tuple[object, ...]) -> Audiences:
    """Return the mark that hooks in the metadata of an ``Annotated`` write."""
    hooks = [item for item in metadata if _writes(item)]
    return combined(*map(audience_in, (hooks and _written(form)) or ()))


def _writes(item: object) -> bool:
    if isinstance(item, FieldInfo):
        return callable(item.json_schema_extra) or any(map(_writes, item.metadata))
    return isinstance(item, WithJsonSchema) or _has_hook(item)


def _has_hook(thing: object) -> bool:
    """Return whether a class or an item of metadata has hooks of others than pydantic and this
    package.
    """
    hooks = (getattr(thing, name, None) for name in _HOOKS)
    modules = (getattr(hook, "__module__", None) or "" for hook in hooks if hook is not None)
    return any(module.partition(".")[0] not in _LIBRARIES for module in modules)


def _written(form: Any) -> tuple[dict[str, Any], ...] | None:
    """Return the schemas of a type, of both sides; None if it has none yet."""
    with suppress(Exception), warnings.catch_warnings():  # hooks may raise anything
        warnings.simplefilter("ignore")
        adapter: TypeAdapter[Any] = TypeAdapter(form)
        if not adapter.pydantic_complete:
            adapter.rebuild(raise_errors=True)
        return tuple(_sides(adapter))
    return None


def _sides(adapter: TypeAdapter[Any]) -> Iterator[dict[str, Any]]:
    """Yield the schemas on each side of the wire; a type may be on one alone."""
    for mode in _MODES:
        with suppress(Exception):  # where JSON cannot carry it, it is reported elsewhere
            schema = adapter.json_schema(mode=mode)
            name = str(schema.get("$ref")).rpartition("/")[2]
            yield schema.get("$defs", {}).get(name, schema)
