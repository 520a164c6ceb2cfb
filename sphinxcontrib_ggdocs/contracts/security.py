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
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

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
        """Return the requirement that callers fulfil both: all pairs of their alternatives."""
        if not isinstance(other, SecurityRequirement):
            return NotImplemented
        pairs = product(self.alternatives, other.alternatives)
        return _normalised(_together(left, right) for left, right in pairs)

    def __or__(self, other: "SecurityRequirement") -> "SecurityRequirement":
        """Return the requirement that callers fulfil one of the two: the alternatives of both."""
        if not isinstance(other, SecurityRequirement):
            return NotImplemented
        return _normalised((*self.alternatives, *other.alternatives))

    @property
    def schemes(self) -> "tuple[Scheme, ...]":
        """The schemes in all alternatives, each once."""
        scoped_schemes = chain.from_iterable(self.alternatives)
        return tuple(dict.fromkeys(security.scheme for security in scoped_schemes))


class Scheme(SecurityRequirement):
    """Base class of all schemes: one way in which callers identify themselves."""

    __slots__ = ()
    name: str
    """The name in documents."""

    @abstractmethod
    def openapi(self) -> dict[str, Any]:
        """Return the scheme as a Security Scheme Object (OpenAPI 3.2, 4.27)."""

    def scoped(self, *scopes: str) -> "Security":
        """Return this scheme with scopes, all of which a credential must have.

        Raises:
            BadOption: One of them is not a scope name (RFC 6749, 3.3).
        """
        for scope in scopes:
            check_scope(scope, Location(owner=f"security scheme {self.name}", path="scoped"))
        return Security(scheme=self, scopes=scopes)

    @property
    def alternatives(self) -> "tuple[Alternative, ...]":
        """The scheme as the only alternative, without scopes."""
        return ((Security(scheme=self),),)

    @property
    def carrier(self) -> tuple[str, str] | None:
        """The location and the name of the parameter that carries the credential, such as
        ``("header", "authorization")``.

        A header's name is in lower case. None if no parameter carries it, as a client certificate.
        """
        definition = self.openapi()
        match definition:
            case {"type": "apiKey", "in": "header", "name": str(name)}:
                return "header", name.lower()
            case {"type": "apiKey", "in": "query" | "cookie" as location, "name": str(name)}:
                return str(location), name
            case {"type": "http" | "oauth2" | "openIdConnect"}:
                return "header", "authorization"
            case _:  # client certificates, credentials of brokers, and incomplete schemes of files
                return None

    def credential(self, connection: "Connection") -> str | None:
        """Return the credential of this scheme in a request; None if the request has none.

        Of ``Authorization: Bearer abc`` the credential is ``abc``.
        """
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
        # The case of an authentication scheme's name does not matter (RFC 9110, 11.1). OAuth 2 and
        # OpenID Connect, whose definitions name no scheme, use bearer tokens.
        scheme_name, _, credential = value.partition(" ")
        expected_name = str(definition.get("scheme", "bearer"))
        if scheme_name.lower() == expected_name.lower():
            return credential
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Security(SecurityRequirement):
    """A scheme, and the scopes that a credential of it must carry."""

    scheme: Scheme
    scopes: tuple[str, ...] = ()

    @property
    def alternatives(self) -> "tuple[Alternative, ...]":
        """The scheme with its scopes, as the only alternative."""
        return ((self,),)


Alternative: TypeAlias = tuple[Security, ...]
"""Schemes that are required together; if empty, nothing is required."""


@dataclass(frozen=True, slots=True)
class AnyOf(SecurityRequirement):
    """A normalised requirement: each alternative once, the one without schemes last.

    Readers and clients try alternatives in order, and calls without a credential always fit the one
    without schemes: in front it would hide the others. Requirements that mean the same are equal.
    """

    _alternatives: tuple[Alternative, ...]

    @property
    def alternatives(self) -> tuple[Alternative, ...]:
        """The alternatives."""
        return self._alternatives


