"""Defines which contracts make up a document: `ApiDocSpec` and its parts, and the import of
contracts by name.
"""

from .adapters import installed_adapters
from .app_options import AppOptions
from .application_warnings import ApplicationWarning
from .branding import Branding
from .contents import Adapter, Contents, ResolvedGroup, ServiceInfo
from .group_specs import ContractLike, GroupEntry, GroupSpec
from .info_objects import ContactSpec, ExternalDocsSpec, LicenseSpec
from .servers import ServerSpec, ServerVariableSpec
from .slugs import RESERVED_SLUGS, slugify
from .spec_errors import (
    AttributeNotFound,
    BadAdapter,
    BadColor,
    BadContents,
    BadDocument,
    BadHistory,
    BadServer,
    BadSlug,
    DuplicateContract,
    DuplicateSlug,
    ImportFailed,
    ModuleNotFound,
    NoAdapter,
    NoContract,
    SpecError,
    SpecErrorGroup,
    UnknownField,
    UnreadableRoute,
    WrongKind,
)
from .specs import ApiDocSpec, read_specs

__all__ = [
    "RESERVED_SLUGS",
    "Adapter",
    "ApiDocSpec",
    "AppOptions",
    "ApplicationWarning",
    "AttributeNotFound",
    "BadAdapter",
    "BadColor",
    "BadContents",
    "BadDocument",
    "BadHistory",
    "BadServer",
    "BadSlug",
    "Branding",
    "ContactSpec",
    "Contents",
    "ContractLike",
    "DuplicateContract",
    "DuplicateSlug",
    "ExternalDocsSpec",
    "GroupEntry",
    "GroupSpec",
    "ImportFailed",
    "LicenseSpec",
    "ModuleNotFound",
    "NoAdapter",
    "NoContract",
    "ResolvedGroup",
    "ServerSpec",
    "ServerVariableSpec",
    "ServiceInfo",
    "SpecError",
    "SpecErrorGroup",
    "UnknownField",
    "UnreadableRoute",
    "WrongKind",
    "installed_adapters",
    "read_specs",
    "slugify",
]
