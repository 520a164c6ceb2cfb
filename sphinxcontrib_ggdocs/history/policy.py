"""How a project judges changes: verdicts of its own, and changes that it has accepted."""

import datetime
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, ClassVar, Final, Literal, Self, TypeVar

from pydantic import AfterValidator, Field, StringConstraints

from ..catalog.fields import Spec, as_tuple, problem
from ..catalog.spec_errors import BadHistory, SpecError
from ..contracts.contract_errors import Where
from ..value_messages import did_you_mean, excerpt
from .changes import RULES, Change
from .verdict_files import UnreadableFile, VerdictFiles, current_day, nearest_project


def _check_rule(name: str) -> str:
    if name != "*" and name not in RULES:
        raise problem(
            SpecError,
            f"{excerpt(name)} is not a kind of change",
            did_you_mean(name, RULES) or "ggdocs diff --rules lists them",
        )
    return name


_Rule = Annotated[str, AfterValidator(_check_rule)]
_Reason = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


_Written = TypeVar("_Written", bound=Spec)


class ChangePattern(Spec):
    """Which changes are meant."""

    rule: _Rule = Field(default="*", description="the kind of change, or * for all")
    place: str = Field(
        default="*",
        description=(
            "the key or the title of a method, type, error, contract or group, or a pattern "
            "with * and ?"
        ),
    )

    def fits(self, change: Change) -> bool:
        """Whether a change is meant."""
        place = change.place
        return self.rule in ("*", change.rule) and any(
            # `fnmatch` would ignore the case on Windows alone.
            fnmatchcase(text, self.place)
            for text in (place.key, place.title)
        )


class OwnVerdict(ChangePattern):
    """The verdict of changes, instead of what follows from them."""

    verdict: Literal["safe", "risky", "breaking"] = Field(
        description="'safe', 'risky' or 'breaking'"
    )


class AcceptedChange(ChangePattern):
    """Changes that are meant to be, until a day."""

    reason: _Reason = Field(description="why it is accepted")
    expires: datetime.date | None = Field(
        default=None, description="the first day on which it is no longer accepted"
    )


class AcceptedChanges(Spec):
    """A file of accepted changes."""

    parts: ClassVar[dict[str, type[Spec]]] = {"accepted": AcceptedChange}

    accepted: Annotated[Sequence[AcceptedChange], as_tuple] = Field(
        default=(), description="a list of tables with rule, place, reason and expires"
    )


class DiffOptions(Spec):
    """The table ``[tool.ggdocs.diff]``: how changes are judged."""

    parts: ClassVar[dict[str, type[Spec]]] = {"verdicts": OwnVerdict}

    fail_on: Literal["risky", "breaking", "nothing"] = Field(
        default="breaking", description="'breaking', 'risky' or 'nothing'"
    )
    accepted: Path | None = Field(
        default=None, description="the path of a file of accepted changes"
    )
    verdicts: Annotated[Sequence[OwnVerdict], as_tuple] = Field(
        default=(), description="a list of tables with rule, place and verdict"
    )


@dataclass(frozen=True, slots=True)
class ChangePolicy:
    """How a project judges changes, as it has written."""

    options: DiffOptions
    accepted: tuple[AcceptedChange, ...]
    """Those that have expired among them."""
    day: datetime.date
    """The day that expiries are compared with."""

    @classmethod
    def read(cls, file: Path | None, accepted: Path | None = None) -> Self:
        """Read what a project has written.

        Args:
            file: The file with the table; None if the project has none.
            accepted: The file of accepted changes, instead of the one that the table names.

        Raises:
            BadHistory: A file cannot be read, or something in it is wrong.
        """
        try:
            files = VerdictFiles.read(file, accepted)
        except UnreadableFile as error:
            raise _unread(str(error)) from error
        options = _validated(DiffOptions, files.table, files.file)
        accepted_changes = _validated(AcceptedChanges, files.accepted, files.accepted_file).accepted
        return cls(options, tuple(accepted_changes), current_day())

    @classmethod
    def of_document(cls, folder: Path, file: Path | None = None) -> Self:
        """What holds for the history of a document.

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
            raise _unread(str(error)) from error

    def judged(self, changes: Iterable[Change]) -> tuple[Change, ...]:
        """The changes with the verdicts of the project, and why it accepts some today."""
        valid = [
            entry for entry in self.accepted if entry.expires is None or self.day < entry.expires
        ]
        judged: list[Change] = []
        for change in changes:
            own = [entry.verdict for entry in self.options.verdicts if entry.fits(change)]
            if own:
                change = replace(change, judged=own[-1])  # the last that fits holds
            reason = next((entry.reason for entry in valid if entry.fits(change)), "")
            if reason and change.verdict != "safe":
                change = replace(change, accepted=reason)
            judged.append(change)
        return tuple(judged)


AS_COMPUTED: Final = ChangePolicy(DiffOptions(), (), datetime.date.max)
"""Of a project that has written nothing."""


def _validated(kind: type[_Written], content: object, file: Path | None) -> _Written:
    try:
        return kind.model_validate(content)
    except SpecError as error:
        raise _unread(f"{file}: {error}") from error


def _unread(message: str) -> BadHistory:
    hint = "[tool.ggdocs.diff] judges changes, and names the file of accepted ones"
    return BadHistory(message, where=Where(), hint=hint)


def stale(
    changes: Sequence[Change], accepted: Iterable[AcceptedChange], today: datetime.date
) -> Iterator[str]:
    """What is wrong with accepted changes: those that have expired, and those that fit none."""
    for entry in accepted:
        name = f"{entry.rule} at {entry.place}"
        if entry.expires is not None and entry.expires <= today:
            yield f"accepted change {name} has expired on {entry.expires}"
        elif not any(entry.fits(change) for change in changes):
            yield f"accepted change {name} is not among the changes: remove it"
