"""Security schemes from authentication headers, and what each operation asks for (OpenAPI 3.1, 4.8.27 and 4.8.30)."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import Any

from ..catalog.export import Credential, tell, without_nothing
from ..contracts.middleware import authentication
from ..contracts.model import Parameter, Security
from ..contracts.permissions import Combined, Permission, Scope, public
from .collect import Operation

WITH_SCOPES = frozenset({"oauth2", "openIdConnect"})
_UNFIT = re.compile(r"[^A-Za-z0-9._-]+")
"""What no name of a component may hold."""


class SecurityWriter:
    """The schemes of one document, each made when it is first needed.

    Args:
        given: Schemes by the name of a middleware, instead of what its headers say: OAuth, for one.
    """

    def __init__(self, given: Mapping[str, Mapping[str, Any]]) -> None:
        self._given = given
        self._schemes: dict[str, dict[str, Any]] = {}
        self._known: dict[tuple[str, int], str] = {}
        """The scheme of each credential that has been asked for; its parameter is one object in every operation."""

    @property
    def schemes(self) -> dict[str, dict[str, Any]]:
        """By name, sorted."""
        return dict(sorted(self._schemes.items()))

    def asked(self, operation: Operation, permission: Permission | None) -> list[dict[str, list[str]]]:
        """The ways in which a caller may identify themselves; where they need not, an empty one is among them."""
        found = [dict(zip(names, way, strict=True)) for names, way in self._ways(operation.credentials, permission)]
        found += [self._of_security(each) for each in operation.method.security]
        if found and permission == public and {} not in found:
            found.append({})
        return found

    def _ways(
        self, credentials: Sequence[Credential], permission: Permission | None
    ) -> Iterable[tuple[list[str], tuple[list[str], ...]]]:
        """Each set of credentials that will do, with the scopes of each."""
        if not credentials:
            return
        required = [credential for credential in credentials if credential.parameter.required]
        sets = [credentials] if len(required) == len(credentials) else [credentials, required]
        for chosen in sets:
            names = [self._scheme(credential) for credential in chosen]
            choices = [self._scopes(name, permission) for name in names]
            yield from ((names, way) for way in product(*choices))

    def _scopes(self, name: str, permission: Permission | None) -> list[list[str]]:
        """Which scopes of a scheme are needed, by alternative; a scheme without scopes needs none."""
        scheme = self._schemes[name]
        if scheme.get("type") not in WITH_SCOPES or permission is None:
            return [[]]
        ways = scopes_of(permission)
        declared = {scope for flow in scheme.get("flows", {}).values() for scope in flow.get("scopes", {})}
        if scheme["type"] == "oauth2":
            for scope in dict.fromkeys(scope for way in ways for scope in way if scope not in declared):
                tell(f"the security scheme {name} has no scope {scope!r} in its flows")
        return ways

    def _of_security(self, security: Security) -> dict[str, list[str]]:
        return {self._named(security.scheme.name, dict(security.scheme.definition)): list(security.scopes)}

    def _scheme(self, credential: Credential) -> str:
        key = (credential.name, id(credential.parameter))
        name = self._known.get(key)
        if name is None:
            name = self._known[key] = self._new_scheme(credential)
        return name

    def _new_scheme(self, credential: Credential) -> str:
        given = self._given.get(credential.name)
        if given is not None:
            return self._named(credential.name, dict(given))
        return self._named(credential.name, _of_header(credential.parameter, credential.description))

    def _named(self, wanted: str, scheme: dict[str, Any]) -> str:
        wanted = _UNFIT.sub("_", wanted)
        name, number = wanted, 1
        while self._schemes.setdefault(name, scheme) != scheme:
            number += 1
            name = f"{wanted}_{number}"
        return name


def scopes_of(permission: Permission) -> list[list[str]]:
    """The sets of scopes any of which a permission asks for."""
    match permission:
        case Scope(name):
            return [[name]]
        case Combined(kind="all", of=parts):
            ways = product(*map(scopes_of, parts))
            return [list(dict.fromkeys(scope for part in way for scope in part)) for way in ways]
        case Combined(of=parts):
            return [way for part in parts for way in scopes_of(part)]
        case _:
            return [[]]


def _of_header(parameter: Parameter, description: str | None) -> dict[str, Any]:
    if authentication(parameter) == "bearer" and parameter.name.lower() == "authorization":
        return without_nothing(type="http", scheme="bearer", description=description)
    return without_nothing(type="apiKey", name=parameter.name, **{"in": "header"}, description=description)
