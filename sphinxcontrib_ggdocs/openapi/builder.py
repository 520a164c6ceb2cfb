"""From contracts to an OpenAPI 3.1 document: take in all types, let them be named, write."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any
from warnings import warn

from ..catalog import ServerSpec
from ..catalog.export import ExportWarning
from ..contracts import contract_of
from ..contracts.model import HttpContract, WebSocketContract
from ..schema import SchemaBook, collector_paused
from .collect import Collector
from .operations import Writer
from .servers import server_objects

if TYPE_CHECKING:
    from ..catalog import ApiDocSpec

VERSION = "3.1.0"
REFERENCE = "#/components/schemas/{name}"

OpenApi = dict[str, Any]


def openapi_of(spec: "ApiDocSpec") -> OpenApi:
    """The OpenAPI document of a spec: the HTTP contracts of all of its groups.

    WebSocket contracts are left out without a warning: a spec has both, and AsyncAPI is there for them.

    Raises:
        ContractError: A contract cannot be imported, or a type has no schema.
        PathConflict: Two methods have one verb and one path.
    """
    contracts = [contract for group in spec.resolved_groups() for contract in group.contracts]
    return to_openapi(
        [contract for contract in contracts if isinstance(contract, HttpContract)],
        title=spec.title,
        version=spec.version or "0",
        description=spec.description,
        servers=spec.servers,
    )


def to_openapi(
    contracts: Iterable[object],
    *,
    title: str,
    version: str = "0",
    description: str | None = None,
    servers: Iterable[ServerSpec | Mapping[str, Any]] | None = None,
) -> OpenApi:
    """An OpenAPI 3.1 document.

    Pure: the same contracts give an equal document, with its keys in the same order.

    Args:
        contracts: `HttpContract` objects, or classes that `http.api` has decorated.
        title: The title of the API.
        version: The version of the API, not of OpenAPI.
        description: More about it, in CommonMark.
        servers: Where it is served; those for WebSockets are left out. Without any, ``/``.

    Raises:
        ContractError: One of `contracts` is none, or a type in it has no schema.
        PathConflict: Two methods have one verb and one path.

    Warns:
        ExportWarning: Names what OpenAPI cannot say.
    """
    with collector_paused():
        return _built(_http(contracts), title, version, description, servers)


def _built(
    contracts: list[HttpContract],
    title: str,
    version: str,
    description: str | None,
    servers: Iterable[ServerSpec | Mapping[str, Any]] | None,
) -> OpenApi:
    book = SchemaBook()
    collected = Collector(book).collect(contracts)
    written = book.write(REFERENCE)
    writer = Writer(written, collected)
    paths = writer.paths()
    document: OpenApi = {
        "openapi": VERSION,
        "info": {"title": title, "version": version, **({"description": description} if description else {})},
        "servers": server_objects(servers or (), websockets=False) or [{"url": "/"}],
        "tags": writer.tags(),
        "paths": paths,
    }
    schemas = {**written.schemas, **writer.error_schemas}
    components = {
        "schemas": dict(sorted(schemas.items())),
        "securitySchemes": dict(sorted(writer.security_schemes.items())),
    }
    document["components"] = {key: value for key, value in components.items() if value}
    return {key: value for key, value in document.items() if value or key == "paths"}


def _http(contracts: Iterable[object]) -> list[HttpContract]:
    found: list[HttpContract] = []
    for item in contracts:
        contract = contract_of(item)
        if isinstance(contract, WebSocketContract):
            warn(
                f"{contract.name} is a WebSocket contract, which OpenAPI cannot describe; it is left out",
                ExportWarning,
                stacklevel=4,
            )
        else:
            found.append(contract)
    return found
