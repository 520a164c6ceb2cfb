"""Which contracts make a document: `ApiDocSpec` and its parts, and the import of contracts by name."""

from .mistakes import (
    AttributeNotFound,
    BadColor,
    BadContents,
    BadServer,
    BadSlug,
    DuplicateContract,
    DuplicateSlug,
    ImportFailed,
    ModuleNotFound,
    NoContract,
    SeveralSpecMistakes,
    SpecError,
    UnknownField,
    WrongKind,
)
from .resolve import ResolvedGroup
from .slugs import RESERVED_SLUGS, slugify
from .specs import (
    ApiDocSpec,
    Branding,
    ContractLike,
    GroupSpec,
    ServerSpec,
    ServerVariableSpec,
    check_specs,
    read_specs,
)

__all__ = [
    "RESERVED_SLUGS",
    "ApiDocSpec",
    "AttributeNotFound",
    "BadColor",
    "BadContents",
    "BadServer",
    "BadSlug",
    "Branding",
    "ContractLike",
    "DuplicateContract",
    "DuplicateSlug",
    "GroupSpec",
    "ImportFailed",
    "ModuleNotFound",
    "NoContract",
    "ResolvedGroup",
    "ServerSpec",
    "ServerVariableSpec",
    "SeveralSpecMistakes",
    "SpecError",
    "UnknownField",
    "WrongKind",
    "check_specs",
    "read_specs",
    "slugify",
]
