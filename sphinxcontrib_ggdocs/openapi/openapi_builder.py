"""Builds an OpenAPI document from the document of the service."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from ..catalog.contents import ServiceInfo
from ..catalog.document_source import (
    Servers,
    Source,
    read_source,
    takes_options,
)
from ..catalog.export import without_nothing
from ..catalog.servers import is_broker, is_websocket, server_variables
from ..catalog.spec_errors import raise_all
from ..contracts.contract_errors import BadOption, ContractError, Location
from ..document import parts as doc
from ..document.builder import document_of
from ..document.components import distinct_titles, given_names, warn_of_losses
from ..document.model import ApiDocsDocument
from ..schema import JsonSchema
from ..schema.components import unused
from .operation_writer import OperationWriter
from .operations import tags_of

if TYPE_CHECKING:
    from ..catalog import ServerSpec

OpenApiVersion: TypeAlias = Literal["3.1", "3.2"]
VERSION = "3.1.0"
LATER_VERSION = "3.2.0"

OpenApi = dict[str, Any]


@takes_options
def to_openapi(
    source: Source | None = None,
    *,
    title: str | None = None,
    version: str | None = None,
    description: str | None = None,
    servers: Servers | None = None,
    audience: str | Iterable[str] | None = None,
    security_schemes: Mapping[str, Mapping[str, Any]] | None = None,
    summary: str | None = None,
    contact: Mapping[str, str] | None = None,
    license: Mapping[str, str] | None = None,
    terms_of_service: str | None = None,
    external_docs: Mapping[str, str] | None = None,
    openapi_version: OpenApiVersion = "3.1",
    **fields: Any,
) -> OpenApi:
    """Write contracts as an OpenAPI document.

    Pure: the same contracts give an equal document, with its keys in the same order.

    Args:
        source: An `ApiDocSpec`, whose HTTP contracts are written; or HTTP contracts: `HttpContract`
            objects, or classes decorated with `http.api`. Several groups of a spec become
            ``x-tagGroups``, which viewers show as chapters; in 3.2 they become parent tags.
        title: The title of the API; required for contracts, by default that of the spec.
        version: The version of the API, not of OpenAPI; by default that of the spec, else ``0``.
        description: More about it, in CommonMark; by default that of the spec.
        servers: Where it is served; by default those of the spec. Servers for WebSockets are left
            out; if none is left, the server is ``/``.
        audience: One or several audiences; by default those of the spec.
        security_schemes: Definitions of security schemes by name, which replace those of the
            contracts. Prefer `security` of a contract, which holds for all outputs.
        summary: A line about it.
        contact: ``name``, ``url``, ``email``.
        license: ``name``, and ``identifier`` or ``url``.
        terms_of_service: A URL.
        external_docs: ``url``, ``description``.
        openapi_version: The oldest version of OpenAPI that the document may have: ``"3.1"``, or
            ``"3.2"``, which describes the items of streams. It is always 3.2 if a 3.2 file was
            read, or if a method has a verb that 3.1 does not have.
        fields: The options of a document, in place of `source`. All options may be in camelCase,
            and in one mapping, which is `source` then.

    Raises:
        BadOption: The version of OpenAPI does not exist.
        ContractError: A contract cannot be imported or is not a contract, a type has no schema, or
            two methods have the same verb and path.

    Warns:
        ExportWarning: OpenAPI cannot express a part of the contracts.
    """
    if openapi_version not in get_args(OpenApiVersion):
        raise BadOption(
            f"openapi_version={openapi_version!r}",
            where=Location(owner="to_openapi"),
            hint=f"use {' or '.join(map(repr, get_args(OpenApiVersion)))}",
        )
    spec, contents = read_source(
        source,
        title=title,
        version=version,
        description=description,
        servers=servers,
        audience=audience,
        summary=summary,
        contact=contact,
        license=license,
        terms_of_service=terms_of_service,
        external_docs=external_docs,
    )
    return _build(
        document_of(spec, contents),
        contents.service,
        security_schemes or {},
        is_later=openapi_version == "3.2",
    )


def to_openapi_json(source: Source | None = None, **options: Any) -> str:
    """Write contracts as the text of an OpenAPI file: indented JSON.

    Args:
        source: An `ApiDocSpec`, or a mapping of its options, or HTTP contracts; None if `options`
            has the fields of the document.
        options: The keyword arguments of `to_openapi`, such as ``title`` and ``audience``.
    """
    return json.dumps(to_openapi(source, **options), ensure_ascii=False, indent=2) + "\n"


def _info(head: ServiceInfo) -> dict[str, Any]:
    """Write the ``info`` object, without members that are empty."""
    info = {
        "title": head.title,
        # Required (OpenAPI 3.1, 4.8.2), also of a service that has none.
        "version": head.version or "0",
        "description": head.description,
        "summary": head.summary,
        "contact": head.contact,
        "license": head.license,
        "termsOfService": head.terms_of_service,
        "x-owner": head.owner,
        "x-lifecycle": head.lifecycle,
    }
    info_object: dict[str, Any] = {}
    for key, value in info.items():
        if isinstance(value, Mapping) and value:
            info_object[key] = dict(value)  # `json.dumps` refuses other mappings
        elif value:
            info_object[key] = value
    return info_object


def _build(
    document: ApiDocsDocument,
    head: ServiceInfo,
    security_schemes: Mapping[str, Mapping[str, Any]],
    *,
    is_later: bool,
) -> OpenApi:
    """Write the document of a service as OpenAPI.

    Args:
        document: The document.
        head: Its service, with what only AsyncAPI and OpenAPI say of it.
        security_schemes: Definitions of security schemes by name, which replace those of contracts.
        is_later: Whether version 3.2 is requested.
    """
    export = document.service.export
    file_version: str | None = None  # that of the OpenAPI file which the document was read from
    if export is not None:
        file_version = export.openapi_version
    problems: list[ContractError] = []
    writer = OperationWriter(
        document,
        problems,
        security_schemes,
        # Only a contract document that was read from JSON has no export.
        is_from_file=export is None or file_version is not None,
        bodies_of_head=file_version is not None,
        is_later=is_later or (file_version or "").startswith("3.2"),
    )
    # Before the components, which are the schemas and schemes that operations mention.
    paths = writer.paths()
    webhooks = writer.webhooks()
    raise_all(problems)
    types, schemas = _schemas(document, writer)
    components = {"schemas": schemas, "securitySchemes": writer.security.schemes}
    tags, tag_groups = _tags(document, writer)
    openapi_version = VERSION
    if writer.is_later:
        openapi_version = LATER_VERSION
    openapi_document = without_nothing(
        openapi=openapi_version,
        info=_info(head),
        externalDocs=dict(head.external_docs or {}) or None,
        servers=_server_objects(head.servers, is_later=writer.is_later),
        tags=tags or None,
        paths=paths,
        webhooks=webhooks or None,
        components=_filled(components),
        **{"x-tagGroups": tag_groups or None},
    )
    warn_of_losses(document, types)
    writer.security.warn_of_undeclared_scopes()
    copied: OpenApi = _copied(openapi_document)  # operations share responses
    return copied


def _schemas(
    document: ApiDocsDocument, writer: OperationWriter
) -> tuple[dict[str, JsonSchema], dict[str, JsonSchema]]:
    """Return the types that operations mention, and all components: these and bodies of errors,
    both by name.
    """
    bodies: dict[str, JsonSchema] = {}
    for name, body in writer.responses.bodies.schemas.items():
        bodies[name] = writer.schemas.write(body)
    types = writer.schemas.components()  # the last: bodies mention types, too
    return types, distinct_titles({**types, **bodies}, given_names(document))


def _filled(components: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the components that are not empty, so that a small document is as short as one by
    hand; None if all are.
    """
    return {key: value for key, value in components.items() if value} or None


