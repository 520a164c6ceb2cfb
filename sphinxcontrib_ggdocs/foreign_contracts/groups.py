"""Collects methods and WebSockets in groups, and gives them unique names."""

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from types import MethodType

from ..catalog import ResolvedGroup, slugify
from ..contracts.model import (
    Contract,
    ExternalDocs,
    HttpContract,
    HttpMethod,
    WebSocketContract,
)
from ..contracts.served import EndpointMethod
from .method_names import (
    UniqueNames,
    distinct_words,
    has_more_words,
    has_the_name_of_its_code,
    named_after_path,
)
from .naming import class_case, unused_name, unused_slug


@dataclass(slots=True)
class _Methods:
    methods: list[HttpMethod] = field(default_factory=list)
    """Under the names of their handlers, which several may have."""
    added: list[HttpMethod] = field(default_factory=list)
    """As they were when they were added, in the order of `methods`."""
    handlers: list[object] = field(default_factory=list)
    """In the order of `methods`."""
    handled: defaultdict[tuple[str, Hashable], list[int]] = field(
        default_factory=lambda: defaultdict(list)
    )
    """By name and handler: the positions of the methods in `methods`."""

    def add(self, method: HttpMethod, handler: object) -> None:
        alike = self.handled[method.name, _identity(handler)]
        if handler is not None:
            for index in alike:
                if _is_same_elsewhere(self.added[index], method):
                    self.methods[index] = _with_alias(self.methods[index], method)
                    return
        alike.append(len(self.methods))
        self.added.append(method)
        self.methods.append(method)
        self.handlers.append(handler)

    def named(self) -> tuple[HttpMethod, ...]:
        """Return the methods, each under a name of its own."""
        handlers_of_name = Counter(name for name, _ in self.handled)
        names = UniqueNames()
        for method, handler in zip(self.methods, self.handlers, strict=True):
            is_shared = handlers_of_name[method.name] > 1
            if is_shared and has_the_name_of_its_code(method, handler):
                method = named_after_path(method)
            names.add(method)
        return tuple(names.methods)


def _identity(handler: object) -> Hashable:
    """Equal for one handler: of a method with its class, of which frameworks make an object for
    each place where it is registered.
    """
    if isinstance(handler, MethodType):
        return id(handler.__func__), type(handler.__self__)
    return id(handler)


def _is_same_elsewhere(one: HttpMethod, other: HttpMethod) -> bool:
    """Return whether two methods differ in nothing but the fixed parts of their paths, and what is
    made of these.
    """
    if _placeholders(one.path) != _placeholders(other.path):  # which no parameter may declare
        return False
    try:
        return _without_paths(one) == _without_paths(other)
    except Exception:  # noqa: BLE001  # defaults of any kind are compared, arrays among them
        return False


def _placeholders(path: str) -> set[str]:
    return set(re.findall(r"{([^{}:]*)", path))


def _without_paths(method: HttpMethod) -> HttpMethod:
    return replace(method, path="", operation_id=None, verb_operation_ids=())


def _with_alias(method: HttpMethod, other: HttpMethod) -> HttpMethod:
    """Return a method with the path of another one, which becomes the usual one if it is
    shorter.
    """
    own, alias = method.usual_path, other.usual_path
    if not has_more_words(own.path, alias.path):
        return replace(method, aliases=(*method.aliases, alias))
    return replace(
        method,
        path=alias.path,
        operation_id=alias.operation_id,
        verb_operation_ids=alias.verb_operation_ids,
        aliases=(own, *method.aliases),
    )


@dataclass(slots=True)
class _ServedMethods:
    """The methods of one contract that a handler serves."""

    contract: HttpContract
    by_name: dict[str, HttpMethod] = field(default_factory=dict)
    """By the names that they have in the contract."""

    def add(self, name: str, method: HttpMethod) -> None:
        known = self.by_name.get(name)
        if known is not None:  # frameworks have a route for each verb
            method = replace(known, verbs=(*known.verbs, *method.verbs))
        self.by_name[name] = method

    def resolved(self, name: str) -> HttpContract:
        """Return the contract under a name, its methods in their own order."""
        own = (method.name for method in self.contract.methods)
        methods = tuple(self.by_name[method] for method in own if method in self.by_name)
        return replace(self.contract, name=name, methods=methods)


