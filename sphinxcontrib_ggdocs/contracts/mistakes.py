"""What can be wrong with a contract, and where.

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
    ├── TypeMistake           found at first use
    │   ├── UnresolvedType        code ``unresolved-type``
    │   ├── NoSchema              code ``no-schema``
    │   └── BrandConflict         code ``brand-conflict``
    └── SeveralMistakes       more than one of these in one contract; code ``several``

Each has a `code`: it is the subtype of the Sphinx warning and a heading of the documentation.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Where:
    """A place in somebody's code, from the file down to a part of a type."""

    file: str | None = None
    line: int | None = None
    owner: str | None = None
    """The class, or the class and the method."""
    path: str = ""
    """Inside the method: an argument or ``return``, then fields and ``[]`` for items."""

    def __truediv__(self, part: str) -> "Where":
        """One step down: a field name, or ``[]`` for the items of a container."""
        glue = "" if not self.path or part.startswith("[") else "."
        return replace(self, path=f"{self.path}{glue}{part}")

    def __str__(self) -> str:
        place = _shown(self.file) if self.file else None
        if place and self.line:
            place = f"{place}:{self.line}"
        return ": ".join(part for part in (place, self.owner, self.path) if part)


def _shown(file: str) -> str:
    """The file relative to the working directory where that is shorter."""
    try:
        relative = os.path.relpath(file)
    except ValueError:  # another drive on Windows
        return file
    return file if relative.startswith("..") else relative


class ContractError(Exception):
    """Base of every mistake in a contract.

    Args:
        message: What is wrong.
        where: The place; its text starts the message.
        hint: What to do about it.
    """

    code: ClassVar[str] = "contract"

    def __init__(self, message: str, *, where: Where, hint: str) -> None:
        place = str(where)
        super().__init__(
            f"{place}: {message}\n  hint: {hint}" if place else f"{message}\n  hint: {hint}"
        )
        self.message = message
        self.where = where
        self.hint = hint

    def at(self, where: Where) -> "ContractError":
        """The same mistake at a better known place; the path inside the type is kept."""
        step = where / self.where.path if self.where.path else where
        return type(self)(self.message, where=step, hint=self.hint)


class StructureError(ContractError):
    """A mistake that is seen without looking at types."""


class PathError(StructureError):
    """A placeholder without argument, an argument without placeholder, or a malformed path."""

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
    """A body on a verb that has none (RFC 9110, 9.3.1, 9.3.2 and 9.3.8)."""

    code = "body-not-allowed"


class BadOption(StructureError):
    """An option of a decorator or a marker that makes no sense."""

    code = "bad-option"


class NotAContract(StructureError):
    """An object that is no contract where one is needed."""

    code = "not-a-contract"


class TypeMistake(ContractError):
    """A mistake that is seen when the types are looked at."""


class UnresolvedType(TypeMistake):
    """A forward reference that leads nowhere."""

    code = "unresolved-type"


class NoSchema(TypeMistake):
    """A type that JSON cannot carry."""

    code = "no-schema"


class BrandConflict(TypeMistake):
    """One brand name with two meanings."""

    code = "brand-conflict"


class SeveralMistakes(ContractError):
    """More than one mistake in one contract, all of them listed."""

    code = "several"

    def __init__(self, mistakes: Sequence[ContractError]) -> None:
        Exception.__init__(self, "\n".join(str(mistake) for mistake in mistakes))
        self.mistakes = tuple(mistakes)
        self.message = "; ".join(mistake.message for mistake in mistakes)
        self.where = mistakes[0].where
        self.hint = mistakes[0].hint

    def at(self, where: Where) -> ContractError:
        return SeveralMistakes([mistake.at(where) for mistake in self.mistakes])


class Mistakes:
    """Collects the mistakes of one contract, to fail once with all of them."""

    def __init__(self) -> None:
        self._found: list[ContractError] = []

    def __len__(self) -> int:
        return len(self._found)

    def add(self, mistake: ContractError) -> None:
        self._found.append(mistake)

    def raise_if_any(self) -> None:
        """Raise what was found: the mistake itself, or `SeveralMistakes`."""
        match self._found:
            case []:
                return
            case [mistake]:
                raise mistake
            case found:
                raise SeveralMistakes(found)
