"""Builds the native documentation: the contract document, and the site that shows it."""

from typing import TYPE_CHECKING

from ..serving.lazy_names import lazy_attributes

if TYPE_CHECKING:
    from ..catalog import ApiDocSpec, Branding, GroupEntry
    from ..document.model import FORMAT_VERSION, ApiDocsDocument
    from ..serving import Denied, DocsRequest, RegistrationWarning
    from .contract_builder import (
        BuildContractDocOptions,
        build_contract_doc,
        build_contract_json,
    )
    from .live import GGApiDocs, GGApiDocsOptions
    from .static import BuildApiDocsOptions, build_api_docs
else:
    _HOMES = {
        "..catalog": ["ApiDocSpec", "Branding", "GroupEntry"],
        "..serving": ["Denied", "DocsRequest", "RegistrationWarning"],
        "..document.model": ["FORMAT_VERSION", "ApiDocsDocument"],
        ".contract_builder": [
            "BuildContractDocOptions",
            "build_contract_doc",
            "build_contract_json",
        ],
        ".live": ["GGApiDocs", "GGApiDocsOptions"],
        ".static": ["BuildApiDocsOptions", "build_api_docs"],
    }
    __getattr__, __dir__ = lazy_attributes(__name__, _HOMES)

__all__ = [
    "FORMAT_VERSION",
    "ApiDocSpec",
    "ApiDocsDocument",
    "Branding",
    "BuildApiDocsOptions",
    "BuildContractDocOptions",
    "Denied",
    "DocsRequest",
    "GGApiDocs",
    "GGApiDocsOptions",
    "GroupEntry",
    "RegistrationWarning",
    "build_api_docs",
    "build_contract_doc",
    "build_contract_json",
]