def _server_objects(servers: "Iterable[ServerSpec]", *, is_later: bool) -> list[dict[str, Any]]:
    """Write the HTTP servers; without any, the server of the document itself.

    Args:
        servers: All servers of the document.
        is_later: Whether the document is one of OpenAPI 3.2.
    """
    objects: list[dict[str, Any]] = []
    for server in servers:
        if is_websocket(server) or is_broker(server):
            continue
        server_object = without_nothing(
            url=server.url,
            # A Server Object has a name from OpenAPI 3.2 on; validators of 3.1 refuse more members.
            name=server.name if is_later else None,
            description=server.description,
            variables=server_variables(server) or None,
        )
        objects.append(server_object)
    # What a document without servers means (OpenAPI 3.1, 4.8.1), written out for those who read the
    # member without its default.
    return objects or [{"url": "/"}]


_CONTAINERS = (dict, list)


def _copied(value: Any) -> Any:
    """Copy a JSON value deeply, so that changes to one response affect no other: `copy.deepcopy`
    would return one copy of an object that occurs twice.
    """
    if isinstance(value, dict):
        copied = value.copy()
        for key, item in value.items():
            if isinstance(item, _CONTAINERS):
                copied[key] = _copied(item)
        return copied
    if isinstance(value, list):
        return [_copied(item) for item in value]
    return value


