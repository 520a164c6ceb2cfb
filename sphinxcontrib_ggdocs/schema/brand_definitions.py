"""Finds the brand of a type, and the part of ``Annotated`` that belongs to it.

A *brand* is the name that a `Brand` in the metadata of an ``Annotated`` gives to a type.
"""

import sys
from typing import Any

from ..contracts.annotations import ALIAS_TYPES, metadata_of
from ..contracts.markers import Brand
from ..contracts.model import TypeForm


def outermost_brand(metadata: tuple[Any, ...]) -> Brand | None:
    """Return the last `Brand` in the metadata of an ``Annotated``; None if there is none.

    The last one names the whole type; those before it name the types that it is made of.
    """
    for item in reversed(metadata):
        if isinstance(item, Brand):
            return item
    return None


class Aliases:
    """Finds the alias that defines a brand, such as ``Email = Annotated[str, Brand("Email")]``.

    Each module is searched once for a document.
    """

    def __init__(self) -> None:
        self._by_module: dict[str, dict[Brand, tuple[Any, ...]]] = {}
        """The metadata of aliases by brand, for each module that has been searched."""

    def metadata(self, brand: Brand) -> tuple[Any, ...] | None:
        """Return the metadata of the alias that defines a brand; None if no alias has the brand.

        It is looked for in the module that created the brand. If several aliases have the brand,
        the one with the least metadata defines it.
        """
        aliases = self._by_module.get(brand.module)
        if aliases is None:
            aliases = self._by_module[brand.module] = _read_aliases(brand.module)
        return aliases.get(brand)

    def divide(
        self, brand: Brand, metadata: tuple[Any, ...]
    ) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """Split the metadata of an ``Annotated`` into that of the brand's alias and that of its
        use.

        Python flattens ``Annotated[Email, Field(title="Work")]`` into one ``Annotated``: the first
        part is what the alias `Email` has, the second is the ``Field``. If the alias is not found,
        since it may be local to a function, the first part ends with the brand.
        """
        alias_metadata = self.metadata(brand)
        if alias_metadata is not None and _starts_with(metadata, alias_metadata):
            end = len(alias_metadata)
        else:
            end = metadata.index(brand) + 1
        return metadata[:end], metadata[end:]


def _starts_with(metadata: tuple[Any, ...], start: tuple[Any, ...]) -> bool:
    """Return whether metadata begins with the same objects as `start`."""
    if len(start) > len(metadata):
        return False
    # Not strict, since more metadata may follow.
    return all(item is other for item, other in zip(metadata, start, strict=False))


def _read_aliases(module_name: str) -> dict[Brand, tuple[Any, ...]]:
    """Return the metadata of the aliases in a module, by each brand that the metadata contains.

    If several aliases contain a brand, the one with the least metadata counts: the others are built
    on it, as ``WorkEmail = Annotated[Email, Field(title="Work")]`` is on ``Email``.
    """
    module = sys.modules.get(module_name)
    if module is None:  # its code was run without an import
        return {}
    aliases: dict[Brand, tuple[Any, ...]] = {}
    # A copy, since the evaluation of a lazy alias may add names to the module.
    for value in list(vars(module).values()):
        metadata = metadata_of(_aliased_type(value))
        for item in metadata:  # an alias that is built on another contains the brands of both
            if isinstance(item, Brand):
                is_shortest = item not in aliases or len(metadata) < len(aliases[item])
                if is_shortest:
                    aliases[item] = metadata
    return aliases


def _aliased_type(value: Any) -> TypeForm:
    """Return the type that a ``type`` alias stands for; any other value is returned unchanged.

    None for an alias that cannot be evaluated.
    """
    if not isinstance(value, ALIAS_TYPES):
        return value
    alias: Any = value
    try:
        return alias.__value__
    except NameError:
        # Python evaluates the alias only now; it names something imported under TYPE_CHECKING.
        return None
