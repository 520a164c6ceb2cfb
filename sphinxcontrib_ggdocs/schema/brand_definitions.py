"""Finds the brand of a type, and the part of ``Annotated`` that belongs to it."""

import sys
from typing import Any

from ..contracts.annotations import ALIAS_TYPES, metadata_of
from ..contracts.markers import Brand
from ..contracts.model import TypeForm


def outermost(metadata: tuple[Any, ...]) -> Brand | None:
    """Return the last brand in an ``Annotated``, which names the whole type."""
    for item in reversed(metadata):
        if isinstance(item, Brand):
            return item
    return None


class Aliases:
    """Looks up the aliases of brands; each module is read once for a document."""

    def __init__(self) -> None:
        self._by_module: dict[str, dict[Brand, tuple[Any, ...]]] = {}

    def metadata(self, brand: Brand) -> tuple[Any, ...] | None:
        """Return the metadata of the shortest alias with this `Brand` in its module."""
        aliases = self._by_module.get(brand.module)
        if aliases is None:
            aliases = self._by_module[brand.module] = _read_aliases(brand.module)
        return aliases.get(brand)

    def divide(
        self, brand: Brand, metadata: tuple[Any, ...]
    ) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """Split metadata into the part of the brand's alias and the part that the use adds.

        Python flattens nested ``Annotated``. The brand's own part reaches to the end of its alias;
        without an alias, which a function may hide, to the brand itself.
        """
        own = self.metadata(brand)
        if (
            own is not None
            and len(own) <= len(metadata)
            and all(a is b for a, b in zip(own, metadata, strict=False))
        ):
            return metadata[: len(own)], metadata[len(own) :]
        end = metadata.index(brand) + 1
        return metadata[:end], metadata[end:]


def _read_aliases(name: str) -> dict[Brand, tuple[Any, ...]]:
    module = sys.modules.get(name)
    if module is None:
        return {}
    aliases: dict[Brand, tuple[Any, ...]] = {}
    for value in list(vars(module).values()):
        metadata = metadata_of(_written(value))
        for item in metadata:
            if isinstance(item, Brand):
                is_shorter = item not in aliases or len(metadata) < len(aliases[item])
                if is_shorter:
                    aliases[item] = metadata
    return aliases


def _written(value: Any) -> TypeForm:
    """Return a value of a module; for a ``type`` alias its value."""
    if not isinstance(value, ALIAS_TYPES):
        return value
    alias: Any = value
    try:
        return alias.__value__
    except NameError:  # it is evaluated now, and names something under TYPE_CHECKING
        return None
