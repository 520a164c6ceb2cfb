"""The native documentation: the contract document, and the site that shows it."""

from typing import TYPE_CHECKING

from .._module_names import deprecated_names, lazily, moved

if TYPE_CHECKING:
    from ..catalog import ApiDocSpec as ApiDocSpec
    from ..catalog import Branding as Branding
    from ..catalog import GroupSpec as GroupSpec
    from ..catalog import ServerSpec as ServerSpec
    from ..catalog import ServerVariableSpec as ServerVariableSpec
    from ..catalog import SpecError as SpecError
    from ..catalog import check_specs as check_specs
    from ..catalog import read_specs as read_specs
    from ..serving import Denied, DocsRequest, RegistrationWarning
    from .contract_builder import build_contract_doc as build_contract_doc
    from .contract_builder import contract_document, contract_json
    from .document_model import FORMAT_VERSION, ApiDocsDocument
    from .live import GGApiDocs, GGApiDocsOptions, GGApiDocsWsgi
    from .static import BuildApiDocsOptions, build_api_docs
else:
    _HOMES = {
        "..serving": ["Denied", "DocsRequest", "RegistrationWarning"],
        ".contract_builder": ["contract_document", "contract_json"],
        ".document_model": ["FORMAT_VERSION", "ApiDocsDocument"],
        ".live": ["GGApiDocs", "GGApiDocsOptions", "GGApiDocsWsgi"],
        ".static": ["BuildApiDocsOptions", "build_api_docs"],
    }
    _SPECS = [
        "ApiDocSpec",
        "Branding",
        "GroupSpec",
        "ServerSpec",
        "ServerVariableSpec",
        "SpecError",
        "check_specs",
        "read_specs",
    ]
    _NOT_PUBLIC = "no longer public: use GGApiDocs or build_api_docs"
    _OLD_NAMES = {
        **moved(__name__, ".contract_builder", ["build_contract_doc"], "use contract_document"),
        **moved(__name__, "..catalog", _SPECS, "import it from sphinxcontrib_ggdocs.catalog"),
        **moved(__name__, ".bundle", ["Bundle", "installed_bundle"], _NOT_PUBLIC),
        **moved(
            __name__, ".element", ["DocumentLink", "element_attributes", "opening_tag"], _NOT_PUBLIC
        ),
        **moved(__name__, ".logo", ["logo_file", "shown_branding"], _NOT_PUBLIC),
        **moved(
            __name__,
            ".documentation_site",
            ["SiteDocument", "document_script", "native_site"],
            _NOT_PUBLIC,
        ),
    }
    _lazy, __dir__ = lazily(__name__, _HOMES)
    __getattr__ = deprecated_names(__name__, _OLD_NAMES, otherwise=_lazy)

__all__ = [
    "FORMAT_VERSION",
    "ApiDocsDocument",
    "BuildApiDocsOptions",
    "Denied",
    "DocsRequest",
    "GGApiDocs",
    "GGApiDocsOptions",
    "GGApiDocsWsgi",
    "RegistrationWarning",
    "build_api_docs",
    "contract_document",
    "contract_json",
]
