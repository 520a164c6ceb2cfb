"""Stores the records of documents as JSON, so that reading a record never runs code, whoever has
written it.
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
"""Time and size of a file."""


class Record(NamedTuple):
    """A document as it was last built, or the reason of its failure."""

    slug: str
    title: str = ""
    fingerprint: str = ""
    """Of the configuration and the released versions that it was made with."""
    digest: str = ""
    """A digest of the reference and of removed objects."""
    stamps: Mapping[str, Stamp | None] = {}
    """Of the files that it was made of, by path; None where nothing shows whether one is the
    same."""
    files: Mapping[str, str] = {}
    """Digests of texts by file name; kept from the last success when `problem` is set."""
    contents: Contents = Contents()
    problem: Problem | None = None
    notes: tuple[Problem, ...] = ()
    """Problems of single files."""
    is_complete: bool = True
    """Whether all contracts could be read; else every build loads it again, since the cause may be
    in any module."""
    trust: Trust = "file"
    console: bool = False
    """Whether readers may send calls."""
    page: str = ""
    """The page whose directive defines the document; empty for one of ``conf.py``."""


FORM: Final = [
    *(*Record._fields, *ObjectEntry._fields, *Problem._fields),
    *(field.name for field in fields(Contents)),
]
"""What is stored with a record: one of a version with other fields is not read."""


def written_record(record: Record) -> bytes:
    """Write a record."""
    contents = record.contents
    value = record._asdict()
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
    """Read a record.

    Raises:
        ValueError: It is of another version.
        KeyError: It is none.
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
    if stamp is None:
        return None
    time, size = stamp
    return time, size


_ROUTES: Final = ObjectEntry._fields.index("routes")


def _entry(values: list[Any]) -> ObjectEntry:
    values[_ROUTES] = tuple(values[_ROUTES])
    return ObjectEntry(*values)
