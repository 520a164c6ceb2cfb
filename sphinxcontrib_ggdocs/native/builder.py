"""From a spec to its contract document: collect the types of all contracts, let them be named,
write.
"""

from typing import TYPE_CHECKING

from ..collector import Collector
from ..contracts.names import name_errors
from . import document as doc
from .callers import level_parameters
from .uses import direct_uses
from .writing import Writer, write_errors

if TYPE_CHECKING:
    from .. import catalog

REFERENCE = "#/schemas/{name}"
"""How one schema of a document refers to another."""


def build_contract_doc(
    spec: "catalog.ApiDocSpec", branding: "catalog.Branding | None" = None
) -> doc.ApiDocsDocument:
    """The contract document of a spec.

    Args:
        spec: Which contracts, in which groups; those named by strings are imported now.
        branding: Logo and colour, for the UI.

    Raises:
        ContractError: All that is wrong with the contracts, their types, or their import.
    """
    return build_with_origins(spec, branding)[0]


def build_with_origins(
    spec: "catalog.ApiDocSpec", branding: "catalog.Branding | None" = None
) -> tuple[doc.ApiDocsDocument, dict[str, str]]:
    """The same, and beside it where each named schema was defined, which no reader of the document
    needs to know.
    """
    return _build(spec, branding)


def _build(
    spec: "catalog.ApiDocSpec", branding: "catalog.Branding | None"
) -> tuple[doc.ApiDocsDocument, dict[str, str]]:
    collector = Collector(level_parameters, handshake_errors=True)
    groups = [
        (group, list(map(collector.contract, group.contracts))) for group in spec.resolved_groups()
    ]
    written = collector.write(REFERENCE)
    keys = name_errors(collector.errors)
    write = Writer(written, keys)
    document_groups = tuple(write.group(group, contracts) for group, contracts in groups)
    document_errors = write_errors(collector.errors.values(), keys, written)
    document = doc.ApiDocsDocument(
        service=_service(spec),
        groups=document_groups,
        schemas=written.schemas,
        errors=document_errors,
        uses=direct_uses(document_groups, written.schemas, document_errors),
        security_schemes=write.security_schemes or None,
        branding=_branding(branding),
        markup=spec.markup,
    )
    return document, written.origins()


def _service(spec: "catalog.ApiDocSpec") -> doc.Service:
    return doc.Service(
        slug=spec.slug,
        name=spec.title,
        version=spec.version,
        description=spec.description,
        servers=tuple(_server(server) for server in spec.servers) or None,
    )


def _server(server: "catalog.ServerSpec") -> doc.Server:
    variables = {
        name: doc.ServerVariable(
            default=variable.default, enum=variable.enum, description=variable.description
        )
        for name, variable in server.variables.items()
    }
    return doc.Server(url=server.url, description=server.description, variables=variables or None)


def _branding(branding: "catalog.Branding | None") -> doc.Branding | None:
    if branding is None or (branding.logo_url is None and branding.primary_color is None):
        return None
    return doc.Branding(logo_url=branding.logo_url, primary_color=branding.primary_color)
