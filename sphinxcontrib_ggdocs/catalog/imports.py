"""Imports what ``package.module:attribute`` names, and says precisely what went wrong when it cannot."""

import importlib
import re
from difflib import get_close_matches

from ..contracts.mistakes import ContractError, Where
from .mistakes import AttributeNotFound, ImportFailed, ModuleNotFound

_IDENTIFIER = r"[^\W\d]\w*"
IMPORT_NAME = re.compile(rf"{_IDENTIFIER}(?:\.{_IDENTIFIER})*:{_IDENTIFIER}(?:\.{_IDENTIFIER})*")
"""``package.module:attribute``; a dotted attribute reaches into a class."""


def import_object(name: str, where: Where) -> object:
    """The object that `name` leads to.

    Args:
        name: ``package.module:attribute``, its form already checked.
        where: The place of the name, for messages.

    Raises:
        ModuleNotFound: There is no such module.
        AttributeNotFound: The module has no such attribute.
        ImportFailed: The module raises, or exits, while it is imported.
        ContractError: A contract in the module is wrong; it tells its own place.
    """
    module_name, _, path = name.partition(":")
    found = _import_module(module_name, where)
    holder = module_name
    for attribute in path.split("."):
        try:
            found = getattr(found, attribute)
        except AttributeError as error:
            raise AttributeNotFound(
                f"{holder} has no attribute {attribute!r}", where=where, hint=_attribute_hint(found, attribute)
            ) from error
        holder = f"{holder}.{attribute}"
    return found


def _import_module(name: str, where: Where) -> object:
    try:
        return importlib.import_module(name)
    except ContractError:
        raise
    except ModuleNotFoundError as error:
        missing = error.name
        if missing and (name == missing or name.startswith(f"{missing}.")):
            raise ModuleNotFound(
                f"there is no module {missing!r}",
                where=where,
                hint="check the spelling, and that it is installed or its folder on sys.path",
            ) from error
        raise _failed(name, error, where) from error
    except (Exception, SystemExit) as error:  # a user's module may raise anything, or call sys.exit()
        raise _failed(name, error, where) from error


def _failed(name: str, error: BaseException, where: Where) -> ImportFailed:
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return ImportFailed(
        f"importing {name!r} raises {said}",
        where=where,
        hint=f'see what  python -c "import {name}"  says; guard what should not run on import',
    )


def _attribute_hint(holder: object, attribute: str) -> str:
    """The nearest public names, if there are any."""
    near = get_close_matches(attribute, [name for name in dir(holder) if not name.startswith("_")])
    return f"did you mean {' or '.join(near)}?" if near else "name a contract that is defined or imported there"
