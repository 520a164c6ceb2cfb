"""Sorts the metadata of ``Annotated``: keywords for readers, bounds, and what only pydantic can
judge.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

from annotated_types import BaseMetadata, GroupedMetadata
from pydantic import Discriminator, Tag, WithJsonSchema
from pydantic.fields import FieldInfo

from ..contracts.annotations import UNIONS, get_origin, metadata_of
from ..contracts.audiences import Audience
from ..contracts.lifecycle import Deprecated, Since, extensions_of, lifecycle_of, with_deprecation
from ..contracts.markers import Body, Brand, File, Form, ParameterMarker
from ..contracts.model import TypeForm
from .keywords import extra_keywords, field_keywords

_HOOKS = ("__get_pydantic_core_schema__", "__get_pydantic_json_schema__")
OURS = (Audience, Brand, ParameterMarker, Body, Form, File, Since, Deprecated)


@dataclass(slots=True)
class Sorted:
    """The parts of one ``Annotated``."""

    keywords: dict[str, Any] = field(default_factory=dict)
    bounds: list[Any] = field(default_factory=list)
    """Constraints that `annotated_types` or pydantic define; plain values, cached by their text."""
    judged: bool = False
    """Whether there is something that only pydantic can judge: a hook, a validator, a
    discriminator."""


def sort_metadata(items: Sequence[Any]) -> Sorted:
    """Sort the metadata of one ``Annotated``, without brands."""
    result = Sorted()
    extra: dict[str, Any] = {}
    for item in items:
        if isinstance(item, FieldInfo):
            result.keywords.update(field_keywords(item))
            extra.update(extra_keywords(item))
            result.judged = (
                result.judged or callable(item.json_schema_extra) or item.discriminator is not None
            )
            _sort_bounds(item.metadata, result)
        elif not (isinstance(item, OURS) or (isinstance(item, type) and issubclass(item, OURS))):
            _sort_bounds((item,), result)
    _add_versions(items, result.keywords)
    result.keywords.update(
        extra
    )  # pydantic applies ``json_schema_extra`` last, whatever the order in the annotation
    return result


def _add_versions(items: Iterable[Any], keywords: dict[str, Any]) -> None:
    """Write since when and until when something exists, which pydantic has no words for."""
    since = deprecated = None
    for item in items:
        since = item.version if isinstance(item, Since) else since
        deprecated = item if isinstance(item, Deprecated) else deprecated
    lifecycle = lifecycle_of(since, deprecated)
    keywords |= extensions_of(lifecycle)
    if deprecated is not None:
        keywords["deprecated"] = True
        if text := with_deprecation(keywords.get("description"), deprecated):
            keywords["description"] = text


def _sort_bounds(items: Iterable[Any], result: Sorted) -> None:
    for item in items:
        if isinstance(item, BaseMetadata | GroupedMetadata):
            result.bounds.append(item)
        elif _has_hook(item) or type(item).__module__.startswith("pydantic"):
            result.judged = True


def without_replaced_words(items: Sequence[Any]) -> tuple[Any, ...]:
    """The metadata of one ``Annotated`` without the words that a `WithJsonSchema` in it replaces:
    pydantic puts that in the place of what all others have written, before it and behind it.
    """
    replaced: set[str | None] = set()
    for item in items:
        if type(item) is WithJsonSchema:
            replaced.add(item.mode)
        elif _has_hook(item):  # it may leave out what is before it, also that
            replaced.clear()
    if None not in replaced and len(replaced) < 2:  # one side of the wire keeps its words
        return tuple(items)
    return tuple(item for item in items if not _has_only_words(item))


def _has_only_words(item: Any) -> bool:
    return (
        isinstance(item, FieldInfo)
        and item.is_required()
        and not item.metadata
        and item.discriminator is None
        and not _has_hook(item)
    )


def _has_hook(item: Any) -> bool:
    return any(hasattr(item, hook) for hook in _HOOKS)


def choices_of_function(form: TypeForm) -> tuple[TypeForm, ...]:
    """The choices of a union of which a function knows what a value is, without their tags; none
    where anything else is added to the union or a choice, and for other types.
    """
    metadata = metadata_of(form)
    if len(metadata) != 1 or not isinstance(metadata[0], Discriminator):
        return ()
    is_chosen = callable(metadata[0].discriminator) and get_origin(form.__origin__) in UNIONS
    members = get_args(form.__origin__) if is_chosen else ()
    # pydantic refuses a union in which a choice has no tag, and takes the last of several choices
    # with one.
    tags = {item.tag for member in members if isinstance(item := _only(member), Tag)}
    return tuple(member.__origin__ for member in members) if len(tags) == len(members) else ()


def _only(form: TypeForm) -> Any:
    """The metadata of a type with a single item."""
    metadata = metadata_of(form)
    return metadata[0] if len(metadata) == 1 else None
