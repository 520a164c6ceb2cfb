"""Models without anything unusual about them, read field by field."""

import inspect
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, Self, get_args

from pydantic import BaseModel, OnErrorOmit, PlainSerializer
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from ..audience_rules import is_shown
from ..contracts.annotations import (
    added_metadata,
    annotated,
    field_form,
    has_given_schema,
    metadata_of,
    model_annotations,
    peel,
    substitute,
)
from ..contracts.contract_errors import ContractError, Where
from ..contracts.lifecycle import with_deprecation
from ..contracts.model import TypeForm
from ..contracts.type_audiences import audience_of
from .class_config import around_heirs, around_in, has_plain_heirs, leaves_schemas, mentions_heir
from .class_names import model_name
from .forms import names_of_fields, types_extra
from .keywords import encoded, extra_keywords, field_keywords
from .left_out import is_left_out, is_skip
from .nodes import Configured, JsonSchema, Member, Node, ObjectOf, Ref, TypeDescriber, WithKeywords
from .output_fields import computed_members, is_plainly_serialized, on_both_sides, output_forms

_MODEL_CORE = BaseModel.__dict__["__get_pydantic_core_schema__"].__func__
_MODEL_JSON = BaseModel.__dict__["__get_pydantic_json_schema__"].__func__


def _is_plain(model: type[BaseModel]) -> bool:
    return (
        not model.__pydantic_root_model__
        and _has_plain_decorators(model)
        and leaves_schemas(model.model_config)
        and getattr(model.__get_pydantic_core_schema__, "__func__", None) is _MODEL_CORE
        and getattr(model.__get_pydantic_json_schema__, "__func__", None) is _MODEL_JSON
        and (model.model_config.get("extra") != "allow" or not types_extra(model))
    )


def _has_plain_decorators(model: type[BaseModel]) -> bool:
    """Whether no validator or serializer of a model changes its schema, besides those of fields."""
    decorators = model.__pydantic_decorators__
    return (
        not decorators.model_serializers
        and not decorators.validators
        and not decorators.root_validators
        and all(map(_takes_what_the_type_takes, decorators.field_validators.values()))
    )


def _takes_what_the_type_takes(validator: Any) -> bool:
    """Whether the validator of a field says no other type of input; one in place of pydantic's own
    always does.
    """
    return validator.info.json_schema_input_type is PydanticUndefined


def plain_model(walker: TypeDescriber, model: type[BaseModel]) -> ObjectOf | None:
    """The model's object; None when something about it or one of its fields is unusual."""
    answered = output_forms(model) if _is_plain(model) else None
    if answered is None:
        return None
    written = model_annotations(model)
    around = _around(model, written, answered)
    if answered and around is not None:
        return None
    try:
        members = _members(walker, model, written, answered, around)
        if members is None:
            return None
        members += computed_members(walker, model, answered)
    except ContractError:
        if around is not None or answered:
            return None  # pydantic may write the whole nevertheless
        raise
    keywords = class_keywords(model, model.model_config.get("title") or model_name(model))
    # `ignore` accepts further properties too, but pydantic writes nothing for it: they have no
    # meaning.
    additional = ADDITIONAL.get(model.model_config.get("extra"))
    return ObjectOf(members=tuple(members), additional=additional, keywords=keywords)


def _members(
    walker: TypeDescriber,
    model: type[BaseModel],
    written: Mapping[str, TypeForm],
    answered: Mapping[str, TypeForm],
    around: Configured | None,
) -> list[Member] | None:
    """The fields that are for the audience; None when one of them is unusual."""
    names = names_of_fields(model)
    members: list[Member] = []
    for name, form, info in _shown_fields(walker, model, written):
        inside = around_in(form, around)
        if not _is_plain_member(form, info) or (inside and not _has_plain_heirs(form, info)):
            return None
        if name in answered and not is_plainly_serialized(form, info):
            return None
        try:
            node = _field_node(walker, model, form, info, inside)
        except ContractError as error:
            raise error.at(Where(path=name)) from error.__cause__
        if name in answered:
            node = on_both_sides(node, walker.node(answered[name]))
        required = info.is_required()
        if not required and info.default is not PydanticUndefined:
            # A default in `json_schema_extra` wins: pydantic applies it last.
            default = extra_keywords(info).get("default", encoded(info.default))
            node = _with_keywords(node, {"default": default})
        members.append(
            Member(
                input_name=names[name].input,
                output_name=names[name].output,
                node=node,
                required=required,
            )
        )
    return members


def _around(
    model: type[BaseModel], written: Mapping[str, TypeForm], answered: Mapping[str, TypeForm]
) -> Configured | None:
    """The model, if classes in its fields take over its configuration."""
    around = around_heirs(model)
    forms = (written.get(name, info.annotation) for name, info in model.model_fields.items())
    return around if around and mentions_heir(chain(forms, answered.values()), {}) else None


ADDITIONAL: Mapping[str | None, bool] = {"allow": True, "forbid": False}
"""Whether objects take further properties, by the ``extra`` of a configuration."""


