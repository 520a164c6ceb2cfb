"""Defines the contract model: frozen values that everything downstream reads.

They are created by the decorators of `http` and `ws`, by adapters and readers, and by code that
calls the classes here. Types are kept as the author wrote them, with `Annotated` and NewType; the
schema package reads them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from ..json_pointer import json_pointer
from .contract_errors import OnBadType
from .errors import ErrorClass
from .framing import DEFAULT, BaseMethod, Framing
from .framing import Direction as Direction
from .framing import Interaction as Interaction
from .lifecycle import Lifecycle
from .message_model import MISSING as MISSING
from .message_model import BodyField as BodyField
from .message_model import Content as Content
from .message_model import ErrorAnswer as ErrorAnswer
from .message_model import ErrorFormat as ErrorFormat
from .message_model import Example as Example
from .message_model import ExternalDocs as ExternalDocs
from .message_model import FileRules as FileRules
from .message_model import HttpVerb as HttpVerb
from .message_model import Marked
from .message_model import Parameter as Parameter
from .message_model import ParameterLocation as ParameterLocation
from .message_model import RequestBody as RequestBody
from .message_model import Serialization as Serialization
from .message_model import Source as Source
from .message_model import Success as Success
from .message_model import TypeForm as TypeForm
from .message_model import where_of as where_of
from .permissions import Permission
from .requirements import Requirement
from .security import SecurityRequirement


@dataclass(frozen=True, slots=True, kw_only=True)
class Alias:
    """A further path of an operation, with the same input and responses."""

    path: str
    """Below the contract's prefix, with the placeholders of the operation's own path."""
    operation_id: str | None = None
    verb_operation_ids: tuple[str, ...] = ()
    """As for the operation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpMethod(BaseMethod):
    """One operation: a path, its verbs, its input and its responses."""

    verbs: tuple[str, ...]
    """Values of `HttpVerb`; documents that were read may have others, such as ``QUERY``."""
    path: str
    """Below the contract's prefix, with ``{name}`` placeholders; may be empty."""
    aliases: tuple[Alias, ...] = ()
    """Its other paths."""
    parameters: tuple[Parameter, ...] = ()
    body: RequestBody | None = None
    successes: tuple[Success, ...] = ()
    """At least one; the first is the usual one."""
    requires: tuple[Requirement, ...] = ()
    """The requirements of only this method."""
    operation_id: str | None = None
    """The operation id of the first verb."""
    verb_operation_ids: tuple[str, ...] = ()
    """The operation ids of the other verbs, in their order; by default that of the first verb,
    followed by the verb.
    """
    tags: tuple[str, ...] | None = None
    """Its tags in the OpenAPI document; None: the contract's name."""
    openapi_extra: Mapping[str, Any] | None = None
    """Merged into the operation of the OpenAPI document."""
    callbacks: "tuple[HttpContract, ...]" = ()
    """Outgoing contracts: requests that the service sends during a call. The paths of their methods
    are expressions about the call (OpenAPI 3.1, 4.8.18.2).
    """

    def at_each_path(self) -> "tuple[HttpMethod, ...]":
        """Return one operation for each path of the method, for formats in which an operation has
        one path.
        """
        if not self.aliases:
            return (self,)
        operations: list[HttpMethod] = []
        for alias in (self.usual_path, *self.aliases):
            operation = replace(
                self,
                path=alias.path,
                operation_id=alias.operation_id,
                verb_operation_ids=alias.verb_operation_ids,
                aliases=(),
            )
            operations.append(operation)
        return tuple(operations)

    @property
    def usual_path(self) -> Alias:
        """The first path, as an `Alias` like the other paths."""
        return Alias(
            path=self.path,
            operation_id=self.operation_id,
            verb_operation_ids=self.verb_operation_ids,
        )

    def operation_id_of(self, verb: str, default: str) -> str:
        """Return the operation id of one verb at the usual path.

        Verbs after the first one have their own id, or that of the first verb followed by the verb.

        Args:
            verb: One of `verbs`.
            default: The operation id of the first verb if the method has none.
        """
        index = self.verbs.index(verb)
        if index == 0:
            return self.operation_id or default
        # The first verb has no id in this list, and the list may be shorter than that of verbs.
        if index <= len(self.verb_operation_ids):
            return self.verb_operation_ids[index - 1]
        return f"{self.operation_id or default}_{verb.lower()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseContract(Marked):
    """The fields of both kinds of contracts."""

    name: str
    description: str | None = None
    requires: tuple[Requirement, ...] = ()
    security: SecurityRequirement | None = None
    """How callers, or the client of the handshake, identify themselves, in addition to `requires`;
    a method may replace it."""
    error_format: ErrorFormat = "typed"
    permission: Permission | None = None
    deprecated: bool = False
    lifecycle: Lifecycle | None = None
    external_docs: ExternalDocs | None = None
    source: Source | None = None
    runtime_errors: bool = False
    """Whether `implement()` serves it: methods can then respond with VALIDATION_ERROR and
    SERVER_ERROR without declaring them.
    """
    on_bad_type: OnBadType | None = field(default=None, compare=False, repr=False)
    """Called with the error of a type that has no schema, which is then documented as any value;
    without it, such a type is an error of the document.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpContract(BaseContract):
    """A class of HTTP methods under one path prefix."""

    path_prefix: str = ""
    methods: tuple[HttpMethod, ...] = ()
    separate_modes: bool = True
    """Whether responses are described by the serialization schema of their types; otherwise by the
    validation schema, as some services choose.
    """
    outgoing: bool = False
    """Whether the service sends these requests to others: webhooks, whose paths are names, and
    callbacks.
    """
    kind: Literal["http"] = field(default="http", init=False)

    def full_path(self, method: HttpMethod) -> str:
        """Return the path of a method as a client sees it, with plain ``{name}`` placeholders.

        It is never empty, and has no double slash between the prefix and the path of the method.
        The path of an outgoing contract is an address elsewhere, and is returned unchanged.
        """
        path = self.route_path(method)
        if ":" in path and not self.outgoing:
            return CONVERTER.sub(r"{\1}", path)
        return path

    def route_path(self, method: HttpMethod) -> str:
        """Return the path of a method as a framework matches requests.

        Unlike `full_path` it has the converters of placeholders, such as ``{rest:path}``.
        """
        if self.outgoing:
            return self.path_prefix + method.path
        return (self.path_prefix.rstrip("/") + method.path) or "/"

    def link_targets(self, method: HttpMethod) -> Iterator[str]:
        """Yield the names by which links of responses refer to the operations of a method.

        These are operation ids, by default ``<contract>_<method>``, and references in the same file
        such as ``#/paths/~1orders/get`` (OpenAPI 3.1, 4.8.20).
        """
        for operation in method.at_each_path():
            path = self.full_path(operation)
            for verb in method.verbs:
                yield "#" + json_pointer(("paths", path, verb.lower()))
            yield operation.operation_id or f"{self.name}_{method.name}"
            yield from operation.verb_operation_ids


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSocketContract(BaseContract):
    """A class of interactions over one connection."""

    path: str
    interactions: tuple[Interaction, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    """Path, query, header and cookie parameters of the handshake."""
    protocol: str | None = None
    """The protocol of a channel that is not a WebSocket, as AsyncAPI calls it: ``kafka``, ``mqtt``;
    ``channel`` where it is not known. `path` is the address there."""
    framing: Framing = DEFAULT
    """The format of messages on the wire."""
    handshake_errors: tuple[ErrorClass, ...] | None = None
    """The errors that the handshake may return; None for those of the runtime."""
    event_errors: tuple[ErrorClass, ...] | None = None
    """The errors with which events of clients may fail; None for those of the runtime."""
    refusals: tuple[ErrorClass, ...] | None = None
    """The errors for frames that are not messages of the contract; None for those of the runtime.
    """
    asyncapi_extra: Mapping[str, Any] | None = None
    """Merged into its channel in the AsyncAPI document."""
    kind: Literal["ws"] = field(default="ws", init=False)

    @property
    def address(self) -> str:
        """The path as a client sees it, with plain ``{name}`` placeholders."""
        return CONVERTER.sub(r"{\1}", self.path)


CONVERTER = re.compile(r"{([^{}:]*):[^{}]*}")
"""A placeholder with the converter of a framework, such as ``{id:int}``; group 1 is the name."""
REST = re.compile(r"{([^{}:]*):path}")
"""A placeholder that matches several segments of a path, such as ``{rest:path}``."""


def with_rests(path: str, names: Iterable[str]) -> str:
    """Return a path in which placeholders with these names match several segments:
    ``{rest:path}``.
    """
    for name in names:
        path = path.replace(f"{{{name}}}", f"{{{name}:path}}")
    return path


Contract: TypeAlias = HttpContract | WebSocketContract


def members_of(contract: Contract) -> Sequence[HttpMethod | Interaction]:
    """Return the methods of an HTTP contract, or the interactions of a WebSocket contract."""
    if isinstance(contract, HttpContract):
        return contract.methods
    return contract.interactions
