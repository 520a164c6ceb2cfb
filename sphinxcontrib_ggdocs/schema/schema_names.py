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
    """Choose a unique name for each definition, by key."""
    asking: dict[str, list[str]] = defaultdict(list)
    for key, definition in definitions.items():
        asking[_wanted_name(definition)].append(key)
    names: dict[str, str] = {}
    for wanted, rivals in asking.items():
        if len(rivals) == 1:
            names[rivals[0]] = wanted
            continue
        origins = {key: (definitions[key].module, definitions[key].qualname) for key in rivals}
        for key, name in disambiguated(wanted, origins).items():
            names[key] = name
            # Another type may be called `Item_2`, which the second of two `Item` must not take.
            if name != wanted and name in asking:
                names[key] = f"{name}_of_{wanted}"
    return names


_PUBLISHED = re.compile(r"[A-Za-z0-9._-]+")
"""The names of components (OpenAPI 3.1, 4.8.7.1)."""


def _wanted_name(definition: Definition) -> str:
    if definition.is_published and _PUBLISHED.fullmatch(definition.name):
        return definition.name
    return plain_name(definition.name)


def plain_name(name: str) -> str:
    """Write a name in ASCII: ``Page[list[Order]]`` → ``Page_list_Order``, ``Größe`` →
    ``Grosse``.
    """
    if not name.isascii():
        name = "".join(map(_ascii, without_marks(name)))
    return re.sub(r"[^A-Za-z0-9.]+", "_", name).strip("_") or "Type"


def _ascii(character: str) -> str:
    """Replace a letter of another alphabet by its number, so that names stay different."""
    if character.isascii():
        return character
    if character.isalnum():
        return f"x{ord(character):x}"
    return ""


def disambiguated(wanted: str, origins: Mapping[_Key, tuple[str, str]]) -> dict[_Key, str]:
    """Distinguish definitions of one name by their modules, nesting, and numbers."""
    modules = {module for module, _ in origins.values()}
    names: dict[_Key, str] = {}
    uses: Counter[str] = Counter()
    for key, (module, qualname) in origins.items():
        if len(modules) > 1:
            name = f"{plain_name(_shortest_end(module, modules))}.{wanted}"
        elif "." in qualname:
            name = plain_name(qualname.replace("<locals>.", ""))
        else:
            name = wanted
        uses[name] += 1
        names[key] = name
        if uses[name] > 1:
            names[key] = f"{name}_{uses[name]}"
    return names


def _shortest_end(module: str, modules: Iterable[str]) -> str:
    parts = module.split(".")
    others = [other.split(".") for other in modules if other != module]
    for length in range(1, len(parts) + 1):
        if all(other[-length:] != parts[-length:] for other in others):
            return ".".join(parts[-length:])
    return module
