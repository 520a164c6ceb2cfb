"""Names that only what has been left out has: authors write them where something is replaced."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from enum import Enum
from typing import Any, Final, Literal, NewType, get_args

from pydantic import AliasChoices, AliasPath, BaseModel, Discriminator
from pydantic.fields import FieldInfo

from ..audience_rules import Audiences, is_shown
from .annotations import (
    annotated,
    class_annotations,
    computed_form,
    field_form,
    get_origin,
    is_alias,
    metadata_of,
    model_annotations,
    peel,
    peel_all,
)
from .audiences import Audience
from .hook_audiences import fields_marked_by_hooks
from .markers import Brand
from .message_model import GivenSchema, TypeForm
from .type_audiences import audience_of, members, parts_in, shown_mapping

_WORD = re.compile(r"[\w-]+")
TEXTS = frozenset({"description", "summary", "title"})
"""Members whose values are for people, and are shown as they were written."""

_NO_DECLARATIONS = frozenset(
    {
        *("properties", "if", "then", "else", "not", "contains", "propertyNames"),
        *("dependentSchemas", "discriminator", "const", "default", "enum", "example", "examples"),
    }
)
"""Keywords of a schema whose values name properties and define none, and ``properties`` itself."""


@dataclass(frozen=True, slots=True)
class HiddenNames:
    """Names of what an audience is not shown, and of nothing else."""

    names: frozenset[str] = frozenset()
    """Whole names, such as ``ItemApi.recall``, ids and places of operations."""
    words: frozenset[str] = frozenset()
    """What these consist of."""
    members: frozenset[str] = frozenset()
    """The names of types and fields, tags and choices that only hidden parts of types have."""
    fields: frozenset[str] = frozenset()
    """The names of the fields that are hidden in a type, though others may have one."""
    tags: frozenset[tuple[str, str]] = frozenset()
    """The tags that only hidden choices of unions have, each with its property, and with the names
    of the enumerations that it is a value of."""

    @classmethod
    def of(cls, hidden: Iterable[str], shown: Iterable[str]) -> "HiddenNames":
        """Return the names of what is hidden that nothing has which is shown."""
        hidden, shown = frozenset(hidden), frozenset(shown)
        return cls(names=hidden - shown, words=_words(hidden) - _words(shown))

    def __bool__(self) -> bool:
        return bool(self.names or self.members or self.fields or self.tags)

    def __contains__(self, text: object) -> bool:
        """Return whether a text names something that is hidden."""
        if not isinstance(text, str):
            return False
        if not self.words.isdisjoint(_WORD.findall(text)):
            return True
        return any(name in self.names for part in text.split() for name in _ends(part))

    def leads_to(self, name: str) -> bool:
        """Return whether a name in a docstring, such as ``item.cost``, is of something hidden."""
        steps = name.split(".")
        if name in self or not self.members.isdisjoint(steps):
            return True
        return not self.fields.isdisjoint(steps[1:])

    def mentioned_in(self, value: object) -> bool:
        """Return whether data names something that is hidden, in a key or in a text, at any
        depth.
        """
        if isinstance(value, Mapping):
            parts = (inner for key, inner in value.items() if key not in TEXTS)
            return any(key in self for key in value) or any(map(self.mentioned_in, parts))
        if isinstance(value, list | tuple):
            return any(map(self.mentioned_in, value))
        return value in self or (isinstance(value, str) and value in self.members)

    def with_words(self, hidden: Iterable[str], shown: Iterable[str]) -> "HiddenNames":
        """These names and more of both kinds."""
        words = frozenset(hidden).difference(shown)
        return replace(self, names=self.names | words, words=self.words | words)


NO_NAMES: Final = HiddenNames()


@dataclass(slots=True)
class NamesOfTypes:
    """The names of types, of their brands, and of their fields at any depth; each type is read
    once.
    """

    shown: set[str] = field(default_factory=set)
    """Those that something has which the audience is shown."""
    hidden: set[str] = field(default_factory=set)
    """Those that something has which is for others; what is shown may have some of them, too."""
    fields: set[str] = field(default_factory=set)
    """Those of the fields that are themselves for others."""
    _choices: dict[bool, set[str]] = field(default_factory=lambda: {True: set(), False: set()})
    """The texts that types list as their values, and tags, by whether something shown has them."""
    _tags: dict[bool, set[tuple[str, str]]] = field(
        default_factory=lambda: {True: set(), False: set()}
    )
    """The tags of unions, each with its property, by whether a choice that is shown has them."""
    _enumerations: dict[str, set[str]] = field(default_factory=dict)
    """By name of a field, the names of the enumerations that fields of this name have."""
    _seen: dict[tuple[int, bool], object] = field(default_factory=dict)
    """By id, which is not used again as long as the object is kept."""

    @property
    def members(self) -> frozenset[str]:
        """The names of types and fields, and the choices, that only hidden parts have."""
        return frozenset(self.hidden | self._choices[False]) - self.shown - self._choices[True]

    @property
    def tags(self) -> frozenset[tuple[str, str]]:
        """The tags that only hidden choices of unions have, each with its property, and with the
        enumerations of fields of this name.
        """
        tags = self._tags[False] - self._tags[True]
        values = {
            (enumeration, tag)
            for name, tag in tags
            for enumeration in self._enumerations.get(name, ())
        }
        return frozenset(tags | values)

    def add(self, forms: Iterable[TypeForm], asked: Audiences, *, visible: bool) -> None:
        """Collect the names of types.

        Args:
            forms: The types.
            asked: The audiences that are requested.
            visible: Whether what has them is shown.
        """
        waiting = [(form, visible) for form in forms]
        while waiting:
            form, visible = waiting.pop()
            visible = visible and is_shown(audience_of(form), asked)
            identity = form.schema if isinstance(form, GivenSchema) else form
            if (id(identity), visible) in self._seen:
                continue
            self._seen[id(identity), visible] = identity
            names = self.shown if visible else self.hidden
            names.update(_names_of(form))
            self._choices[visible].update(_choices_of(form))
            waiting += [(part, visible) for part in (*_parts(form), *_default_types(form))]
            if isinstance(form, GivenSchema):
                self._add_tags(form, asked, visible=visible)
            for tag, choice in _tagged_choices(form):
                self._tags[visible and is_shown(audience_of(choice), asked)].add(tag)
            waiting += self._add_fields(form, asked, visible=visible)

    def _add_tags(self, form: GivenSchema, asked: Audiences, *, visible: bool) -> None:
        left = shown_mapping(form, asked) if visible else {}
        self._choices[True].update(left)
        self._choices[False].update(shown_mapping(form, None).keys() - left.keys())
        for tag in shown_mapping(form, None):
            self._tags[tag in left].add((str(form.schema["discriminator"]["propertyName"]), tag))

    def _add_fields(
        self, form: TypeForm, asked: Audiences, *, visible: bool
    ) -> Iterator[tuple[TypeForm, bool]]:
        """Collect the names of the fields of a type; their types, and whether each is shown."""
        for name, inner in fields_of(form):
            is_visible = is_shown(audience_of(inner), asked)
            if not is_visible:
                self.fields.add(name)
            (self.shown if visible and is_visible else self.hidden).add(name)
            if (enumeration := _enumeration_of(inner)) is not None:
                self._enumerations.setdefault(name, set()).add(enumeration)
            values = tuple(_tags_of(peel_all(inner)))
            if visible and is_visible and len(values) == 1:  # the tag of what is shown itself
                self._tags[True].add((name, values[0]))
            yield inner, visible and is_visible


def _names_of(form: TypeForm) -> Iterator[str]:
    """Yield the names that a type itself has."""
    if isinstance(form, GivenSchema):
        if form.name is not None:
            yield form.name
    elif isinstance(form, type | NewType) or is_alias(form):
        yield str(form.__name__)
    yield from (item.name for item in metadata_of(form) if isinstance(item, Brand))


def _choices_of(form: TypeForm) -> Iterator[str]:
    """Yield the texts that a type itself lists as its values."""
    yield from (value for value in _values_of(form) if isinstance(value, str))


def _tags_of(form: TypeForm) -> Iterator[str]:
    """Yield what a type lists as its values and may be a tag; numbers as mappings write them."""
    yield from filter(None, map(tag_text, _values_of(form)))


def tag_text(value: object) -> str | None:
    """Return a value as the key of a discriminator's mapping; None of one that is no tag."""
    is_tag = isinstance(value, str | int) and not isinstance(value, bool)
    return str(value) if is_tag else None


