"""Tells which file an import of a module would find now, without importing anything."""

import importlib
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec
from importlib.util import cache_from_source
from pathlib import Path

from ..records import ModuleStamp


class Finder:
    """Asks what Python would ask, in its order: another folder on the path, or a package beside a module, comes first.

    Remembers what it has found: to be used for one look at everything.
    """

    def __init__(self) -> None:
        self._found: dict[str, ModuleSpec | None] = {}

    def find(self, name: str) -> str | None:
        """The path of a module's file; empty when it has none; None when nothing of this name can be imported."""
        spec = self._spec(name)
        if spec is None:
            return None
        return (spec.origin or "") if spec.has_location else ""

    def _spec(self, name: str) -> ModuleSpec | None:
        if name not in self._found:
            self._found[name] = self._search(name)
        return self._found[name]

    def _search(self, name: str) -> ModuleSpec | None:
        path: Sequence[str] | None = None
        if package := name.rpartition(".")[0]:
            spec = self._spec(package)
            if spec is None or spec.submodule_search_locations is None:
                return None
            path = list(spec.submodule_search_locations)
        for finder in sys.meta_path:
            with suppress(Exception):  # a finder of somebody else's, asked for what it does not know
                found = finder.find_spec(name, path)
                if found is not None:
                    return found
        return None


def forget_bytecode(stamps: Iterable[ModuleStamp]) -> None:
    """Remove the compiled form of files that have been saved twice within a second, with the same size.

    Python takes it for fresh then, and would import what the file was before.
    """
    for stamp in stamps:
        path = Path(stamp.path)
        try:
            status = path.stat()
            unknown = stamp.mtime < 0
            same = (status.st_mtime_ns // 10**9, status.st_size) == (stamp.mtime // 10**9, stamp.size)
            if (unknown or (same and status.st_mtime_ns != stamp.mtime)) and path.suffix == ".py":
                Path(cache_from_source(str(path))).unlink(missing_ok=True)
        except (OSError, NotImplementedError):  # gone, not ours to remove, or a Python without compiled forms
            continue
    importlib.invalidate_caches()
