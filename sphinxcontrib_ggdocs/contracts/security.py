"""Defines how callers identify themselves: security schemes, and requirements that combine them.

The schemes are those of OpenAPI 3.1, 4.8.27. A requirement combines them with ``&`` (all of them)
and ``|`` (any of them), and `optional` accepts calls without credentials, too::

    session = security.ApiKey(name="Session", location="cookie", parameter="sid")
    google = security.OAuth2(
        name="Google",
        authorization_code=security.Flow(
            authorization_url="https://accounts.example/authorize",
            token_url="https://accounts.example/token",
            scopes={"orders:read": "Read your orders."},
        ),
    )
    security.optional(session | google.scoped("orders:read"))

Every requirement is normalised to a list of alternatives, each a list of schemes that are needed
together, as OpenAPI writes it (4.8.30). The alternative without schemes accepts everybody.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import reduce
from itertools import chain, product
from operator import and_
from typing import Any, Literal, Protocol, TypeAlias

from .contract_errors import BadOption, Location
from .permissions import Combined, Permission, Scope, check_scope, public

WITH_SCOPES = frozenset({"oauth2", "openIdConnect"})
"""The types of schemes whose tokens carry scopes."""


class Connection(Protocol):
    """A request, or the handshake of a WebSocket: the interface of Starlette's classes."""

    @property
    def query_params(self) -> Mapping[str, str]: ...
    @property
    def cookies(self) -> Mapping[str, str]: ...
    @property
    def headers(self) -> Mapping[str, str]: ...


class SecurityRequirement(ABC):
    """Base class of schemes and of their combinations; combine two with ``&`` (both) or ``|``
    (either).
    """

    __slots__ = ()

    @property
    @abstractmethod
    def alternatives(self) -> "tuple[Alternative, ...]":
        """The sets of schemes, any one of which is sufficient."""

    def __and__(self, other: "SecurityRequirement") -> "SecurityRequirement":
        if not isinstance(other, SecurityRequirement):
            return NotImplemented
        pairs = product(self.alternatives, other.alternatives)
        return _normalised(_together(left, right) for left, right in pairs)

    def __or__(self, other: "SecurityRequirement") -> "SecurityRequirement":
        if not isinstance(other, SecurityRequirement):
            return NotImplemented
        return _normalised((*self.alternatives, *other.alternatives))

    @property
    def schemes(self) -> "tuple[Scheme, ...]":
        """The schemes of all alternatives, each once."""
        securities = chain.from_iterable(self.alternatives)
        return tuple(dict.fromkeys(security.scheme for security in securities))


class Scheme(SecurityRequirement):
    """Base class of all schemes: one way in which callers identify themselves."""

    __slots__ = ()
    name: str
    """The name in documents."""

    @abstractmethod
    def openapi(self) -> dict[str, Any]:
        """Return the scheme as OpenAPI 3.2, 4.27, writes it."""

    def scoped(self, *scopes: str) -> "Security":
        """Return this scheme with a credential that has all of `scopes`; without scopes, the scheme
        itself.

        Raises:
            BadOption: One of them is not a scope name (RFC 6749, 3.3).
        """
        for scope in scopes:
            check_scope(scope, Location(owner=f"security scheme {self.name}", path="scoped"))
        return Security(scheme=self, scopes=scopes)

    @property
    def alternatives(self) -> "tuple[Alternative, ...]":
        return ((Security(scheme=self),),)

    @property
    def carrier(self) -> tuple[str, str] | None:
        """The location and the lower-case name of the parameter that carries the credential; None
        without one.
        """
        definition = self.openapi()
        match definition:
            case {"type": "apiKey", "in": "header", "name": str(name)}:
                return "header", name.lower()
            case {"type": "apiKey", "in": "query" | "cookie" as location, "name": str(name)}:
                return str(location), name
            case {"type": "http" | "oauth2" | "openIdConnect"}:
                return "header", "authorization"
            case _:  # certificates, what brokers ask for, and what a file does not say
                return None

    def credential(self, connection: "Connection") -> str | None:
        """Return the credential of this scheme that a request carries; None without one."""
        if self.carrier is None:
            return None
        location, name = self.carrier
        sources = {
            "query": connection.query_params,
            "cookie": connection.cookies,
            "header": connection.headers,
        }
        value = sources[location].get(name)
        definition = self.openapi()
        if value is None or definition.get("type") == "apiKey":
            return value
        # The name of an authentication scheme has no case (RFC 9110, 11.1); OAuth 2 and OpenID
        # Connect give bearer tokens.
        kind, _, credential = value.partition(" ")
        is_of_scheme = kind.lower() == str(definition.get("scheme", "bearer")).lower()
        if is_of_scheme:
            return credential
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Security(SecurityRequirement):
    """A scheme, and the scopes that a credential of it must carry."""

    scheme: Scheme
    scopes: tuple[str, ...] = ()

    @property
    def alternatives(self) -> "tuple[Alternative, ...]":
        return ((self,),)


