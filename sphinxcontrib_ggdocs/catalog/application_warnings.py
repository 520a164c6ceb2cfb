"""Defines warnings about parts of an application that are documented as any value, or only by their
text.
"""

import warnings
from dataclasses import dataclass, field

from ..contracts.contract_errors import ContractError, ContractTypeError, Location


class ApplicationWarning(UserWarning):
    """A part of an application or a document that cannot be described: a type without a schema,
    which is documented as any value, or a route, method or contract, which is left out. With
    `strict` it is an error.
    """

    def __init__(self, error: ContractError, remedy: str = "it is documented as any value") -> None:
        place = ""
        if str(error.where):
            place = f"{error.where}: "
        super().__init__(f"{place}{error.message}; {remedy}\n  hint: {error.hint}")
        self.code = error.code
        self.error = error


@dataclass(slots=True)
class TypeWarnings:
    """Turns errors in one document, whose other parts are documented nevertheless, into warnings:
    each error only once, however many formats are written from the document.
    """

    _warned: set[str] = field(default_factory=set, compare=False)
    """The texts of the errors that have been reported. Not compared, since contracts hold this
    object: two of them are equal whatever was reported."""

    def __call__(self, error: ContractError) -> None:
        """Warn of an error: of a type without a schema, or of a part that cannot be read."""
        if str(error) in self._warned:
            return
        if isinstance(error, ContractTypeError):
            warn_at(ApplicationWarning(error), error.where)
        else:
            warn_at(ApplicationWarning(error, "what can be read is documented"), error.where)
        self._warned.add(str(error))


def warn_at(warning: ApplicationWarning, where: Location) -> None:
    """Issue a warning at a line of the author's code or file, instead of the line that
    calls this.
    """
    warnings.warn_explicit(warning, ApplicationWarning, where.file or "?", where.line or 1)
