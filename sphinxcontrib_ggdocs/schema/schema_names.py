"""Chooses the names of schemas: readable, unique, and independent of the rest of the document.

1. Each definition asks for its own name, made of letters, digits, ``_``, ``-`` and ``.``.
2. Definitions that ask for one name are distinguished by the shortest ends of their modules that
   differ: ``orders.Item`` and ``billing.Item``.
3. Those of one module by what they are nested in; last by a number, in order of first mention.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

from ..catalog.slugs import without_marks
from .nodes import Definition

_Key = TypeVar("_Key", bound=Hashable)


def choose_names(definitions: Mapping[str, Definition]) -> dict[str, str]:
    """Choose a unique name for the schema of each definition.

    Args:
        definitions: The definitions by key, in the order in which contracts mention them.

    Returns:
        The names by the keys of the definitions.
    """
    keys_by_wanted_name: dict[str, list[str]] = defaultdict(list)
    for key, definition in definitions.items():
        keys_by_wanted_name[_wanted_name(definition)].append(key)
    names: dict[str, str] = {}
    for wanted, keys in keys_by_wanted_name.items():
        if len(keys) == 1:
            names[keys[0]] = wanted
            continue
        origins = {key: (definitions[key].module, definitions[key].qualname) for key in keys}
        for key, name in disambiguated(wanted, origins).items():
            names[key] = name
            # Another type may be called `Item_2`, which the second of two `Item` must not take.
            if name != wanted and name in keys_by_wanted_name:
                names[key] = f"{name}_of_{wanted}"
    return names


_COMPONENT_NAME = re.compile(r"[A-Za-z0-9._-]+")
"""The names that components may have (OpenAPI 3.1, 4.8.7.1)."""


def _wanted_name(definition: Definition) -> str:
    """Return the name that a definition gets if no other wants it.

    A published name keeps the hyphens that other names lose.
    """
    if definition.is_published and _COMPONENT_NAME.fullmatch(definition.name):
        return definition.name
    return plain_name(definition.name)


def plain_name(name: str) -> str:
    """Write a name in ASCII: ``Page[list[Order]]`` becomes ``Page_list_Order``, ``Größe`` becomes
    ``Grosse``. If nothing is left, the name is ``Type``.
    """
    if not name.isascii():
        name = "".join(map(_ascii, without_marks(name)))
    return re.sub(r"[^A-Za-z0-9.]+", "_", name).strip("_") or "Type"


def _ascii(character: str) -> str:
    """Replace a letter of another alphabet by its code, so that different names stay different.

    Other characters that are not ASCII are removed.
    """
    if character.isascii():
        return character
    if character.isalnum():
        return f"x{ord(character):x}"
    return ""


def disambiguated(wanted: str, origins: Mapping[_Key, tuple[str, str]]) -> dict[_Key, str]:
    """Distinguish definitions that want one name by their modules, their nesting, or numbers.

    Two classes `Item` of ``shop.orders`` and ``shop.billing`` become ``orders.Item`` and
    ``billing.Item``.

    Args:
        wanted: The name that all of them want.
        origins: The module and the qualified name of each definition, by key.
    """
    modules = {module for module, _ in origins.values()}
    names: dict[_Key, str] = {}
    uses: Counter[str] = Counter()
    for key, (module, qualname) in origins.items():
        if len(modules) > 1:
            name = f"{plain_name(_shortest_end(module, modules))}.{wanted}"
        elif "." in qualname:  # nested in a class or a function, such as `make.<locals>.Item`
            name = plain_name(qualname.replace("<locals>.", ""))
        else:
            name = wanted
        uses[name] += 1
        names[key] = name
        if uses[name] > 1:
            names[key] = f"{name}_{uses[name]}"
    return names


def _shortest_end(module: str, modules: Iterable[str]) -> str:
    """Return the shortest end of a module's dotted name with which no other module ends."""
    parts = module.split(".")
    parts_of_others = [other.split(".") for other in modules if other != module]
    for length in range(1, len(parts) + 1):
        end = parts[-length:]
        ends_of_others = [other[-length:] for other in parts_of_others]
        if end not in ends_of_others:
            return ".".join(end)
    return module