Alternative: TypeAlias = tuple[Security, ...]
"""Schemes that are required together; if empty, nothing is required."""


@dataclass(frozen=True, slots=True)
class AnyOf(SecurityRequirement):
    """A normalised requirement: distinct alternatives, the one without schemes last."""

    _alternatives: tuple[Alternative, ...]

    @property
    def alternatives(self) -> tuple[Alternative, ...]:
        return self._alternatives


none_needed: SecurityRequirement = AnyOf(((),))
"""Calls need no credentials; on a method it replaces what its contract requires."""


def optional(requirement: SecurityRequirement) -> SecurityRequirement:
    """Return `requirement` or no credentials, for methods that return more to callers whom they
    know.
    """
    return requirement | none_needed


def all_of(requirements: Iterable[SecurityRequirement]) -> SecurityRequirement | None:
    """Return a requirement of all the given ones together; None if there are none."""
    parts = list(requirements)
    if parts:
        return reduce(and_, parts)
    return None


def any_of(requirements: Iterable[SecurityRequirement]) -> SecurityRequirement | None:
    """Return a requirement of any one of the given ones; None if there are none."""
    alternatives = [requirement.alternatives for requirement in requirements]
    if alternatives:
        return _normalised(chain.from_iterable(alternatives))
    return None


def with_permission(
    requirement: SecurityRequirement, permission: Permission | None
) -> SecurityRequirement:
    """Return the credentials that callers with a permission must send.

    If everybody may call, calls without credentials are also accepted. Any other permission cannot
    be checked without credentials, so the alternative without schemes is removed, and the scopes of
    the permission are added to the schemes that have scopes.
    """
    if permission is None:
        return requirement
    if permission == public:
        return optional(requirement)
    identified = [alternative for alternative in requirement.alternatives if alternative]
    if not identified:
        return requirement
    extended: list[Alternative] = []
    for alternative in identified:
        extended += _with_scopes(alternative, permission)
    return _normalised(extended)


def _with_scopes(alternative: Alternative, permission: Permission) -> list[Alternative]:
    """Return an alternative for each set of scopes that fulfils the permission."""
    declared: set[str] = set()
    for security in alternative:
        declared.update(security.scopes)
    sets = scopes_of(permission)
    if any(map(declared.issuperset, sets)):
        return [alternative]
    return [_extended(alternative, scopes) for scopes in sets]


def _extended(alternative: Alternative, scopes: Iterable[str]) -> Alternative:
    """Return the alternative with more scopes for its schemes that have scopes."""
    extended: list[Security] = []
    for security in alternative:
        if security.scheme.openapi().get("type") in WITH_SCOPES:
            all_scopes = dict.fromkeys((*security.scopes, *scopes))
            security = security.scheme.scoped(*all_scopes)
        extended.append(security)
    return tuple(extended)


def scopes_of(permission: Permission) -> list[list[str]]:
    """Return the sets of scopes of which a permission requires any one."""
    match permission:
        case Scope(name):
            return [[name]]
        case Combined(kind="all", of=parts):
            sets = product(*map(scopes_of, parts))
            return [list(dict.fromkeys(chain.from_iterable(choice))) for choice in sets]
        case Combined(of=parts):
            return list(chain.from_iterable(map(scopes_of, parts)))
        case _:
            return [[]]


