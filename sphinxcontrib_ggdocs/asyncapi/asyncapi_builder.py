"""From contracts to an AsyncAPI 3.0 document: collect all types, choose their names, write."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias, get_args

from ..catalog.document_source import (
    DocumentSource,
    Servers,
    Source,
    read_source,
    takes_options,
)
from ..catalog.export import (
    sent_by_callers,
    warn_of_lost_patterns,
    warn_of_lost_references,
    without_nothing,
)
from ..catalog.info_objects import check_info
from ..contracts.contract_errors import BadOption, Where
from ..contracts.model import WebSocketContract
from ..schema.collector import Collector
from ..schema.components import REFERENCE, distinct_titles
from .channels import ChannelWriter
from .draft07 import draft07, reporter
from .servers import server_objects

VERSION = "3.0.0"

AsyncApi = dict[str, Any]

Perspective: TypeAlias = Literal["client", "server"]
"""The application that the document describes, which sends and receives. Clients are generated from
the document of a client."""


@takes_options
def to_asyncapi(
    source: Source | None = None,
    *,
    title: str | None = None,
    version: str | None = None,
    description: str | None = None,
    servers: Servers | None = None,
    audience: str | Iterable[str] | None = None,
    perspective: Perspective = "client",
    contact: Mapping[str, str] | None = None,
    license: Mapping[str, str] | None = None,
    terms_of_service: str | None = None,
    external_docs: Mapping[str, str] | None = None,
    undescribed: bool = False,
    **fields: Any,
) -> AsyncApi:
    """Write contracts as an AsyncAPI 3.0 document.

    Pure: the same contracts give an equal document, with its keys in the same order.

    Args:
        source: An `ApiDocSpec`, or a mapping of its options, of which the WebSocket contracts are
            taken; or WebSocket contracts, which are `WebSocketContract` objects or classes that
            `ws.api` has decorated.
        title: The title of the API; required for contracts, and that of the spec unless given.
        version: The version of the API, not of AsyncAPI; that of the spec unless given, else ``0``.
        description: More about it, in CommonMark; that of the spec unless given.
        servers: Where it is served; those of the spec unless given. Of an http address the same
            with ws is taken if there is none with ws.
        audience: The audience, a name or several; the audience of the spec unless given.
        perspective: The application that sends: ``client``, or ``server`` for a document of the
        service.
        contact: ``name``, ``url``, ``email``.
        license: ``name``, ``url``.
        terms_of_service: A URL.
        external_docs: ``url``, ``description``.
        undescribed: Whether WebSockets without known messages are channels, too.
        fields: The options of a document, in place of `source`. All options may be in camelCase,
            and in one mapping, which is `source` then.

    Raises:
        BadOption: There is no such perspective.
        ContractError: A contract cannot be imported or is none, or a type has no schema.

    Warns:
        ExportWarning: AsyncAPI cannot express a part of the contracts.
    """
    if perspective not in get_args(Perspective):
        raise BadOption(
            f"{perspective!r} is not a perspective",
            where=Where(path="perspective"),
            hint="write client or server",
        )
    check_info(
        contact=contact,
        license=license,
        terms_of_service=terms_of_service,
        external_docs=external_docs,
    )
    read = read_source(
        source,
        title=title,
        version=version,
        description=description,
        servers=servers,
        audience=audience,
    )
    info = without_nothing(
        title=read.title,
        # Required ("Info Object"), also of a service that has none.
        version=read.version or "0",
        description=read.description or None,
        termsOfService=terms_of_service or read.terms_of_service,
        contact=_first(contact, read.contact),
        license=_without_identifier(_first(license, read.license)),
        externalDocs=_first(external_docs, read.external_docs),
    )
    extensions = {"x-owner": read.owner, "x-lifecycle": read.lifecycle}
    info |= {name: text for name, text in extensions.items() if text}
    info["x-perspective"] = perspective
    contracts = _websocket_contracts(read, undescribed=undescribed)
    return _build(read, contracts, info, perspective)


def to_asyncapi_json(source: Source | None = None, **options: Any) -> str:
    """Write contracts as the text of an AsyncAPI file; the options are those of `to_asyncapi`."""
    return json.dumps(to_asyncapi(source, **options), ensure_ascii=False, indent=2) + "\n"


def _first(*objects: Mapping[str, str] | None) -> dict[str, str] | None:
    """Return the first object that is not empty."""
    return next((dict(given) for given in objects if given), None)


def _without_identifier(license: dict[str, str] | None) -> dict[str, str] | None:
    """Remove the SPDX identifier from a license, which AsyncAPI does not know."""
    return license and {key: value for key, value in license.items() if key != "identifier"}


def _build(
    read: DocumentSource,
    contracts: Iterable[WebSocketContract],
    info: dict[str, Any],
    perspective: Perspective,
) -> AsyncApi:
    collector = Collector(
        sent_by_callers,
        types=read.types,
        audience=read.audience,
        hidden=read.hidden,
    )
    collector.share_constants(read.contracts)
    collected = [collector.websocket_contract(contract) for contract in contracts]
    written = collector.write(REFERENCE)
    writer = ChannelWriter(written, collected, collector.errors, turned=perspective == "server")
    channels = writer.channels()
    operations = writer.operations()
    # Readers of the document, ours among them, know errors from types by it.
    bodies = {name: {**body, "x-error": True} for name, body in writer.errors.schemas.items()}
    schemas = distinct_titles({**written.schemas, **bodies}, written.given_names)
    components = {
        "schemas": {
            name: draft07(schema, reporter(f"the schema {name}"))
            for name, schema in schemas.items()
        },
        "messages": writer.messages,
        "securitySchemes": writer.security.schemes,
    }
    tags = writer.tags()
    warn_of_lost_patterns(written.lost_patterns)
    warn_of_lost_references(written.lost_references)
    document: AsyncApi = {
        "asyncapi": VERSION,
        # Tags of the document have moved into `info` in AsyncAPI 3.0.
        "info": {**info, "tags": tags} if tags else info,
        "defaultContentType": "application/json",
        "servers": server_objects(read.servers),
        "channels": channels,
        "operations": operations,
        "components": {key: value for key, value in components.items() if value},
    }
    return {key: value for key, value in document.items() if value or key == "channels"}


def _websocket_contracts(read: DocumentSource, *, undescribed: bool) -> list[WebSocketContract]:
    """Return the WebSocket contracts."""
    contracts = [item for item in read.contracts if isinstance(item, WebSocketContract)]
    if not undescribed:
        contracts = [contract for contract in contracts if contract.interactions]
    return contracts
