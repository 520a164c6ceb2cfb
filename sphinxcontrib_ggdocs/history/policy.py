"""Reads how a project judges changes: the verdicts in its table ``[tool.ggdocs.diff]``."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, ClassVar, Final, Literal, Self

from pydantic import AfterValidator, Field, StringConstraints

from ..catalog.fields import Spec, as_tuple, problem
from ..catalog.spec_errors import BadHistory, SpecError
from ..contracts.contract_errors import Location
from ..project_files import UnreadableFile, nearest_project, project_table
from ..value_messages import did_you_mean, excerpt
from .changes import RULES, Change


def _check_rule(name: str) -> str:
    """Return the name of a rule, or ``*``; pydantic reports the error of any other."""
    if name != "*" and name not in RULES:
        raise problem(
            SpecError,
            f"{excerpt(name)} is not a kind of change",
            did_you_mean(name, RULES) or "ggdocs diff --rules lists them",
        )
    return name


_Rule = Annotated[str, AfterValidator(_check_rule)]
_Reason = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


class OwnVerdict(Spec):
    """A verdict that the project declares for some changes, instead of the computed one."""

    rule: _Rule = Field(default="*", description="the kind of change, or * for all")
    place: str = Field(
        default="*",
        description=(
            "the key or the title of a method, type, error, contract or group, or a pattern "
            "with * and ?"
        ),
    )

    verdict: Literal["safe", "risky", "breaking"] = Field(
        description="'safe', 'risky' or 'breaking'"
    )
    reason: _Reason | None = Field(
        default=None, description="why the changes are safe: they are listed as accepted, with it"
    )

    def fits(self, change: Change) -> bool:
        """Return whether the verdict applies to a change: its rule is the same, and the key or the
        title of its place matches the pattern.
        """
        if self.rule not in ("*", change.rule):
            return False
        place = change.place
        # `fnmatch` would ignore the case on Windows alone.
        return fnmatchcase(place.key, self.place) or fnmatchcase(place.title, self.place)


class DiffOptions(Spec):
    """The table ``[tool.ggdocs.diff]``: how changes are judged."""

    parts: ClassVar[dict[str, type[Spec]]] = {"verdicts": OwnVerdict}

    fail_on: Literal["risky", "breaking", "nothing"] = Field(
        default="breaking", description="'breaking', 'risky' or 'nothing'"
    )
    verdicts: Annotated[Sequence[OwnVerdict], as_tuple] = Field(
        default=(), description="a list of tables with rule, place, verdict and reason"
    )


@dataclass(frozen=True, slots=True)
class ChangePolicy:
    """How a project judges changes, as its ``pyproject.toml`` declares."""

    options: DiffOptions

    @classmethod
    def read(cls, file: Path | None) -> Self:
        """Read the policy of a project from its table ``[tool.ggdocs.diff]``.

        Args:
            file: The file with the table; None if the project has none.

        Raises:
            BadHistory: The file cannot be read, or something in it is wrong.
        """
        if file is None:
            return cls(DiffOptions())
        try:
            # `project_table` returns the table [tool.ggdocs].
            return cls(DiffOptions.model_validate(project_table(file).get("diff", {})))
        except UnreadableFile as error:
            raise _bad_history(str(error)) from error
        except SpecError as error:
            raise _bad_history(f"{file}: {error}") from error

    @classmethod
    def of_document(cls, folder: Path, file: Path | None = None) -> Self:
        """Read the policy for the history of a document.

        Args:
            folder: The folder of its snapshots.
            file: The file with the table; the nearest ``pyproject.toml`` above the folder unless
                given.

        Raises:
            BadHistory: A file cannot be read, or something in it is wrong.
        """
        try:
            return cls.read(file or nearest_project(folder))
        except UnreadableFile as error:
            raise _bad_history(str(error)) from error

    def judged(self, changes: Iterable[Change]) -> tuple[Change, ...]:
        """Return the changes with the verdicts of the project."""
        return tuple(map(self._judge, changes))

    def _judge(self, change: Change) -> Change:
        """Return a change with the last verdict of the project that fits it, if one does, so that
        later entries of the table are exceptions to earlier ones.

        A change that is declared safe with a reason is an accepted one.
        """
        own_verdicts = [entry for entry in self.options.verdicts if entry.fits(change)]
        if not own_verdicts:
            return change
        last = own_verdicts[-1]
        if last.verdict != "safe" or not last.reason:
            return replace(change, judged=last.verdict)
        # A change that is safe by itself is not listed as accepted.
        if change.verdict == "safe":
            return change
        return replace(change, accepted=last.reason)


AS_COMPUTED: Final = ChangePolicy(DiffOptions())
"""The policy of a project that declares no verdicts."""


def _bad_history(message: str) -> BadHistory:
    """Return the error of a table that cannot be read."""
    hint = "[tool.ggdocs.diff] judges changes: correct it there"
    return BadHistory(message, where=Location(), hint=hint)
