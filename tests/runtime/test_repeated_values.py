"""A second value of a credential is refused: a server in front may have checked the other one."""

from typing import Any, Protocol, cast

import pytest
from fastapi import FastAPI

from sphinxcontrib_ggdocs.contracts import BearerToken, Requirement, http, security
from sphinxcontrib_ggdocs.runtime import Call, implement

from .items import ask

SIGNED_IN = Requirement("SignedIn", headers={"Authorization": BearerToken})
SESSION = security.ApiKey(name="Session", location="cookie", parameter="sid")
KEY = security.ApiKey(name="Key", location="query", parameter="key")


@http.api("/names", requires=[SIGNED_IN], security=security.optional(SESSION | KEY))
class NameApi(Protocol):
    @http.get()
    def get(self, name: str | None = None) -> None: ...


class Implemented(NameApi):
    """Implements `NameApi` by its own methods, which return None."""


def guard(call: Call) -> None:
    """Let everybody pass."""


TOKEN = ("Authorization", "Bearer x")


@pytest.mark.parametrize(
    ("query", "headers", "is_let_in"),
    [
        pytest.param("?name=a", [TOKEN], True, id="one"),
        pytest.param("?key=a", [TOKEN, ("Cookie", "sid=a; other=b")], True, id="one of each"),
        pytest.param("", [TOKEN, TOKEN], False, id="a header"),
        pytest.param("?key=a&key=b", [TOKEN], False, id="in the query"),
        pytest.param("", [TOKEN, ("Cookie", "sid=a; sid=b")], False, id="a cookie"),
    ],
)
def test_a_second_credential_is_refused(
    query: str, headers: list[tuple[str, str]], is_let_in: bool
) -> None:
    app = FastAPI()
    guards = {SIGNED_IN: guard, SESSION: guard, KEY: guard}
    app.include_router(implement(NameApi, cast(Any, Implemented)(), guards=guards))
    answer = ask(app, "GET", path=f"/names{query}", headers=headers)
    if is_let_in:
        assert answer.status_code == 204, answer.text
        return
    assert (answer.status_code, answer.json()["type"]) == (401, "UNAUTHORIZED")
