"""How tests wait: for a condition, with a limit that only a hang reaches, however busy the machine
is.
"""

import functools
import os
import time
from collections.abc import Callable

import httpx

HANG = int(os.environ.get("GGDOCS_HANG", "120"))
"""Seconds after which something hangs; less while one looks for the fault of a test on an idle
machine."""

HANG_MS = HANG * 1000
"""The same in milliseconds, for Playwright."""

# httpx itself gives up after five seconds
get = functools.partial(httpx.get, timeout=HANG)
head = functools.partial(httpx.head, timeout=HANG)
post = functools.partial(httpx.post, timeout=HANG)
request = functools.partial(httpx.request, timeout=HANG)


def wait_until(
    condition: Callable[[], object], what: str, pause: Callable[[float], object] = time.sleep
) -> None:
    """Wait until `condition` holds.

    Args:
        condition: Asked again and again.
        what: What is waited for, for the message of the failure.
        pause: Waits for some seconds; a test that drives a browser gives one that lets it go on.

    Raises:
        TimeoutError: It hangs.
    """
    end = time.monotonic() + HANG
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"waited {HANG} seconds for {what}")
        pause(0.02)
