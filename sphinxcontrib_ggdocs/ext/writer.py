"""Who writes what is being read, which transforms and directives are not told."""

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_builders: WeakKeyDictionary[BuildEnvironment, Builder] = WeakKeyDictionary()


def note_builder(app: "Sphinx") -> None:
    """Remember who writes (``builder-inited``)."""
    _builders[app.env] = app.builder


def builder_of(env: BuildEnvironment) -> Builder:
    """The builder of the environment."""
    return _builders[env]
