"""Pairs the methods of two documents: by address, by name, by what they take and return."""

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from ..document import parts as doc
from ..document.model import ApiDocsDocument
from ..document.users import every_method, method_key
from .changes import Flow

PLACEHOLDER = re.compile(r"\{([^{}:]*)[^{}]*\}")
"""A parameter in a path, with its name."""


@dataclass(frozen=True, slots=True)
class MethodEntry:
    """A method with what it is in."""

    group: doc.Group
    contract: doc.HttpContract | doc.WebSocketContract
    method: doc.HttpMethod | doc.WebSocketMethod

    @property
    def key(self) -> str:
        """``group slug/contract/method``."""
        return method_key(self.group, self.contract, self.method)

    @property
    def home(self) -> str:
        """The place of the contract: ``group slug/contract``."""
        return f"{self.group.slug}/{self.contract.name}"

    @property
    def title(self) -> str:
        """What people call the method: verb and path, or path of the connection and name."""
        if isinstance(self.method, doc.HttpMethod):
            return f"{'|'.join(verbs(self.method))} {self.method.http_path}"
        assert isinstance(self.contract, doc.WebSocketContract)
        return f"{self.contract.path} {self.method.name}"

    @property
    def is_outgoing(self) -> bool:
        """Whether the service sends the HTTP request."""
        return isinstance(self.contract, doc.HttpContract) and bool(self.contract.outgoing)

    @property
    def flow(self) -> Flow:
        """Which way its request or message travels."""
        if isinstance(self.method, doc.WebSocketMethod):
            if self.method.ws_direction == "OUT":
                return "sent"
            return "received"
        if self.is_outgoing:
            return "received"
        return "sent"

    @property
    def requests(self) -> frozenset[tuple[str, str, bool]]:
        """The HTTP requests that it answers: verb, path without names, whether the service sends
        them; of a message its name and the path of its connection.
        """
        if not isinstance(self.method, doc.HttpMethod):
            assert isinstance(self.contract, doc.WebSocketContract)
            return frozenset({(f"ws {self.method.name}", path_shape(self.contract.path), False)})
        shapes = map(path_shape, paths(self.method))
        answered = product(verbs(self.method), shapes)
        return frozenset((verb, shape, self.is_outgoing) for verb, shape in answered)


