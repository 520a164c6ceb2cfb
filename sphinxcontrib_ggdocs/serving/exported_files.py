"""The files of a document in the formats that other tools read: OpenAPI, AsyncAPI and Arazzo."""

import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal, TypeAlias

from pydantic_core import to_json

from ..catalog import ApiDocSpec
from ..catalog.export import warn_export
from ..contracts.contract_errors import ContractError, NothingToExport, Where
from ..contracts.model import Contract
from ..contracts.model import WebSocketContract as WebSockets
from ..document.model import ApiDocsDocument
from ..document.parts import HttpContract, WebSocketContract
from ..value_messages import short_list

UNDESCRIBED = "undescribed"
"""The option that keeps WebSockets without messages."""


Kind: TypeAlias = Literal["http", "ws", "workflow"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportFormat:
    """A format that other tools read."""

    name: str
    """The name of its files without suffix, and of the part of a site."""
    package: str
    title: str
    words: str
    """What it describes, for readers."""
    kind: Kind
    """What it describes; a document without has no such file."""


FORMATS = {
    "openapi": ExportFormat(
        name="openapi", package="openapi", title="OpenAPI", words="HTTP contracts", kind="http"
    ),
    "asyncapi": ExportFormat(
        name="asyncapi",
        package="asyncapi",
        title="AsyncAPI",
        words="WebSocket contracts",
        kind="ws",
    ),
    "arazzo": ExportFormat(
        name="arazzo", package="workflows", title="Arazzo", words="workflows", kind="workflow"
    ),
}
NEXT_TO = {"arazzo": "openapi"}
"""Formats whose files refer to another one, and are left out with it."""

_PACKAGE = __name__.partition(".")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedFile:
    """A file of one document."""

    title: str
    name: str
    build: Callable[[], bytes]
    kind: Kind | None = None
    """What the document must have for the file; None if it has that."""


def exporter(name: str) -> Callable[..., dict[str, Any]]:
    """Import the exporter of a format, such as `to_openapi`, which is in a layer above."""
    export: Callable[..., dict[str, Any]]
    module = import_module(f"{_PACKAGE}.{FORMATS[name].package}")
    export = getattr(module, f"to_{name}")
    return export


def possible_exports(
    spec: ApiDocSpec, without: Container[str] = (), document: Callable[[], object] | None = None
) -> list[ExportedFile]:
    """Return the files that a document may have; nothing is imported or read.

    Args:
        spec: The document.
        without: Formats that are turned off.
        document: Returns the contract document, which is built already, or once for all.
    """
    openapi = cache(partial(_content, "openapi", spec))
    built: dict[str, Callable[[], Any]] = {"openapi": lambda: json.loads(openapi())}
    if document is not None:
        built["document"] = document
    builders: dict[str, Callable[[], bytes]] = {
        "openapi": openapi,
        "asyncapi": partial(_content, "asyncapi", spec),
        "arazzo": partial(_content, "arazzo", spec, built),
    }
    files: list[ExportedFile] = []
    for name, form in FORMATS.items():
        is_wanted = name not in without and NEXT_TO.get(name) not in without
        if is_wanted and _may_have(spec, form) and find_spec(f"{_PACKAGE}.{form.package}"):
            files.append(
                ExportedFile(
                    title=form.title, name=f"{name}.json", kind=form.kind, build=builders[name]
                )
            )
    return files


def _may_have(spec: ApiDocSpec, form: ExportFormat) -> bool:
    """Return whether a document may have what a format describes; nothing is imported or read."""
    if form.kind == "workflow":
        return bool(spec.workflows) and not spec.contract_document
    is_read = spec.app is not None or bool(spec.openapi or spec.asyncapi)
    return is_read or any(getattr(group, form.kind) for group in spec.group_specs)


def finished_exports(
    spec: ApiDocSpec, files: Iterable[ExportedFile], document: Callable[[], object]
) -> Iterator[ExportedFile]:
    """Build the possible files, and yield those that a document has; an error is a warning.

    Args:
        spec: The document.
        files: The possible files.
        document: Returns the contract document, which is built already.
    """
    built: dict[str, Any] = {}
    for file in files:
        name = file.name.removesuffix(".json")
        given: dict[str, Any] = {}
        if file.kind == "workflow":
            given = {**built, "document": document()}
        try:
            text = export_text(name, spec, given)
        except ContractError as error:
            warn_export(f"{file.title} of document {spec.slug!r}: {error}")
            continue
        if text is not None:
            if name == "openapi":
                built["openapi"] = json.loads(text)
            yield replace(file, kind=None, build=text.encode)


def export_text(name: str, spec: ApiDocSpec, options: Mapping[str, Any]) -> str | None:
    """Export a document as indented JSON; None if it has no contracts for the format.

    Args:
        name: The format.
        spec: The document.
        options: Of the exporter.

    Raises:
        ContractError: The format cannot live with an error in a contract.
    """
    if not _has(spec, FORMATS[name].kind, options):
        return None
    try:
        exported = exporter(name)(spec, **options)
    except NothingToExport:  # all workflows are for other audiences
        return None
    return to_json(exported, indent=2).decode() + "\n"


def export_texts(name: str, spec: ApiDocSpec, options: Mapping[str, Any]) -> dict[str, str]:
    """Export a document in a format, and in those whose files refer to it; by names of files."""
    texts: dict[str, str] = {}
    formats = [name, *(other for other, first in NEXT_TO.items() if first == name)]
    for form in formats:
        given = options
        if form != name:  # made of the first, which is built
            given = {name: json.loads(texts[f"{name}.json"])}
        text = export_text(form, spec, given)
        if text is None:
            break
        texts[f"{form}.json"] = text
    return texts


def check_exportable(name: str, spec: ApiDocSpec) -> None:
    """Check that a document has contracts for a format, which may take an import.

    Raises:
        NothingToExport: It has none.
    """
    form = FORMATS[name]
    if _has(spec, form.kind, {}):
        return
    others = " or ".join(known.title for known in FORMATS.values() if known is not form)
    hint = left_out_sockets(spec, {}) if form.kind == "ws" else ""
    raise NothingToExport(
        f"{form.title} describes {form.words}, and there are none",
        where=Where(owner=f"ApiDocSpec {spec.slug!r}"),
        hint=hint or f"add some, or export {others}, which describes others",
    )


def left_out_sockets(spec: ApiDocSpec, options: Mapping[str, Any]) -> str:
    """Name the WebSockets that AsyncAPI leaves out, and say how to declare their messages; empty if
    there are none.
    """
    paths = [socket.path for socket in _left_out(spec, options)]
    if not paths:
        return ""
    return (
        f"nothing declares the messages of {len(paths)} WebSocket(s), which AsyncAPI leaves out: "
        f"{short_list(paths)}; declare them with messages()"
    )


def has_contracts(spec: ApiDocSpec, kind: Literal["http", "ws"]) -> bool:
    """Return whether a document has contracts of a kind."""
    return any(contract.kind == kind for contract in _contracts(spec))


def _content(
    name: str, spec: ApiDocSpec, built: Mapping[str, Callable[[], Any]] | None = None
) -> bytes:
    """Export a document.

    Args:
        name: The format.
        spec: The document.
        built: By the names of options, what returns a part that is built already.
    """
    check_exportable(name, spec)
    parts = {option: part() for option, part in (built or {}).items()}
    return to_json(exporter(name)(spec, **parts))


def _has(spec: ApiDocSpec, kind: Kind, options: Mapping[str, Any]) -> bool:
    """Return whether a document has something of a kind that is exported."""
    if kind == "workflow":
        return bool(spec.workflows)
    read = spec.read_document()
    if read is not None and isinstance(read.document, ApiDocsDocument):
        return any(_is_exported(contract, kind, options) for contract in _parts(read.document))
    left_out = _left_out(spec, options)
    return any(item.kind == kind and item not in left_out for item in _contracts(spec))


def _parts(document: ApiDocsDocument) -> Iterator[HttpContract | WebSocketContract]:
    for group in document.groups:
        yield from group.contracts


def _is_exported(
    contract: HttpContract | WebSocketContract, kind: Kind, options: Mapping[str, Any]
) -> bool:
    if contract.kind != kind:
        return False
    return contract.kind == "http" or bool(contract.methods or options.get(UNDESCRIBED))


def _left_out(spec: ApiDocSpec, options: Mapping[str, Any]) -> list[WebSockets]:
    """Return the WebSockets without messages, unless an option keeps them."""
    sockets = (contract for contract in _contracts(spec) if isinstance(contract, WebSockets))
    return [socket for socket in sockets if not (socket.interactions or options.get(UNDESCRIBED))]


def _contracts(spec: ApiDocSpec) -> Iterator[Contract]:
    return (contract for group in spec.resolved_groups() for contract in group.contracts)