def class_keywords(cls: type, title: str) -> dict[str, Any]:
    """The words that a class has besides its fields."""
    keywords: dict[str, Any] = {"title": title}
    # Not `inspect.getdoc`, which takes the docstring of a base class: pydantic documents a class
    # without one without.
    own = inspect.cleandoc(cls.__doc__) if cls.__doc__ else None
    if (description := with_deprecation(own, getattr(cls, "__deprecated__", None))) is not None:
        keywords["description"] = description
    if hasattr(cls, "__deprecated__"):
        keywords["deprecated"] = True
    return keywords


def _shown_fields(
    walker: TypeDescriber, model: type[BaseModel], written: Mapping[str, TypeForm]
) -> Iterator[tuple[str, TypeForm, FieldInfo]]:
    """The fields of a model that are for the audience, with what is written at each."""
    for name, info in model.model_fields.items():
        form = written.get(name, info.annotation)
        asked = walker.audience
        if asked is None or is_shown(audience_of(field_form(form, info)), asked):
            yield name, form, info


def _has_serialized_default(form: TypeForm, info: FieldInfo) -> bool:
    """Whether a function makes another value of the default where it is answered."""
    if info.default is PydanticUndefined:
        return False
    return any(isinstance(item, PlainSerializer) for item in (*_layers(form), *info.metadata))


def _layers(form: TypeForm) -> Iterator[Any]:
    """The metadata of a type, and of what it is another name of."""
    while True:
        yield from metadata_of(form)
        if (inner := peel(form)) is form:
            return
        form = inner


def _has_plain_heirs(form: TypeForm, info: FieldInfo) -> bool:
    return not info.metadata and info.discriminator is None and has_plain_heirs(form)


def _field_node(
    walker: TypeDescriber,
    model: type[BaseModel],
    form: TypeForm,
    info: FieldInfo,
    around: Configured | None,
) -> Node:
    try:
        if around is not None:
            inside = walker.node_inside(form, around)
            return walker.qualified(inside, form, added_metadata(form, info))
        if not _adds(info):
            return walker.node(form)
        node = walker.qualified(None, form, added_metadata(form, info))
        return _with_keywords(node, _words(info)) if _is_replaced(form, info, node) else node
    except ContractError:
        # Last, since it rebuilds the type: few fields mention `Self`.
        named = substitute(form, {Self: model})
        if named is not form:
            return _field_node(walker, model, named, info, around)
        # Any class may be written at a field of such a model, if a serializer makes JSON of it.
        if not model.model_config.get("arbitrary_types_allowed"):
            raise
        added = added_metadata(form, info)
        whole = annotated(form, added) if added else form
        return walker.template(whole, config=_ANY_CLASS, around=around)


def _is_replaced(form: TypeForm, info: FieldInfo, node: Node) -> bool:
    """Whether a type has a schema of its own and no name that its words could be attached to.

    The field alone has it where a model is made of the fields of another.
    """
    inner = node.node if isinstance(node, WithKeywords) else node
    is_given = has_given_schema((*metadata_of(form), *info.metadata))
    return is_given and not isinstance(inner, Ref)


def _words(info: FieldInfo) -> JsonSchema:
    """The keywords that a field adds to a type whose schema is replaced; only those of fields are
    added, those in other annotations are replaced, too.
    """
    words = {key: value for key, value in field_keywords(info).items() if key != "default"}
    return words | extra_keywords(info)


def _adds(info: FieldInfo) -> bool:
    """Whether a field has metadata other than its type and default."""
    return bool(
        info.metadata
        or info.description is not None
        or info.title is not None
        or info.examples is not None
        or info.deprecated not in (None, False)
        or info.json_schema_extra is not None
        or info.discriminator is not None
    )


def _with_keywords(node: Node, keywords: JsonSchema) -> Node:
    return (
        WithKeywords(node.node, {**node.keywords, **keywords})
        if isinstance(node, WithKeywords)
        else WithKeywords(node, keywords)
    )


_ANY_CLASS = {"arbitrary_types_allowed": True}

_OMIT = metadata_of(OnErrorOmit)[0]
"""Makes a field one that may be left out."""


def is_plain_field(info: FieldInfo) -> bool:
    """Whether nothing about a field takes it out of schemas, or makes its words."""
    return (
        not info.exclude
        and _OMIT not in info.metadata
        and getattr(info, "exclude_if", None) is None
        # pydantic 2.11 makes the title with the core schema, which `defer_build` puts off.
        and getattr(info, "field_title_generator", None) is None
        and not _reads_default(info)
    )


def _is_plain_member(form: TypeForm, info: FieldInfo) -> bool:
    """Whether a field is in the schema of its model, and its type says all of it."""
    return (
        is_plain_field(info)
        and not _may_be_skipped(form, info)
        and not _has_serialized_default(form, info)
    )


def _may_be_skipped(form: TypeForm, info: FieldInfo) -> bool:
    """Whether pydantic may leave a field out because its type, or a part of it, is under
    `SkipJsonSchema` or `MISSING`.
    """
    if any(map(is_skip, info.metadata)):
        return True
    waiting = [form]
    while waiting:
        part = waiting.pop()
        if is_left_out(part):
            return True
        waiting += get_args(part)
    return False


def _reads_default(info: FieldInfo) -> bool:
    """Whether a function in ``json_schema_extra`` is to be given a schema with the default."""
    return callable(info.json_schema_extra) and not info.is_required()