def _tags(
    document: ApiDocsDocument, writer: OperationWriter
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Return the tags, and the chapters of Redoc (``x-tagGroups``), which are empty in OpenAPI 3.2:
    there a chapter is a tag that is the parent of others.
    """
    export = document.service.export
    declared: Sequence[Mapping[str, Any]] = ()
    if export is not None:
        declared = export.tags
    tags = writer.tags(declared)
    chapters: list[_Chapter] = []
    if not any("parent" in tag for tag in tags):  # else the author has written chapters
        chapters = _chapters(document.groups, writer)
    if writer.is_later:
        return _below_chapters(tags, chapters), []
    return tags, [{"name": group.name, "tags": names} for group, names in chapters]


_Chapter: TypeAlias = "tuple[doc.Group, list[str]]"
"""A group, and its tags."""


def _below_chapters(
    tags: Iterable[dict[str, Any]], chapters: Iterable[_Chapter]
) -> list[dict[str, Any]]:
    """Write the tags with a parent tag before those of each chapter (OpenAPI 3.2, 4.22); tags that
    are in no chapter come last.
    """
    tags_by_name = {tag["name"]: tag for tag in tags}
    taken_names = set(tags_by_name)
    tag_objects: list[dict[str, Any]] = []
    for group, names in chapters:
        if group.name in names:  # a tag of the chapter has its name, and becomes the parent
            parent = group.name
            summary = None
        else:
            # If a tag of another chapter has the name of the group, viewers show it as summary.
            parent = unused(group.name, taken_names)
            summary = group.name if parent != group.name else None
        chapter = without_nothing(
            name=parent,
            summary=summary,
            description=group.description,
            kind="nav",  # a tag for navigation
        )
        # What the author has written of a tag with this name wins.
        tag_objects.append(chapter | tags_by_name.pop(parent, {}))
        children = [name for name in names if name != parent]
        tag_objects += (tags_by_name.pop(name) | {"parent": parent} for name in children)
    return [*tag_objects, *tags_by_name.values()]


def _chapters(groups: Sequence[doc.Group], writer: OperationWriter) -> list[_Chapter]:
    """Return the groups with their tags, each tag in the first group that has it.

    Empty if chapters would say no more than the tags: with a single group, or if each group has one
    tag that its methods name themselves, as groups that are made of tags.
    """
    if len(groups) < 2:
        return []
    differs = False  # whether some group is more than one tag of its methods
    taken_tags: set[str] = set()
    chapters: list[_Chapter] = []
    for group in groups:
        contracts = list(filter(writer.has, group.contracts))
        names: dict[str, None] = {}
        for contract in contracts:
            names |= dict.fromkeys(_group_tags(contract, writer))
        tags = [name for name in names if name not in taken_tags]
        taken_tags.update(tags)
        if tags:
            chapters.append((group, tags))
        if len(tags) > 1 or any(map(writer.is_tag, contracts)):
            differs = True
    if not differs:
        return []
    return chapters


def _group_tags(contract: doc.HttpContract, writer: OperationWriter) -> Iterator[str]:
    """Yield the tags that assign a contract to its group: its own, and the first of each method
    that has tags itself.
    """
    if writer.is_tag(contract):
        yield writer.tag(contract)
    for method in contract.methods:
        tags = tags_of(method)
        if tags:
            yield tags[0]
