"""Classes that get names: models, enums, dataclasses, TypedDicts, NamedTuples.

A plain model is read here, field by field. A class with anything unusual about it (a serializer, a
schema hook, a configuration that changes schemas) is pydantic's to describe, and its brands are put
back where both agree.
"""

import dataclasses
import enum
import inspect
from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any, Literal, NewType, Self, Union, get_args

from pydantic import BaseModel, OnErrorOmit, WithJsonSchema
from pydantic.errors import PydanticUndefinedAnnotation
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined
from typing_extensions import NoDefault

from ..audience_rules import is_shown
from ..contracts.annotations import (
    added_metadata,
    alias_value,
    annotated,
    field_form,
    get_origin,
    is_alias,
    is_class,
    is_typed_dict,
    metadata_of,
    model_annotations,
    substitute,
)
from ..contracts.contract_errors import ContractError, UnresolvedType, Where
from ..contracts.lifecycle import with_deprecation
from ..contracts.model import TypeForm
from ..contracts.type_audiences import audience_of
from .field_texts import with_field_texts
from .forms import forms_of, names_of_fields, types_extra
from .keywords import encoded, extra_keywords, field_keywords
from .nodes import (
    HIDDEN,
    Configured,
    Definition,
    JsonSchema,
    Member,
    Node,
    ObjectOf,
    Ref,
    Template,
    TypeDescriber,
    WithKeywords,
)
from .restore import with_brands

_HARMLESS_CONFIG = frozenset(
    {
        "title",
        "extra",
        "frozen",
        "populate_by_name",
        "validate_by_name",
        "validate_by_alias",
        "alias_generator",
        "use_attribute_docstrings",
        "from_attributes",
        "str_strip_whitespace",
        "validate_assignment",
        "validate_default",
        "arbitrary_types_allowed",
        "revalidate_instances",
        "protected_namespaces",
        "hide_input_in_errors",
        "loc_by_alias",
        "serialize_by_alias",
        "defer_build",
        "cache_strings",
        "regex_engine",
        "use_enum_values",
        "ignored_types",
        "str_to_lower",
        "str_to_upper",
        "strict",
        "coerce_numbers_to_str",
        "validation_error_cause",
        "plugin_settings",
    }
)
"""Settings of a model that leave its schema unchanged, or that are read here."""


_HANDED_ON = frozenset({"alias_generator", "use_attribute_docstrings", "extra"})
"""Of these settings the ones that classes inside take over."""


def _handed_on(config: Mapping[str, Any]) -> set[str]:
    """The settings that change classes inside; to ignore extra keys is what these do anyway."""
    return {
        name
        for name in _HANDED_ON & config.keys()
        if name != "extra" or config["extra"] not in (None, "ignore")
    }


def is_named(form: Any) -> bool:
    """Whether a class deserves a name of its own."""
    if not isinstance(form, type):
        return False
    if issubclass(form, BaseModel):
        return form is not BaseModel
    return (
        issubclass(form, enum.Enum)
        or dataclasses.is_dataclass(form)
        or is_typed_dict(form)
        or (issubclass(form, tuple) and hasattr(form, "_fields"))
    )


def handed_on_config(cls: Any) -> Mapping[str, Any]:
    """The configuration of a class, where it changes what is inside it, as far as that has none of
    its own; else nothing.
    """
    # Models have the first, dataclasses and TypedDicts the second.
    config = getattr(cls, "model_config", None) or getattr(cls, "__pydantic_config__", None)
    if not isinstance(config, dict):  # an enum may have a member of that name
        return {}
    changes = _handed_on(config) or not _HARMLESS_CONFIG.issuperset(config)
    return config if changes else {}


def configured(cls: type, config: Mapping[str, Any], outer: str) -> Configured:
    """A class as the configuration of a class around it makes it."""
    words = sorted(
        (config.keys() - _HARMLESS_CONFIG) | _handed_on(config) | config.keys() & {"title"}
    )
    settings = tuple(
        # Part of a key: two classes with settings that are equal make one definition.
        (word, value if isinstance(value := config[word], Hashable) else id(value))
        for word in words
    )
    return Configured(cls, settings, config, outer)


