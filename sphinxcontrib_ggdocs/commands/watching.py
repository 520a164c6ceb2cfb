"""Watches the files of a project for changes."""

import os
import threading
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from ..catalog.source_files import own_files

INTERVAL = 0.4
"""Seconds between two checks of the files: less than it takes to switch to the browser."""


class Watch:
    """Remembers when the files of a project were last modified; new files count as changes, too."""

    def __init__(self, folders: Iterable[Path]) -> None:
        self._folders = {folder.resolve() for folder in folders}
        self._modules: set[str] = set()
        """The paths of the files of imported modules."""
        self._first_seen = self._modification_times()
        """The modification time of each file when it was first seen, by path."""

    def add(self, folders: Iterable[Path]) -> None:
        """Watch further folders, and the files of all modules that are imported now."""
        self._folders.update(folder.resolve() for folder in folders)
        self._modules.update(own_files().values())
        # A time that was seen before stays, so that a change during an import is not lost.
        self._first_seen = self._modification_times() | self._first_seen

    def wait(self) -> None:
        """Wait until a file has another modification time than when it was first seen."""
        self.add([])  # the modules that were imported in the meantime
        pause = threading.Event()  # it is never set, so that its `wait` only pauses
        while self._modification_times() == self._first_seen:
            pause.wait(INTERVAL)

    def _modification_times(self) -> dict[str, int]:
        """Return the modification time of each file in nanoseconds, by path."""
        times: dict[str, int] = {}
        for path in (*self._modules, *self._files_in_folders()):
            with suppress(OSError):  # the file was deleted in the meantime
                times[path] = Path(path).stat().st_mtime_ns
        return times

    def _files_in_folders(self) -> Iterator[str]:
        """Yield the paths of all files in the watched folders, at any depth."""
        for top in self._folders:
            for parent, folders, names in os.walk(top):
                # `os.walk` descends into the folders that are left in its list.
                folders[:] = [name for name in folders if not _is_ignored(Path(parent, name))]
                for name in names:
                    # Temporary files of editors have names that start with a dot.
                    if not name.startswith("."):
                        yield str(Path(parent, name))


def _is_ignored(folder: Path) -> bool:
    """Return whether a folder is hidden, is a cache, or holds installed packages."""
    return (
        folder.name.startswith((".", "__pycache__"))
        or folder.name == "node_modules"
        or (folder / "pyvenv.cfg").exists()  # a virtual environment
    )
