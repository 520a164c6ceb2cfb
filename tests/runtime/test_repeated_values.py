"""A second value where one is declared is refused; lists take several."""

from typing import Annotated, Any, NewType, Protocol, cast

import pytest
from fastapi import FastAPI
from pydantic import BaseModel, Field
from starlette.requests import HTTPConnection

from sphinxcontrib_ggdocs.contracts import BearerToken, Requirement, contract_of, http, ws
from sphinxcontrib_ggdocs.contracts.model import WebSocketContract
from sphinxcontrib_ggdocs.runtime import Call, implement
from sphinxcontrib_ggdocs.runtime.error_responses import Invalid
from sphinxcontrib_ggdocs.runtime.handshake import read_parameters

from .items import ask

Name = NewType("Name", str)
Names = Annotated[list[Name] | None, Field(max_length=3)]
SignedIn = Requirement("SignedIn", headers={"Authorization": BearerToken})


class Search(BaseModel):
    """A model that is spread over the query."""

    word: str | None = None
    tags: set[str] = set()
    size: int = Field(default=1, alias="pageSize")


@http.api("/names", requires=[SignedIn])
class NameApi(Protocol):
    """Takes values from everywhere."""

    @http.get()
    def get(
        self,
        name: Name | None = None,
        names: Names = None,
        either: list[str] | str | None = None,
        trace: Annotated[str | None, http.Header("X-Trace")] = None,
        traces: Annotated[list[str] | None, http.Header("X-Traces")] = None,
        sort: Annotated[str | None, http.Cookie()] = None,
    ) -> None: ...

    @http.get("/search")
    def search(self, search: Search) -> None: ...

    @http.post("/form")
    def fill(
        self,
        text: Annotated[str, http.Form()],
        texts: Annotated[list[str], http.Form()] = [],  # noqa: B006
    ) -> None: ...

    @http.post("/files")
    def upload(
        self,
        file: Annotated[bytes | None, http.File()] = None,
        files: Annotated[list[bytes], http.File()] = [],  # noqa: B006
    ) -> None: ...

    @http.post("/model")
    def model(self, search: Annotated[Search, http.Form()]) -> None: ...


class Implemented(NameApi):
    """Implements `NameApi` by its own methods, which return None."""


@ws.api("/ws/names", parameters={"name": str, "names": list[str]})
class FeedApi(Protocol):
    """The same in a handshake."""

    @ws.client_to_server
    def say(self, text: str) -> None: ...


def guard(call: Call) -> None:
    """Let everybody pass."""


@pytest.fixture(scope="module")
def app() -> FastAPI:
    made = FastAPI()
    made.include_router(implement(NameApi, cast(Any, Implemented)(), guards={SignedIn: guard}))
    return made


TOKEN = ("Authorization", "Bearer x")
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def request(path: str, *headers: tuple[str, str], **body: Any) -> dict[str, Any]:
    return {"url": path, "headers": [TOKEN, *headers], **body}


def form(path: str, text: str) -> dict[str, Any]:
    return request(path, *FORM.items(), content=text)


def files(*names: str) -> dict[str, Any]:
    parts = [(name, (name, b"1", "text/plain")) for name in names]
    return request("/files", files=parts)


REQUESTS: list[Any] = [
    pytest.param(request("?name=a"), None, id="one"),
    pytest.param(request("?name=a&name=b"), "query.name", id="a query parameter"),
    pytest.param(request("?names=a&names=b&either=a&either=b"), None, id="lists"),
    pytest.param(request("/search?word=a&word=b"), "query.word", id="a field of a model"),
    pytest.param(request("/search?tags=a&tags=b"), None, id="a set in a model"),
    pytest.param(request("", ("X-Trace", "a"), ("x-trace", "b")), "header.X-Trace", id="a header"),
    pytest.param(request("", ("X-Traces", "a"), ("x-traces", "b")), None, id="several headers"),
    pytest.param(request("", TOKEN), "header.authorization", id="a credential"),
    pytest.param(request("", ("Cookie", "sort=a; sort=b")), "cookie.sort", id="cookies"),
    pytest.param(form("/form", "text=a&texts=b&texts=c"), None, id="a list of fields"),
    pytest.param(form("/form", "text=a&text=b"), "body.text", id="a field"),
    pytest.param(files("file", "files", "files"), None, id="a list of files"),
    pytest.param(files("file", "file"), "body.file", id="files"),
]


@pytest.mark.parametrize(("given", "place"), REQUESTS)
def test_a_second_value_is_refused(app: FastAPI, given: dict[str, Any], place: str | None) -> None:
    path = given["url"]
    is_get = not path.startswith(("/form", "/files", "/model"))
    given = {**given, "path": f"/names{path}"}
    del given["url"]
    answer = ask(app, "GET" if is_get else "POST", **given)
    if place is None:
        assert answer.status_code == 204, answer.text
        return
    assert (answer.status_code, answer.json()["type"]) == (422, "VALIDATION_ERROR")
    message = "There are several values, and one is expected"
    assert answer.json()["data"] == [{"path": place, "message": message}]


def test_a_second_value_of_a_handshake_is_refused() -> None:
    contract = contract_of(FeedApi)
    assert isinstance(contract, WebSocketContract)
    parameters = contract.parameters

    def handshake(query: bytes) -> HTTPConnection:
        return HTTPConnection({"type": "websocket", "query_string": query, "headers": []})

    once = read_parameters(handshake(b"name=a&names=b&names=c"), parameters)
    assert once == {"name": "a", "names": ["b", "c"]}
    with pytest.raises(Invalid) as refused:
        read_parameters(handshake(b"name=a&name=b&names=c"), parameters)
    assert [problem.path for problem in refused.value.problems] == ["query.name"]
