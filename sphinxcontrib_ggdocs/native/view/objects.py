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
"""A union with so many members is shown as a list, one member a line."""

_PLACE_OF_MEMBER: Mapping[str, str] = {
    "path_params": "path",
    "query_params": "query",
    "header_params": "header",
    "headers": "header",
    "cookie_params": "cookie",
    "cookies": "cookie",
}
"""Maps each attribute of contracts and methods that holds parameters to the place of these
parameters. WebSocket contracts have `headers` and `cookies`, HTTP ones `header_params`.
"""


@dataclass(frozen=True, kw_only=True)
class ObjectView:
    """An object that the reference describes; the base class of those below."""

    objtype: ClassVar[ObjectType]
    name: str
    """The full name, such as ``shop.OrderApi.get_order``."""
    display: str
    """What people type into a search box, such as ``GET /orders/{id}``."""
    key: str
    """Its key in the document; that of a method is ``group slug/contract/method``."""
    part: Any
    """The part of the contract document that is viewed, such as a `doc.HttpMethod`."""

    @property
    def kind(self) -> ObjectType:
        """The object type by which the Sphinx domain and links call it; brands are a kind of their
        own.
        """
        return self.objtype

    @property
    def description(self) -> str | None:
        """The description that the author wrote, as Markdown or reStructuredText."""
        text: str | None = self.part.description
        return text

    @property
    def summary(self) -> str:
        """The author's summary, or else the start of the description, as one line of plain text."""
        written_summary = getattr(self.part, "summary", None)  # only methods have this attribute
        return summary_of(written_summary) or summary_of(self.description)

    @property
    def deprecated(self) -> bool:
        """Whether the author marked it as deprecated."""
        return bool(self.part.deprecated)

    @property
    def params(self) -> tuple[PlacedParam, ...]:
        """The parameters of a method, or those that all methods of a contract share, with their
        places.
        """
        params_with_places: list[PlacedParam] = []
        for member, place in _PLACE_OF_MEMBER.items():
            for param in getattr(self.part, member, None) or ():
                params_with_places.append((place, param))  # noqa: PERF401  # plainer than nesting
        return tuple(params_with_places)


@dataclass(frozen=True, kw_only=True)
class MethodView(ObjectView):
    """An HTTP method, or an interaction over a WebSocket."""

    objtype: ClassVar[ObjectType] = "method"
    part: AnyMethod
    contract: AnyContract
    route: str
    """The anchor under which the browser UI shows the method."""

    @property
    def verbs(self) -> tuple[str, ...]:
        """The HTTP verbs that the method accepts; empty for a WebSocket interaction."""
        if isinstance(self.part, doc.HttpMethod):
            return self.part.verbs
        return ()

    @property
    def paths(self) -> tuple[str, ...]:
        """The paths at which the method is served; empty for a WebSocket interaction."""
        if isinstance(self.part, doc.HttpMethod):
            return self.part.paths
        return ()

    @property
    def routes(self) -> tuple[str, ...]:
        """All combinations of verb and path but the first, such as ``HEAD /orders/{id}``."""
        combinations: list[str] = []
        for path in self.paths:
            combinations += [f"{verb} {path}" for verb in self.verbs]
        return tuple(combinations[1:])  # the first one is the display name

    @property
    def error_texts(self) -> Mapping[str, str]:
        """The descriptions of errors, by their keys, that only this method has: other methods that
        declare the same error describe it in other words. Empty if this one does not describe it.
        """
        if isinstance(self.part, doc.HttpMethod):
            return self.part.error_descriptions or {}
        return {}

    @property
    def body(self) -> doc.Body | None:
        """The request body of an HTTP method, or the message of a WebSocket interaction."""
        if isinstance(self.part, doc.HttpMethod):
            return self.part.request_body
        return self.part.ws_input

    @property
    def responses(self) -> tuple[doc.Response, ...]:
        """The response of success, if there is one, and after it all other documented responses."""
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
    """The anchor under which the browser UI shows the contract."""
    methods: tuple[MethodView, ...]
    """The methods of this contract, in the order of the document."""

    @property
    def path(self) -> str:
        """The path prefix of an HTTP contract or the path of a WebSocket; empty if there is
        none.
        """
        return path_of(self.part)

    @property
    def is_undescribed(self) -> bool:
        """Whether it is a WebSocket of whose messages nothing is known."""
        return self.part.kind == "ws" and not self.part.methods

    @property
    def lacks_messages(self) -> bool:
        """Whether readers should be warned that its messages are undocumented.

        A channel read from an AsyncAPI document may have no messages of its own because it only
        carries replies. Its description says so, so no warning is needed.
        """
        is_channel = isinstance(self.part, doc.WebSocketContract) and self.part.protocol
        return self.is_undescribed and not (is_channel and self.description)