def _together(left: Iterable[Security], right: Iterable[Security]) -> Alternative:
    """Both sets of schemes; the scopes of one scheme that is in both are united."""
    scopes: dict[Scheme, dict[str, None]] = {}
    for security in (*left, *right):
        scopes.setdefault(security.scheme, {}).update(dict.fromkeys(security.scopes))
    return tuple(Security(scheme=scheme, scopes=tuple(names)) for scheme, names in scopes.items())


def _normalised(alternatives: Iterable[Alternative]) -> AnyOf:
    different = dict.fromkeys(alternatives)
    return AnyOf(tuple(sorted(different, key=lambda alternative: not alternative)))


# --- schemes ---


@dataclass(frozen=True, slots=True, kw_only=True)
class _Declared(Scheme):
    """Base of the schemes that contracts declare: the members that all of them have."""

    description: str | None = None
    """How to get a credential, in the markup of the document."""
    deprecated: bool = False
    """Whether callers should use another one; OpenAPI 3.2 says so."""

    def _written(self, **members: Any) -> dict[str, Any]:
        deprecated = self.deprecated or None
        return _members(**members, description=self.description, deprecated=deprecated)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearer(_Declared):
    """A token in the header ``Authorization: Bearer <token>`` (RFC 6750, 2.1)."""

    name: str = "Bearer"
    format: str | None = None
    """What the token is, such as ``JWT``; for readers only."""

    def openapi(self) -> dict[str, Any]:
        return self._written(type="http", scheme="bearer", bearerFormat=self.format)


@dataclass(frozen=True, slots=True, kw_only=True)
class Basic(_Declared):
    """A name and a password in the header ``Authorization: Basic <credentials>`` (RFC 7617)."""

    name: str = "Basic"

    def openapi(self) -> dict[str, Any]:
        return self._written(type="http", scheme="basic")


@dataclass(frozen=True, slots=True, kw_only=True)
class Http(_Declared):
    """Another authentication scheme of the header ``Authorization`` (RFC 9110, 16.4.1), such as
    ``digest``.
    """

    name: str
    scheme: str

    def openapi(self) -> dict[str, Any]:
        return self._written(type="http", scheme=self.scheme)


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey(_Declared):
    """A key in a header, a query parameter or a cookie; a session cookie is one, too."""

    name: str
    location: Literal["header", "query", "cookie"]
    parameter: str
    """The name of the header, the query parameter or the cookie."""

    def openapi(self) -> dict[str, Any]:
        return self._written(type="apiKey", name=self.parameter, **{"in": self.location})


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """One way to get a token with OAuth 2 (OpenAPI 3.1, 4.8.29)."""

    device_authorization_url: str | None = None
    """The address where a device gets the code that its user enters elsewhere (RFC 8628, 3.1)."""
    authorization_url: str | None = None
    """The address where users allow the client to act for them (RFC 6749, 3.1)."""
    token_url: str | None = None
    """The address where the client gets its token (RFC 6749, 3.2)."""
    refresh_url: str | None = None
    scopes: Mapping[str, str] = field(default_factory=dict, hash=False)
    """What each scope allows, by its name."""

    def __post_init__(self) -> None:
        where = Location(owner="security.Flow", path="scopes")
        for scope in self.scopes:
            check_scope(scope, where)

    def openapi(self) -> dict[str, Any]:
        """Return the flow as OpenAPI writes it."""
        return _members(
            deviceAuthorizationUrl=self.device_authorization_url,
            authorizationUrl=self.authorization_url,
            tokenUrl=self.token_url,
            refreshUrl=self.refresh_url,
            scopes=dict(self.scopes),
        )


