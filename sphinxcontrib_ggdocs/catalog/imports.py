"""The import of ``package.module:attribute``, with errors that name what is missing or what was
raised.
"""

import importlib
import pkgutil
import re
import sys
from difflib import get_close_matches
from pathlib import Path
from sysconfig import get_path
from traceback import extract_tb

from ..contracts.contract_errors import ContractError, Where
from .spec_errors import AttributeNotFound, ImportFailed, ModuleNotFound

_IDENTIFIER = r"[^\W\d]\w*"
IMPORT_NAME = re.compile(rf"{_IDENTIFIER}(?:\.{_IDENTIFIER})*:{_IDENTIFIER}(?:\.{_IDENTIFIER})*")
"""``package.module:attribute``; a dotted attribute reaches into a class."""


def name_hint(written: str, example: str) -> str:
    """A hint for a text that does not have the form ``package.module:attribute``.

    Args:
        written: The text: a path such as ``src/shop/main.py:app``, a dotted name, or anything else.
        example: A name to show where none can be guessed.
    """
    if "://" in written:
        return "a URL is not read; give the path of a file, or package.module:attribute"
    module, colon, attribute = written.partition(":")
    if module.endswith(".py"):
        steps = re.split(r"[/\\]", module.removesuffix(".py"))
        module = ".".join(step for step in steps if step not in ("", ".", "src"))
        attribute = attribute or example.rpartition(":")[2]
    elif not colon:
        module, _, attribute = module.rpartition(".")
    call = "()" if attribute.endswith("()") else ""
    meant = f"{module}:{attribute.removesuffix('()')}"
    if IMPORT_NAME.fullmatch(meant):
        return f"did you mean '{meant}{call}'?"
    return f"write package.module:attribute, such as '{example}'"


def import_object(name: str, where: Where) -> object:
    """The object that `name` leads to.

    Args:
        name: ``package.module:attribute``, its form already checked.
        where: The place of the name, for messages.

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
                hint=_attribute_hint(value, attribute),
            ) from error
        holder = f"{holder}.{attribute}"
    return value


def _import_module(name: str, where: Where) -> object:
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


def _module_hint(missing: str) -> str:
    """The modules of the same package with similar names, if there are any."""
    package, _, last = missing.rpartition(".")
    path = getattr(sys.modules.get(package), "__path__", None) if package else None
    if package and path is None:
        return (
            f"{package} is a module and no package; name the contract after a colon, as in "
            f"'{package}:{last}'"
        )
    near = get_close_matches(
        last, [module.name for module in pkgutil.iter_modules(path)], cutoff=0.7
    )
    if near:
        return (
            f"did you mean {' or '.join('.'.join(filter(None, (package, name))) for name in near)}?"
        )
    return "check the spelling, and that it is installed or its folder on sys.path"


def _attribute_hint(holder: object, attribute: str) -> str:
    """The nearest public names, if there are any."""
    near = get_close_matches(attribute, [name for name in dir(holder) if not name.startswith("_")])
    return (
        f"did you mean {' or '.join(near)}?"
        if near
        else "name something that is defined or imported there"
    )
