"""The source files behind imported modules: which ones a document depends on, whether they have
changed, and which are the project's own.
"""

import hashlib
import importlib
import os
import re
import sys
import sysconfig
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

_FOREIGN = sys.stdlib_module_names | {
    "pydantic",
    "pydantic_core",
    "annotated_types",
    "typing_extensions",
    "typing_inspection",
    "sphinx",
    "docutils",
}
"""Modules that change with the interpreter or with a release, never while somebody edits."""

_INSTALLED = frozenset({"site-packages", "dist-packages", "__pycache__"})
_LIBRARIES = tuple({f"{sysconfig.get_path(name)}{os.sep}" for name in ("stdlib", "platstdlib")})

_SOURCES = (".py", ".so", ".pyd")

_IMPORT = re.compile(
    r"(?:^|[:;])[ \t]*(?:from[ \t]*(\.*)[ \t]*([\w.]*)[ \t]*)?\bimport\b[ \t]*"
    r"(\((?:#.*+|[^#)])*+\)|[^;\n#]*)",
    re.MULTILINE,
)
"""The dots and the module after ``from``, and the names."""

_COMMENT = re.compile("#.*")
_NAME = re.compile(r"(?:^|,|\()\s*([\w.]+)")

_seen: dict[str, str] = {}
"""Digests of files when this process imported them. A file that differs by now is stale in
`sys.modules`."""


class ModuleStamp(NamedTuple):
    """What a source file was when it was read."""

    module: str
    """Empty of a file that is not found by the name of its module."""
    path: str
    """Empty of a module that is imported if there is one, when there was none."""
    mtime: int
    size: int
    digest: str


def is_foreign(path: str) -> bool:
    """Whether a file belongs to Python, to an installed package or to Python's caches."""
    return path.startswith(_LIBRARIES) or not _INSTALLED.isdisjoint(Path(path).parts)


def own_files() -> Iterator[str]:
    """The files of imported modules that are not installed."""
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if file and not is_foreign(file):
            yield file


class _FileFinder:
    """Finds the file that an import of a module would read now, without importing anything; caches
    what it finds.
    """

    def __init__(self) -> None:
        self._specs: dict[str, ModuleSpec | None] = {}

    def find(self, name: str) -> str | None:
        """The path of a module's file; empty when it has none; None when nothing of this name can
        be imported.
        """
        spec = self._spec(name)
        if spec is None:
            return None
        return (spec.origin or "") if spec.has_location else ""

    def _spec(self, name: str) -> ModuleSpec | None:
        if name not in self._specs:
            self._specs[name] = self._search(name)
        return self._specs[name]

    def _search(self, name: str) -> ModuleSpec | None:
        path: Sequence[str] | None = None
        if package := name.rpartition(".")[0]:
            parent = self._spec(package)
            if parent is None or parent.submodule_search_locations is None:
                return None
            path = list(parent.submodule_search_locations)
        for finder in sys.meta_path:
            with suppress(
                Exception
            ):  # a finder of somebody else's, asked for what it does not know
                spec = finder.find_spec(name, path)
                if spec is not None:
                    return spec
        return None


def stamp_modules(roots: Iterable[str], since: int) -> tuple[ModuleStamp, ...]:
    """The files of the modules named and of all modules that they mention, in order of their paths.

    Args:
        roots: Names of modules.
        since: When the first of them may have been imported, in nanoseconds: what has been saved
            after that may be something else than what was imported, and has to be imported again by
            the next build.

    A module mentions another when its source imports that module or something of it, or when one of
    its globals was defined there. That is more than the types that are reached and never less (an
    alias or a constant does not know its module), and needs no walk over them; whether a page
    changes is decided by its text.
    """
    stamps: dict[str, ModuleStamp] = {}
    names = set(roots)
    finder = _FileFinder()
    missing: set[str] = set()
    for module in _reached(names, missing):
        path = _file(module)
        stamp = _stamp(module.__name__, path, finder, since) if path is not None else None
        if stamp is not None:
            stamps[stamp.path] = stamp
            _seen.setdefault(stamp.path, stamp.digest)
        elif (
            module.__name__ in names
        ):  # made while running, or in an archive: nothing shows whether it is the same
            stamps[module.__name__] = ModuleStamp("", module.__name__, -1, -1, "")
    absent = [
        ModuleStamp(name, "", 0, 0, "") for name in sorted(missing) if finder.find(name) is None
    ]
    return (*absent, *(stamps[path] for path in sorted(stamps)))


def stamp_files(paths: Iterable[Path], since: int) -> tuple[ModuleStamp, ...]:
    """The stamps of files that are no modules; see `stamp_modules`."""
    stamps = (_stamp("", path, None, since) for path in paths)
    return tuple(stamp for stamp in stamps if stamp is not None)


