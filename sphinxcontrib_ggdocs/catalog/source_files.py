"""Finds the source files of imported modules: those of the project itself, and those that a
document was built from.
"""

import os
import re
import sys
import sysconfig
from collections.abc import Iterable
from pathlib import Path

_INSTALLED = frozenset({"site-packages", "dist-packages", "__pycache__"})
"""The names of folders with installed packages, and of caches."""
_LIBRARIES = tuple({f"{sysconfig.get_path(name)}{os.sep}" for name in ("stdlib", "platstdlib")})
"""The folders of Python's standard library."""
_SOURCES = (".py", ".so", ".pyd")


def is_foreign(path: str) -> bool:
    """Return whether a file is not the project's own: it belongs to Python, to an installed package
    or to a cache.
    """
    return path.startswith(_LIBRARIES) or not _INSTALLED.isdisjoint(Path(path).parts)


def own_files(packages: Iterable[str] = ()) -> dict[str, str]:
    """Return the files of all imported modules that are the project's own, by the name of the
    module.

    Args:
        packages: Names of top-level packages whose modules count as the project's own even if they
            are installed.
    """
    files: dict[str, str] = {}
    # A copy: looking at a lazy module may import others.
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if not isinstance(file, str) or not file.endswith(_SOURCES):
            continue
        if name.partition(".")[0] in packages or not is_foreign(file):
            files[name] = file
    return files


def mentioned_files(roots: Iterable[str]) -> dict[str, str]:
    """Return the files of some imported modules, and of all modules of the project that they may
    depend on, by the name of the module.

    A module may depend on another if the last part of the other's name is a word in its source:
    each statement that imports the other has that word. This finds too many modules, but misses
    none. Asking types and functions where they are defined would miss modules with constants.

    Args:
        roots: The names of the first modules.
    """
    waiting = list(roots)
    project_files = own_files({root.partition(".")[0] for root in waiting})
    this_package, _, _ = __name__.partition(".")
    names_by_last_part: dict[str, list[str]] = {}
    for name in project_files:
        # A change of this package's version makes everything stale anyway.
        if name.partition(".")[0] != this_package:
            last_part = name.rpartition(".")[2]
            names_by_last_part.setdefault(last_part, []).append(name)
    files: dict[str, str] = {}
    while waiting:
        name = waiting.pop()
        if name in files or name not in project_files:
            continue
        files[name] = project_files[name]
        package = name.rpartition(".")[0]
        waiting.append(package)  # it is imported before the module
        text = Path(project_files[name]).read_text(encoding="utf-8", errors="replace")
        words = set(re.findall(r"\w+", text))
        for word in names_by_last_part.keys() & words:
            waiting += names_by_last_part[word]
    return files
