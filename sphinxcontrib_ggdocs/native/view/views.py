"""What a reference shows of a document: plain frozen values, from which docutils nodes and Markdown
are written.

    DocumentView
    ├── head: HeadView                            facts about the service as a whole
    ├── groups: GroupView
    │   └── contracts: ContractView
    │       └── methods: MethodView
    ├── errors: ErrorView
    └── schemas: SchemaView                       named types and brands

Two views that are equal look the same, so the digest of an object is that of its view. Texts are as
their authors wrote them, or translated before the view was built.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from functools import cache, cached_property
from hashlib import sha256
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias

from ...document import parts as doc
from ...named_objects import ObjectType
from ..vocabulary import Constraint

JSON = "application/json"

TokenKind: TypeAlias = Literal["primitive", "schema", "literal", "mark"]


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a type expression."""

    kind: TokenKind
    text: str
    name: str = ""
    """The key of the named schema behind a `schema`."""


Tokens: TypeAlias = tuple[Token, ...]


class DescribedValue(NamedTuple):
    """A value of an enumeration that has a name or a description, or is next to one that has."""

    value: str
    """As JSON."""
    name: str = ""
    description: str = ""


class Facts(NamedTuple):
    """Facts of a value other than its type and its description."""

    constraints: tuple[Constraint, ...] = ()
    patterns: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    """Of an enumeration that is too long for one line."""
    described_values: tuple[DescribedValue, ...] = ()
    """Of an enumeration, instead of mere values."""
    media_types: tuple[str, ...] = ()
    max_size: int | None = None
    """Of a file, in bytes."""
    default: str | None = None
    """As JSON."""
    examples: tuple[str, ...] = ()
    """As JSON."""


