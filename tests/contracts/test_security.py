"""The algebra of security requirements: what is declared, combined, and joined with permissions."""

import dataclasses
import operator
from collections.abc import Callable
from typing import Annotated, Any, Protocol

import pytest
from openapi_spec_validator import validate
from pydantic import Field

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog.export import ExportWarning
from sphinxcontrib_ggdocs.contracts import (
    ApiKey,
    BearerToken,
    ContractError,
    Parameter,
    Requirement,
    SecurityRequirement,
    SecurityScheme,
    authenticated,
    contract_of,
    http,
    public,
    scope,
    security,
    ws,
)
from sphinxcontrib_ggdocs.contracts.contract_errors import BadOption
from sphinxcontrib_ggdocs.contracts.credentials import (
    credential_text,
    required_security,
    unproven_permission,
)
from sphinxcontrib_ggdocs.contracts.display_names import SchemeNames
from sphinxcontrib_ggdocs.contracts.security import with_permission
from sphinxcontrib_ggdocs.openapi import to_openapi

TOKEN = security.Bearer(name="Token")
KEY = security.ApiKey(name="Key", location="query", parameter="key")
SESSION = security.ApiKey(name="Session", location="cookie", parameter="sid")
FLOW = security.Flow(
    authorization_url="https://id.example/authorize",
    token_url="https://id.example/token",
    refresh_url="https://id.example/refresh",
    scopes={"read": "Read.", "write": "Write."},
)
OAUTH = security.OAuth2(name="Login", authorization_code=FLOW, description="Ask us for a client.")
SCHEMES = [
    (TOKEN, {"type": "http", "scheme": "bearer"}),
    (security.Basic(), {"type": "http", "scheme": "basic"}),
    (
        security.Basic(deprecated=True),
        {"type": "http", "scheme": "basic", "deprecated": True},
    ),
    (SESSION, {"type": "apiKey", "name": "sid", "in": "cookie"}),
    (
        OAUTH,
        {
            "type": "oauth2",
            "flows": {
                "authorizationCode": {
                    "authorizationUrl": "https://id.example/authorize",
                    "tokenUrl": "https://id.example/token",
                    "refreshUrl": "https://id.example/refresh",
                    "scopes": {"read": "Read.", "write": "Write."},
                }
            },
            "description": "Ask us for a client.",
        },
    ),
    (
        security.OpenIdConnect(url="https://id.example/.well-known/openid-configuration"),
        {
            "type": "openIdConnect",
            "openIdConnectUrl": "https://id.example/.well-known/openid-configuration",
        },
    ),
    (SecurityScheme(name="X", definition={"type": "http", "x-a": 1}), {"type": "http", "x-a": 1}),
    (security.Http(name="Digest", scheme="digest"), {"type": "http", "scheme": "digest"}),
    (security.MutualTls(), {"type": "mutualTLS"}),
]


@pytest.mark.parametrize(
    ("scheme", "definition"), SCHEMES, ids=lambda value: getattr(value, "name", "")
)
def test_schemes_as_openapi_writes_them(scheme: Any, definition: dict[str, Any]) -> None:
    assert scheme.openapi() == definition
    assert {scheme: 1}[dataclasses.replace(scheme)] == 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        scheme.name = "other"


def written(requirement: SecurityRequirement | None) -> list[dict[str, list[str]]] | None:
    if requirement is None:
        return None
    return [
        {each.scheme.name: list(each.scopes) for each in alternative}
        for alternative in requirement.alternatives
    ]


COMBINATIONS: dict[str, Any] = {
    "both": (TOKEN & KEY, [{"Token": [], "Key": []}]),
    "either": (TOKEN | KEY, [{"Token": []}, {"Key": []}]),
    "optional": (security.optional(TOKEN), [{"Token": []}, {}]),
    "nothing comes last": (security.none_needed | TOKEN, [{"Token": []}, {}]),
    "nothing adds nothing": (TOKEN & security.none_needed, [{"Token": []}]),
    "two optional ones: both, either, or none": (
        security.optional(TOKEN) & security.optional(KEY),
        [{"Token": [], "Key": []}, {"Token": []}, {"Key": []}, {}],
    ),
    "distributed": (
        (TOKEN | KEY) & SESSION,
        [{"Token": [], "Session": []}, {"Key": [], "Session": []}],
    ),
    "scopes of one scheme": (
        OAUTH.scoped("read") & OAUTH.scoped("write"),
        [{"Login": ["read", "write"]}],
    ),
}


@pytest.mark.parametrize(
    ("requirement", "expected"),
    COMBINATIONS.values(),
    ids=COMBINATIONS,
)
def test_combinations(requirement: SecurityRequirement, expected: list[Any]) -> None:
    assert written(requirement) == expected