@dataclass(frozen=True, slots=True)
class MethodPair:
    """One method in two documents."""

    old: MethodEntry
    new: MethodEntry


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which methods of two documents are one."""

    pairs: tuple[MethodPair, ...]
    """The methods that are in both, in the order of the new document."""
    removed: tuple[MethodEntry, ...]
    added: tuple[MethodEntry, ...]
    handed_over: tuple[MethodPair, ...]
    """Methods that are not the same, of which the new one answers a request of the old one."""


def verbs(method: doc.HttpMethod) -> tuple[str, ...]:
    """Return the verbs of a method."""
    return method.http_methods or (method.http_method,)


def paths(method: doc.HttpMethod) -> tuple[str, ...]:
    """Return the paths of a method, the usual one first."""
    return method.http_paths or (method.http_path,)


def path_shape(path: str) -> str:
    """Return a path whose placeholders have no names."""
    return PLACEHOLDER.sub("{}", path)


def entries(document: ApiDocsDocument) -> list[MethodEntry]:
    """Return the methods of a document."""
    return [MethodEntry(*parts) for parts in every_method(document.groups)]


def requests_of(methods: Iterable[MethodEntry]) -> frozenset[tuple[str, str, bool]]:
    """Return the HTTP requests that some methods answer; see `MethodEntry.requests`."""
    return frozenset().union(*(entry.requests for entry in methods))


def pair_methods(old: Sequence[MethodEntry], new: Sequence[MethodEntry]) -> Pairing:
    """Find the methods that are in both documents.

    Methods that answer the same request are one, then those of one name, then those that take and
    give the same. Of the parts of a method that was split, or that has become one, the one with its
    name is the same method, else the one with its usual path, else the first.
    """
    answering = _by_request(new)
    sharing = {
        (id(entry), id(answering[request])): MethodPair(entry, answering[request])
        for request, entry in _by_request(old).items()
        if request in answering
    }
    pairs: list[MethodPair] = []
    paired: set[int] = set()
    for pair in sorted(sharing.values(), key=_distance):
        _take(pair, pairs, paired)
    # From the strongest key to the weakest: a method that has another address and another name.
    for key in (_name, _contract_and_name, _content):
        for pair in list(_matches(_unpaired(old, paired), _unpaired(new, paired), key)):
            _take(pair, pairs, paired)
    order = {id(entry): index for index, entry in enumerate(new)}
    pairs.sort(key=lambda pair: order[id(pair.new)])
    for pair in pairs:
        sharing.pop((id(pair.old), id(pair.new)), None)
    return Pairing(
        pairs=tuple(pairs),
        removed=_unpaired(old, paired),
        added=_unpaired(new, paired),
        handed_over=tuple(sharing.values()),
    )


def _take(pair: MethodPair, pairs: list[MethodPair], paired: set[int]) -> None:
    """Add a pair, unless one of its methods has a counterpart already."""
    ends = {id(pair.old), id(pair.new)}
    if ends.isdisjoint(paired):
        pairs.append(pair)
        paired.update(ends)


def _unpaired(entries: Sequence[MethodEntry], paired: set[int]) -> tuple[MethodEntry, ...]:
    return tuple(entry for entry in entries if id(entry) not in paired)


def renamed_contracts(
    pairs: Sequence[MethodPair], old: Sequence[MethodEntry], new: Sequence[MethodEntry]
) -> dict[str, str]:
    """Return the contracts that have another name or group, by their old place: no other contract
    has their old place, nor had their new one.
    """
    olds = {entry.home for entry in old}
    news = {entry.home for entry in new}
    targets: dict[str, set[str]] = {}
    for pair in pairs:
        targets.setdefault(pair.old.home, set()).add(pair.new.home)
    renamed: dict[str, str] = {}
    for home, new_homes in targets.items():
        is_moved = home not in news and new_homes.isdisjoint(olds)
        if is_moved and len(new_homes) == 1:
            [renamed[home]] = new_homes
    return renamed


def _distance(pair: MethodPair) -> tuple[bool, bool]:
    return _name(pair.old) != _name(pair.new), _address(pair.old) != _address(pair.new)


def _by_request(entries: Sequence[MethodEntry]) -> dict[tuple[str, str, bool], MethodEntry]:
    """Return the methods by the requests that they alone answer."""
    times: Counter[tuple[str, str, bool]] = Counter()
    for entry in entries:
        times.update(entry.requests)
    methods: dict[tuple[str, str, bool], MethodEntry] = {}
    for entry in entries:
        for request in sorted(entry.requests):
            if times[request] == 1:
                methods[request] = entry
    return methods


def _matches(
    left: Sequence[MethodEntry],
    right: Sequence[MethodEntry],
    key: Callable[[MethodEntry], Hashable],
) -> Iterator[MethodPair]:
    """Yield the entries whose key no other entry of their document has."""
    ends = _unique(left, key), _unique(right, key)
    for value, entry in ends[0].items():
        if value in ends[1]:
            yield MethodPair(entry, ends[1][value])


def _unique(
    entries: Sequence[MethodEntry], key: Callable[[MethodEntry], Hashable]
) -> dict[Hashable, MethodEntry]:
    by_value: dict[Hashable, MethodEntry] = {}
    repeated: set[Hashable] = set()
    for entry in entries:
        value = key(entry)
        if value in by_value:
            repeated.add(value)
        by_value[value] = entry
    return {value: entry for value, entry in by_value.items() if value not in repeated}


def _address(entry: MethodEntry) -> Hashable:
    if isinstance(entry.method, doc.HttpMethod):
        return verbs(entry.method), path_shape(entry.method.http_path), entry.is_outgoing
    assert isinstance(entry.contract, doc.WebSocketContract)
    return path_shape(entry.contract.path), entry.method.name


def _name(entry: MethodEntry) -> Hashable:
    return entry.contract.kind, entry.is_outgoing, entry.key


def _contract_and_name(entry: MethodEntry) -> Hashable:
    return entry.contract.kind, entry.is_outgoing, entry.contract.name, entry.method.name


def _content(entry: MethodEntry) -> Hashable:
    """Return a key of the body, response, query and errors of a method; its own for a method that
    has too little of them to be identified.
    """
    method = entry.method
    if isinstance(method, doc.HttpMethod):
        parts = (method.request_body, method.success_response, method.query_params, method.errors)
        verb = method.http_method
    else:
        parts = (method.ws_input, method.success_response, None, method.errors)
        verb = method.ws_direction
    if method.success_response is None and parts[0] is None:
        return id(entry)
    return entry.contract.kind, entry.is_outgoing, verb, repr(parts)
