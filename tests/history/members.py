"""A contract document that has every member of its format, and edits of each of them."""

import copy
import dataclasses
import types
import typing
from collections.abc import Iterator
from datetime import date
from functools import partial
from typing import Any, Literal, NamedTuple, get_args, get_origin

from pydantic.alias_generators import to_camel

from sphinxcontrib_ggdocs.document import parts as doc
from sphinxcontrib_ggdocs.native import ApiDocsDocument

REMOVED = object()
_GIVEN: dict[str, tuple[Any, Any]] = {
    "tree": ({"kind": "authenticated"}, {"kind": "public"}),
    "ws_frame": ({"type": "boolean"}, {"type": "integer"}),
}
"""Two values of members that have a form of their own."""

_ERRORS = frozenset({"event_errors", "refusals", "codes"})
"""Members with keys of `errors`."""


class Edit(NamedTuple):
    """Another value of a member."""

    owner: str
    """The class of what has the member."""
    member: str
    path: tuple[str | int, ...]
    value: Any


def _members(owner: Any) -> Iterator[tuple[str, Any]]:
    hints = typing.get_type_hints(owner, include_extras=True)
    if dataclasses.is_dataclass(owner):
        # What is in memory alone does not count when documents are compared.
        names = [field.name for field in dataclasses.fields(owner) if field.compare]
    else:
        names = list(owner.model_fields)
    return ((name, hints[name]) for name in names)


def _has_members(hint: Any) -> bool:
    return hint is ApiDocsDocument or dataclasses.is_dataclass(hint)


def _choices(hint: Any) -> list[Any]:
    """The types of a union other than None; the type itself of what is none."""
    if get_origin(hint) is typing.Annotated:
        return _choices(get_args(hint)[0])
    if get_origin(hint) in (typing.Union, types.UnionType):
        return [each for each in get_args(hint) if each is not type(None)]
    return [hint]


def complete(
    hint: Any = ApiDocsDocument, name: str = "", *, without: frozenset[str] = frozenset()
) -> Any:
    """A value of a type that has all members, as JSON.

    Args:
        hint: The type.
        name: The member that has it.
        without: Members that are left out: ``Class.member``.
    """
    inside = partial(complete, without=without)
    if name in _GIVEN:
        return copy.deepcopy(_GIVEN[name][0])
    (chosen, *_) = _choices(hint)
    arguments = get_args(chosen)
    if _has_members(chosen):
        return {
            to_camel(key): inside(each, key)
            for key, each in _members(chosen)
            if f"{chosen.__name__}.{key}" not in without
        }
    if chosen == doc.JsonSchema:
        return {"type": "string"}
    match get_origin(chosen):
        case typing.Literal:
            return arguments[0]
        case origin if origin is tuple:
            return [inside(each, name) for each in _choices(arguments[0])]
        case origin if origin is dict:
            return {inside(arguments[0], name): inside(arguments[1], name)}
    if name in _ERRORS:
        name = "errors"
    return {str: name, int: 400, bool: True, date: "2027-01-31"}.get(chosen, name)


def edits(
    value: Any, hint: Any = ApiDocsDocument, path: tuple[str | int, ...] = ()
) -> Iterator[Edit]:
    """Every edit of a member in a document.

    Args:
        value: The document, or a part of it.
        hint: Its type.
        path: Where it is.
    """
    for chosen in _choices(hint):
        arguments = get_args(chosen)
        if _has_members(chosen):
            yield from _of_members(value, chosen, path)
        elif get_origin(chosen) is tuple:
            for at, (item, each) in enumerate(zip(value, _choices(arguments[0]), strict=True)):
                yield from edits(item, each, (*path, at))
        elif get_origin(chosen) is dict and chosen != doc.JsonSchema:
            for key, item in value.items():
                yield from edits(item, arguments[1], (*path, key))


def _of_members(value: Any, owner: Any, path: tuple[str | int, ...]) -> Iterator[Edit]:
    for name, hint in _members(owner):
        key = to_camel(name)
        if key not in value:
            continue
        others = [other] if (other := _other(value[key], hint, name)) is not REMOVED else []
        others += [REMOVED] if type(None) in get_args(hint) else []
        yield from (Edit(owner.__name__, name, (*path, key), each) for each in others)
        yield from edits(value[key], hint, (*path, key))


def _other(value: Any, hint: Any, name: str) -> Any:
    """Another value of the same type; `REMOVED` if there is none but those of its members."""
    (chosen, *_) = _choices(hint)
    if name in _GIVEN:
        return _GIVEN[name][1]
    if chosen == doc.JsonSchema:
        return {"type": "integer"}
    if get_origin(chosen) is Literal:
        return next((each for each in get_args(chosen) if each != value), REMOVED)
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case "2027-01-31":
            return "2027-02-28"
        case str():
            return f"{value}x"
        case list():
            return value[:-1]
        case dict() if get_origin(chosen) is dict:
            return {f"{key}x": item for key, item in value.items()}
    return REMOVED


def edited(value: Any, edit: Edit) -> Any:
    """A document after an edit."""
    found = copy.deepcopy(value)
    place = found
    for step in edit.path[:-1]:
        place = place[step]
    if edit.value is REMOVED:
        del place[edit.path[-1]]
    else:
        place[edit.path[-1]] = edit.value
    return found