@pytest.mark.parametrize("combine", [operator.and_, operator.or_])
def test_a_scheme_is_combined_with_schemes_only(combine: Callable[[Any, Any], Any]) -> None:
    with pytest.raises(TypeError, match="unsupported operand"):
        combine(TOKEN, "Key")


PERMISSIONS_JOIN: dict[str, Any] = {
    "nothing to add a scope to": (security.none_needed, scope("read"), [{}]),
    "everybody may": (TOKEN, public, [{"Token": []}, {}]),
    "somebody must be known": (security.optional(TOKEN), authenticated, [{"Token": []}]),
    "all scopes": (OAUTH, scope("read") & scope("write"), [{"Login": ["read", "write"]}]),
    "any": (OAUTH, scope("read") | scope("write"), [{"Login": ["read"]}, {"Login": ["write"]}]),
    "enough is declared": (
        OAUTH.scoped("read"),
        scope("read") | scope("write"),
        [{"Login": ["read"]}],
    ),
    "one of two has scopes": (OAUTH | KEY, scope("read"), [{"Login": ["read"]}, {"Key": []}]),
}


@pytest.mark.parametrize(
    ("requirement", "permission", "expected"),
    PERMISSIONS_JOIN.values(),
    ids=PERMISSIONS_JOIN,
)
def test_permissions_join(
    requirement: SecurityRequirement, permission: Any, expected: list[Any]
) -> None:
    assert written(with_permission(requirement, permission)) == expected


def contract(requirement: Requirement | None = None, **options: Any) -> Any:
    @http.api("/a", requires=[requirement] if requirement else [], **options)
    class Api(Protocol):
        @http.get()
        def get(self) -> int: ...

    return contract_of(Api)


REQUIREMENT_DECLARES: dict[str, Any] = {
    "nothing": ({}, None),
    "a bearer token": ({"headers": {"Authorization": BearerToken}}, [{"M": []}]),
    "a text": ({"headers": {"Authorization": str}}, None),
    "a bearer token elsewhere": ({"headers": {"X-Token": BearerToken}}, [{"M": []}]),
    "an optional cookie": ({"cookies": {"sid": ApiKey | None}}, [{"M": []}, {}]),
    "a header of a scheme": (
        {"headers": {"Authorization": BearerToken}, "security": OAUTH},
        [{"Login": []}],
    ),
    "a header beside a scheme": (
        {"headers": {"X-Key": ApiKey}, "security": OAUTH},
        [{"M": [], "Login": []}],
    ),
}


@pytest.mark.parametrize(
    ("declared", "expected"),
    REQUIREMENT_DECLARES.values(),
    ids=REQUIREMENT_DECLARES,
)
def test_what_a_requirement_declares(declared: dict[str, Any], expected: Any) -> None:
    assert written(required_security(contract(Requirement("M", **declared)))) == expected


def test_one_header_that_two_requirements_ask_for_is_required_if_one_requires_it() -> None:
    guest = Requirement("Guest", headers={"Authorization": BearerToken | None})
    member = Requirement("Member", headers={"authorization": BearerToken})

    @http.api("/a", requires=[guest, member])
    class Api(Protocol):
        @http.get()
        def get(self) -> int: ...

    assert written(required_security(contract_of(Api))) == [{"Guest": []}]


@pytest.mark.parametrize(
    ("options", "lacking"),
    [
        ({}, False),
        ({"permission": public}, False),
        ({"permission": authenticated}, True),
        ({"permission": authenticated, "security": TOKEN}, False),
        ({"permission": authenticated, "security": security.none_needed}, True),
    ],
)
def test_a_permission_without_a_credential(options: dict[str, Any], lacking: bool) -> None:
    api = contract(**options)
    assert (unproven_permission(api, api.methods[0]) is not None) is lacking
    if not lacking:
        document = to_openapi([api], title="T")
        assert "security" in document["paths"]["/a"]["get"]
        return
    with pytest.warns(ExportWarning, match="how callers identify themselves is not declared"):
        document = to_openapi([api], title="T")
    operation = document["paths"]["/a"]["get"]
    assert "security" not in operation
    assert "Needs a permission (authenticated)" in operation["description"]
    validate(document)


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: security.OAuth2(), "no flow"),
    ],
)
def test_refused(make: Any, expected: str) -> None:
    with pytest.raises(ContractError, match=expected):
        make()


NO_SCOPES = ["", " ", "a b", "a\n", 'a"b', "a\\b", "é", None]


