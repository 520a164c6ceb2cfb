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
    HttpContract,
    HttpMethod,
    Interaction,
    RequestBody,
    TypeForm,
)
from .brand_definitions import outermost
from .classes import is_named_class

LONGEST_NAME = 60
"""Of a constant without a name: a `Literal` may have a hundred values."""


@dataclass(frozen=True, slots=True)
class Constant:
    """A type without a class that several methods share."""

    form: TypeForm
    name: str
    module: str


@dataclass(slots=True)
class _Uses:
    """Where one object is used as a type."""

    form: TypeForm
    modules: dict[str, None] = field(default_factory=dict)
    """Of the methods, in order."""
    members: set[int] = field(default_factory=set)
    """The numbers of the methods."""
    is_content: bool = False
    """Whether one of them is sent it, or answers it; one parameter of several methods is usual."""


_Use: TypeAlias = tuple[TypeForm, bool]
"""A type, and whether it is that of a body, an answer or a message."""


def shared_constants(contracts: Iterable[Contract]) -> dict[int, Constant]:
    """Return the constants that several methods of the contracts share, by the ids of their
    types.
    """
    by_id: dict[int, _Uses] = {}
    number = 0
    for contract in contracts:
        for member in _members(contract):
            number += 1
            source = member.source or contract.source
            for annotation, is_content in _uses_of(member):
                uses = by_id.setdefault(id(annotation), _Uses(annotation))
                uses.members.add(number)
                uses.is_content |= is_content
                if source is not None:
                    uses.modules[source.module] = None
    names = _ModuleNames()
    shared: dict[int, Constant] = {}
    for key, uses in by_id.items():
        if len(uses.members) > 1 and uses.is_content:
            constant = names.constant(uses)
            if constant is not None:
                shared[key] = constant
    return shared


def _members(contract: Contract) -> Iterable[HttpMethod | Interaction]:
    if isinstance(contract, HttpContract):
        return contract.methods
    return contract.interactions


def _uses_of(member: HttpMethod | Interaction) -> Iterator[_Use]:
    """Yield the types without a class that a method or an interaction mentions."""
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
    """Yield a type that may be a constant, and those inside of lists and optional types."""
    if isinstance(annotation, type | GivenSchema | NewType) or is_alias(annotation):
        return
    if _can_be_constant(annotation):
        yield annotation, is_content
    if get_origin(annotation) is list or get_origin(annotation) in UNIONS:
        for argument in get_args(annotation):
            yield from _constants_in(argument, is_content=is_content)


def _can_be_constant(annotation: TypeForm) -> bool:
    if get_origin(annotation) is not Annotated:
        return bool(get_args(annotation))
    base: TypeForm = annotation.__origin__
    has_name = is_named_class(base) or isinstance(base, GivenSchema | NewType) or is_alias(base)
    return not has_name and outermost(annotation.__metadata__) is None


class _ModuleNames:
    """Looks up the names of constants; each module is read once for a document."""

    def __init__(self) -> None:
        self._by_module: dict[str, Mapping[int, str]] = {}

    def constant(self, uses: _Uses) -> Constant | None:
        """Return the constant of a type; None of one that only a module can make a constant."""
        for module in uses.modules:
            name = self._names(module).get(id(uses.form))
            if name is not None:
                return Constant(uses.form, name, module)
        if get_origin(uses.form) not in (Annotated, Literal):
            return None
        module = next(iter(uses.modules), "")
        return Constant(uses.form, _own_words(uses.form), module)

    def _names(self, module: str) -> Mapping[int, str]:
        if module not in self._by_module:
            names: dict[int, str] = {}
            for name, value in vars(sys.modules.get(module, object)).items():
                if get_args(value):
                    names.setdefault(id(value), name)
            self._by_module[module] = names
        return self._by_module[module]


def _own_words(annotation: TypeForm) -> str:
    """Return a type in the words of its author, without modules and metadata."""
    if get_origin(annotation) is Annotated:
        annotation = annotation.__origin__
    words = re.sub(r"\b(?:[A-Za-z_]\w*\.)+(?=[A-Za-z_])", "", repr(annotation))
    return words[:LONGEST_NAME]
