"""`Watch`: records the files and folders that a process reads, and reports when one has changed.

An audit hook of Python (PEP 578) reports every file that is opened and every folder that is listed:
modules, the project's file, a logo, data that contracts read on import. Compiled modules are opened
as bytecode, so the sources of imported modules are added, and all modules of the project: an
import that fails leaves some of them unread.
"""

import os
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, TypeAlias

from ..source_files import is_foreign, own_files

INTERVAL = 0.4
"""Seconds between two checks of the files: less than it takes to switch to the browser."""

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
SYSTEM = ("/proc/", "/sys/", "/dev/")

Stamp: TypeAlias = int | tuple[str, ...] | None
"""The time of the last change of a file, or the names in a folder; None if it does not exist."""


class Watch:
    """Records what this process reads from now on.

    Args:
        folders: Folders of the project; all modules in them are watched.
        files: Further files, which need not exist.
    """

    def __init__(self, folders: Iterable[Path], files: Iterable[Path]) -> None:
        self._folders = tuple(folders)
        self._known: dict[str, Stamp] = {}
        self._is_reading = True
        for file in (*map(str, files), *self._modules()):
            self._note(file)
        # A hook cannot be removed (PEP 578), hence the flag; the process ends with the first
        # change.
        sys.addaudithook(self._audit)

    def add_folders(self, folders: Iterable[Path]) -> None:
        """Watch the modules in these folders, too."""
        self._folders = (*self._folders, *folders)
        self._is_reading = False  # the search for modules reads no data
        for file in self._modules():
            self._note(file)
        self._is_reading = True

    def stop_reading(self) -> None:
        """Stop recording: all contracts are imported, and requests read no other files."""
        self._is_reading = False
        for file in own_files().values():
            self._note(file)

    def wait(self) -> None:
        """Return when a file or a folder has changed since it was read."""
        pause = threading.Event()
        while not self._changed():
            pause.wait(INTERVAL)

    def _changed(self) -> bool:
        if any(_stamp(path) != stamp for path, stamp in self._known.items()):
            return True
        return not self._known.keys() >= set(self._modules())

    def _note(self, path: str) -> None:
        """Keep the first stamp, taken before the file was read."""
        if path not in self._known:
            self._known[path] = _stamp(path)

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._is_reading or event not in ("open", "os.listdir", "os.scandir"):
            return
        path = arguments[0]
        if not isinstance(path, str | bytes | os.PathLike):  # the descriptor of an open file
            return
        if _writes(arguments) if event == "open" else _is_import(sys._getframe(1)):
            return
        absolute = os.path.abspath(os.fsdecode(path))  # noqa: PTH100  # a `Path` resolves links
        if not (absolute.startswith(SYSTEM) or is_foreign(absolute)):
            self._is_reading = (
                False  # the stamp of a folder lists it, which raises this event again
            )
            self._note(absolute)
            self._is_reading = True

    def _modules(self) -> Iterator[str]:
        """All modules in the folders of the project, imported or not."""
        for folder in self._folders:
            for parent, folders, names in os.walk(folder.absolute()):
                folders[:] = [name for name in folders if not _is_left_out(Path(parent, name))]
                yield from (str(Path(parent, name)) for name in names if name.endswith(".py"))


def _stamp(path: str) -> Stamp:
    try:
        if Path(path).is_dir():
            names = os.listdir(path)  # noqa: PTH208
            # Without caches of Python, and files of editors, which begin with a dot: they change
            # without a change of the project.
            return tuple(
                sorted(name for name in names if not name.startswith((".", "__pycache__")))
            )
        return Path(path).stat().st_mtime_ns
    except OSError:  # missing
        return None


def _writes(arguments: tuple[Any, ...]) -> bool:
    mode, flags = arguments[1], arguments[2]
    if isinstance(mode, str):
        return not set(mode).isdisjoint("wax+")
    return isinstance(flags, int) and bool(flags & WRITING)


def _is_import(frame: FrameType) -> bool:
    """Whether Python searches for modules or for distributions."""
    return "importlib" in frame.f_code.co_filename


def _is_left_out(folder: Path) -> bool:
    """Whether a folder is hidden, a cache, or holds installed packages."""
    return (
        folder.name.startswith((".", "__pycache__"))
        or folder.name == "node_modules"
        or (folder / "pyvenv.cfg").exists()
    )
