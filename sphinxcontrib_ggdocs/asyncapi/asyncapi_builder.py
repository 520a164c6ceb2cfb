"""Builds an AsyncAPI 3.0 document from the document of the service."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias, get_args

from ..catalog.contents import ServiceInfo
from ..catalog.document_source import (
    Servers,
    Source,
    read_source,
    takes_options,
)
from ..contracts.contract_errors import BadOption, Location
from ..document.builder import document_of
from ..document.components import Mentions, distinct_titles, given_names, warn_of_losses
from ..document.model import ApiDocsDocument
from ..document.parts import WebSocketContract
from ..document.wire import contracts_of
from ..schema import JsonSchema
from .channels import ChannelWriter
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
    undescribed: bool = True,
    **fields: Any,
) -> AsyncApi:
    """Write contracts as an AsyncAPI 3.0 document.

    Pure: the same contracts give an equal document, with its keys in the same order.

    Args:
        source: An `ApiDocSpec`, or a mapping of its options, whose WebSocket contracts are written;
            or WebSocket contracts: `WebSocketContract` objects, or classes decorated with `ws.api`.
        title: The title of the API; required for contracts, by default that of the spec.
        version: The version of the API, not of AsyncAPI; by default that of the spec, else ``0``.
        description: More about it, in CommonMark; by default that of the spec.
        servers: Where it is served; by default those of the spec. If none has a ws address, the
            http addresses are used with ws.
        audience: One or several audiences; by default those of the spec.
        perspective: The application that sends: ``client``, or ``server`` for a document of the
            service.
        contact: ``name``, ``url``, ``email``.
        license: ``name``, ``url``.
        terms_of_service: A URL.
        external_docs: ``url``, ``description``.
        undescribed: Whether WebSockets without known messages become channels, which AsyncAPI
            allows without operations.
        fields: The options of a document, in place of `source`. All options may be in camelCase,
            and in one mapping, which is `source` then.

    Raises:
        BadOption: The perspective does not exist.
        ContractError: A contract cannot be imported or is not a contract, or a type has no schema.

    Warns:
        ExportWarning: AsyncAPI cannot express a part of the contracts.
    """
    if perspective not in get_args(Perspective):
        raise BadOption(
            f"{perspective!r} is not a perspective",
            where=Location(path="perspective"),
            hint="write client or server",
        )
    spec, contents = read_source(
        source,
        title=title,
        version=version,
        description=description,
        servers=servers,
        audience=audience,
        contact=contact,
        license=license,
        terms_of_service=terms_of_service,
        external_docs=external_docs,
    )
    document = document_of(spec, contents)
    return _build(document, contents.service, perspective, undescribed=undescribed)


def to_asyncapi_json(source: Source | None = None, **options: Any) -> str:
    """Write contracts as the text of an AsyncAPI file: indented JSON.

    Args:
        source: An `ApiDocSpec`, or a mapping of its options, or WebSocket contracts; None if
            `options` has the fields of the document.
        options: The keyword arguments of `to_asyncapi`, such as ``title`` and ``audience``.
    """
    return json.dumps(to_asyncapi(source, **options), ensure_ascii=False, indent=2) + "\n"


def _info(head: ServiceInfo, perspective: Perspective) -> dict[str, Any]:
    """Write the Info Object."""
    license = dict(head.license or {})
    license.pop("identifier", None)  # of SPDX, which AsyncAPI does not know
    info = {
        "title": head.title,
        # Required ("Info Object"), also of a service that has none.
        "version": head.version or "0",
        "description": head.description,
        "termsOfService": head.terms_of_service,
        "contact": dict(head.contact or {}),
        "license": license,
        "externalDocs": dict(head.external_docs or {}),
        "x-owner": head.owner,
        "x-lifecycle": head.lifecycle,
        "x-perspective": perspective,
    }
    return {key: value for key, value in info.items() if value}


def _build(
    document: ApiDocsDocument,
    head: ServiceInfo,
    perspective: Perspective,
    *,
    undescribed: bool,
) -> AsyncApi:
    """Write the document of a service as AsyncAPI.

    Args:
        document: The document.
        head: Its service, with what only AsyncAPI and OpenAPI say of it.
        perspective: The application that sends.
        undescribed: Whether WebSockets without known messages become channels.
    """
    contracts = contracts_of(document, WebSocketContract)
    if not undescribed:
        contracts = [contract for contract in contracts if contract.methods]
    mentions = Mentions(document, has_listed=False)
    writer = ChannelWriter(document, contracts, mentions, is_of_server=perspective == "server")
    channels = writer.channels()
    operations = writer.operations()
    schemas = _schemas(writer, mentions)  # when all channels have mentioned theirs
    components = {
        "schemas": distinct_titles(schemas, given_names(document)),
        "messages": writer.messages,
        "securitySchemes": writer.security.schemes,
    }
    info = _info(head, perspective)
    tags = writer.tags()
    if tags:
        info["tags"] = tags  # those of the document are here in AsyncAPI 3.0
    warn_of_losses(document, schemas)
    asyncapi_document: AsyncApi = {
        "asyncapi": VERSION,
        "info": info,
        "defaultContentType": "application/json",
        "servers": server_objects(head.servers),
        "channels": channels,
        "operations": operations,
        "components": {key: value for key, value in components.items() if value},
    }
    # Readers may rely on `channels`, as `below_root_path` does: it stays if it is empty.
    return {key: value for key, value in asyncapi_document.items() if value or key == "channels"}


def _schemas(writer: ChannelWriter, mentions: Mentions) -> dict[str, JsonSchema]:
    """Return the bodies of errors, and the types that channels have mentioned, by name."""
    schemas: dict[str, JsonSchema] = {}
    for name, body in writer.errors.schemas.items():
        # By the extension, readers of the document, ours among them, distinguish errors from types.
        schemas[name] = writer.converted({**body, "x-error": True}, f"the schema {name}")
    # A type that is written may mention further ones.
    while (mentioned := mentions.next()) is not None:
        name, schema = mentioned
        schemas[name] = writer.converted(schema, f"the schema {name}")
    return schemas
