"""`Watch`: reports when a file of a project changes."""

import os
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path

from ..catalog.source_files import own_files

INTERVAL = 0.4
"""Seconds between two checks of the files: less than it takes to switch to the browser."""


class Watch:
    """Remembers when the files of a project were changed last.

    Args:
        folders: Folders of the project; all files in them are watched, new ones too.
        files: Further files, which need not exist.
    """

    def __init__(self, folders: Iterable[Path], files: Iterable[Path]) -> None:
        self._folders = {folder.resolve() for folder in folders}
        self._files = {str(file) for file in files}
        self._known = self._changes()

    def add(self, folders: Iterable[Path], files: Iterable[Path]) -> None:
        """Watch the files of further folders, and further files."""
        self._folders.update(folder.resolve() for folder in folders)
        self._files.update(map(str, files))
        self._known = {**self._changes(), **self._known}

    def wait(self) -> None:
        """Return when a file has changed since it was seen first; imported modules are watched,
        too, wherever they are.
        """
        self.add([], map(Path, own_files().values()))
        pause = threading.Event()
        while self._changes() == self._known:
            pause.wait(INTERVAL)

    def _changes(self) -> dict[str, int | None]:
        """The time of the last change by path; None of a file that does not exist."""
        changes: dict[str, int | None] = {}
        for path in (*self._files, *self._found()):
            try:
                changes[path] = Path(path).stat().st_mtime_ns
            except OSError:
                changes[path] = None
        return changes

    def _found(self) -> Iterator[str]:
        for top in self._folders:
            for parent, folders, names in os.walk(top):
                folders[:] = [name for name in folders if not _is_left_out(Path(parent, name))]
                # The names of files that editors make for a moment begin with a dot.
                yield from (str(Path(parent, name)) for name in names if not name.startswith("."))


def _is_left_out(folder: Path) -> bool:
    """Whether a folder is hidden, a cache, or holds installed packages."""
    return (
        folder.name.startswith((".", "__pycache__"))
        or folder.name == "node_modules"
        or (folder / "pyvenv.cfg").exists()
    )
