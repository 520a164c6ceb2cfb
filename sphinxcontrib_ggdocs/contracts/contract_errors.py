"""Defines the errors that a contract can have; each says where it is, what is wrong and what to do.

    ContractError
    ├── StructureError        found when the class is created
    │   ├── PathError             code ``path``
    │   ├── DuplicateMethod       code ``duplicate-method``
    │   ├── NotAnError            code ``not-an-error``
    │   ├── MissingAnnotation     code ``missing-annotation``
    │   ├── VariadicArgument      code ``variadic-argument``
    │   ├── BodyNotAllowed        code ``body-not-allowed``
    │   ├── BadOption             code ``bad-option``
    │   └── NotAContract          code ``not-a-contract``
    ├── ContractTypeError     found at first use
    │   ├── UnresolvedType        code ``unresolved-type``
    │   ├── NoSchema              code ``no-schema``
    │   ├── NotForAudience        code ``audience``
    │   └── BrandConflict         code ``brand-conflict``
    └── ContractErrorGroup    several of these in one contract; code ``several``

Each has a `code`: it is the subtype of the Sphinx warning and a heading of the documentation.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from ..value_messages import cut


@dataclass(frozen=True, slots=True, kw_only=True)
class Location:
    """A place in code, from the file down to a part of a type."""

    file: str | None = None
    line: int | None = None
    column: int | None = None
    owner: str | None = None
    """The class, or the class and the method."""
    path: str = ""
    """Inside the method: an argument or ``return``, then fields and ``[]`` for items."""

    def __truediv__(self, part: str) -> "Location":
        """Return the place of a part: a field's name, or ``[]`` for the items of a container."""
        path = f"{self.path}.{part}"
        if not self.path or part.startswith("["):
            path = f"{self.path}{part}"
        # There is a place for each type of each method, and `dataclasses.replace` would take
        # several times as long.
        return Location(
            file=self.file,
            line=self.line,
            column=self.column,
            owner=self.owner,
            path=path,
        )

    def __str__(self) -> str:
        """Return the place in one line, such as ``app.py:41: UserApi.save_profile:
        profile.tags[]``.

        Parts that are not known are left out.
        """
        place = ""
        if self.file:
            place = displayed_path(self.file)
            for number in filter(None, (self.line, self.column)):
                place += f":{number}"
        return ": ".join(filter(None, (place, self.owner, self.path)))


_BASE: ContextVar[str | None] = ContextVar("folder of relative paths in messages", default=None)


@contextmanager
def paths_relative_to(folder: str | os.PathLike[str]) -> Iterator[None]:
    """While this context is active, write paths in messages relative to a folder instead of the
    working directory.
    """
    token = _BASE.set(os.path.realpath(folder))
    try:
        yield
    finally:
        _BASE.reset(token)


def displayed_path(file: str) -> str:
    """Return a file's path relative to the folder of `paths_relative_to`, or else to the working
    directory; a file outside of it has its absolute path.
    """
    path = os.path.realpath(file)
    base = os.path.realpath(_BASE.get() or "")
    try:
        relative = os.path.relpath(path, base)
    except ValueError:  # another drive on Windows
        return path
    if relative.startswith(".."):
        return path
    return relative


LONGEST_TEXT = 1000
"""The number of characters after which a message or a hint is cut."""


class ContractError(Exception):
    """Base class of all errors in contracts.

    Args:
        message: The problem.
        where: The place; its text starts the message.
        hint: The remedy.
    """

    code: ClassVar[str] = "contract"

    def __init__(self, message: str, *, where: Location, hint: str) -> None:
        """Build the text of the error from its place, its message and its hint."""
        message = cut(message, LONGEST_TEXT)
        hint = cut(hint, LONGEST_TEXT)
        text = f"{message}\n  hint: {hint}"
        place = str(where)
        if place:
            text = f"{place}: {text}"
        super().__init__(text)
        self.message = message
        self.where = where
        self.hint = hint

    @property
    def exceptions(self) -> "tuple[ContractError, ...]":
        """The errors of a `ContractErrorGroup`; for any other error, the error itself."""
        return (self,)

    def at(self, where: Location) -> "ContractError":
        """Return the same error at a more precise place.

        Args:
            where: The place of the type; the error's path inside the type is added to it.
        """
        if self.where.path:
            where = where / self.where.path
        return type(self)(self.message, where=where, hint=self.hint)


