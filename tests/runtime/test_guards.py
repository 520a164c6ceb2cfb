"""Who may call what `implement` serves: guards of requirements, of security schemes and of
permissions.
"""

import asyncio
import base64
import json
from typing import Any, Protocol

import httpx
import pytest
from fastapi import FastAPI, WebSocketException
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from sphinxcontrib_ggdocs.contracts import (
    FORBIDDEN,
    UNAUTHORIZED,
    ApiKey,
    BearerToken,
    ContractError,
    Permission,
    Requirement,
    authenticated,
    http,
    public,
    scope,
    security,
    ws,
)
from sphinxcontrib_ggdocs.runtime import Call, Peer, implement

from ..serving.hosting import by_uvicorn

TOKEN = security.Bearer(name="Token")


BASIC = security.Basic()


KEY = security.ApiKey(name="Key", location="query", parameter="key")


SESSION = security.ApiKey(name="Session", location="cookie", parameter="sid")


CERTIFICATE = security.MutualTls()


LOGIN = security.OAuth2(
    name="Login",
    client_credentials=security.Flow(
        token_url="https://id.example/token", scopes={"read": "Read."}
    ),
)


SIGNED_IN = Requirement("SignedIn", headers={"Authorization": BearerToken}, errors=[UNAUTHORIZED])


SESSION_COOKIE = Requirement("SessionCookie", cookies={"sid": ApiKey}, errors=[UNAUTHORIZED])


EITHER = Requirement("Either", security=TOKEN | KEY, errors=[UNAUTHORIZED])