def lists_values(schema: Mapping[str, Any]) -> bool:
    """Return whether a schema is an enumeration, also one whose values have texts of their own."""
    constants = [part for part in parts_in(schema, ("oneOf", "anyOf")) if "const" in part]
    return "enum" in schema or bool(constants)


def _values_of(form: TypeForm) -> Iterator[object]:
    """Yield what a type itself lists as its values."""
    values: Iterable[object] = ()
    if isinstance(form, GivenSchema):
        choices = form.schema.get("enum")
        values = (form.schema.get("const"), *(choices if isinstance(choices, list) else ()))
    elif get_origin(form) is Literal:
        values = get_args(form)
    elif isinstance(form, type) and issubclass(form, Enum):
        values = form
    yield from (value.value if isinstance(value, Enum) else value for value in values)


def _enumeration_of(form: TypeForm) -> str | None:
    """Return the name of the enumeration that a field has, or of which it is a member."""
    if isinstance(form, GivenSchema):
        target = form.references.get(str(form.schema.get("$ref")))
        return target.name if target is not None and lists_values(target.schema) else None
    form = peel_all(form)
    if get_origin(form) is Literal:
        form = type(get_args(form)[0])
    return form.__name__ if isinstance(form, type) and issubclass(form, Enum) else None


def _tagged_choices(form: TypeForm) -> Iterator[tuple[tuple[str, str], TypeForm]]:
    """Yield the choices of a tagged union, each with its property and its tag; a mapping says its
    own.
    """
    if isinstance(form, GivenSchema):
        yield from _given_choices(form)
        return
    for item in metadata_of(form):
        if isinstance(item, FieldInfo | Discriminator) and isinstance(item.discriminator, str):
            for choice in get_args(peel_all(form)):
                tags = _tags_of_class(peel_all(choice), item.discriminator)
                yield from ((tag, choice) for tag in tags)


