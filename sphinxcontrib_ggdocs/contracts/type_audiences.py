"""What types say of their audiences."""

from collections.abc import Collection, Container, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NewType, NotRequired, Required, TypeGuard, get_args

from pydantic.fields import FieldInfo
from typing_extensions import ReadOnly

from ..audience_rules import Audiences, is_shown
from .annotations import UNIONS, annotated, get_origin, is_alias, metadata_of, peel, without_none
from .audiences import Audience, audience_in, combined
from .contract_errors import NotForAudience, Where
from .hook_audiences import hook_mark, hook_mark_of_class
from .lifecycle import Deprecated
from .message_model import GivenSchema, TypeForm

COMPOSITION = ("allOf", "anyOf", "oneOf", "if", "then", "else")
"""Keywords whose schemas are about the same value as the schema that has them."""

_QUALIFIERS = (Required, NotRequired, ReadOnly, Final)


def audience_of(form: TypeForm) -> Audiences:
    """Return the mark of a type: in its ``Annotated``, in what that is around, in an alias, in
    ``X`` of ``X | None``, and in the extensions of a schema that a document gives.
    """
    marks: list[Audiences] = []
    while True:
        metadata = tuple(metadata_of(form))
        marks += [*map(_mark, metadata), hook_mark(form, metadata)]
        if isinstance(form, GivenSchema):
            marks += [form.audience, audience_in(form.schema)]
            reference = form.schema.get("$ref")
            inner = form.references.get(reference) if isinstance(reference, str) else None
        elif isinstance(form, type):
            return combined(*marks, mark_of_class(form))
        elif get_origin(form) in UNIONS:
            inner = without_none(form)
        elif get_origin(form) in _QUALIFIERS:
            inner = get_args(form)[0]
        else:
            inner = peel(form) if metadata_of(form) or _is_named(form) else None
        if inner is None or inner is form:
            return combined(*marks)
        form = inner


def mark_of_class(cls: object) -> Audiences:
    """Return the mark of a class: the extensions in ``json_schema_extra`` of its configuration, and
    those that its hooks write.
    """
    config = getattr(cls, "model_config", None) or getattr(cls, "__pydantic_config__", None)
    own = audience_in(config.get("json_schema_extra")) if isinstance(config, Mapping) else ()
    return combined(own, hook_mark_of_class(cls)) if isinstance(cls, type) else own


def shown_mapping(
    form: GivenSchema, asked: Audiences | None, hidden: Container[str] = ()
) -> dict[str, str]:
    """Return the choices of the discriminator of a given schema that are left, by their tags.

    Args:
        form: The schema.
        asked: The audiences that are requested.
        hidden: The names of types that only what is for others mentions.
    """
    discriminator = form.schema.get("discriminator")
    mapping = discriminator.get("mapping") if isinstance(discriminator, dict) else None
    if not isinstance(mapping, dict):
        return {}
    choices: dict[bool, list[GivenSchema | None]] = {True: [], False: []}
    for choice in parts_in(form.schema, ("oneOf", "anyOf")):
        is_visible = is_shown(audience_of(replace(form, schema=choice, audience=())), asked)
        choices[is_visible].append(form.references.get(str(choice.get("$ref"))))
    left = {}
    for tag, text in mapping.items():
        target = form.references.get(str(text))
        if target is not None:
            is_gone = target in choices[False] and target not in choices[True]
            if is_gone or target.name in hidden or not is_shown(audience_of(target), asked):
                continue
        left[tag] = text
    return left


def hidden_properties(
    form: GivenSchema, asked: Audiences | None, keywords: Collection[str]
) -> frozenset[str]:
    """Return the properties that are for others, of the object that a given schema is about.

    Args:
        form: The schema.
        asked: The audiences that are requested.
        keywords: Those that lead to further schemas of the same object, besides references.
    """
    hidden: set[str] = set()
    waiting = [form]
    seen: set[int] = set()
    while waiting:
        form = waiting.pop()
        if id(form.schema) in seen:
            continue
        seen.add(id(form.schema))
        for name, inner in members(form.schema, "properties"):
            if not is_shown(audience_of(replace(form, schema=inner, audience=())), asked):
                hidden.add(name)
        target = form.references.get(str(form.schema.get("$ref")))
        waiting += [] if target is None else [target]
        for inner in parts_in(form.schema, keywords):
            waiting.append(replace(form, schema=inner))
    return frozenset(hidden)


def parts_in(schema: Mapping[str, Any], keywords: Collection[str]) -> Iterator[dict[str, Any]]:
    """Yield the schemas that keywords have, one or a list."""
    for key in keywords:
        value = schema.get(key)
        parts = value if isinstance(value, list) else [value]
        yield from (part for part in parts if isinstance(part, dict))


def members(schema: Mapping[str, Any], key: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the objects that a keyword has, by name."""
    given = schema.get(key)
    for name, inner in given.items() if isinstance(given, dict) else ():
        if isinstance(inner, dict):
            yield name, inner


def _is_named(form: TypeForm) -> bool:
    return isinstance(form, NewType) or is_alias(form)


def _mark(item: object) -> Audiences:
    """What one item of metadata says; a ``Field`` has it among what it adds to the schema."""
    if isinstance(item, Audience):
        return item.names
    if isinstance(item, FieldInfo):
        return combined(audience_in(item.json_schema_extra), mark_in(item.metadata))
    return ()


def mark_in(metadata: Iterable[object]) -> Audiences:
    """Return the mark in the metadata of a type."""
    return combined(*(_mark(item) for item in metadata))


def shown_members(form: TypeForm, asked: Audiences | None) -> tuple[TypeForm, ...]:
    """Return the members of a union that are shown.

    Raises:
        NotForAudience: None is left, or only null.
    """
    members = get_args(form)
    if asked is None:
        return members
    shown = tuple(member for member in members if is_shown(audience_of(member), asked))
    if len(shown) < len(members) and not set(shown) - {type(None)}:
        raise not_for_audience("no member of a union is", asked)
    return shown


def without_replacement(form: TypeForm, hidden: Container[str]) -> TypeForm:
    """Return the type of a deprecated part without a replacement that is for others."""
    metadata = metadata_of(form)
    if not any(_is_replaced_by(item, hidden) for item in metadata):
        return form
    kept = [
        replace(item, replacement=None) if _is_replaced_by(item, hidden) else item
        for item in metadata
    ]
    return annotated(form.__origin__, kept)


def _is_replaced_by(item: object, names: Container[str]) -> TypeGuard[Deprecated]:
    return (
        isinstance(item, Deprecated) and item.replacement is not None and item.replacement in names
    )


def not_for_audience(what: str, asked: Audiences | None) -> NotForAudience:
    """Return the error of a part that cannot be left out where it is."""
    names = ", ".join(asked or ()) or "everyone"
    return NotForAudience(
        f"{what} for the requested audience ({names}), but what it is part of is",
        where=Where(),
        hint=(
            "give the field, the parameter or the method around it the same audience: "
            "Annotated[..., Audience(...)], or audience=... of a decorator"
        ),
    )
