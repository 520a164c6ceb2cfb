"""The files of a document in a format that other tools read: JSON, and YAML when an option asks."""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal

from pydantic_core import to_json

from ..catalog import ApiDocSpec
from ..catalog.document_source import options_of
from ..catalog.export import warn_export
from ..contracts.contract_errors import ContractError, NothingToExport, Where
from ..contracts.model import Contract, WebSocketContract

UNDESCRIBED = "undescribed"
"""The option that keeps WebSockets without messages."""
YAML = "yaml"
"""The option that asks for the same as YAML."""
MANY = 5
"""As many paths are named in a message."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportFormat:
    """A format that other tools read."""

    name: str
    """Of its package, of its files without suffix, and of the part of a site that these are."""
    title: str
    """As its makers write it."""
    kind: Literal["http", "ws"]
    """Of the contracts that it describes; a document without them has no such file."""


_WORDS = {"http": "HTTP", "ws": "WebSocket"}

FORMATS = (
    ExportFormat(name="openapi", title="OpenAPI", kind="http"),
    ExportFormat(name="asyncapi", title="AsyncAPI", kind="ws"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportedFile:
    """A file of one document."""

    title: str
    name: str
    build: Callable[[], bytes]
    kind: Literal["http", "ws"] | None = None
    """Of the contracts that the document must have for the file; None where it has them."""


def exporter(name: str) -> Callable[..., dict[str, Any]]:
    """The exporter of a format, such as `to_openapi`.

    By name, for the surfaces are above, and each may be installed without the others.
    """
    export: Callable[..., dict[str, Any]] = getattr(
        import_module(f"{_PACKAGE}.{name}"), f"to_{name}"
    )
    return export


_PACKAGE = __name__.partition(".")[0]


def possible_exports(spec: ApiDocSpec, without: Container[str] = ()) -> list[ExportedFile]:
    """The files that a document may have, by its fields: nothing is imported or read.

    Args:
        spec: The document.
        without: Formats that are turned off.
    """
    is_read = spec.app is not None or bool(spec.file_fields)
    return [
        ExportedFile(
            title=form.title,
            name=f"{form.name}.json",
            kind=form.kind,
            build=partial(_content, form, spec),
        )
        for form in FORMATS
        if form.name not in without and (is_read or _lists(spec, form)) and _is_installed(form)
    ]


def _lists(spec: ApiDocSpec, form: ExportFormat) -> bool:
    """Whether a document lists contracts of the kind of a format."""
    return any(getattr(group, form.kind) for group in spec.group_specs)


def _is_installed(form: ExportFormat) -> bool:
    return find_spec(f"{_PACKAGE}.{form.name}") is not None


def _content(form: ExportFormat, spec: ApiDocSpec) -> bytes:
    check_exportable(form.name, spec)
    return to_json(exporter(form.name)(spec))


def check_exportable(name: str, spec: ApiDocSpec) -> None:
    """Check that a document has what a format describes, which may take an import.

    Raises:
        NothingToExport: It has not.
    """
    form = next(form for form in FORMATS if form.name == name)
    if not _has(spec, form.kind, {}):
        other = next(form for form in FORMATS if form.name != name)
        hint = left_out_sockets(spec, {}) if form.kind == "ws" else ""
        raise NothingToExport(
            f"{form.title} describes {_WORDS[form.kind]} contracts, and there are none",
            where=Where(owner=f"ApiDocSpec {spec.slug!r}"),
            hint=hint or f"add some, or export {other.title}, which describes others",
        )


def _has(spec: ApiDocSpec, kind: str, options: Mapping[str, Any]) -> bool:
    """Whether a document has contracts of a kind that are exported."""
    left_out = _left_out(spec, options)
    return any(item.kind == kind and item not in left_out for item in _contracts(spec))


def finished_exports(spec: ApiDocSpec, files: Iterable[ExportedFile]) -> Iterator[ExportedFile]:
    """Those of the possible files that a document has. One that cannot be made is left out, and
    there is a warning.
    """
    for file in files:
        name = file.name.removesuffix(".json")
        assert file.kind is not None
        try:
            texts = exported_files(exporter(name), spec, {}, name=name, kind=file.kind)
        except ContractError as error:
            warn_export(f"{file.title} of document {spec.slug!r}: {error}")
            continue
        for text in texts.values():
            yield replace(file, kind=None, build=text.encode)


def option_names(export: Callable[..., object]) -> list[str]:
    """What can be asked of an exporter, such as `to_openapi`, that a document has no field for."""
    return sorted({YAML} | options_of(export) - ApiDocSpec.model_fields.keys())


def _left_out(spec: ApiDocSpec, options: Mapping[str, Any]) -> list[WebSocketContract]:
    """The WebSockets of whose messages nothing is known, unless an option keeps them."""
    sockets = (contract for contract in _contracts(spec) if isinstance(contract, WebSocketContract))
    return [socket for socket in sockets if not (socket.interactions or options.get(UNDESCRIBED))]


def left_out_sockets(spec: ApiDocSpec, options: Mapping[str, Any]) -> str:
    """Which WebSockets AsyncAPI leaves out, which is no fault, and how to declare their messages;
    empty where there are none.
    """
    paths = [socket.path for socket in _left_out(spec, options)]
    if not paths:
        return ""
    named = ", ".join([*paths[:MANY], *(["…"] if len(paths) > MANY else [])])
    return (
        f"nothing declares the messages of {len(paths)} WebSocket(s), which AsyncAPI leaves out: "
        f"{named}; declare them with messages()"
    )


def _contracts(spec: ApiDocSpec) -> Iterator[Contract]:
    return (contract for group in spec.resolved_groups() for contract in group.contracts)


def has_contracts(spec: ApiDocSpec, kind: Literal["http", "ws"]) -> bool:
    """Whether a document has contracts of a kind; without any the format has no file of it."""
    return any(contract.kind == kind for contract in _contracts(spec))


def exported_files(
    export: Callable[..., dict[str, Any]],
    spec: ApiDocSpec,
    options: Mapping[str, Any],
    *,
    name: str,
    kind: Literal["http", "ws"],
) -> dict[str, str]:
    """The texts by name; none of a document without contracts of the kind.

    Args:
        export: The exporter.
        spec: The document.
        options: Some of `option_names`.
        name: Of the files, without suffix.
        kind: Of the contracts that the format describes.

    Raises:
        ContractError: The format cannot live with an error in a contract.
    """
    if not _has(spec, kind, options):
        return {}
    document = export(spec, **{key: value for key, value in options.items() if key != YAML})
    texts = {f"{name}.json": to_json(document, indent=2).decode() + "\n"}
    if options.get(YAML):
        from .yaml import to_yaml

        texts[f"{name}.yaml"] = to_yaml(document)
    return texts
