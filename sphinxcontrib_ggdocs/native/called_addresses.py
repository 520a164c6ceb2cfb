"""Finds the addresses that the console of a document calls, without building the document."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import islice, product
from typing import Any

from ..catalog import ApiDocSpec
from ..catalog.contents import Contents
from ..catalog.document_source import read_source
from ..contracts.contract_errors import ContractError
from ..contracts.credentials import declared_security
from ..contracts.model import Contract, HttpContract, HttpMethod, Interaction
from ..document.model import ApiDocsDocument
from ..document.openapi_members import own_servers

MOST_ADDRESSES = 100
"""Of one server: placeholders with many values have a great many together."""


def called_addresses(spec: ApiDocSpec) -> Iterator[str]:
    """Yield the servers that a document declares, and the addresses that give out tokens; nothing
    of one that cannot be read, which the document itself reports.
    """
    try:
        _, contents = read_source(spec)
        servers, schemes, has_sockets = _declared(contents)
    except ContractError:
        return
    addresses: list[str] = []
    for server in servers:
        addresses += _written_out(server)
    yield from addresses
    has_socket_address = any(address.startswith("ws") for address in addresses)
    if has_sockets and not has_socket_address:
        for address in addresses:
            yield address.replace("http", "ws", 1)
    for scheme in schemes:
        yield scheme.get("openIdConnectUrl", "")
        for flow in scheme.get("flows", {}).values():
            yield flow.get("tokenUrl", "")


def _declared(
    contents: Contents,
) -> tuple[Sequence[Mapping[str, Any]], Iterable[Mapping[str, Any]], bool]:
    """Return the servers and the security schemes of a document, and whether it has WebSockets."""
    if isinstance(contents.document, ApiDocsDocument):
        return _declared_in_file(contents.document)
    servers = [server.model_dump() for server in contents.service.servers]
    schemes: dict[str, Mapping[str, Any]] = {}
    for contract in contents.contracts:
        servers += _own_servers(contract)
        schemes |= _schemes(contract)
    has_sockets = any(contract.kind == "ws" for contract in contents.contracts)
    return servers, schemes.values(), has_sockets


def _own_servers(contract: Contract) -> Iterator[dict[str, Any]]:
    """Yield the servers of methods that differ from those of the document."""
    if isinstance(contract, HttpContract):
        for method in contract.methods:
            yield from map(asdict, own_servers(method.openapi_extra) or ())


def _schemes(contract: Contract) -> dict[str, Mapping[str, Any]]:
    """Return the security schemes of a contract and of its methods, by name."""
    schemes: dict[str, Mapping[str, Any]] = {}
    for member in (None, *_members(contract)):
        for requirement in declared_security(contract, member):
            for scheme in requirement.schemes:
                schemes[scheme.name] = scheme.openapi()
    return schemes


def _declared_in_file(
    document: ApiDocsDocument,
) -> tuple[Sequence[Mapping[str, Any]], Iterable[Mapping[str, Any]], bool]:
    content = json.loads(document.to_json())
    servers = list(content["service"].get("servers", ()))
    has_sockets = False
    for group in content["groups"]:
        for contract in group["contracts"]:
            has_sockets = has_sockets or contract["kind"] == "ws"
            for method in contract["methods"]:
                servers += method.get("servers", ())
    return servers, content.get("securitySchemes", {}).values(), has_sockets


def _members(contract: Contract) -> Iterable[HttpMethod | Interaction]:
    if isinstance(contract, HttpContract):
        return contract.methods
    return contract.interactions


def _written_out(server: Mapping[str, Any]) -> Iterable[str]:
    """All addresses of a server, of which some have placeholders."""
    addresses: list[str] = [server["url"]]
    for name, variable in (server.get("variables") or {}).items():
        values = variable.get("enum") or [variable["default"]]
        pairs = product(addresses, values)
        replaced = (address.replace(f"{{{name}}}", value) for address, value in pairs)
        addresses = [*islice(replaced, MOST_ADDRESSES)]
    return addresses
