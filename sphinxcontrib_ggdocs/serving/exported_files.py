"""The files of a document in a format that other tools read: JSON, and YAML when an option asks."""

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from pydantic_core import to_json

from ..catalog import ApiDocSpec
from ..contracts.model import Contract, WebSocketContract

UNDESCRIBED = "undescribed"
"""The option that keeps WebSockets without messages."""
YAML = "yaml"
"""The option that asks for the same as YAML."""
MANY = 5
"""As many paths are named in a message."""
FIELDS_OF_DOCUMENTS = frozenset(
    {"source", "title", "version", "description", "servers", "audience"}
)
"""Parameters of the exporters that the document itself answers."""


def option_names(export: Callable[..., object]) -> list[str]:
    """What can be asked of an exporter, such as `to_openapi`, for one document."""
    return sorted({YAML, *inspect.signature(export).parameters} - FIELDS_OF_DOCUMENTS)


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
        f"{named}; declare them with messages() or messages_at()"
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
    left_out = _left_out(spec, options)
    if all(contract.kind != kind or contract in left_out for contract in _contracts(spec)):
        return {}
    document = export(spec, **{key: value for key, value in options.items() if key != YAML})
    texts = {f"{name}.json": to_json(document, indent=2).decode() + "\n"}
    if options.get(YAML):
        from .yaml import to_yaml

        texts[f"{name}.yaml"] = to_yaml(document)
    return texts