NO_FACTS = Facts()


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowView:
    """A flow of OAuth 2."""

    name: str
    """As OpenAPI calls it: ``authorizationCode``."""
    urls: tuple[tuple[str, str], ...]
    """Keys and addresses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CredentialView:
    """A scheme with the scopes that are needed."""

    name: str
    kind: str
    """As OpenAPI calls it: ``apiKey``, ``oauth2``, ``openIdConnect``, ``mutualTLS``, or ``http``
    with the scheme; empty where the document does not define the scheme: its name is shown."""
    place: str = ""
    carrier: str = ""
    """The parameter that carries it; empty for a certificate."""
    scopes: tuple[tuple[str, str], ...] = ()
    """Names and descriptions."""
    description: str | None = None
    """This and the addresses are absent where the scheme was mentioned before."""
    configuration: str = ""
    flows: tuple[FlowView, ...] = ()
    by_name: bool = False
    """Whether it has its name: another one is of the same kind, and sent in the same place."""
    deprecated: bool = False


Alternatives: TypeAlias = tuple[tuple[CredentialView, ...], ...]
"""Each of them is enough; those inside one are needed together; an empty one needs nothing."""


@dataclass(frozen=True, slots=True)
class Link:
    """A mention of another object."""

    objtype: ObjectType
    name: str
    """Its full name."""
    text: str
    group: str = ""
    """The group of a method or a contract: a large reference has pages of groups, which links lead
    to."""
    is_name: bool = True
    """Whether the text has a name that is code; errors may have words alone."""
    description: str | None = None
    """That of an error without a name, which several errors of a status may differ by."""


class MethodList(NamedTuple):
    """The first of a list of methods; a contract stands for all of its methods."""

    links: tuple[Link, ...] = ()
    more: int = 0
    """How many methods follow."""


NO_METHODS = MethodList()


class ExampleView(NamedTuple):
    """An example."""

    name: str = ""
    value: str = ""
    """As JSON; empty where it is elsewhere."""
    summary: str | None = None
    description: str | None = None
    external_value: str | None = None
    indented: str = ""
    """The value over several lines, where it is too long for one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A parameter or a field."""

    name: str
    type: Tokens
    required: bool
    place: str = ""
    """Of a parameter: ``path``, ``query``, ``header``, ``cookie``."""
    description: str | None = None
    deprecated: bool = False
    facts: Facts = NO_FACTS
    examples: tuple[ExampleView, ...] = ()
    """Those with names, instead of the ones among the facts."""
    external_docs: doc.ExternalDocs | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentView:
    """One representation of a body."""

    type: Tokens | None
    """None for raw bytes."""
    media_type: str = ""
    """Empty for JSON."""
    description: str | None = None
    """Where other representations of the body have none, or another one."""
    stream: bool = False
    facts: Facts = NO_FACTS
    fields: tuple[Row, ...] = ()
    """Of an object that has no name, and so is described nowhere else."""
    files: tuple[tuple[str, str], ...] = ()
    """The files among the parts of a form that has a name, and their media types."""
    examples: tuple[ExampleView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyView:
    """A request body, a message, or a response."""

    contents: tuple[ContentView, ...]
    status: int | str | None = None
    """Of a response: a code, a range such as ``4XX``, or ``default``."""
    required: bool = True
    description: str | None = None


def alike(
    contents: Sequence[ContentView], part: Callable[[ContentView], Hashable]
) -> Iterator[tuple[tuple[str, ...], tuple[ContentView, ...]]]:
    """Representations that are alike in a part of them, with their media types; these are left out
    where all are alike.
    """
    groups: dict[Hashable, list[ContentView]] = {}
    for content in contents:
        groups.setdefault(part(content), []).append(content)
    for group in groups.values():
        media_types = tuple(content.media_type or JSON for content in group)
        yield (media_types if len(groups) > 1 else ()), tuple(group)


class Until(NamedTuple):
    """How something ends."""

    sunset: str = ""
    """The day from which it may be gone."""
    replacement: str | Link = ""
    """What to use now; a link if the document has it."""


NO_END = Until()


@dataclass(frozen=True, kw_only=True)
class ObjectView:
    """What all objects have in common."""

    objtype: ClassVar[ObjectType]
    name: str
    """The full name, such as ``shop.OrderApi.get_order``."""
    display: str
    """What people type into a search box, such as ``GET /orders/{id}``."""
    description: str | None = None
    deprecated: bool = False

    @property
    def kind(self) -> ObjectType:
        """The type of object in the domain."""
        return self.objtype

    @property
    def modules(self) -> tuple[str, ...]:
        """The Python modules that it was written in, as far as the document says."""
        return ()

    @cached_property
    def digest(self) -> str:
        """Differs when what is shown does."""
        return sha256(repr(self).encode()).hexdigest()[:16]


@dataclass(frozen=True, kw_only=True)
class MethodView(ObjectView):
    """An HTTP method, or an interaction over a WebSocket."""

    objtype: ClassVar[ObjectType] = "method"
    own_name: str
    contract: str
    """The contract's own name."""
    module: str = ""
    """Of the contract."""
    route: str
    """The anchor that the browser UI looks for."""
    protocol: Literal["http", "ws"]
    heading: str
    """The path of the contract."""
    verbs: tuple[str, ...] = ()
    path: str = ""
    aliases: tuple[str, ...] = ()
    """Its other paths."""
    outgoing: bool = False
    direction: Literal["OUT", "IN", ""] = ""
    pattern: Literal["req", "event", ""] = ""
    summary: str | None = None
    deprecation_message: str | None = None
    security: Alternatives = ()
    """Empty where it is as the contract says."""
    permission: str = ""
    params: tuple[Row, ...] = ()
    body: BodyView | None = None
    responses: tuple[BodyView, ...] = ()
    response_headers: tuple[Row, ...] = ()
    errors: tuple[Link, ...] = ()
    """Those that are declared, in their order, then `runtime_errors`."""
    runtime_errors: tuple[Link, ...] = ()
    """Those that nobody declares."""
    frames: tuple[tuple[str, str], ...] = ()
    """How messages are sent over a WebSocket: of what, and an outline of it."""
    servers: tuple[doc.Server, ...] = ()
    """Where it is served, if not as all of the document."""
    callbacks: tuple[Link, ...] = ()
    """What the service sends in the course of a call."""
    code_samples: tuple[doc.CodeSample, ...] = ()
    external_docs: doc.ExternalDocs | None = None
    history: tuple[doc.MethodEvent, ...] = ()
    until: Until = NO_END

    @property
    def modules(self) -> tuple[str, ...]:
        return (self.module,)

    @property
    def routes(self) -> tuple[str, ...]:
        """What else it is called: with its other verbs, and at its other paths."""
        paths = (self.path, *self.aliases)
        called = (f"{verb} {path}" for path in paths for verb in self.verbs)
        return tuple(called)[1:]


