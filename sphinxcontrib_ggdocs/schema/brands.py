"""Brands as definitions: who says what, and the chain of names."""

import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, NewType

from ..contracts.annotations import ALIAS_TYPES, get_origin, metadata_of
from ..contracts.brands import Brand
from ..contracts.model import TypeForm
from .nodes import Definition, Node, Ref

if TYPE_CHECKING:
    from .walk import Walker


def new_type(walker: "Walker", form: NewType) -> Definition:
    """The definition of a NewType."""
    return _definition(walker, form, form.__name__, form.__module__, walker.describe(form.__supertype__), None)


def annotated(walker: "Walker", brand: Brand, base: TypeForm, metadata: tuple[Any, ...]) -> Definition:
    """The definition of a `Brand` over `base`, with what its alias says besides."""
    own, added = divide(brand, metadata)
    node = _described(walker, brand, base, own)
    made = _definition(walker, brand, brand.name, brand.module, node, brand.line)
    if not added or _alias_metadata(brand) is not None:
        return made
    return replace(made, claim=_described(walker, brand, base, metadata))


def _described(walker: "Walker", brand: Brand, base: TypeForm, metadata: tuple[Any, ...]) -> Node:
    rest = tuple(item for item in metadata if item is not brand)
    return walker.describe(Annotated[(base, *rest)] if rest else base)


def _definition(walker: "Walker", key: Any, name: str, module: str, node: Node, line: int | None) -> Definition:
    return Definition(
        key=key, name=name, module=module, qualname=name, node=node, brand=(*_chain(walker, node), name), line=line
    )


def _chain(walker: "Walker", node: Node) -> tuple[str, ...]:
    """The brand names that a node carries already."""
    while not isinstance(node, Ref):
        inner = getattr(node, "node", None)
        if inner is None:
            return ()
        node = inner
    definition = walker.definitions.get(node.key)
    return definition.brand if definition else ()


def outermost(metadata: tuple[Any, ...]) -> Brand | None:
    """The last brand in an ``Annotated``: the one that the whole is called by."""
    return next((item for item in reversed(metadata) if isinstance(item, Brand)), None)


def divide(brand: Brand, metadata: tuple[Any, ...]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """What belongs to the brand, and what the use adds.

    Python flattens nested ``Annotated``. The brand's own part reaches to the end of the shortest alias with this
    `Brand` object in the module that made it; without such an alias, which a function may hide, to the brand itself.
    """
    own = _alias_metadata(brand)
    if own is not None and len(own) <= len(metadata) and all(a is b for a, b in zip(own, metadata, strict=False)):
        return metadata[: len(own)], metadata[len(own) :]
    end = metadata.index(brand) + 1
    return metadata[:end], metadata[end:]


def _alias_metadata(brand: Brand) -> tuple[Any, ...] | None:
    module = sys.modules.get(brand.module)
    found: tuple[Any, ...] | None = None
    for value in list(vars(module).values()) if module else ():
        form = value.__value__ if isinstance(value, ALIAS_TYPES) and hasattr(value, "__value__") else value
        if get_origin(form) is Annotated:
            metadata = metadata_of(form)
            if any(item is brand for item in metadata) and (found is None or len(metadata) < len(found)):
                found = metadata
    return found