none_needed: SecurityRequirement = AnyOf(((),))
"""Calls need no credentials; on a method it replaces what its contract requires."""


def optional(requirement: SecurityRequirement) -> SecurityRequirement:
    """Return a requirement that also accepts calls without credentials.

    For methods that return more to callers whom they know.
    """
    return requirement | none_needed


def all_of(requirements: Iterable[SecurityRequirement]) -> SecurityRequirement | None:
    """Return the requirement that callers fulfil all of several requirements; None if there are
    none.
    """
    parts = list(requirements)
    if parts:
        return reduce(and_, parts)
    return None


def any_of(requirements: Iterable[SecurityRequirement]) -> SecurityRequirement | None:
    """Return the requirement that callers fulfil any one of several; None if there are none."""
    alternatives = [requirement.alternatives for requirement in requirements]
    if alternatives:
        return _normalised(chain.from_iterable(alternatives))
    return None


def with_permission(
    requirement: SecurityRequirement, permission: Permission | None
) -> SecurityRequirement:
    """Return a requirement of the credentials that callers with a permission must send.

    If everybody may call, calls without credentials are also accepted. Any other permission cannot
    be checked without credentials, so the alternative without schemes is removed, and the scopes of
    the permission are added to the schemes that have scopes. None changes nothing.
    """
    if permission is None:
        return requirement
    if permission == public:
        return optional(requirement)
    identified = [alternative for alternative in requirement.alternatives if alternative]
    if not identified:
        # No credentials are declared that could carry scopes.
        return requirement
    extended: list[Alternative] = []
    for alternative in identified:
        extended += _with_scopes(alternative, permission)
    return _normalised(extended)


def _with_scopes(alternative: Alternative, permission: Permission) -> list[Alternative]:
    """Return an alternative for each set of scopes that grants the permission.

    If the alternative already requires one of these sets, it is returned alone.
    """
    required_scopes: set[str] = set()
    for security in alternative:
        required_scopes.update(security.scopes)
    sets_of_scopes = scopes_of(permission)
    if any(map(required_scopes.issuperset, sets_of_scopes)):
        return [alternative]
    return [_with_more_scopes(alternative, scopes) for scopes in sets_of_scopes]


def _with_more_scopes(alternative: Alternative, scopes: Iterable[str]) -> Alternative:
    """Return an alternative with more scopes for those of its schemes that have scopes."""
    extended: list[Security] = []
    for security in alternative:
        if security.scheme.openapi().get("type") in WITH_SCOPES:
            all_scopes = dict.fromkeys((*security.scopes, *scopes))
            security = security.scheme.scoped(*all_scopes)
        extended.append(security)
    return tuple(extended)


def scopes_of(permission: Permission) -> list[list[str]]:
    """Return the sets of scopes of which a permission requires any one.

    ``scope("a") & (scope("b") | scope("c"))`` gives ``[["a", "b"], ["a", "c"]]``. `public` and
    `authenticated` require no scopes, so they give one empty set.
    """
    match permission:
        case Scope(name):
            return [[name]]
        case Combined(kind="all", of=parts):
            # One set of each part, in all combinations; a scope that is in several counts once.
            combinations = product(*map(scopes_of, parts))
            return [list(dict.fromkeys(chain.from_iterable(sets))) for sets in combinations]
        case Combined(of=parts):
            return list(chain.from_iterable(map(scopes_of, parts)))
        case _:
            return [[]]


def _together(left: Iterable[Security], right: Iterable[Security]) -> Alternative:
    """Return the schemes of two alternatives as one; a scheme in both gets the scopes of both."""
    # By scheme; a dict keeps the scopes in order, each once.
    scopes: dict[Scheme, dict[str, None]] = {}
    for security in (*left, *right):
        scopes.setdefault(security.scheme, {}).update(dict.fromkeys(security.scopes))
    return tuple(Security(scheme=scheme, scopes=tuple(names)) for scheme, names in scopes.items())


