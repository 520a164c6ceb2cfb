"""From contracts to their document: collect all types, choose their names, write."""

from ..catalog import Branding, ServerSpec
from ..catalog.document_source import DocumentSource
from ..contracts.contract_errors import Where
from ..contracts.display_names import name_errors
from ..schema.collector import Collector
from . import parts as doc
from .callers import level_parameters
from .model import ApiDocsDocument
from .uses import REFERENCE_PREFIX, direct_uses
from .writer import DocumentWriter

REFERENCE = f"{REFERENCE_PREFIX}{{name}}"
"""How one schema of a document refers to another."""


def document_of(source: DocumentSource, branding: Branding | None = None) -> ApiDocsDocument:
    """Build the document of a source, or return the one that has been read.

    Texts are as their authors have written them.
    """
    return document_with_origins(source, branding)[0]


def document_with_origins(
    source: DocumentSource, branding: Branding | None = None
) -> tuple[ApiDocsDocument, dict[str, str]]:
    """Build a document, and return the names of its types in Python, too, which readers of the
    document do not need.
    """
    # Not built again: its readers know the names and the order that it has.
    if isinstance(source.document, ApiDocsDocument):
        return _with_head(source.document, source, branding), {}
    collector = Collector(
        level_parameters,
        error_answers=True,
        handshake_errors=True,
        types=source.types,
        audience=source.audience,
        hidden=source.hidden,
    )
    collector.types(source.service.types, Where(owner="components"))
    collector.share_constants(contract for group in source.groups for contract in group.contracts)
    groups = [(group, list(map(collector.contract, group.contracts))) for group in source.groups]
    written = collector.write(REFERENCE)
    keys = name_errors(collector.errors)
    writer = DocumentWriter(written, keys)
    document_groups = tuple(writer.group(group, contracts) for group, contracts in groups)
    document_errors = writer.errors(collector.errors.values())
    document = ApiDocsDocument(
        service=_service(source),
        groups=document_groups,
        schemas=written.schemas,
        errors=document_errors,
        uses=direct_uses(document_groups, written.schemas, document_errors),
        security_schemes=writer.security_schemes or None,
        branding=_branding(branding),
        markup=source.markup,
    )
    return document, written.origins()


def _with_head(
    document: ApiDocsDocument, source: DocumentSource, branding: Branding | None
) -> ApiDocsDocument:
    """Return a document that has been read, with what the project says of it here."""
    look = _branding(branding) or document.branding
    return document.model_copy(update={"service": _service(source), "branding": look})


def _service(source: DocumentSource) -> doc.Service:
    return doc.Service(
        slug=source.slug,
        name=source.title,
        version=source.version,
        summary=source.summary if source.summary != source.description else None,
        description=source.description,
        owner=source.owner,
        lifecycle=source.lifecycle,
        servers=tuple(_server(server) for server in source.servers) or None,
        external_docs=doc.ExternalDocs.read(source.external_docs),
        contact=doc.Contact.read(source.contact),
        license=doc.License.read(source.license),
        terms_of_service=source.terms_of_service or None,
    )


def _server(server: ServerSpec) -> doc.Server:
    variables = {
        name: doc.ServerVariable(
            default=variable.default, enum=variable.enum, description=variable.description
        )
        for name, variable in server.variables.items()
    }
    text = server.description if server.description is not None else server.name
    return doc.Server(url=server.url, description=text, variables=variables or None)


def _branding(branding: Branding | None) -> doc.Branding | None:
    if branding is None:
        return None
    # A document does not know where a site has the file.
    logo = branding.logo_url
    if branding.logo_file is not None:
        logo = None
    if logo is None and branding.primary_color is None:
        return None
    return doc.Branding(logo_url=logo, primary_color=branding.primary_color)
