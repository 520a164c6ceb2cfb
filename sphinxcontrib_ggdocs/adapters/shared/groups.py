"""A group while it is being read: methods and WebSockets find names in it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from ...catalog import ResolvedGroup
from ...contracts.model import Contract, ExternalDocs, HttpContract, HttpMethod, WebSocketContract
from .words import class_case, free


@dataclass(slots=True)
class _Methods:
    found: list[HttpMethod] = field(default_factory=list)
    names: set[str] = field(default_factory=set)

    def add(self, method: HttpMethod) -> None:
        name = method.name
        if name in self.names:
            name = f"{name}_{method.verbs[0].lower()}"
        name = free(name, self.names)
        self.names.add(name)
        self.found.append(replace(method, name=name))


@dataclass(slots=True)
class Group:
    """What has been found of one group."""

    name: str
    slug: str
    description: str | None
    external_docs: ExternalDocs | None = None
    separate_facets: bool = True
    _methods: _Methods = field(default_factory=_Methods)
    _webhooks: _Methods = field(default_factory=_Methods)
    _sockets: dict[str, WebSocketContract] = field(default_factory=dict)

    def add(self, method: HttpMethod) -> None:
        """A method that the service answers."""
        self._methods.add(method)

    def add_webhook(self, method: HttpMethod) -> None:
        """A request that the service sends."""
        self._webhooks.add(method)

    def add_socket(self, contract: WebSocketContract) -> None:
        """A WebSocket, which is a contract of its own."""
        name = free(contract.name, self._sockets)
        self._sockets[name] = replace(contract, name=name)

    def resolved(self) -> ResolvedGroup:
        """The group with its contracts: methods, webhooks, WebSockets."""
        contracts: list[Contract] = []
        taken = set(self._sockets)
        if self._methods.found:
            contracts.append(self._contract(_unused(class_case(self.name), taken)))
        if self._webhooks.found:
            wanted = class_case(self.name)
            name = _unused(wanted if wanted.endswith("Webhooks") else f"{wanted}Webhooks", taken)
            contracts.append(
                HttpContract(
                    name=name,
                    methods=tuple(self._webhooks.found),
                    error_format="plain",
                    outgoing=True,
                    separate_facets=self.separate_facets,
                )
            )
        contracts = [
            _with_named_callbacks(each, taken)
            for each in contracts
            if isinstance(each, HttpContract)
        ]
        contracts += self._sockets.values()
        return ResolvedGroup(
            name=self.name, slug=self.slug, description=self.description, contracts=tuple(contracts)
        )

    def _contract(self, name: str) -> HttpContract:
        prefix = _common_prefix([method.path for method in self._methods.found])
        return HttpContract(
            name=name,
            path_prefix=prefix,
            methods=tuple(
                replace(each, path=each.path.removeprefix(prefix)) for each in self._methods.found
            ),
            error_format="plain",
            separate_facets=self.separate_facets,
            external_docs=self.external_docs,
        )


def _with_named_callbacks(contract: HttpContract, taken: set[str]) -> HttpContract:
    """The contract with a name of its own for the callbacks of each method."""
    methods = tuple(
        replace(
            method,
            callbacks=tuple(
                replace(
                    callbacks,
                    separate_facets=contract.separate_facets,
                    name=_unused(f"{class_case(method.name)}Callbacks", taken),
                    description=f"What the service sends in the course of `{method.name}`.",
                )
                for callbacks in method.callbacks
            ),
        )
        if method.callbacks
        else method
        for method in contract.methods
    )
    return replace(contract, methods=methods)


def _unused(name: str, taken: set[str]) -> str:
    name = free(name, taken)
    taken.add(name)
    return name


def _common_prefix(paths: Sequence[str]) -> str:
    """The segments that all paths start with, up to the first placeholder."""
    split = [path.split("/") for path in paths]
    common: list[str] = []
    for parts in zip(*split, strict=False):
        if len(set(parts)) > 1 or "{" in parts[0]:
            break
        common.append(parts[0])
    prefix = "/".join(common)
    return prefix.rstrip("/")