class Client:
    """Calls an application in this process."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app

    def get(self, path: str, **options: Any) -> httpx.Response:
        return asyncio.run(self._ask("GET", path, options))

    def put(self, path: str, **options: Any) -> httpx.Response:
        return asyncio.run(self._ask("PUT", path, options))

    async def _ask(self, verb: str, path: str, options: dict[str, Any]) -> httpx.Response:
        async with httpx.AsyncClient(
            transport=httpx.ASGITransport(self.app), base_url="http://service"
        ) as client:
            return await client.request(verb, path, **options)


def service(**options: Any) -> type:
    @http.api("/a", **options)
    class Api(Protocol):
        @http.get(errors=[UNAUTHORIZED, FORBIDDEN])
        def read(self) -> str: ...

        @http.put(errors=[UNAUTHORIZED], permission=public)
        def open(self) -> str: ...

    return Api


class Handler:
    def read(self) -> str:
        return "read"

    def open(self) -> str:
        return "open"


def checks(name: str, value: str) -> Any:
    """A guard that accepts one credential."""

    def guard(call: Call) -> None:
        values = {
            **call.connection.headers,
            **call.connection.query_params,
            **call.connection.cookies,
        }
        if values.get(name) != value:
            raise UNAUTHORIZED

    return guard


GUARDS: dict[Any, Any] = {
    TOKEN: checks("authorization", "Bearer good"),
    BASIC: checks("authorization", f"Basic {base64.b64encode(b'ada:pw').decode()}"),
    KEY: checks("key", "good"),
    SESSION: checks("sid", "good"),
    CERTIFICATE: checks("x-client-cert", "good"),
}


GOOD: dict[str, Any] = {
    "token": {"headers": {"Authorization": "Bearer good"}},
    "basic": {"headers": {"Authorization": f"Basic {base64.b64encode(b'ada:pw').decode()}"}},
    "key": {"params": {"key": "good"}},
    "session": {"headers": {"Cookie": "sid=good"}},
    "certificate": {"headers": {"X-Client-Cert": "good"}},
    "bad token": {"headers": {"Authorization": "Bearer bad"}},
    "bad key": {"params": {"key": "bad"}},
    "bad token, good key": {"headers": {"Authorization": "Bearer bad"}, "params": {"key": "good"}},
    "token and key": {"headers": {"Authorization": "Bearer good"}, "params": {"key": "good"}},
    "nothing": {},
}


SCHEMES: dict[str, Any] = {
    "one": (TOKEN, {"token", "token and key"}),
    "a session cookie": (SESSION, {"session"}),
    "either: one that is right is enough": (
        TOKEN | KEY,
        {"token", "key", "bad token, good key", "token and key"},
    ),
    "both": (TOKEN & KEY, {"token and key"}),
    "two in one header": (TOKEN | BASIC, {"token", "basic", "token and key"}),
    "optional: what is sent must be right": (
        security.optional(TOKEN),
        {
            "token",
            "token and key",
            "basic",
            "key",
            "session",
            "certificate",
            "bad key",
            "nothing",
        },
    ),
    "a certificate": (CERTIFICATE, {"certificate"}),
    "an optional certificate": (security.optional(CERTIFICATE), set(GOOD)),
    "an optional certificate or key": (
        security.optional(CERTIFICATE | KEY),
        set(GOOD) - {"bad key"},
    ),
    "two optional ones: each that is sent must be right": (
        security.optional(TOKEN) & security.optional(KEY),
        set(GOOD) - {"bad token, good key", "bad key", "bad token"},
    ),
    "an optional pair: half of it must be right, too": (
        security.optional(TOKEN & KEY),
        set(GOOD) - {"bad token, good key", "bad key", "bad token"},
    ),
    "one that may come with another": (TOKEN | (TOKEN & KEY), {"token", "token and key"}),
}


@pytest.mark.parametrize(
    ("requirement", "accepted"),
    SCHEMES.values(),
    ids=SCHEMES,
)
def test_schemes(requirement: Any, accepted: set[str]) -> None:
    app = FastAPI()
    app.include_router(implement(service(security=requirement), Handler(), guards=GUARDS))
    client = Client(app)
    assert {
        name for name, sent in GOOD.items() if client.get("/a", **sent).status_code == 200
    } == accepted
    assert client.put("/a").status_code == 200, "public methods need no credentials"


def test_a_requirement_with_a_guard_of_its_own_needs_none_for_its_schemes() -> None:
    app = FastAPI()
    app.include_router(
        implement(service(requires=[EITHER]), Handler(), guards={EITHER: checks("key", "good")})
    )
    assert Client(app).get("/a", **GOOD["key"]).status_code == 200
    assert Client(app).get("/a", **GOOD["token"]).status_code == 401


def test_a_guard_of_a_scheme_knows_the_scopes_and_one_of_permissions_the_permission() -> None:
    seen: list[Any] = []

    def asked(call: Call) -> None:
        seen.append((call.scopes, call.permission))

    def forbids(call: Call) -> None:
        raise FORBIDDEN

    app = FastAPI()
    api = service(security=LOGIN.scoped("read"), permission=scope("read"))
    app.include_router(implement(api, Handler(), guards={LOGIN: asked, Permission: forbids}))
    client = Client(app)
    assert client.get("/a", **GOOD["token"]).status_code == 403
    assert client.put("/a").status_code == 200
    assert seen == [(("read",), scope("read"))]


def carries_scopes(call: Call) -> None:
    """Accepts tokens that are lists of scopes."""
    token = call.connection.headers.get("authorization", "").removeprefix("Bearer ")
    if not set(call.scopes) <= set(token.split(",")):
        raise FORBIDDEN


@pytest.mark.parametrize(
    ("permission", "accepted"),
    [
        pytest.param(scope("read"), {"read", "read,write"}, id="one scope"),
        pytest.param(scope("read") & scope("write"), {"read,write"}, id="both"),
        pytest.param(scope("read") | scope("write"), {"read", "write", "read,write"}, id="either"),
    ],
)
@pytest.mark.parametrize(
    "requirement", [LOGIN, security.optional(LOGIN)], ids=["needed", "optional"]
)
def test_the_scopes_of_a_permission_are_asked_of_the_guard_as_they_are_documented(
    requirement: Any, permission: Any, accepted: set[str]
) -> None:
    app = FastAPI()
    app.include_router(
        implement(
            service(security=requirement, permission=permission),
            Handler(),
            guards={LOGIN: carries_scopes},
        )
    )
    tokens = ("none", "read", "write", "read,write")
    sent = {token: {"Authorization": f"Bearer {token}"} for token in tokens}
    client = Client(app)
    assert {
        token for token in tokens if client.get("/a", headers=sent[token]).status_code == 200
    } == accepted
    assert client.get("/a").status_code == 403


NOBODY_CHECKS_REFUSED: dict[str, Any] = {
    "no guard at all": (
        {"permission": authenticated},
        {},
        r"Api\.read: no guard checks the permission",
    ),
    "a guard of something else": (
        {"permission": scope("x")},
        {SIGNED_IN: checks("a", "b")},
        "no guard checks the permission: scope x",
    ),
    "a cookie": (
        {"requires": [SESSION_COOKIE]},
        {},
        "no guard checks what the requirement SessionCookie",
    ),
    "one of two": ({"security": TOKEN | KEY}, {TOKEN: checks("a", "b")}, "security scheme Key"),
    "in a requirement": ({"requires": [EITHER]}, {KEY: checks("a", "b")}, "security scheme Token"),
    "no function": ({"security": KEY}, {KEY: None}, r"guards\[Key\]: the guard does not take one"),
    "a name as a key": ({}, {"SignedIn": checks("a", "b")}, "guards has the key 'SignedIn'"),
}


@pytest.mark.parametrize(
    ("options", "guards", "message"),
    NOBODY_CHECKS_REFUSED.values(),
    ids=NOBODY_CHECKS_REFUSED,
)
def test_what_nobody_checks_is_refused(options: Any, guards: Any, message: str) -> None:
    with pytest.raises(ContractError, match=message):
        implement(service(**options), Handler(), guards=guards)


def live(**options: Any) -> type:
    @ws.api("/live", requires=[Requirement("M", errors=[UNAUTHORIZED])], **options)
    class Live(Protocol):
        @ws.client_to_server(permission=authenticated)
        def say(self, text: str) -> str: ...

        @ws.server_to_client(permission=scope("hear"))
        def said(self, text: str) -> None: ...

    return Live


class Talk:
    def __init__(self, peer: Peer) -> None:
        self.peer = peer

    def say(self, text: str) -> str:
        return text


@pytest.mark.parametrize("by_guard", [True, False], ids=["of a guard", "of a handler"])
def test_a_handshake_may_be_refused_by_a_websocket_exception(by_guard: bool) -> None:
    def refuses(_: object) -> None:
        raise WebSocketException(1008, "who?")

    def connected(peer: Peer) -> Talk:
        refuses(peer)
        return Talk(peer)

    guards = {KEY: refuses} if by_guard else GUARDS
    app = FastAPI()
    app.include_router(implement(live(security=KEY), connected, guards=guards))
    with by_uvicorn({"it": app}, ws="websockets-sansio") as found:
        address = found["it"].replace("http", "ws") + "/live?key=good"
        with pytest.raises(InvalidStatus) as refused, connect(address):
            pass
    assert refused.value.response.status_code == 403


def test_a_handshake_by_the_same_algebra() -> None:
    with pytest.raises(ContractError, match=r"Live\.say: no guard checks the permission"):
        implement(live(), Talk)
    with pytest.raises(
        ContractError, match="no guard checks the credentials of the security scheme Key"
    ):
        implement(live(security=KEY), Talk)
    app = FastAPI()
    app.include_router(implement(live(security=security.optional(KEY)), Talk, guards=GUARDS))
    answers = {}
    with by_uvicorn({"it": app}, ws="websockets-sansio") as found:
        address = found["it"].replace("http", "ws") + "/live"
        for query in ("", "?key=good"):
            with connect(address + query) as socket:
                socket.send(json.dumps({"id": 1, "method": "say", "data": "hello"}))
                answers[query] = json.loads(socket.recv(10))
        with pytest.raises(InvalidStatus) as refused, connect(f"{address}?key=bad"):
            pass
    assert answers[""]["error"]["type"] == "UNAUTHORIZED"
    assert answers["?key=good"]["data"] == "hello"
    assert refused.value.response.status_code == 401
