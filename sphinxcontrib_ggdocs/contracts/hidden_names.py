"""Names that only what has been left out has: authors write them where something is replaced."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal, NewType, get_args

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from ..audience_rules import Audiences, is_shown
from .annotations import (
    class_annotations,
    field_form,
    get_origin,
    is_alias,
    metadata_of,
    model_annotations,
    peel,
)
from .markers import Brand
from .message_model import GivenSchema, TypeForm
from .type_audiences import audience_of, members

_WORD = re.compile(r"[\w-]+")


@dataclass(frozen=True, slots=True)
class HiddenNames:
    """Names of what an audience is not shown, and of nothing else."""

    names: frozenset[str] = frozenset()
    """Whole names, such as ``ItemApi.recall``, ids and places of operations."""
    words: frozenset[str] = frozenset()
    """What these consist of."""

    @classmethod
    def of(cls, hidden: Iterable[str], shown: Iterable[str]) -> "HiddenNames":
        """The names of what is hidden that nothing has which is shown."""
        hidden, shown = frozenset(hidden), frozenset(shown)
        return cls(names=hidden - shown, words=_words(hidden) - _words(shown))

    def __bool__(self) -> bool:
        return bool(self.names)

    def __contains__(self, text: object) -> bool:
        """Whether a text names something that is hidden."""
        if not isinstance(text, str):
            return False
        if not self.words.isdisjoint(_WORD.findall(text)):
            return True
        return any(name in self.names for part in text.split() for name in _ends(part))

    def with_words(self, hidden: Iterable[str], shown: Iterable[str]) -> "HiddenNames":
        """These names and more of both kinds."""
        words = frozenset(hidden).difference(shown)
        return HiddenNames(names=self.names | words, words=self.words | words)


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
    _seen: dict[tuple[int, bool], object] = field(default_factory=dict)
    """By id, which is not used again as long as the object is kept."""

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
            waiting += [(part, visible) for part in _parts(form)]
            for name, inner in _fields(form):
                is_visible = visible and is_shown(audience_of(inner), asked)
                (self.shown if is_visible else self.hidden).add(name)
                waiting.append((inner, is_visible))


def _names_of(form: TypeForm) -> Iterator[str]:
    """The names that a type itself has."""
    if isinstance(form, GivenSchema):
        if form.name is not None:
            yield form.name
    elif isinstance(form, type | NewType) or is_alias(form):
        yield str(form.__name__)
    yield from (item.name for item in metadata_of(form) if isinstance(item, Brand))


def _parts(form: TypeForm) -> Iterator[TypeForm]:
    """The types that a type consists of, but for its fields."""
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
            if isinstance(part, dict) and key != "properties":
                yield _inside(form, part)


def _inside(form: GivenSchema, schema: dict[str, Any]) -> GivenSchema:
    return replace(form, schema=schema, name=None, audience=())


def _fields(form: TypeForm) -> Iterator[tuple[str, TypeForm]]:
    """The fields of a class, under each of their names."""
    if isinstance(form, GivenSchema):
        for name, inner in members(form.schema, "properties"):
            yield name, _inside(form, inner)
    elif isinstance(form, type):
        yield from _fields_of_class(form)


def _fields_of_class(cls: type) -> Iterator[tuple[str, TypeForm]]:
    is_model = issubclass(cls, BaseModel)
    infos: Mapping[str, FieldInfo] = getattr(cls, "__pydantic_fields__", None) or {}
    written = model_annotations(cls) if is_model else _annotations(cls)
    for name in infos.keys() | written.keys():
        info = infos.get(name)
        if info is None:
            yield name, written[name]
            continue
        inner = field_form(written.get(name, info.annotation), info)
        names = (name, info.alias, info.validation_alias, info.serialization_alias)
        yield from ((written_as, inner) for written_as in names if isinstance(written_as, str))
    decorators = getattr(cls, "__pydantic_decorators__", None)
    for name, computed in decorators.computed_fields.items() if decorators else ():
        yield computed.info.alias or name, computed.info.return_type


def _annotations(cls: type) -> dict[str, TypeForm]:
    """The annotations of a class and its bases."""
    annotations: dict[str, TypeForm] = {}
    for base in reversed(cls.__mro__):
        annotations |= class_annotations(base)
    return annotations


def _words(names: Iterable[str]) -> frozenset[str]:
    """The words of names; those of places are no names."""
    words = (word for name in names if "/" not in name for word in _WORD.findall(name))
    return frozenset(words)


def _ends(name: str) -> Iterator[str]:
    """A name, and the same without the first of its parts: the service, the group."""
    while name:
        yield name
        name = name.partition(".")[2]
