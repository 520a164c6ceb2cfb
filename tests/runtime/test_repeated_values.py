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
    ("query", "headers", "place"),
    [
        pytest.param("?name=a", [TOKEN], None, id="one"),
        pytest.param("?key=a", [TOKEN, ("Cookie", "sid=a; other=b")], None, id="one of each"),
        pytest.param("", [TOKEN, TOKEN], "header.authorization", id="a header"),
        pytest.param("?key=a&key=b", [TOKEN], "query.key", id="in the query"),
        pytest.param("", [TOKEN, ("Cookie", "sid=a; sid=b")], "cookie.sid", id="a cookie"),
    ],
)
def test_a_second_credential_is_refused(
    query: str, headers: list[tuple[str, str]], place: str | None
) -> None:
    app = FastAPI()
    guards = {SIGNED_IN: guard, SESSION: guard, KEY: guard}
    app.include_router(implement(NameApi, cast(Any, Implemented)(), guards=guards))
    answer = ask(app, "GET", path=f"/names{query}", headers=headers)
    if place is None:
        assert answer.status_code == 204, answer.text
        return
    assert (answer.status_code, answer.json()["type"]) == (422, "VALIDATION_ERROR")
    message = "There are several values, and one is expected"
    assert answer.json()["data"] == [{"path": place, "message": message}]
