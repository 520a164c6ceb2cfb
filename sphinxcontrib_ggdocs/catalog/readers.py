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
from .imports import import_optional
from .slugs import numbered
from .spec_errors import BadDocument

FILE_FIELDS = tuple(READERS)
"""The fields of a document that list files."""

CONTRACT_DOCUMENT = "contract_document"
"""The field for files that are complete contract documents."""

PATH_FIELDS = (*FILE_FIELDS, "history", "verdicts")
"""The fields with paths, which are relative to the folder of the configuration."""


@cache
def _reader(field: str) -> Adapter:
    """Return the reader of a field's files, imported at the first call."""
    reader: Adapter = import_optional(READERS[field])()
    return reader


def read_documents(fields: Mapping[str, Iterable[str]], where: Location) -> Contents:
    """Read files as the contents of one document; facts about the service are those of the first
    file.

    Args:
        fields: Paths and patterns of paths, by the field that lists them, which selects the reader.
        where: The place of the document, for messages.

    Raises:
        BadDocument: A file is not a document, or a pattern matches no file.
    """
    documents: list[Contents] = []
    for field, names in fields.items():
        for name in names:
            documents += map(_reader(field).read, _matching_files(name, where / field))
    if len(documents) == 1:
        # It may be a contract document, which has no groups, and is never read with others.
        return documents[0]
    groups: list[ResolvedGroup] = []
    files: dict[Path, None] = {}  # a set that keeps the order
    for document in documents:
        groups += document.groups
        files |= dict.fromkeys(document.files)
    service = _one_service([document.service for document in documents])
    return Contents(_with_distinct_slugs(_merged(groups)), service=service, files=files)


def _one_service(services: Sequence[ServiceInfo]) -> ServiceInfo:
    """Return what the first of several files says about the service, with the tags and types of all
    files, the newest version of OpenAPI, and the audiences that may see all of them.
    """
    types: list[TypeForm] = []
    tags: list[Mapping[str, Any]] = []
    audience: Audiences = ()
    version = ""
    for service in services:
        types += service.types
        tags += service.tags
        audience = combined(audience, service.audience)
        # Texts such as ``3.0.3`` have the order of the versions: each number is a single digit.
        version = max(version, service.openapi_version or "")
    return replace(
        services[0],
        types=tuple(types),
        tags=tuple(tags),
        openapi_version=version or None,
        audience=audience,
    )


def may_name_audiences(fields: Mapping[str, Iterable[str]]) -> bool:
    """Return whether a file may restrict parts to audiences. The files are searched for the names
    of the extensions, and not parsed.

    Args:
        fields: Paths and patterns of paths, by field.

    Raises:
        BadDocument: A pattern matches no file.
    """
    for names in fields.values():
        for name in names:
            if any(map(_names_audience, _matching_files(name, Location()))):
                return True
    return False


def _names_audience(path: Path) -> bool:
    """Return whether the text of a file has the name of an extension for audiences."""
    try:
        text = path.read_bytes()
    except OSError:  # the reader of the file reports it
        return False
    # A build looks at every file in every run; parsing large ones takes seconds.
    return any(extension.encode() in text for extension in (X_INTERNAL, X_AUDIENCE))


def _matching_files(name: str, where: Location) -> Sequence[Path]:
    """Return the files that a path or a pattern of paths leads to.

    Raises:
        BadDocument: There is no such file, or no file matches the pattern.
    """
    # `orders[v2].yaml` may be a file, although it is also a pattern.
    if Path(name).is_file():
        return [Path(name)]
    if is_url(name) or not has_magic(name):  # the query of a URL looks like a pattern
        shown_name = name if is_url(name) else displayed_path(name)
        message, hint = no_such_file(name, shown_name)
        raise BadDocument(message, where=where, hint=hint)
    files = sorted(glob(name, recursive=True))  # noqa: PTH207  # absolute patterns, too
    if not files:
        shown_pattern = excerpt(displayed_path(name))
        raise BadDocument(f"no file matches {shown_pattern}", where=where, hint="check the pattern")
    return list(map(Path, files))


