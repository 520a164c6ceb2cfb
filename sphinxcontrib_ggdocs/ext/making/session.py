"""What is known during one build only."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from sphinx.environment import BuildEnvironment

if TYPE_CHECKING:
    from .loading import Loader


@dataclass(slots=True)
class Session:
    """State of one build."""

    begun: bool = False
    """Whether documents are being made for the pages that Sphinx is to find, before it looks for changes."""
    loader: "Loader | None" = None
    """Makes documents as they are configured now."""
    verified: set[str] = field(default_factory=set)
    """Keys of the documents that were found fresh, or made, in this build."""
    noted: set[str] = field(default_factory=set)
    """Keys of the documents that were made in this build and whose notes nobody has told yet."""
    removed: bool = False
    """Whether a page is gone."""
    reading: set[str] = field(default_factory=set)
    """The pages that are read in this build: their directives warn by themselves."""
    pages: dict[str, str] = field(default_factory=dict)
    """What each page shows, as a digest."""
    homes: dict[str, list[str]] = field(default_factory=dict)
    """Which kinds of objects stand on which pages."""
    clashes: dict[tuple[str, str], str] = field(default_factory=dict)
    """By page and key: why a document in place is not the one of its slug."""
    writing: bool = False
    """Whether a page has been written in this build."""
    endings: set[str] = field(default_factory=set)
    """The pages written in this build that are no documents, such as indices."""
    idle: bool | None = None
    """Whether what is written after the pages stands as it is; None while nobody has asked."""
    changed: bool = False
    """Whether a record was made that has to be saved."""


_sessions: WeakKeyDictionary[BuildEnvironment, Session] = WeakKeyDictionary()


def session_of(env: BuildEnvironment) -> Session:
    """The session of an environment, which lives as long as it does."""
    return _sessions.setdefault(env, Session())


def begin_session(env: BuildEnvironment) -> Session:
    """A new session: one environment may be built more than once."""
    session = Session()
    _sessions[env] = session
    return session
