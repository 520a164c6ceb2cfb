"""Paths: templates that readers take for the same are one, and two methods never share one
place.
"""

import re
from dataclasses import dataclass, field

from ..collector import TypedHttpMethod
from ..contracts.contract_errors import ContractError, DuplicateMethod

_PLACEHOLDER = re.compile(r"\{([^{}:]*)[^{}]*\}")
"""A placeholder; a converter as in ``{rest:path}`` is no part of the name."""


@dataclass(frozen=True, slots=True)
class Place:
    """The path of an operation, with the names of its placeholders."""

    path: str
    names: dict[str, str]
    """The names of the placeholders in this document, by those of the contract."""


@dataclass(slots=True)
class PathTable:
    """The paths of one document."""

    found: list[ContractError]
    is_given: bool = False
    """Whether the paths are those of a file that was read: those that differ in the names of
    their placeholders alone have operations of their own if the file has them."""
    _templates: dict[str, str] = field(default_factory=dict)
    _taken: dict[tuple[str, str], TypedHttpMethod] = field(default_factory=dict)

    def place(self, operation: TypedHttpMethod) -> Place:
        """The place of an operation.

        ``/users/{id}`` and ``/users/{name}`` are one path (OpenAPI 3.1, 4.8.8.2), so that the
        second is written as the first. What a placeholder is called is not on the wire. Where a
        file that was read has one verb under both, both stay.
        """
        written = _PLACEHOLDER.sub(r"{\1}", operation.contract.full_path(operation.method))
        if not written.startswith("/"):
            written = f"/{written}"
        if "{" not in written:
            return Place(written, {})
        path = self._templates.setdefault(_PLACEHOLDER.sub("{}", written), written)
        if self.is_given and any((path, verb) in self._taken for verb in operation.method.verbs):
            path = written
        return Place(
            path, dict(zip(_PLACEHOLDER.findall(written), _PLACEHOLDER.findall(path), strict=True))
        )

    def take(self, place: Place, verb: str, operation: TypedHttpMethod) -> bool:
        """Whether a place was free; that it was not is noted."""
        first = self._taken.setdefault((place.path, verb), operation)
        if first is operation:
            return True
        self.found.append(
            DuplicateMethod(
                f"{verb} {place.path} is {first.contract.name}.{first.method.name} already",
                where=operation.where,
                hint="give one of them another path or verb, or export them to two documents",
            )
        )
        return False