@pytest.mark.parametrize("name", NO_SCOPES, ids=repr)
def test_what_is_no_name_of_a_scope_is_refused(name: Any) -> None:
    scopes: Any = {name: "It."}
    makes: dict[str, Callable[[], Any]] = {
        "scope(": lambda: scope(name),
        "security scheme Token: scoped": lambda: TOKEN.scoped("read", name),
        "security.Flow: scopes": lambda: security.Flow(token_url="/t", scopes=scopes),
    }
    for place, make in makes.items():
        with pytest.raises(BadOption) as refused:
            make()
        assert str(refused.value).startswith(place)
        assert refused.value.where.path == place.partition(": ")[2]
        several = isinstance(name, str) and len(name.split()) > 1
        assert refused.value.hint.endswith("are several") is several


def test_several_scopes_in_one_are_named() -> None:
    with pytest.raises(BadOption, match="write one scope: 'read' and 'write' are several"):
        scope("read write")


def live(**options: Any) -> Any:
    @ws.api("/live", **options)
    class LiveApi(Protocol):
        @ws.client_to_server
        def say(self, text: str) -> None: ...

        @ws.client_to_server(permission=public)
        def ping(self) -> None: ...

    return LiveApi


def test_what_asyncapi_cannot_say_stays_in_the_handshake() -> None:
    key = security.ApiKey(name="H", location="header", parameter="X-Key", description="A key.")
    with pytest.warns(
        ExportWarning, match="X-Key and key and sid are documented as parameters of the handshake"
    ):
        document = to_asyncapi(
            [live(security=key & security.optional(KEY) & security.optional(SESSION))], title="L"
        )
    channel = document["channels"]["LiveApi"]
    binding = channel["bindings"]["ws"]
    assert binding["headers"]["properties"] == {
        "X-Key": {"type": "string", "description": "A key."}
    }
    assert binding["headers"]["required"] == ["X-Key"]
    assert binding["query"] == {"type": "object", "properties": {"key": {"type": "string"}}}
    assert channel["x-cookies"]["properties"] == {"sid": {"type": "string"}}
    assert "security" not in document["operations"]["LiveApi_say"]


TOKEN_URL = "https://id.example/token"
AUTHORIZATION_URL = "https://id.example/authorize"
FLOWS: list[tuple[str, str, dict[str, str]]] = [
    (
        "authorization_code",
        "authorizationCode",
        {"authorization_url": AUTHORIZATION_URL, "token_url": TOKEN_URL},
    ),
    ("client_credentials", "clientCredentials", {"token_url": TOKEN_URL}),
    ("password", "password", {"token_url": TOKEN_URL}),
    ("implicit", "implicit", {"authorization_url": AUTHORIZATION_URL}),
    (
        "device_authorization",
        "deviceAuthorization",
        {"device_authorization_url": "https://id.example/device", "token_url": TOKEN_URL},
    ),
]


@pytest.mark.parametrize(("field", "wire_name", "addresses"), FLOWS)
def test_each_flow_of_oauth_needs_its_addresses(
    field: str, wire_name: str, addresses: dict[str, str]
) -> None:
    make: Any = security.OAuth2
    flow: Any = security.Flow
    definition = make(**{field: flow(**addresses)}).openapi()
    assert list(definition["flows"]) == [wire_name]
    written = {key: url for key, url in definition["flows"][wire_name].items() if key != "scopes"}
    assert list(written.values()) == list(addresses.values())
    for missing in addresses:
        rest = {name: url for name, url in addresses.items() if name != missing}
        with pytest.raises(BadOption, match=f"the flow {field} has no {missing}"):
            make(**{field: flow(**rest)})


def test_names_of_schemes_in_a_document() -> None:
    names = SchemeNames()
    bearer, basic = {"type": "http", "scheme": "bearer"}, {"type": "http", "scheme": "basic"}
    given = [
        ("My key!", bearer),
        ("My key!", basic),
        ("My key!", bearer),
        ("a.b-c_1", basic),
        ("My key!", {}),
    ]
    found = [names.add(name, definition) for name, definition in given]
    assert found == ["My_key_", "My_key__2", "My_key_", "a.b-c_1", "My_key__3"]
    assert list(names.definitions) == ["My_key_", "My_key__2", "My_key__3", "a.b-c_1"]


@pytest.mark.parametrize(
    ("own", "of_type", "expected"),
    [
        ("Own.", "Of the type.", "Own."),
        (None, "Of the type.", "Of the type."),
    ],
)
def test_the_nearest_words_on_a_credential(
    own: str | None, of_type: str | None, expected: str
) -> None:
    form = Annotated[str, Field(description=of_type)]
    parameter = Parameter(name="X-Key", location="header", type=form, description=own)
    assert credential_text(parameter, Requirement("Key", description="All.")) == expected
