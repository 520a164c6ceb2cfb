"""Collects the changes of released versions as data for feeds.

A snapshot does not contain the date of its release. That is in the file `DATES` next to it, if the
project has one.
"""

import datetime
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid5

from ..catalog.spec_errors import BadHistory
from ..contracts.contract_errors import Location
from ..value_messages import excerpt
from .changelog import VersionChanges, changelog, sections_of
from .changes import Change
from .policy import ChangePolicy
from .reports import REPORT_VERSION, as_json, by_place, sentence
from .snapshots import Snapshot, snapshots_in

DATES: Final = "dates.toml"
"""The file with the dates of versions, next to the snapshots of a document."""

_IDS: Final = UUID("0b2b51c7-0f0e-5b0c-9d4f-6f1d3c6f2a44")
"""The namespace of our ids (RFC 9562, 5.5)."""


def released_changes_data(
    folder: Path, slug: str, title: str, verdicts: Path | None = None
) -> dict[str, Any]:
    """Return the content of ``changes.json``, an object with the changes of each released version,
    the newest first (an entry point).

    Args:
        folder: The folder of all snapshots.
        slug: The slug of the document, which has snapshots.
        title: The title of the document.
        verdicts: The file whose table ``[tool.ggdocs.diff]`` judges the changes; the nearest
            ``pyproject.toml`` above the folder unless given.

    Raises:
        BadDocument: A snapshot cannot be read.
        BadHistory: The dates or the verdicts cannot be read, or something in them is wrong.
    """
    snapshots = snapshots_in(folder, slug)
    dates = _dates(folder / slug / DATES)
    versions = changelog(snapshots, policy=ChangePolicy.of_document(folder, verdicts))
    # A changelog omits the first version, of which no changes are known; a feed lists it.
    versions.append(VersionChanges(snapshots[0].version, None))
    newest_first = zip(versions, snapshots[::-1], strict=True)
    return {
        "version": REPORT_VERSION,
        "document": {"slug": slug, "title": title, "id": _id(slug, title)},
        "releases": [_release(version, snapshot, dates) for version, snapshot in newest_first],
    }


def _id(*parts: str) -> str:
    """Return an id (a URN) that is always the same for the same strings."""
    # Joined by a character that texts do not contain, so that other parts give another id.
    return uuid5(_IDS, "\0".join(parts)).urn


def _release(
    version: VersionChanges, snapshot: Snapshot, dates: Mapping[str, datetime.date]
) -> dict[str, Any]:
    """Return the data of a released version: name, id, date, and changes with their texts."""
    # Read as text, since git may write other line ends on Windows, and the id must not differ.
    text = snapshot.path.read_text(encoding="utf-8")
    data: dict[str, Any] = {"version": snapshot.version, "id": _id(snapshot.version, text)}
    if date := dates.get(snapshot.version):
        data["date"] = date.isoformat()
    if version.changes is None:  # Nothing is known from before the first version.
        return data
    ordered = list(_ordered(version.changes))
    # The JSON format of reports, which keeps the order; each change gets its sentence in addition.
    report = as_json(ordered)
    for reported, change in zip(report["changes"], ordered, strict=True):
        reported["text"] = sentence(change)
    return {**data, "summary": report["summary"], "changes": report["changes"]}


def _ordered(changes: tuple[Change, ...]) -> Iterator[Change]:
    """Yield the changes in the order in which a changelog shows them."""
    for section in sections_of(changes):
        for _place, changes_of_place in by_place(section.changes):
            yield from changes_of_place


def _dates(file: Path) -> dict[str, datetime.date]:
    """Return the dates of released versions from a file; none if there is no file.

    Raises:
        BadHistory: The file cannot be read, or a version has no date.
    """
    try:
        dates = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (ValueError, OSError) as error:
        raise _bad_dates(f"{file}: {error}") from error
    for version, date in dates.items():
        # `isinstance` would accept a datetime, which is a subclass.
        if type(date) is not datetime.date:
            raise _bad_dates(f"{file}: the version {excerpt(version)} has no date")
    return dates


def _bad_dates(message: str) -> BadHistory:
    """Return the error of a file of dates that cannot be read."""
    hint = 'write lines such as "1.0.0" = 2026-01-31, the version in quotes'
    return BadHistory(message, where=Location(), hint=hint)
