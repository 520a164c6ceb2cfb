"""State of one build, which is not kept."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sphinx.builders import Builder
from sphinx.environment import BuildEnvironment

if TYPE_CHECKING:
    from jinja2 import Environment

    from .loader import Loader


@dataclass(slots=True)
class BuildState:
    """State of one build."""

    builder: Builder | None = None
    begun: bool = False
    """Whether documents were loaded for the pages that Sphinx is to find, before it looks for
    changes."""
    loader: "Loader | None" = None
    verified: set[str] = field(default_factory=set)
    """Keys of the documents that are fresh."""
    noted: set[str] = field(default_factory=set)
    """Keys of the documents that were loaded in this build, whose notes are to be reported."""
    removed: bool = False
    """Whether a page is gone."""
    former: "dict[str, object] | None" = None
    """What the output folder held before this build; None unless the build before has come to its
    end."""
    kept: dict[str, list[str]] = field(default_factory=dict)
    """What may have to be removed of what earlier builds have written, those that were killed,
    too."""
    output: dict[str, object] = field(default_factory=dict)
    """What the output folder holds after this build."""
    clashes: dict[tuple[str, str], str] = field(default_factory=dict)
    """By page and key: why a document in place is not the one of its slug."""
    templates: "Environment | None" = None
    """The templates of static text."""


_states: WeakKeyDictionary[BuildEnvironment, BuildState] = WeakKeyDictionary()


def build_state(env: BuildEnvironment) -> BuildState:
    """The state of the build of an environment."""
    return _states.setdefault(env, BuildState())


def begin_build(env: BuildEnvironment, builder: Builder) -> BuildState:
    """A new state: one environment may be built more than once."""
    state = BuildState(builder=builder)
    _states[env] = state
    return state


def builder_of(env: BuildEnvironment) -> Builder:
    """Who writes, which Sphinx does not pass to transforms and directives."""
    builder = build_state(env).builder
    assert builder is not None, "known since the build has begun"
    return builder
