"""Reads and writes snapshots: the contract documents of released versions, as files in a folder.

The file of a version is ``FOLDER/SLUG/VERSION.json``. It contains what comparisons need. Source
locations and branding are left out, so that the file does not change when code moves.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, TypeAlias

from ..catalog import SpecError
from ..catalog.readers import read_documents
from ..contracts.contract_errors import Location
from ..document import parts as doc
from ..document.model import ApiDocsDocument
from ..document.users import with_contracts
from ..value_messages import excerpt

SUFFIX: Final = ".json"
_VERSION: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+_-]{0,99}(?<!\.)")
"""A version that can be the name of a file; Windows drops a dot at the end."""
_PART: Final = re.compile(r"\d+|[A-Za-z]+")
"""A number or a word in a version."""

VersionOrder: TypeAlias = tuple[tuple[int, int, str], ...]
"""The sort key of a version, of a ``(rank, number, word)`` for each part."""
_RANK_OF_WORD: Final = 0
_RANK_OF_END: Final = 1
_RANK_OF_NUMBER: Final = 2


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The contract document of a version."""

    version: str
    path: Path

    def read(self) -> ApiDocsDocument:
        """Return the document.

        Raises:
            BadDocument: The file is not a contract document, or of a format that is not known.
        """
        return _read(self.path, self.stamp)

    @property
    def stamp(self) -> tuple[int, int]:
        """The time and the size of the file, which differ when its content changes."""
        stat = self.path.stat()
        return stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=16)
def _read(path: Path, _stamp: tuple[int, int]) -> ApiDocsDocument:
    """Read a snapshot.

    Args:
        path: The file.
        _stamp: Its time and size. They are only part of the key of the cache, so that a file that
            has changed is read again.
    """
    # The option ``contract_document`` lists files in the format of snapshots.
    document = read_documents(
        {"contract_document": [str(path)]}, Location(owner=str(path))
    ).document
    # The reader of that option returns no other class.
    assert isinstance(document, ApiDocsDocument)
    return document


def snapshots_in(folder: Path, slug: str) -> tuple[Snapshot, ...]:
    """Return the snapshots of a document, the oldest version first; none if there is no folder.

    Args:
        folder: The folder of all snapshots.
        slug: The slug of the document.
    """
    files = (folder / slug).glob(f"*{SUFFIX}")
    snapshots = [Snapshot(file.name.removesuffix(SUFFIX), file) for file in files]
    # Other files may be in the folder, too.
    named_after_version = filter(_has_valid_version, snapshots)
    return tuple(sorted(named_after_version, key=_snapshot_order))


def _has_valid_version(snapshot: Snapshot) -> bool:
    """Return whether the name of a file can be a version."""
    return bool(_VERSION.fullmatch(snapshot.version))


def _snapshot_order(snapshot: Snapshot) -> tuple[VersionOrder, str]:
    """Return the sort key of a snapshot; versions that are equal, such as ``1.0`` and ``v1.0``, are
    sorted by their text.
    """
    return version_order(snapshot.version), snapshot.version


def version_order(version: str) -> VersionOrder:
    """Return the sort key of a version: ``3.0rc1`` comes before ``3.0``, and that before ``3.0.1``.

    Numbers are compared by value. At one position, a word comes before the end of a version, and
    that before a number.
    """
    key: list[tuple[int, int, str]] = []
    # Build metadata, after a plus sign, does not count (Semantic Versioning 2.0.0, 10).
    for part in _PART.findall(version.partition("+")[0]):
        if part.isdecimal():
            key.append((_RANK_OF_NUMBER, int(part), ""))
        elif key or part.lower() != "v":  # At the beginning, ``v3`` is equal to ``3``.
            key.append((_RANK_OF_WORD, 0, part.lower()))
    return (*key, (_RANK_OF_END, 0, ""))


def version_after(snapshots: Sequence[Snapshot], document: ApiDocsDocument) -> str | None:
    """Return the version that will have the changes since the last snapshot: that of the document,
    or None if it is not later than the last snapshot.

    Args:
        snapshots: At least one snapshot, the oldest first.
        document: The document of what is not released yet.
    """
    version = document.service.version
    if version is None or version_order(version) <= version_order(snapshots[-1].version):
        return None
    return version


def snapshot_path(folder: Path, slug: str, version: str | None) -> Path:
    """Return the path of the snapshot of a version.

    Args:
        folder: The folder of all snapshots.
        slug: The slug of the document.
        version: The version of the service.

    Raises:
        SpecError: There is no version, or none that can be the name of a file.
    """
    if version is None or not _VERSION.fullmatch(version):
        invalid_name = "no version"
        if version is not None:
            invalid_name = f"the version {excerpt(version)}"
        raise SpecError(
            f"a snapshot cannot be named after {invalid_name}",
            where=Location(owner=f"document {slug!r}"),
            hint="give the document one of letters, digits, dots and hyphens, such as '3.1.0'",
        )
    return folder / slug / f"{version}{SUFFIX}"


def snapshot_of(document: ApiDocsDocument, version: str | None = None) -> bytes:
    """Return the content of a snapshot, which is always the same for the same contracts.

    Args:
        document: The contract document.
        version: The version to write, instead of the one of the service.
    """
    service = document.service
    if version is not None:
        service = replace(service, version=version)
    replaced: dict[str, object] = {
        "service": service,
        "groups": with_contracts(document.groups, _contract_of_snapshot),
        # Clients do not depend on the branding; the others are computed from earlier snapshots.
        "branding": None,
        "released": None,
        "changes": None,
        "removed": None,
    }
    # git and editors report files whose last line has no end.
    return document.model_copy(update=replaced).to_json() + b"\n"


def _contract_of_snapshot(_group: doc.Group, contract: Any) -> Any:
    """Return a contract, of HTTP or WebSocket, without source locations and histories."""
    methods = (replace(method, source=None, history=None) for method in contract.methods)
    return replace(contract, source=None, methods=tuple(methods))
