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

from ..capabilities import import_part
from ..contracts.contract_errors import ContractError, Location
from ..value_messages import LONGEST_VALUE, short_list
from .spec_errors import AttributeNotFound, ImportFailed, ModuleNotFound

_IDENTIFIER = r"[^\W\d]\w*"
IMPORT_NAME = re.compile(rf"{_IDENTIFIER}(?:\.{_IDENTIFIER})*:{_IDENTIFIER}(?:\.{_IDENTIFIER})*")
"""``package.module:attribute``; a dotted attribute reaches into a class."""

DOCUMENT_SUFFIXES = (".json", ".yaml", ".yml")
"""How the names of OpenAPI and AsyncAPI files end, which those of contracts never do."""


def name_hint(written: str, example: str) -> str:
    """Return a hint for a text that should have been ``package.module:attribute``: the name that
    was probably meant, or how to write one.

    ``shop/contracts.py:OrderApi`` and ``shop.contracts.OrderApi`` give ``did you mean
    'shop.contracts:OrderApi'?``.

    Args:
        written: The text.
        example: A name to show if none can be guessed.
    """
    module, colon, attribute = written.partition(":")
    if module.endswith(".py"):  # the path of a file
        steps = re.split(r"[/\\]", module.removesuffix(".py"))
        # ``src`` is the folder of packages in a project, and not a package itself.
        module = ".".join(step for step in steps if step not in ("", ".", "src"))
        # A path alone names no object, so the hint has that of the example in its place.
        attribute = attribute or example.rpartition(":")[2]
    elif not colon:  # a dotted name
        module, _, attribute = module.rpartition(".")
    guess = f"{module}:{attribute}"
    # A long guess would fill the message. Parentheses are correct in the name of an application:
    # ``package.module:create_app()``.
    if IMPORT_NAME.fullmatch(guess.removesuffix("()")) and len(guess) <= LONGEST_VALUE:
        return f"did you mean '{guess}'?"
    return f"write package.module:attribute, such as '{example}'"


def import_object(
    name: str, where: Location, is_wanted: Callable[[object], bool] | None = None
) -> object:
    """Import the object that a name leads to, and return it.

    Args:
        name: ``package.module:attribute``; that it has this form has been checked.
        where: The place of the name, for messages.
        is_wanted: Whether an object is of the kind that the name should lead to. If the attribute
            does not exist, the hint lists such objects of the module.

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


def import_optional(name: str) -> Any:
    """Import a function or class of an optional package, and return it.

    Args:
        name: Its module and name below this package, such as ``openapi:to_openapi``.

    Raises:
        ImportFailed: The package is not installed.
    """
    try:
        return import_part(name)
    except ModuleNotFoundError as error:
        this_package, _, _ = __name__.partition(".")
        # A third-party module that is missing is another problem.
        if error.name is None or not error.name.startswith(f"{this_package}."):
            raise
        raise ImportFailed(
            f"{error.name} is not a part of this installation",
            where=Location(),
            hint="install sphinxcontrib-ggdocs again",
        ) from error


def _import_module(name: str, where: Location) -> object:
    """Import a module and return it.

    Args:
        name: The full name of the module.
        where: The place of the name, for messages.

    Raises:
        ModuleNotFound: There is no such module.
        ImportFailed: The module raises, or exits, while it is imported.
        ContractError: A contract in the module is wrong; the error has its own place.
    """
    try:
        return importlib.import_module(name)
    except ContractError:  # it says itself what is wrong, and where
        raise
    except ModuleNotFoundError as error:
        missing = error.name
        # The named module may also exist, and import one that does not: then the name is right.
        if missing and (name == missing or name.startswith(f"{missing}.")):
            raise ModuleNotFound(
                f"there is no module {missing!r}",
                where=where,
                hint=_module_hint(missing),
            ) from error
        raise _import_error(
            name,
            error,
            where,
            hint=f"install {missing}; Sphinx can do without, see ggdocs_mock_imports",
        ) from error
    except (Exception, SystemExit) as error:
        # A user's module may raise anything, or call sys.exit().
        raise _import_error(name, error, where) from error


def _import_error(
    name: str, error: BaseException, where: Location, *, hint: str | None = None
) -> ImportFailed:
    """Return the error for a module that raises while it is imported.

    Args:
        name: The module.
        error: What it raises.
        where: The place of the name, for messages.
        hint: What to do; a general hint unless given.
    """
    message = f"importing {name!r} raises {type(error).__name__}"
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    if text:
        message += f": {text}"
    place = str(_raised_at(error))
    if place:
        message += f" ({place})"
    if hint is None:
        hint = (
            f'run  python -c "import {name}"  to see why; guard code that should not run on import'
        )
    return ImportFailed(message, where=where, hint=hint)


def _raised_at(error: BaseException) -> Location:
    """Return the line of the author's code from which an error comes: the last one that is in no
    library. If there is none, the author's code may be installed like a library, so the last line
    of a library is returned.
    """
    if isinstance(error, SyntaxError):
        return Location(file=error.filename, line=error.lineno)
    author_line: Location | None = None
    library_line: Location | None = None
    for frame in extract_tb(error.__traceback__):
        # Frames of this package, and of Python's `<frozen importlib._bootstrap>` between any two
        # modules, only import.
        if frame.filename.startswith(("<", _THIS_PACKAGE)):
            continue
        line = Location(file=frame.filename, line=frame.lineno)
        if frame.filename.startswith(_LIBRARIES):
            library_line = line
        else:
            author_line = line
    return author_line or library_line or Location()


_THIS_PACKAGE = str(Path(__file__).parents[1])
_LIBRARIES = tuple({get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


def _module_hint(missing: str) -> str:
    """Return a hint for a module that does not exist: the folder to add to the path if it can be
    found, or else what to check.
    """
    # If a submodule is missing, its package was found, so the path is right.
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
    working_folder = Path.cwd()
    for parent in (working_folder, *working_folder.parents):
        for folder in (parent, parent / "src"):
            spec = PathFinder.find_spec(module, [str(folder)])
            # Any folder of this name is a namespace package, which has no origin.
            if spec is not None and spec.origin is not None:
                return folder
    return None


def _attribute_hint(
    holder: object, attribute: str, is_wanted: Callable[[object], bool] | None
) -> str:
    """Return a hint for an attribute that does not exist: similar names, otherwise the names of
    wanted objects, otherwise general advice. Names of other objects are suggested only if none is
    wanted.

    Args:
        holder: The module or class.
        attribute: The name that it does not have.
        is_wanted: Whether an object is a contract or an application, if the name should lead to
            one; None if it may lead to any object.
    """
    public: list[str] = []
    wanted: list[str] = []
    for name, value in inspect.getmembers(holder):
        if not name.startswith("_"):
            public.append(name)
            if is_wanted is not None and is_wanted(value):
                wanted.append(name)
    similar = get_close_matches(attribute, wanted or public)
    if similar:
        return f"did you mean {' or '.join(similar)}?"
    if wanted:
        return f"its applications and contracts are {short_list(wanted)}"
    return "name something that is defined or imported there"
