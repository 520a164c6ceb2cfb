"""Which methods use a type or an error, computed from the references of a contract document.

The document does not repeat what its ``$ref``s say. `Uses` reads them once: an edge from each method to the named
schemas that it refers to, at a place, and an edge from each schema to those inside it. Bit sets of (method, place)
are then passed along the edges, so that all closures together take one pass over the graph.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import chain
from typing import Literal, NamedTuple, TypeAlias

from ..schema.traversal import every_schema
from . import document as doc

REFERENCE_PREFIX = "#/schemas/"

UsePlace: TypeAlias = Literal[
    "path",
    "query",
    "header",
    "cookie",
    "requestBody",
    "successResponse",
    "responseHeader",
    "wsInput",
    "error",
]
"""Where a method mentions a type; `error` is the data of one of its declared errors."""


class MethodRef(NamedTuple):
    """Names a method of a document: group slug, contract name, method name."""

    group: str
    contract: str
    method: str


class Use(NamedTuple):
    """A method that mentions a type, directly or inside another type."""

    method: MethodRef
    where: UsePlace


class Uses:
    """The users of the types and errors of one document; computed when first asked for.

    Args:
        document: The document.
    """

    def __init__(self, document: doc.ApiDocsDocument) -> None:
        self._document = document

    def of_type(self, name: str) -> tuple[Use, ...]:
        """The methods that mention a type, directly or inside another type, in the order of the document.

        Args:
            name: The name of the type: `x-type` where its schemas have one, else the schema's name.
        """
        users, places = self._users
        bits = users.get(name, 0)
        found: list[Use] = []
        while bits:
            lowest = bits & -bits
            found.append(places[lowest.bit_length() - 1])
            bits ^= lowest
        return tuple(found)

    def of_error(self, key: str) -> tuple[MethodRef, ...]:
        """The methods that declare an error, in the order of the document."""
        return self._errors.get(key, ())

    @cached_property
    def _errors(self) -> Mapping[str, tuple[MethodRef, ...]]:
        found: dict[str, list[MethodRef]] = {}
        for group, contract, method in every_method(self._document):
            reference = MethodRef(group.slug, contract.name, method.name)
            for key in method.errors:
                found.setdefault(key, []).append(reference)
        return {key: tuple(methods) for key, methods in found.items()}

    @cached_property
    def _users(self) -> tuple[Mapping[str, int], list[Use]]:
        """By type, a bit set of its uses; and the uses by their bits."""
        schemas = self._document.schemas
        places: list[Use] = []
        direct = dict.fromkeys(schemas, 0)
        for group, contract, method in every_method(self._document):
            for place, names in _mentions(self._document, contract, method).items():
                bit = 1 << len(places)
                places.append(Use(MethodRef(group.slug, contract.name, method.name), place))
                for name in names & direct.keys():
                    direct[name] |= bit
        edges = {name: references(schema) & schemas.keys() for name, schema in schemas.items()}
        users: dict[str, int] = {}
        for name, bits in _passed_on(edges, direct).items():
            type_name = str(schemas[name].get("x-type") or name)
            users[type_name] = users.get(type_name, 0) | bits
        return users, places


def every_method(
    document: doc.ApiDocsDocument,
) -> Iterator[tuple[doc.Group, doc.HttpContract | doc.WebSocketContract, doc.HttpMethod | doc.WebSocketMethod]]:
    """All methods in the order of the document, each with its group and its contract."""
    for group in document.groups:
        for contract in group.contracts:
            for method in contract.methods:
                yield group, contract, method


def references(schema: doc.JsonSchema) -> set[str]:
    """The named schemas that a schema refers to, those inside the named schemas not counted."""
    found = set()
    for inner in every_schema(schema):
        target = inner.get("$ref")
        if isinstance(target, str) and target.startswith(REFERENCE_PREFIX):
            found.add(target.removeprefix(REFERENCE_PREFIX))
    return found


def schemas_of(
    document: doc.ApiDocsDocument,
    contract: doc.HttpContract | doc.WebSocketContract,
    method: doc.HttpMethod | doc.WebSocketMethod,
) -> Iterator[tuple[UsePlace, doc.JsonSchema]]:
    """The schemas of a method with their places.

    What a contract requires of every call (a header, a path parameter of a handshake) counts for each of its methods,
    and the data of an error for each method that declares the error.
    """
    yield from _params("header", contract.headers)
    yield from _params("cookie", contract.cookies)
    if isinstance(contract, doc.WebSocketContract):
        yield from _params("path", contract.path_params)
        yield from _params("query", contract.query_params)
    if isinstance(method, doc.HttpMethod):
        yield from _params("path", method.path_params)
        yield from _params("query", method.query_params)
        yield from _params("header", method.header_params)
        yield from _params("cookie", method.cookie_params)
        yield from _contents("requestBody", method.request_body)
        yield from _params("responseHeader", method.response_headers)
        for response in method.more_responses or ():
            yield from _contents("successResponse", response)
    else:
        yield from _contents("wsInput", method.ws_input)
    yield from _contents("successResponse", method.success_response)
    for key in method.errors:
        error = document.errors.get(key)
        if error is not None and error.data is not None:
            yield "error", error.data


def _params(place: UsePlace, params: Iterable[doc.Param] | None) -> Iterator[tuple[UsePlace, doc.JsonSchema]]:
    return ((place, param.schema) for param in params or ())


def _contents(place: UsePlace, body: doc.Body | doc.Response | None) -> Iterator[tuple[UsePlace, doc.JsonSchema]]:
    for content in (body.contents if body is not None else None) or ():
        if content.schema is not None:
            yield place, content.schema


def _mentions(
    document: doc.ApiDocsDocument,
    contract: doc.HttpContract | doc.WebSocketContract,
    method: doc.HttpMethod | doc.WebSocketMethod,
) -> dict[UsePlace, set[str]]:
    """By place, the named schemas that a method refers to directly."""
    found: dict[UsePlace, set[str]] = {}
    for place, schema in schemas_of(document, contract, method):
        names = references(schema)
        if names:
            found.setdefault(place, set()).update(names)
    return found


def _passed_on(edges: Mapping[str, set[str]], direct: Mapping[str, int]) -> dict[str, int]:
    """For each node the bits of all nodes that it can be reached from, its own included.

    Nodes that reach each other have the same bits. Kosaraju's algorithm finds such components with the reaching
    ones before the reached ones, so that each component takes the bits of its predecessors when it is found.
    """
    backwards: dict[str, list[str]] = {name: [] for name in edges}
    for name, targets in edges.items():
        for target in targets:
            backwards[target].append(name)
    bits: dict[str, int] = {}
    for start in reversed(_postorder(edges)):
        if start in bits:
            continue
        component = {start: None}
        waiting = [start]
        while waiting:
            for before in backwards[waiting.pop()]:
                if before not in bits and before not in component:
                    component[before] = None
                    waiting.append(before)
        shared = 0
        for name in component:
            shared |= direct[name]
        for before in chain.from_iterable(backwards[name] for name in component):
            shared |= bits.get(before, 0)
        bits.update(dict.fromkeys(component, shared))
    return bits


def _postorder(edges: Mapping[str, set[str]]) -> list[str]:
    """All nodes, each after those that it leads to; without recursion, since types can be chained deeply."""
    order: list[str] = []
    seen: set[str] = set()
    for start in edges:
        if start in seen:
            continue
        seen.add(start)
        path = [(start, iter(edges[start]))]
        while path:
            name, targets = path[-1]
            target = next((each for each in targets if each not in seen), None)
            if target is None:
                order.append(name)
                path.pop()
            else:
                seen.add(target)
                path.append((target, iter(edges[target])))
    return order
