"""What of the groups of a document an audience is shown."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..audience_rules import Audiences, is_shown
from ..contracts.audience_filter import AudienceFilter
from ..contracts.audiences import audience_in, combined, without_marked
from ..contracts.message_model import GivenSchema
from ..contracts.model import Contract, HttpContract, HttpMethod, TypeForm
from ..contracts.shown_security import scopes_in
from ..contracts.type_audiences import audience_of
from .resolve import ResolvedGroup
from .service_info import ServiceInfo, ShownGroups, shown_servers


def shown_document(
    groups: Iterable[ResolvedGroup], service: ServiceInfo, asked: Audiences
) -> ShownGroups:
    """Return the groups and the service without what is for others, and what only that mentions.

    Args:
        groups: All groups.
        service: What an application or a file says of itself.
        asked: The audiences that are requested.
    """
    given, audience_filter = tuple(groups), AudienceFilter(asked)
    left = list(_groups(given, audience_filter))
    marked = {name for form in service.types for name in _name_if_hidden(form, asked)}
    names = audience_filter.hidden_names(marked)
    scopes = frozenset(_scopes(given)).difference(_scopes(left))
    # A second pass, for which names are hidden is known when all contracts have been filtered.
    if names or scopes:  # of which nothing speaks that is left
        known = audience_filter.types
        audience_filter = AudienceFilter(asked, hidden=names, hidden_scopes=scopes, types=known)
        left = list(_groups(given, audience_filter))
    hidden = _hidden_tags(service.tags, asked)
    shown = tuple(_without_tags(group, hidden) for group in left)
    # Types that nothing shown mentions may be those of what is left out.
    tags = tuple(_shown_tags(service.tags, shown, asked, hidden))
    head = replace(_shown_head(service, asked), types=(), tags=tags)
    return ShownGroups(shown, head, tuple(audience_filter.problems), names)


def _shown_head(service: ServiceInfo, asked: Audiences) -> ServiceInfo:
    """What a service says of itself, without what is for others."""
    return replace(
        service,
        contact=_shown_object(service.contact, asked),
        license=_shown_object(service.license, asked),
        external_docs=_shown_object(service.external_docs, asked),
        servers=shown_servers(service.servers, asked),
    )


def _shown_object(value: Mapping[str, str] | None, asked: Audiences) -> Mapping[str, str] | None:
    if value is None or not is_shown(audience_in(value), asked):
        return None
    shown: Mapping[str, str] = without_marked(value, asked)
    return shown


def _scopes(groups: Iterable[ResolvedGroup]) -> Iterator[str]:
    for group in groups:
        yield from scopes_in(group.contracts)


def _name_if_hidden(form: TypeForm, asked: Audiences) -> Iterator[str]:
    """Yield the name of a type of a file that is for others."""
    if isinstance(form, GivenSchema) and form.name and not is_shown(audience_of(form), asked):
        yield form.name


def _groups(
    groups: Iterable[ResolvedGroup], audience_filter: AudienceFilter
) -> Iterator[ResolvedGroup]:
    known: dict[int, Contract] = {}
    for group in groups:
        own, shown = group.audience, []
        for contract in group.contracts:
            left = audience_filter.contract(with_mark(contract, own))
            if left is not None:
                # one object in all groups that list the contract: exported files have it once
                shown.append(known.setdefault(id(contract), left))
        if shown or (not group.contracts and is_shown(own, audience_filter.asked)):
            yield replace(group, contracts=tuple(shown), audience=())


def with_mark(contract: Contract, mark: Audiences) -> Contract:
    """Return a contract with the mark of its group besides its own."""
    both = combined(contract.audience, mark)
    if isinstance(contract, HttpContract):
        return replace(contract, audience=both)
    return replace(contract, audience=both)


def _hidden_tags(tags: Sequence[Mapping[str, Any]], asked: Audiences) -> frozenset[str]:
    """Return the names of the tags that are for others, and of those below them (OpenAPI 3.2)."""
    hidden = {tag.get("name") for tag in tags if not is_shown(audience_in(tag), asked)}
    before = -1
    # Tags may come before their parents.
    while before != len(hidden):
        before = len(hidden)
        hidden |= {tag.get("name") for tag in tags if tag.get("parent") in hidden}
    return frozenset(map(str, hidden))


def _shown_tags(
    tags: Iterable[Mapping[str, Any]],
    groups: Sequence[ResolvedGroup],
    asked: Audiences,
    hidden: Container[str],
) -> Iterator[Mapping[str, Any]]:
    """Yield the tags that methods have which are left, and those above them."""
    methods = [method for group in groups for method in _methods(group)]
    used = {tag for method in methods for tag in method.tags or ()}
    by_name = {str(tag.get("name")): tag for tag in tags}
    waiting = list(used)
    while waiting:
        parent = by_name.get(waiting.pop(), {}).get("parent")
        if isinstance(parent, str) and parent not in used:
            used.add(parent)
            waiting.append(parent)
    for name, tag in by_name.items():
        if name in used and name not in hidden:
            yield without_marked(tag, asked)


def _methods(group: ResolvedGroup) -> Iterator[HttpMethod]:
    for contract in group.contracts:
        if isinstance(contract, HttpContract):
            yield from contract.methods


def _without_tags(group: ResolvedGroup, hidden: frozenset[str]) -> ResolvedGroup:
    """Return a group whose methods have no tags that are for others."""
    if not hidden:
        return group
    contracts = (_contract_without_tags(contract, hidden) for contract in group.contracts)
    return replace(group, contracts=tuple(contracts))


def _contract_without_tags(contract: Contract, hidden: frozenset[str]) -> Contract:
    if not isinstance(contract, HttpContract):
        return contract
    methods = (_method_without_tags(method, hidden) for method in contract.methods)
    return replace(contract, methods=tuple(methods))


def _method_without_tags(method: HttpMethod, hidden: frozenset[str]) -> HttpMethod:
    if not method.tags:
        return method
    return replace(method, tags=tuple(tag for tag in method.tags if tag not in hidden))
