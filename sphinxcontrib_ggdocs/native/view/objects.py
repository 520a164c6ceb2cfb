"""Defines the objects that a reference describes: parts of a document by their full names, with
what several readers need to know about them.

    DocumentView
    ├── groups: GroupView
    │   └── contracts: ContractView
    │       └── methods: MethodView
    ├── errors: ErrorView
    └── schemas: SchemaView                       named types and brands

What the reference says of an object is in `native/blocks`, which reads the parts.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Literal, TypeAlias

from ...document import parts as doc
from ...document.model import ApiDocsDocument
from ...document.users import method_key
from ...document.uses import type_name
from ...named_objects import ObjectType
from ..markdown_text import summary_of
from ..vocabulary import Blocks, Ref
from .links import NO_METHODS, Links, MethodList, error_name
from .names import Names
from .types import Tokens, Types, text_of

AnyContract: TypeAlias = doc.HttpContract | doc.WebSocketContract
AnyMethod: TypeAlias = doc.HttpMethod | doc.WebSocketMethod
PlacedParam: TypeAlias = tuple[str, doc.Param]
"""A parameter and its place: ``path``, ``query``, ``header``, ``cookie``."""

LONG_UNION = 4
"""Alternatives that read better as a list."""

_PLACES: Mapping[str, str] = {
    "path_params": "path",
    "query_params": "query",
    "header_params": "header",
    "headers": "header",
    "cookie_params": "cookie",
    "cookies": "cookie",
}
"""Places by the members of contracts and methods that hold parameters."""


@dataclass(frozen=True, kw_only=True)
class ObjectView:
    """What all objects have in common."""

    objtype: ClassVar[ObjectType]
    name: str
    """The full name, such as ``shop.OrderApi.get_order``."""
    display: str
    """What people type into a search box, such as ``GET /orders/{id}``."""
    key: str
    """Its name in the document: of a method ``group slug/contract/method``."""
    part: Any
    """The part of the document."""

    @property
    def kind(self) -> ObjectType:
        """The type of object in the domain."""
        return self.objtype

    @property
    def description(self) -> str | None:
        """What its author says of it."""
        text: str | None = self.part.description
        return text

    @property
    def summary(self) -> str:
        """What it is, in one line of plain text."""
        own = getattr(self.part, "summary", None)
        return summary_of(own) or summary_of(self.description)

    @property
    def deprecated(self) -> bool:
        """Whether new code does not use it."""
        return bool(self.part.deprecated)

    @property
    def params(self) -> tuple[PlacedParam, ...]:
        """The parameters of a method, or of each method of a contract."""
        placed: list[PlacedParam] = []
        for member, place in _PLACES.items():
            placed += [(place, param) for param in getattr(self.part, member, None) or ()]
        return tuple(placed)


@dataclass(frozen=True, kw_only=True)
class MethodView(ObjectView):
    """An HTTP method, or an interaction over a WebSocket."""

    objtype: ClassVar[ObjectType] = "method"
    part: AnyMethod
    contract: AnyContract
    route: str
    """The anchor that the browser UI looks for."""

    @property
    def verbs(self) -> tuple[str, ...]:
        """Its verbs; none of an interaction."""
        if isinstance(self.part, doc.HttpMethod):
            return self.part.http_methods or (self.part.http_method,)
        return ()

    @property
    def paths(self) -> tuple[str, ...]:
        """Its paths; none of an interaction."""
        if isinstance(self.part, doc.HttpMethod):
            return self.part.http_paths or (self.part.http_path,)
        return ()

    @property
    def routes(self) -> tuple[str, ...]:
        """What else it is called: with its other verbs, and at its other paths."""
        called = (f"{verb} {path}" for path in self.paths for verb in self.verbs)
        return tuple(called)[1:]

    @property
    def error_texts(self) -> Mapping[str, str]:
        """What it says of some of its errors, by key, where other methods say something else."""
        if isinstance(self.part, doc.HttpMethod):
            return self.part.error_descriptions or {}
        return {}

    @property
    def body(self) -> doc.Body | None:
        """What callers send, or the message."""
        if isinstance(self.part, doc.HttpMethod):
            return self.part.request_body
        return self.part.ws_input

    @property
    def responses(self) -> tuple[doc.Response, ...]:
        """What is answered."""
        more: Sequence[doc.Response] = ()
        if isinstance(self.part, doc.HttpMethod):
            more = self.part.more_responses or ()
        if self.part.success_response is None:
            return tuple(more)
        return (self.part.success_response, *more)


@dataclass(frozen=True, kw_only=True)
class ContractView(ObjectView):
    """A contract with its methods."""

    objtype: ClassVar[ObjectType] = "contract"
    part: AnyContract
    route: str
    methods: tuple[MethodView, ...]
    """Those that are shown with it."""

    @property
    def path(self) -> str:
        """Its path, empty without one."""
        return path_of(self.part)

    @property
    def is_undescribed(self) -> bool:
        """Whether it is a WebSocket whose messages no schema describes."""
        return self.part.kind == "ws" and not self.part.methods

    @property
    def lacks_messages(self) -> bool:
        """Whether its messages are undocumented; a channel may be one of replies, as its
        description says.
        """
        is_channel = isinstance(self.part, doc.WebSocketContract) and self.part.protocol
        return self.is_undescribed and not (is_channel and self.description)


@dataclass(frozen=True, kw_only=True)
class SchemaView(ObjectView):
    """A named type or a brand."""

    objtype: ClassVar[ObjectType] = "schema"
    part: doc.JsonSchema
    alias: str = ""
    """The full name of the type, where its two modes are described apart."""
    is_alone: bool = False
    """Whether it is described by its name in Python, and not as a part of a document."""
    used_by: tuple[Ref, ...] = ()
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

    @property
    def is_brand(self) -> bool:
        """Whether it is a brand."""
        return "x-brand" in self.part

    @property
    def description(self) -> str | None:
        return self.part.get("description")

    @property
    def deprecated(self) -> bool:
        return bool(self.part.get("deprecated"))

    @property
    def mode(self) -> Literal["input", "output", ""]:
        """Whether it is what goes in or what comes out, where the two differ."""
        if not self.alias:
            return ""
        if self.key.endswith("-Input"):
            return "input"
        return "output" if self.key.endswith("-Output") else ""

    @property
    def fields(self) -> Mapping[str, Any]:
        """The schemas of its fields."""
        fields: Mapping[str, Any] = self.part.get("properties", {})
        return fields

    @property
    def variants(self) -> Mapping[str, str]:
        """Of a union with a discriminator: the values of that field, and references to types."""
        mapping: Mapping[str, str] = self.part.get("discriminator", {}).get("mapping", {})
        return mapping

    @property
    def alternatives(self) -> Sequence[object]:
        """The members of a long union without a discriminator, one a line."""
        members: Sequence[object] = self.part.get("oneOf") or self.part.get("anyOf") or ()
        return () if self.variants or len(members) < LONG_UNION else members


@dataclass(frozen=True, kw_only=True)
class ErrorView(ObjectView):
    """A declared error."""

    objtype: ClassVar[ObjectType] = "error"
    part: doc.Error
    used_by: tuple[Ref, ...] = ()

    @property
    def status(self) -> int | str:
        """Its status, or a range of them."""
        return self.part.status_range or self.part.status_code

    @property
    def contents(self) -> tuple[doc.Content, ...]:
        """The representations of its data."""
        error = self.part
        more = error.more_contents or ()
        if error.data is None:
            return more
        media_type = error.media_type or "application/json"
        own = doc.Content(media_type=media_type, schema=error.data, examples=error.examples)
        return (own, *more)


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
        described = tuple(one for one in self.contracts if not one.is_undescribed)
        match described or self.contracts:
            case (contract,):
                return contract.name
        return ""


@dataclass(frozen=True, kw_only=True)
class DocumentView:
    """The objects of a document, and how they are called and mentioned."""

    document: ApiDocsDocument
    names: Names
    types: Types
    links: Links
    groups: tuple[GroupView, ...]
    errors: tuple[ErrorView, ...]
    schemas: tuple[SchemaView, ...]
    blocks: dict[tuple[ObjectType, str], Blocks] = field(
        init=False, default_factory=dict, compare=False, repr=False
    )
    """The blocks of objects that were made, for several texts show them."""

    @property
    def slug(self) -> str:
        """The slug of the document."""
        return self.document.service.slug

    @property
    def title(self) -> str:
        """Name and version of the service."""
        service = self.document.service
        return f"{service.name} {service.version or ''}".rstrip()

    @cached_property
    def contracts(self) -> tuple[ContractView, ...]:
        """All contracts."""
        return tuple(contract for group in self.groups for contract in group.contracts)

    @cached_property
    def methods(self) -> dict[str, MethodView]:
        """All methods by their keys."""
        return {method.key: method for contract in self.contracts for method in contract.methods}

    @cached_property
    def objects(self) -> dict[tuple[ObjectType, str], ObjectView]:
        """All objects by kind and full name, in the order of the document."""
        listed: list[ObjectView] = []
        for contract in self.contracts:
            listed += (contract, *contract.methods)
        listed += (*self.errors, *self.schemas)
        return {(view.kind, view.name): view for view in listed}

    def contract_of(self, method: MethodView) -> ContractView:
        """Return the contract of a method."""
        contract = self.objects["contract", method.name.rpartition(".")[0]]
        assert isinstance(contract, ContractView)
        return contract

    def anchor(self, kind: Literal["error", "schema", "workflow"]) -> str:
        """Return the anchor above all errors, types or workflows; the browser UI looks for it."""
        return f"gg-{kind}-{self.slug}"

    def definition(self, schema: SchemaView) -> Tokens:
        """Return the definition of a type; nothing for one whose fields or members are listed."""
        if schema.fields or schema.alternatives or schema.variants:
            return ()
        return self.types.expression(schema.part)

    def definition_text(self, schema: SchemaView) -> str:
        """Return the definition of a type as plain text."""
        return text_of(self.definition(schema))


def path_of(contract: AnyContract) -> str:
    """Return the path of a contract, empty for one without."""
    return contract.path_prefix if isinstance(contract, doc.HttpContract) else contract.path


def view_of(document: ApiDocsDocument) -> DocumentView:
    """Return the objects of a document."""
    names, types = Names(document), Types(document.schemas)
    links = Links(document, names, types)
    return DocumentView(
        document=document,
        names=names,
        types=types,
        links=links,
        groups=tuple(_group(names, group) for group in document.groups),
        errors=tuple(_errors(document, names, links)),
        schemas=tuple(_schemas(document, names, types, links)),
    )


def _group(names: Names, group: doc.Group) -> GroupView:
    return GroupView(
        name=group.name,
        slug=group.slug,
        route=names.route(group.slug),
        description=group.description,
        contracts=tuple(_contract(names, group, contract) for contract in group.contracts),
    )


def _contract(names: Names, group: doc.Group, contract: AnyContract) -> ContractView:
    return ContractView(
        name=names.contract(group.slug, contract.name),
        display=f"{contract.name} {path_of(contract)}".rstrip(),
        part=contract,
        key=f"{group.slug}/{contract.name}",
        route=names.route(group.slug, contract.name),
        methods=tuple(_methods(names, group, contract)),
    )


def _methods(names: Names, group: doc.Group, contract: AnyContract) -> Iterator[MethodView]:
    for method in contract.methods:
        display = f"{method.name} {path_of(contract)}".rstrip()
        if isinstance(method, doc.HttpMethod):
            display = f"{method.http_method} {method.http_path}"
        yield MethodView(
            name=names.method(group.slug, contract.name, method.name),
            display=display,
            part=method,
            contract=contract,
            key=method_key(group, contract, method),
            route=names.route(group.slug, contract.name, method.name),
        )


def _errors(document: ApiDocsDocument, names: Names, links: Links) -> Iterator[ErrorView]:
    for key, error in document.errors.items():
        yield ErrorView(
            name=names.part(key),
            display=error_name(key, error),
            part=error,
            key=key,
            used_by=links.of_error(key),
        )


def _schemas(
    document: ApiDocsDocument, names: Names, types: Types, links: Links
) -> Iterator[SchemaView]:
    """Yield types by their titles, which are shown; each is next to its other mode."""
    keys_of_types: dict[str, list[str]] = {}
    for key, schema in document.schemas.items():
        keys_of_types.setdefault(type_name(key, schema), []).append(key)
    users = document.users
    for key in sorted(document.schemas, key=lambda key: (types.title(key).casefold(), key)):
        schema = document.schemas[key]
        shared, is_brand = type_name(key, schema), "x-brand" in schema
        yield SchemaView(
            name=names.part(key),
            display=types.title(key),
            part=schema,
            key=key,
            alias=names.part(shared) if shared != key else "",
            used_by=links.of_type(keys_of_types[shared], without_methods=is_brand),
            returned_by=links.listed(users.returned_by(shared) if is_brand else ()),
            accepted_by=links.listed(users.accepted_by(shared) if is_brand else ()),
            methods=users.method_count(shared),
        )
