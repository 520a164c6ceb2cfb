"""Finds the addresses that the console of a document may call, without building the document. The
content security policy of the page allows only these.

The console is the part of the UI from which readers send calls to a service.
"""

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
from ..contracts.model import Contract, HttpContract, members_of
from ..document.model import ApiDocsDocument
from ..document.openapi_members import own_servers

MOST_ADDRESSES = 100
"""The most addresses of one server: placeholders with many values have too many combinations."""


def called_addresses(spec: ApiDocSpec) -> Iterator[str]:
    """Yield the addresses of the servers that a document declares, and those that issue tokens.

    Some are empty, where a security scheme names no address. A document that cannot be read has
    none; building it reports the error.
    """
    try:
        _spec, contents = read_source(spec)
        servers, schemes, has_websockets = _declared_servers_and_schemes(contents)
    except ContractError:
        return
    addresses: list[str] = []
    for server in servers:
        addresses += _without_placeholders(server)
    yield from addresses
    # Without an address for WebSockets, the console calls those of HTTP with another scheme.
    has_websocket_address = any(address.startswith("ws") for address in addresses)
    if has_websockets and not has_websocket_address:
        for address in addresses:
            yield address.replace("http", "ws", 1)  # `https` becomes `wss`, too
    for scheme in schemes:
        yield scheme.get("openIdConnectUrl", "")
        for flow in scheme.get("flows", {}).values():
            yield flow.get("tokenUrl", "")


def _declared_servers_and_schemes(
    contents: Contents,
) -> tuple[Sequence[Mapping[str, Any]], Iterable[Mapping[str, Any]], bool]:
    """Return the Server Objects and the Security Scheme Objects of a document, and whether it has
    WebSocket contracts.
    """
    if isinstance(contents.document, ApiDocsDocument):
        return _servers_and_schemes_of_document(contents.document)
    servers = [server.model_dump() for server in contents.service.servers]
    schemes: dict[str, Mapping[str, Any]] = {}  # by name
    for contract in contents.contracts:
        servers += _method_servers(contract)
        schemes |= _schemes_by_name(contract)
    has_websockets = any(contract.kind == "ws" for contract in contents.contracts)
    return servers, schemes.values(), has_websockets


def _method_servers(contract: Contract) -> Iterator[dict[str, Any]]:
    """Yield the servers of methods that are served elsewhere than the rest of the document."""
    if isinstance(contract, HttpContract):
        for method in contract.methods:
            yield from map(asdict, own_servers(method.openapi_extra) or ())


def _schemes_by_name(contract: Contract) -> dict[str, Mapping[str, Any]]:
    """Return the security schemes of a contract and of its methods as Security Scheme Objects, by
    name.
    """
    schemes: dict[str, Mapping[str, Any]] = {}
    for method in (None, *members_of(contract)):  # None: the security of the contract itself
        for requirement in declared_security(contract, method):
            for scheme in requirement.schemes:
                schemes[scheme.name] = scheme.openapi()
    return schemes


def _servers_and_schemes_of_document(
    document: ApiDocsDocument,
) -> tuple[Sequence[Mapping[str, Any]], Iterable[Mapping[str, Any]], bool]:
    """Return the servers and the security schemes of a contract document, as Server Objects and
    Security Scheme Objects, and whether the document has WebSocket contracts.
    """
    content = json.loads(document.to_json())
    servers = list(content["service"].get("servers", ()))
    has_websockets = False
    for group in content["groups"]:
        for contract in group["contracts"]:
            has_websockets = has_websockets or contract["kind"] == "ws"
            for method in contract["methods"]:
                servers += method.get("servers", ())
    return servers, content.get("securitySchemes", {}).values(), has_websockets


def _without_placeholders(server: Mapping[str, Any]) -> Iterable[str]:
    """Return the addresses of a server with every combination of values for its placeholders.

    ``https://{region}.example.com`` with two regions gives two addresses.
    """
    addresses: list[str] = [server["url"]]
    for name, variable in (server.get("variables") or {}).items():
        # Without a list of values, readers can only send the default.
        values = variable.get("enum") or [variable["default"]]
        combinations = islice(product(addresses, values), MOST_ADDRESSES)
        addresses = [address.replace(f"{{{name}}}", value) for address, value in combinations]
    return addresses
