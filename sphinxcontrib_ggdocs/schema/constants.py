"""Names types that several methods share as a constant: ``Tags = Annotated[list[str],
Field(max_length=5)]``.

Such a type has no class, and pydantic gives it no name, so it is identified by the object itself.
If two methods send or return a constant, it becomes one schema of the document. Its name is that of
the constant in the module of a contract, imported or not; else its own text, such as
`Literal['dark', 'light']`. Other types without a class, such as unions and lists, are constants
only if a module names them, since Python may use one object for equal types in several places.
"""

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Literal, NewType, TypeAlias, get_args

from ..contracts.annotations import UNIONS, get_origin, is_alias
from ..contracts.message_model import GivenSchema
from ..contracts.model import (
    Content,
    Contract,
    HttpMethod,
    Interaction,
    RequestBody,
    TypeForm,
    members_of,
)
from .brand_definitions import outermost_brand
from .classes import is_named_class

LONGEST_NAME = 60
"""The longest name of a constant that is named by its text: a `Literal` may have a hundred
values."""

_MODULE_PREFIX = re.compile(r"\b(?:[A-Za-z_]\w*\.)+(?=[A-Za-z_])")
"""The module in front of a name: ``typing.`` in ``typing.Literal``."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A type without a class that several methods share."""

    type: TypeForm
    name: str
    module: str
    """The module that gives it the name; if none does, that of the first contract that uses it."""


@dataclass(slots=True)
class _Uses:
    """The methods and interactions that use one object as a type."""

    type: TypeForm
    """The object; it is kept here so that Python gives its id to no other."""
    modules: dict[str, None] = field(default_factory=dict)
    """The modules of their contracts as keys, in order of first use."""
    members: set[int] = field(default_factory=set)
    """The methods and interactions, counted through all contracts."""
    is_content: bool = False
    """Whether a body, a response or a message has this type. A type that only parameters have is
    no constant, since methods often have a parameter in common."""


_Use: TypeAlias = tuple[TypeForm, bool]
"""A type, and whether it belongs to a body, a response or a message (not to a parameter)."""


def shared_constants(contracts: Iterable[Contract]) -> dict[int, Constant]:
    """Return the constants that several methods of the contracts share, by the ids of their types.

    At least one method must have the type in a body, a response or a message: parameters are often
    alike without being a constant. A type that needs a name in a module, such as a union, and has
    none there is left out.
    """
    names = _ModuleNames()
    shared: dict[int, Constant] = {}
    for type_id, uses in _uses_by_type_id(contracts).items():
        if len(uses.members) > 1 and uses.is_content:
            constant = names.constant(uses)
            if constant is not None:
                shared[type_id] = constant
    return shared


def _uses_by_type_id(contracts: Iterable[Contract]) -> dict[int, _Uses]:
    """Return the uses of each type without a class in all contracts, by the id of the type."""
    uses_by_id: dict[int, _Uses] = {}
    number = 0  # of a method or an interaction; two contracts may have methods of one name
    for contract in contracts:
        for member in members_of(contract):
            number += 1
            source = member.source or contract.source
            for annotation, is_content in _types_of_member(member):
                uses = uses_by_id.setdefault(id(annotation), _Uses(annotation))
                uses.members.add(number)
                uses.is_content |= is_content
                if source is not None:
                    uses.modules[source.module] = None
    return uses_by_id


def _types_of_member(member: HttpMethod | Interaction) -> Iterator[_Use]:
    """Yield the types without a class that a method or an interaction uses."""
    contents: list[Content] = []
    body: RequestBody | None
    if isinstance(member, HttpMethod):
        body = member.body
        for success in member.successes:
            contents += success.contents
        for parameter in member.parameters:
            yield from _constants_in(parameter.type, is_content=False)
    else:
        body = member.message
        if member.answer is not None:
            contents.append(member.answer)
    if body is not None:
        contents += body.contents
    for content in contents:
        yield from _constants_in(content.type, is_content=True)
        for body_field in content.fields or ():
            yield from _constants_in(body_field.type, is_content=True)


def _constants_in(annotation: TypeForm, *, is_content: bool) -> Iterator[_Use]:
    """Yield a type if it may be a constant, and such types inside it if it is a list or a union.

    pydantic describes all other types as a whole, so a constant inside them is not found.

    Args:
        annotation: The type of a parameter, a body, a response or a message.
        is_content: Whether it is not the type of a parameter; yielded with each type.
    """
    # These have names of their own.
    if isinstance(annotation, type | GivenSchema | NewType) or is_alias(annotation):
        return
    if _can_be_constant(annotation):
        yield annotation, is_content
    if get_origin(annotation) is list or get_origin(annotation) in UNIONS:
        for argument in get_args(annotation):
            yield from _constants_in(argument, is_content=is_content)


def _can_be_constant(annotation: TypeForm) -> bool:
    """Return whether a type has no name of its own, unlike a class, a NewType, an alias or a
    brand.
    """
    if get_origin(annotation) is not Annotated:
        # A union, a `Literal`, a list and the like have arguments; `Any` and None have none.
        return bool(get_args(annotation))
    base: TypeForm = annotation.__origin__
    has_name = is_named_class(base) or isinstance(base, GivenSchema | NewType) or is_alias(base)
    return not has_name and outermost_brand(annotation.__metadata__) is None


class _ModuleNames:
    """Looks up the names that modules give to types; each module is read once for a document."""

    def __init__(self) -> None:
        """Start without any module read."""
        self._by_module: dict[str, Mapping[int, str]] = {}
        """The results of `_names_in_module`, by module."""

    def constant(self, uses: _Uses) -> Constant | None:
        """Return the constant that a type is; None if it needs a name in a module and has none.

        The name is looked for in the modules of the contracts that use the type. A `Literal` or an
        ``Annotated`` without a name is named by its text.
        """
        for module in uses.modules:
            name = self._names_in_module(module).get(id(uses.type))
            if name is not None:
                return Constant(uses.type, name, module)
        if get_origin(uses.type) not in (Annotated, Literal):
            return None
        first_module = next(iter(uses.modules), "")  # empty if no contract says its module
        return Constant(uses.type, _text_of_type(uses.type), first_module)

    def _names_in_module(self, module: str) -> Mapping[int, str]:
        """Return the names of the parametrised types in a module, by the ids of the types.

        Of two names for one type, the first counts.
        """
        if module not in self._by_module:
            names: dict[int, str] = {}
            # A module that is not imported has no names, as `object` has none with a type.
            for name, value in vars(sys.modules.get(module, object)).items():
                if get_args(value):
                    names.setdefault(id(value), name)
            self._by_module[module] = names
        return self._by_module[module]


def _text_of_type(annotation: TypeForm) -> str:
    """Return a type as its author writes it, without modules and metadata, such as
    ``Literal['dark']``.

    It is cut after `LONGEST_NAME` characters.
    """
    if get_origin(annotation) is Annotated:
        annotation = annotation.__origin__
    text = _MODULE_PREFIX.sub("", repr(annotation))
    return text[:LONGEST_NAME]
