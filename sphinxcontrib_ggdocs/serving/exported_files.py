"""Lists the files of a document that are made of its contracts, in the formats of `OUTPUTS`.

A spec (`ApiDocSpec`) says what a document is made of. An output is one format, such as OpenAPI. It
describes contracts of one kind (``http`` or ``ws``) or workflows, and may be written from other
files: `Output.takes` has the names of their outputs, and ``document``, the contract document.
"""

import json
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from pydantic_core import to_json

from ..capabilities import OUTPUTS, WORDS, Kind, Output, import_part
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
    """Its format."""
    build: Callable[[], bytes]
    """Returns its content."""
    is_certain: bool = False
    """Whether it is known that the document has what the file describes."""


def possible_exports(
    spec: ApiDocSpec, without: Container[str] = (), document: Callable[[], object] | None = None
) -> list[ExportedFile]:
    """Return the files that a document may have; nothing is imported or read.

    Args:
        spec: The document.
        without: The names of outputs that are turned off.
        document: Returns the contract document; None if the caller does not have it.
    """
    # Some formats are written from other files, by the names of their outputs.
    built: dict[str, Callable[[], Any]] = {}
    if document is not None:
        built["document"] = document
    files: list[ExportedFile] = []
    for output in _outputs_of_contracts():
        # A file that is written from another one is turned off with it.
        is_wanted = not any(name in without for name in (output.name, *output.takes))
        if is_wanted and output.is_installed and _may_have(spec, output.kind):
            # A copy, because `built` grows; cached, since later files may be written from this one.
            build = cache(partial(_exported_bytes, output, spec, dict(built)))
            built[output.name] = partial(_parsed_json, build)
            files.append(ExportedFile(output=output, build=build))
    return files


def _outputs_of_contracts() -> Iterator[Output]:
    """Yield the outputs that are made of contracts."""
    return (output for output in OUTPUTS if output.made_of == "contracts")


def _parsed_json(build: Callable[[], bytes]) -> Any:
    """Return the JSON data of a file that a function builds."""
    return json.loads(build())


def _may_have(spec: ApiDocSpec, kind: Kind | None) -> bool:
    """Return whether a document may have what a file describes; nothing is imported or read.

    Args:
        spec: The document.
        kind: What the file describes; None if it describes no contracts.
    """
    if kind is None:  # Of no output that is made of contracts.
        return False
    if kind == "workflow":
        # Workflows name methods of Python classes, which a document that is read from a contract
        # document does not have.
        return bool(spec.workflows) and not spec.contract_document
    # What other applications and files have is only known once they are read.
    return spec.is_foreign or any(getattr(group, kind) for group in spec.group_specs)


def finished_exports(
    spec: ApiDocSpec, files: Iterable[ExportedFile], document: Callable[[], object]
) -> Iterator[ExportedFile]:
    """Build the possible files, and yield those that the document has; an error in a file becomes a
    warning.

    Args:
        spec: The document.
        files: The possible files.
        document: Returns the contract document, which is built already.
    """
    # Returns what other files are written from, by name. The order of `files` is that of `OUTPUTS`,
    # so that a file comes after those that it is written from.
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
    """Return the file of a document in a format, as indented JSON; None if it has nothing for the
    format.

    Args:
        output: The format.
        spec: The document.
        options: The options of the function that writes the format.
    """
    if not _has_exportable(spec, output.kind, options):
        return None
    try:
        # `writer` is the name of the function that writes the format, in a module that is imported
        # only now.
        exported = import_part(output.writer)(spec, **options)
    except NothingToExport:  # All workflows are hidden from the audience.
        return None
    return to_json(exported, indent=2).decode() + "\n"


def export_texts(output: Output, spec: ApiDocSpec, options: Mapping[str, Any]) -> dict[str, str]:
    """Export a document in a format, and in those whose files refer to it, as indented JSON.

    Args:
        output: The format.
        spec: The document.
        options: The options of the function that writes the format.

    Returns:
        The texts by names of files; none if the document has nothing for the format.

    Raises:
        ContractError: A format cannot be written because of an error in a contract.
    """
    text = _export_text(output, spec, options)
    if text is None:
        return {}
    texts = {output.file: text}
    for other in _outputs_of_contracts():
        if output.name in other.takes and other.is_installed:
            other_text = _export_text(other, spec, {output.name: json.loads(text)})
            if other_text is not None:
                texts[other.file] = other_text
    return texts


