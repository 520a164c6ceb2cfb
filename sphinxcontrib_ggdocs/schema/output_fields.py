"""What a model says of its output alone: computed fields, and the serializers of fields."""

import inspect
import re
from collections.abc import Iterator, Mapping
from typing import Any, Self, TypeVar

from pydantic import BaseModel
from pydantic.fields import ComputedFieldInfo, FieldInfo
from pydantic_core import PydanticUndefined

from ..audience_rules import is_shown
from ..contracts.annotations import UNIONS, get_origin, metadata_of, parent_names, substitute
from ..contracts.model import MISSING, TypeForm
from ..contracts.type_audiences import audience_of
from .forms import return_type, serialized_fields
from .keywords import words
from .nodes import Member, Node, Split, TypeDescriber, WithKeywords
from .scalars import SCALARS


def output_forms(model: type[BaseModel]) -> dict[str, TypeForm] | None:
    """The types of what the functions of a model answer, by the names of the fields; None when one
    of them is unusual.
    """
    decorators = model.__pydantic_decorators__
    if not decorators.field_serializers and not decorators.computed_fields:
        return {}
    # pydantic has filled in the types that functions return once it has completed the model.
    if not model.__pydantic_complete__ or _is_generic(model):
        return None
    names = (*model.model_fields, *decorators.computed_fields)
    forms: dict[str, TypeForm] = {}
    for serializer in decorators.field_serializers.values():
        if not _is_plain_serializer(model, serializer):
            return None
        # The last one counts.
        forms |= dict.fromkeys(serialized_fields(names, serializer), return_type(serializer))
    for name, computed in decorators.computed_fields.items():
        if name in forms or not _is_plain_computed(computed.info):
            return None
        forms[name] = computed.info.return_type
    if not all(map(_is_plain_form, forms.values())):
        return None
    return {name: substitute(form, {Self: model}) for name, form in forms.items()}


def _is_generic(model: type[BaseModel]) -> bool:
    generic = model.__pydantic_generic_metadata__
    return generic["origin"] is not None or bool(generic["parameters"])


def _is_plain_serializer(model: type[BaseModel], serializer: Any) -> bool:
    """Whether a serializer answers one type for every value, which says its function itself, in
    names that mean the same in its module and in the class.
    """
    function, info = serializer.func, serializer.info
    if info.when_used not in ("always", "json") or inspect.unwrap(function) is not function:
        return False
    written = getattr(function, "__annotations__", {}).get("return")
    if info.return_type is not PydanticUndefined or not isinstance(written, str):
        return True
    known = (vars(model), parent_names(model))
    return not any(name in names for names in known for name in re.findall(r"\w+", written))


def _is_plain_computed(info: ComputedFieldInfo) -> bool:
    return (
        info.json_schema_extra is None
        and getattr(info, "exclude_if", None) is None
        and getattr(info, "field_title_generator", None) is None
    )


def _is_plain_form(form: TypeForm) -> bool:
    """Whether a type is there, without words of its own that compete with those of the field, and
    the same for all arguments of a generic class.
    """
    return (
        form is not MISSING
        and form is not PydanticUndefined
        and not isinstance(form, TypeVar)
        and not getattr(form, "__parameters__", ())
        and not metadata_of(form)
    )


def is_plainly_serialized(form: TypeForm, info: FieldInfo) -> bool:
    """Whether nothing of a field with a serializer but words for readers is on both sides.

    What the hooks of a type add, as that of `pathlib.Path` does, stays with what is answered in its
    place.
    """
    origin = get_origin(form)
    has_hooks = form not in SCALARS if origin is None else origin not in (*UNIONS, *_CONTAINERS)
    return (
        not has_hooks
        and not info.metadata
        and info.json_schema_extra is None
        and info.discriminator is None
        and (info.default is PydanticUndefined or info.default is ...)
    )


_CONTAINERS = (list, dict, set, frozenset, tuple)


def on_both_sides(given: Node, answered: Node) -> Node:
    """The node of a field whose serializer may answer another type than is given."""
    if isinstance(given, WithKeywords):
        return WithKeywords(on_both_sides(given.node, answered), given.keywords)
    return given if given == answered else Split(given, answered)


def computed_members(
    walker: TypeDescriber, model: type[BaseModel], forms: Mapping[str, TypeForm]
) -> Iterator[Member]:
    """The computed fields of a model that are for the audience.

    Args:
        walker: Describes their types.
        model: The model.
        forms: Their types.

    Raises:
        ContractError: JSON cannot carry one.
    """
    for name, computed in model.__pydantic_decorators__.computed_fields.items():
        if is_shown(audience_of(forms[name]), walker.audience):
            alias = computed.info.alias or name
            node = walker.node(forms[name])
            yield Member(
                input_name=alias,
                output_name=alias,
                node=WithKeywords(node, {"readOnly": True, **words(computed.info)}),
                required=True,
                side="output",
            )
