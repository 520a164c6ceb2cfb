"""Finds the readers of the files that a spec names, and reads several as one document."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from glob import glob, has_magic
from pathlib import Path
from typing import Any

from ..audience_rules import Audiences
from ..capabilities import READERS
from ..contracts.audiences import X_AUDIENCE, X_INTERNAL, combined
from ..contracts.contract_errors import Location, displayed_path
from ..contracts.message_model import TypeForm
from ..value_messages import excerpt, is_url, no_such_file
from .contents import Adapter, Contents, ResolvedGroup, ServiceInfo
from .imports import optional
from .slugs import numbered
from .spec_errors import BadDocument

FILE_FIELDS = tuple(READERS)
"""The fields of a document that list files."""

CONTRACT_DOCUMENT = "contract_document"
"""The one whose files say all that contracts do."""

PATH_FIELDS = (*FILE_FIELDS, "history", "verdicts")
"""The fields whose relative paths lead on from the folder of the configuration."""


@cache
def _reader(field: str) -> Adapter:
    reader: Adapter = optional(READERS[field])()
    return reader


def read_documents(fields: Mapping[str, Iterable[str]], where: Location) -> Contents:
    """Read files as the contents of one document; the first one says what the service is.

    Args:
        fields: By field, which is the name of the reader, paths and patterns of paths.
        where: The place of the document, for messages.

    Raises:
        BadDocument: A file is not a document, or a pattern fits no file.
    """
    documents: list[Contents] = []
    for field, names in fields.items():
        for name in names:
            documents += map(_reader(field).read, _paths(name, where / field))
    if len(documents) == 1:
        return documents[0]
    groups: list[ResolvedGroup] = []
    files: dict[Path, None] = {}
    for document in documents:
        groups += document.groups
        files |= dict.fromkeys(document.files)
    service = _one_service([document.service for document in documents])
    return Contents(_unique(_joined(groups)), service=service, files=files)


def _one_service(services: Sequence[ServiceInfo]) -> ServiceInfo:
    """Return what the first of several files says of the service, with the tags and types of all,
    and for whom all of them are.
    """
    types: list[TypeForm] = []
    tags: list[Mapping[str, Any]] = []
    audience: Audiences = ()
    version = ""
    for service in services:
        types += service.types
        tags += service.tags
        audience = combined(audience, service.audience)
        version = max(version, service.openapi_version or "")
    return replace(
        services[0],
        types=tuple(types),
        tags=tuple(tags),
        openapi_version=version or None,
        audience=audience,
    )


def name_audiences(fields: Mapping[str, Iterable[str]]) -> bool:
    """Return whether one of the files may say for whom something in it is; without reading what it
    is.

    Raises:
        BadDocument: A pattern fits no file.
    """
    files = (
        path for names in fields.values() for name in names for path in _paths(name, Location())
    )
    return any(_names_audience(path) for path in files)


def _names_audience(path: Path) -> bool:
    try:
        text = path.read_bytes()
    except OSError:  # the reader says more of it
        return False
    # A build looks at every file in every run; parsing large ones takes seconds.
    return any(mark.encode() in text for mark in (X_INTERNAL, X_AUDIENCE))


def _paths(name: str, where: Location) -> Sequence[Path]:
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