@dataclass(frozen=True, kw_only=True)
class SchemaView(ObjectView):
    """A named type or a brand."""

    objtype: ClassVar[ObjectType] = "schema"
    part: doc.JsonSchema
    alias: str = ""
    """The full name without ``-Input`` or ``-Output``, for a type that has a schema for each mode;
    otherwise empty.
    """
    is_alone: bool = False
    """Whether a directive shows this Python type by itself, not as a part of a document."""
    used_by: tuple[Ref, ...] = ()
    """The objects that refer to it directly. For a brand these are only types and errors, since
    `returned_by` and `accepted_by` list the methods.
    """
    returned_by: MethodList = NO_METHODS
    """For a brand: the methods that return it to clients."""
    accepted_by: MethodList = NO_METHODS
    """For a brand: the methods to which clients send it."""
    methods: int = 0
    """How many methods use it, directly or inside other types."""

    @property
    def kind(self) -> ObjectType:
        """The object type by which the Sphinx domain and links call it: ``type`` if a directive
        shows it by itself, not as a part of a document; otherwise ``brand`` or ``schema``.
        """
        if self.is_alone:
            return "type"
        if self.is_brand:
            return "brand"
        return "schema"

    @property
    def is_brand(self) -> bool:
        """Whether it is a brand, such as ``UserId``: a named string or number with its own
        identity.
        """
        return "x-brand" in self.part

    @property
    def description(self) -> str | None:
        """The keyword `description` of the schema."""
        return self.part.get("description")

    @property
    def deprecated(self) -> bool:
        """The keyword `deprecated` of the schema."""
        return bool(self.part.get("deprecated"))

    @property
    def mode(self) -> Literal["input", "output", ""]:
        """``input`` or ``output`` for one of the two schemas of a type that differs between
        requests and responses; otherwise empty.
        """
        # A type with one schema has no alias, even if its own name ends in `-Input`.
        if not self.alias:
            return ""
        if self.key.endswith("-Input"):
            return "input"
        if self.key.endswith("-Output"):
            return "output"
        return ""

    @property
    def fields(self) -> Mapping[str, Any]:
        """The schemas of its properties by name."""
        fields: Mapping[str, Any] = self.part.get("properties", {})
        return fields

    @property
    def variants(self) -> Mapping[str, str]:
        """For a union with a discriminator: the value of the discriminator to the reference of a
        member, such as ``{"cat": "#/schemas/Cat"}``.
        """
        mapping: Mapping[str, str] = self.part.get("discriminator", {}).get("mapping", {})
        return mapping

    @property
    def alternatives(self) -> Sequence[object]:
        """The member schemas of a union that is too long for one line and has no discriminator."""
        members: Sequence[object] = self.part.get("oneOf") or self.part.get("anyOf") or ()
        # With a discriminator, the members are listed as `variants`.
        if self.variants or len(members) < LONG_UNION:
            return ()
        return members


