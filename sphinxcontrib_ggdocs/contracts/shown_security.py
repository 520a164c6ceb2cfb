"""Requirements of credentials without the schemes and the scopes that are for others."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from ..audience_rules import Audiences, is_shown
from .audiences import audience_in, without_marked
from .framing import Interaction
from .model import Contract, HttpContract, HttpMethod
from .security import (
    Alternative,
    AnyOf,
    OAuth2,
    Scheme,
    SecurityRequirement,
    SecurityScheme,
    scopes_of,
    with_schemes,
)


def shown_security(
    requirement: SecurityRequirement, asked: Audiences, hidden_scopes: frozenset[str]
) -> SecurityRequirement | None:
    """Return a requirement without alternatives whose schemes are for others; None if none is left.

    Args:
        requirement: The whole requirement.
        asked: The audiences that are requested.
        hidden_scopes: Scopes that only what has been left out requires.
    """
    shown = tuple(
        alternative for alternative in requirement.alternatives if _is_shown(alternative, asked)
    )
    if not shown:
        return None
    return with_schemes(AnyOf(shown), lambda scheme: _shown_scheme(scheme, asked, hidden_scopes))


def _is_shown(alternative: Alternative, asked: Audiences) -> bool:
    """Return whether all schemes that are needed together are for the audience."""
    schemes = (security.scheme for security in alternative)
    given = (scheme.definition for scheme in schemes if isinstance(scheme, SecurityScheme))
    return all(is_shown(audience_in(definition), asked) for definition in given)


def _shown_scheme(scheme: Scheme, asked: Audiences, hidden: frozenset[str]) -> Scheme:
    if isinstance(scheme, SecurityScheme):
        definition = without_marked(scheme.definition, asked)
        if isinstance(flows := definition.get("flows"), Mapping):
            definition["flows"] = {name: _flow(flow, hidden) for name, flow in flows.items()}
        return replace(scheme, definition=definition)
    if isinstance(scheme, OAuth2):
        changed: dict[str, Any] = {
            name: replace(flow, scopes=_without(flow.scopes, hidden))
            for name, flow in scheme.flows.items()
        }
        return replace(scheme, **changed)
    return scheme


def _flow(flow: Mapping[str, Any], hidden: frozenset[str]) -> Mapping[str, Any]:
    scopes = flow.get("scopes")
    return {**flow, "scopes": _without(scopes, hidden)} if isinstance(scopes, Mapping) else flow


def _without(scopes: Mapping[str, str], hidden: frozenset[str]) -> dict[str, str]:
    return {name: text for name, text in scopes.items() if name not in hidden}


def scopes_in(contracts: Iterable[Contract]) -> Iterator[str]:
    """Yield the scopes that contracts and their methods require."""
    for contract in contracts:
        yield from _scopes_of(contract)
        for requirement in contract.requires:
            yield from _required(requirement.security)
        if isinstance(contract, HttpContract):
            for method in contract.methods:
                yield from _scopes_of(method)
                for requirement in method.requires:
                    yield from _required(requirement.security)
                yield from scopes_in(method.callbacks)
        else:
            for interaction in contract.interactions:
                yield from _scopes_of(interaction)


def _scopes_of(part: Contract | HttpMethod | Interaction) -> Iterator[str]:
    yield from _required(part.security)
    if part.permission is not None:
        for scopes in scopes_of(part.permission):
            yield from scopes


def _required(requirement: SecurityRequirement | None) -> Iterator[str]:
    for alternative in requirement.alternatives if requirement is not None else ():
        for security in alternative:
            yield from security.scopes
