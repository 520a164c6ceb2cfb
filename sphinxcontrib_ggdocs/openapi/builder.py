"""From contracts to an OpenAPI 3.1 document: take in all types, let them be named, write."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..catalog import ServerSpec
from ..catalog.export import server_specs, tell, tell_lost_patterns, without_nothing
from ..catalog.spec_errors import raise_all
from ..collector import Collector
from ..contracts import contract_of
from ..contracts.contract_errors import ContractError
from ..contracts.model import HttpContract, WebSocketContract
from ..schema.components import distinct_titles
from .operations import Writer
from .parameters import documented_parameters
from .readers import readable
from .responses import REFERENCE
from .servers import server_objects

if TYPE_CHECKING:
    from ..catalog import ApiDocSpec, ResolvedGroup

VERSION = "3.1.0"

OpenApi = dict[str, Any]


def openapi_of(spec: "ApiDocSpec", **options: Any) -> OpenApi:
    """The OpenAPI document of a spec: the HTTP contracts of all of its groups.

    WebSocket contracts are left out without a warning: a spec has both, and AsyncAPI is there for
    them.

    Args:
        spec: The spec. Several groups become ``x-tagGroups``, which viewers show as chapters.
        options: Other arguments of `to_openapi`, such as ``contact``.

    Raises:
        ContractError: A contract cannot be imported, a type has no schema, two methods have one
            verb and path.
    """
    groups = spec.resolved_groups()
    said = {
        "title": spec.title,
        "version": spec.version or "0",
        "description": spec.description,
    }
    return _to_openapi(
        [
            contract
            for group in groups
            for contract in group.contracts
            if isinstance(contract, HttpContract)
        ],
        groups=groups,
        **{**said, "servers": spec.servers, **options},
    )


def to_openapi(
    contracts: Iterable[object],
    *,
    title: str,
    version: str = "0",
    description: str | None = None,
    servers: Iterable[ServerSpec | Mapping[str, Any] | str] | None = None,
    security_schemes: Mapping[str, Mapping[str, Any]] | None = None,
    summary: str | None = None,
    contact: Mapping[str, str] | None = None,
    license: Mapping[str, str] | None = None,
    terms_of_service: str | None = None,
    external_docs: Mapping[str, str] | None = None,
) -> OpenApi:
    """An OpenAPI 3.1 document.

    Pure: the same contracts give an equal document, with its keys in the same order.

    Args:
        contracts: `HttpContract` objects, or classes that `http.api` has decorated.
        title: The title of the API.
        version: The version of the API, not of OpenAPI.
        description: More about it, in CommonMark.
        servers: Where it is served; those for WebSockets are left out. Without any, ``/``.
        security_schemes: Definitions of security schemes by their names, instead of what the
            contracts say; a scheme that a header of a requirement makes has the name of the
            requirement. Better say it in the contracts, with `security`, for then all outputs say
            the same.
        summary: A line about it.
        contact: ``name``, ``url``, ``email``.
        license: ``name``, and ``identifier`` or ``url``.
        terms_of_service: A URL.
        external_docs: ``url``, ``description``.

    Raises:
        ContractError: One of `contracts` is none, a type has no schema, two methods have one verb
            and path.

    Warns:
        ExportWarning: Names what OpenAPI cannot say.
    """
    return _to_openapi(
        contracts,
        title=title,
        version=version,
        description=description,
        servers=servers,
        security_schemes=security_schemes,
        summary=summary,
        contact=contact,
        license=license,
        terms_of_service=terms_of_service,
        external_docs=external_docs,
    )


def _to_openapi(
    contracts: Iterable[object],
    *,
    groups: "Sequence[ResolvedGroup]" = (),
    servers: Iterable[ServerSpec | Mapping[str, Any] | str] | None = None,
    security_schemes: Mapping[str, Mapping[str, Any]] | None = None,
    external_docs: Mapping[str, str] | None = None,
    terms_of_service: str | None = None,
    **info: Any,
) -> OpenApi:
    said = {
        key: dict(value) if isinstance(value, Mapping) else value
        for key, value in info.items()
        if value
    }
    if terms_of_service:
        said["termsOfService"] = terms_of_service
    found: list[ContractError] = []
    collector = Collector(documented_parameters, error_answers=True)
    collected = [collector.http_contract(contract) for contract in _http(contracts)]
    written = collector.write(REFERENCE, readable)
    writer = Writer(written, collected, collector.errors, found, security_schemes or {})
    paths = writer.paths()
    webhooks = writer.webhooks()
    raise_all(found)
    schemas = distinct_titles({**written.schemas, **writer.responses.bodies.schemas})
    components = {"schemas": schemas, "securitySchemes": writer.security.schemes}
    document = without_nothing(
        openapi=VERSION,
        info=said,
        externalDocs=dict(external_docs) if external_docs else None,
        servers=server_objects(server_specs(servers)),
        tags=writer.tags() or None,
        paths=paths,
        webhooks=webhooks or None,
        components={key: value for key, value in components.items() if value} or None,
    )
    if len(groups) > 1 and (chapters := _chapters(groups, writer)):
        document["x-tagGroups"] = chapters
    tell_lost_patterns(written.lost_patterns)
    copied: OpenApi = _copied(document)
    return copied


def _copied(value: Any) -> Any:
    """A copy in which nothing is shared: whoever changes one response changes no other."""
    if isinstance(value, dict):
        return {key: _copied(item) for key, item in value.items()}
    return [_copied(item) for item in value] if isinstance(value, list) else value


def _chapters(groups: "Iterable[ResolvedGroup]", writer: Writer) -> list[dict[str, Any]]:
    found = []
    for group in groups:
        tags = [
            writer.tag(contract)
            for contract in group.contracts
            if isinstance(contract, HttpContract)
        ]
        if tags:
            found.append({"name": group.name, "tags": tags})
    return found


def _http(contracts: Iterable[object]) -> list[HttpContract]:
    """The HTTP contracts, each once."""
    found: dict[int, HttpContract] = {}
    for item in contracts:
        contract = contract_of(item)
        if isinstance(contract, WebSocketContract):
            tell(
                f"{contract.name} is a WebSocket contract, which OpenAPI cannot describe; it "
                "is "
                "left out"
            )
        else:
            found[id(contract)] = contract
    return list(found.values())