def _given_choices(form: GivenSchema) -> Iterator[tuple[tuple[str, str], GivenSchema]]:
    discriminator = form.schema.get("discriminator")
    name = discriminator.get("propertyName") if isinstance(discriminator, dict) else None
    if not isinstance(name, str):
        return
    mapped = shown_mapping(form, None).values()
    for part in parts_in(form.schema, ("oneOf", "anyOf")):
        choice, reference = _inside(form, part), str(part.get("$ref"))
        target = form.references.get(reference, choice)
        properties = dict(members(target.schema, "properties"))
        tags = list(_tags_of(_inside(form, properties.get(name, {}))))
        if len(tags) == 1:  # of several, a choice may share some with others
            yield (name, tags[0]), choice
        elif reference not in mapped and target.name is not None:
            yield (name, target.name), choice


def _tags_of_class(cls: TypeForm, name: str) -> Iterator[tuple[str, str]]:
    infos: Mapping[str, FieldInfo] = getattr(cls, "__pydantic_fields__", None) or {}
    if (info := infos.get(name)) is not None:
        for tag in _tags_of(peel_all(info.annotation)):
            yield from ((key, tag) for key in {name, *_aliases(info)})


def _default_types(form: TypeForm) -> Iterator[type]:
    """Yield the classes of which the defaults of a class have instances."""
    infos: Mapping[str, FieldInfo] = getattr(form, "__pydantic_fields__", None) or {}
    waiting: list[object] = [info.default for info in infos.values()]
    if isinstance(form, type) and is_dataclass(form):
        waiting += [entry.default for entry in fields(form)]
    seen = dict[int, object]()
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen[id(value)] = value
        if isinstance(value, BaseModel):
            yield type(value)
            waiting += vars(value).values()
        elif is_dataclass(value) and not isinstance(value, type):
            yield type(value)
            waiting += [getattr(value, entry.name, None) for entry in fields(value)]
        elif isinstance(value, Mapping):
            waiting += value.values()
        elif isinstance(value, list | tuple | set | frozenset):
            waiting += value


