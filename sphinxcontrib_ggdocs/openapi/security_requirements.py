"""Writes security schemes, and the requirements of operations (OpenAPI 3.1, 4.8.27 and 4.8.30)."""

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from ..catalog.export import earlier_scheme, warn_export
from ..contracts.credentials import permission_of, required_security
from ..contracts.display_names import SchemeNames
from ..contracts.model import HttpContract, HttpMethod
from ..contracts.security import (
    Scheme,
    Security,
    SecurityRequirement,
    SecurityScheme,
    with_permission,
    with_schemes,
)
from ..value_messages import short_list


class OperationSecurity:
    """The schemes of one document, each written when it is first needed.

    Args:
        given: Definitions of schemes by name, which replace those of the contracts.
        is_later: Whether the document is one of OpenAPI 3.2.
    """

    def __init__(self, given: Mapping[str, Mapping[str, Any]], *, is_later: bool) -> None:
        self._given = given
        self._is_later = is_later
        self._names = SchemeNames()
        self._undeclared: dict[str, dict[str, None]] = {}

    @property
    def schemes(self) -> dict[str, dict[str, Any]]:
        """Return the schemes by name, sorted."""
        return self._names.definitions

    def requirements(
        self, contract: HttpContract, method: HttpMethod
    ) -> list[dict[str, list[str]]]:
        """Return the alternatives of an operation; an empty one means that credentials are
        optional.
        """
        requirement = required_security(contract, method)
        if requirement is None:
            return []
        requirement = with_schemes(requirement, self._replaced)
        requirement = with_permission(requirement, permission_of(contract, method))
        self._note_scopes(requirement)
        return list(map(self._alternative, requirement.alternatives))

    def _alternative(self, alternative: Iterable[Security]) -> dict[str, list[str]]:
        """Write a security requirement object."""
        # All members of one object are needed, any one of the list (OpenAPI 3.1, 4.8.30). Names of
        # schemes other than OAuth 2 and OpenID Connect may list roles since 3.1.
        return {self._name(security.scheme): list(security.scopes) for security in alternative}

    def _replaced(self, scheme: Scheme) -> Scheme:
        definition = self._given.get(scheme.name)
        if definition is None:
            return scheme
        return SecurityScheme(name=scheme.name, definition=definition)

    def _name(self, scheme: Scheme) -> str:
        definition = scheme.openapi()
        written = definition if self._is_later else earlier_scheme(definition)
        return self._names.add(scheme.name, written)

    def warn_of_undeclared_scopes(self) -> None:
        """Warn of scopes that operations require and no flow has, once for each scheme."""
        for name, scopes in self._undeclared.items():
            warn_export(
                f"operations require scopes that no flow of the security scheme {name} has: "
                f"{short_list(list(map(repr, scopes)))}; add them to the scopes of its flows"
            )

    def _note_scopes(self, requirement: SecurityRequirement) -> None:
        for security in chain.from_iterable(requirement.alternatives):
            if scopes := _undeclared_scopes(security):
                noted = self._undeclared.setdefault(security.scheme.name, {})
                noted.update(dict.fromkeys(scopes))


def _undeclared_scopes(security: Security) -> list[str]:
    """Return the scopes that no flow of an OAuth 2 scheme declares, if its flows declare any."""
    definition = security.scheme.openapi()
    if definition.get("type") != "oauth2":
        return []
    declared = {
        scope for flow in definition.get("flows", {}).values() for scope in flow.get("scopes", {})
    }
    return [scope for scope in security.scopes if declared and scope not in declared]
