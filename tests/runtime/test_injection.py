"""Parameters of handlers that FastAPI resolves, and what is refused when the service starts."""

import asyncio
import functools
import json
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Annotated, Any, Protocol

import httpx
import pytest
from fastapi import (
    BackgroundTasks,
    Body,
    Cookie,
    Depends,
    FastAPI,
    Form,
    Header,
    HTTPException,
    Query,
    Request,
    Response,
    Security,
    WebSocket,
)
from fastapi.security import APIKeyHeader, HTTPBearer, SecurityScopes
from pydantic import BaseModel
from starlette.requests import HTTPConnection
from typing_extensions import TypeAliasType
from websockets.exceptions import InvalidStatus
from websockets.sync import client as websockets

from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    UNAUTHORIZED,
    BearerToken,
    ContractError,
    Requirement,
    http,
    ws,
)
from sphinxcontrib_ggdocs.runtime import Call, Peer, implement, reply

from ..serving.hosting import by_uvicorn
from .future_handlers import FutureNotes, FutureUnknown
from .test_implement import ask

GONE = ERROR.define("GONE", 410, description="It was here.")
EVENTS: list[str] = []


class Asking:
    """Sends requests to an application."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app

    def request(self, verb: str, path: str, **options: Any) -> httpx.Response:
        return ask(self.app, verb, path, **options)

    def get(self, path: str, **options: Any) -> httpx.Response:
        return ask(self.app, "GET", path, **options)


class User(BaseModel):
    """Somebody."""

    name: str


@http.api("/notes")
class NoteApi(Protocol):
    """Notes."""

    @http.get("/{id}", errors=[GONE])
    def get(self, id: str) -> str: ...


def current_user(x_user: Annotated[str | None, Header()] = None) -> User:
    if x_user is None:
        raise HTTPException(401, "who?", headers={"WWW-Authenticate": "Bearer"})
    return User(name=x_user)


def scopes(wanted: SecurityScopes, user: Annotated[User, Depends(current_user)]) -> str:
    return f"{user.name}:{wanted.scope_str}"


def opened() -> Iterator[str]:
    EVENTS.append("open")
    try:
        yield "session"
    except Exception as error:
        EVENTS.append(type(error).__name__)
        raise
    else:
        EVENTS.append("commit")
    finally:
        EVENTS.append("close")


async def opened_too() -> AsyncIterator[str]:
    yield "async session"


def counted(response: Response) -> None:
    response.headers["X-Count"] = "1"
    response.set_cookie("seen", "yes")


CurrentUser = TypeAliasType("CurrentUser", Annotated[User, Depends(current_user)])
Session = Annotated[str, Depends(opened)]


class Plain:
    def get(self, id: str, user: Annotated[User | None, Depends(current_user)] = None) -> str:
        assert user is not None
        return f"{id} {user.name}"


class ByDefault:
    def get(self, id: str, user: User = Depends(current_user)) -> str:  # noqa: B008
        return f"{id} {user.name}"


class ByAlias:
    async def get(self, id: str, user: CurrentUser) -> str:
        return f"{id} {user.name}"


class KeywordOnly:
    async def get(self, id: str, *, user: Annotated[User, Depends(current_user)]) -> str:
        return f"{id} {user.name}"


class First:
    async def get(self, user: Annotated[User, Depends(current_user)], id: str) -> str:
        return f"{id} {user.name}"


class Rest:
    async def get(self, id: str, user: Annotated[User, Depends(current_user)], **rest: Any) -> str:
        assert not rest
        return f"{id} {user.name}"


def logged(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return wrapper


class Wrapped:
    @logged
    def get(self, id: str, user: Annotated[User, Depends(current_user)]) -> str:
        return f"{id} {user.name}"


class WrappedTwice:
    @logged
    @logged
    async def get(self, id: str, user: Annotated[User, Depends(current_user)]) -> str:
        return f"{id} {user.name}"


class Static:
    @staticmethod
    def get(id: str, user: Annotated[User, Depends(current_user)]) -> str:
        return f"{id} {user.name}"


class OfClass:
    @classmethod
    def get(cls, id: str, user: Annotated[User, Depends(current_user)]) -> str:
        return f"{id} {user.name}"


def get_with(
    sign: str, id: str, user: Annotated[User, Depends(current_user)], end: str = "!"
) -> str:
    return f"{id}{sign}{user.name}{end}"


class Partial:
    def __init__(self) -> None:
        self.get = functools.partial(get_with, " ", end="")


class _Callable:
    async def __call__(self, id: str, user: Annotated[User, Depends(current_user)]) -> str:
        return f"{id} {user.name}"


class CallableObject:
    def __init__(self) -> None:
        self.get = _Callable()


RESOLVED = [
    Plain(),
    ByDefault(),
    ByAlias(),
    KeywordOnly(),
    First(),
    Rest(),
    Wrapped(),
    WrappedTwice(),
    Static(),
    OfClass(),
    Partial(),
    CallableObject(),
    FutureNotes(),
]


def client(handler: Any, **options: Any) -> "Asking":
    app = FastAPI(**options)
    app.include_router(implement(NoteApi, handler))
    return Asking(app)


@pytest.mark.parametrize("handler", RESOLVED, ids=lambda handler: type(handler).__name__)
def test_a_dependency_runs_and_turns_away(handler: Any) -> None:
    asked = client(handler)
    refused = asked.get("/notes/a")
    assert (refused.status_code, refused.json()) == (401, {"detail": "who?"})
    assert refused.headers["WWW-Authenticate"] == "Bearer"
    assert asked.get("/notes/a", headers={"X-User": "ada"}).json() == "a ada"


def test_sub_dependencies_scopes_and_overrides() -> None:
    class Notes:
        def get(self, id: str, who: Annotated[str, Security(scopes, scopes=["notes:read"])]) -> str:
            return who

    app = FastAPI()
    app.include_router(implement(NoteApi, Notes()))
    asked = Asking(app)
    assert asked.get("/notes/a").status_code == 401
    assert asked.get("/notes/a", headers={"X-User": "ada"}).json() == "ada:notes:read"
    app.dependency_overrides[current_user] = lambda: User(name="eve")
    assert asked.get("/notes/a").json() == "eve:notes:read"


@pytest.mark.parametrize(
    "scheme", [HTTPBearer(), APIKeyHeader(name="X-Key")], ids=["bearer", "api key"]
)
def test_security_schemes_of_fastapi(scheme: Any) -> None:
    class Notes:
        def get(self, id: str, credentials: Annotated[Any, Depends(scheme)]) -> str:
            return "in"

    asked = client(Notes())
    assert asked.get("/notes/a").status_code in (401, 403)
    assert asked.get("/notes/a", headers={"Authorization": "Bearer x", "X-Key": "y"}).json() == "in"


def test_what_fastapi_gives_by_type() -> None:
    class Notes:
        def get(
            self,
            id: str,
            tasks: BackgroundTasks,
            request: Request,
            again: Request,
            connection: HTTPConnection,
            response: Response,
            security: SecurityScopes,
        ) -> str:
            assert (security.scopes, again) == ([], request)
            tasks.add_task(EVENTS.append, "task")
            response.headers["X-Path"] = request.url.path + connection.url.path
            return id

    EVENTS.clear()
    answer = client(Notes()).get("/notes/a")
    assert (answer.json(), answer.headers["X-Path"], EVENTS) == ("a", "/notes/a/notes/a", ["task"])


def test_headers_and_cookies_of_a_dependency() -> None:
    class Notes:
        def get(self, id: str, count: Annotated[None, Depends(counted)]) -> str:
            return id

    answer = client(Notes()).get("/notes/a")
    assert (answer.headers["X-Count"], answer.cookies["seen"]) == ("1", "yes")
    assert answer.headers.get_list("content-type") == ["application/json"]


class WithSession:
    """Fails as it is told."""

    def get(self, id: str, session: Session, tasks: BackgroundTasks) -> str:
        tasks.add_task(EVENTS.append, "task")
        match id:
            case "gone":
                raise GONE
            case "broken":
                raise LookupError(session)
            case "http":
                raise HTTPException(404)
        return session


@pytest.mark.parametrize(
    ("id", "status", "events"),
    [
        pytest.param("fine", 200, ["open", "commit", "close", "task"], id="success"),
        pytest.param("gone", 410, ["open", "GONE", "close"], id="a declared error"),
        pytest.param("broken", 500, ["open", "LookupError", "close"], id="any other error"),
        pytest.param("http", 404, ["open", "HTTPException", "close"], id="an answer of FastAPI"),
    ],
)
def test_a_dependency_with_yield_sees_how_the_call_ends(
    id: str, status: int, events: list[str]
) -> None:
    EVENTS.clear()
    assert client(WithSession()).get(f"/notes/{id}").status_code == status
    assert sorted(EVENTS) == sorted(events)
    assert [event for event in EVENTS if event != "task"] == [
        event for event in events if event != "task"
    ]


def test_a_dependency_may_answer_for_an_exception() -> None:
    async def translated() -> AsyncIterator[None]:
        try:
            yield
        except LookupError as error:
            raise HTTPException(404, "not there", headers={"X-Why": "lookup"}) from error

    class Notes:
        def get(self, id: str, nothing: Annotated[None, Depends(translated)]) -> str:
            raise LookupError(id)

    answer = client(Notes()).get("/notes/a")
    assert (answer.status_code, answer.json(), answer.headers["X-Why"]) == (
        404,
        {"detail": "not there"},
        "lookup",
    )


def test_dependencies_that_are_cached_run_once() -> None:
    calls: list[int] = []

    def counting() -> int:
        calls.append(1)
        return len(calls)

    def also(number: Annotated[int, Depends(counting)]) -> int:
        return number

    class Notes:
        def get(
            self,
            id: str,
            one: Annotated[int, Depends(counting)],
            two: Annotated[int, Depends(also)],
        ) -> str:
            return f"{one}{two}"

    assert client(Notes()).get("/notes/a").json() == "11"


def limit(size: Annotated[int, Query(ge=1)] = 1) -> int:
    return size


def test_a_wrong_parameter_of_a_dependency() -> None:
    @http.api("/things")
    class Thing(Protocol):
        @http.get("/free/{id}")
        def free(self, id: str) -> int: ...
        @http.get("/typed/{id}")
        def typed(self, id: int) -> int: ...

    class Things:
        def free(self, id: str, size: Annotated[int, Depends(limit)]) -> int:
            return size

        def typed(self, id: int, size: Annotated[int, Depends(limit)]) -> int:
            return size

    app = FastAPI()
    app.include_router(implement(Thing, Things()))
    asked = Asking(app)
    free, typed = asked.get("/things/free/1?size=0"), asked.get("/things/typed/1?size=0")
    assert free.json()["detail"][0]["loc"] == [
        "query",
        "size",
    ]  # the method cannot answer VALIDATION_ERROR
    assert (typed.status_code, typed.json()["type"]) == (422, "VALIDATION_ERROR")
    assert asked.get("/things/free/1?size=3").json() == 3


# --- HTTPException from elsewhere ---


def no_entry() -> None:
    raise HTTPException(451, {"law": "yes"}, headers={"Link": "<https://example.org>"})


@pytest.mark.parametrize(
    ("of_app", "of_router"),
    [([Depends(no_entry)], []), ([], [Depends(no_entry)])],
    ids=["app", "include_router"],
)
@pytest.mark.parametrize("method", ["get", "put"])
def test_http_exceptions_pass_through(of_app: list[Any], of_router: list[Any], method: str) -> None:
    @http.api("/notes")
    class Api(Protocol):
        @http.get("/{id}")
        def get(self, id: int) -> str: ...
        @http.put("/{id}")
        def put(self, id: int, user: User) -> str: ...

    class Notes:
        def get(self, id: int) -> str:
            return "never"

        def put(self, id: int, user: User) -> str:
            return "never"

    app = FastAPI(dependencies=of_app)
    app.include_router(implement(Api, Notes()), dependencies=of_router)
    answer = Asking(app).request(method, "/notes/1", json={"name": "ada"})
    assert (answer.status_code, answer.json()) == (451, {"detail": {"law": "yes"}})
    assert answer.headers["Link"] == "<https://example.org>"


def test_exception_handlers_of_the_application_apply() -> None:
    class Moved(Exception):
        pass

    def moved() -> None:
        raise Moved

    class Notes:
        def get(self, id: str, nothing: Annotated[None, Depends(moved)]) -> str:
            return "never"

    app = FastAPI()
    app.include_router(implement(NoteApi, Notes()))

    @app.exception_handler(Moved)
    async def handle_moved(request: Request, error: Exception) -> Response:
        return Response("elsewhere", 303, headers={"Location": "/"})

    @app.exception_handler(HTTPException)
    async def handle_http(request: Request, error: Exception) -> Response:
        return Response("mine", 418)

    asked = Asking(app)
    assert asked.get("/notes/a").status_code == 303
    app.dependency_overrides[moved] = no_entry
    assert (asked.get("/notes/a").status_code, asked.get("/notes/a").text) == (418, "mine")


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


def test_headers_of_another_script_are_sent_as_latin_1() -> None:
    class Notes:
        def get(self, id: str) -> str:
            reply().headers["X-Name"] = "Zoë"
            return id

    assert client(Notes()).get("/notes/a").headers["X-Name"] == "Zoë"


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
        pytest.param("json", "application/json", b"{", id="no JSON"),
        pytest.param("json", "application/json", b'{"name": "\xff"}', id="no UTF-8"),
        pytest.param("json", "application/json", b"[" * 100_000, id="too deep"),
        pytest.param("file", "multipart/form-data", b"x", id="no boundary"),
        pytest.param("file", "multipart/form-data; boundary=a", b"--b\r\n", id="another boundary"),
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


# --- refused at the start ---


def handler_of(function: Any, name: str = "get") -> Any:
    return type("Notes", (), {name: function})()


def query_marker(self: Any, id: str, q: Annotated[str | None, Query()] = None) -> str:
    return ""


def query_default(self: Any, id: str, q: str | None = Query(None)) -> str:
    return ""


def header_marker(self: Any, id: str, q: Annotated[str | None, Header()] = None) -> str:
    return ""


def cookie_marker(self: Any, id: str, q: Annotated[str | None, Cookie()] = None) -> str:
    return ""


def body_marker(self: Any, id: str, q: Annotated[User | None, Body()] = None) -> str:
    return ""


def form_marker(self: Any, id: str, q: Annotated[str | None, Form()] = None) -> str:
    return ""


def own_default(self: Any, id: str, q: int = 3) -> str:
    return ""


def untyped(self: Any, id: str, q=None) -> str:  # type: ignore[no-untyped-def]
    return ""


def required(self: Any, id: str, q: User) -> str:
    return ""


def optional_request(self: Any, id: str, request: Request | None = None) -> str:
    return ""


def web_socket(self: Any, id: str, socket: WebSocket) -> str:
    return ""


def inside(self: Any, id: str, user: Annotated[User, Depends(current_user)] | None = None) -> str:
    return ""


def in_rest(self: Any, id: str, **user: Annotated[User, Depends(current_user)]) -> str:
    return ""


def in_args(self: Any, *user: Annotated[User, Depends(current_user)], id: str) -> str:
    return ""


def on_argument(self: Any, id: Annotated[str, Depends(current_user)]) -> str:
    return ""


def default_on_argument(self: Any, id: str = Depends(current_user)) -> str:
    return ""


def query_on_argument(self: Any, id: Annotated[str, Query(max_length=3)]) -> str:
    return ""


def positional(self: Any, user: Annotated[User, Depends(current_user)], /, id: str) -> str:
    return ""


SECOND = Depends(limit)


def two(self: Any, id: str, user: Annotated[User, Depends(current_user)] = SECOND) -> str:
    return ""


def body_of_dependency(user: User) -> str:
    return user.name


def below(inner: Annotated[str, Depends(body_of_dependency)]) -> str:
    return inner


def reads_body(self: Any, id: str, user: Annotated[str, Depends(below)]) -> str:
    return ""


def strange(parameter: Annotated[str, Query(default="a")]) -> None: ...
def fastapi_refuses(self: Any, id: str, user: Annotated[str, Depends(strange)]) -> str:
    return ""


REFUSED = [
    pytest.param(
        query_marker, "Notes.get: q: this value of the request is not in the contract", id="Query"
    ),
    pytest.param(query_default, "Notes.get: q: this value of the request", id="Query as default"),
    pytest.param(header_marker, "Notes.get: q: this value of the request", id="Header"),
    pytest.param(cookie_marker, "Notes.get: q: this value of the request", id="Cookie"),
    pytest.param(body_marker, "Notes.get: q: this value of the request", id="Body"),
    pytest.param(form_marker, "Notes.get: q: this value of the request", id="Form"),
    pytest.param(own_default, "Notes.get: q: 'q' is no argument of the contract", id="a default"),
    pytest.param(untyped, "Notes.get: q: 'q' is no argument of the contract", id="no type"),
    pytest.param(required, "Notes.get: q: 'q' is no argument of the contract", id="a model"),
    pytest.param(
        optional_request, "Notes.get: request: 'request' is no argument", id="Request | None"
    ),
    pytest.param(web_socket, "Notes.get: socket: 'socket' is no argument", id="WebSocket"),
    pytest.param(
        inside, "Notes.get: user: FastAPI does not see a Depends inside a type", id="inside a union"
    ),
    pytest.param(in_rest, "Notes.get: user: it cannot be passed as user=", id="**user"),
    pytest.param(in_args, "Notes.get: user: it cannot be passed as user=", id="*user"),
    pytest.param(positional, "Notes.get: user: it cannot be passed as user=", id="positional only"),
    pytest.param(
        on_argument, "Notes.get: id: 'id' is an argument of the contract", id="on an argument"
    ),
    pytest.param(
        default_on_argument, "Notes.get: id: 'id' is an argument", id="default of an argument"
    ),
    pytest.param(
        query_on_argument, "Notes.get: id: 'id' is an argument", id="Query on an argument"
    ),
    pytest.param(two, "Notes.get: user: it has two dependencies", id="two dependencies"),
    pytest.param(
        reads_body, "the dependency body_of_dependency reads user from the body", id="a body below"
    ),
    pytest.param(
        fastapi_refuses, "Notes.get: FastAPI refuses a parameter", id="what FastAPI refuses"
    ),
]


@pytest.mark.parametrize(("function", "says"), REFUSED)
def test_refused_at_the_start(function: Any, says: str) -> None:
    with pytest.raises(ContractError) as raised:
        implement(NoteApi, handler_of(function))
    assert says in str(raised.value)
    assert "hint: " in str(raised.value)
    assert raised.value.code == "handler-parameter"


class OnInit:
    def __init__(self, user: Annotated[User | None, Depends(current_user)] = None) -> None:
        self.user = user

    def get(self, id: str) -> str:
        return ""


class OnInitDefault:
    def __init__(self, user: User = Depends(current_user)) -> None:  # noqa: B008
        self.user = user

    def get(self, id: str) -> str:
        return ""


class OnAttribute:
    user: User = Depends(current_user)

    def get(self, id: str) -> str:
        return ""


class OnAnnotation:
    user: Annotated[User, Depends(current_user)]

    def get(self, id: str) -> str:
        return ""


@pytest.mark.parametrize(
    ("handler", "says"),
    [
        pytest.param(
            OnInit(), "OnInit.__init__: user: FastAPI does not resolve this", id="__init__"
        ),
        pytest.param(
            OnInitDefault(),
            "OnInitDefault.__init__: user: FastAPI does not resolve this",
            id="its default",
        ),
        pytest.param(
            OnAttribute(),
            "OnAttribute.user: FastAPI does not resolve attributes",
            id="a class attribute",
        ),
        pytest.param(
            OnAnnotation(),
            "OnAnnotation.user: FastAPI does not resolve attributes",
            id="an annotation",
        ),
        pytest.param(FutureUnknown(), "'Unknown' cannot be found", id="a type that is not there"),
    ],
)
def test_a_handler_of_another_making(handler: Any, says: str) -> None:
    with pytest.raises(ContractError) as raised:
        implement(NoteApi, handler)
    assert says in str(raised.value)


def test_markers_in_the_contract_itself() -> None:
    @http.api("/notes")
    class Api(Protocol):
        @http.get("/{id}")
        def get(self, id: str, token: Annotated[str, Header()]) -> str:
            return ""

    class Notes:
        def get(self, id: str, token: str) -> str:
            return ""

    with pytest.raises(
        ContractError, match=r"Api.get: token: FastAPI does not resolve this marker here"
    ):
        implement(Api, Notes())


SignedIn = Requirement("SignedIn", headers={"Authorization": BearerToken}, errors=[UNAUTHORIZED])


@http.api("/own", requires=[SignedIn])
class OwnApi(Protocol):
    @http.get()
    def get(self) -> str:
        return ""


class Own:
    def get(self) -> str:
        return "mine"


def guard_with_dependency(
    call: Call, user: Annotated[User | None, Depends(current_user)] = None
) -> None: ...
def guard_without_call() -> None: ...
def guard_with_more(call: Call, more: int) -> None: ...


@pytest.mark.parametrize(
    ("guard", "says"),
    [
        (guard_with_dependency, "OwnApi: guards[SignedIn].user: FastAPI does not resolve"),
        (guard_without_call, "OwnApi: guards[SignedIn]: the guard cannot be called"),
        (guard_with_more, "OwnApi: guards[SignedIn]: the guard cannot be called"),
    ],
)
def test_guards(guard: Any, says: str) -> None:
    with pytest.raises(ContractError) as raised:
        implement(OwnApi, Own(), guards={SignedIn: guard})
    assert says in str(raised.value)


# --- WebSockets ---


@ws.api("/chat/{room}", parameters={"room": str})
class ChatApi(Protocol):
    @ws.client_to_server
    def say(self, words: str) -> str:
        return ""


class Chat:
    def __init__(
        self,
        peer: Peer,
        user: Annotated[User, Depends(current_user)],
        socket: WebSocket,
        connection: HTTPConnection,
        session: Session,
    ) -> None:
        self.who = f"{user.name} {socket.url.path} {connection is socket} {session}"

    def say(self, words: str) -> str:
        return f"{self.who}: {words}"


async def connect(peer: Peer, user: Annotated[User, Depends(current_user)]) -> "PlainChat":
    return PlainChat(user.name)


class PlainChat:
    def __init__(self, who: str) -> None:
        self.who = who

    def say(self, words: str) -> str:
        return f"{self.who}: {words}"


@pytest.mark.parametrize(
    ("factory", "answer"),
    [(Chat, "ada /chat/x True session: hi"), (connect, "ada: hi")],
    ids=["class", "function"],
)
def test_dependencies_of_a_connection(factory: Any, answer: str) -> None:
    EVENTS.clear()
    app = FastAPI()
    app.include_router(implement(ChatApi, factory))
    with by_uvicorn({"it": app}, ws="websockets-sansio") as urls:
        address = urls["it"].replace("http", "ws") + "/chat/x"
        with websockets.connect(address, additional_headers={"X-User": "ada"}) as connection:
            connection.send('{"id": 1, "method": "say", "data": "hi"}')
            assert json.loads(connection.recv(timeout=30))["data"] == answer
        with pytest.raises(InvalidStatus) as raised, websockets.connect(address):
            pass
    assert raised.value.response.status_code == 401
    assert EVENTS in (["open", "commit", "close"], [])


class ChatWithQuery(PlainChat):
    def __init__(self, peer: Peer, name: Annotated[str, Query()] = "") -> None: ...


class ChatWithTasks(PlainChat):
    def __init__(self, peer: Peer, tasks: BackgroundTasks) -> None: ...


class ChatWithMessageDependency(PlainChat):
    def __init__(self, peer: Peer) -> None: ...

    def say(self, words: str, user: Annotated[User | None, Depends(current_user)] = None) -> str:
        return ""


def connect_with_more(peer: Peer, more: int = 3) -> PlainChat:
    return PlainChat("")


@pytest.mark.parametrize(
    ("factory", "says"),
    [
        (ChatWithQuery, "ChatWithQuery: name: this value of the request is not in the contract"),
        (ChatWithTasks, "ChatWithTasks: tasks: 'tasks' is no argument"),
        (
            ChatWithMessageDependency,
            "ChatWithMessageDependency.say: user: 'user' is no argument of the contract",
        ),
        (connect_with_more, "connect_with_more: more: 'more' is no argument"),
    ],
)
def test_refused_of_a_connection(factory: Any, says: str) -> None:
    with pytest.raises(ContractError) as raised:
        implement(ChatApi, factory)
    assert says in str(raised.value)


def test_both_event_loops_of_a_call_are_one() -> None:
    """A coroutine dependency and its handler share a task's context."""

    async def loop() -> asyncio.AbstractEventLoop:
        return asyncio.get_running_loop()

    class Notes:
        async def get(self, id: str, of_dependency: Annotated[Any, Depends(loop)]) -> str:
            return str(of_dependency is asyncio.get_running_loop())

    assert client(Notes()).get("/notes/a").json() == "True"
