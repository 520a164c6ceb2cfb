"""HTTPException and other failures from elsewhere than the contract, headers, unreadable bodies."""

from typing import Annotated, Any, Protocol

import pytest
from fastapi import Depends, FastAPI, HTTPException, Request, Response

from sphinxcontrib_ggdocs.contracts import UNAUTHORIZED, Requirement, http
from sphinxcontrib_ggdocs.runtime import Call, implement, reply

from .items import ask
from .notes import GONE, Asking, User, client


def no_entry() -> None:
    raise HTTPException(451, {"law": "yes"}, headers={"Link": "<https://example.org>"})


class Undeclared(Exception):
    """No error of a contract."""


@pytest.mark.parametrize("kind", [Exception, 500, Undeclared], ids=["Exception", "500", "its own"])
@pytest.mark.parametrize("place", ["handler", "dependency", "guard"])
def test_a_handler_of_the_application_for_every_exception_applies(place: str, kind: Any) -> None:
    checked = Requirement("Checked", errors=[UNAUTHORIZED])

    @http.api("/notes", requires=[checked])
    class Api(Protocol):
        @http.get("/{id}", errors=[GONE])
        def get(self, id: str) -> str: ...

    def fail(where: str, id: str) -> None:
        if place == where:
            raise {"gone": GONE, "signed-out": UNAUTHORIZED}.get(id, Undeclared)

    def depend(request: Request) -> None:
        fail("dependency", request.path_params["id"])

    class Notes:
        def get(self, id: str, nothing: Annotated[None, Depends(depend)]) -> str:
            fail("handler", id)
            return id

    def guard(call: Call) -> None:
        fail("guard", call.connection.path_params["id"])

    app = FastAPI()
    app.include_router(implement(Api, Notes(), guards={checked: guard}))
    asked = Asking(app)
    assert asked.get("/notes/a").json() == {"type": "SERVER_ERROR"}

    @app.exception_handler(kind)
    async def handle(request: Request, error: Exception) -> Response:
        return Response(f"mine: {type(error).__name__}", 599)

    app.middleware_stack = None
    # Starlette raises the exception once more for the server's log
    answer = ask(app, "GET", "/notes/a", raising=False)
    assert (answer.status_code, answer.text) == (599, "mine: Undeclared")
    assert asked.get("/notes/gone").json() == {"type": "GONE"}
    assert asked.get("/notes/signed-out").json() == {"type": "UNAUTHORIZED"}


class Export(Protocol):
    @http.get("/text")
    def text(self) -> str: ...
    @http.get("/table", media_type=["text/csv", "text/tab-separated-values"])
    def table(self) -> bytes: ...
    @http.head("/size")
    def size(self) -> None: ...


class Exports:
    def __init__(self, headers: dict[str, str]) -> None:
        self.headers = headers

    def _value(self, value: Any) -> Any:
        reply().headers |= self.headers
        return value

    def text(self) -> str:
        return str(self._value("abc"))

    def table(self) -> bytes:
        return bytes(self._value(b"a,b"))

    def size(self) -> None:
        self._value(None)


@pytest.mark.parametrize(
    ("verb", "path", "headers", "sent"),
    [
        pytest.param("HEAD", "size", {"Content-Length": "5"}, {"content-length": "5"}, id="HEAD"),
        pytest.param("GET", "text", {"Content-Type": "text/html"}, None, id="undeclared type"),
        pytest.param(
            "GET",
            "table",
            {"Content-Type": "text/tab-separated-values; header=present"},
            {"content-type": "text/tab-separated-values; header=present"},
            id="another declared type",
        ),
    ],
)
def test_headers_of_the_body_are_those_of_the_contract(
    verb: str,
    path: str,
    headers: dict[str, str],
    sent: dict[str, str] | None,
    caplog: pytest.LogCaptureFixture,
) -> None:
    app = FastAPI()
    api = http.api("/exports")(type("ExportApi", (Export, Protocol), {}))
    app.include_router(implement(api, Exports(headers)))
    answer = ask(app, verb, f"/exports/{path}")
    if sent is None:
        assert (answer.status_code, answer.json()) == (500, {"type": "SERVER_ERROR"})
        assert f"sets {next(iter(headers)).title()}" in caplog.text
    else:
        assert answer.is_success
        assert sent.items() <= dict(answer.headers).items()


