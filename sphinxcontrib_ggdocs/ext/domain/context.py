"""What a reference is written in: the description of an object of ours, or the docstring of a Python class.

A short name means what is nearest. Descriptions say themselves what they are of; docstrings that autodoc shows are in a
class and a module, from which contracts and types of ours may have been made.
"""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from docutils import nodes
from sphinx.environment import BuildEnvironment

from ..objects import WITHIN
from ..records import CONTRACT_DOCUMENT, ORIGINS, Record

PYTHON = ("py:module", "py:class")
"""Where Sphinx notes the module and the class that are being described."""


def note_context(reference: nodes.Element, env: BuildEnvironment) -> None:
    """Remember what a reference is written in, as far as whoever reads it knows."""
    reference.attributes.update({key: env.ref_context[key] for key in (WITHIN, *PYTHON) if key in env.ref_context})


class Context(NamedTuple):
    """What a reference is written in, as far as can be told when its page is read."""

    within: str = ""
    """The full name of an object, or the slug of a document."""
    python: str = ""
    """The full name of a Python class, or of a module."""

    @classmethod
    def of(cls, reference: nodes.Element) -> "Context":
        """The context of a reference."""
        python = ".".join(filter(None, map(reference.get, PYTHON)))
        return cls(reference.get(WITHIN, ""), python)

    def name(self, records: Mapping[str, Record]) -> str:
        """The full name of the object, or the slug of the document; nothing when that cannot be told."""
        if self.within or not self.python:
            return self.within
        return _made_of(self.python, tuple(map(_Texts.of, records.values())))


class _Texts(NamedTuple):
    """What is looked at of a record; hashed fast, as these texts stay the same."""

    slug: str
    document: str
    origins: str

    @classmethod
    def of(cls, record: Record) -> "_Texts":
        return cls(record.slug, record.files.get(CONTRACT_DOCUMENT, ""), record.files.get(ORIGINS, "{}"))


@lru_cache(maxsize=256)
def _made_of(python: str, records: tuple[_Texts, ...]) -> str:
    """The object that was made of a class; else the one document that has something of its module or package."""
    every = [named for texts in records for named in _named(texts)]
    while python:
        names = {name for origin, name in every if f"{origin}.".startswith(f"{python}.")}
        if len(names) == 1:
            return names.pop()
        if names:
            slugs = {name.partition(".")[0] for name in names}
            return slugs.pop() if len(slugs) == 1 else ""
        python = python.rpartition(".")[0]
    return ""


def _named(texts: _Texts) -> Iterator[tuple[str, str]]:
    """Python class and full name of each contract and type."""
    from ..static import Names, read_document

    if not texts.document:
        return
    document = read_document(texts.document)
    names = Names(document)
    for group in document.groups:
        for contract in group.contracts:
            if contract.source is not None:
                yield f"{contract.source.module}.{contract.name}", names.contract(group.slug, contract.name)
    for key, origin in json.loads(texts.origins).items():
        yield origin, names.part(key)
