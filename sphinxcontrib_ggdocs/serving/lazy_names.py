"""Provides names of packages whose modules are imported at first use."""

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any


def lazily(
    package: str, modules: Mapping[str, Iterable[str]]
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return the ``__getattr__`` and the ``__dir__`` of a package that imports its modules late.

    A Sphinx build that builds one document again needs no server and takes less than a second: to
    import what servers need would be a noticeable part of it.

    Args:
        package: Its full name.
        modules: By module, relative to the package: the names that come from it.
    """
    module_of: dict[str, str] = {}
    for module, names_of_module in modules.items():
        module_of |= dict.fromkeys(names_of_module, module)

    def look_up(name: str) -> Any:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        value = getattr(import_module(module_of[name], package), name)
        setattr(sys.modules[package], name, value)
        return value

    def names() -> list[str]:
        return sorted({*vars(sys.modules[package]), *module_of})

    return look_up, names