@dataclass(frozen=True, kw_only=True)
class ContractView(ObjectView):
    """A contract with its methods."""

    objtype: ClassVar[ObjectType] = "contract"
    own_name: str
    group: str
    """The slug of its group."""
    module: str = ""
    route: str
    protocol: Literal["http", "ws"]
    channel: str = ""
    """The protocol of messages that are not sent over a WebSocket."""
    path: str
    outgoing: bool = False
    security: Alternatives = ()
    history: tuple[doc.MethodEvent, ...] = ()
    until: Until = NO_END
    undeclared: bool = False
    """Whether callers need a permission that no credential proves."""
    params: tuple[Row, ...] = ()
    permission: str = ""
    errors: tuple[Link, ...] = ()
    error_format: str = ""
    framing: tuple[str, str] = ("", "")
    """Name and description of how messages are sent over a WebSocket."""
    failures: tuple[tuple[str, str, tuple[str, ...]], ...] = ()
    """What else is answered: of what, an outline of the answer, keys of errors."""
    external_docs: doc.ExternalDocs | None = None
    methods: tuple[MethodView, ...]

    @property
    def modules(self) -> tuple[str, ...]:
        return (self.module,)

    @property
    def is_undescribed(self) -> bool:
        """Whether it is a WebSocket whose messages no schema describes."""
        return self.protocol == "ws" and not self.methods

    @property
    def lacks_messages(self) -> bool:
        """Whether its messages are undocumented; a channel may be one of replies, as its
        description says.
        """
        return self.is_undescribed and not (self.channel and self.description)


@dataclass(frozen=True, kw_only=True)
class SchemaView(ObjectView):
    """A named type or a brand."""

    objtype: ClassVar[ObjectType] = "schema"
    key: str
    is_brand: bool = False
    facet: Literal["input", "output", ""] = ""
    alias: str = ""
    """The full name of the type, where its two facets are described apart."""
    is_alone: bool = False
    """Whether it is described by its name in Python, and not as a part of a document."""
    definition: Tokens | None = None
    """Its definition; None for an object, which has fields instead."""
    alternatives: tuple[Tokens, ...] = ()
    """Of a long union, one a line."""
    variants: tuple[tuple[str, Tokens], ...] = ()
    """Of a union with a discriminator: the values of that field, as JSON, and the types."""
    discriminator: str = ""
    fields: tuple[Row, ...] = ()
    closed: bool = False
    facts: Facts = NO_FACTS
    rules: str = ""
    """What a schema demands that nothing else here says, as indented JSON Schema."""
    example: str = ""
    """As indented JSON."""
    external_docs: doc.ExternalDocs | None = None
    used_by: tuple[Link, ...] = ()
    """Who mentions it directly; of a brand without methods, which are in the lists below."""
    returned_by: MethodList = NO_METHODS
    """Of a brand: the methods from which clients get it."""
    accepted_by: MethodList = NO_METHODS
    """Of a brand: the methods to which clients give it."""
    methods: int = 0
    """How many methods mention it, directly or inside other types."""

    @property
    def kind(self) -> ObjectType:
        if self.is_alone:
            return "type"
        return "brand" if self.is_brand else "schema"