def check_exportable(output: Output, spec: ApiDocSpec) -> None:
    """Check that a document has contracts for a format; modules with contracts may be imported.

    Raises:
        NothingToExport: It has none.
    """
    # Only a format that describes contracts or workflows needs some.
    if output.kind is None or _has_exportable(spec, output.kind, {}):
        return
    other_titles = [other.title for other in _outputs_of_contracts() if other is not output]
    raise NothingToExport(
        f"{output.title} describes {WORDS[output.kind]}, but there are none",
        where=Location(owner=f"ApiDocSpec {spec.slug!r}"),
        hint=f"add some, or export {' or '.join(other_titles)}, which describes others",
    )


def undescribed_sockets(output: Output, spec: ApiDocSpec, options: Mapping[str, Any]) -> str:
    """Return a message about WebSockets without messages: their paths, what the file does with
    them, and how to declare the messages; empty if there are none.

    Args:
        output: The format.
        spec: The document.
        options: The options of the function that writes the format.
    """
    if output.kind != "ws":
        return ""
    paths = [socket.path for socket in _sockets_without_messages(spec)]
    if not paths:
        return ""
    result = "leaves out"
    if options.get(UNDESCRIBED, True):
        result = "lists only as channels"
    return (
        f"nothing declares the messages of {len(paths)} WebSocket(s), which {output.title} "
        f"{result}: {short_list(paths)}; declare them with messages()"
    )


def has_contracts(spec: ApiDocSpec, kind: Kind | None) -> bool:
    """Return whether a document has contracts of a kind; false for None."""
    return any(contract.kind == kind for contract in _contracts(spec))


def _exported_bytes(
    output: Output, spec: ApiDocSpec, built: Mapping[str, Callable[[], Any]]
) -> bytes:
    """Return the content of a document's file in a format.

    Args:
        output: The format.
        spec: The document.
        built: Functions that return the files from which formats are written, by their names.
    """
    check_exportable(output, spec)
    parts = {name: built[name]() for name in output.takes if name in built}
    return to_json(import_part(output.writer)(spec, **parts))


def _has_exportable(spec: ApiDocSpec, kind: Kind | None, options: Mapping[str, Any]) -> bool:
    """Return whether a document has workflows, or contracts of a kind, that a file describes.

    Args:
        spec: The document.
        kind: What the file describes; None, for a file that describes neither contracts nor
            workflows, gives False.
        options: The options of the function that writes the file.
    """
    if kind == "workflow":
        return bool(spec.workflows)
    # If it is read from a contract document, its contracts are parts of that, and not in groups.
    document = spec.contents.document
    if isinstance(document, ApiDocsDocument):
        is_exported = partial(_is_exported, kind=kind, options=options)
        return any(map(is_exported, _contracts_of_document(document)))
    # WebSockets without messages, if the option leaves them out.
    undescribed: list[WebSockets | WebSocketContract] = []
    if not options.get(UNDESCRIBED, True):
        undescribed = _sockets_without_messages(spec)
    for contract in _contracts(spec):
        if contract.kind == kind and contract not in undescribed:
            return True
    return False


def _contracts_of_document(document: ApiDocsDocument) -> Iterator[HttpContract | WebSocketContract]:
    """Yield the contracts of a contract document."""
    for group in document.groups:
        yield from group.contracts


def _is_exported(
    contract: HttpContract | WebSocketContract, kind: Kind | None, options: Mapping[str, Any]
) -> bool:
    """Return whether a file about contracts of a kind describes this one; WebSockets without
    messages may be turned off by an option.

    Args:
        contract: The contract, as a contract document has it.
        kind: What the file describes.
        options: The options of the function that writes the file.
    """
    if contract.kind != kind:
        return False
    if contract.kind == "http":
        return True
    # By default, WebSockets without messages are described, too.
    return bool(contract.methods or options.get(UNDESCRIBED, True))


def _sockets_without_messages(spec: ApiDocSpec) -> list[WebSockets | WebSocketContract]:
    """Return the WebSockets without messages."""
    empty: list[WebSockets | WebSocketContract] = []
    for contract in _contracts(spec):
        # A contract of Python code, or one of a contract document.
        if isinstance(contract, WebSockets) and not contract.interactions:
            empty.append(contract)
        if isinstance(contract, WebSocketContract) and not contract.methods:
            empty.append(contract)
    return empty


def _contracts(spec: ApiDocSpec) -> Iterator[Contract | HttpContract | WebSocketContract]:
    """Yield the contracts of a document; for an audience only those that it may see."""
    if spec.audiences is None:
        for group in spec.resolved_groups():
            yield from group.contracts
        return
    if spec.shared is None:
        # So that the document is built once, also for the function that writes the format: the
        # original spec shares it, too.
        spec = spec.sharing(SharedDocument())
    yield from _contracts_of_document(document_of(*read_source(spec)))
