"""Defines rules and findings."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from ..contracts.model import Source
from .survey import Operation, Survey

Severity: TypeAlias = Literal["error", "warning", "info"]
"""``error``: the documentation is wrong; ``warning``: something is missing that clients rely on;
``info``: the documentation could say more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A probable error that a rule reports."""

    rule: str
    """The rule's name, with which it can be turned off."""
    severity: Severity
    """The severity of the rule."""
    message: str
    """The problem, in words."""
    contract: str | None = None
    """The name of the contract; None for a type."""
    method: str | None = None
    """The name of the method; None for the contract as a whole."""
    module: str | None = None
    """The dotted name of the module that defines it."""
    line: int | None = None
    """The line in the module, from 1."""

    @property
    def place(self) -> str:
        """Return module, line and method, such as ``shop.contracts:12: UserApi.get_user``, without
        those that are not known.
        """
        place = self.module
        if self.module and self.line:
            place = f"{self.module}:{self.line}"
        owner = ".".join(filter(None, (self.contract, self.method)))
        return ": ".join(filter(None, (place, owner)))

    def __str__(self) -> str:
        """Return place, message and rule in one line."""
        if self.place:
            return f"{self.place}: {self.message} [{self.rule}]"
        return f"{self.message} [{self.rule}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """A problem that a rule has found; with the name and severity of the rule it becomes a
    `Finding`.
    """

    message: str
    contract: str | None = None
    method: str | None = None
    source: Source | None = None
    """The module and the line that a `Finding` names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A check of all contracts together."""

    name: str
    """The name with which it can be turned off."""
    severity: Severity
    """The severity of its findings."""
    about: str
    """The problem that the rule reports, in a sentence."""
    look: Callable[[Survey], Iterator[Observation]]
    """A function that yields observations in all contracts."""

    def findings(self, survey: Survey) -> Iterator[Finding]:
        """Apply the rule to all contracts, and yield its findings."""
        for observation in self.look(survey):
            # None for what is defined in no known module, such as a type from a schema file.
            module = line = None
            if observation.source is not None:
                module = observation.source.module
                line = observation.source.line
            yield Finding(
                rule=self.name,
                severity=self.severity,
                message=observation.message,
                contract=observation.contract,
                method=observation.method,
                module=module,
                line=line,
            )


def operation_problem(operation: Operation, message: str) -> Observation:
    """Return an observation about a method or interaction, with its place in the source."""
    return Observation(
        message=message,
        contract=operation.contract.name,
        method=operation.model.name,
        source=operation.model.source or operation.contract.source,
    )