def _parts(form: TypeForm) -> Iterator[TypeForm]:
    """Yield the types that a type consists of, but for its fields."""
    if isinstance(form, GivenSchema):
        yield from _given_parts(form)
    elif (inner := peel(form)) is not form:
        yield inner
    elif get_origin(form) is not Literal:
        yield from get_args(form)
        yield get_origin(form)


def _given_parts(form: GivenSchema) -> Iterator[GivenSchema]:
    """What a given schema refers to, and the objects in it."""
    target = form.references.get(str(form.schema.get("$ref")))
    if target is not None:
        yield target
    for key, value in form.schema.items():
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, dict) and key not in _NO_DECLARATIONS:
                yield _inside(form, part)


def _inside(form: GivenSchema, schema: dict[str, Any]) -> GivenSchema:
    return replace(form, schema=schema, name=None, audience=())


def fields_of(form: TypeForm) -> Iterator[tuple[str, TypeForm]]:
    """Yield the fields of a class, under each of their names."""
    if isinstance(form, GivenSchema):
        for name, inner in members(form.schema, "properties"):
            yield name, _inside(form, inner)
    elif isinstance(form, type):
        marks = fields_marked_by_hooks(form)
        for name, inner in _fields_of_class(form):
            mark = [Audience(*marks[name])] if name in marks else []
            yield name, annotated(inner, mark) if mark else inner


def _fields_of_class(cls: type) -> Iterator[tuple[str, TypeForm]]:
    """Yield the fields of a class with their types, each by its name and by its aliases."""
    is_model = issubclass(cls, BaseModel)
    infos: Mapping[str, FieldInfo] = getattr(cls, "__pydantic_fields__", None) or {}
    annotations = model_annotations(cls) if is_model else _annotations(cls)
    for name in infos.keys() | annotations.keys():
        info = infos.get(name)
        if info is None:  # a class that is no model has annotations alone
            yield name, annotations[name]
            continue
        form = field_form(annotations.get(name, info.annotation), info)
        for spelling in {name, *_aliases(info)}:
            yield spelling, form
    decorators = getattr(cls, "__pydantic_decorators__", None)
    if decorators is None:
        return
    for name, computed in decorators.computed_fields.items():
        form = computed_form(computed.info.return_type, computed.info)
        for spelling in {name, computed.info.alias or name}:
            yield spelling, form


def _aliases(info: FieldInfo) -> Iterator[str]:
    """Yield the names by which the data of a field may be given or answered."""
    given = info.validation_alias
    for alias in (info.alias, info.serialization_alias, *_choices_in(given)):
        first = alias.path[0] if isinstance(alias, AliasPath) else alias
        if isinstance(first, str):
            yield first


def _choices_in(alias: object) -> Iterable[object]:
    return alias.choices if isinstance(alias, AliasChoices) else (alias,)


def _annotations(cls: type) -> dict[str, TypeForm]:
    """Return the annotations of a class and its bases."""
    annotations: dict[str, TypeForm] = {}
    for base in reversed(cls.__mro__):
        annotations |= class_annotations(base)
    return annotations


def _words(names: Iterable[str]) -> frozenset[str]:
    """Return the words of names; those of places are not names."""
    words = (word for name in names if "/" not in name for word in _WORD.findall(name))
    return frozenset(words)


def _ends(name: str) -> Iterator[str]:
    """Yield a name, and the same without the first of its parts: the service, the group."""
    while name:
        yield name
        name = name.partition(".")[2]
