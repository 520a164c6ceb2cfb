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
# Windows drops a dot at the end of a name.
_VERSION: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+_-]{0,99}(?<!\.)")
_PART: Final = re.compile(r"\d+|[A-Za-z]+")

VersionOrder: TypeAlias = tuple[tuple[int, int, str], ...]


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
        """Differs when the file does."""
        stat = self.path.stat()
        return stat.st_mtime_ns, stat.st_size


@lru_cache(maxsize=16)
def _read(path: Path, _stamp: tuple[int, int]) -> ApiDocsDocument:
    # Kept by the time and size of the file as well, so that a changed one is read again.
    document = read_documents(
        {"contract_document": [str(path)]}, Location(owner=str(path))
    ).document
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
    kept = [snapshot for snapshot in snapshots if _VERSION.fullmatch(snapshot.version)]
    return tuple(
        sorted(kept, key=lambda snapshot: (version_order(snapshot.version), snapshot.version))
    )


def version_order(version: str) -> VersionOrder:
    """What versions are sorted by: numbers by value, and what has letters, such as ``3.0rc1``,
    before what ends there or goes on with a number.
    """
    parts: list[tuple[int, int, str]] = []
    # What is after a plus sign says nothing of the order (Semantic Versioning 2.0.0, 10).
    for part in _PART.findall(version.partition("+")[0]):
        is_number = part.isdecimal()
        # ``v3`` is ``3``.
        if is_number or parts or part.lower() != "v":
            parts.append((2, int(part), "") if is_number else (0, 0, part.lower()))
    return (*parts, (1, 0, ""))


def version_after(snapshots: Sequence[Snapshot], document: ApiDocsDocument) -> str | None:
    """Return the version that changes since the last snapshot belong to: that of the document, or
    None if it is not later than the last one.
    """
    version = document.service.version
    if version is None or version_order(version) <= version_order(snapshots[-1].version):
        return None
    return version


def snapshot_path(folder: Path, slug: str, version: str | None) -> Path:
    """Return the file of a version.

    Args:
        folder: The folder of all snapshots.
        slug: The slug of the document.
        version: The version of the service.

    Raises:
        SpecError: There is no version, or none that can be the name of a file.
    """
    if version is None or not _VERSION.fullmatch(version):
        what = "no version" if version is None else f"the version {excerpt(version)}"
        raise SpecError(
            f"a snapshot cannot be named after {what}",
            where=Location(owner=f"document {slug!r}"),
            hint="give the document one of letters, digits, dots and hyphens, such as '3.1.0'",
        )
    return folder / slug / f"{version}{SUFFIX}"


def snapshot_of(document: ApiDocsDocument, version: str | None = None) -> bytes:
    """Return the content of a snapshot, the same for the same contracts.

    Args:
        document: The contract document.
        version: The version to write, instead of the one of the service.
    """
    service = document.service
    kept: dict[str, object] = {
        "service": service if version is None else replace(service, version=version),
        "groups": with_contracts(document.groups, _contract),
        # Not what clients meet, or computed again from the snapshots before.
        "branding": None,
        "released": None,
        "changes": None,
        "removed": None,
    }
    # git and editors report texts that do not end with a line.
    return document.model_copy(update=kept).to_json() + b"\n"


def _contract(_group: doc.Group, contract: Any) -> Any:
    """Return a contract without what snapshots do not hold."""
    methods = (replace(method, source=None, history=None) for method in contract.methods)
    return replace(contract, source=None, methods=tuple(methods))
