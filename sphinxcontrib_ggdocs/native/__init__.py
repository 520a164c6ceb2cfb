"""The native documentation: the contract document, and the pages drawn from it."""

from ..catalog import (
    ApiDocSpec,
    Branding,
    GroupSpec,
    ServerSpec,
    ServerVariableSpec,
    SpecError,
    check_specs,
    read_specs,
)
from ..serving import Denied, DocsRequest
from .builder import build_contract_doc
from .bundle import Bundle, installed_bundle
from .document import FORMAT_VERSION, ApiDocsDocument
from .embed import DocumentLink, element_attributes, opening_tag
from .live import GGApiDocs, GGApiDocsOptions, GGApiDocsWsgi
from .logo import logo_file, shown_branding
from .site import SiteDocument, document_script, native_site
from .static import BuildApiDocsOptions, build_api_docs

__all__ = [
    "FORMAT_VERSION",
    "ApiDocSpec",
    "ApiDocsDocument",
    "Branding",
    "BuildApiDocsOptions",
    "Bundle",
    "Denied",
    "DocsRequest",
    "DocumentLink",
    "GGApiDocs",
    "GGApiDocsOptions",
    "GGApiDocsWsgi",
    "GroupSpec",
    "ServerSpec",
    "ServerVariableSpec",
    "SiteDocument",
    "SpecError",
    "build_api_docs",
    "build_contract_doc",
    "check_specs",
    "document_script",
    "element_attributes",
    "installed_bundle",
    "logo_file",
    "native_site",
    "opening_tag",
    "read_specs",
    "shown_branding",
]