def _normalised(alternatives: Iterable[Alternative]) -> AnyOf:
    """Return a requirement of these alternatives: each once, the one without schemes (``()``) last,
    since calls without a credential always fit it, so that it would hide those after it.
    """
    distinct = dict.fromkeys(alternatives)
    with_schemes = [alternative for alternative in distinct if alternative]
    if () in distinct:
        return AnyOf((*with_schemes, ()))
    return AnyOf(tuple(with_schemes))


# --- schemes ---


@dataclass(frozen=True, slots=True, kw_only=True)
class _Declared(Scheme):
    """Base of the schemes that contracts declare: the members that all of them have."""

    description: str | None = None
    """How to get a credential, in the markup of the document."""
    deprecated: bool = False
    """Whether callers should use another one; OpenAPI 3.2 says so."""

    def _scheme_object(self, **members: Any) -> dict[str, Any]:
        """Return a Security Scheme Object: the members that have a value, description and
        deprecation.
        """
        deprecated = self.deprecated or None  # False is the default, and so left out
        return _members(**members, description=self.description, deprecated=deprecated)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bearer(_Declared):
    """A token in the header ``Authorization: Bearer <token>`` (RFC 6750, 2.1)."""

    name: str = "Bearer"
    format: str | None = None
    """What the token is, such as ``JWT``; for readers only."""

    def openapi(self) -> dict[str, Any]:
        """Return the scheme as a Security Scheme Object of OpenAPI."""
        return self._scheme_object(type="http", scheme="bearer", bearerFormat=self.format)


@dataclass(frozen=True, slots=True, kw_only=True)
class Basic(_Declared):
    """A name and a password in the header ``Authorization: Basic <credentials>`` (RFC 7617)."""

    name: str = "Basic"

    def openapi(self) -> dict[str, Any]:
        """Return the scheme as a Security Scheme Object of OpenAPI."""
        return self._scheme_object(type="http", scheme="basic")


@dataclass(frozen=True, slots=True, kw_only=True)
class Http(_Declared):
    """Another authentication scheme of the header ``Authorization`` (RFC 9110, 16.4.1), such as
    ``digest``.
    """

    name: str
    scheme: str

    def openapi(self) -> dict[str, Any]:
        """Return the scheme as a Security Scheme Object of OpenAPI."""
        return self._scheme_object(type="http", scheme=self.scheme)


@dataclass(frozen=True, slots=True, kw_only=True)
class ApiKey(_Declared):
    """A key in a header, a query parameter or a cookie; a session cookie is one, too."""

    name: str
    location: Literal["header", "query", "cookie"]
    parameter: str
    """The name of the header, the query parameter or the cookie."""

    def openapi(self) -> dict[str, Any]:
        """Return the scheme as a Security Scheme Object of OpenAPI."""
        # A call of Python cannot name an argument ``in``.
        return self._scheme_object(type="apiKey", name=self.parameter, **{"in": self.location})


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
        """Refuse names of scopes that OAuth 2 does not allow."""
        where = Location(owner="security.Flow", path="scopes")
        for scope in self.scopes:
            check_scope(scope, where)

    def openapi(self) -> dict[str, Any]:
        """Return the flow as an OAuth Flow Object of OpenAPI."""
        return _members(
            deviceAuthorizationUrl=self.device_authorization_url,
            authorizationUrl=self.authorization_url,
            tokenUrl=self.token_url,
            refreshUrl=self.refresh_url,
            scopes=dict(self.scopes),
        )


class _FlowRules(NamedTuple):
    """What OpenAPI says about one flow of OAuth 2."""

    openapi_name: str
    addresses: tuple[str, ...]
    """The fields of `Flow` that the flow needs."""


