"""Merges path templates that differ only in the names of parameters, and keeps two methods from
sharing one place.
"""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from ..contracts.contract_errors import ContractError, DuplicateMethod
from .operations import Operation

_PLACEHOLDER = re.compile(r"\{([^{}:]*)[^{}]*\}")
"""A placeholder; a converter as in ``{rest:path}`` is not part of the name."""


@dataclass(frozen=True, slots=True)
class OperationPlace:
    """The path of an operation, with the names of its placeholders."""

    path: str
    names: dict[str, str]
    """Names of placeholders in this document, by their names in the contract."""


@dataclass(slots=True)
class PathTable:
    """The paths of one document."""

    errors: list[ContractError]
    """Takes the errors of operations at a place that is taken."""
    apart: frozenset[str] = frozenset()
    """Templates (``/users/{}``) whose paths are not merged."""
    ambiguous: frozenset[str] = frozenset()
    """Those of them whose second path is reported."""
    _paths_by_template: dict[str, str] = field(default_factory=dict)
    """The path that was first written under a template."""
    _operations: dict[tuple[str, str], Operation] = field(default_factory=dict)
    """The operations that have taken a place, by path or template, and verb."""

    def place(self, operation: Operation) -> OperationPlace:
        """Return the path under which an operation is written.

        ``/users/{id}`` and ``/users/{name}`` are one path (OpenAPI 3.1, 4.8.8.2), so that the
        second is written as the first. The name of a placeholder is not on the wire.
        """
        written = _written(operation)
        if "{" not in written:
            return OperationPlace(written, {})
        template = _PLACEHOLDER.sub("{}", written)
        path = written
        if template not in self.apart:
            path = self._paths_by_template.setdefault(template, written)
        # Both have the same template, so the same number of placeholders.
        names = zip(_PLACEHOLDER.findall(written), _PLACEHOLDER.findall(path), strict=True)
        return OperationPlace(path, dict(names))

    def take(self, place: OperationPlace, verb: str, operation: Operation) -> bool:
        """Let an operation take a place, and return whether it is written there. A place that is
        taken is an error.

        If the contract is not strict, it is a warning, and a path that differs from the first one
        is written nevertheless.
        """
        written = _written(operation)
        template = _PLACEHOLDER.sub("{}", written)
        # Whether no operation has exactly this path and verb.
        is_free = self._operations.setdefault((place.path, verb), operation) is operation
        key = place.path, verb
        if template in self.ambiguous:
            # An operation at another path of the template is reported, too, but has another place.
            key = template, verb
        first = self._operations.setdefault(key, operation)
        if first is operation:
            return True
        error = DuplicateMethod(
            f"{verb} {written} is already {first.contract.name}.{first.method.name}",
            where=operation.where,
            hint="give one of them another path or verb, or export them to two documents",
        )
        on_error = operation.report
        if on_error is None:
            self.errors.append(error)
            return False
        on_error(error)  # a warning
        return is_free


def shared_templates(operations: Iterable[Operation]) -> frozenset[str]:
    """Return the templates under which a verb has several paths, as imported files may have."""
    paths: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for operation in operations:
        written = _written(operation)
        for verb in operation.verbs:
            paths[_PLACEHOLDER.sub("{}", written), verb].add(written)
    return frozenset(template for (template, _), written in paths.items() if len(written) > 1)


def _written(operation: Operation) -> str:
    """Return the path of an operation as a key of `paths`: without converters, and with a slash at
    the beginning (OpenAPI 3.1, 4.8.8.1).
    """
    path = _PLACEHOLDER.sub(r"{\1}", operation.path)
    if path.startswith("/"):
        return path
    return f"/{path}"
