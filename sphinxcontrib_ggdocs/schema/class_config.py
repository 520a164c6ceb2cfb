"""Configurations of classes: which leave schemas unchanged, and which change the classes inside."""

import dataclasses
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, NewType, TypeVar, get_args

from pydantic import BaseModel

from ..contracts.annotations import (
    UNIONS,
    alias_value,
    get_origin,
    is_alias,
    is_class,
    is_typed_dict,
    metadata_of,
)
from ..contracts.model import TypeForm
from .nodes import Configured

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


def leaves_schemas(config: Mapping[str, Any]) -> bool:
    """Whether a configuration leaves schemas as they are, besides what is read of it here."""
    return _HARMLESS_CONFIG.issuperset(config)


def is_handed_on(config: Mapping[str, Any]) -> bool:
    """Whether a configuration changes classes inside of the one that has it."""
    return bool(_handed_on(config)) or not leaves_schemas(config)


def with_bases(cls: Any) -> Iterator[Any]:
    """A class and, of a TypedDict, those that it is made of, which are no base classes of it in
    Python.
    """
    yield cls
    if is_typed_dict(cls):
        for base in filter(is_typed_dict, getattr(cls, "__orig_bases__", ())):
            yield from with_bases(base)


def config_of(cls: Any) -> Mapping[str, Any]:
    """The configuration of a class; nothing where it has none."""
    is_model = isinstance(cls, type) and issubclass(cls, BaseModel)
    name = "model_config" if is_model else "__pydantic_config__"
    for base in with_bases(cls):
        config = getattr(base, name, None)
        if isinstance(config, dict):  # an enum may have a member of that name
            return config
    return {}


def around_heirs(cls: Any) -> Configured | None:
    """A class whose configuration classes inside of it take over; None for others."""
    config = config_of(cls)
    return Configured(cls, (), config, cls.__name__) if is_handed_on(config) else None


def around_in(form: TypeForm, around: Configured | None) -> Configured | None:
    """The class around a type, if classes in the type take over its configuration."""
    return around if around is not None and mentions_heir([form], {}) else None


def hands_on_extra_alone(config: Mapping[str, Any]) -> bool:
    """Whether a configuration says nothing about schemas but whether objects take extra keys."""
    return leaves_schemas(config) and _handed_on(config) <= {"extra"}


def configured(cls: type, around: Configured) -> Configured:
    """A class as the configuration of a class around it makes it."""
    config = around.config
    words = sorted(
        (config.keys() - _HARMLESS_CONFIG) | _handed_on(config) | config.keys() & {"title"}
    )
    settings = tuple(
        # Part of a key: two classes with settings that are equal make one definition.
        (word, value if isinstance(value := config[word], Hashable) else id(value))
        for word in words
    )
    return Configured(cls, settings, config, around.outer)


_CONTAINERS = frozenset({list, set, frozenset, Sequence})


def has_plain_heirs(form: TypeForm) -> bool:
    """Whether all classes in a type that take over configurations are written in unions and
    containers alone, so that each can be described by the configuration around it.
    """
    if is_class(form):
        takes = takes_config(form)
        return not (takes and getattr(form, "__parameters__", None)) and not has_hook(form)
    origin, inside = get_origin(form), get_args(form)
    is_map = origin in (dict, Mapping) and inside[:1] == (str,)
    if is_map or origin in UNIONS or origin in _CONTAINERS:
        return all(map(has_plain_heirs, inside))
    return not mentions_heir([form], {})


def mentions_heir(forms: Iterable[TypeForm], seen: dict[int, TypeForm]) -> bool:
    """Whether a class that takes over configurations is, or may be, in some types; `seen` are the
    known aliases by id.
    """
    for form in forms:
        if is_class(form):  # as most are
            if takes_config(form) or has_hook(form):
                return True
        elif takes_config(form) or mentions_heir(_inside(form, seen), seen):
            return True
    return False


def _inside(form: TypeForm, seen: dict[int, TypeForm]) -> Iterable[TypeForm]:
    """The types that a type is made of."""
    if get_origin(form) is Literal:
        return ()
    if is_alias(form):
        is_known = id(form) in seen
        seen[id(form)] = form
        return () if is_known else (alias_value(form),)
    if isinstance(form, NewType):
        return (form.__supertype__,)
    if isinstance(form, TypeVar):
        return tuple(filter(None, (form.__bound__, *form.__constraints__)))
    others = (getattr(item, word, None) for item in metadata_of(form) for word in _TYPES)
    return (*get_args(form), *filter(None, others))


_TYPES = ("return_type", "json_schema_input_type")
"""What serializers and validators say of types."""


_HOOKS = ("__get_pydantic_core_schema__", "__get_pydantic_json_schema__")


def has_hook(cls: type) -> bool:
    """Whether a class may make its schema of those of others."""
    is_plain = issubclass(cls, BaseModel) or cls.__module__.startswith("pydantic")
    return not is_plain and any(hasattr(cls, hook) for hook in _HOOKS)


def _is_configured(cls: type) -> bool:
    return hasattr(cls, "__pydantic_config__")


def takes_config(form: Any) -> bool:
    """Whether a type has no configuration of its own, and takes over that of the class around
    it.
    """
    cls = get_origin(form) or form
    if not isinstance(cls, type):
        return False
    # A dataclass of the standard library takes the configuration over; one of pydantic has its own,
    # be it empty.
    is_plain_dataclass = dataclasses.is_dataclass(cls) and not hasattr(cls, "__pydantic_fields__")
    takes_over = (
        is_plain_dataclass
        or is_typed_dict(cls)
        or (issubclass(cls, tuple) and hasattr(cls, "_fields"))
    )
    return takes_over and not any(map(_is_configured, with_bases(cls)))