_FLOWS = {
    "authorization_code": _FlowRules("authorizationCode", ("authorization_url", "token_url")),
    "client_credentials": _FlowRules("clientCredentials", ("token_url",)),
    "password": _FlowRules("password", ("token_url",)),
    "implicit": _FlowRules("implicit", ("authorization_url",)),
    "device_authorization": _FlowRules(
        "deviceAuthorization", ("device_authorization_url", "token_url")
    ),
}
"""The flows of OAuth 2 by the fields of `OAuth2`."""


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
        """Refuse a scheme without a flow, and a flow without an address that it needs."""
        where = Location(owner=f"security.OAuth2({self.name!r})")
        if not self.flows:
            hint = "pass at least one, as authorization_code=security.Flow(...)"
            raise BadOption("no flow", where=where, hint=hint)
        for name, flow in self.flows.items():
            for address in _FLOWS[name].addresses:
                if not getattr(flow, address):
                    hint = f"pass {address}= to the Flow"
                    raise BadOption(f"the flow {name} has no {address}", where=where, hint=hint)

    @property
    def flows(self) -> dict[str, Flow]:
        """The flows that the scheme has, by the names of their fields."""
        flows: dict[str, Flow] = {}
        for name in _FLOWS:
            flow: Flow | None = getattr(self, name)
            if flow is not None:
                flows[name] = flow
        return flows

    def openapi(self) -> dict[str, Any]:
        """Return the scheme as a Security Scheme Object of OpenAPI, with its flows."""
        flows: dict[str, Any] = {}
        for name, flow in self.flows.items():
            flows[_FLOWS[name].openapi_name] = flow.openapi()
        return self._scheme_object(type="oauth2", flows=flows)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenIdConnect(_Declared):
    """A bearer token from an OpenID provider (OpenID Connect Discovery 1.0)."""

    name: str = "OpenIdConnect"
    url: str
    """The address of its configuration, which ends in ``/.well-known/openid-configuration``."""

    def openapi(self) -> dict[str, Any]:
        """Return the scheme as a Security Scheme Object of OpenAPI."""
        return self._scheme_object(type="openIdConnect", openIdConnectUrl=self.url)


@dataclass(frozen=True, slots=True, kw_only=True)
class MutualTls(_Declared):
    """A client certificate (RFC 8446, 4.4.2); it is checked by the server, or in front of it."""

    name: str = "MutualTls"

    def openapi(self) -> dict[str, Any]:
        """Return the scheme as a Security Scheme Object of OpenAPI."""
        return self._scheme_object(type="mutualTLS")


@dataclass(frozen=True, slots=True, kw_only=True)
class SecurityScheme(Scheme):
    """A scheme given as a Security Scheme Object (OpenAPI 3.2, 4.27).

    For adapters, and for schemes that no other class here can express.
    """

    name: str
    definition: Mapping[str, Any] = field(hash=False)

    def openapi(self) -> dict[str, Any]:
        """Return the definition, with its members in the same order as in other schemes, so that
        documents write all schemes alike.
        """
        definition = _in_order(self.definition, _SCHEME_MEMBERS)
        flows = definition.get("flows")
        if isinstance(flows, Mapping):
            definition["flows"] = _in_order(
                flows, [rules.openapi_name for rules in _FLOWS.values()]
            )
            for name, flow in flows.items():
                if isinstance(flow, Mapping):
                    definition["flows"][name] = _in_order(flow, _FLOW_MEMBERS)
        return definition


_SCHEME_MEMBERS = ("type", "scheme", "bearerFormat", "name", "in", "flows", "openIdConnectUrl")
_FLOW_MEMBERS = ("deviceAuthorizationUrl", "authorizationUrl", "tokenUrl", "refreshUrl", "scopes")


def _in_order(members: Mapping[str, Any], names: Iterable[str]) -> dict[str, Any]:
    """Return an object with its members in a given order, followed by all other members by name."""
    first = [name for name in names if name in members]
    others = sorted(members.keys() - first)
    return {name: members[name] for name in (*first, *others)}


def _members(**members: Any) -> dict[str, Any]:
    """Return the members that have a value."""
    return {key: value for key, value in members.items() if value is not None}
