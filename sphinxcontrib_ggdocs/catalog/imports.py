"""Imports ``package.module:attribute``, with errors that name what is missing or what was
raised.
"""

import importlib
import inspect
import re
from collections.abc import Callable
from difflib import get_close_matches
from importlib.machinery import PathFinder
from pathlib import Path
from sysconfig import get_path
from traceback import extract_tb
from typing import Any

from ..capabilities import imported
from ..contracts.contract_errors import ContractError, Location
from ..value_messages import LONGEST_VALUE, short_list
from .spec_errors import AttributeNotFound, ImportFailed, ModuleNotFound

_IDENTIFIER = r"[^\W\d]\w*"
IMPORT_NAME = re.compile(rf"{_IDENTIFIER}(?:\.{_IDENTIFIER})*:{_IDENTIFIER}(?:\.{_IDENTIFIER})*")
"""``package.module:attribute``; a dotted attribute reaches into a class."""

DOCUMENT_SUFFIXES = (".json", ".yaml", ".yml")
"""How the names of OpenAPI and AsyncAPI files end, which those of contracts never do."""


def name_hint(written: str, example: str) -> str:
    """Return a hint for a text that does not have the form ``package.module:attribute``.

    Args:
        written: The text, such as a dotted name or the path of a Python file.
        example: A name to show where none can be guessed.
    """
    module, colon, attribute = written.partition(":")
    if module.endswith(".py"):
        steps = re.split(r"[/\\]", module.removesuffix(".py"))
        module = ".".join(step for step in steps if step not in ("", ".", "src"))
        attribute = attribute or example.rpartition(":")[2]
    elif not colon:
        module, _, attribute = module.rpartition(".")
    meant = f"{module}:{attribute}"
    if IMPORT_NAME.fullmatch(meant.removesuffix("()")) and len(meant) <= LONGEST_VALUE:
        return f"did you mean '{meant}'?"
    return f"write package.module:attribute, such as '{example}'"


def import_object(
    name: str, where: Location, is_wanted: Callable[[object], bool] | None = None
) -> object:
    """Return the object that `name` leads to.

    Args:
        name: ``package.module:attribute``, its form already checked.
        where: The place of the name, for messages.
        is_wanted: Whether an object is of the kind that the name should lead to; a hint lists those
            of the module.

    Raises:
        ModuleNotFound: There is no such module.
        AttributeNotFound: The module has no such attribute.
        ImportFailed: The module raises, or exits, while it is imported.
        ContractError: A contract in the module is wrong; the error has its own place.
    """
    module_name, _, path = name.partition(":")
    value = _import_module(module_name, where)
    holder = module_name
    for attribute in path.split("."):
        try:
            value = getattr(value, attribute)
        except AttributeError as error:
            raise AttributeNotFound(
                f"{holder} has no attribute {attribute!r}",
                where=where,
                hint=_attribute_hint(value, attribute, is_wanted),
            ) from error
        holder = f"{holder}.{attribute}"
    return value


def optional(name: str) -> Any:
    """Return a part of an optional package, one of `capabilities`.

    Raises:
        ImportFailed: The package is not installed.
    """
    try:
        return imported(name)
    except ModuleNotFoundError as error:
        ours, _, _ = __name__.partition(".")
        if error.name is None or not error.name.startswith(f"{ours}."):
            raise
        raise ImportFailed(
            f"{error.name} is not a part of this installation",
            where=Location(),
            hint="install sphinxcontrib-ggdocs again",
        ) from error


def _import_module(name: str, where: Location) -> object:
    try:
        return importlib.import_module(name)
    except ContractError:
        raise
    except ModuleNotFoundError as error:
        missing = error.name
        # Python raises the same for a module that is missing inside of the named one: only the
        # former is an error in the name.
        if missing and (name == missing or name.startswith(f"{missing}.")):
            raise ModuleNotFound(
                f"there is no module {missing!r}",
                where=where,
                hint=_module_hint(missing),
            ) from error
        raise _failed(
            name,
            error,
            where,
            hint=f"install {missing}; Sphinx can do without, see ggdocs_mock_imports",
        ) from error
    except (
        Exception,
        SystemExit,
    ) as error:  # a user's module may raise anything, or call sys.exit()
        raise _failed(name, error, where) from error


def _failed(
    name: str, error: BaseException, where: Location, *, hint: str | None = None
) -> ImportFailed:
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    raised = f"{type(error).__name__}: {text}" if text else type(error).__name__
    place = _raised_at(error)
    return ImportFailed(
        f"importing {name!r} raises {raised}" + (f" ({place})" if str(place) else ""),
        where=where,
        hint=hint
        or f'run  python -c "import {name}"  to see why; guard code that should not run on import',
    )


def _raised_at(error: BaseException) -> Location:
    """Return the author's line that was running last; a line of a library when the contracts are
    installed in the same folder.
    """
    if isinstance(error, SyntaxError):
        return Location(file=error.filename, line=error.lineno)
    places: dict[bool, Location] = {}
    for frame in extract_tb(error.__traceback__):
        # `<frozen importlib._bootstrap>` is between any two modules, and our own lines only import
        # them.
        if not frame.filename.startswith(("<", _OURS)):
            is_own = not frame.filename.startswith(_LIBRARIES)
            places[is_own] = Location(file=frame.filename, line=frame.lineno)
    return places.get(True) or places.get(False) or Location()


_OURS = str(Path(__file__).parents[1])
_LIBRARIES = tuple({get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


def _module_hint(missing: str) -> str:
    """Return the folder that has a missing module, or what to check."""
    folder = None if "." in missing else _folder_of(missing)
    if folder is not None:
        return (
            f"it is in {folder}; add that folder to python_path in [tool.ggdocs] of "
            "pyproject.toml, or to sys.path in conf.py"
        )
    return (
        "check the spelling; install the package, or add its folder to python_path in "
        "[tool.ggdocs] of pyproject.toml, or to sys.path in conf.py"
    )


def _folder_of(module: str) -> Path | None:
    """Find a folder that a top-level module could be imported from.

    Looks in the working directory and in all folders above it, nearest first; in each of them
    also in ``src``.
    """
    here = Path.cwd()
    for folder in (here, *here.parents):
        for place in (folder, folder / "src"):
            spec = PathFinder.find_spec(module, [str(place)])
            if spec is not None and spec.origin is not None:  # namespace packages have no origin
                return place
    return None


def _attribute_hint(
    holder: object, attribute: str, is_wanted: Callable[[object], bool] | None
) -> str:
    """Return the nearest public names, or those that are wanted."""
    public: list[str] = []
    wanted: list[str] = []
    for name, value in inspect.getmembers(holder):
        if not name.startswith("_"):
            public.append(name)
            if is_wanted is not None and is_wanted(value):
                wanted.append(name)
    if near := get_close_matches(attribute, wanted or public):
        return f"did you mean {' or '.join(near)}?"
    if wanted:
        return f"its applications and contracts are {short_list(wanted)}"
    return "name something that is defined or imported there"