def _mentions_heir(forms: Iterable[TypeForm], seen: dict[int, TypeForm]) -> bool:
    """Whether a class that takes over configurations is written in some types; `seen` are the
    known aliases by id.
    """
    for form in forms:
        if is_class(form):  # as most are
            if takes_config(form):
                return True
            continue
        inside: Iterable[TypeForm] = get_args(form) if get_origin(form) is not Literal else ()
        if is_alias(form):
            inside = () if id(form) in seen else (alias_value(form),)
            seen[id(form)] = form
        elif isinstance(form, NewType):
            inside = (form.__supertype__,)
        if takes_config(form) or _mentions_heir(inside, seen):
            return True
    return False


def takes_config(form: Any) -> bool:
    """Whether a type has no configuration of its own, and takes over that of the class around
    it.
    """
    cls = get_origin(form) or form
    if not isinstance(cls, type) or hasattr(cls, "__pydantic_config__"):
        return False
    # A dataclass of the standard library takes the configuration over; one of pydantic has its own,
    # be it empty.
    is_plain_dataclass = dataclasses.is_dataclass(cls) and not hasattr(cls, "__pydantic_fields__")
    return (
        is_plain_dataclass
        or is_typed_dict(cls)
        or (issubclass(cls, tuple) and hasattr(cls, "_fields"))
    )


def with_arguments(form: Any) -> TypeForm:
    """A generic dataclass, TypedDict or NamedTuple without arguments, with those that pydantic
    takes for it.
    """
    parameters = () if issubclass(form, BaseModel) else getattr(form, "__parameters__", ())
    return form[tuple(map(_unbound, parameters))] if parameters else form


def _unbound(parameter: Any) -> TypeForm:
    """The type that takes the place of a type variable without an argument."""
    default = getattr(parameter, "__default__", NoDefault)
    if default is not NoDefault:
        # None is a type in annotations, where `typing` exchanges it for its class.
        return type(None) if default is None else default
    if getattr(parameter, "__bound__", None) is not None:
        return parameter.__bound__
    constraints = getattr(parameter, "__constraints__", ())
    # the members are known at run time only
    return Union[constraints] if constraints else Any  # noqa: UP007


def definition(walker: TypeDescriber, form: TypeForm) -> Definition:
    """The definition of a class, or of a generic class with its arguments."""
    outer = form.outer if isinstance(form, Configured) else ""
    cls: Any = form.cls if isinstance(form, Configured) else get_origin(form) or form
    arguments = get_args(form)
    name, arguments = _generic_model(cls) or (cls.__name__, arguments)
    # `Page` and `Page[Any]` are one type with one name.
    if arguments and arguments == tuple(map(_unbound, getattr(cls, "__parameters__", ()))):
        arguments = ()  # as written without
    where = Where(path=cls.__name__)
    try:
        node = _node(walker, form, cls)
    except PydanticUndefinedAnnotation as error:
        raise UnresolvedType(
            f"the type {error.name!r} is not defined",
            where=where,
            hint=(
                f"import or define {error.name} in {cls.__module__}, and not only under "
                "TYPE_CHECKING"
            ),
        ) from error
    except ContractError as error:
        raise error.at(where) from error.__cause__
    hidden = _hidden_names(walker, form, cls)
    return Definition(
        key=form,
        name=generic_name(name, arguments),
        module=cls.__module__,
        qualname=generic_name(cls.__qualname__.partition("[")[0], arguments),
        node=_hiding(with_field_texts(_without_private_text(node), cls, hidden), hidden),
        outer=outer,
    )


def _hidden_names(walker: TypeDescriber, form: TypeForm, cls: Any) -> frozenset[str]:
    """The names on the wire of the fields of a class that are for others."""
    if walker.audience is None:
        return frozenset()
    written = forms_of(form.cls if isinstance(form, Configured) else form, cls)
    return frozenset(
        name
        for side in written.properties.values()
        for name, inner in side.items()
        if not is_shown(audience_of(inner), walker.audience)
    )


def _hiding(node: Node, hidden: frozenset[str]) -> Node:
    """A class that remembers the names of its hidden fields, for its defaults and examples."""
    names = {HIDDEN: sorted(hidden)}
    if hidden and isinstance(node, ObjectOf):
        return dataclasses.replace(node, keywords={**node.keywords, **names})
    if hidden and isinstance(node, Template):
        given = {**node.input, **names}
        answered = given if node.output is node.input else {**node.output, **names}
        return Template(given, answered, node.parts)
    return node


