"""The import of ``package.module:attribute``, with errors that name what is missing or what was
raised.
"""

import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Callable
from difflib import get_close_matches
from importlib.machinery import PathFinder
from pathlib import Path
from sysconfig import get_path
from traceback import extract_tb
from types import ModuleType

from ..contracts.contract_errors import ContractError, Where
from ..value_messages import LONGEST_VALUE, short_list
from .spec_errors import AttributeNotFound, ImportFailed, ModuleNotFound

_IDENTIFIER = r"[^\W\d]\w*"
IMPORT_NAME = re.compile(rf"{_IDENTIFIER}(?:\.{_IDENTIFIER})*:{_IDENTIFIER}(?:\.{_IDENTIFIER})*")
"""``package.module:attribute``; a dotted attribute reaches into a class."""

DOCUMENT_SUFFIXES = (".json", ".yaml", ".yml")
"""How the names of OpenAPI and AsyncAPI files end, which those of contracts never do."""


def name_hint(written: str, example: str) -> str:
    """A hint for a text that does not have the form ``package.module:attribute``.

    Args:
        written: The text: a path such as ``src/shop/main.py:app``, a dotted name, or anything else.
        example: A name to show where none can be guessed.
    """
    if "://" in written:
        return "a URL is not read; give the path of a file, or package.module:attribute"
    module, colon, attribute = re.sub(r"^[A-Za-z]:(?=[\\/])", "", written).partition(":")
    if colon and module.endswith(DOCUMENT_SUFFIXES):
        return _file_hint(module)
    known = example.rpartition(":")[2]
    if module.endswith(".py"):
        module = _module_of(module)
        attribute = attribute or known
    elif not colon and "." in module:
        module, _, attribute = module.rpartition(".")
    elif not colon:
        attribute = known
    meant = f"{module}:{attribute}"
    if not IMPORT_NAME.fullmatch(meant.removesuffix("()")) or len(meant) > LONGEST_VALUE:
        return f"write package.module:attribute, such as '{example}'"
    if written == module:
        return f"write what it has after a colon, such as '{meant}'"
    return f"did you mean '{meant}'?"


def _module_of(path: str) -> str:
    """Return the name of the module in a Python file, below ``src`` if it is there."""
    steps = re.split(r"[/\\]", path.removesuffix(".py"))
    return ".".join(step for step in steps if step not in ("", ".", "src"))


def _file_hint(file: str) -> str:
    return f"name a file alone, as {file!r} on the command line or in the field openapi"


def import_object(
    name: str, where: Where, is_wanted: Callable[[object], bool] | None = None
) -> object:
    """The object that `name` leads to.

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
    value = _import_module(module_name, path, where)
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


def _import_module(name: str, attribute: str, where: Where) -> object:
    try:
        return importlib.import_module(name)
    except ContractError:
        raise
    except ModuleNotFoundError as error:
        missing = error.name
        # Python raises the same for a module that is missing inside of the named one: only the
        # former is an error in the name.
        if missing and (name == missing or name.startswith(f"{missing}.")):
            if name.endswith(DOCUMENT_SUFFIXES):
                raise ModuleNotFound(
                    f"{name!r} is the name of a file, not of a module",
                    where=where,
                    hint=_file_hint(name),
                ) from error
            raise ModuleNotFound(
                f"there is no module {missing!r}",
                where=where,
                hint=_module_hint(missing, attribute),
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
    name: str, error: BaseException, where: Where, *, hint: str | None = None
) -> ImportFailed:
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    raised = f"{type(error).__name__}: {text}" if text else type(error).__name__
    place = _raised_at(error)
    return ImportFailed(
        f"importing {name!r} raises {raised}" + (f" ({place})" if str(place) else ""),
        where=where,
        hint=hint
        or f'see what  python -c "import {name}"  says; guard what should not run on import',
    )


def _raised_at(error: BaseException) -> Where:
    """The author's line that was running last; a line of a library when the contracts are installed
    in the same folder.
    """
    if isinstance(error, SyntaxError):
        return Where(file=error.filename, line=error.lineno)
    # `<frozen importlib._bootstrap>` is between any two modules, and our own lines only import
    # them.
    frames = [
        frame
        for frame in extract_tb(error.__traceback__)
        if not frame.filename.startswith(("<", _OURS))
    ]
    own = [frame for frame in frames if not frame.filename.startswith(_LIBRARIES)]
    return next(
        (Where(file=frame.filename, line=frame.lineno) for frame in reversed(own or frames)),
        Where(),
    )


_OURS = str(Path(__file__).parents[1])
_LIBRARIES = tuple({get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")})


def _module_hint(missing: str, attribute: str) -> str:
    """The modules of the same package with similar names, or the folder that has it."""
    package, _, last = missing.rpartition(".")
    path = getattr(sys.modules.get(package), "__path__", None) if package else None
    if package and path is None:
        if last == "py":  # the name of a file
            return f"did you mean '{package}:{attribute}'?"
        return f"{package} is a module, not a package; did you mean '{package}:{last}'?"
    folder = None if package else _folder_of(missing)
    if folder is not None:
        return (
            f"it is in {folder}; add that folder to python_path in [tool.ggdocs] of "
            "pyproject.toml, or to sys.path in conf.py"
        )
    near = get_close_matches(
        last, [module.name for module in pkgutil.iter_modules(path)], cutoff=0.7
    )
    if near:
        names = (".".join(filter(None, (package, name))) for name in near)
        return f"did you mean {' or '.join(names)}?"
    return (
        "check the spelling; install the package, or add its folder to python_path in "
        "[tool.ggdocs] of pyproject.toml, or to sys.path in conf.py"
    )


def _folder_of(module: str) -> Path | None:
    """The folder of a module that is not on ``sys.path``: the working directory, one above it, or
    ``src`` in one of them.
    """
    here = Path.cwd()
    for folder in (here, *here.parents):
        for place in (folder, folder / "src"):
            spec = PathFinder.find_spec(module, [str(place)])
            if spec is not None and spec.origin is not None:  # a folder without code has no origin
                return place
    return None


def _attribute_hint(
    holder: object, attribute: str, is_wanted: Callable[[object], bool] | None
) -> str:
    """The nearest public names, or those in a module that are wanted; else its modules."""
    public = {name: value for name, value in inspect.getmembers(holder) if name[:1] != "_"}
    wanted = [name for name, value in public.items() if is_wanted and is_wanted(value)]
    if near := get_close_matches(attribute, wanted or public):
        return f"did you mean {' or '.join(near)}?"
    if wanted:
        return f"its applications and contracts are {short_list(wanted)}"
    if is_wanted is None or not isinstance(holder, ModuleType):
        return "name something that is defined or imported there"
    modules = [module.name for module in pkgutil.iter_modules(getattr(holder, "__path__", ()))]
    names = [f"{holder.__name__}.{name}" for name in modules]
    if attribute in modules:
        return f"it is a module; write what it has after a colon: '{holder.__name__}.{attribute}:…'"
    remedy = f"name one of its modules: {short_list(names)}" if names else "name another module"
    return f"it has neither applications nor contracts; {remedy}"
