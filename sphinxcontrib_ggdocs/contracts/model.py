"""The contract model: frozen values that everything downstream reads.

A decorated class is one way to make them (`http.api`, `ws.api`), an adapter another, writing them
down a third. Types in it are kept as the author wrote them (`Annotated`, NewType and all); the
schema layer reads them.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from .._deprecated import warn_deprecated
from .framing import DEFAULT, Framing

if TYPE_CHECKING:
    from .errors import ServiceError
    from .permissions import Permission
    from .requirements import Requirement
    from .security import SecurityRequirement

HttpVerb: TypeAlias = Literal["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"]

Location: TypeAlias = Literal["path", "query", "header", "cookie"]
"""Where a parameter travels, in the words of OpenAPI 3.1, 4.8.12."""

ErrorFormat: TypeAlias = Literal["typed", "problem", "plain"]
"""How an error looks on the wire: ``{"type", "message"?, "data"?}``, RFC 9457, or the data
itself."""

Direction: TypeAlias = Literal["client_to_server", "server_to_client"]

TypeForm: TypeAlias = Any
"""A type as written: a class, ``Annotated[…]``, a union, a NewType."""


class _Missing:
    """The type of `MISSING`."""

    def __repr__(self) -> str:
        return "MISSING"

    def __bool__(self) -> bool:
        return False


MISSING: Final = _Missing()
"""No default was declared; `None` is a default like any other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where something was written."""

    module: str
    """Dotted name of the module."""
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalDocs:
    """A link to documentation elsewhere."""

    url: str
    description: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A value by way of example, in the words of OpenAPI 3.1, 4.8.19."""

    name: str
    value: object = MISSING
    summary: str | None = None
    description: str | None = None
    external_value: str | None = None
    """Where the value stands when it cannot stand here."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """A path, query, header or cookie parameter, or a response header."""

    name: str
    """The name on the wire."""
    location: Location
    type: TypeForm
    required: bool = True
    default: object = MISSING
    description: str | None = None
    """What the marker or the docstring says; a description inside `type` is read by the schema
    layer."""
    deprecated: bool = False
    argument: str | None = None
    """The Python argument that carries it; None when a requirement or an adapter declares it."""
    of_model: bool = False
    """Whether it is one field of its argument, a model, which is validated as a whole."""
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRules:
    """What a file inside a body must be."""

    media_types: tuple[str, ...] = ()
    """Accepted media types; none: any."""
    max_size: int | None = None
    """In bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyField:
    """One of the values that a body is made of: a form field, a part, or one of several embedded
    arguments.
    """

    name: str
    type: TypeForm
    required: bool = True
    default: object = MISSING
    description: str | None = None
    deprecated: bool = False
    file: FileRules | None = None
    """Set when the part is a file."""
    argument: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """One representation of a body: a type, or fields, or (with neither) raw bytes."""

    media_type: str = "application/json"
    type: TypeForm = MISSING
    fields: tuple[BodyField, ...] | None = None
    """The fields of an object that has no class of its own."""
    stream: bool = False
    """Server-sent events; `type` is the type of one event."""
    file: FileRules | None = None
    """Set when the whole body is one file."""
    examples: tuple[Example, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestBody:
    """What a client sends."""

    contents: tuple[Content, ...]
    required: bool = True
    description: str | None = None
    argument: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Success:
    """One way in which a method succeeds; without `contents` it has no body."""

    status: int
    contents: tuple[Content, ...] = ()
    description: str | None = None
    headers: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorAnswer:
    """What an error answers with where that is more than its data as JSON; existing services need
    it.
    """

    status: str | None = None
    """Instead of one status a range such as ``4XX``, or ``default``."""
    contents: tuple[Content, ...] = ()
    headers: tuple[Parameter, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpMethod:
    """One operation: a path, the verbs that it answers to, what goes in and what comes out."""

    name: str
    verbs: tuple[HttpVerb, ...]
    path: str
    """Below the contract's prefix, with ``{name}`` placeholders; may be empty."""
    summary: str | None = None
    description: str | None = None
    parameters: tuple[Parameter, ...] = ()
    body: RequestBody | None = None
    successes: tuple[Success, ...] = ()
    """At least one; the first is the usual one."""
    errors: "tuple[type[ServiceError[Any]], ...]" = ()
    requires: "tuple[Requirement, ...]" = ()
    """Those of this method alone."""
    security: "SecurityRequirement | None" = None
    """How callers identify themselves, beside what `requires` asks for; None: as the contract
    says."""
    permission: "Permission | None" = None
    deprecated: bool = False
    deprecation_message: str | None = None
    operation_id: str | None = None
    openapi_extra: Mapping[str, Any] | None = None
    """Merged into the operation of the OpenAPI document."""
    callbacks: "tuple[HttpContract, ...]" = ()
    """Outgoing contracts: requests that the service sends in the course of a call. The paths of
    their methods are expressions over it (OpenAPI 3.1, 4.8.18.4)."""
    external_docs: ExternalDocs | None = None
    source: Source | None = None

    @property
    def middlewares(self) -> "tuple[Requirement, ...]":
        """Deprecated: the old name of `requires`."""
        return _old_requires(self)

    def located(self, location: Location) -> Iterator[Parameter]:
        """The parameters at one place, in order."""
        return (parameter for parameter in self.parameters if parameter.location == location)


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpContract:
    """A class of HTTP methods under one path prefix."""

    name: str
    path_prefix: str = ""
    methods: tuple[HttpMethod, ...] = ()
    description: str | None = None
    requires: "tuple[Requirement, ...]" = ()
    security: "SecurityRequirement | None" = None
    """How callers identify themselves, beside what `requires` asks for; a method may say
    otherwise."""
    error_format: ErrorFormat = "typed"
    permission: "Permission | None" = None
    deprecated: bool = False
    external_docs: ExternalDocs | None = None
    source: Source | None = None
    separate_facets: bool = True
    """Whether what is answered is described as it is written; else as it would be read, which some
    services choose."""
    runtime_errors: bool = False
    """Whether `implement()` serves it: methods can answer VALIDATION_ERROR and SERVER_ERROR without
    declaring them."""
    outgoing: bool = False
    """The service sends these requests and others answer them: webhooks, whose paths are names, and
    callbacks."""
    kind: Literal["http"] = field(default="http", init=False)

    @property
    def middlewares(self) -> "tuple[Requirement, ...]":
        """Deprecated: the old name of `requires`."""
        return _old_requires(self)

    def full_path(self, method: HttpMethod) -> str:
        """The path as a client sees it: never empty, no doubled slash where the parts meet,
        ``{name}`` without more.

        That of an outgoing contract is no path here, and stays as it is.
        """
        if self.outgoing:
            return self.path_prefix + method.path
        path = (self.path_prefix.rstrip("/") + method.path) or "/"
        return CONVERTER.sub(r"{\1}", path) if ":" in path else path


@dataclass(frozen=True, slots=True, kw_only=True)
class Interaction:
    """One message over a WebSocket and what it may be answered with."""

    name: str
    direction: Direction
    summary: str | None = None
    description: str | None = None
    message: RequestBody | None = None
    """None when the message carries no payload."""
    answer: Content | None = None
    """None when nothing is answered."""
    errors: "tuple[type[ServiceError[Any]], ...]" = ()
    permission: "Permission | None" = None
    deprecated: bool = False
    deprecation_message: str | None = None
    external_docs: ExternalDocs | None = None
    source: Source | None = None

    @property
    def is_request(self) -> bool:
        """Whether the sender waits: it declares an answer or errors."""
        return self.answer is not None or bool(self.errors)


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSocketContract:
    """A class of interactions over one connection."""

    name: str
    path: str
    interactions: tuple[Interaction, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    """Path, query, header and cookie parameters of the handshake."""
    description: str | None = None
    requires: "tuple[Requirement, ...]" = ()
    security: "SecurityRequirement | None" = None
    """How the client of the handshake identifies itself, beside what `requires` asks for."""
    error_format: ErrorFormat = "typed"
    framing: Framing = DEFAULT
    """What messages look like on the wire."""
    permission: "Permission | None" = None
    deprecated: bool = False
    external_docs: ExternalDocs | None = None
    source: Source | None = None
    runtime_errors: bool = False
    """As of an HTTP contract."""
    kind: Literal["ws"] = field(default="ws", init=False)

    @property
    def middlewares(self) -> "tuple[Requirement, ...]":
        """Deprecated: the old name of `requires`."""
        return _old_requires(self)


CONVERTER = re.compile(r"{([^{}:]*):[^{}]*}")
"""What frameworks add to a placeholder, as in ``{rest:path}``."""

Contract: TypeAlias = HttpContract | WebSocketContract


def _old_requires(
    owner: HttpMethod | HttpContract | WebSocketContract,
) -> "tuple[Requirement, ...]":
    warn_deprecated(f"{type(owner).__name__}.middlewares is deprecated: read requires")
    return owner.requires