@dataclass(frozen=True, kw_only=True)
class ErrorView(ObjectView):
    """A declared error."""

    objtype: ClassVar[ObjectType] = "error"
    part: doc.Error
    used_by: tuple[Ref, ...] = ()

    @property
    def status(self) -> int | str:
        """The status code, or a range of codes such as ``4XX``."""
        return self.part.status_range or self.part.status_code

    @property
    def contents(self) -> tuple[doc.Content, ...]:
        """The representations of the error's data: the main one first, then other media types."""
        error = self.part
        more = error.more_contents or ()
        if error.data is None:
            return more
        media_type = error.media_type or "application/json"
        # The document has the main representation as attributes of the error itself.
        main = doc.Content(media_type=media_type, schema=error.data, examples=error.examples)
        return (main, *more)


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupView:
    """Contracts that belong together."""

    name: str
    slug: str
    route: str
    """The anchor of its heading, and of the group in the browser UI."""
    description: str | None = None
    contracts: tuple[ContractView, ...]

    @property
    def only_contract(self) -> str:
        """The full name of the only contract of the group; empty if there are several.

        WebSockets without described messages count only if the group has nothing else.
        """
        described = tuple(contract for contract in self.contracts if not contract.is_undescribed)
        candidates = described or self.contracts
        if len(candidates) == 1:
            return candidates[0].name
        return ""


@dataclass(frozen=True, kw_only=True)
class DocumentView:
    """All objects of one contract document, with their names, type expressions and links."""

    document: ApiDocsDocument
    names: Names
    """Full names and anchors, from the keys of the document."""
    types: Types
    """Writes type expressions, such as ``Order[] | null``."""
    links: Links
    """Builds references to objects."""
    groups: tuple[GroupView, ...]
    errors: tuple[ErrorView, ...]
    schemas: tuple[SchemaView, ...]
    blocks: dict[tuple[ObjectType, str], Blocks] = field(
        init=False, default_factory=dict, compare=False, repr=False
    )
    """A cache of `blocks_of`: HTML, Markdown and the text for agents show the same blocks."""

    @property
    def slug(self) -> str:
        """The slug of the document, with which all full names begin."""
        return self.document.service.slug

    @property
    def title(self) -> str:
        """Name and version of the service, such as ``Shop 2.1``."""
        service = self.document.service
        return f"{service.name} {service.version or ''}".rstrip()

    @cached_property
    def contracts(self) -> tuple[ContractView, ...]:
        """The contracts of all groups."""
        contracts: list[ContractView] = []
        for group in self.groups:
            contracts += group.contracts
        return tuple(contracts)

    @cached_property
    def methods(self) -> dict[str, MethodView]:
        """The methods of all contracts by their keys, such as ``orders/OrderApi/get_order``."""
        methods: dict[str, MethodView] = {}
        for contract in self.contracts:
            methods |= {method.key: method for method in contract.methods}
        return methods

    @cached_property
    def objects(self) -> dict[tuple[ObjectType, str], ObjectView]:
        """Contracts, methods, errors and schemas by kind and full name, in the order of the
        document.
        """
        views: list[ObjectView] = []
        for contract in self.contracts:
            views += (contract, *contract.methods)
        views += (*self.errors, *self.schemas)
        return {(view.kind, view.name): view for view in views}

    def contract_of(self, method: MethodView) -> ContractView:
        """Return the contract to which a method belongs."""
        # The full name of a method is that of its contract and its own: `shop.OrderApi.get`.
        contract_name = method.name.rpartition(".")[0]
        contract = self.objects["contract", contract_name]
        assert isinstance(contract, ContractView)
        return contract

    def anchor(self, kind: Literal["error", "schema", "workflow"]) -> str:
        """Return the anchor of the heading above all errors, types or workflows, which the browser
        UI also uses.
        """
        return f"gg-{kind}-{self.slug}"

    def definition(self, schema: SchemaView) -> Tokens:
        """Return the type expression that defines a schema; empty if its fields, members or
        variants are listed instead.
        """
        if schema.fields or schema.alternatives or schema.variants:
            return ()
        return self.types.expression(schema.part)

    def definition_text(self, schema: SchemaView) -> str:
        """Return the type expression of `definition` as plain text."""
        return text_of(self.definition(schema))


