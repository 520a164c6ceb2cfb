"""Reads applications that are mounted in an application of another framework, each by its own
adapter.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ...catalog import AppOptions, ResolvedGroup
from ...catalog.adapters import read_by_adapter
from ...contracts.contract_errors import Location
from ...contracts.model import Contract, WebSocketContract
from ...foreign_contracts.naming import unused_slug


def mounted_groups(app: object, path: str, options: AppOptions) -> Iterator[ResolvedGroup]:
    """Yield the groups of an application that is mounted at a path."""
    where = Location(owner=f"the application mounted at {path or '/'}")
    for group in read_by_adapter(app, where, options).groups:
        contracts = tuple(_below(path, contract) for contract in group.contracts)
        yield replace(group, contracts=contracts)


def with_own_slugs(groups: Iterable[ResolvedGroup]) -> list[ResolvedGroup]:
    """Return groups with different slugs: those of an application that is mounted may have the
    names of those outside of it.
    """
    slugs: set[str] = set()
    renamed = []
    for group in groups:
        slug = unused_slug(group.slug, slugs)
        slugs.add(slug)
        renamed.append(replace(group, slug=slug))
    return renamed


def _below(prefix: str, contract: Contract) -> Contract:
    if isinstance(contract, WebSocketContract):
        return replace(contract, path=prefix + contract.path)
    # Requests that the service sends go to other hosts; nothing is mounted there.
    if contract.outgoing:
        return contract
    return replace(contract, path_prefix=prefix + contract.path_prefix)
