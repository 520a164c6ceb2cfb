"""Names that only what has been left out has: authors write them where something is replaced."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, get_args

from .annotations import get_origin, is_alias, peel
from .message_model import GivenSchema, TypeForm

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


def names_of_types(forms: Iterable[TypeForm]) -> Iterator[str]:
    """The names of the types that some consist of, as far as these say it themselves."""
    waiting, seen = list(forms), dict[int, TypeForm]()  # kept, so that no id is used again
    while waiting:
        form = waiting.pop()
        if id(form) in seen:
            continue
        seen[id(form)] = form
        if isinstance(form, GivenSchema):
            if form.name is not None:
                yield form.name
            waiting += form.references.values()
            continue
        if isinstance(form, type) or is_alias(form) or hasattr(form, "__supertype__"):
            yield str(form.__name__)
        waiting += _parts(form)


def _parts(form: TypeForm) -> Iterable[Any]:
    if get_origin(form) is not None:
        return (part for part in get_args(form) if isinstance(part, type) or get_origin(part))
    inner = peel(form)
    return () if inner is form else (inner,)


def _words(names: Iterable[str]) -> frozenset[str]:
    """The words of names; those of places are no names."""
    words = (word for name in names if "/" not in name for word in _WORD.findall(name))
    return frozenset(words)


def _ends(name: str) -> Iterator[str]:
    """A name, and the same without the first of its parts: the service, the group."""
    while name:
        yield name
        name = name.partition(".")[2]
