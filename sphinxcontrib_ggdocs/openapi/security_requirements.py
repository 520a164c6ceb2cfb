"""Writes security schemes, and the requirements of operations (OpenAPI 3.1, 4.8.27 and 4.8.30)."""

from collections.abc import Iterable, Mapping
from typing import Any

from ..catalog.export import earlier_scheme, warn_export
from ..contracts.display_names import SchemeNames
from ..contracts.permissions import Permission, permission_in
from ..contracts.security import Alternative, AnyOf, Security, SecurityScheme, with_permission
from ..document import parts as doc
from ..document.wire import permission_of, security_of
from ..value_messages import short_list

Definitions = Mapping[str, Mapping[str, Any]]


class OperationSecurity:
    """The schemes of one document, each written when it is first needed.

    Args:
        definitions: The schemes of the document by name.
        given: Definitions of schemes by name, which replace these.
        is_later: Whether the document is one of OpenAPI 3.2.
    """

    def __init__(self, definitions: Definitions, given: Definitions, *, is_later: bool) -> None:
        self._definitions = {**definitions, **given}
        self._given = given
        self._is_later = is_later
        self._names = SchemeNames()
        self._undeclared: dict[str, dict[str, None]] = {}

    @property
    def schemes(self) -> dict[str, dict[str, Any]]:
        """Return the schemes by name, sorted."""
        return self._names.definitions

    def requirements(
        self, contract: doc.HttpContract, method: doc.HttpMethod
    ) -> list[dict[str, list[str]]]:
        """Return the alternatives of an operation; an empty one means that credentials are
        optional.
        """
        security = security_of(contract, method) or ()
        permission = permission_of(contract, method)
        if permission is not None and self._given:
            # A scheme that is replaced may have scopes, which the permission asks for.
            security = self._permitted(security, permission_in(permission.tree))
        return [self._alternative(alternative) for alternative in security]

    def _permitted(self, security: doc.Security, permission: Permission) -> doc.Security:
        """Return alternatives with the scopes that a permission asks for."""
        alternatives: list[Alternative] = []
        for alternative in security:
            credentials = [self._credential(*item) for item in alternative.items()]
            alternatives.append(tuple(credentials))
        permitted = with_permission(AnyOf(tuple(alternatives)), permission)
        return tuple(map(_scopes_by_name, permitted.alternatives))

    def _credential(self, name: str, scopes: tuple[str, ...]) -> Security:
        scheme = SecurityScheme(name=name, definition=self._definitions[name])
        return Security(scheme=scheme, scopes=scopes)

    def _alternative(self, alternative: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
        """Write a security requirement object."""
        # All members of one object are needed, any one of the list (OpenAPI 3.1, 4.8.30). Names of
        # schemes other than OAuth 2 and OpenID Connect may list roles since 3.1.
        written: dict[str, list[str]] = {}
        for name, scopes in alternative.items():
            written[self._name(name)] = list(scopes)
            if undeclared := _undeclared_scopes(self._definitions[name], scopes):
                noted = self._undeclared.setdefault(name, {})
                noted.update(dict.fromkeys(undeclared))
        return written

    def _name(self, name: str) -> str:
        definition = dict(self._definitions[name])
        written = definition if self._is_later else earlier_scheme(definition)
        return self._names.add(name, written)

    def warn_of_undeclared_scopes(self) -> None:
        """Warn of scopes that operations require and no flow has, once for each scheme."""
        for name, scopes in self._undeclared.items():
            warn_export(
                f"operations require scopes that no flow of the security scheme {name} has: "
                f"{short_list(list(map(repr, scopes)))}; add them to the scopes of its flows"
            )


def _undeclared_scopes(definition: Mapping[str, Any], scopes: Iterable[str]) -> list[str]:
    """Return the scopes that no flow of an OAuth 2 scheme declares, if its flows declare any."""
    if definition.get("type") != "oauth2":
        return []
    declared = {
        scope for flow in definition.get("flows", {}).values() for scope in flow.get("scopes", {})
    }
    return [scope for scope in scopes if declared and scope not in declared]


def _scopes_by_name(alternative: Alternative) -> dict[str, tuple[str, ...]]:
    return {credential.scheme.name: credential.scopes for credential in alternative}
