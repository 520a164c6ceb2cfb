"""Pairs the methods of two documents: by address, by name, by parameters and responses.

A method is an operation of HTTP or a message of a WebSocket. It is part of a contract (a set of
HTTP methods, or one WebSocket), and that of a group.
"""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from ..document import parts as doc
from ..document.model import ApiDocsDocument
from ..document.users import every_method, method_key
from .changes import Flow

PLACEHOLDER = re.compile(r"\{([^{}:]*)[^{}]*\}")
"""A placeholder in a path, such as ``{id}`` or ``{path:rest}``; the group is its name."""


class Request(NamedTuple):
    """What identifies a request to a service: two methods with an equal one answer the same."""

    verb: str
    """The verb in HTTP; ``ws NAME`` of a message."""
    shape: str
    """The path without the names of placeholders; see `path_shape`."""
    is_outgoing: bool
    """Whether the service sends it."""


@dataclass(frozen=True, slots=True)
class MethodEntry:
    """A method with the contract and the group that contain it."""

    group: doc.Group
    contract: doc.HttpContract | doc.WebSocketContract
    method: doc.HttpMethod | doc.WebSocketMethod

    @property
    def key(self) -> str:
        """``group slug/contract/method``."""
        return method_key(self.group, self.contract, self.method)

    @property
    def home(self) -> str:
        """The key of its contract: ``group slug/contract``."""
        return f"{self.group.slug}/{self.contract.name}"

    @property
    def title(self) -> str:
        """The title for readers: ``GET /orders``, or of a message ``/socket ping``."""
        if isinstance(self.method, doc.HttpMethod):
            return f"{'|'.join(self.method.verbs)} {self.method.http_path}"
        assert isinstance(self.contract, doc.WebSocketContract)
        return f"{self.contract.path} {self.method.name}"

    @property
    def is_outgoing(self) -> bool:
        """Whether the service sends the HTTP request."""
        return isinstance(self.contract, doc.HttpContract) and bool(self.contract.outgoing)

    @property
    def flow(self) -> Flow:
        """The direction in which its request or message travels, seen from a client."""
        if isinstance(self.method, doc.WebSocketMethod):
            if self.method.ws_direction == "OUT":
                return "sent"
            return "received"
        if self.is_outgoing:
            return "received"
        return "sent"

    @property
    def requests(self) -> frozenset[Request]:
        """The requests that it answers: of an HTTP method one for each verb and path; of a message
        of a WebSocket a single one, with the message's name and the contract's path.
        """
        if not isinstance(self.method, doc.HttpMethod):
            assert isinstance(self.contract, doc.WebSocketContract)
            shape = path_shape(self.contract.path)
            # Only contracts of HTTP can be outgoing.
            return frozenset({Request(f"ws {self.method.name}", shape, is_outgoing=False)})
        requests: set[Request] = set()
        for verb, path in product(self.method.verbs, self.method.paths):
            requests.add(Request(verb, path_shape(path), self.is_outgoing))
        return frozenset(requests)


