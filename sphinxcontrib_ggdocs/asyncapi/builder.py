"""From contracts to an AsyncAPI 3.0 document: take in all types, let them be named, write."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ..catalog import ServerSpec
from ..catalog.export import (
    sent_by_callers,
    server_specs,
    tell,
    tell_lost_patterns,
    without_nothing,
)
from ..collector import Collector
from ..contracts import contract_of
from ..contracts.model import WebSocketContract
from ..schema.components import distinct_titles
from .channels import Writer
from .draft07 import draft07, reporter
from .servers import server_objects

if TYPE_CHECKING:
    from ..catalog import ApiDocSpec

VERSION = "3.0.0"
REFERENCE = "#/components/schemas/{name}"

AsyncApi = dict[str, Any]

Perspective: TypeAlias = Literal["client", "server"]
"""Whose document it is. AsyncAPI's ``send`` and ``receive`` are told by the application that the
document describes: by the one that calls the service, as in a file that clients are made from, or
by the service itself."""


def asyncapi_of(
    spec: "ApiDocSpec", *, perspective: Perspective = "client", **info: Any
) -> AsyncApi:
    """The AsyncAPI document of a spec: the WebSocket contracts of all of its groups.

    HTTP contracts are left out without a warning: a spec has both, and OpenAPI is there for them.

    Args:
        spec: The spec.
        perspective: As in `to_asyncapi`.
        info: Other arguments of `to_asyncapi`, such as ``contact``.

    Raises:
        ContractError: A contract cannot be imported, or a type has no schema.
    """
    contracts = (contract for group in spec.resolved_groups() for contract in group.contracts)
    return to_asyncapi(
        [contract for contract in contracts if isinstance(contract, WebSocketContract)],
        title=spec.title,
        version=spec.version or "0",
        description=spec.description,
        servers=spec.servers,
        perspective=perspective,
        **info,
    )


def to_asyncapi(
    contracts: Iterable[object],
    *,
    title: str,
    version: str = "0",
    description: str | None = None,
    servers: Iterable[ServerSpec | Mapping[str, Any] | str] | None = None,
    perspective: Perspective = "client",
    contact: Mapping[str, str] | None = None,
    license: Mapping[str, str] | None = None,
    terms_of_service: str | None = None,
    external_docs: Mapping[str, str] | None = None,
) -> AsyncApi:
    """An AsyncAPI 3.0 document.

    Pure: the same contracts give an equal document, with its keys in the same order.

    Args:
        contracts: `WebSocketContract` objects, or classes that `ws.api` has decorated.
        title: The title of the API.
        version: The version of the API, not of AsyncAPI.
        description: More about it, in CommonMark.
        servers: Where it is served; of an http address the same with ws is taken if there is none
            with ws.
        perspective: Who sends what is sent: ``client``, or ``server`` for a document of the service
            itself.
        contact: ``name``, ``url``, ``email``.
        license: ``name``, ``url``.
        terms_of_service: A URL.
        external_docs: ``url``, ``description``.

    Raises:
        ContractError: One of `contracts` is none, or a type in it has no schema.

    Warns:
        ExportWarning: Names what AsyncAPI cannot say.
    """
    info = without_nothing(
        title=title,
        version=version,
        description=description or None,
        termsOfService=terms_of_service,
        contact=dict(contact) if contact else None,
        license=dict(license) if license else None,
        externalDocs=dict(external_docs) if external_docs else None,
    )
    return _built(_websocket(contracts), info, server_specs(servers), perspective)


def _built(
    contracts: list[WebSocketContract],
    info: dict[str, Any],
    servers: list[ServerSpec],
    perspective: Perspective,
) -> AsyncApi:
    collector = Collector(sent_by_callers)
    collected = [collector.websocket_contract(contract) for contract in contracts]
    written = collector.write(REFERENCE)
    writer = Writer(written, collected, collector.errors, turned=perspective == "server")
    channels = writer.channels()
    operations = writer.operations()
    schemas = distinct_titles({**written.schemas, **writer.errors.schemas})
    components = {
        "schemas": {
            name: draft07(schema, reporter(f"the schema {name}"))
            for name, schema in schemas.items()
        },
        "messages": writer.messages,
        "securitySchemes": writer.security.schemes,
    }
    tags = writer.tags()
    tell_lost_patterns(written.lost_patterns)
    document: AsyncApi = {
        "asyncapi": VERSION,
        "info": {**info, "tags": tags} if tags else info,
        "defaultContentType": "application/json",
        "servers": server_objects(servers),
        "channels": channels,
        "operations": operations,
        "components": {key: value for key, value in components.items() if value},
    }
    return {key: value for key, value in document.items() if value or key == "channels"}


def _websocket(contracts: Iterable[object]) -> list[WebSocketContract]:
    found: dict[int, WebSocketContract] = {}
    for item in contracts:
        contract = contract_of(item)
        if isinstance(contract, WebSocketContract):
            found[id(contract)] = contract
        else:
            tell(
                f"{contract.name} is an HTTP contract, which AsyncAPI does not describe "
                "here; it "
                "is left out"
            )
    return list(found.values())