def _without_private_text(node: Node) -> Node:
    """A class without the text after a form feed in its docstring, which is for readers of the
    code, as in FastAPI.
    """
    if isinstance(node, ObjectOf) and _has_private_text(node.keywords):
        return dataclasses.replace(node, keywords=_cut(node.keywords))
    if isinstance(node, Template) and any(map(_has_private_text, (node.input, node.output))):
        given = _cut(node.input)
        return Template(
            given, given if node.input is node.output else _cut(node.output), node.parts
        )
    return node


def _has_private_text(keywords: Mapping[str, Any]) -> bool:
    description = keywords.get("description")
    return isinstance(description, str) and "\f" in description


def _cut(keywords: Mapping[str, Any]) -> JsonSchema:
    if not _has_private_text(keywords):
        return dict(keywords)
    return {**keywords, "description": keywords["description"].partition("\f")[0].rstrip()}


def _node(walker: TypeDescriber, form: TypeForm, cls: Any) -> Node:
    if issubclass(cls, BaseModel):
        # One with `defer_build` has its fields, which is all that a plain one needs.
        if not cls.__pydantic_fields_complete__:
            cls.model_rebuild()
        if _is_plain(cls):
            node = _plain_model(walker, cls)
            if node is not None:
                return node
        if not cls.__pydantic_complete__:
            cls.model_rebuild()
    # pydantic writes members, title and docstring of an enum; there are no brands in it.
    elif issubclass(cls, enum.Enum):
        return walker.template(form, root=cls)
    names = walker.local_names() if "<locals>" in cls.__qualname__ else {}
    configured = form if isinstance(form, Configured) else None
    form = cls if configured else form
    forms = forms_of(form, cls, names)
    template = walker.template(
        form, root=cls, inside=forms, local_names=names, configured=configured
    )
    return with_brands(walker, _titled(template, form, cls), forms)


def _titled(template: Template, form: TypeForm, cls: Any) -> Template:
    """With a title that reads as written: pydantic says ``Page[NewType]`` for ``Page[UserId]``, or
    just ``Page``.
    """
    name, arguments = _generic_model(cls) or (cls.__name__, get_args(form))
    if not arguments:
        return template
    title = generic_name(name, arguments)
    sides = [
        {**side, "title": title} if side.get("title") == cls.__name__ else side
        for side in (template.input, template.output)
    ]
    return Template(
        sides[0], sides[0] if template.input is template.output else sides[1], template.parts
    )


def _generic_model(form: Any) -> tuple[str, tuple[Any, ...]] | None:
    """Of ``Page[Order]``, a class that pydantic has made: ``Page`` and its arguments."""
    generic = getattr(form, "__pydantic_generic_metadata__", None)
    return (generic["origin"].__name__, generic["args"]) if generic and generic["origin"] else None


def _class_name(model: Any) -> str:
    return generic_name(*(_generic_model(model) or (model.__name__, ())))


def generic_name(name: str, arguments: tuple[Any, ...]) -> str:
    """``Page[Order]``."""
    return f"{name}[{', '.join(map(_argument_name, arguments))}]" if arguments else name


def _argument_name(form: Any) -> str:
    if form is type(None) or form is None:
        return "None"
    if form is ...:
        return "..."
    if generic := _generic_model(form):
        return generic_name(*generic)
    if not get_args(form):
        return getattr(form, "__name__", None) or str(form).rpartition(".")[2]
    origin = get_origin(form)
    parts = [_argument_name(part) for part in get_args(form)]
    if hasattr(form, "__metadata__"):
        from .brand_definitions import outermost

        brand = outermost(form.__metadata__)
        return brand.name if brand else _argument_name(form.__origin__)
    # Unions have two origins: `typing.Union` and, written as `X | Y` before Python 3.14,
    # `types.UnionType`.
    name = getattr(origin, "__name__", "Union")
    return " | ".join(parts) if name in ("Union", "UnionType") else f"{name}[{', '.join(parts)}]"


_MODEL_CORE = BaseModel.__dict__["__get_pydantic_core_schema__"].__func__
_MODEL_JSON = BaseModel.__dict__["__get_pydantic_json_schema__"].__func__


def _is_plain(model: type[BaseModel]) -> bool:
    return (
        not model.__pydantic_root_model__
        and _has_plain_decorators(model)
        and _HARMLESS_CONFIG.issuperset(model.model_config)
        and getattr(model.__get_pydantic_core_schema__, "__func__", None) is _MODEL_CORE
        and getattr(model.__get_pydantic_json_schema__, "__func__", None) is _MODEL_JSON
        and (model.model_config.get("extra") != "allow" or not types_extra(model))
        and not (_handed_on(model.model_config) and _mentions_heir(_field_types(model), {}))
    )


