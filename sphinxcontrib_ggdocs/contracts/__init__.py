"""Typed service contracts: the methods, messages and errors of a service, written once, in Python.

In: a class that is decorated with `http.api` or `ws.api`. Out: an `HttpContract` or a
`WebSocketContract`, frozen values that all outputs and `implement` read. Adapters and readers build
the same values. Read `model.py` first, then `authoring/decorators.py`. The package depends only on
pydantic. See the guide "Writing contracts".
"""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from . import http, security
from .audiences import Audience
from .authoring.drafts import contract_of
from .contract_errors import ContractError
from .errors import (
    ERROR,
    FORBIDDEN,
    NOT_FOUND,
    SERVER_ERROR,
    UNAUTHORIZED,
    VALIDATION_ERROR,
    FieldProblem,
    ServiceError,
)
from .lifecycle import Deprecated, Lifecycle, Since
from .markers import ApiKey, BearerToken, Brand
from .model import (
    Alias,
    BodyField,
    Content,
    Contract,
    ErrorAnswer,
    Example,
    ExternalDocs,
    FileRules,
    HttpContract,
    HttpMethod,
    Interaction,
    Parameter,
    RequestBody,
    Source,
    Success,
    WebSocketContract,
)
from .permissions import Permission, authenticated, public, scope
from .requirements import Requirement
from .security import Security, SecurityRequirement, SecurityScheme

if TYPE_CHECKING:
    from . import ws as ws
else:

    def __getattr__(name: str) -> ModuleType:
        """Import `ws` when it is first used, since most services have no WebSockets."""
        if name == "ws":
            return import_module(".ws", __name__)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "ERROR",
    "FORBIDDEN",
    "NOT_FOUND",
    "SERVER_ERROR",
    "UNAUTHORIZED",
    "VALIDATION_ERROR",
    "Alias",
    "ApiKey",
    "Audience",
    "BearerToken",
    "BodyField",
    "Brand",
    "Content",
    "Contract",
    "ContractError",
    "Deprecated",
    "ErrorAnswer",
    "Example",
    "ExternalDocs",
    "FieldProblem",
    "FileRules",
    "HttpContract",
    "HttpMethod",
    "Interaction",
    "Lifecycle",
    "Parameter",
    "Permission",
    "RequestBody",
    "Requirement",
    "Security",
    "SecurityRequirement",
    "SecurityScheme",
    "ServiceError",
    "Since",
    "Source",
    "Success",
    "WebSocketContract",
    "authenticated",
    "contract_of",
    "http",
    "public",
    "scope",
    "security",
    "ws",
]
