"""The browsers that tests start: Chromium, and Firefox for the tests marked with ``IN_EACH_ENGINE``.

Playwright drives its own Firefox builds through a protocol that Debian's Firefox does not have; that
one is driven by WebDriver BiDi (channel ``moz-firefox``, a name of Playwright). Emulated media (dark,
print, reduced motion) are missing there: tests choose by a theme's button and print to PDF instead.
"""

import contextlib
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, get_args

import pytest
from playwright.sync_api import Browser, BrowserContext, Playwright, expect

from ..waiting import HANG_MS

Engine = Literal["chromium", "firefox"]
ENGINES: tuple[Engine, ...] = get_args(Engine)
IN_EACH_ENGINE = pytest.mark.parametrize("engine", ENGINES, indirect=True)
"""Runs a test once with each browser; all others run in Chromium only."""

RELAY = Path(__file__).with_name("firefox_relay.py")
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first one opens a page in less than half of the time of the others, for it has no window."""
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def launch(playwright: Playwright, engine: Engine = "chromium") -> Browser:
    """Start a browser that scripts/browser.sh has found or installed, else Playwright's own."""
    expect.set_options(timeout=HANG_MS)
    if engine == "chromium":
        names = (os.environ.get("GGDOCS_CHROMIUM"), *CHROMIUM)
        return playwright.chromium.launch(
            executable_path=installed(names), args=CHROMIUM_FLAGS, timeout=HANG_MS
        )
    firefox = installed((os.environ.get("GGDOCS_FIREFOX"), "firefox-esr", "firefox"))
    if firefox is None:
        return playwright.firefox.launch(timeout=HANG_MS)
    with tempfile.TemporaryDirectory() as folder:
        relay = Path(folder) / "firefox"
        command = shlex.join([sys.executable, str(RELAY), firefox])
        relay.write_text(f'#!/bin/sh\nexec {command} "$@"\n')
        relay.chmod(0o755)
        return playwright.firefox.launch(
            channel="moz-firefox", executable_path=relay, timeout=HANG_MS
        )


def installed(names: Iterable[str | None]) -> str | None:
    """The first of these commands that starts."""
    for name in names:
        if name and (found := shutil.which(name)):
            with contextlib.suppress(OSError):
                version = subprocess.run([found, "--version"], capture_output=True, check=False)
                if version.returncode == 0:
                    return found
    return None


class Browsers:
    """A running browser for each engine, started by the first test to ask; each test has a context of
    its own in it.
    """

    def __init__(self, playwright: Playwright) -> None:
        self._playwright = playwright
        self._browsers: dict[Engine, Browser] = {}

    @contextlib.contextmanager
    def context(self, engine: Engine, **options: Any) -> Iterator[BrowserContext]:
        """A new context, with the options of ``new_context``."""
        if engine not in self._browsers:
            self._browsers[engine] = launch(self._playwright, engine)
        context = self._browsers[engine].new_context(
            viewport={"width": 1440, "height": 900}, **options
        )
        context.set_default_timeout(HANG_MS)
        yield context
        context.close()

    def close(self) -> None:
        """Close the browsers that were started."""
        for browser in self._browsers.values():
            browser.close()
