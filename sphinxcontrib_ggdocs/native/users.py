"""Which methods use a type or an error: computed from the direct references that a contract
document holds.

Bit sets of (method, place) are passed along the references, from methods to schemas and from
schemas to those inside them, so that the users of all types together take one pass over the graph.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain
from typing import Literal, NamedTuple, TypeAlias

from . import document as doc

Place: TypeAlias = doc.UsePlace | Literal["error"]
"""Where a method mentions a type; `error` is the data of one of its errors."""


class MethodRef(NamedTuple):
    """Names a method of a document: group slug, contract name, method name."""

    group: str
    contract: str
    method: str


class Use(NamedTuple):
    """A method that mentions a type, directly or inside another type."""

    method: MethodRef
    where: Place


class Users:
    """The users of the types and errors of one document; computed when first asked for.

    Args:
        document: The document.
    """

    def __init__(self, document: doc.ApiDocsDocument) -> None:
        self._document = document

    def of_type(self, name: str) -> tuple[Use, ...]:
        """The methods that mention a type, directly or inside another type, in the order of the
        document.

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

    def method_count(self, name: str) -> int:
        """How many methods mention a type, directly or inside another type."""
        return self._methods.get(name, 0).bit_count()

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
        for name, bits in _passed_on(edges, direct).items():
            type_name = str(schemas[name].get("x-type") or name)
            users[type_name] = users.get(type_name, 0) | bits
        return users

    def _mentions(self, method: MethodRef, errors: tuple[str, ...]) -> dict[Place, set[str]]:
        """By place, the named schemas that a method refers to directly.

        What its contract requires of every call counts for each method, and the data of an error
        for each method that declares the error.
        """
        uses = self._document.uses
        found: dict[Place, set[str]] = {}
        for mentions in (
            uses.contracts.get(f"{method.group}/{method.contract}", {}),
            uses.methods.get("/".join(method), {}),
        ):
            for place, names in mentions.items():
                found.setdefault(place, set()).update(names)
        for error in errors:
            if error in uses.errors:
                found.setdefault("error", set()).update(uses.errors[error])
        return found


def every_method(
    document: doc.ApiDocsDocument,
) -> Iterator[
    tuple[doc.Group, doc.HttpContract | doc.WebSocketContract, doc.HttpMethod | doc.WebSocketMethod]
]:
    """All methods in the order of the document, each with its group and its contract."""
    for group in document.groups:
        for contract in group.contracts:
            for method in contract.methods:
                yield group, contract, method


def _passed_on(edges: Mapping[str, Sequence[str]], direct: Mapping[str, int]) -> dict[str, int]:
    """For each node the bits of all nodes that it can be reached from, its own included.

    Nodes that reach each other have the same bits. Kosaraju's algorithm finds such components with
    the reaching ones before the reached ones, so that each component takes the bits of its
    predecessors when it is found.
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


def _postorder(edges: Mapping[str, Sequence[str]]) -> list[str]:
    """All nodes, each after those that it leads to; without recursion, since types can be chained
    deeply.
    """
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
