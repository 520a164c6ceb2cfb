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
        """One step down: a field name, or ``[]`` for the items of a container."""
        glue = "" if not self.path or part.startswith("[") else "."
        # Each type of each method has a place: `replace` takes several times as long.
        return Location(
            file=self.file,
            line=self.line,
            column=self.column,
            owner=self.owner,
            path=f"{self.path}{glue}{part}",
        )

    def __str__(self) -> str:
        place = ""
        if self.file:
            place = displayed_path(self.file)
            for number in filter(None, (self.line, self.column)):
                place += f":{number}"
        return ": ".join(filter(None, (place, self.owner, self.path)))


_BASE: ContextVar[str | None] = ContextVar("folder that messages name files from", default=None)


@contextmanager
def paths_relative_to(folder: str | os.PathLike[str]) -> Iterator[None]:
    """Name files in the messages of errors that are made meanwhile as seen from a folder, in place
    of the working directory.
    """
    token = _BASE.set(os.path.realpath(folder))
    try:
        yield
    finally:
        _BASE.reset(token)


def displayed_path(file: str) -> str:
    """Return a file as seen from the folder that it is inside of; the whole path of another one."""
    path, base = os.path.realpath(file), os.path.realpath(_BASE.get() or "")
    try:
        relative = os.path.relpath(path, base)
    except ValueError:  # another drive on Windows
        return path
    if relative.startswith(".."):
        return path
    return relative


LONGEST_TEXT = 1000
"""Of a message or a hint."""


class ContractError(Exception):
    """Base class of all errors in contracts.

    Args:
        message: The problem.
        where: The place; its text starts the message.
        hint: The remedy.
    """

    code: ClassVar[str] = "contract"

    def __init__(self, message: str, *, where: Location, hint: str) -> None:
        message, hint = cut(message, LONGEST_TEXT), cut(hint, LONGEST_TEXT)
        place = str(where)
        super().__init__(
            f"{place}: {message}\n  hint: {hint}" if place else f"{message}\n  hint: {hint}"
        )
        self.message = message
        self.where = where
        self.hint = hint

    @property
    def exceptions(self) -> "tuple[ContractError, ...]":
        """The errors of a `ContractErrorGroup`; for any other error, the error itself."""
        return (self,)

    def at(self, where: Location) -> "ContractError":
        """Return the same error with a more precise place; the path inside the type is kept."""
        step = where / self.where.path if self.where.path else where
        return type(self)(self.message, where=step, hint=self.hint)


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
    """What to report of a type that Python's stack is too short for."""
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
        Exception.__init__(self, "\n".join(str(error) for error in errors))
        self._exceptions = tuple(errors)
        self.message = "; ".join(error.message for error in errors)
        self.where = errors[0].where
        self.hint = errors[0].hint

    @property
    def exceptions(self) -> tuple[ContractError, ...]:
        return self._exceptions

    def at(self, where: Location) -> ContractError:
        return ContractErrorGroup([error.at(where) for error in self.exceptions])


class Problems:
    """Collects the errors of one contract, so that all of them are raised together."""

    def __init__(self) -> None:
        self._errors: list[ContractError] = []

    def __len__(self) -> int:
        return len(self._errors)

    def __iter__(self) -> Iterator[ContractError]:
        return iter(self._errors)

    def add(self, error: ContractError) -> None:
        self._errors.append(error)

    def raise_if_any(self) -> None:
        """Raise the error itself if there is one, a `ContractErrorGroup` if there are several."""
        match self._errors:
            case []:
                return
            case [error]:
                raise error
            case errors:
                raise ContractErrorGroup(errors)
