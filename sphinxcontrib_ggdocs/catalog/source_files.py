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
_LIBRARIES = tuple({f"{sysconfig.get_path(name)}{os.sep}" for name in ("stdlib", "platstdlib")})
_SOURCES = (".py", ".so", ".pyd")


def is_foreign(path: str) -> bool:
    """Return whether a file belongs to Python, to an installed package or to Python's caches."""
    return path.startswith(_LIBRARIES) or not _INSTALLED.isdisjoint(Path(path).parts)


def own_files(packages: Iterable[str] = ()) -> dict[str, str]:
    """Return the files of imported modules that are not installed, by the modules' names.

    Args:
        packages: Names of top-level packages whose modules count even if they are installed.
    """
    files: dict[str, str] = {}
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if not isinstance(file, str) or not file.endswith(_SOURCES):
            continue
        if name.partition(".")[0] in packages or not is_foreign(file):
            files[name] = file
    return files


def mentioned_files(roots: Iterable[str]) -> dict[str, str]:
    """Return the files of some imported modules and of all that they mention, by name.

    A module mentions another if the last part of the other's name is a word of its source: each
    statement that imports it has that word. Some modules are taken that play no part; none is left
    out, as it would be if only types and functions were asked where they are defined: a constant
    does not know.
    """
    roots = list(roots)
    own = own_files({root.partition(".")[0] for root in roots})
    by_word: dict[str, list[str]] = {}
    for name in own:
        if (
            name.partition(".")[0] != __name__.partition(".")[0]
        ):  # of which another version makes all stale
            by_word.setdefault(name.rpartition(".")[2], []).append(name)
    files: dict[str, str] = {}
    while roots:
        name = roots.pop()
        if name in files or name not in own:
            continue
        files[name] = own[name]
        roots.append(name.rpartition(".")[0])  # the package, which is imported first
        text = Path(own[name]).read_text(encoding="utf-8", errors="replace")
        for word in by_word.keys() & set(re.findall(r"\w+", text)):
            roots += by_word[word]
    return files
