"""What a project says of changes: severities of its own, and changes that it has accepted."""

import datetime
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from typing import Annotated, ClassVar, Final, Literal

from pydantic import AfterValidator, Field, StringConstraints

from ..catalog.fields import Spec, as_tuple, problem
from ..catalog.spec_errors import SpecError
from ..value_messages import did_you_mean, excerpt
from .changes import RULES, Change, Place


def _check_rule(name: str) -> str:
    if name != "*" and name not in RULES:
        raise problem(
            SpecError,
            f"{excerpt(name)} is no kind of change",
            did_you_mean(name, RULES) or "ggdocs diff --rules lists them",
        )
    return name


_Rule = Annotated[str, AfterValidator(_check_rule)]
_Reason = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]


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
            fnmatchcase(text, self.place) for text in (place.key, place.title)
        )


class ChangeSeverity(ChangePattern):
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


def with_severities(
    changes: Iterable[Change], severities: Sequence[ChangeSeverity]
) -> tuple[Change, ...]:
    """The changes with the verdicts of a project; the last that fits holds."""
    found: list[Change] = []
    for change in changes:
        own = [severity.verdict for severity in severities if severity.fits(change)]
        found.append(replace(change, judged=own[-1]) if own else change)
    return tuple(found)


def without_accepted(
    changes: Iterable[Change], accepted: Sequence[AcceptedChange], today: datetime.date
) -> tuple[Change, ...]:
    """The changes, those that are accepted today with the reason.

    Args:
        changes: The changes.
        accepted: What is accepted.
        today: The day that expiries are compared with.
    """
    valid = [each for each in accepted if each.expires is None or today < each.expires]
    found: list[Change] = []
    for change in changes:
        reason = next((each.reason for each in valid if each.fits(change)), None)
        takes = reason is not None and change.verdict != "safe"
        found.append(replace(change, accepted=reason) if takes and reason else change)
    return tuple(found)


def stale(
    changes: Sequence[Change], accepted: Iterable[AcceptedChange], today: datetime.date
) -> Iterator[str]:
    """What is wrong with accepted changes: those that have expired, and those that fit none."""
    for each in accepted:
        name = f"{each.rule} at {each.place}"
        if each.expires is not None and each.expires <= today:
            yield f"accepted change {name} has expired on {each.expires}"
        elif not any(each.fits(change) for change in changes):
            yield f"accepted change {name} is not among the changes: remove it"


_VERSION: Final = re.compile(r"v?(\d+)\.(\d+)\.(\d+)(?:[-+].*)?")


def _numbers(version: str | None) -> list[int]:
    """The three numbers of a version; nothing of one of another form."""
    found = _VERSION.fullmatch(version or "")
    return [int(number) for number in found.groups()] if found else []


def version_change(
    changes: Sequence[Change], old: str | None, new: str | None, place: Place
) -> Iterator[Change]:
    """A finding if the new version does not say what the changes mean (Semantic Versioning 2.0.0):
    what breaks clients needs another first number that is not zero, or below 1.0.0 another second
    one. Versions of other forms are left alone.

    Args:
        changes: The changes.
        old: The old version.
        new: The new version.
        place: The service.
    """
    was, now = _numbers(old), _numbers(new)
    if not was or not now:
        return
    count = 2 if was[0] == 0 and now[0] == 0 else 1
    is_breaking = any(change.verdict == "breaking" for change in changes)
    if is_breaking and now[:count] <= was[:count]:
        wanted = f"0.{was[1] + 1}.0" if count == 2 else f"{was[0] + 1}.0.0"
        yield Change(
            rule="version-too-low",
            place=place,
            wire="safe",
            code="safe",
            judged="risky",
            old=new,
            new=wanted,
            reason="there are breaking changes",
        )
