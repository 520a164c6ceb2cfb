"""Gives Python's collector of cyclic garbage less to do during a build.

A page is a tree whose nodes know their parents: thousands of cycles that all go at once when the page has been
written. Looking for them after every 700 new objects, in all that an environment holds, took nearly half of the time
of a build with a thousand methods. So it is looked for seldom, and not in what stays until the end anyway. It begins
before the environment of the former build is read, which takes twice as long when it is searched meanwhile.
"""

import gc
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from .config import GgConfig

if TYPE_CHECKING:
    from sphinx.application import Sphinx

SELDOM = 20_000
"""New objects between two looks at the youngest."""

_former: "WeakKeyDictionary[Sphinx, tuple[int, int, int]]" = WeakKeyDictionary()
"""What was set before each build that is going on."""


def relax(app: "Sphinx", *_: Any) -> Iterable[str]:
    """Look seldom, until `restore`, and not in what there is by now; projects without documents are left alone.

    Handles ``config-inited``, ``env-get-outdated`` when the environment is there, and ``write-started``.
    """
    often, second, third = gc.get_threshold()
    if app not in _former and GgConfig.of(app.config).documents and 0 < often < SELDOM:
        _former[app] = (often, second, third)
        gc.set_threshold(SELDOM, second, third)
    if app in _former:
        gc.freeze()
    return ()


def restore(app: "Sphinx", *_: Any) -> None:
    """Go on as before (``build-finished``)."""
    if app in _former:
        gc.set_threshold(*_former.pop(app))
        gc.unfreeze()
