"""Stores the records of documents as JSON. In contrast to pickles, reading JSON never runs code,
whoever wrote it.
"""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from ..named_objects import Contents, ObjectEntry
from .problems import Problem

Trust: TypeAlias = Literal["file", "application", "contracts"]
"""The origin of descriptions: a file, an application, or the project's own contracts. Only the last
may have directives, roles and HTML."""

Stamp: TypeAlias = tuple[int, int]
"""The time of the last change of a file, in nanoseconds, and its size."""


class Record(NamedTuple):
    """A document as it was last built, or the reason for its failure."""

    slug: str
    title: str = ""
    fingerprint: str = ""
    """A digest of everything but source files that the document depends on (`loader.fingerprint`).
    """
    digest: str = ""
    """A digest of the parts of the document that pages show."""
    stamps: Mapping[str, Stamp | None] = {}
    """The stamps of the files that the document was made of, by path; None for a source of which a
    later build cannot find out whether it is the same."""
    files: Mapping[str, str] = {}
    """The digests of the stored files by name. If `problem` is set, they are those of the last
    success."""
    contents: Contents = Contents()
    """The objects of the document, and the pages into which it may be split."""
    problem: Problem | None = None
    """The reason why the document could not be built."""
    notes: tuple[Problem, ...] = ()
    """Problems that leave out parts of the document."""
    is_complete: bool = True
    """Whether all contracts could be read. If not, every build loads the document again, since the
    cause may be in any module."""
    trust: Trust = "file"
    console: bool = False
    """Whether readers may send requests to the service."""
    page: str = ""
    """The page whose directive defines the document; empty for one of ``conf.py``."""


FORM: Final = [
    *(*Record._fields, *ObjectEntry._fields, *Problem._fields),
    *(field.name for field in fields(Contents)),
]
"""The names of all fields in a record. They are stored with it, so that a version of this package
with other fields does not read it."""


def written_record(record: Record) -> bytes:
    """Return a record as JSON."""
    contents = record.contents
    value = record._asdict()
    # JSON knows tuples, as lists, but neither dataclasses nor mappings other than `dict`.
    value["stamps"] = dict(record.stamps)
    value["files"] = dict(record.files)
    value["contents"] = {
        "objects": contents.objects,
        "pages": {split: dict(digests) for split, digests in contents.pages.items()},
        "origins": dict(contents.origins),
        "split": contents.split,
    }
    return json.dumps({"form": FORM, "record": value}).encode()


def read_record(data: bytes) -> Record:
    """Return the record in a JSON text.

    Raises:
        ValueError: It is from a version of this package with other fields.
        KeyError: It is no record.
    """
    stored: Mapping[str, Any] = json.loads(data)
    if stored["form"] != FORM:
        raise ValueError("the record is of another version")
    value: dict[str, Any] = stored["record"]
    value["stamps"] = {path: _stamp(stamp) for path, stamp in value["stamps"].items()}
    contents: dict[str, Any] = value["contents"]
    contents["objects"] = tuple(map(_entry, contents["objects"]))
    value["contents"] = Contents(**contents)
    value["notes"] = tuple(Problem(*note) for note in value["notes"])
    if value["problem"] is not None:
        value["problem"] = Problem(*value["problem"])
    return Record(**value)


def _stamp(stamp: list[int] | None) -> Stamp | None:
    """Return a stamp as a tuple, which is a list in JSON."""
    if stamp is None:
        return None
    time, size = stamp
    return time, size


def _entry(values: list[Any]) -> ObjectEntry:
    """Return an object from the list of its fields, in which the tuple of routes is a list."""
    entry = ObjectEntry(*values)
    return entry._replace(routes=tuple(entry.routes))
