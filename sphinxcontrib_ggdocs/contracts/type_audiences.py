"""What types say of their audiences."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import NewType, TypeGuard, get_args

from pydantic.fields import FieldInfo

from ..audience_rules import Audiences, is_shown
from .annotations import UNIONS, annotated, get_origin, is_alias, metadata_of, peel, without_none
from .audiences import Audience, audience_in, combined
from .contract_errors import NotForAudience, Where
from .given_schemas import GivenSchema
from .lifecycle import Deprecated
from .message_model import TypeForm


def audience_of(form: TypeForm) -> Audiences:
    """The mark of a type: in its ``Annotated``, in what that is around, in an alias, in ``X`` of
    ``X | None``, and in the extensions of a schema that a document gives.
    """
    marks: list[Audiences] = []
    while True:
        marks += [_mark(item) for item in metadata_of(form)]
        if isinstance(form, GivenSchema):
            marks += [form.audience, audience_in(form.schema)]
            reference = form.schema.get("$ref")
            inner = form.references.get(reference) if isinstance(reference, str) else None
        elif get_origin(form) in UNIONS:
            inner = without_none(form)
        else:
            inner = peel(form) if metadata_of(form) or _is_named(form) else None
        if inner is None or inner is form:
            return combined(*marks)
        form = inner


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
    """The mark in the metadata of a type."""
    return combined(*(_mark(item) for item in metadata))


def shown_members(form: TypeForm, asked: Audiences | None) -> tuple[TypeForm, ...]:
    """The members of a union that are shown.

    Raises:
        NotForAudience: None is left, or only null.
    """
    members = get_args(form)
    shown = tuple(member for member in members if is_shown(audience_of(member), asked))
    if len(shown) < len(members) and not set(shown) - {type(None)}:
        raise not_for_audience("no member of a union is", asked)
    return shown


def without_replacement(form: TypeForm, hidden: Collection[str]) -> TypeForm:
    """The type of a deprecated part without a replacement that is for others."""
    metadata = metadata_of(form)
    if not any(_is_replaced_by(item, hidden) for item in metadata):
        return form
    kept = [
        replace(item, replacement=None) if _is_replaced_by(item, hidden) else item
        for item in metadata
    ]
    return annotated(form.__origin__, kept)


def _is_replaced_by(item: object, names: Collection[str]) -> TypeGuard[Deprecated]:
    return isinstance(item, Deprecated) and item.replacement in names


def not_for_audience(what: str, asked: Audiences | None) -> NotForAudience:
    """The error of a part that cannot be left out where it is."""
    names = ", ".join(asked or ()) or "everyone"
    return NotForAudience(
        f"{what} for the requested audience ({names}), but what it is part of is",
        where=Where(),
        hint=(
            "give the field, the parameter or the method around it the same audience: "
            "Annotated[..., Audience(...)], or audience=... of a decorator"
        ),
    )