def path_of(contract: AnyContract) -> str:
    """Return the path prefix of an HTTP contract or the path of a WebSocket; empty if it
    has none.
    """
    if isinstance(contract, doc.HttpContract):
        return contract.path_prefix
    return contract.path


def view_of(document: ApiDocsDocument) -> DocumentView:
    """Build the view of a contract document, with all of its objects."""
    names = Names(document)
    types = Types(document.schemas)
    links = Links(document, names, types)
    return DocumentView(
        document=document,
        names=names,
        types=types,
        links=links,
        groups=tuple(_group_view(names, group) for group in document.groups),
        errors=tuple(_error_views(document, names, links)),
        schemas=tuple(_schema_views(document, names, types, links)),
    )


def _group_view(names: Names, group: doc.Group) -> GroupView:
    """Build the view of a group, with its contracts and their methods."""
    return GroupView(
        name=group.name,
        slug=group.slug,
        route=names.route(group.slug),
        description=group.description,
        contracts=tuple(_contract_view(names, group, contract) for contract in group.contracts),
    )


def _contract_view(names: Names, group: doc.Group, contract: AnyContract) -> ContractView:
    """Build the view of a contract, with its methods."""
    return ContractView(
        name=names.contract(group.slug, contract.name),
        display=f"{contract.name} {path_of(contract)}".rstrip(),
        part=contract,
        key=f"{group.slug}/{contract.name}",
        route=names.route(group.slug, contract.name),
        methods=tuple(_method_views(names, group, contract)),
    )


def _method_views(names: Names, group: doc.Group, contract: AnyContract) -> Iterator[MethodView]:
    """Yield the views of a contract's methods.

    HTTP methods are displayed as ``GET /orders/{id}``, WebSocket interactions as ``subscribe /ws``.
    """
    for method in contract.methods:
        display = f"{method.name} {path_of(contract)}".rstrip()  # a channel may lack a path
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


def _error_views(document: ApiDocsDocument, names: Names, links: Links) -> Iterator[ErrorView]:
    """Yield the views of all declared errors."""
    for key, error in document.errors.items():
        yield ErrorView(
            name=names.part(key),
            display=error_name(key, error),
            part=error,
            key=key,
            used_by=links.users_of_error(key),
        )


def _schema_views(
    document: ApiDocsDocument, names: Names, types: Types, links: Links
) -> Iterator[SchemaView]:
    """Yield the views of all named schemas, sorted by the titles that readers see.

    ``Order-Input`` and ``Order-Output`` have one title and so are next to each other. They share
    their users, since a user refers to either of them.
    """
    keys_by_type: dict[str, list[str]] = {}
    for key, schema in document.schemas.items():
        keys_by_type.setdefault(type_name(key, schema), []).append(key)
    users = document.users
    for key in sorted(document.schemas, key=lambda key: (types.title(key).casefold(), key)):
        schema = document.schemas[key]
        type_key = type_name(key, schema)  # `Order` for `Order-Input`
        used_by = links.users_of_type(keys_by_type[type_key])
        returned_by = accepted_by = NO_METHODS
        if "x-brand" in schema:  # its methods are listed by direction instead
            used_by = tuple(ref for ref in used_by if ref.kind not in ("method", "contract"))
            returned_by = links.method_list(users.returned_by(type_key))
            accepted_by = links.method_list(users.accepted_by(type_key))
        yield SchemaView(
            name=names.part(key),
            display=types.title(key),
            part=schema,
            key=key,
            alias=names.part(type_key) if type_key != key else "",
            used_by=used_by,
            returned_by=returned_by,
            accepted_by=accepted_by,
            methods=users.method_count(type_key),
        )