OnBadType: TypeAlias = Callable[[ContractError], object]
"""Takes the error of a type that has no schema, in whose place any value is documented."""


class StructureError(ContractError):
    """An error that is found without looking at types, when the class is created."""


class PathError(StructureError):
    """A placeholder without an argument, a marker for one that the path lacks, or a wrong path."""

    code = "path"


class DuplicateMethod(StructureError):
    """Two methods on one verb and path."""

    code = "duplicate-method"


class NotAnError(StructureError):
    """Something in ``errors=`` that `ERROR.define` did not make."""

    code = "not-an-error"


class MissingAnnotation(StructureError):
    """An argument or an answer without a type."""

    code = "missing-annotation"


class VariadicArgument(StructureError):
    """``*args`` or ``**kwargs``: a wire format has no such thing."""

    code = "variadic-argument"


class BodyNotAllowed(StructureError):
    """A body on GET, HEAD or TRACE (RFC 9110, 9.3.1, 9.3.2 and 9.3.8), or on OPTIONS, for which
    there is no use of one (9.3.7).
    """

    code = "body-not-allowed"


class BadOption(StructureError):
    """An argument of a decorator, a marker, `ERROR.define` or a function that has a wrong value."""

    code = "bad-option"


class NotAContract(StructureError):
    """An object that is not a contract where one is needed."""

    code = "not-a-contract"


class ContractTypeError(ContractError):
    """An error in the types, which are read when the contract is first used."""


class UnresolvedType(ContractTypeError):
    """A forward reference that is unresolved."""

    code = "unresolved-type"


class NoSchema(ContractTypeError):
    """A type that JSON cannot carry."""

    code = "no-schema"


class NotForAudience(ContractTypeError):
    """A part that an audience is not shown, in a place that cannot be left out."""

    code = "audience"


class NothingForAudience(NotForAudience):
    """Nothing is left of a document, or of a site, for an audience."""


class NothingToExport(ContractError):
    """A document has no contracts that a format describes."""

    code = "contents"


def too_deep(where: Location) -> NoSchema:
    """Return the error for a type that is nested more deeply than Python's stack allows."""
    return NoSchema(
        "a type nests too many unnamed types",
        where=where,
        hint="give one of the inner types a name: a model, or a `type` alias",
    )


class BrandConflict(ContractTypeError):
    """One brand name with two meanings."""

    code = "brand-conflict"


class ContractErrorGroup(ContractError):
    """Several errors of one contract, all of them listed."""

    code = "several"

    def __init__(self, errors: Sequence[ContractError]) -> None:
        """Combine the texts of the errors; place and hint are those of the first one."""
        # Not that of `ContractError`: each text has its place and its hint already.
        Exception.__init__(self, "\n".join(str(error) for error in errors))
        self._exceptions = tuple(errors)
        self.message = "; ".join(error.message for error in errors)
        self.where = errors[0].where
        self.hint = errors[0].hint

    @property
    def exceptions(self) -> tuple[ContractError, ...]:
        """The errors."""
        return self._exceptions

    def at(self, where: Location) -> ContractError:
        """Return the same errors at a more precise place."""
        return ContractErrorGroup([error.at(where) for error in self.exceptions])


class Problems:
    """Collects the errors of one contract, so that all of them are raised together."""

    def __init__(self) -> None:
        """Start without errors."""
        self._errors: list[ContractError] = []

    def __len__(self) -> int:
        """Return the number of errors."""
        return len(self._errors)

    def __iter__(self) -> Iterator[ContractError]:
        """Iterate over the errors in the order in which they were added."""
        return iter(self._errors)

    def add(self, error: ContractError) -> None:
        """Add an error."""
        self._errors.append(error)

    def raise_if_any(self) -> None:
        """Raise the error if there is one, or a `ContractErrorGroup` if there are several."""
        match self._errors:
            case []:
                return
            case [error]:
                raise error
            case errors:
                raise ContractErrorGroup(errors)
