"""Sorts the metadata of ``Annotated``: keywords for readers, bounds, and what only pydantic can
judge.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from annotated_types import BaseMetadata, GroupedMetadata
from pydantic.fields import FieldInfo

from ..contracts.audiences import Audience
from ..contracts.lifecycle import Deprecated, Since, extensions_of, lifecycle_of, with_deprecation
from ..contracts.markers import Body, Brand, File, Form, ParameterMarker
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


def _has_hook(item: Any) -> bool:
    return any(hasattr(item, hook) for hook in _HOOKS)
