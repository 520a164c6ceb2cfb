"""Collects the HTTP methods and WebSockets of an application in groups, and turns each group into
contracts whose methods have unique names.

An adapter adds each route of the application as a method that is named after its handler, the
function that answers requests. Contracts made here have the error format ``plain``: their errors
have the bodies that the application declares, and no envelope with the name of the error.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator, Sequence
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
    is_named_after_generic_code,
    named_after_path,
)
from .naming import class_case, unused_name, unused_slug


@dataclass(slots=True)
class _Methods:
    """Collects HTTP methods. Methods of one handler that differ only in their paths are merged: the
    path of one becomes an alias, a further path, of the other.
    """

    methods: list[HttpMethod] = field(default_factory=list)
    """The collected methods, with the aliases merged into them. Names are those of the handlers and
    may occur several times."""
    methods_as_added: list[HttpMethod] = field(default_factory=list)
    """The same methods without merged aliases, in the order of `methods`, to compare new methods
    with: a new method has no aliases."""
    handlers: list[object] = field(default_factory=list)
    """The handler of each method, in the order of `methods`."""
    positions: defaultdict[tuple[str, Hashable], list[int]] = field(
        default_factory=lambda: defaultdict(list)
    )
    """By name and key of the handler (`_handler_key`), the indexes in `methods` of the methods that
    have both."""

    def add(self, method: HttpMethod, handler: object) -> None:
        """Add a method, or only its path if the same method is there under another path.

        Args:
            method: The method, named after its handler.
            handler: The function that answers it; None if it is never to be merged.
        """
        positions = self.positions[method.name, _handler_key(handler)]
        if handler is not None:
            for index in positions:
                if _differ_only_in_path(self.methods_as_added[index], method):
                    self.methods[index] = _with_alias(self.methods[index], method)
                    return
        positions.append(len(self.methods))
        self.methods_as_added.append(method)
        self.methods.append(method)
        self.handlers.append(handler)

    def named(self) -> tuple[HttpMethod, ...]:
        """Return the methods, each under a unique name: that of its handler, or one made of its
        path if other handlers have the same name and the name says nothing about the method.
        """
        # Each name occurs in the keys of `positions` once for each of its handlers.
        handler_counts = Counter(name for name, _key_of_handler in self.positions)
        unique_names = UniqueNames()
        for method, handler in zip(self.methods, self.handlers, strict=True):
            has_shared_name = handler_counts[method.name] > 1
            if has_shared_name and is_named_after_generic_code(method, handler):
                unique_names.add(named_after_path(method))
            else:
                unique_names.add(method)
        return tuple(unique_names.methods)


def _handler_key(handler: object) -> Hashable:
    """Return a key that is equal for the same handler. The `id` identifies it, since handlers need
    not be hashable.

    A bound method is identified by its function and class, since frameworks create a new instance
    of the class for each route.
    """
    if isinstance(handler, MethodType):
        return id(handler.__func__), type(handler.__self__)
    return id(handler)


def _differ_only_in_path(one: HttpMethod, other: HttpMethod) -> bool:
    """Return whether two methods are equal except for the fixed parts of their paths and their
    operation ids, which frameworks derive from paths.
    """
    # The comparison below covers declared parameters only, and a placeholder may have none.
    if _placeholder_names(one.path) != _placeholder_names(other.path):
        return False
    try:
        return _without_path(one) == _without_path(other)
    except Exception:  # noqa: BLE001
        # Parameters have default values of any type; comparing two arrays of NumPy raises.
        return False


def _placeholder_names(path: str) -> set[str]:
    """Return the names in braces: ``/files/{owner}/{rest:path}`` gives ``owner`` and ``rest``."""
    return set(re.findall(r"{([^{}:]*)", path))


def _without_path(method: HttpMethod) -> HttpMethod:
    """Return a copy without the path and the operation ids, which frameworks derive from it."""
    return replace(method, path="", operation_id=None, verb_operation_ids=())


def _with_alias(method: HttpMethod, other: HttpMethod) -> HttpMethod:
    """Return `method` with the path of `other`, and the operation ids that belong to it, as a
    further path (`Alias`).

    If the path of `other` is a shorter version of the method's own, the two change places:
    ``/api/items`` becomes the main path and ``/api/v1/items`` the alias.
    """
    current_path, other_path = method.usual_path, other.usual_path
    if not has_more_words(current_path.path, other_path.path):
        return replace(method, aliases=(*method.aliases, other_path))
    return replace(
        method,
        path=other_path.path,
        operation_id=other_path.operation_id,
        verb_operation_ids=other_path.verb_operation_ids,
        aliases=(current_path, *method.aliases),
    )


@dataclass(slots=True)
class _ServedMethods:
    """Collects the methods of one hand-written contract, a class with ``@http.api``, that the
    application serves with `implement()`.
    """

    contract: HttpContract
    by_name: dict[str, HttpMethod] = field(default_factory=dict)
    """The served methods by their names in the contract."""

    def add(self, name: str, method: HttpMethod) -> None:
        """Add a served method, or its verbs if the method is there already: frameworks have one
        route for each verb.
        """
        known = self.by_name.get(name)
        if known is not None:
            method = replace(known, verbs=(*known.verbs, *method.verbs))
        self.by_name[name] = method

    def resolved(self, contract_name: str) -> HttpContract:
        """Return the contract under another name, with the served methods only, in the order of the
        contract.
        """
        declared_names = [method.name for method in self.contract.methods]
        methods = [self.by_name[name] for name in declared_names if name in self.by_name]
        return replace(self.contract, name=contract_name, methods=tuple(methods))


@dataclass(slots=True)
class GroupBuilder:
    """Collects the methods, webhooks and WebSockets of one group, and builds its contracts."""

    name: str
    slug: str
    description: str | None = None
    external_docs: ExternalDocs | None = None
    separate_modes: bool = True
    """Whether responses are described by other schemas of their types than requests; copied to the
    HTTP contracts of the group."""
    _methods: _Methods = field(default_factory=_Methods)
    _webhooks: _Methods = field(default_factory=_Methods)
    _served: dict[tuple[int, str], _ServedMethods] = field(default_factory=dict)
    """By the `id` of the contract and the path prefix under which the application serves it, since
    an application may serve one contract under several prefixes."""
    _sockets: dict[str, WebSocketContract] = field(default_factory=dict)
    """By unique name."""

    def add(self, method: HttpMethod, handler: object = None) -> None:
        """Add an HTTP method of the service. Methods of one handler that differ only in their paths
        become one method with several paths.

        Args:
            method: The method.
            handler: The function that answers it; None if one function answers different paths
                differently, so that paths must not be merged.
        """
        self._methods.add(method, handler)

    def add_served(
        self, served: EndpointMethod, contract: HttpContract, method: HttpMethod
    ) -> None:
        """Add a method of a hand-written contract that the application serves.

        Args:
            served: The contract and the method that were passed to `implement()`.
            contract: A copy of the contract, its prefix completed by the prefixes of the
                application.
            method: A copy of the method with the verbs of the route. The options of the adapter may
                have renamed it.
        """
        # `contract` is a different copy for each route; `served.contract` is the same object for
        # all of them. Under another prefix, the same contract is documented a second time.
        key = id(served.contract), contract.path_prefix
        if key not in self._served:
            self._served[key] = _ServedMethods(contract)
        # By the name in the contract, not the new one: `_ServedMethods` sorts the methods in the
        # order in which the contract declares these names.
        self._served[key].add(served.method.name, method)

    def add_webhook(self, method: HttpMethod) -> None:
        """Add a request that the service sends to its clients."""
        self._webhooks.add(method, None)

    def add_socket(self, contract: WebSocketContract) -> None:
        """Add a WebSocket as a contract of its own, under a unique name."""
        namesake = self._sockets.get(contract.name)
        if namesake is None:
            self._sockets[contract.name] = contract
            return
        if has_more_words(namesake.address, contract.address):
            # The contract with the shorter address keeps the plain name; the other is renamed.
            self._sockets[contract.name] = contract
            contract, namesake = namesake, contract
        name = self._unused_socket_name(contract, namesake)
        self._sockets[name] = replace(contract, name=name)

    def _unused_socket_name(self, contract: WebSocketContract, namesake: WebSocketContract) -> str:
        """Return a new name for a WebSocket whose name `namesake` keeps."""
        for name in _distinct_socket_names(contract, namesake):
            if name not in self._sockets:
                return name
        return unused_name(contract.name, self._sockets)

    def resolved(self) -> ResolvedGroup:
        """Return the group with its contracts in this order: served contracts, the contract of the
        methods, the contract of the webhooks, WebSockets.
        """
        taken_names = set(self._sockets)
        # All contracts choose their names before any callbacks do, so that a contract does not get
        # a number because of a callback.
        http_contracts = list(self._http_contracts(taken_names))
        contracts: list[Contract] = [
            _with_named_callbacks(contract, taken_names) for contract in http_contracts
        ]
        contracts += self._sockets.values()
        return ResolvedGroup(
            name=self.name,
            slug=self.slug,
            description=self.description,
            contracts=tuple(contracts),
        )

    def _http_contracts(self, taken_names: set[str]) -> Iterator[HttpContract]:
        """Yield the hand-written contracts that the application serves, the contract of all other
        methods, and the contract of all webhooks, the requests that the service sends to clients.

        Args:
            taken_names: The names of contracts in this group, to which the new names are added.
        """
        for served in self._served.values():
            yield served.resolved(_claim_name(served.contract.name, taken_names))
        name = class_case(self.name)
        methods = self._methods.named()
        if methods:
            yield self._methods_contract(_claim_name(name, taken_names), methods)
        webhooks = self._webhooks.named()
        if webhooks:
            # A group may itself be called ``Webhooks``.
            webhooks_name = name if name.endswith("Webhooks") else f"{name}Webhooks"
            yield HttpContract(
                name=_claim_name(webhooks_name, taken_names),
                methods=webhooks,
                error_format="plain",
                outgoing=True,
                separate_modes=self.separate_modes,
            )

    def _methods_contract(self, name: str, methods: tuple[HttpMethod, ...]) -> HttpContract:
        """Return a contract of methods, the common start of their paths as its prefix."""
        paths: list[str] = []
        for method in methods:
            paths += [operation.path for operation in method.at_each_path()]
        prefix = _common_prefix(paths)
        if prefix:
            methods = tuple(_without_prefix(method, prefix) for method in methods)
        return HttpContract(
            name=name,
            path_prefix=prefix,
            methods=methods,
            error_format="plain",
            separate_modes=self.separate_modes,
            external_docs=self.external_docs,
        )


def _without_prefix(method: HttpMethod, prefix: str) -> HttpMethod:
    """Return a method with the prefix removed from its path and from its aliases."""
    aliases = [replace(alias, path=alias.path.removeprefix(prefix)) for alias in method.aliases]
    return replace(method, path=method.path.removeprefix(prefix), aliases=tuple(aliases))


class GroupRegistry:
    """Holds the groups of an application, in the order in which they are first asked for."""

    def __init__(self) -> None:
        self._groups: dict[Hashable, GroupBuilder] = {}
        """The groups by the keys that adapters choose, such as tags."""

    def group(
        self,
        key: Hashable,
        title: str,
        *,
        description: str | None = None,
        external_docs: ExternalDocs | None = None,
        separate_modes: bool = True,
    ) -> GroupBuilder:
        """Return the group with the given key, which is created when it is first asked for.

        Args:
            key: Identifies the group, such as its tag.
            title: The name of a new group, as readers see it; its slug is made of it.
            description: The description of a new group.
            external_docs: The link to further documentation of a new group.
            separate_modes: Whether responses of a new group are described by other schemas of their
                types than requests.
        """
        if key not in self._groups:
            slugs = {group.slug for group in self._groups.values()}
            self._groups[key] = GroupBuilder(
                name=title,
                slug=unused_slug(slugify(title), slugs),
                description=description,
                external_docs=external_docs,
                separate_modes=separate_modes,
            )
        return self._groups[key]

    def resolved(self) -> list[ResolvedGroup]:
        """Return the groups that have contracts."""
        groups = (group.resolved() for group in self._groups.values())
        return [group for group in groups if group.contracts]


def _with_named_callbacks(contract: HttpContract, taken_names: set[str]) -> HttpContract:
    """Return the contract with a unique name for each contract of callbacks: those of `pay` are
    called ``PayCallbacks``. The names are added to `taken_names`.
    """
    if not any(method.callbacks for method in contract.methods):
        return contract
    methods: list[HttpMethod] = []
    for method in contract.methods:
        callbacks = tuple(_named_callbacks(contract, method, taken_names))
        methods.append(replace(method, callbacks=callbacks))
    return replace(contract, methods=tuple(methods))


def _named_callbacks(
    contract: HttpContract, method: HttpMethod, taken_names: set[str]
) -> Iterator[HttpContract]:
    """Yield the contracts of callbacks of one method, with names and descriptions made of the
    method's name, and the `separate_modes` of its contract, which belongs to the whole application.
    """
    for callbacks in method.callbacks:
        yield replace(
            callbacks,
            separate_modes=contract.separate_modes,
            name=_claim_name(f"{class_case(method.name)}Callbacks", taken_names),
            description=f"What the service sends in the course of `{method.name}`.",
        )


def _distinct_socket_names(contract: WebSocketContract, namesake: WebSocketContract) -> list[str]:
    """Return names that distinguish a WebSocket from another one of the same name, the best first.

    For ``Live`` at ``/v2/live`` next to ``Live`` at ``/live`` these are ``LiveV2`` (the words that
    only its address has) and ``V2Live`` (all words of its address).
    """
    words = distinct_words(contract.address, namesake.address, ())
    return [contract.name + class_case(" ".join(words)), class_case(contract.address)]


def _claim_name(name: str, taken_names: set[str]) -> str:
    """Return the name, with a number if it is taken, and add it to the taken names."""
    unused = unused_name(name, taken_names)
    taken_names.add(unused)
    return unused


def _common_prefix(paths: Sequence[str]) -> str:
    """Return the segments that all paths start with, up to the first placeholder; empty if there
    are none.

    ``/shop/items/{id}`` and ``/shop/items`` give ``/shop/items``.
    """
    common: list[str] = []
    split_paths = [path.split("/") for path in paths]
    # Not strict: the prefix is no longer than the shortest path.
    for segments in zip(*split_paths, strict=False):
        if len(set(segments)) > 1 or "{" in segments[0]:
            break
        common.append(segments[0])
    # The slash at the end of a path, such as ``/items/``, belongs to the methods.
    return "/".join(common).rstrip("/")