_FLOWS = {
    "authorization_code": ("authorizationCode", ("authorization_url", "token_url")),
    "client_credentials": ("clientCredentials", ("token_url",)),
    "password": ("password", ("token_url",)),
    "implicit": ("implicit", ("authorization_url",)),
    "device_authorization": ("deviceAuthorization", ("device_authorization_url", "token_url")),
}
"""The flows of OAuth 2 by field: how OpenAPI calls each, and the addresses that it needs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OAuth2(_Declared):
    """A bearer token from an authorization server (RFC 6749), by one or several flows."""

    name: str = "OAuth2"
    authorization_code: Flow | None = None
    """For applications that act for a user (RFC 6749, 4.1)."""
    client_credentials: Flow | None = None
    """For services that act for themselves (RFC 6749, 4.4)."""
    password: Flow | None = None
    """With the name and the password of a user (RFC 6749, 4.3; RFC 9700 advises against it)."""
    implicit: Flow | None = None
    """For scripts in a browser (RFC 6749, 4.2; RFC 9700 advises against it)."""
    device_authorization: Flow | None = None
    """For devices without a browser (RFC 8628)."""

    def __post_init__(self) -> None:
        where = Location(owner=f"security.OAuth2({self.name!r})")
        if not self.flows:
            hint = "pass at least one, as authorization_code=security.Flow(...)"
            raise BadOption("no flow", where=where, hint=hint)
        for name, flow in self.flows.items():
            for address in _FLOWS[name][1]:
                if not getattr(flow, address):
                    hint = f"pass {address}= to the Flow"
                    raise BadOption(f"the flow {name} has no {address}", where=where, hint=hint)

    @property
    def flows(self) -> dict[str, Flow]:
        """The flows by the names of their fields."""
        flows: dict[str, Flow] = {}
        for name in _FLOWS:
            flow: Flow | None = getattr(self, name)
            if flow is not None:
                flows[name] = flow
        return flows

    def openapi(self) -> dict[str, Any]:
        flows = {_FLOWS[name][0]: flow.openapi() for name, flow in self.flows.items()}
        return self._written(type="oauth2", flows=flows)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenIdConnect(_Declared):
    """A bearer token from an OpenID provider (OpenID Connect Discovery 1.0)."""

    name: str = "OpenIdConnect"
    url: str
    """The address of its configuration, which ends in ``/.well-known/openid-configuration``."""

    def openapi(self) -> dict[str, Any]:
        return self._written(type="openIdConnect", openIdConnectUrl=self.url)


@dataclass(frozen=True, slots=True, kw_only=True)
class MutualTls(_Declared):
    """A client certificate (RFC 8446, 4.4.2); it is checked by the server, or in front of it."""

    name: str = "MutualTls"

    def openapi(self) -> dict[str, Any]:
        return self._written(type="mutualTLS")


@dataclass(frozen=True, slots=True, kw_only=True)
class SecurityScheme(Scheme):
    """A scheme as OpenAPI 3.2, 4.27, writes it: for adapters, and for schemes that no other class
    here can express.
    """

    name: str
    definition: Mapping[str, Any] = field(hash=False)

    def openapi(self) -> dict[str, Any]:
        """Return the definition, with its members in the same order as in other schemes."""
        definition = _in_order(self.definition, _SCHEME_MEMBERS)
        flows = definition.get("flows")
        if isinstance(flows, Mapping):
            definition["flows"] = _in_order(flows, [name for name, _addresses in _FLOWS.values()])
            for name, flow in flows.items():
                if isinstance(flow, Mapping):
                    definition["flows"][name] = _in_order(flow, _FLOW_MEMBERS)
        return definition


_SCHEME_MEMBERS = ("type", "scheme", "bearerFormat", "name", "in", "flows", "openIdConnectUrl")
_FLOW_MEMBERS = ("deviceAuthorizationUrl", "authorizationUrl", "tokenUrl", "refreshUrl", "scopes")


def _in_order(members: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Return some members in an order, the others behind them by name."""
    first = [name for name in names if name in members]
    others = sorted(members.keys() - first)
    return {name: members[name] for name in (*first, *others)}


def _members(**members: Any) -> dict[str, Any]:
    return {key: value for key, value in members.items() if value is not None}
