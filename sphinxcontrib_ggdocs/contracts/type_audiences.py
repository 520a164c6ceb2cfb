"""Finds the audiences that Python types are marked for, without building their schemas."""

from collections.abc import Iterable

from pydantic.fields import FieldInfo

from ..audience_rules import Audiences
from .annotations import metadata_of, peel, without_none
from .audiences import Audience, audience_in, combined
from .message_model import GivenSchema, TypeForm


def audience_of(annotation: TypeForm) -> Audiences:
    """Return the audience that a type is marked for: in its ``Annotated``, in an alias, in ``X`` of
    ``X | None``, or in a published schema that stands for it (`GivenSchema`). Of several marks, the
    names in all of them count; empty without a mark.
    """
    marks: list[Audiences] = []
    while annotation is not None:
        marks.append(_mark_in(metadata_of(annotation)))
        if isinstance(annotation, GivenSchema):
            # The mark of what contains the schema in its file, and that in the schema itself.
            marks.append(combined(annotation.audience, audience_in(annotation.schema)))
        inner = peel(annotation)
        if inner is annotation:
            # Nothing to peel off: the next type is X of ``X | None``. Of any other type it is
            # None, which ends the loop.
            inner = without_none(annotation)
        annotation = inner
    return combined(*marks)


def _mark_in(metadata: Iterable[object]) -> Audiences:
    """Return the audience that metadata restrict a type to; empty without a mark.

    A mark is an `Audience`, or is in the extensions or the metadata of a ``Field``. Several marks
    restrict the type to the names that are in all of them.
    """
    marks: list[Audiences] = []
    for item in metadata:
        if isinstance(item, Audience):
            marks.append(item.names)
        elif isinstance(item, FieldInfo):
            marks += [audience_in(item.json_schema_extra), _mark_in(item.metadata)]
    return combined(*marks)
