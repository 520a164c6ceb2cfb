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
    """Writes the security requirements of operations, and each scheme when it is first needed.

    Args:
        definitions: The schemes of the document by name.
        replacements: Definitions of schemes by name, which replace these.
        is_later: Whether the document is one of OpenAPI 3.2.
    """

    def __init__(
        self, definitions: Definitions, replacements: Definitions, *, is_later: bool
    ) -> None:
        self._definitions = {**definitions, **replacements}
        self._has_replacements = bool(replacements)
        """If there are none, the requirements of methods have the scopes of permissions already."""
        self._is_later = is_later
        self._names = SchemeNames()
        """The schemes that have been needed, under their names in the components."""
        self._undeclared: dict[str, dict[str, None]] = {}
        """Scopes that operations require and no flow has, by scheme."""

    @property
    def schemes(self) -> dict[str, dict[str, Any]]:
        """Return the schemes by name, sorted."""
        return self._names.definitions

    def requirements(
        self, contract: doc.HttpContract, method: doc.HttpMethod
    ) -> list[dict[str, list[str]]]:
        """Return the security requirement objects of an operation, one for each alternative; an
        empty object means that credentials are optional.
        """
        security = security_of(contract, method) or ()
        permission = permission_of(contract, method)
        if permission is not None and self._has_replacements:
            # The scopes of the permission are in `security` already, except for schemes that had no
            # scopes until they were replaced.
            security = self._permitted(security, permission_in(permission.tree))
        return [self._alternative(alternative) for alternative in security]

    def _permitted(self, security: doc.Security, permission: Permission) -> doc.Security:
        """Return the alternatives of an operation, in which OAuth schemes require the scopes that a
        permission names.
        """
        alternatives: list[Alternative] = []
        for alternative in security:
            credentials = [self._credential(*item) for item in alternative.items()]
            alternatives.append(tuple(credentials))
        permitted = with_permission(AnyOf(tuple(alternatives)), permission)
        return tuple(map(_scopes_by_name, permitted.alternatives))

    def _credential(self, name: str, scopes: tuple[str, ...]) -> Security:
        """Return a scheme and its scopes as a `Security`, whose scopes a permission can extend."""
        scheme = SecurityScheme(name=name, definition=self._definitions[name])
        return Security(scheme=scheme, scopes=scopes)

    def _alternative(self, alternative: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
        """Write a security requirement object, and collect the scopes in it that no flow has."""
        # All members of one object are needed, any one of the list (OpenAPI 3.1, 4.8.30). Names of
        # schemes other than OAuth 2 and OpenID Connect may list roles since 3.1.
        requirement_object: dict[str, list[str]] = {}
        for name, scopes in alternative.items():
            requirement_object[self._name(name)] = list(scopes)
            undeclared = _undeclared_scopes(self._definitions[name], scopes)
            if undeclared:
                self._undeclared.setdefault(name, {}).update(dict.fromkeys(undeclared))
        return requirement_object

    def _name(self, name: str) -> str:
        """Add a scheme to the components, and return its name there. In OpenAPI 3.1, members that
        3.2 has added become extensions.
        """
        definition = dict(self._definitions[name])
        if not self._is_later:
            definition = earlier_scheme(definition)
        return self._names.add(name, definition)

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
    declared: set[str] = set()
    for flow in definition.get("flows", {}).values():
        declared.update(flow.get("scopes", ()))
    if not declared:  # without declared scopes there is nothing to compare with
        return []
    return [scope for scope in scopes if scope not in declared]


def _scopes_by_name(alternative: Alternative) -> dict[str, tuple[str, ...]]:
    """Return the scopes of the schemes of an alternative, by their names."""
    return {credential.scheme.name: credential.scopes for credential in alternative}