def _field_types(model: type[BaseModel]) -> Iterator[TypeForm]:
    return (info.annotation for info in model.model_fields.values())


def _has_plain_decorators(model: type[BaseModel]) -> bool:
    """Whether no serializer, validator or computed field of a model changes its schema."""
    decorators = model.__pydantic_decorators__
    return (
        not decorators.field_serializers
        and not decorators.model_serializers
        and not decorators.validators
        and not decorators.root_validators
        and not decorators.computed_fields
        and all(map(_takes_what_the_type_takes, decorators.field_validators.values()))
    )


def _takes_what_the_type_takes(validator: Any) -> bool:
    """Whether the validator of a field says no other type of input; one in place of pydantic's own
    always does.
    """
    return validator.info.json_schema_input_type is PydanticUndefined


def _plain_model(walker: TypeDescriber, model: type[BaseModel]) -> Node | None:
    """The model's object; None when a field turns out to be unusual."""
    written = model_annotations(model)
    names = names_of_fields(model)
    members: list[Member] = []
    for name, form, info in _shown_fields(walker, model, written):
        if not _is_plain_field(info):
            return None
        try:
            node = _field_node(walker, model, form, info)
        except ContractError as error:
            raise error.at(Where(path=name)) from error.__cause__
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
    extra = model.model_config.get("extra")
    keywords: dict[str, Any] = {"title": model.model_config.get("title") or _class_name(model)}
    # Not `inspect.getdoc`, which takes the docstring of a base class: pydantic documents a model
    # without one without.
    own = inspect.cleandoc(model.__doc__) if model.__doc__ else None
    if (description := with_deprecation(own, getattr(model, "__deprecated__", None))) is not None:
        keywords["description"] = description
    if hasattr(model, "__deprecated__"):
        keywords["deprecated"] = True
    # `ignore` accepts further properties too, but pydantic writes nothing for it: they have no
    # meaning.
    additional = {"allow": True, "forbid": False}.get(extra or "")
    return ObjectOf(members=tuple(members), additional=additional, keywords=keywords)


def _shown_fields(
    walker: TypeDescriber, model: type[BaseModel], written: Mapping[str, TypeForm]
) -> Iterator[tuple[str, TypeForm, FieldInfo]]:
    """The fields of a model that are for the audience, with what is written at each."""
    for name, info in model.model_fields.items():
        form = written.get(name, info.annotation)
        asked = walker.audience
        if asked is None or is_shown(audience_of(field_form(form, info)), asked):
            yield name, form, info


def _field_node(
    walker: TypeDescriber, model: type[BaseModel], form: TypeForm, info: FieldInfo
) -> Node:
    try:
        if not _adds(info):
            return walker.node(form)
        node = walker.qualified(None, form, added_metadata(form, info))
        return _with_keywords(node, _words(info)) if _is_replaced(form, info, node) else node
    except ContractError:
        # Last, since it rebuilds the type: few fields mention `Self`.
        named = substitute(form, {Self: model})
        if named is not form:
            return _field_node(walker, model, named, info)
        # Any class may be written at a field of such a model, if a serializer makes JSON of it.
        if not model.model_config.get("arbitrary_types_allowed"):
            raise
        added = added_metadata(form, info)
        return walker.template(annotated(form, added) if added else form, config=_ANY_CLASS)


def _is_replaced(form: TypeForm, info: FieldInfo, node: Node) -> bool:
    """Whether a type has a schema of its own and no name that its words could be attached to.

    The field alone has it where a model is made of the fields of another.
    """
    inner = node.node if isinstance(node, WithKeywords) else node
    metadata = (*metadata_of(form), *info.metadata)
    is_given = any(isinstance(item, WithJsonSchema) for item in metadata)
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
        or info.deprecated
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


def _is_plain_field(info: FieldInfo) -> bool:
    return (
        not info.exclude
        and _OMIT not in info.metadata
        and getattr(info, "exclude_if", None) is None
        # pydantic 2.11 makes the title with the core schema, which `defer_build` puts off.
        and getattr(info, "field_title_generator", None) is None
        and not _reads_default(info)
    )


def _reads_default(info: FieldInfo) -> bool:
    """Whether a function in ``json_schema_extra`` is to be given a schema with the default."""
    return callable(info.json_schema_extra) and not info.is_required()
