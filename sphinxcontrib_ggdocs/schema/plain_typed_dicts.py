"""TypedDicts without anything unusual about them, read field by field.

pydantic keeps nothing of a TypedDict: whoever asks for one makes it build validators for all that
is inside it.
"""

import sys
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, NotRequired, Required, Self

import typing_extensions
from pydantic import ConfigDict, create_model
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined
from typing_extensions import ReadOnly

from ..audience_rules import is_shown
from ..contracts.annotations import get_origin, metadata_of, substitute
from ..contracts.contract_errors import ContractError, Where
from ..contracts.model import TypeForm
from ..contracts.type_audiences import audience_of
from .class_config import (
    around_heirs,
    around_in,
    config_of,
    hands_on_extra_alone,
    has_hook,
    has_plain_heirs,
    with_bases,
)
from .forms import QUALIFIERS, class_forms, divided, has_extra_items
from .metadata import sort_metadata
from .nodes import Configured, Member, ObjectOf, TypeDescriber
from .plain_models import ADDITIONAL, class_keywords, is_plain_field

_QUALIFIERS = {Required, NotRequired, ReadOnly}


def plain_typed_dict(
    walker: TypeDescriber,
    cls: Any,
    local_names: Mapping[str, Any],
    configured: Configured | None = None,
) -> ObjectOf | None:
    """The object of a TypedDict; None when something about it or one of its fields is unusual.

    Args:
        walker: Describes the fields.
        cls: The TypedDict.
        local_names: Names of the function in which it is defined.
        configured: It by the configuration of a class around it.
    """
    own = config_of(cls)
    config = configured.config if configured else own
    if not _is_plain(cls) or not hands_on_extra_alone(config) or (configured and "title" in config):
        return None
    members = _members(walker, cls, local_names, configured or around_heirs(cls))
    if members is None:
        return None
    extra = config.get("extra") if configured is None or _takes_extra_over() else None
    return ObjectOf(
        members=tuple(members),
        additional=ADDITIONAL.get(extra),
        keywords=class_keywords(cls, own.get("title") or cls.__name__),
    )


def _members(
    walker: TypeDescriber, cls: Any, local_names: Mapping[str, Any], around: Configured | None
) -> list[Member] | None:
    """The fields that are for the audience; None when one of all is unusual."""
    written = class_forms(cls, local_names)
    if written.keys() != cls.__required_keys__ | cls.__optional_keys__:
        return None  # pydantic may know more names
    members: list[Member] = []
    for name, qualified in written.items():
        form, qualifiers = divided(substitute(qualified, {Self: cls}))
        inside = around_in(form, around)
        if not qualifiers <= _QUALIFIERS or not _is_plain_field(form, inside):
            return None
        if not is_shown(audience_of(form), walker.audience):
            continue
        try:
            node = walker.node_inside(form, inside) if inside else walker.node(form)
        except ContractError as error:
            raise error.at(Where(path=name)) from error.__cause__
        required = _is_required(cls, name, qualifiers)
        members.append(Member(input_name=name, output_name=name, node=node, required=required))
    return members


def _is_required(cls: Any, name: str, qualifiers: set[Any]) -> bool:
    # The class knows nothing of qualifiers in annotations that are texts.
    return NotRequired not in qualifiers and (
        Required in qualifiers or name in cls.__required_keys__
    )


class _Probe(typing_extensions.TypedDict):
    pass


@cache
def _takes_extra_over() -> bool:
    """Whether a TypedDict takes over how a class around it treats extra keys, which is up to the
    version of pydantic.
    """
    config = ConfigDict(extra="forbid")
    schema = create_model("_Around", __config__=config, probe=(_Probe, ...)).model_json_schema()
    return "additionalProperties" in schema["$defs"]["_Probe"]


def _is_plain(cls: Any) -> bool:
    bases = list(with_bases(cls))
    return (
        # pydantic refuses those of `typing` before Python 3.12, which have not kept their bases.
        (sys.version_info >= (3, 12) or type(cls).__module__ != "typing")
        and not getattr(cls, "__parameters__", ())
        and not any(map(_is_unusual, bases))
        # Of several configurations one counts, by rules of pydantic's.
        and not any(hasattr(base, "__pydantic_config__") for base in bases[1:])
    )


def _is_unusual(cls: Any) -> bool:
    """Whether a TypedDict says what its further items are, or has hooks or functions, which may be
    decorated; it should have none.
    """
    if has_extra_items(cls) or getattr(cls, "__closed__", None) or has_hook(cls):
        return True
    return any(
        not name.startswith("__") or type(value).__module__.startswith("pydantic.")
        for name, value in vars(cls).items()
    )


def _is_plain_field(form: TypeForm, around: Configured | None) -> bool:
    """Whether a field has nothing of its own but words and bounds, and can be described by the
    configuration of a class around it.
    """
    if around is not None and not has_plain_heirs(form):
        return False
    if get_origin(form) is not Annotated:
        return True
    return get_origin(form.__origin__) not in QUALIFIERS and all(
        map(_is_plain_metadata, metadata_of(form))
    )


def _is_plain_metadata(item: Any) -> bool:
    # What only pydantic can judge may replace words that are before or after it.
    if sort_metadata((item,)).judged:
        return False
    if not isinstance(item, FieldInfo):
        return True
    names = (item.alias, item.validation_alias, item.serialization_alias)
    return (
        is_plain_field(item)
        and (item.default is PydanticUndefined or item.default is ...)
        and item.default_factory is None
        and names == (None, None, None)
    )