def unchanged(stamps: Iterable[ModuleStamp]) -> bool:
    """Whether each file still is what it was, and what an import of its module would find."""
    finder = _FileFinder()
    return all(_is_same(stamp) and _is_at_path(stamp, finder) for stamp in stamps)


def _is_at_path(stamp: ModuleStamp, finder: _FileFinder) -> bool:
    return not stamp.module or finder.find(stamp.module) == (stamp.path or None)


def _is_same(stamp: ModuleStamp) -> bool:
    """A new time alone is no change."""
    if not stamp.path:
        return True
    path = Path(stamp.path)
    try:
        status = path.stat()
    except OSError:
        return False
    if (status.st_mtime_ns, status.st_size) == (stamp.mtime, stamp.size):
        return True
    return status.st_size == stamp.size and _digest(path) == stamp.digest


def forget_stale(stamps: Iterable[ModuleStamp]) -> None:
    """Unload the modules when one of their files has changed since this process imported it.

    All of them, since what imports a changed module holds its old classes. A process that builds
    once never gets here; one that builds again and again, such as a test, would otherwise document
    what it imported first.
    """
    stamps = list(stamps)
    importlib.invalidate_caches()
    paths = [stamp.path for stamp in stamps]
    if any(path in _seen and _digest(Path(path)) != _seen[path] for path in paths):
        known = set(paths)
        for name, module in list(sys.modules.items()):
            if (path := _file(module)) is not None and str(path) in known:
                del sys.modules[name]
        for stale in known:
            _seen.pop(stale, None)


def _reached(roots: Iterable[str], missing: set[str]) -> Iterator[ModuleType]:
    """Modules, and into `missing` the names of those that are imported somewhere without having
    been imported.
    """
    todo = list(roots)
    own = {name.partition(".")[0] for name in todo}
    seen: set[str] = set()
    while todo:
        name = todo.pop()
        top = name.partition(".")[0]
        module = sys.modules.get(name)
        if name in seen or module is None or top in _FOREIGN or top == __name__.partition(".")[0]:
            continue
        seen.add(name)
        yield module
        todo.append(name.rpartition(".")[0])  # imported before it
        path = _file(module)
        if top in own or (path is not None and not is_foreign(str(path))):
            todo += {
                used
                for value in list(vars(module).values())
                if (used := _module_of(value)) is not None
            }
            modules, members = _imported(module)
            todo += modules | members
            missing |= {
                imported
                for imported in modules
                if imported not in sys.modules and imported.partition(".")[0] not in _FOREIGN
            }


def _imported(module: ModuleType) -> tuple[set[str], set[str]]:
    """What the source imports anywhere in it, as names of modules, and of what may be a module or
    something in one.

    Statements are found by their words, for a syntax tree of each module of a large application
    takes longer than all of its documentation; what only looks like one names a module that is not
    there.
    """
    path = _file(module)
    if path is None or path.suffix != ".py":
        return set(), set()
    try:
        source = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return set(), set()
    package = module.__name__ if hasattr(module, "__path__") else module.__name__.rpartition(".")[0]
    steps = package.split(".")
    modules: set[str] = set()
    members: set[str] = set()
    for dots, base, written in _IMPORT.findall(source.replace("\\\n", " ")):
        names = set(_NAME.findall(_COMMENT.sub("", written)))
        if not dots and not base:
            modules |= names
            continue
        above = steps[: len(steps) - len(dots) + 1] if dots else []
        imported_from = ".".join(filter(None, (*above, base)))
        modules.add(imported_from)
        members |= {f"{imported_from}.{name}" for name in names}
    return modules, members


def _module_of(value: object) -> str | None:
    if isinstance(value, ModuleType):
        return value.__name__
    try:
        name = getattr(value, "__module__", None)
    except Exception:  # noqa: BLE001  # objects of users may raise anything for an attribute
        return None
    return name if isinstance(name, str) else None


def _file(module: object) -> Path | None:
    path = getattr(module, "__file__", None)
    return Path(path) if isinstance(path, str) and path.endswith(_SOURCES) else None


def _stamp(name: str, path: Path, finder: _FileFinder | None, since: int) -> ModuleStamp | None:
    if finder is not None and finder.find(name) != str(path):
        name = ""  # imported in a way of its own
    try:
        status = path.stat()
    except OSError:
        return None
    if since <= status.st_mtime_ns <= time.time_ns():
        return ModuleStamp(name, str(path), -1, -1, "")
    return ModuleStamp(name, str(path), status.st_mtime_ns, status.st_size, _digest(path))


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
