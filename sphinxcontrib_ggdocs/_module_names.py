"""Names that packages look up when they are used: those of modules that are imported late, and old
names, which warn at the line of the caller.
"""

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, TypeAlias
from warnings import warn_explicit

DeprecatedNames: TypeAlias = Mapping[str, tuple[Callable[[], Any], str]]
"""By old name: a function that returns the value, and what to write instead."""

_NOT_CALLERS = (str(Path(__file__).parent) + os.sep, "<frozen importlib")


def warn_caller(message: str, category: type[Warning]) -> None:
    """Issue a warning for the nearest line that is outside of this package."""
    frame = sys._getframe(1)  # `skip_file_prefixes` of `warn` needs Python 3.12
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_NOT_CALLERS):
        frame = frame.f_back
    warn_explicit(
        message,
        category,
        frame.f_code.co_filename,
        frame.f_lineno,
        module=frame.f_globals.get("__name__"),
        registry=frame.f_globals.setdefault("__warningregistry__", {}),
    )


def warn_deprecated(message: str) -> None:
    """Issue a `DeprecationWarning` for the line of the caller."""
    warn_caller(message, DeprecationWarning)


def moved(package: str, module: str, names: Iterable[str], remedy: str) -> DeprecatedNames:
    """Old names of a package for what is in a module now.

    Args:
        package: The full name of the package.
        module: The module, relative to the package.
        names: The names, which are the same in the module.
        remedy: What to write instead.
    """
    return {name: (partial(_attribute, package, module, name), remedy) for name in names}


def _attribute(package: str, module: str, name: str) -> Any:
    return getattr(import_module(module, package), name)


def deprecated_names(
    package: str,
    names: DeprecatedNames,
    otherwise: Callable[[str], Any] | None = None,
) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package with old names.

    Args:
        package: Its full name.
        names: The old names.
        otherwise: The ``__getattr__`` for all other names.
    """

    def look_up(name: str) -> Any:
        if name in names:
            value, remedy = names[name]
            warn_deprecated(f"{package}.{name} is deprecated: {remedy}")
            return value()
        if otherwise is not None:
            return otherwise(name)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return look_up


def lazily(
    package: str, modules: Mapping[str, Iterable[str]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The ``__getattr__`` and the ``__dir__`` of a package that imports its modules late.

    A Sphinx build that builds one document again needs no server and takes less than a second: to
    import what servers need would be a noticeable part of it.

    Args:
        package: Its full name.
        modules: By module, relative to the package: the names that come from it.
    """
    module_of = {name: module for module, names in modules.items() for name in names}

    def look_up(name: str) -> Any:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(module_of[name], package), name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *module_of})

    return look_up, names
