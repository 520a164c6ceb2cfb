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
from .builder import build_contract_doc
from .document import FORMAT_VERSION, ApiDocsDocument

__all__ = [
    "FORMAT_VERSION",
    "ApiDocSpec",
    "ApiDocsDocument",
    "Branding",
    "GroupSpec",
    "ServerSpec",
    "ServerVariableSpec",
    "SpecError",
    "build_contract_doc",
    "check_specs",
    "read_specs",
]
