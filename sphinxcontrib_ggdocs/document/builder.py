"""Builds a document from contracts: collects all types, chooses their names, writes the parts.

A mark says which audiences may see a part. A whole document has everything, with marks; those for
audiences are filtered from it (`shown_document`). A slot is one use of a type, whose schema is
known when all names are chosen (`Written`).
"""

from collections.abc import Iterable
from dataclasses import replace

from ..audience_rules import Audiences
from ..catalog import ApiDocSpec, Branding, ServerSpec
from ..catalog.contents import Contents
from ..contracts.audiences import MARKED
from ..contracts.contract_errors import Location
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
from .shown_document import WholeDocument, shown_document
from .uses import REFERENCE_PREFIX, ref_name
from .writer import DocumentWriter

REFERENCE = f"{REFERENCE_PREFIX}{{name}}"
"""How one schema of a document refers to another."""


_MOST_AUDIENCES = 4
"""For how many audiences a document is kept; for others it is filtered again."""


class SharedDocument:
    """Keeps the document of one spec, so that it is built once for all outputs and audiences."""

    def __init__(self) -> None:
        self.types = Overlay()
        """Describes the types of the contracts."""
        self.built: dict[Audiences | None, tuple[ApiDocsDocument, Written]] = {}
        """The document for an audience, and its schemas; None: for everybody."""
        self.whole: WholeDocument | None = None
        """The document with marks, of which those for audiences are made; None until one is."""
        self.contracts: tuple[Contract, ...] = ()
        """The contracts of which the document was built."""

    def is_of(self, contents: Contents) -> bool:
        """Return whether the document was built of the contracts in these contents, which have to
        be the same objects.
        """
        return list(map(id, self.contracts)) == list(map(id, contents.contracts))


def document_of(
    spec: ApiDocSpec, contents: Contents, branding: Branding | None = None
) -> ApiDocsDocument:
    """Build the document of contracts, or return the one that was read from a file.

    Texts are as their authors have written them, and uses are not counted: the contract document
    alone needs both in another form.
    """
    if isinstance(contents.document, ApiDocsDocument):
        # A document that was read is not built again, so that names and order stay.
        return _with_service(contents.document, spec, contents, branding)
    document, _schemas = _shared(spec, contents, branding)
    return document


def document_with_origins(
    spec: ApiDocSpec, contents: Contents, branding: Branding | None = None
) -> tuple[ApiDocsDocument, dict[str, str]]:
    """Build a document, and return also the names in Python of its types, by those of schemas."""
    if contents.document is not None:
        return document_of(spec, contents, branding), {}
    document, written = _shared(spec, contents, branding)
    return document, written.origins()


def _shared(
    spec: ApiDocSpec, contents: Contents, branding: Branding | None
) -> tuple[ApiDocsDocument, Written]:
    """Return the document for the audience of a spec, and its schemas; the first output of a spec
    builds them for all.
    """
    shared = spec.shared
    if not isinstance(shared, SharedDocument):  # None, unless several outputs are built of the spec
        shared = SharedDocument()
    if not shared.is_of(contents):
        shared.built, shared.whole, shared.contracts = {}, None, contents.contracts
    if spec.audiences not in shared.built:
        shared.built[spec.audiences] = _for_audience(spec, contents, shared)
        for audience in list(shared.built)[:-_MOST_AUDIENCES]:  # those that were built first
            del shared.built[audience]
    document, written = shared.built[spec.audiences]
    markup = spec.markup
    if spec.file_fields:
        markup = None  # the markup of files is CommonMark
    # These depend on the spec and the project, and not on the contracts.
    changes = {
        "service": replace(_service(spec, contents), export=document.service.export),
        "branding": _branding(branding),
        "markup": markup,
    }
    return document.model_copy(update=changes), written


def _for_audience(
    spec: ApiDocSpec, contents: Contents, shared: SharedDocument
) -> tuple[ApiDocsDocument, Written]:
    """Build the document for the audience of a spec, and return its schemas, too. Documents for
    audiences are filtered from a whole one, which is built once.
    """
    if spec.audiences is None:
        return _built(spec, contents, shared.types, is_whole=False)
    if shared.whole is None:
        shared.whole = WholeDocument(*_built(spec, contents, shared.types, is_whole=True))
    return shown_document(shared.whole, spec.audiences, spec.report)


