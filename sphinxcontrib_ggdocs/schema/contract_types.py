"""Puts the types of contracts into a book: what every surface does first, in the order of its own
output.
"""

import contextlib
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ..contracts.annotations import is_class, peel_all
from ..contracts.contract_errors import ContractError, Where
from ..contracts.error_names import ErrorClass
from ..contracts.model import (
    MISSING,
    Content,
    Contract,
    Direction,
    HttpContract,
    Parameter,
    Source,
    TypeForm,
)
from .book import SchemaBook, Slot
from .nodes import Facet

FACETS: Mapping[Direction, tuple[Facet, Facet]] = {
    "client_to_server": ("input", "output"),
    "server_to_client": ("output", "input"),
}
"""Of a message and of its answer, told from the service's side: what it reads is input, what it
writes is output."""


@dataclass(frozen=True, slots=True)
class TypedParameter:
    """A parameter or a response header, and the slot of its type."""

    parameter: Parameter
    slot: Slot


@dataclass(frozen=True, slots=True)
class TypedContent:
    """A representation of a body and the slot of its type; without one, raw bytes."""

    content: Content
    slot: Slot | None


class ContractTypes:
    """Fills one book.

    A type that has no schema is reported with the place it is written at and left out: nothing will
    be written then.

    Args:
        book: Takes the types.
        found: Takes the mistakes.
    """

    def __init__(self, book: SchemaBook, found: list[ContractError]) -> None:
        self._book = book
        self._found = found
        self._where = Where()
        self._separate = True

    def enter(
        self, contract: Contract, member: str | None = None, source: Source | None = None
    ) -> Where:
        """Say where the types that follow are written.

        Args:
            contract: The contract, or that of `member`.
            member: A method or an interaction of it.
            source: Where the member is written, if that is known.

        Returns:
            The place, for mistakes of other kinds.
        """
        self._separate = not isinstance(contract, HttpContract) or contract.separate_facets
        owner = contract.name if member is None else f"{contract.name}.{member}"
        self._where = _place(source or contract.source, owner)
        return self._where

    def slot(
        self, form: TypeForm, facet: Facet, path: str, default: object = MISSING
    ) -> Slot | None:
        """The slot of a type that stands at `path` of a method; None when it has no schema."""
        try:
            return self._book.add(form, self._facet(form, facet), default=default)
        except ContractError as mistake:
            self._found.append(mistake.at(self._where / path))
            return None

    def parameters(
        self, parameters: Iterable[Parameter], facet: Facet
    ) -> tuple[TypedParameter, ...]:
        """Parameters with their types."""
        return tuple(
            TypedParameter(each, slot)
            for each in parameters
            if (slot := self.slot(each.type, facet, each.argument or each.name, each.default))
            is not None
        )

    def contents(
        self, contents: Iterable[Content], facet: Facet, path: str
    ) -> tuple[TypedContent, ...]:
        """The representations of a body with their types."""
        return tuple(
            TypedContent(content, self._content(content, facet, path)) for content in contents
        )

    def error_data(self, error: ErrorClass) -> Slot | None:
        """The slot of what an error carries; None when it carries nothing."""
        if error.data_type is MISSING:
            return None
        with self.inside(error):
            return self.slot(error.data_type, "output", "data")

    @contextlib.contextmanager
    def inside(self, error: ErrorClass) -> Iterator[None]:
        """Types that are added meanwhile are written where the error is."""
        where, self._where = self._where, _place(error.source, error.type)
        try:
            yield
        finally:
            self._where = where

    def _content(self, content: Content, facet: Facet, path: str) -> Slot | None:
        if content.fields is None:
            return None if content.type is MISSING else self.slot(content.type, facet, path)
        try:
            return self._book.add_object(fields=content.fields, facet=facet)
        except ContractError as mistake:
            self._found.append(mistake.at(self._where))
            return None

    def _facet(self, form: TypeForm, facet: Facet) -> Facet:
        """`facet`, or where both directions share one schema that of what is read.

        A model with computed fields keeps its own: they are in no input.
        """
        if self._separate or facet == "input":
            return facet
        bare = peel_all(form)
        return (
            "output" if is_class(bare) and getattr(bare, "model_computed_fields", None) else "input"
        )


def _place(source: Source | None, owner: str) -> Where:
    """Where something is written, its file and line as far as they are known."""
    if source is None:
        return Where(owner=owner)
    return Where(
        file=getattr(sys.modules.get(source.module), "__file__", None),
        line=source.line,
        owner=owner,
    )
