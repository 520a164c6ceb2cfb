"""Defines the parts of the contract document: each class is one object of the JSON, with camelCase
keys.

Classes are named as in the published JSON Schema. Some of these names also exist in `contracts`, so
other modules import this one as `doc`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import ConfigDict, Field, WithJsonSchema
from pydantic.alias_generators import to_camel

from ..audience_rules import Audiences
from ..contracts.contract_errors import OnBadType
from ..contracts.errors import ErrorClass
from .exports import (
    ContentExport,
    Extra,
    HttpContractExport,
    InMemory,
    ParamExport,
    PathExport,
    ServiceExport,
)

JsonSchema: TypeAlias = Annotated[
    dict[str, Any],
    WithJsonSchema(
        {
            "type": "object",
            "description": "A JSON Schema 2020-12 object; references read `#/schemas/<name>`.",
        }
    ),
]

UsePlace: TypeAlias = Literal[
    "path",
    "query",
    "header",
    "cookie",
    "requestBody",
    "successResponse",
    "responseHeader",
    "wsInput",
]
"""Where a method or a contract mentions a type."""

CONFIG = ConfigDict(
    frozen=True,
    extra="forbid",
    alias_generator=to_camel,
    validate_by_name=True,
    serialize_by_alias=True,
)


class Part:
    """Base of every object inside the document: frozen, closed, camelCase.

    Dataclasses with slots: a document has some twenty for each method, and as models they took ten
    times the memory.
    """

    __slots__ = ()
    __pydantic_config__: ClassVar[ConfigDict] = CONFIG


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked(Part):
    """A part that may be for some audiences only."""

    audience: InMemory[Audiences] = field(default=(), compare=False, repr=False)
    """For whom, besides what its schema says; empty for everyone, and in what an audience is
    shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source(Part):
    """Where the author wrote something: never an absolute path."""

    module: str | None = None
    """Absent of a method that is written in the module of its contract."""
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerVariable(Part):
    """A placeholder of a server's URL."""

    default: str
    enum: tuple[str, ...] | None = None
    description: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Server(Part):
    """One address at which the service answers."""

    url: str
    description: str | None = None
    variables: dict[str, ServerVariable] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalDocs(Marked):
    """A link to documentation elsewhere."""

    url: str
    description: str | None = None

    @classmethod
    def read(cls, value: object) -> "ExternalDocs | None":
        """Return the link that a member ``externalDocs`` is; None without a URL: applications and
        files may have anything there.
        """
        if not isinstance(value, Mapping) or not isinstance(url := value.get("url"), str):
            return None
        text = value.get("description")
        return cls(url=url, description=text if isinstance(text, str) else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contact(Part):
    """Whom to ask about the service."""

    name: str | None = None
    url: str | None = None
    email: str | None = None

    @classmethod
    def read(cls, value: object) -> "Contact | None":
        """Return the Contact Object of an application or a file, which may have anything there;
        None if it has no known member.
        """
        texts = _texts(value)
        contact = cls(name=texts.get("name"), url=texts.get("url"), email=texts.get("email"))
        return None if contact == cls() else contact


@dataclass(frozen=True, slots=True, kw_only=True)
class License(Part):
    """The license of the service."""

    name: str
    identifier: str | None = None
    """Of SPDX."""
    url: str | None = None

    @classmethod
    def read(cls, value: object) -> "License | None":
        """Return the License Object of an application or a file; one without a name is known by its
        identifier or its address. None if it has none of these.
        """
        texts = _texts(value)
        identifier, url = texts.get("identifier"), texts.get("url")
        name = texts.get("name") or identifier or url
        return cls(name=name, identifier=identifier, url=url) if name else None


def _texts(value: object) -> dict[str, str]:
    """Return the members of an object whose values are texts that are not empty; none if the value
    is no object.
    """
    if not isinstance(value, Mapping):
        return {}
    return {key: text for key, text in value.items() if isinstance(text, str) and text}


@dataclass(frozen=True, slots=True, kw_only=True)
class Service(Part):
    """The head of the document."""

    slug: str
    name: str
    version: str | None = None
    summary: str | None = None
    description: str | None = None
    owner: str | None = None
    """Who is responsible for it."""
    lifecycle: str | None = None
    """How mature it is: ``experimental``, ``production``, ``deprecated``, or another word."""
    servers: tuple[Server, ...] | None = None
    external_docs: ExternalDocs | None = None
    contact: Contact | None = None
    license: License | None = None
    terms_of_service: str | None = None
    """A URL."""
    export: InMemory[ServiceExport | None] = field(default=None, compare=False, repr=False)


Security: TypeAlias = tuple[dict[str, tuple[str, ...]], ...]
"""Alternatives, each the schemes that are needed together with their scopes; ``{}``: nothing is
needed."""

SecurityScheme: TypeAlias = Annotated[
    dict[str, Any],
    WithJsonSchema(
        {"type": "object", "description": "A Security Scheme Object (OpenAPI 3.2, 4.27)."}
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Auth(Marked):
    """A credential in a header."""

    scheme: Literal["bearer", "api-key"]
    header_name: str
    description: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Permission(Part):
    """Who may call: in words, and as a tree for programs."""

    text: str
    tree: dict[str, Any]
    """``{"kind": "public" | "authenticated"}``, ``{"kind": "scope", "name": …}``,
    ``{"kind": "all" | "any", "of": […]}``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Example(Part):
    """What the author says of an example (OpenAPI 3.1, 4.8.19)."""

    name: str
    summary: str | None = None
    description: str | None = None
    external_value: str | None = None
    """The URL of a value that is elsewhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Param(Marked):
    """A path, query, header or cookie parameter, or a response header."""

    name: str
    required: bool
    schema: JsonSchema
    description: str | None = None
    deprecated: Literal[True] | None = None
    style: str | None = None
    """How a list or an object is written, such as ``deepObject`` (OpenAPI 3.1, 4.8.12.2); absent:
    as usual at its place."""
    explode: bool | None = None
    """Whether each item or property is sent on its own; absent: as usual with the style."""
    media_type: str | None = None
    """Where the text of the parameter is a document, such as ``application/json``."""
    slashes: Literal[True] | None = None
    """Whether it may be several steps of the path, ``{rest:path}``: ``/`` is sent as ``/``."""
    examples: tuple[Example, ...] | None = None
    """Those without an `external_value` have the values of the schema's ``examples``, in order;
    absent where they say nothing but a value."""
    export: InMemory[ParamExport | None] = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePart(Part):
    """What is known of a file inside a body."""

    media_types: tuple[str, ...] | None = None
    max_size: int | None = None
    """In bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Content(Marked):
    """One representation of a body."""

    media_type: str
    schema: JsonSchema | None = None
    """Absent where nothing describes the content. Of a stream: the schema of one event."""
    files: dict[str, FilePart] | None = None
    """Which properties of a multipart body are files; the key ``""`` is the body itself."""
    stream: Literal[True] | None = None
    examples: tuple[Example, ...] | None = None
    """As of a parameter."""
    export: InMemory[ContentExport | None] = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Body(Part):
    """A request body, or the message of a WebSocket interaction."""

    required: bool
    contents: tuple[Content, ...]
    description: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseLink(Part):
    """A call that values of a response are good for (OpenAPI 3.1, 4.8.20)."""

    name: str
    method: str | None = None
    """The key of the method that is called, ``group slug/contract/method``."""
    operation: str | None = None
    """Instead, the id of an operation that the document does not have, or a reference to it."""
    parameters: dict[str, Any] | None = None
    """What it is called with: values, or expressions such as ``$response.body#/id``."""
    body: Any = None
    """What is sent as its body, likewise."""
    description: str | None = None
    export: InMemory[Extra] = field(default=None, compare=False, repr=False)
    """As its author has written it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseExport:
    """What only other formats need of a response."""

    description: str | None
    """As its author has written it, be it as usual."""
    headers: tuple[Param, ...]
    openapi_extra: Extra
    """What is merged into it, but for `links`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Response(Marked):
    """A success. `status_code` is absent in WebSocket answers; no `contents` means no content."""

    status_code: int | None = None
    status_range: str | None = None
    """Instead of one status a range such as ``4XX``, or ``default``, for all that have no response
    of their own; `status_code` is one of them."""
    description: str | None = None
    contents: tuple[Content, ...] | None = None
    links: tuple[ResponseLink, ...] | None = None
    export: InMemory[ResponseExport | None] = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifecycle(Part):
    """What the author says of the versions of a method, a contract or an error. Fields and
    parameters have it in their schemas, as ``x-since``, ``x-deprecated-since``, ``x-sunset`` and
    ``x-replaced-by``.
    """

    since: str | None = None
    deprecated_since: str | None = None
    sunset: date | None = None
    """The day from which it may be gone (RFC 8594)."""
    replacement: str | None = None
    """What to use now: ``UserApi.get_profile``, or a contract."""


EventKind: TypeAlias = Literal["added", "changed", "deprecated"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodEvent(Part):
    """What a version means for a method, computed from the snapshots of released versions."""

    kind: EventKind
    """Changes of texts do not count."""
    version: str | None = None
    """Absent: not released yet."""
    changes: tuple[int, ...] | None = None
    """Positions in the document's `changes`: what has changed of the method, and of types and
    errors that it uses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodChange(Part):
    """A change of methods in one or more versions, computed from snapshots."""

    of: str | None = None
    """Kind and key of what has changed that the method uses: ``type Order``, ``error NOT_FOUND``;
    absent: it is the method itself."""
    text: str
    """What has changed, after where that is; in the language of a Sphinx build, else in English."""
    verdict: Literal["risky", "breaking"] | None = None
    """Whom it breaks, as ``ggdocs diff`` has it; absent: nobody, or it is accepted."""
    accepted: str | None = None
    """Why the service accepts that it breaks somebody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RemovedMethod(Part):
    """A method that released versions had, computed from their snapshots."""

    group: str
    """The slug of its group."""
    contract: str
    name: str
    title: str
    """What people call it: verb and path, or path of the connection and name."""
    version: str | None = None
    """The first version without it; absent: the one that is not released yet."""
    renamed_to: str | None = None
    """What it is called now: ``Contract.method``; absent: it is gone."""
    deprecation_message: str | None = None
    replacement: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Method(Marked):
    """What HTTP methods and WebSocket interactions have in common."""

    name: str
    summary: str | None = None
    description: str | None = None
    deprecated: Literal[True] | None = None
    deprecation_message: str | None = None
    lifecycle: Lifecycle | None = None
    permission: Permission | None = None
    security: Security | None = None
    """How its callers identify themselves, all in all; absent: as the contract says."""
    external_docs: ExternalDocs | None = None
    history: tuple[MethodEvent, ...] | None = None
    """The oldest first; absent where no snapshots are configured, or nothing has happened."""
    source: Source | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeSample(Part):
    """Code of the author that calls a method."""

    language: str
    """As the author writes it: ``Python``, ``Shell``."""
    label: str | None = None
    """What the sample is called where that is not its language."""
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodExport:
    """What only other formats need of an HTTP method."""

    description: str | None
    """As its author has written it, be it the summary once more."""
    tags: tuple[str, ...] | None
    """Its tags in the OpenAPI document; None: the contract's name."""
    paths: tuple[PathExport, ...] | None
    """None where they are those of the method, with operation ids by default."""
    parameters: tuple[tuple[str, str], ...]
    """Location and name of what callers send, in the order of its author; those of the contract
    among them. Empty where there are not two."""
    errors: "tuple[tuple[str, Error], ...]"
    """Its own errors with their keys: of two that share a key one is in the document."""
    callbacks: "tuple[HttpContract, ...]"
    openapi_extra: Extra
    """Merged into the operation of the OpenAPI document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpMethod(Method):
    """One operation on a path."""

    http_method: str
    """The verb in upper case; of several, the first."""
    http_methods: tuple[str, ...] | None = None
    """All verbs, when there are several."""
    http_path: str
    """The whole path, with ``{name}`` placeholders."""
    http_paths: tuple[str, ...] | None = None
    """All paths, when there are several; `http_path` is the first."""
    auth: tuple[Auth, ...] | None = None
    """What this method alone asks for, in addition to the contract's `auth`."""
    path_params: tuple[Param, ...] | None = None
    query_params: tuple[Param, ...] | None = None
    header_params: tuple[Param, ...] | None = None
    cookie_params: tuple[Param, ...] | None = None
    request_body: Body | None = None
    success_response: Response | None = None
    more_responses: tuple[Response, ...] | None = None
    """Further successes, each with a status of its own."""
    response_headers: tuple[Param, ...] | None = None
    errors: tuple[str, ...] = ()
    """Keys of the document's `errors`: those that the author declares, in their order, then
    `runtime_errors`."""
    runtime_errors: tuple[str, ...] | None = None
    """Those of `errors` that nobody declares: the runtime of the service adds them."""
    error_descriptions: dict[str, str] | None = None
    """What this method says of some of `errors`, by key, where other methods say something else of
    them; the empty text where it says nothing."""
    servers: tuple[Server, ...] | None = None
    """Where this method is served, instead of the servers of the service."""
    callbacks: tuple[str, ...] | None = None
    """Names of contracts of the same group: what the service sends in the course of a call."""
    code_samples: tuple[CodeSample, ...] | None = None
    """Code of the author, which readers see before code that is made of the document."""
    export: InMemory[MethodExport | None] = field(default=None, compare=False, repr=False)

    # Properties, so that the JSON does not repeat what its fields say.
    @property
    def verbs(self) -> tuple[str, ...]:
        """Return all verbs of the method in upper case; most methods have one."""
        return self.http_methods or (self.http_method,)

    @property
    def paths(self) -> tuple[str, ...]:
        """Return all paths of the method, `http_path` first."""
        return self.http_paths or (self.http_path,)


@dataclass(frozen=True, slots=True, kw_only=True)
class InteractionExport:
    """What only other formats need of a WebSocket method."""

    errors: "tuple[tuple[str, Error], ...]"
    """As of an HTTP method."""
    asyncapi_extra: Extra
    """Merged into its operation in the AsyncAPI document."""
    message_extra: Extra
    """Merged into its message there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSocketMethod(Method):
    """One interaction over a WebSocket."""

    ws_direction: Literal["OUT", "IN"]
    """As the client sees it: OUT is client to server."""
    ws_pattern: Literal["req", "event"]
    header_params: tuple[Param, ...] | None = None
    """Headers of the message, which brokers carry apart from the payload."""
    ws_input: Body | None = None
    ws_frame: JsonSchema | None = None
    """How the message is sent where that differs from the `request` or `event` of the contract's
    framing."""
    success_response: Response | None = None
    errors: tuple[str, ...] = ()
    runtime_errors: tuple[str, ...] | None = None
    """As of an `HttpMethod`."""
    export: InMemory[InteractionExport | None] = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract(Marked):
    """What both kinds of contract have in common."""

    name: str
    description: str | None = None
    source: Source | None = None
    auth: tuple[Auth, ...] | None = None
    headers: tuple[Param, ...] | None = None
    """Headers of the requirements that are not credentials."""
    cookies: tuple[Param, ...] | None = None
    security: Security | None = None
    """How callers identify themselves; absent: nothing is declared."""
    permission: Permission | None = None
    deprecated: Literal[True] | None = None
    lifecycle: Lifecycle | None = None
    external_docs: ExternalDocs | None = None
    error_format: Literal["problem", "plain"] | None = None
    """The form of an error on the wire; absent: ``typed``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpContract(Contract):
    """A class of HTTP methods."""

    kind: Literal["http"] = "http"
    outgoing: Literal[True] | None = None
    """The service sends these requests: webhooks and callbacks, whose paths are names and
    expressions."""
    path_prefix: str
    methods: tuple[HttpMethod, ...]
    export: InMemory[HttpContractExport | None] = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Framing(Part):
    """How the messages of a contract look on the wire.

    Each kind of message has a JSON Schema in which ``{"x-placeholder": …}`` stands for what each
    message has of its
    own: ``id``, ``method`` (its name), ``payload`` (the schema of `ws_input`, or of the answer),
    ``error`` (the error in the contract's `error_format`), ``type``, ``code`` and ``message`` of
    the error. A property for a payload that a message does not have is left out; an answer without
    a value is null. Bytes are Base64 in a frame of JSON.
    """

    name: str
    description: str | None = None
    request: JsonSchema
    event: JsonSchema
    answer: JsonSchema
    error: JsonSchema
    event_error: JsonSchema | None = None
    """The failure of a client's event; absent where it is not reported."""
    refusal: JsonSchema | None = None
    """The answer to what is not a message of the contract."""
    event_errors: tuple[str, ...] | None = None
    """Keys of the document's `errors`: with which the events of clients may fail."""
    refusals: tuple[str, ...] | None = None
    """Keys of the document's `errors`: with which the service answers what is not a message of the
    contract."""
    id_location: str | None = None
    """The JSON pointer of the id that joins a request and its answer; without one answers come in
    order."""
    discriminator: str | None = None
    """The property of payloads whose value says which message it is, where messages do not name
    their method."""
    codes: dict[str, tuple[int, ...]] | None = None
    """The codes that an error may have, by its key, where messages have one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelExport:
    """What only other formats need of a WebSocket contract."""

    parameters: tuple[tuple[str, str], ...]
    """As of an HTTP method."""
    event_errors: "tuple[tuple[str, Error], ...]"
    refusals: "tuple[tuple[str, Error], ...]"
    handshake_errors: "tuple[tuple[str, Error], ...]"
    report: OnBadType | None
    """As of an HTTP contract."""
    asyncapi_extra: Extra
    """Merged into its channel in the AsyncAPI document."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSocketContract(Contract):
    """A class of WebSocket interactions on one connection."""

    kind: Literal["ws"] = "ws"
    protocol: str | None = None
    """The protocol of a channel that is not a WebSocket, as AsyncAPI calls it: ``kafka``, ``mqtt``;
    ``channel`` where it is not known. `path` is the address there."""
    path: str
    path_params: tuple[Param, ...] | None = None
    query_params: tuple[Param, ...] | None = None
    errors: tuple[str, ...] | None = None
    """Keys of the document's `errors`: with which the handshake may be answered."""
    framing: Framing
    methods: tuple[WebSocketMethod, ...]
    export: InMemory[ChannelExport | None] = field(default=None, compare=False, repr=False)


AnyContract: TypeAlias = Annotated[HttpContract | WebSocketContract, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group(Marked):
    """Contracts that belong together, in the author's order."""

    name: str
    slug: str
    description: str | None = None
    contracts: tuple[AnyContract, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkflowInput(Part):
    """A value that the caller of a workflow chooses."""

    name: str
    schema: JsonSchema
    """That of the place which it feeds."""
    description: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkflowValue(Part):
    """Where a value comes from: an input of the workflow, the response of a step, or a constant."""

    input: str | None = None
    step: str | None = None
    pointer: str | None = None
    """What of the response of `step`, a JSON pointer; absent: all of it."""
    value: Any = None
    """The constant; absent, without the others: null."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StepArgument(WorkflowValue):
    """What a step sends."""

    place: Literal["path", "query", "header", "cookie", "body"]
    name: str
    """Of the parameter; in a body the JSON pointer, empty for the whole of it."""
    prefix: str | None = None
    """Before the value of a credential: ``Bearer``, with a space."""
    brand: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkflowStep(Part):
    """One call of a workflow."""

    name: str
    """Unique in the workflow."""
    method: str
    """The key of the method, ``group slug/contract/method``."""
    arguments: tuple[StepArgument, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Workflow(Part):
    """Calls that belong together, in their order."""

    name: str
    """Unique in the document."""
    summary: str | None = None
    description: str | None = None
    inputs: tuple[WorkflowInput, ...] | None = None
    steps: tuple[WorkflowStep, ...]
    outputs: dict[str, WorkflowValue] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ErrorExport:
    """What only other formats need of an error."""

    name: str
    """Its type; of an error without one its name for links."""
    description: str | None
    """As its author has written it."""
    data: JsonSchema | None
    """The schema of its data, without the examples of a representation."""
    answer: Response | None
    """What it answers with, where that is more than its data."""
    cause: "ErrorClass"
    """The class in Python."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Error(Marked):
    """A declared error."""

    type: str | None = None
    """The name on the wire; absent if the error has no name, only a status and a body."""
    status_code: int
    status_range: str | None = None
    """As of a `Response`."""
    description: str | None = None
    data: JsonSchema | None = None
    media_type: str | None = None
    """That of `data`; absent: ``application/json``."""
    more_contents: tuple[Content, ...] | None = None
    """Further representations; without `data` all of them."""
    examples: tuple[Example, ...] | None = None
    """Of `data`, as of a parameter."""
    response_headers: tuple[Param, ...] | None = None
    links: tuple[ResponseLink, ...] | None = None
    deprecated: bool | None = None
    deprecation_message: str | None = None
    lifecycle: Lifecycle | None = None
    export: InMemory[ErrorExport | None] = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Uses(Part):
    """References to named schemas, one entry for each reference; what they reach in turn is not
    repeated.

    Keys without references are left out.
    """

    schemas: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By name of a schema: those that it refers to."""
    errors: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By key of an error: those that its data refers to."""
    contracts: dict[str, dict[UsePlace, tuple[str, ...]]] = field(default_factory=dict)
    """By ``group slug/contract``: those in what the contract requires of each call."""
    methods: dict[str, dict[UsePlace, tuple[str, ...]]] = field(default_factory=dict)
    """By ``group slug/contract/method``: those in the method's own parameters and bodies."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Branding(Part):
    """How the UI looks."""

    logo_url: str | None = None
    primary_color: str | None = None
