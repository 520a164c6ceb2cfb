"""From contracts to their contract document: collect all types, choose their names, write."""

from collections.abc import Iterable
from functools import partial
from importlib import import_module
from typing import Any, TypedDict, Unpack

from ..catalog import Branding, ServerSpec
from ..catalog.document_source import (
    DocumentSource,
    Servers,
    Source,
    read_source,
    takes_options,
)
from ..contracts.contract_errors import Where
from ..contracts.display_names import name_errors
from ..schema.collector import Collector
from . import document_parts as doc
from .callers import level_parameters
from .document_model import ApiDocsDocument
from .document_texts import with_texts
from .document_writer import DocumentWriter
from .html_text import markdown_of_html
from .safe_links import absolute_url, resolve_links
from .uses import REFERENCE_PREFIX, direct_uses

REFERENCE = f"{REFERENCE_PREFIX}{{name}}"
"""How one schema of a document refers to another."""


class ContractDocumentOptions(TypedDict, total=False):
    """The parameters of `build_contract_doc`, which `build_contract_json` takes too."""

    title: str | None
    version: str | None
    description: str | None
    servers: Servers | None
    audience: str | Iterable[str] | None
    branding: Branding | None


@takes_options
def build_contract_doc(
    source: Source | None = None,
    *,
    title: str | None = None,
    version: str | None = None,
    description: str | None = None,
    servers: Servers | None = None,
    audience: str | Iterable[str] | None = None,
    branding: Branding | None = None,
    **fields: Any,
) -> ApiDocsDocument:
    """Build the contract document of a service.

    Pure: the same contracts give an equal document, and the same bytes.

    Args:
        source: An `ApiDocSpec`, whose contracts that are named by strings are imported now; a
            mapping of its options, in either spelling, in the single-document form too; or
            contracts, which are contract objects or decorated classes.
        title: The title of the service; required for contracts, and that of the spec unless given.
        version: The version of the service; that of the spec unless given.
        description: More about it; that of the spec unless given.
        servers: Where it is served; those of the spec unless given.
        audience: For whom it is, a name or several: what is for others is left out. That of the
            spec unless given.
        branding: Logo and colour, for the UI.
        fields: The options of a document, in place of `source`. All options may be in camelCase,
            and in one mapping, which is `source` then.

    Raises:
        ContractError: All that is wrong with the contracts, their types, or their import.
    """
    if branding is not None:  # that of a mapping is one, too
        branding = Branding.model_validate(branding)
    read = read_source(
        source,
        title=title,
        version=version,
        description=description,
        servers=servers,
        audience=audience,
    )
    return build_document(read, branding)


def build_contract_json(
    source: Source | None = None, **options: Unpack[ContractDocumentOptions]
) -> str:
    """Return the same as `build_contract_doc`, as the text of ``api-docs.json``."""
    return build_contract_doc(source, **options).to_json().decode()


def build_document(source: DocumentSource, branding: Branding | None = None) -> ApiDocsDocument:
    """Build the contract document of a source that is read already."""
    return build_with_origins(source, branding)[0]


def build_with_origins(
    source: DocumentSource, branding: Branding | None = None
) -> tuple[ApiDocsDocument, dict[str, str]]:
    """Build a contract document, and return the names of its types in Python, too, which readers
    of the document do not need.
    """
    # Not built again: its readers know the names and the order that it has.
    if isinstance(source.document, ApiDocsDocument):
        document = _with_head(source.document, source, branding)
        return _with_links(_with_workflows(document, source), source.base_url), {}
    collector = Collector(
        level_parameters,
        error_answers=True,
        handshake_errors=True,
        types=source.types,
        audience=source.audience,
        hidden=source.hidden,
    )
    collector.types(source.service.types, Where(owner="components"))
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
    if source.may_have_html:
        document = with_texts(document, _plain_markdown)
    document = _with_links(_with_workflows(document, source), source.base_url)
    return document, written.origins()


def _with_workflows(document: ApiDocsDocument, source: DocumentSource) -> ApiDocsDocument:
    """Return the document with its workflows; what writes them is in a layer above."""
    if not source.workflows:
        return document
    writer = import_module(f"{__name__.partition('.')[0]}.workflows.writer")
    with_workflows: ApiDocsDocument = writer.with_workflows(document, source)
    return with_workflows


def _with_head(
    document: ApiDocsDocument, source: DocumentSource, branding: Branding | None
) -> ApiDocsDocument:
    """Return a document that has been read, with what the project says of it here."""
    look = _branding(branding) or document.branding
    return document.model_copy(update={"service": _service(source), "branding": look})


def _plain_markdown(text: str) -> str:
    """Return a text of others with Markdown in place of HTML, and one kind of line ends."""
    return markdown_of_html(text.replace("\r\n", "\n"))


def _with_links(document: ApiDocsDocument, base_url: str | None) -> ApiDocsDocument:
    """Return the document with absolute links: in its texts, and to documentation elsewhere."""
    if base_url is None:
        return document

    def resolve_url(url: str) -> str:
        return absolute_url(url, base_url) or url

    is_markdown = document.markup != "rst"
    resolve_text = partial(resolve_links, base_url=base_url) if is_markdown else str
    return with_texts(document, resolve_text, resolve_url)


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
    if branding is None or (branding.logo_url is None and branding.primary_color is None):
        return None
    return doc.Branding(logo_url=branding.logo_url, primary_color=branding.primary_color)