@dataclass(frozen=True, kw_only=True)
class ErrorView(ObjectView):
    """A declared error."""

    objtype: ClassVar[ObjectType] = "error"
    status: int | str
    """As of a response."""
    is_named: bool = True
    """Whether it has a name on the wire; else it is shown in words."""
    data: BodyView | None = None
    headers: tuple[Row, ...] = ()
    deprecation_message: str | None = None
    history: tuple[doc.MethodEvent, ...] = ()
    until: Until = NO_END
    used_by: tuple[Link, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupView:
    """Contracts that belong together."""

    name: str
    slug: str
    route: str
    description: str | None = None
    contracts: tuple[ContractView, ...]

    @property
    def only_contract(self) -> str:
        """The name of the only contract whose methods or messages are known; empty where there are
        several.
        """
        described = [contract for contract in self.contracts if not contract.is_undescribed]
        names = [contract.name for contract in described or self.contracts]
        return names[0] if len(names) == 1 else ""


class NamedLink(NamedTuple):
    """Something by its name; with an address where it has a safe one."""

    text: str
    url: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadView:
    """Facts about the service as a whole."""

    slug: str
    title: str
    version: str = ""
    summary: str | None = None
    description: str | None = None
    owner: str = ""
    lifecycle: str = ""
    servers: tuple[doc.Server, ...] = ()
    schemes: tuple[CredentialView, ...] = ()
    """How callers identify themselves: each scheme that something needs."""
    external_docs: doc.ExternalDocs | None = None
    contact: tuple[NamedLink, ...] = ()
    license: tuple[NamedLink, ...] = ()
    terms_of_service: tuple[NamedLink, ...] = ()


class ValueView(NamedTuple):
    """A value that a step sends, or that a workflow results in."""

    name: str
    """Where it goes; empty for a whole body."""
    text: str
    """The name of an input, the path in a response, empty for all of it, or a constant."""
    step: int = 0
    """The number of the step whose response it is from."""
    is_constant: bool = False
    brand: Tokens = ()


class StepView(NamedTuple):
    """One call of a workflow."""

    link: Link
    summary: str | None
    values: tuple[ValueView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkflowView:
    """Calls that belong together."""

    name: str
    anchor: str
    summary: str | None
    description: str | None
    inputs: tuple[Row, ...]
    steps: tuple[StepView, ...]
    outputs: tuple[ValueView, ...]
    has_messages: bool = False
    """Whether a step is a message over a WebSocket, which Arazzo cannot describe."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentView:
    """Everything."""

    head: HeadView
    groups: tuple[GroupView, ...]
    errors: tuple[ErrorView, ...]
    schemas: tuple[SchemaView, ...]
    workflows: tuple[WorkflowView, ...] = ()
    markup: Literal["markdown", "rst"] | None = None
    objects: dict[tuple[ObjectType, str], ObjectView] = field(default_factory=dict)
    """By kind and full name, in the order of the document."""

    @property
    def errors_anchor(self) -> str:
        """The anchor above all errors, which the browser UI looks for."""
        return f"gg-error-{self.head.slug}"

    @property
    def workflows_anchor(self) -> str:
        """The anchor above all workflows."""
        return f"gg-workflow-{self.head.slug}"

    @property
    def schemas_anchor(self) -> str:
        """The anchor above all types."""
        return f"gg-schema-{self.head.slug}"


def mentioned_types(view: object) -> Iterator[str]:
    """Yield the names of the types that occur anywhere in a view, its own type included."""
    waiting: list[Any] = [view]
    while waiting:
        value = waiting.pop()
        if isinstance(value, Token):
            if value.name:
                yield value.name
        elif isinstance(value, tuple):
            waiting.extend(value)
        else:
            if isinstance(value, SchemaView):
                yield value.key
            class_: Any = type(value)
            waiting.extend(getattr(value, name) for name in _field_names(class_))


@cache
def _field_names(type_: type) -> tuple[str, ...]:
    """Return the fields of a class of views; those that hold no types are left out."""
    if not is_dataclass(type_):
        return ()
    return tuple(member.name for member in fields(type_) if member.type not in _PLAIN)


_PLAIN = {str, bool, str | None, int | str, Facts, Alternatives, tuple[Link, ...], MethodList}
