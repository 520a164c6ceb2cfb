"""Gives Python's collector of cyclic garbage less to do during a build.

A page is a tree whose nodes know their parents: thousands of cycles that all go at once when the page has been
written. Looking for them after every 700 new objects, in all that an environment holds, took nearly half of the time
of a build with a thousand methods. So it is looked for seldom, and not in what stays until the end anyway. It begins
before the environment of the former build is read, which takes twice as long when it is searched meanwhile.

Nor is it looked for when Python ends: it would take all pages apart, object by object, a quarter of the whole build,
before the system takes the memory back in one piece.
"""

import atexit
import gc
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from io import BufferedRandom, BufferedWriter, TextIOWrapper
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from .config import GgConfig

if TYPE_CHECKING:
    from sphinx.application import Sphinx

SELDOM = 20_000
"""New objects between two looks at the youngest."""
FILES = frozenset({BufferedRandom, BufferedWriter, TextIOWrapper})
"""What has to be written before it is left."""

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
        _leave_at_exit()
    return ()


def restore(app: "Sphinx", *_: Any) -> None:
    """Go on as before (``build-finished``)."""
    if app in _former:
        gc.set_threshold(*_former.pop(app))
        gc.unfreeze()


@cache
def _leave_at_exit() -> None:
    atexit.register(leave)


def leave() -> None:
    """Leave all objects to the system; files that nobody has closed are written to their ends first, as always."""
    for each in gc.get_objects():
        if type(each) in FILES and not each.closed:
            with suppress(OSError, ValueError):  # a pipe whose other end is gone, a file that was detached
                each.flush()
    gc.freeze()
