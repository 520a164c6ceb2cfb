"""What a reference is written in: the description of an object of ours, or the docstring of a
Python class.

A short name means what is nearest. Descriptions say themselves what they are of; docstrings that
autodoc shows are in a class and a module, from which contracts and types of ours may have been
made.
"""

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from docutils import nodes
from sphinx.environment import BuildEnvironment

from ..object_entries import WITHIN
from ..store import Record, store_of

PYTHON = ("py:module", "py:class")
"""Where Sphinx notes the module and the class that are being described."""


def note_context(reference: nodes.Element, env: BuildEnvironment) -> None:
    """Remember what a reference is written in, as far as whoever reads it knows."""
    reference.attributes.update(
        {key: env.ref_context[key] for key in (WITHIN, *PYTHON) if key in env.ref_context}
    )


class RefContext(NamedTuple):
    """What a reference is written in, as far as can be told when its page is read."""

    within: str = ""
    """The full name of an object, or the slug of a document."""
    python: str = ""
    """The full name of a Python class, or of a module."""

    @classmethod
    def of(cls, reference: nodes.Element) -> "RefContext":
        """The context of a reference."""
        python = ".".join(filter(None, map(reference.get, PYTHON)))
        return cls(reference.get(WITHIN, ""), python)

    def name(self, env: BuildEnvironment, records: Mapping[str, Record]) -> str:
        """The full name of the object, or the slug of the document; nothing when that cannot be
        told.
        """
        if self.within or not self.python:
            return self.within
        return _defined_by(
            self.python, tuple(store_of(env).classes(record) for record in records.values())
        )


@lru_cache(maxsize=256)
def _defined_by(python: str, documents: tuple[tuple[tuple[str, str], ...], ...]) -> str:
    """The object that was made of a class; else the one document that has something of its module
    or package.
    """
    classes = list(chain.from_iterable(documents))
    while python:
        names = {name for origin, name in classes if f"{origin}.".startswith(f"{python}.")}
        if len(names) == 1:
            return names.pop()
        if names:
            slugs = {name.partition(".")[0] for name in names}
            return slugs.pop() if len(slugs) == 1 else ""
        python = python.rpartition(".")[0]
    return ""
