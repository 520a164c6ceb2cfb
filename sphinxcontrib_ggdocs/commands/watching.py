"""`Watch`: reports when a file of the project changes."""

import os
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from ..catalog.source_files import own_files

INTERVAL = 0.4
"""Seconds between two checks of the files: less than it takes to switch to the browser."""


class Watch:
    """Remembers when the files in the folders of a project were changed last, new files too."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self._folders = {folder.resolve() for folder in folders}
        self._modules: set[str] = set()
        self._known = self._times()

    def add(self, folders: Iterable[Path]) -> None:
        """Watch further folders, and all modules that are imported now, wherever they are."""
        self._folders.update(folder.resolve() for folder in folders)
        self._modules.update(own_files().values())
        self._known = self._times() | self._known

    def wait(self) -> None:
        """Return when a file has changed since it was seen first."""
        self.add([])
        pause = threading.Event()
        while self._times() == self._known:
            pause.wait(INTERVAL)

    def _times(self) -> dict[str, int]:
        """Return the time of the last change of each file."""
        times: dict[str, int] = {}
        for path in (*self._modules, *self._files()):
            with suppress(OSError):
                times[path] = Path(path).stat().st_mtime_ns
        return times

    def _files(self) -> Iterator[str]:
        for top in self._folders:
            for parent, folders, names in os.walk(top):
                folders[:] = [name for name in folders if not _is_left_out(Path(parent, name))]
                for name in names:
                    # The names of files that editors make for a moment begin with a dot.
                    if not name.startswith("."):
                        yield str(Path(parent, name))


def _is_left_out(folder: Path) -> bool:
    """Return whether a folder is hidden, a cache, or holds installed packages."""
    return (
        folder.name.startswith((".", "__pycache__"))
        or folder.name == "node_modules"
        or (folder / "pyvenv.cfg").exists()
    )
