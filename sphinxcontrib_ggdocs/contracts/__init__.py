"""Typed service contracts: what a service answers to, written once, in Python.

Needs nothing but pydantic. See the guide «Writing contracts».
"""

from . import http, security, ws
from .brands import ApiKey, BearerToken, Brand
from .draft import contract_of
from .errors import (
    ERROR,
    FORBIDDEN,
    NOT_AUTHORIZED,
    NOT_FOUND,
    SERVER_ERROR,
    VALIDATION_ERROR,
    FieldProblem,
    ServiceError,
)
from .middleware import Middleware
from .mistakes import ContractError
from .model import (
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
from .security import Security, SecurityRequirement, SecurityScheme

__all__ = [
    "ERROR",
    "FORBIDDEN",
    "NOT_AUTHORIZED",
    "NOT_FOUND",
    "SERVER_ERROR",
    "VALIDATION_ERROR",
    "ApiKey",
    "BearerToken",
    "BodyField",
    "Brand",
    "Content",
    "Contract",
    "ContractError",
    "ErrorAnswer",
    "Example",
    "ExternalDocs",
    "FieldProblem",
    "FileRules",
    "HttpContract",
    "HttpMethod",
    "Interaction",
    "Middleware",
    "Parameter",
    "Permission",
    "RequestBody",
    "Security",
    "SecurityRequirement",
    "SecurityScheme",
    "ServiceError",
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
