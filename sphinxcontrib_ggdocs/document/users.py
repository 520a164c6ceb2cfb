"""Finds the methods that use a type or an error, directly or through other types.

The document stores only direct references: the number of indirect ones grows with the square of the
size of a connected API.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias

from . import parts as doc
from .uses import type_name

MentionPlace: TypeAlias = doc.UsePlace | Literal["error"]
"""Where a method mentions a type; `error` is the data of one of its errors."""


AnyContract: TypeAlias = doc.HttpContract | doc.WebSocketContract
AnyMethod: TypeAlias = doc.HttpMethod | doc.WebSocketMethod
MethodPath: TypeAlias = tuple[doc.Group, AnyContract, AnyMethod]
"""A group, a contract in it, and a method of that."""


class MethodRef(NamedTuple):
    """Names a method of a document: group slug, contract name, method name."""

    group: str
    contract: str
    method: str


class _Members(NamedTuple):
    """Bit sets of methods by type: those that mention, return and accept it."""

    mention: dict[str, int]
    returned: dict[str, int]
    accepted: dict[str, int]


class Users:
    """Which methods use a type or an error, computed when first asked for from the direct
    references that the document holds.

    Bit sets of methods are passed along the references, from methods to schemas and from schemas to
    those inside them, so that the users of all types together take one pass over the graph.

    Args:
        groups: The groups of the document.
        schemas: Its named schemas.
        uses: Its direct references.
    """

    def __init__(
        self,
        groups: tuple[doc.Group, ...],
        schemas: Mapping[str, doc.JsonSchema],
        uses: doc.Uses,
    ) -> None:
        self._groups = groups
        self._schemas = schemas
        self._uses = uses

    def of_type(self, name: str) -> tuple[MethodRef, ...]:
        """Return the methods that mention a type, directly or inside another type, in the order of
        the document.

        Args:
            name: The name of the type: `x-type` where its schemas have one, else the schema's name.
        """
        return self._methods_in(self._members.mention.get(name, 0))

    def method_count(self, name: str) -> int:
        """Return how many methods mention a type, directly or inside another type.

        Args:
            name: The name of the type: `x-type` where its schemas have one, else the schema's name.
        """
        return self._members.mention.get(name, 0).bit_count()

    def returned_by(self, name: str) -> tuple[MethodRef, ...]:
        """Return the methods from which a client gets values of a type, in the order of the
        document: with a response or its headers, a message from the server, or a request that the
        service sends.

        Types in the data of an error are not counted.

        Args:
            name: The name of the type: `x-type` where its schemas have one, else the schema's name.
        """
        return self._methods_in(self._members.returned.get(name, 0))

    def accepted_by(self, name: str) -> tuple[MethodRef, ...]:
        """Return the methods to which a client gives values of a type, in the order of the
        document: with a parameter, a body or a message, or in the answer to the server.

        Args:
            name: The name of the type: `x-type` where its schemas have one, else the schema's name.
        """
        return self._methods_in(self._members.accepted.get(name, 0))

    def of_error(self, key: str) -> tuple[MethodRef, ...]:
        """Return the methods that declare an error, in the order of the document."""
        return self._errors.get(key, ())

    @cached_property
    def _errors(self) -> Mapping[str, tuple[MethodRef, ...]]:
        """The methods that declare an error, by its key."""
        methods: dict[str, list[MethodRef]] = {}
        for group, contract, method in every_method(self._groups):
            reference = MethodRef(group.slug, contract.name, method.name)
            for key in method.errors:
                methods.setdefault(key, []).append(reference)
        return {key: tuple(references) for key, references in methods.items()}

    @cached_property
    def _references(self) -> tuple[MethodRef, ...]:
        """All methods in order; a bit set has the bit of a method at its position here."""
        references: list[MethodRef] = []
        for group, contract, method in every_method(self._groups):
            references.append(MethodRef(group.slug, contract.name, method.name))
        return tuple(references)

    def _methods_in(self, bits: int) -> tuple[MethodRef, ...]:
        """Return the methods whose bits are set."""
        methods: list[MethodRef] = []
        while bits:
            lowest = bits & -bits
            methods.append(self._references[lowest.bit_length() - 1])
            bits ^= lowest
        return tuple(methods)

    @cached_property
    def _members(self) -> _Members:
        """Bit sets of the methods that mention, return and accept a type, also inside others."""
        mention = dict.fromkeys(self._schemas, 0)
        returned = dict.fromkeys(self._schemas, 0)
        accepted = dict.fromkeys(self._schemas, 0)
        for index, (group, contract, method) in enumerate(every_method(self._groups)):
            # An integer as a set: of any length, and two are joined in one operation.
            bit = 1 << index
            reference = MethodRef(group.slug, contract.name, method.name)
            for place, names in self._mentions(reference, method.errors).items():
                # The data of errors count as neither returned nor accepted.
                direction: dict[str, int] | None = None
                if place != "error":
                    is_received = _is_received(place, contract, method)
                    direction = returned if is_received else accepted
                for name in names & self._schemas.keys():
                    mention[name] |= bit
                    if direction is not None:
                        direction[name] |= bit
        return _Members(
            mention=self._by_type(mention),
            returned=self._by_type(returned),
            accepted=self._by_type(accepted),
        )

    def _by_type(self, direct: Mapping[str, int]) -> dict[str, int]:
        """Return bit sets by type, with the methods that reach it through other types.

        Args:
            direct: Bit sets by schema, with the methods that refer to it directly.
        """
        edges = {name: self._uses.schemas.get(name, ()) for name in self._schemas}
        users: dict[str, int] = {}
        for name, bits in _propagated(edges, direct).items():
            name_of_type = type_name(name, self._schemas[name])
            users[name_of_type] = users.get(name_of_type, 0) | bits
        return users

    def _mentions(self, method: MethodRef, errors: tuple[str, ...]) -> dict[MentionPlace, set[str]]:
        """Return the named schemas that a method refers to directly, by place.

        What its contract requires of every call counts for each method, and the data of an error
        for each method that declares the error.
        """
        uses = self._uses
        mentions: dict[MentionPlace, set[str]] = {}
        of_contract = uses.contracts.get(f"{method.group}/{method.contract}", {})
        of_method = uses.methods.get("/".join(method), {})
        for names_by_place in (of_contract, of_method):
            for place, names in names_by_place.items():
                mentions.setdefault(place, set()).update(names)
        for error in errors:
            if error in uses.errors:
                mentions.setdefault("error", set()).update(uses.errors[error])
        return mentions


def _is_received(
    place: MentionPlace,
    contract: doc.HttpContract | doc.WebSocketContract,
    method: doc.HttpMethod | doc.WebSocketMethod,
) -> bool:
    """Return whether a client receives the schemas at a place of a method; otherwise it sends them.

    A client receives responses and the messages of the server. Of a call that the service makes
    (a webhook), it receives the request and sends the response.

    Args:
        place: The place, such as ``query`` or ``successResponse``; the data of errors have none.
        contract: The contract of the method.
        method: The method.
    """
    if isinstance(method, doc.WebSocketMethod):
        # A client receives the reply to its request (``OUT``), or a message of the server (``IN``);
        # it sends all else, such as the parameters of the handshake.
        carriers = {"OUT": "successResponse", "IN": "wsInput"}
        return place == carriers[method.ws_direction]
    is_response = place in ("successResponse", "responseHeader")
    is_outgoing = isinstance(contract, doc.HttpContract) and bool(contract.outgoing)
    return is_response != is_outgoing


def every_method(groups: Iterable[doc.Group]) -> Iterator[MethodPath]:
    """Yield all methods in the order of the document, each with its group and its contract."""
    for group in groups:
        for contract in group.contracts:
            for method in contract.methods:
                yield group, contract, method


def method_key(group: doc.Group, contract: AnyContract, method: AnyMethod) -> str:
    """Return how a document names a method: ``group slug/contract/method``."""
    return f"{group.slug}/{contract.name}/{method.name}"


def methods_by_key(groups: Iterable[doc.Group]) -> dict[str, MethodPath]:
    """Return all methods by `method_key`, each with its group and its contract."""
    return {method_key(*path): path for path in every_method(groups)}


def with_contracts(
    groups: Iterable[doc.Group], change: Callable[[doc.Group, Any], Any]
) -> tuple[doc.Group, ...]:
    """Return groups whose contracts are what a function returns for each group and contract."""
    changed: list[doc.Group] = []
    for group in groups:
        contracts = tuple(change(group, contract) for contract in group.contracts)
        changed.append(replace(group, contracts=contracts))
    return tuple(changed)


def _propagated(edges: Mapping[str, Sequence[str]], direct: Mapping[str, int]) -> dict[str, int]:
    """Return bits by node: its own, and those of all nodes that reach it along the edges.

    Args:
        edges: By node the nodes that it leads to.
        direct: The own bits of each node.
    """
    bits = dict(direct)
    waiting = deque(edges)
    is_waiting = set(edges)
    # A node that gets further bits passes them on again, until no node gets any.
    while waiting:
        name = waiting.popleft()
        is_waiting.discard(name)
        for target in edges[name]:
            joined = bits[target] | bits[name]
            if joined == bits[target]:
                continue
            bits[target] = joined
            if target not in is_waiting:
                is_waiting.add(target)
                waiting.append(target)
    return bits
