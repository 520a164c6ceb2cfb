"""The native documentation: the contract document, and the pages drawn from it."""

from typing import TYPE_CHECKING

from .._module_names import lazily
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
from .builder import build_contract_doc
from .bundle import Bundle, installed_bundle
from .document import FORMAT_VERSION, ApiDocsDocument
from .embed import DocumentLink, element_attributes, opening_tag
from .logo import logo_file, shown_branding
from .site import SiteDocument, document_script, native_site

if TYPE_CHECKING:
    from ..serving import Denied, DocsRequest, RegistrationWarning
    from .live import GGApiDocs, GGApiDocsOptions, GGApiDocsWsgi
    from .static import BuildApiDocsOptions, build_api_docs
else:
    _HOMES = {
        "..serving": ["Denied", "DocsRequest", "RegistrationWarning"],
        ".live": ["GGApiDocs", "GGApiDocsOptions", "GGApiDocsWsgi"],
        ".static": ["BuildApiDocsOptions", "build_api_docs"],
    }
    __getattr__, __dir__ = lazily(__name__, _HOMES)

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
    "RegistrationWarning",
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
