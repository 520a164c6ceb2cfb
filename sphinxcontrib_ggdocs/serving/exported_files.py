"""Lists the files of a document in the formats of `OUTPUTS` that describe a part of it."""

import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from pydantic_core import to_json

from ..capabilities import OUTPUTS, WORDS, Kind, Output, imported
from ..catalog import ApiDocSpec
from ..catalog.document_source import read_source
from ..catalog.export import warn_export
from ..contracts.contract_errors import ContractError, Location, NothingToExport
from ..contracts.model import Contract
from ..contracts.model import WebSocketContract as WebSockets
from ..document.builder import SharedDocument, document_of
from ..document.model import ApiDocsDocument
from ..document.parts import HttpContract, WebSocketContract
from ..value_messages import short_list

UNDESCRIBED = "undescribed"
"""The option that keeps WebSockets without messages, unless it is false."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedFile:
    """A file of one document."""

    output: Output
    build: Callable[[], bytes]
    is_certain: bool = False
    """Whether the document has what the file describes."""


def possible_exports(
    spec: ApiDocSpec, without: Container[str] = (), document: Callable[[], object] | None = None
) -> list[ExportedFile]:
    """Return the files that a document may have; nothing is imported or read.

    Args:
        spec: The document.
        without: Outputs that are turned off.
        document: Returns the contract document, which is built already, or once for all.
    """
    built: dict[str, Callable[[], Any]] = {}
    if document is not None:
        built["document"] = document
    files: list[ExportedFile] = []
    for output in OUTPUTS:
        is_wanted = not any(name in without for name in (output.name, *output.takes))
        if is_wanted and output.is_installed and _may_have(spec, output.kind):
            build = cache(partial(_content, output, spec, dict(built)))
            built[output.name] = partial(_parsed, build)
            files.append(ExportedFile(output=output, build=build))
    return files


def _parsed(build: Callable[[], bytes]) -> Any:
    return json.loads(build())


def _may_have(spec: ApiDocSpec, kind: Kind | None) -> bool:
    """Return whether a document may have what a file describes; nothing is imported or read."""
    if kind is None:
        return False
    if kind == "workflow":
        return bool(spec.workflows) and not spec.contract_document
    return spec.is_foreign or any(getattr(group, kind) for group in spec.group_specs)


def finished_exports(
    spec: ApiDocSpec, files: Iterable[ExportedFile], document: Callable[[], object]
) -> Iterator[ExportedFile]:
    """Build the possible files, and yield those that a document has; an error is a warning.

    Args:
        spec: The document.
        files: The possible files.
        document: Returns the contract document, which is built already.
    """
    built: dict[str, Callable[[], Any]] = {"document": document}
    for file in files:
        output = file.output
        parts = {name: built[name]() for name in output.takes if name in built}
        try:
            text = _export_text(output, spec, parts)
        except ContractError as error:
            warn_export(f"{output.title} of document {spec.slug!r}: {error}")
            continue
        if text is not None:
            built[output.name] = partial(json.loads, text)
            yield ExportedFile(output=output, build=text.encode, is_certain=True)


def _export_text(output: Output, spec: ApiDocSpec, options: Mapping[str, Any]) -> str | None:
    """Export a document as indented JSON; None if it has nothing for the format."""
    if not _has(spec, output.kind, options):
        return None
    try:
        exported = imported(output.writer)(spec, **options)
    except NothingToExport:  # all workflows are for other audiences
        return None
    return to_json(exported, indent=2).decode() + "\n"


def export_texts(output: Output, spec: ApiDocSpec, options: Mapping[str, Any]) -> dict[str, str]:
    """Export a document in a format, and in those whose files refer to it, as indented JSON.

    Args:
        output: The format.
        spec: The document.
        options: Of what writes the format.

    Returns:
        The texts by names of files; none if the document has nothing for the format.

    Raises:
        ContractError: A format cannot live with an error in a contract.
    """
    text = _export_text(output, spec, options)
    if text is None:
        return {}
    texts = {output.file: text}
    for other in OUTPUTS:
        if output.name in other.takes and other.is_installed:
            other_text = _export_text(other, spec, {output.name: json.loads(text)})
            if other_text is not None:
                texts[other.file] = other_text
    return texts


def check_exportable(output: Output, spec: ApiDocSpec) -> None:
    """Check that a document has contracts for a format, which may take an import.

    Raises:
        NothingToExport: It has none.
    """
    if output.kind is None or _has(spec, output.kind, {}):
        return
    others = " or ".join(known.title for known in OUTPUTS if known.kind and known is not output)
    raise NothingToExport(
        f"{output.title} describes {WORDS[output.kind]}, but there are none",
        where=Location(owner=f"ApiDocSpec {spec.slug!r}"),
        hint=f"add some, or export {others}, which describes others",
    )


def undescribed_sockets(output: Output, spec: ApiDocSpec, options: Mapping[str, Any]) -> str:
    """Name the WebSockets without messages, and say how to declare these; empty if there are none.

    Args:
        output: The format.
        spec: The document.
        options: Of what writes the format.
    """
    if output.kind != "ws":
        return ""
    paths = [socket.path for socket in _undescribed(spec)]
    if not paths:
        return ""
    result = "lists only as channels" if options.get(UNDESCRIBED, True) else "leaves out"
    return (
        f"nothing declares the messages of {len(paths)} WebSocket(s), which {output.title} "
        f"{result}: {short_list(paths)}; declare them with messages()"
    )


def has_contracts(spec: ApiDocSpec, kind: Kind | None) -> bool:
    """Return whether a document has contracts of a kind."""
    return any(contract.kind == kind for contract in _contracts(spec))


def _content(output: Output, spec: ApiDocSpec, built: Mapping[str, Callable[[], Any]]) -> bytes:
    """Export a document.

    Args:
        output: The format.
        spec: The document.
        built: By the names of options, what returns a part that is built already.
    """
    check_exportable(output, spec)
    parts = {name: built[name]() for name in output.takes if name in built}
    return to_json(imported(output.writer)(spec, **parts))


def _has(spec: ApiDocSpec, kind: Kind | None, options: Mapping[str, Any]) -> bool:
    """Return whether a document has something of a kind that is exported."""
    if kind == "workflow":
        return bool(spec.workflows)
    document = spec.contents.document
    if isinstance(document, ApiDocsDocument):
        is_exported = partial(_is_exported, kind=kind, options=options)
        return any(map(is_exported, _parts(document)))
    undescribed: list[WebSockets | WebSocketContract] = []
    if not options.get(UNDESCRIBED, True):
        undescribed = _undescribed(spec)
    for contract in _contracts(spec):
        if contract.kind == kind and contract not in undescribed:
            return True
    return False


def _parts(document: ApiDocsDocument) -> Iterator[HttpContract | WebSocketContract]:
    for group in document.groups:
        yield from group.contracts


def _is_exported(
    contract: HttpContract | WebSocketContract, kind: Kind | None, options: Mapping[str, Any]
) -> bool:
    if contract.kind != kind:
        return False
    return contract.kind == "http" or bool(contract.methods or options.get(UNDESCRIBED, True))


def _undescribed(spec: ApiDocSpec) -> list[WebSockets | WebSocketContract]:
    """Return the WebSockets without messages."""
    empty: list[WebSockets | WebSocketContract] = []
    for contract in _contracts(spec):
        if isinstance(contract, WebSockets) and not contract.interactions:
            empty.append(contract)
        if isinstance(contract, WebSocketContract) and not contract.methods:
            empty.append(contract)
    return empty


def _contracts(spec: ApiDocSpec) -> Iterator[Contract | HttpContract | WebSocketContract]:
    """Yield the contracts of a document; for an audience those that are left in it."""
    if spec.audiences is None:
        for group in spec.resolved_groups():
            yield from group.contracts
        return
    if spec.shared is None:
        spec = spec.sharing(SharedDocument())  # what writes a format needs it, too
    yield from _parts(document_of(*read_source(spec)))
