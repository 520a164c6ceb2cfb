"""What a build knows of each document is in files next to the doctrees, a `Store`.

The environment, which Sphinx reads and writes whole, holds nothing of a document but digests of
what pages show.
"""

from pathlib import Path
from shutil import rmtree
from typing import NamedTuple
from weakref import WeakKeyDictionary

from sphinx.environment import BuildEnvironment

from .document_store import Store

FOLDER = "_ggdocs"

PAGE = "page"
"""Kind of what a page of a large reference shows."""
CHANGES = "changes"
"""Kind of what a changelog shows."""
CATALOG = "catalog"
"""Kind of what a catalogue of services shows."""


class Shown(NamedTuple):
    """One directive: which documents it shows, and what they were when the page was read."""

    place: str
    """File and line, from the folder of the sources on; the file is another than the page's when it
    is included."""
    kind: str = ""
    """What it shows of documents: a kind of object, `PAGE`, `CHANGES` or `CATALOG`; empty for
    all of them."""
    target: str = ""
    """The name of an object as written; slug and name of a page."""
    slugs: tuple[str, ...] | None = None
    """As written; None: all configured documents, or the one defined inline."""
    keys: tuple[str, ...] = ()
    """Of the documents that it shows; of those that an object is not in, where it is in none."""
    in_place: bool = False
    digest: str = ""
    """Of what is shown of them."""


# Not an attribute of the environment, which Sphinx pickles whole, and sends through a pipe from
# each process that reads in parallel.
_stores: WeakKeyDictionary[BuildEnvironment, Store] = WeakKeyDictionary()


def open_store(env: BuildEnvironment) -> Store:
    """The store of a build that begins; one without pages begins from nothing (``sphinx-build
    -E``).
    """
    folder = Path(env.doctreedir, FOLDER)
    if not env.all_docs:
        rmtree(folder, ignore_errors=True)
    store = _stores[env] = Store(folder)
    return store


def store_of(env: BuildEnvironment) -> Store:
    """The store of the build of an environment."""
    return _stores[env]