@pytest.mark.parametrize("in_guard", [False, True], ids=["handler", "guard"])
@pytest.mark.parametrize("plain", [False, True], ids=["async", "plain"])
def test_http_exceptions_of_handlers_and_guards_pass_through(
    in_guard: bool, plain: bool, caplog: pytest.LogCaptureFixture
) -> None:
    checked = Requirement("Checked", errors=[UNAUTHORIZED])

    @http.api("/notes", requires=[checked], error_format="problem")
    class Api(Protocol):
        @http.get("/{id}")
        def get(self, id: str) -> str: ...

    class Notes:
        def get(self, id: str) -> str:
            no_entry()
            return "never"

    class AsyncNotes:
        async def get(self, id: str) -> str:
            no_entry()
            return "never"

    def guard(call: Call) -> None:
        if in_guard:
            no_entry()

    app = FastAPI()
    app.include_router(implement(Api, Notes() if plain else AsyncNotes(), guards={checked: guard}))
    answer = Asking(app).get("/notes/a")
    assert (answer.status_code, answer.json()) == (451, {"detail": {"law": "yes"}})
    assert answer.headers["Link"] == "<https://example.org>"
    assert [
        record for record in caplog.records if record.name.startswith("sphinxcontrib_ggdocs")
    ] == []

    @app.exception_handler(HTTPException)
    async def handle_http(request: Request, error: Exception) -> Response:
        return Response("mine", 418)

    app.middleware_stack = None
    assert (Asking(app).get("/notes/a").status_code, Asking(app).get("/notes/a").text) == (
        418,
        "mine",
    )


UNSENDABLE = {
    "line break": "a\r\nSet-Cookie: admin=1",
    "line feed": "a\nb",
    "zero": "a\0b",
    "not Latin-1": "日本",
}


@pytest.mark.parametrize("value", UNSENDABLE.values(), ids=UNSENDABLE)
@pytest.mark.parametrize("by", ["reply", "response", "cookie", "HTTPException", "dependency"])
def test_headers_are_checked_before_they_are_sent(
    by: str, value: str, caplog: pytest.LogCaptureFixture
) -> None:
    def set_header(response: Response) -> None:
        if by == "dependency":
            response.headers["X-Value"] = value

    class Notes:
        def get(
            self, id: str, response: Response, nothing: Annotated[None, Depends(set_header)]
        ) -> str:
            match by:
                case "reply":
                    reply().headers["X-Value"] = value
                case "response":
                    response.headers["X-Value"] = value
                case "cookie":
                    response.set_cookie("seen", "yes", path=value)
                case "HTTPException":
                    raise HTTPException(401, headers={"X-Value": value})
            return id

    answer = client(Notes()).get("/notes/a")
    assert (answer.status_code, answer.json()) == (500, {"type": "SERVER_ERROR"})
    assert {"x-value", "set-cookie"}.isdisjoint(answer.headers)
    assert "NoteApi.get" in caplog.text


class Upload(Protocol):
    @http.post("/json")
    def by_json(self, user: User) -> str: ...
    @http.post("/form")
    def by_form(self, name: Annotated[str, http.Form()]) -> str: ...
    @http.post("/file")
    def by_file(self, file: Annotated[bytes, http.File()]) -> str: ...


class Uploads:
    def by_json(self, user: User) -> str:
        return "never"

    def by_form(self, name: str) -> str:
        return "never"

    def by_file(self, file: bytes) -> str:
        return "never"


@pytest.mark.parametrize(
    ("path", "media_type", "body"),
    [
        pytest.param("json", "application/json", b'{"name": "\xff"}', id="no UTF-8"),
        pytest.param("json", "application/json", b"[" * 100_000, id="too deep"),
        pytest.param("file", "multipart/form-data", b"x", id="no boundary"),
    ],
)
def test_an_unreadable_body(path: str, media_type: str, body: bytes) -> None:
    app = FastAPI()
    app.include_router(
        implement(http.api("/up")(type("UploadApi", (Upload, Protocol), {})), Uploads())
    )
    answer = ask(app, "POST", f"/up/{path}", content=body, headers={"Content-Type": media_type})
    assert (answer.status_code, answer.json()["type"]) == (422, "VALIDATION_ERROR")
    assert answer.json()["data"]
