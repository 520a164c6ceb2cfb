"""Builds a document from contracts: collects all types, chooses their names, writes the parts."""

from collections.abc import Iterable
from dataclasses import replace

from ..audience_rules import Audiences
from ..catalog import Branding, ServerSpec
from ..catalog.document_source import DocumentSource
from ..contracts.audiences import MARKED
from ..contracts.contract_errors import Where
from ..contracts.display_names import name_errors
from ..contracts.model import Contract
from ..schema import Overlay, Written
from ..schema.collector import Collector
from ..schema.nodes import without
from ..schema.registry import Slot
from . import parts as doc
from .callers import level_parameters
from .exports import ServiceExport
from .model import ApiDocsDocument
from .openapi_members import link_targets
from .shown_document import WholeDocument, shown_document
from .uses import REFERENCE_PREFIX, ref_name
from .writer import DocumentWriter

REFERENCE = f"{REFERENCE_PREFIX}{{name}}"
"""How one schema of a document refers to another."""


_KEPT = 4
"""For how many audiences a document is kept; each is made again of the whole one."""


class SharedDocument:
    """The document of one spec, which all of its outputs, for all audiences, have in common."""

    def __init__(self) -> None:
        self.types = Overlay()
        """Describes its types."""
        self.built: dict[Audiences | None, tuple[ApiDocsDocument, Written]] = {}
        """By audience."""
        self.whole: WholeDocument | None = None
        """With marks, for all audiences."""
        self.contracts: tuple[Contract, ...] = ()
        """Those that it was built of."""

    def is_of(self, source: DocumentSource) -> bool:
        """Return whether it was built of the contracts of a source."""
        return list(map(id, self.contracts)) == list(map(id, source.contracts))


def document_of(source: DocumentSource, branding: Branding | None = None) -> ApiDocsDocument:
    """Build the document of a source, or return the one that has been read.

    Texts are as their authors have written them, and uses are not counted, which only readers of
    the contract document need.
    """
    # Not built again: its readers know the names and the order that it has.
    if isinstance(source.document, ApiDocsDocument):
        return _with_head(source.document, source, branding)
    return _shared(source, branding)[0]


def document_with_origins(
    source: DocumentSource, branding: Branding | None = None
) -> tuple[ApiDocsDocument, dict[str, str]]:
    """Build a document, and return the names of its types in Python, too, which readers of the
    document do not need.
    """
    if source.document is not None:
        return document_of(source, branding), {}
    document, written = _shared(source, branding)
    return document, written.origins()


def _shared(source: DocumentSource, branding: Branding | None) -> tuple[ApiDocsDocument, Written]:
    """Return the document for the audience of a source, and its schemas; of several outputs of one
    spec the first builds it.
    """
    shared = source.shared
    if not isinstance(shared, SharedDocument):
        shared = SharedDocument()
    if not shared.is_of(source):
        shared.built, shared.whole, shared.contracts = {}, None, source.contracts
    if source.audience not in shared.built:
        shared.built[source.audience] = _shown(source, shared)
        for audience in list(shared.built)[:-_KEPT]:
            del shared.built[audience]
    document, written = shared.built[source.audience]
    service = replace(_service(source), export=document.service.export)
    head = {"service": service, "branding": _branding(branding), "markup": source.markup}
    return document.model_copy(update=head), written


def _shown(source: DocumentSource, shared: SharedDocument) -> tuple[ApiDocsDocument, Written]:
    """Build the document for the audience of a source, and return its schemas, too."""
    if source.audience is None:
        return _built(source, shared.types, is_whole=False)
    if shared.whole is None:
        shared.whole = WholeDocument(*_built(source, shared.types, is_whole=True))
    return shown_document(shared.whole, source.audience, source.report)


def _built(
    source: DocumentSource, types: Overlay, *, is_whole: bool
) -> tuple[ApiDocsDocument, Written]:
    """Build the document of contracts, and return its schemas, too.

    Args:
        source: The contracts.
        types: Describes their types.
        is_whole: Whether it is filtered for an audience: it has marks then.
    """
    collector = Collector(
        level_parameters,
        error_answers=True,
        handshake_errors=True,
        types=types,
    )
    listed = collector.types(source.service.types, Where(owner="components"))
    collector.share_constants(source.contracts)
    collected = {id(contract): collector.contract(contract) for contract in source.contracts}
    written = collector.write(REFERENCE, is_whole=is_whole)
    keys = name_errors(collector.errors)
    writer = DocumentWriter(written, keys, link_targets(source.groups), is_whole=is_whole)
    groups: list[doc.Group] = []
    for group in source.groups:
        contracts = [collected[id(contract)] for contract in group.contracts]
        groups.append(writer.group(group, contracts))
    document_errors = writer.errors(collector.errors.values())
    schemes = writer.security_schemes
    if not is_whole:
        schemes = {name: without(scheme, MARKED) for name, scheme in schemes.items()}
    document = ApiDocsDocument(
        service=_service(source, _service_export(source, written, listed)),
        groups=tuple(groups),
        schemas=written.schemas,
        errors=document_errors,
        uses=doc.Uses(),
        security_schemes=schemes or None,
    )
    return document, written


def _with_head(
    document: ApiDocsDocument, source: DocumentSource, branding: Branding | None
) -> ApiDocsDocument:
    """Return a document that has been read, with what the project says of it here."""
    look = _branding(branding) or document.branding
    return document.model_copy(update={"service": _service(source), "branding": look})


def _service_export(
    source: DocumentSource, written: Written, listed: Iterable[Slot]
) -> ServiceExport:
    names = (ref_name(written.schema(slot)) for slot in listed)
    return ServiceExport(
        tags=source.service.tags,
        openapi_version=source.service.openapi_version,
        types=frozenset(name for name in names if name is not None),
        given=written.given_names,
        lost_patterns=tuple(written.lost_patterns),
        lost_references=written.lost_references,
    )


def _service(source: DocumentSource, export: ServiceExport | None = None) -> doc.Service:
    return doc.Service(
        export=export,
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
