"""Builds the contract document of a service, with its texts prepared for readers of the
documentation.

A *spec* names the contracts and the options of a document; its *contents* are the contracts, or the
document, that were read from there.
"""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypedDict, Unpack

from ..capabilities import WORKFLOWS
from ..catalog import ApiDocSpec, Branding
from ..catalog.contents import Contents
from ..catalog.document_source import (
    Servers,
    Source,
    read_source,
    takes_options,
)
from ..catalog.imports import import_optional
from ..document.builder import document_with_origins
from ..document.model import ApiDocsDocument
from ..document.texts import with_texts
from ..document.uses import direct_uses
from .extra_texts import with_extra_texts
from .html_text import markdown_of_html
from .safe_links import absolute_url, resolve_links


class BuildContractDocOptions(TypedDict, total=False):
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
        source: An `ApiDocSpec`, whose contracts are imported if they are given by name; a mapping
            of its options, in snake_case or camelCase; or contracts: contract objects or decorated
            classes.
        title: The title of the service; required for contracts, by default that of the spec.
        version: The version of the service; by default that of the spec.
        description: More about it; by default that of the spec.
        servers: Where it is served; by default those of the spec.
        audience: One or several audiences: everything for other audiences is left out. By default
            those of the spec.
        branding: Logo and colour, for the UI.
        fields: The options of a document, in place of `source`. All options may be in camelCase,
            and in one mapping, which is `source` then.

    Raises:
        ContractError: All errors in the contracts, their types, or their import.
    """
    if branding is not None:  # callers may give a mapping instead of a `Branding`
        branding = Branding.model_validate(branding)
    spec, contents = read_source(
        source,
        title=title,
        version=version,
        description=description,
        servers=servers,
        audience=audience,
    )
    return build_document(spec, contents, branding)


def build_contract_json(
    source: Source | None = None, **options: Unpack[BuildContractDocOptions]
) -> str:
    """Build the contract document of a service as the text of ``api-docs.json``.

    Args:
        source: An `ApiDocSpec`, a mapping of its options, or contracts; None if `options` has the
            fields of the document.
        options: The keyword arguments of `build_contract_doc`, such as ``title`` and ``audience``.
    """
    return build_contract_doc(source, **options).to_json().decode()


def build_document(
    spec: ApiDocSpec, contents: Contents, branding: Branding | None = None
) -> ApiDocsDocument:
    """Build the contract document of contents that were read before."""
    return build_with_origins(spec, contents, branding)[0]


def build_with_origins(
    spec: ApiDocSpec, contents: Contents, branding: Branding | None = None
) -> tuple[ApiDocsDocument, dict[str, str]]:
    """Build a contract document, and return with it the Python names of its types by schema key.

    The names are not a part of the document, since its readers do not need them.
    """
    document, origins = document_with_origins(spec, contents, branding)
    if contents.document is None:  # a contract document that was read from a file has all of this
        # Which types each method, error and type refers to; the reference lists the users of types.
        uses = direct_uses(document.groups, document.schemas, document.errors)
        document = with_extra_texts(document.model_copy(update={"uses": uses}))
        if spec.may_have_html:  # its texts are those of an application or a file
            document = with_texts(document, _markdown_without_html)
    document = _with_workflows(document, spec, contents)
    return _with_absolute_links(document, spec.base_url), origins


def _with_workflows(
    document: ApiDocsDocument, spec: ApiDocSpec, contents: Contents
) -> ApiDocsDocument:
    """Return the document with the workflows that its spec names.

    The function that writes them is found by its name, since its package is a layer above this one.
    """
    if not spec.workflows:
        return document
    with_workflows: ApiDocsDocument = import_optional(WORKFLOWS)(document, spec, contents)
    return with_workflows


def _markdown_without_html(text: str) -> str:
    """Return a text of another author with Markdown in place of HTML, and with Unix line ends."""
    return markdown_of_html(text.replace("\r\n", "\n"))


def _with_absolute_links(document: ApiDocsDocument, base_url: str | None) -> ApiDocsDocument:
    """Return the document with relative links made absolute, in texts and in external
    documentation; unchanged if its spec has no `base_url`.
    """
    if base_url is None:
        return document

    def resolve_url(url: str) -> str:
        """Return an address as an absolute one, or unchanged if it is not safe."""
        return absolute_url(url, base_url) or url

    resolve_text: Callable[[str], str] = str  # links in reStructuredText stay unchanged
    if document.markup != "rst":
        resolve_text = partial(resolve_links, base_url=base_url)
    return with_texts(document, resolve_text, resolve_url)