def _built(
    spec: ApiDocSpec, contents: Contents, types: Overlay, *, is_whole: bool
) -> tuple[ApiDocsDocument, Written]:
    """Build the document of contracts, and return its schemas, too.

    Args:
        spec: The options of the document.
        contents: Its contracts.
        types: Describes their types.
        is_whole: Whether it keeps marks and all else that a filter for an audience needs.
    """
    collector = Collector(level_parameters, types=types)
    # Named types of a file, which the document has whether a contract uses them or not.
    listed_types = collector.types(contents.service.types, Location(owner="components"))
    collector.share_constants(contents.contracts)  # before types are described, each only once
    collected = {id(contract): collector.contract(contract) for contract in contents.contracts}
    written = collector.write(REFERENCE, is_whole=is_whole)
    keys = name_errors(collector.errors)
    writer = DocumentWriter(written, keys, contents.groups, is_whole=is_whole)
    groups: list[doc.Group] = []
    for group in contents.groups:
        contracts = [collected[id(contract)] for contract in group.contracts]
        groups.append(writer.group(group, contracts))
    document_errors = writer.errors(collector.errors.values())
    schemes = writer.security_schemes
    if not is_whole:  # only a filter reads the marks of schemes
        schemes = {name: without(scheme, MARKED) for name, scheme in schemes.items()}
    document = ApiDocsDocument(
        service=_service(spec, contents, _service_export(contents, written, listed_types)),
        groups=tuple(groups),
        schemas=written.schemas,
        errors=document_errors,
        uses=doc.Uses(),  # only the contract document has them, whose builder counts them
        security_schemes=schemes or None,
    )
    return document, written


def _with_service(
    document: ApiDocsDocument, spec: ApiDocSpec, contents: Contents, branding: Branding | None
) -> ApiDocsDocument:
    """Return a document that was read from a file, with the service and the branding that the
    options of the project describe.
    """
    changes = {
        "service": _service(spec, contents),
        "branding": _branding(branding) or document.branding,
    }
    return document.model_copy(update=changes)


def _service_export(
    contents: Contents, written: Written, listed_types: Iterable[Slot]
) -> ServiceExport:
    """Return what other formats need of a whole document."""
    names = (ref_name(written.schema(slot)) for slot in listed_types)
    return ServiceExport(
        tags=contents.service.tags,
        openapi_version=contents.service.openapi_version,
        types=frozenset(name for name in names if name is not None),
        given=written.given_names,
        lost_patterns=tuple(written.lost_patterns),
        lost_references=written.lost_references,
    )


def _service(
    spec: ApiDocSpec, contents: Contents, export: ServiceExport | None = None
) -> doc.Service:
    """Return the service: its name, version, servers and so on."""
    head = contents.service
    summary = head.summary
    if summary == head.description:
        summary = None  # which would be read twice
    return doc.Service(
        export=export,
        slug=spec.slug,
        name=head.title or "",
        version=head.version,
        summary=summary,
        description=head.description,
        owner=head.owner,
        lifecycle=head.lifecycle,
        servers=tuple(_server(server) for server in head.servers) or None,
        external_docs=doc.ExternalDocs.read(head.external_docs),
        contact=doc.Contact.read(head.contact),
        license=doc.License.read(head.license),
        terms_of_service=head.terms_of_service or None,
    )


def _server(server: ServerSpec) -> doc.Server:
    """Return a server, with its name as description if it has no other."""
    variables: dict[str, doc.ServerVariable] = {}
    for name, variable in server.variables.items():
        variables[name] = doc.ServerVariable(
            default=variable.default, enum=variable.enum, description=variable.description
        )
    description = server.description
    if description is None:
        description = server.name
    return doc.Server(url=server.url, description=description, variables=variables or None)


def _branding(branding: Branding | None) -> doc.Branding | None:
    """Return the logo and the colour that a document has; None without both."""
    if branding is None:
        return None
    logo = branding.logo_url
    if branding.logo_file is not None:
        logo = None  # the document does not know where a site has the file
    if logo is None and branding.primary_color is None:
        return None
    return doc.Branding(logo_url=logo, primary_color=branding.primary_color)
