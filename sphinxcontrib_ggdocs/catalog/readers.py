"""Defines the protocol of readers, which read documents from files, and the files that a spec
names.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from glob import glob, has_magic
from pathlib import Path
from typing import Any, Protocol

from ..audience_rules import Audiences
from ..capabilities import READERS
from ..contracts.audiences import X_AUDIENCE, X_INTERNAL, combined
from ..contracts.contract_errors import Where, displayed_path
from ..contracts.message_model import TypeForm
from ..value_messages import excerpt, is_url, no_such_file
from .imports import optional
from .resolve import ResolvedGroup
from .service_info import ServiceInfo
from .slugs import numbered
from .spec_errors import BadDocument

FILE_FIELDS = tuple(READERS)
"""The fields of a document that list files."""

CONTRACT_DOCUMENT = "contract_document"
"""The one whose files say all that contracts do."""

PATH_FIELDS = (*FILE_FIELDS, "history", "verdicts")
"""The fields whose relative paths lead on from the folder of the configuration."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadDocument:
    """What a reader has made of a file."""

    groups: tuple[ResolvedGroup, ...]
    service: ServiceInfo
    files: tuple[Path, ...]
    """Every file that was read."""
    document: object = None
    """The contract document itself where the file is one: it is shown, and has no `groups`."""


class DocumentReader(Protocol):
    """Reads the contracts that a document describes."""

    def read(self, path: Path) -> ReadDocument:
        """Read a file.

        Raises:
            BadDocument: It is not a document of the format.
        """
        ...


@cache
def _reader(field: str) -> DocumentReader:
    reader: DocumentReader = optional(READERS[field])()
    return reader


def read_documents(fields: Mapping[str, Iterable[str]], where: Where) -> ReadDocument:
    """Read files into one document; the first one says what the service is.

    Args:
        fields: By field, which is the name of the reader, paths and patterns of paths.
        where: The place of the document, for messages.

    Raises:
        BadDocument: A file is not a document, or a pattern fits no file.
    """
    documents: list[ReadDocument] = []
    for field, names in fields.items():
        for name in names:
            documents += map(_reader(field).read, _paths(name, where / field))
    if len(documents) == 1:
        return documents[0]
    groups: list[ResolvedGroup] = []
    files: dict[Path, None] = {}
    types: list[TypeForm] = []
    tags: list[Mapping[str, Any]] = []
    audience: Audiences = ()
    version = ""
    for document in documents:
        groups += document.groups
        files |= dict.fromkeys(document.files)
        types += document.service.types
        tags += document.service.tags
        audience = combined(audience, document.service.audience)
        version = max(version, document.service.openapi_version or "")
    service = replace(
        documents[0].service,
        types=tuple(types),
        tags=tuple(tags),
        openapi_version=version or None,
        audience=audience,
    )
    return ReadDocument(groups=tuple(_unique(_joined(groups))), service=service, files=tuple(files))


def name_audiences(fields: Mapping[str, Iterable[str]]) -> bool:
    """Return whether one of the files may say for whom something in it is; without reading what it
    is.

    Raises:
        BadDocument: A pattern fits no file.
    """
    files = (path for names in fields.values() for name in names for path in _paths(name, Where()))
    return any(_names_audience(path) for path in files)


def _names_audience(path: Path) -> bool:
    try:
        text = path.read_bytes()
    except OSError:  # the reader says more of it
        return False
    # A build looks at every file in every run; parsing large ones takes seconds.
    return any(mark.encode() in text for mark in (X_INTERNAL, X_AUDIENCE))


def _paths(name: str, where: Where) -> Sequence[Path]:
    # `orders[v2].yaml` is the name of a file before it is a pattern.
    if Path(name).is_file():
        return [Path(name)]
    if is_url(name) or not has_magic(name):
        message, hint = no_such_file(name, name if is_url(name) else displayed_path(name))
        raise BadDocument(message, where=where, hint=hint)
    files = sorted(glob(name, recursive=True))  # noqa: PTH207  # absolute patterns, too
    if not files:
        shown = excerpt(displayed_path(name))
        raise BadDocument(f"no file matches {shown}", where=where, hint="check the pattern")
    return list(map(Path, files))


def _joined(groups: Iterable[ResolvedGroup]) -> list[ResolvedGroup]:
    """Return the groups of several documents: those of one name are one, whose description is the
    first; contracts of one name are numbered.
    """
    by_name: dict[str, ResolvedGroup] = {}
    for group in groups:
        known = by_name.get(group.name)
        if known is not None:
            description = known.description or group.description
            contracts = (*known.contracts, *group.contracts)
            by_name[group.name] = replace(known, description=description, contracts=contracts)
        else:
            by_name[group.name] = group
    return [_with_distinct_names(group) for group in by_name.values()]


def _with_distinct_names(group: ResolvedGroup) -> ResolvedGroup:
    names: set[str] = set()
    contracts = []
    for contract in group.contracts:
        name = numbered(contract.name, "_", names)
        names.add(name)
        contracts.append(contract if name == contract.name else replace(contract, name=name))
    return replace(group, contracts=tuple(contracts))


def _unique(groups: Iterable[ResolvedGroup]) -> Iterable[ResolvedGroup]:
    """Yield the groups with slugs of their own."""
    taken: set[str] = set()
    for group in groups:
        slug = numbered(group.slug, "-", taken)
        taken.add(slug)
        yield group if slug == group.slug else replace(group, slug=slug)


def documents_in(values: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return the fields of a document whose relative paths lead on from a folder."""
    return {
        key: _from_folder(value, folder) if key in PATH_FIELDS else value
        for key, value in values.items()
    }


def documents_of(table: Mapping[str, Any], folder: Path, file: Path | None) -> dict[str, Any]:
    """Return the table ``[tool.ggdocs]`` of a project, in which paths of documents lead on from the
    folder of its file, whose verdicts hold.
    """
    docs = table.get("docs")
    if not isinstance(docs, list):
        return _document_of(table, folder, file)
    values = documents_in(table, folder)
    values["docs"] = [
        _document_of(entry, folder, file) if isinstance(entry, dict) else entry for entry in docs
    ]
    return values


def _document_of(entry: Mapping[str, Any], folder: Path, file: Path | None) -> dict[str, Any]:
    judged = {"verdicts": str(file)} if "history" in entry else {}
    return {**judged, **documents_in(entry, folder)}


def _from_folder(names: Any, folder: Path) -> Any:
    if isinstance(names, str):
        if is_url(names):
            return names
        return str(folder / names)
    if isinstance(names, list | tuple):
        return [_from_folder(name, folder) for name in names]
    return names
