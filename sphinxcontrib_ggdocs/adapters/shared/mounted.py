"""Reads applications that are mounted in an application of another framework, each by the adapter
of its own framework.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...catalog import AppOptions, ResolvedGroup
from ...catalog.adapters import read_by_adapter
from ...contracts.contract_errors import Location
from ...contracts.model import Contract, WebSocketContract
from ...foreign_contracts.naming import unused_slug


def mounted_groups(app: object, path: str, options: AppOptions) -> Iterator[ResolvedGroup]:
    """Yield the groups of an application that is mounted at a path, which precedes the paths of its
    contracts.

    Args:
        app: The mounted application, of any framework.
        path: The path at which it is mounted; may be empty.
        options: The options of the outer application.
    """
    where = Location(owner=f"the application mounted at {path or '/'}")
    for group in read_by_adapter(app, where, options).groups:
        contracts = tuple(_with_prefix(contract, path) for contract in group.contracts)
        yield replace(group, contracts=contracts)


def with_own_slugs(groups: Iterable[ResolvedGroup]) -> list[ResolvedGroup]:
    """Return groups with unique slugs: a group of a mounted application may have the same name as
    one of the outer application.
    """
    slugs: set[str] = set()
    renamed = []
    for group in groups:
        slug = unused_slug(group.slug, slugs)
        slugs.add(slug)
        renamed.append(replace(group, slug=slug))
    return renamed


def _with_prefix(contract: Contract, prefix: str) -> Contract:
    """Return a contract with a prefix in front of its paths."""
    if isinstance(contract, WebSocketContract):
        return replace(contract, path=prefix + contract.path)
    # Requests that the service sends go to other hosts, where the prefix means nothing.
    if contract.outgoing:
        return contract
    return replace(contract, path_prefix=prefix + contract.path_prefix)
