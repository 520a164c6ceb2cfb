"""Provides names of packages whose modules are imported at first use."""

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any


def lazy_attributes(
    package: str, modules: Mapping[str, Iterable[str]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the functions ``__getattr__`` and ``__dir__`` of a package that imports its modules at
    first use (PEP 562).

    A Sphinx build that only updates a document takes less than a second: to import modules that
    only servers need would be a noticeable part of it.

    Args:
        package: The full name of the package.
        modules: The names that each module provides, by the name of the module relative to the
            package.
    """
    # The module of each name.
    module_of: dict[str, str] = {}
    for module, names_of_module in modules.items():
        module_of |= dict.fromkeys(names_of_module, module)

    def look_up(name: str) -> Any:
        """Import the module of a name, and store the name in the package."""
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(module_of[name], package), name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        """Return the names of the package, imported or not."""
        return sorted({*vars(sys.modules[package]), *module_of})

    return look_up, names
