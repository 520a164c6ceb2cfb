"""What a build asks of the interpreter: no cycle collector, and room for types in types."""

import gc
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

DEPTH = 20_000
"""Frames of Python, which take no room on the stack of C: 400 models, each in the next, need 6 000
for pydantic."""

_lock = threading.Lock()
_usual: list[int] = []
"""The limit of recursion outside of all builds, once for each build that goes on."""


@contextmanager
def building() -> Iterator[None]:
    """Pause the cycle collector and allow deep recursion.

    A build makes a great many objects and drops next to none. The collector would walk all of them
    again and again, which takes half the time of a large build and makes it slower than linear.
    Reference counts go on working.
    """
    enabled = gc.isenabled()
    gc.disable()
    with _lock:
        _usual.append(_usual[0] if _usual else sys.getrecursionlimit())
        sys.setrecursionlimit(max(DEPTH, _usual[0]))
    try:
        yield
    finally:
        with _lock:
            usual = _usual.pop()
            if not _usual:
                sys.setrecursionlimit(usual)
        if enabled:
            gc.enable()
