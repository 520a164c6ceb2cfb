"""Which files decide what a server shows, and whether one of them has changed.

Python reports every file that is opened and every folder that is listed (PEP 578): modules, the
project's file, a logo, whatever data contracts read when they are imported. What is compiled
already is opened as bytecode, so that the sources of imported modules are watched, too, and all
modules of the project, of which some may not be imported yet.
"""

import os
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from sysconfig import get_path
from types import FrameType
from typing import Any, TypeAlias

INTERVAL = 0.4
"""Seconds between two looks at the files: shorter than it takes to switch to the browser."""

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT
SYSTEM = ("/proc/", "/sys/", "/dev/")
INSTALLED = frozenset({"site-packages", "dist-packages", "__pycache__"})
LIBRARIES = tuple(f"{get_path(name)}{os.sep}" for name in ("stdlib", "platstdlib"))

Stamp: TypeAlias = int | tuple[str, ...] | None
"""When a file was changed last, or what is in a folder; None for what is not there."""


class Watch:
    """Notes from now on what this process reads.

    Args:
        folders: Of the project, whose modules matter before they are imported.
        files: Further files, which need not exist.
    """

    def __init__(self, folders: Iterable[Path], files: Iterable[Path]) -> None:
        self._folders = tuple(folders)
        self._known: dict[str, Stamp] = {}
        self._is_reading = True
        for file in (*map(str, files), *self._modules()):
            self._note(file)
        sys.addaudithook(self._heard)

    def also(self, folders: Iterable[Path]) -> None:
        """Look for modules in these folders, too."""
        self._folders = (*self._folders, *folders)
        self._is_reading = False  # what is looked at here is no data
        for file in self._modules():
            self._note(file)
        self._is_reading = True

    def read(self) -> None:
        """Everything that matters has been read; requests read nothing else."""
        self._is_reading = False
        for file in _sources():
            self._note(file)

    def wait(self) -> None:
        """Return when something is different from when it was read."""
        pause = threading.Event()
        while not self._changed():
            pause.wait(INTERVAL)

    def _changed(self) -> bool:
        if any(_stamp(path) != stamp for path, stamp in self._known.items()):
            return True
        return not self._known.keys() >= set(self._modules())

    def _note(self, path: str) -> None:
        """Keep the first stamp: that of a file before it was read."""
        if path not in self._known:
            self._known[path] = _stamp(path)

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._is_reading or event not in ("open", "os.listdir", "os.scandir"):
            return
        path = arguments[0]
        if not isinstance(
            path, str | bytes | os.PathLike
        ):  # a number: of a file that is open already
            return
        if _writes(arguments) if event == "open" else _is_import(sys._getframe(1)):
            return
        absolute = os.path.abspath(os.fsdecode(path))  # noqa: PTH100  # a `Path` resolves links
        if not _is_foreign_file(absolute):
            self._is_reading = False  # the stamp of a folder lists it
            self._note(absolute)
            self._is_reading = True

    def _modules(self) -> Iterator[str]:
        """Modules of the project, imported or not yet able to be."""
        for folder in self._folders:
            for parent, folders, names in os.walk(folder.absolute()):
                folders[:] = [each for each in folders if not _is_foreign(Path(parent, each))]
                yield from (str(Path(parent, name)) for name in names if name.endswith(".py"))


def _stamp(path: str) -> Stamp:
    try:
        if Path(path).is_dir():
            names = os.listdir(path)  # noqa: PTH208
            return tuple(sorted(n for n in names if not n.startswith((".", "__pycache__"))))
        return Path(path).stat().st_mtime_ns
    except OSError:  # not there, or no longer
        return None


def _sources() -> Iterator[str]:
    """Of the modules that are imported and not installed."""
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if file and not _is_foreign_file(file):
            yield file


def _writes(arguments: tuple[Any, ...]) -> bool:
    mode, flags = arguments[1], arguments[2]
    if isinstance(mode, str):
        return not set(mode).isdisjoint("wax+")
    return isinstance(flags, int) and bool(flags & WRITING)


def _is_import(frame: FrameType) -> bool:
    """Whether Python looks for modules or for what is installed."""
    return "importlib" in frame.f_code.co_filename


def _is_foreign_file(path: str) -> bool:
    """Whether a file is of the system, installed, or made by Python itself."""
    return path.startswith((*SYSTEM, *LIBRARIES)) or not INSTALLED.isdisjoint(Path(path).parts)


def _is_foreign(folder: Path) -> bool:
    """Whether a folder holds what others wrote, or nothing to import."""
    return (
        folder.name.startswith((".", "__pycache__"))
        or folder.name == "node_modules"
        or (folder / "pyvenv.cfg").exists()
    )
