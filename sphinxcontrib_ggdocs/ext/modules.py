"""Which source files a document depends on: those of its contracts and of everything that they mention."""

import ast
import hashlib
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

from .records import ModuleStamp

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

_SITE = tuple({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})

_SOURCES = (".py", ".so", ".pyd")

_seen: dict[str, str] = {}
"""What each file was when this process imported it. A file that differs by now is stale in `sys.modules`."""


def stamp_modules(roots: Iterable[str]) -> tuple[ModuleStamp, ...]:
    """The files of the modules named and of all modules that they mention, in order of their paths.

    A module mentions another when its source imports that module or something of it, or when one of its globals was
    defined there. That is more than the types that are reached and never less (an alias or a constant does not know
    its module), and needs no walk over them; whether a page changes is told by its text.
    """
    found: dict[str, ModuleStamp] = {}
    names = set(roots)
    for module in _reached(names):
        path = _file(module)
        stamp = _stamp(path) if path is not None else None
        if stamp is not None:
            found[stamp.path] = stamp
            _seen.setdefault(stamp.path, stamp.digest)
        elif module.__name__ in names:  # made while running, or in an archive: nothing tells whether it is the same
            found[module.__name__] = ModuleStamp(module.__name__, -1, -1, "")
    return tuple(found[path] for path in sorted(found))


def unchanged(stamp: ModuleStamp) -> bool:
    """Whether a file still is what it was; a new time alone is no change."""
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

    All of them, since what imports a changed module holds its old classes. A process that builds once never gets
    here; one that builds again and again, such as a test, would otherwise document what it imported first.
    """
    paths = [stamp.path for stamp in stamps]
    if any(path in _seen and _digest(Path(path)) != _seen[path] for path in paths):
        known = set(paths)
        for name, module in list(sys.modules.items()):
            if (path := _file(module)) is not None and str(path) in known:
                del sys.modules[name]
        for stale in known:
            _seen.pop(stale, None)


def _reached(roots: Iterable[str]) -> Iterator[ModuleType]:
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
        if top in own or not _installed(module):
            todo += {used for value in list(vars(module).values()) if (used := _module_of(value)) is not None}
            todo += _imported(module)


def _imported(module: ModuleType) -> set[str]:
    """What the source imports anywhere in it, as names of modules; some of them are none."""
    path = _file(module)
    if path is None or path.suffix != ".py":
        return set()
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return set()
    package = module.__name__ if hasattr(module, "__path__") else module.__name__.rpartition(".")[0]
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            steps = package.split(".")
            above = ".".join(steps[: len(steps) - node.level + 1]) if node.level else ""
            base = ".".join(filter(None, (above, node.module)))
            found |= {base, *(f"{base}.{alias.name}" for alias in node.names)}
    return found


def _module_of(value: object) -> str | None:
    if isinstance(value, ModuleType):
        return value.__name__
    try:
        name = getattr(value, "__module__", None)
    except Exception:  # noqa: BLE001  # an object of the user's may answer anything when asked for an attribute
        return None
    return name if isinstance(name, str) else None


def _file(module: object) -> Path | None:
    path = getattr(module, "__file__", None)
    return Path(path) if isinstance(path, str) and path.endswith(_SOURCES) else None


def _installed(module: ModuleType) -> bool:
    path = _file(module)
    return path is None or str(path).startswith(_SITE)


def _stamp(path: Path) -> ModuleStamp | None:
    try:
        status = path.stat()
        return ModuleStamp(str(path), status.st_mtime_ns, status.st_size, _digest(path))
    except OSError:
        return None


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""