@dataclass(frozen=True, slots=True)
class MethodPair:
    """One method in two documents."""

    old: MethodEntry
    new: MethodEntry


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which methods of two documents correspond."""

    pairs: tuple[MethodPair, ...]
    """The methods that are in both, in the order of the new document."""
    removed: tuple[MethodEntry, ...]
    """The methods that only the old document has."""
    added: tuple[MethodEntry, ...]
    """The methods that only the new document has."""
    handed_over: tuple[MethodPair, ...]
    """Pairs of methods that do not correspond, of which the new one answers a request that the old
    one answered."""


def path_shape(path: str) -> str:
    """Return a path without the names of its placeholders: ``/orders/{}`` of ``/orders/{id}``."""
    return PLACEHOLDER.sub("{}", path)


def methods_of(document: ApiDocsDocument) -> list[MethodEntry]:
    """Return all methods of a document with their contracts and groups."""
    return [MethodEntry(*parts) for parts in every_method(document.groups)]


def requests_of(methods: Iterable[MethodEntry]) -> frozenset[Request]:
    """Return the requests that some methods answer."""
    return frozenset().union(*(entry.requests for entry in methods))


def pair_methods(old: Sequence[MethodEntry], new: Sequence[MethodEntry]) -> Pairing:
    """Find the methods that are in both documents.

    Methods correspond if they answer the same request, then if they have the same name, then if
    their parameters and responses are equal. If a method was split, or several were joined, it
    corresponds to the one with its name, else the one with its first path, else the first.
    """
    new_by_request = _methods_by_request(new)
    # By the ids of both methods, because two methods may have several requests in common.
    with_common_request: dict[tuple[int, int], MethodPair] = {}
    for request, old_entry in _methods_by_request(old).items():
        if request in new_by_request:
            new_entry = new_by_request[request]
            with_common_request[id(old_entry), id(new_entry)] = MethodPair(old_entry, new_entry)
    pairs: list[MethodPair] = []
    paired_ids: set[int] = set()
    # Of several pairs with one method, the first one counts.
    for pair in sorted(with_common_request.values(), key=_name_and_address_differ):
        _add_pair(pair, pairs, paired_ids)
    # From the strongest key to the weakest, which finds methods with a new address and a new name.
    for key in (_name, _contract_and_name, _content):
        unpaired_olds, unpaired_news = _unpaired(old, paired_ids), _unpaired(new, paired_ids)
        for pair in _matches(unpaired_olds, unpaired_news, key):
            _add_pair(pair, pairs, paired_ids)
    position_in_new = {id(entry): index for index, entry in enumerate(new)}
    pairs.sort(key=lambda pair: position_in_new[id(pair.new)])
    # The others have a request in common, but correspond to other methods or to none.
    for pair in pairs:
        with_common_request.pop((id(pair.old), id(pair.new)), None)
    return Pairing(
        pairs=tuple(pairs),
        removed=_unpaired(old, paired_ids),
        added=_unpaired(new, paired_ids),
        handed_over=tuple(with_common_request.values()),
    )


def _add_pair(pair: MethodPair, pairs: list[MethodPair], paired_ids: set[int]) -> None:
    """Add a pair to the pairs, unless one of its methods is in another pair.

    Args:
        pair: The pair to add.
        pairs: The pairs so far.
        paired_ids: The ``id`` of each entry in them.
    """
    ids = {id(pair.old), id(pair.new)}
    if ids.isdisjoint(paired_ids):
        pairs.append(pair)
        paired_ids.update(ids)


def _unpaired(entries: Sequence[MethodEntry], paired_ids: set[int]) -> tuple[MethodEntry, ...]:
    """Return the methods whose ``id`` is not among those of paired methods."""
    return tuple(entry for entry in entries if id(entry) not in paired_ids)


def renamed_contracts(
    pairs: Sequence[MethodPair], old: Sequence[MethodEntry], new: Sequence[MethodEntry]
) -> dict[str, str]:
    """Return the new keys of contracts with another name or group, by their old keys.

    A contract was renamed if all its paired methods are in one other contract, its old key is not
    used any more, and its new key was not used before.
    """
    old_homes = {entry.home for entry in old}
    new_homes = {entry.home for entry in new}
    destinations: dict[str, set[str]] = {}
    for pair in pairs:
        destinations.setdefault(pair.old.home, set()).add(pair.new.home)
    renamed: dict[str, str] = {}
    for old_home, homes in destinations.items():
        is_moved = old_home not in new_homes and homes.isdisjoint(old_homes)
        if is_moved and len(homes) == 1:
            renamed[old_home] = homes.pop()
    return renamed


def _name_and_address_differ(pair: MethodPair) -> tuple[bool, bool]:
    """Return a sort key: pairs of one name come first, then those of one address."""
    return _name(pair.old) != _name(pair.new), _address(pair.old) != _address(pair.new)


def _methods_by_request(entries: Sequence[MethodEntry]) -> dict[Request, MethodEntry]:
    """Return the methods by their requests, without requests that two methods of a document
    answer.
    """
    method_counts: Counter[Request] = Counter()
    for entry in entries:
        method_counts.update(entry.requests)
    methods: dict[Request, MethodEntry] = {}
    for entry in entries:
        # Sorted, because the order of a set differs from process to process.
        for request in sorted(entry.requests):
            # Of two methods with one request, it is not known which one answers.
            if method_counts[request] == 1:
                methods[request] = entry
    return methods


def _matches(
    old: Sequence[MethodEntry],
    new: Sequence[MethodEntry],
    key: Callable[[MethodEntry], Hashable],
) -> Iterator[MethodPair]:
    """Yield pairs of old and new methods with equal keys, if no other method of the same document
    has that key.

    Args:
        old: Methods of the old document.
        new: Methods of the new one.
        key: Returns what has to be equal in two methods that correspond.
    """
    old_by_key = _entries_by_unique_key(old, key)
    new_by_key = _entries_by_unique_key(new, key)
    for value, entry in old_by_key.items():
        if value in new_by_key:
            yield MethodPair(entry, new_by_key[value])


def _entries_by_unique_key(
    entries: Sequence[MethodEntry], key: Callable[[MethodEntry], Hashable]
) -> dict[Hashable, MethodEntry]:
    """Return the methods by their key, without those that share it with another method."""
    by_value: dict[Hashable, MethodEntry] = {}
    repeated: set[Hashable] = set()
    for entry in entries:
        value = key(entry)
        if value in by_value:
            repeated.add(value)
        by_value[value] = entry
    return {value: entry for value, entry in by_value.items() if value not in repeated}


def _address(entry: MethodEntry) -> Hashable:
    """Return a key of the verbs and the first path of a method; of a message, of connection and
    name.
    """
    if isinstance(entry.method, doc.HttpMethod):
        return entry.method.verbs, path_shape(entry.method.http_path), entry.is_outgoing
    assert isinstance(entry.contract, doc.WebSocketContract)
    return path_shape(entry.contract.path), entry.method.name


def _name(entry: MethodEntry) -> Hashable:
    """Return a key of the kind, group, contract and name of a method."""
    return entry.contract.kind, entry.is_outgoing, entry.key


def _contract_and_name(entry: MethodEntry) -> Hashable:
    """Return a key of the kind, contract and name of a method, whatever its group."""
    return entry.contract.kind, entry.is_outgoing, entry.contract.name, entry.method.name


def _content(entry: MethodEntry) -> Hashable:
    """Return a key of the request, response and errors of a method. A method without body and
    response has too little of them to be recognised, and gets a key that no other method has.
    """
    method = entry.method
    query_params: tuple[doc.Param, ...] | None = None
    if isinstance(method, doc.HttpMethod):
        body, query_params = method.request_body, method.query_params
        verb_or_direction: str = method.http_method
    else:
        body, verb_or_direction = method.ws_input, method.ws_direction
    if body is None and method.success_response is None:
        return id(entry)
    # As text, because the schemas inside cannot be hashed.
    content = repr((body, method.success_response, query_params, method.errors))
    return entry.contract.kind, entry.is_outgoing, verb_or_direction, content