@dataclass(slots=True)
class GroupBuilder:
    """Collects the methods and WebSockets of one group."""

    name: str
    slug: str
    description: str | None = None
    external_docs: ExternalDocs | None = None
    separate_facets: bool = True
    _methods: _Methods = field(default_factory=_Methods)
    _webhooks: _Methods = field(default_factory=_Methods)
    _served: dict[tuple[int, str], _ServedMethods] = field(default_factory=dict)
    """By the identity and the whole prefix of the contract."""
    _sockets: dict[str, WebSocketContract] = field(default_factory=dict)

    def add(self, method: HttpMethod, handler: object = None) -> None:
        """Add a method that the service answers.

        Operations of one handler that differ in their paths only are one method.

        Args:
            method: The method.
            handler: The function behind it; None where the path decides what is answered.
        """
        self._methods.add(method, handler)

    def add_served(
        self, served: EndpointMethod, contract: HttpContract, method: HttpMethod
    ) -> None:
        """Add a method of a contract that the service serves.

        Args:
            served: The contract and the method that `implement()` got.
            contract: The same contract with its whole prefix.
            method: The method with the verbs of its route.
        """
        key = id(served.contract), contract.path_prefix
        if key not in self._served:
            self._served[key] = _ServedMethods(contract)
        self._served[key].add(served.method.name, method)

    def add_webhook(self, method: HttpMethod) -> None:
        """Add a request that the service sends."""
        self._webhooks.add(method, None)

    def add_socket(self, contract: WebSocketContract) -> None:
        """Add a WebSocket, which is a contract of its own."""
        known = self._sockets.get(contract.name)
        if known is not None and has_more_words(known.address, contract.address):
            self._sockets[contract.name] = contract
            contract, known = known, contract
        names: Iterable[str] = [contract.name]
        if known is not None:
            names = _distinct_socket_names(contract, known)
        free = (name for name in names if name not in self._sockets)
        name = next(free, None) or unused_name(contract.name, self._sockets)
        self._sockets[name] = replace(contract, name=name)

    def resolved(self) -> ResolvedGroup:
        """Return the group with its contracts: those that are served, methods, webhooks,
        WebSockets.
        """
        taken = set(self._sockets)
        http = [
            _with_named_callbacks(contract, taken) for contract in list(self._http_contracts(taken))
        ]
        contracts: tuple[Contract, ...] = (*http, *self._sockets.values())
        return ResolvedGroup(
            name=self.name, slug=self.slug, description=self.description, contracts=contracts
        )

    def _http_contracts(self, taken: set[str]) -> Iterator[HttpContract]:
        for served in self._served.values():
            yield served.resolved(_take(served.contract.name, taken))
        name = class_case(self.name)
        methods = self._methods.named()
        if methods:
            yield self._contract(_take(name, taken), methods)
        webhooks = self._webhooks.named()
        if webhooks:
            yield HttpContract(
                name=_take(name if name.endswith("Webhooks") else f"{name}Webhooks", taken),
                methods=webhooks,
                error_format="plain",
                outgoing=True,
                separate_facets=self.separate_facets,
            )

    def _contract(self, name: str, methods: tuple[HttpMethod, ...]) -> HttpContract:
        paths: list[str] = []
        for method in methods:
            paths += [operation.path for operation in method.at_each_path()]
        prefix = _common_prefix(paths)
        if prefix:
            methods = tuple(_below(prefix, method) for method in methods)
        return HttpContract(
            name=name,
            path_prefix=prefix,
            methods=methods,
            error_format="plain",
            separate_facets=self.separate_facets,
            external_docs=self.external_docs,
        )


def _below(prefix: str, method: HttpMethod) -> HttpMethod:
    """Return a method with paths below a prefix, which all of them have."""
    aliases = (replace(alias, path=alias.path.removeprefix(prefix)) for alias in method.aliases)
    return replace(method, path=method.path.removeprefix(prefix), aliases=tuple(aliases))


class GroupRegistry:
    """The groups of an application in the order in which they are first asked for."""

    def __init__(self) -> None:
        self._groups: dict[Hashable, GroupBuilder] = {}

    def group(
        self,
        key: Hashable,
        title: str,
        *,
        description: str | None = None,
        external_docs: ExternalDocs | None = None,
        separate_facets: bool = True,
    ) -> GroupBuilder:
        """Return the group with a key; a new one gets the other values."""
        if key not in self._groups:
            slugs = {group.slug for group in self._groups.values()}
            self._groups[key] = GroupBuilder(
                name=title,
                slug=unused_slug(slugify(title), slugs),
                description=description,
                external_docs=external_docs,
                separate_facets=separate_facets,
            )
        return self._groups[key]

    def resolved(self) -> list[ResolvedGroup]:
        """Return the groups that are not empty, with their contracts."""
        groups = (group.resolved() for group in self._groups.values())
        return [group for group in groups if group.contracts]


def _with_named_callbacks(contract: HttpContract, taken: set[str]) -> HttpContract:
    """Return the contract with a name of its own for the callbacks of each method."""
    if not any(method.callbacks for method in contract.methods):
        return contract
    methods: list[HttpMethod] = []
    for method in contract.methods:
        callbacks = tuple(_named_callbacks(contract, method, taken))
        methods.append(replace(method, callbacks=callbacks))
    return replace(contract, methods=tuple(methods))


def _named_callbacks(
    contract: HttpContract, method: HttpMethod, taken: set[str]
) -> Iterator[HttpContract]:
    for callbacks in method.callbacks:
        yield replace(
            callbacks,
            separate_facets=contract.separate_facets,
            name=_take(f"{class_case(method.name)}Callbacks", taken),
            description=f"What the service sends in the course of `{method.name}`.",
        )


def _distinct_socket_names(contract: WebSocketContract, known: WebSocketContract) -> list[str]:
    """Names for a WebSocket with the name of another one, the best first: with the words that only
    its path has, or all words of its path.
    """
    words = distinct_words(contract.address, known.address, ())
    return [contract.name + class_case(" ".join(words)), class_case(contract.address)]


def _take(name: str, taken: set[str]) -> str:
    name = unused_name(name, taken)
    taken.add(name)
    return name


def _common_prefix(paths: Sequence[str]) -> str:
    """Return the segments that all paths start with, up to the first placeholder."""
    common: list[str] = []
    for segments in zip(*(path.split("/") for path in paths), strict=False):
        if len(set(segments)) > 1 or "{" in segments[0]:
            break
        common.append(segments[0])
    return "/".join(common).rstrip("/")
