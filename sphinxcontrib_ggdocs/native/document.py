"""The contract document: what the native UI draws and what SDK pipelines read.

Every class here is one object of the JSON document, camelCase on the wire. The format version is
`FORMAT_VERSION`; a change of shape is a change of that version, and the golden files say so.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeAlias

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticSerializationError, to_json

from ..contracts.contract_errors import NoSchema, Where
from .reachability import passed_on

FORMAT_VERSION: Literal["2.0"] = "2.0"

JsonSchema: TypeAlias = dict[str, Any]
"""A JSON Schema 2020-12 object whose references read ``#/schemas/<name>``."""

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

_CONFIG = ConfigDict(
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
    __pydantic_config__: ClassVar[ConfigDict] = _CONFIG


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
class Service(Part):
    """The head of the document."""

    slug: str
    name: str
    version: str | None = None
    description: str | None = None
    servers: tuple[Server, ...] | None = None


Security: TypeAlias = tuple[dict[str, tuple[str, ...]], ...]
"""Alternatives, each the schemes that are needed together with their scopes; ``{}``: nothing is
needed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Auth(Part):
    """A credential in a header."""

    scheme: Literal["bearer", "api-key"]
    header_name: str
    description: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalDocs(Part):
    """A link to documentation elsewhere."""

    url: str
    description: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Permission(Part):
    """Who may call: in words, and as a tree for programs."""

    text: str
    tree: dict[str, Any]
    """``{"kind": "public" | "authenticated"}``, ``{"kind": "scope", "name": …}``,
    ``{"kind": "all" | "any", "of": […]}``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Param(Part):
    """A path, query, header or cookie parameter, or a response header."""

    name: str
    required: bool
    schema: JsonSchema
    description: str | None = None
    deprecated: Literal[True] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePart(Part):
    """What is known of a file inside a body."""

    media_types: tuple[str, ...] | None = None
    max_size: int | None = None
    """In bytes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Content(Part):
    """One representation of a body."""

    media_type: str
    schema: JsonSchema | None = None
    """Absent for raw bytes. Of a stream: the schema of one event."""
    files: dict[str, FilePart] | None = None
    """Which properties of a multipart body are files; the key ``""`` is the body itself."""
    stream: Literal[True] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Body(Part):
    """A request body, or the message of a WebSocket interaction."""

    required: bool
    contents: tuple[Content, ...]
    description: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Response(Part):
    """A success. `status_code` is absent in WebSocket answers; no `contents` means no content."""

    status_code: int | None = None
    description: str | None = None
    contents: tuple[Content, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Method(Part):
    """What HTTP methods and WebSocket interactions have in common."""

    name: str
    summary: str | None = None
    description: str | None = None
    deprecated: Literal[True] | None = None
    deprecation_message: str | None = None
    permission: Permission | None = None
    security: Security | None = None
    """How its callers identify themselves, all in all; absent: as the contract says."""
    external_docs: ExternalDocs | None = None
    source: Source | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpMethod(Method):
    """One operation on a path."""

    http_method: str
    """The verb in upper case; of several, the first."""
    http_methods: tuple[str, ...] | None = None
    """All verbs, when there are several."""
    http_path: str
    """The whole path, with ``{name}`` placeholders."""
    auth: tuple[Auth, ...] | None = None
    """What this method alone asks for, beside the contract's `auth`."""
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
    """Keys of the document's `errors`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSocketMethod(Method):
    """One interaction over a WebSocket."""

    ws_direction: Literal["OUT", "IN"]
    """Told from the client's side: OUT is client to server."""
    ws_pattern: Literal["req", "event"]
    ws_input: Body | None = None
    ws_frame: JsonSchema | None = None
    """How the message is sent where that differs from the `request` or `event` of the contract's
    framing."""
    success_response: Response | None = None
    errors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Contract(Part):
    """What both kinds of contract have in common."""

    name: str
    description: str | None = None
    source: Source | None = None
    auth: tuple[Auth, ...] | None = None
    headers: tuple[Param, ...] | None = None
    """Headers of the requirements that are no credentials."""
    cookies: tuple[Param, ...] | None = None
    security: Security | None = None
    """How callers identify themselves; absent: nothing is declared."""
    permission: Permission | None = None
    deprecated: Literal[True] | None = None
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
    """The answer to what is no message of the contract."""
    event_errors: tuple[str, ...] | None = None
    """Keys of the document's `errors`: with which the events of clients may fail."""
    refusals: tuple[str, ...] | None = None
    """Keys of the document's `errors`: with which the service answers what is no message of the
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
class WebSocketContract(Contract):
    """A class of WebSocket interactions on one connection."""

    kind: Literal["ws"] = "ws"
    path: str
    path_params: tuple[Param, ...] | None = None
    query_params: tuple[Param, ...] | None = None
    errors: tuple[str, ...] | None = None
    """Keys of the document's `errors`: with which the handshake may be answered."""
    framing: Framing
    methods: tuple[WebSocketMethod, ...]


AnyContract: TypeAlias = Annotated[HttpContract | WebSocketContract, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group(Part):
    """Contracts that belong together, in the author's order."""

    name: str
    slug: str
    description: str | None = None
    contracts: tuple[AnyContract, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Error(Part):
    """A declared error."""

    type: str
    status_code: int
    description: str | None = None
    data: JsonSchema | None = None


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


class ApiDocsDocument(BaseModel):
    """The contract document of one service."""

    model_config = _CONFIG

    version: Literal["2.0"] = FORMAT_VERSION
    service: Service
    groups: tuple[Group, ...]
    schemas: dict[str, JsonSchema]
    """Named types. A type whose two facets differ stands as ``X-Input`` and ``X-Output``, each with
    ``"x-type": "X"``."""
    errors: dict[str, Error]
    uses: Uses
    security_schemes: dict[str, dict[str, Any]] | None = None
    """The schemes that `security` names, as OpenAPI 3.1, 4.8.27, writes them."""
    branding: Branding | None = None
    markup: Literal["markdown", "rst"] | None = None

    @cached_property
    def users(self) -> "Users":
        """Which methods use a type or an error, directly or over other types; computed from
        `uses`.
        """
        return Users(self)

    def to_json(self) -> bytes:
        """The document's bytes: UTF-8, compact, absent keys left out, the same for the same
        contracts.

        Raises:
            NoSchema: A type has so many types without names inside one another that pydantic does
                not write it.
        """
        try:
            return self.model_dump_json(exclude_none=True).encode()
        except PydanticSerializationError as error:
            raise self._too_deep() from error

    def _too_deep(self) -> NoSchema:
        """What to say of the first type or method that cannot be written."""
        parts: dict[str, object] = {
            name: {"schemas": {name: schema}} for name, schema in self.schemas.items()
        }
        for contract in (contract for group in self.groups for contract in group.contracts):
            for method in contract.methods:
                parts[f"{contract.name}.{method.name}"] = {
                    "groups": [{"contracts": [{"methods": [method]}]}]
                }
        deep = (name for name, part in parts.items() if not _is_writable(part))
        return NoSchema(
            "a type has too many types without names inside one another",
            where=Where(path=next(deep, self.service.name)),
            hint="give one of the inner types a name of its own: a model, or a `type` alias",
        )


def _is_writable(part: object) -> bool:
    """Whether pydantic writes a part; it stops some 250 levels down."""
    try:
        to_json(part)
    except PydanticSerializationError:
        return False
    return True


MentionPlace: TypeAlias = UsePlace | Literal["error"]
"""Where a method mentions a type; `error` is the data of one of its errors."""


class MethodRef(NamedTuple):
    """Names a method of a document: group slug, contract name, method name."""

    group: str
    contract: str
    method: str


class Use(NamedTuple):
    """A method that mentions a type, directly or inside another type."""

    method: MethodRef
    where: MentionPlace


class Users:
    """Which methods use a type or an error, computed when first asked for from the direct
    references that the document holds.

    Bit sets of (method, place) are passed along the references, from methods to schemas and from
    schemas to those inside them, so that the users of all types together take one pass over the
    graph.

    Args:
        document: The document.
    """

    def __init__(self, document: ApiDocsDocument) -> None:
        self._document = document

    def of_type(self, name: str) -> tuple[Use, ...]:
        """The methods that mention a type, directly or inside another type, in the order of the
        document.

        Args:
            name: The name of the type: `x-type` where its schemas have one, else the schema's name.
        """
        users, places = self._users
        bits = users.get(name, 0)
        uses: list[Use] = []
        while bits:
            lowest = bits & -bits
            uses.append(places[lowest.bit_length() - 1])
            bits ^= lowest
        return tuple(uses)

    def method_count(self, name: str) -> int:
        """How many methods mention a type, directly or inside another type."""
        return self._methods.get(name, 0).bit_count()

    def of_error(self, key: str) -> tuple[MethodRef, ...]:
        """The methods that declare an error, in the order of the document."""
        return self._errors.get(key, ())

    @cached_property
    def _errors(self) -> Mapping[str, tuple[MethodRef, ...]]:
        methods: dict[str, list[MethodRef]] = {}
        for group, contract, method in every_method(self._document):
            reference = MethodRef(group.slug, contract.name, method.name)
            for key in method.errors:
                methods.setdefault(key, []).append(reference)
        return {key: tuple(references) for key, references in methods.items()}

    @cached_property
    def _users(self) -> tuple[Mapping[str, int], list[Use]]:
        """By type, a bit set of its uses; and the uses by their bits."""
        schemas = self._document.schemas
        places: list[Use] = []
        direct = dict.fromkeys(schemas, 0)
        for group, contract, method in every_method(self._document):
            reference = MethodRef(group.slug, contract.name, method.name)
            for place, names in self._mentions(reference, method.errors).items():
                bit = 1 << len(places)
                places.append(Use(reference, place))
                for name in names & direct.keys():
                    direct[name] |= bit
        return self._by_type(direct), places

    @cached_property
    def _methods(self) -> Mapping[str, int]:
        """By type, a bit set of the methods that mention it."""
        direct = dict.fromkeys(self._document.schemas, 0)
        for index, (group, contract, method) in enumerate(every_method(self._document)):
            reference = MethodRef(group.slug, contract.name, method.name)
            for names in self._mentions(reference, method.errors).values():
                for name in names & direct.keys():
                    direct[name] |= 1 << index
        return self._by_type(direct)

    def _by_type(self, direct: Mapping[str, int]) -> dict[str, int]:
        """From bit sets of those who mention a schema directly: of those who mention a type, also
        inside others.
        """
        schemas = self._document.schemas
        mentioned = self._document.uses.schemas
        edges = {name: mentioned.get(name, ()) for name in schemas}
        users: dict[str, int] = {}
        for name, bits in passed_on(edges, direct).items():
            type_name = str(schemas[name].get("x-type") or name)
            users[type_name] = users.get(type_name, 0) | bits
        return users

    def _mentions(self, method: MethodRef, errors: tuple[str, ...]) -> dict[MentionPlace, set[str]]:
        """By place, the named schemas that a method refers to directly.

        What its contract requires of every call counts for each method, and the data of an error
        for each method that declares the error.
        """
        uses = self._document.uses
        mentions: dict[MentionPlace, set[str]] = {}
        for direct in (
            uses.contracts.get(f"{method.group}/{method.contract}", {}),
            uses.methods.get("/".join(method), {}),
        ):
            for place, names in direct.items():
                mentions.setdefault(place, set()).update(names)
        for error in errors:
            if error in uses.errors:
                mentions.setdefault("error", set()).update(uses.errors[error])
        return mentions


def every_method(
    document: ApiDocsDocument,
) -> Iterator[tuple[Group, HttpContract | WebSocketContract, HttpMethod | WebSocketMethod]]:
    """All methods in the order of the document, each with its group and its contract."""
    for group in document.groups:
        for contract in group.contracts:
            for method in contract.methods:
                yield group, contract, method