def _merged(groups: Iterable[ResolvedGroup]) -> list[ResolvedGroup]:
    """Return the groups of several files, with groups of the same name merged into one. It is the
    first of them, with the contracts of all, and the first description that is not empty. Contracts
    of the same name in it get a number.
    """
    by_name: dict[str, ResolvedGroup] = {}
    for group in groups:
        earlier = by_name.get(group.name)
        if earlier is None:
            by_name[group.name] = group
        else:
            by_name[group.name] = replace(
                earlier,
                description=earlier.description or group.description,
                contracts=(*earlier.contracts, *group.contracts),
            )
    return [_with_distinct_names(group) for group in by_name.values()]


def _with_distinct_names(group: ResolvedGroup) -> ResolvedGroup:
    """Return a group whose contracts have different names; repeated ones get a number."""
    names: set[str] = set()
    contracts = []
    for contract in group.contracts:
        name = numbered(contract.name, "_", names)
        names.add(name)
        if name != contract.name:
            contract = replace(contract, name=name)
        contracts.append(contract)
    return replace(group, contracts=tuple(contracts))


def _with_distinct_slugs(groups: Iterable[ResolvedGroup]) -> Iterable[ResolvedGroup]:
    """Yield the groups with different slugs; repeated ones get a number."""
    taken: set[str] = set()
    for group in groups:
        slug = numbered(group.slug, "-", taken)
        taken.add(slug)
        if slug != group.slug:
            group = replace(group, slug=slug)
        yield group


def with_paths_in_folder(values: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return the fields of a document, with a folder put in front of the relative paths in them."""
    resolved: dict[str, Any] = {}
    for key, value in values.items():
        if key in PATH_FIELDS:
            resolved[key] = _paths_in_folder(value, folder)
        else:
            resolved[key] = value
    return resolved


def with_paths_of_project(
    table: Mapping[str, Any], folder: Path, file: Path | None
) -> dict[str, Any]:
    """Return the table ``[tool.ggdocs]`` of a project, with the folder of the project put in front
    of the relative paths in its documents.

    Args:
        table: The table, not validated yet: the fields of one document, or ``docs``.
        folder: The folder of the project's file, as seen from where the paths are used.
        file: The project's file. It has the verdicts on the changes in documents with a history;
            None without a file.
    """
    docs = table.get("docs")
    if not isinstance(docs, list):
        return _document_of(table, folder, file)
    values = with_paths_in_folder(table, folder)
    # An entry of another type stays; the validation refuses it.
    values["docs"] = [
        _document_of(entry, folder, file) if isinstance(entry, dict) else entry for entry in docs
    ]
    return values


def _document_of(entry: Mapping[str, Any], folder: Path, file: Path | None) -> dict[str, Any]:
    """Return the fields of one document in a project's file, with ``verdicts`` if it has a history.

    Args:
        entry: The fields as the file has them, not validated yet.
        folder: The folder of the project's file, as seen from where the paths are used. It is put
            in front of the relative paths in the fields.
        file: The project's file, whose verdicts on changes hold for a document with a history; None
            without a file.
    """
    fields = with_paths_in_folder(entry, folder)
    if "history" not in entry:
        return fields
    # An entry comes from a file, so there is one.
    return {"verdicts": str(file), **fields}


def _paths_in_folder(names: Any, folder: Path) -> Any:
    """Return a path, or each path of a list, with a folder in front of it. Absolute paths, URLs and
    values of other types, which are validated later, are returned unchanged.
    """
    if isinstance(names, str):
        if is_url(names):
            return names
        return str(folder / names)  # an absolute path replaces the folder
    if isinstance(names, list | tuple):
        return [_paths_in_folder(name, folder) for name in names]
    return names
