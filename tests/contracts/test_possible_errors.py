"""Which errors callers can get: declared ones, those of requirements, and those that the runtime
adds.
"""

from collections.abc import AsyncIterator
from dataclasses import replace
from enum import StrEnum
from typing import Annotated, Any, Literal, NewType, Protocol

import pytest
from annotated_types import MinLen
from pydantic import AfterValidator, BaseModel, Field, PlainSerializer, Strict
from typing_extensions import TypeAliasType

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    FORBIDDEN,
    SERVER_ERROR,
    UNAUTHORIZED,
    VALIDATION_ERROR,
    Brand,
    Content,
    FieldProblem,
    HttpContract,
    HttpMethod,
    Requirement,
    ServiceError,
    Success,
    WebSocketContract,
    authenticated,
    contract_of,
    http,
    public,
    scope,
    security,
    ws,
)
from sphinxcontrib_ggdocs.contracts.possible_errors import (
    event_errors,
    possible_errors,
    refusal_errors,
)
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi

Word = NewType("Word", str)
Told = Annotated[str, Brand("Told"), Field(description="Words.", examples=["a"])]
Short = Annotated[str, Field(max_length=3)]
SENT_AS = (Field(title="Sent"), PlainSerializer(lambda sent: sent))
Text = TypeAliasType("Text", Annotated[str, *SENT_AS])
Checked = Annotated[str, AfterValidator(str.upper)]
Names = type[ServiceError[Any]]

GONE = ERROR.define("GONE", 410)
BUSY = ERROR.define("BUSY", 409)
Guard = Requirement("Guard", errors=[UNAUTHORIZED, GONE])


class Colour(StrEnum):
    """A colour."""

    RED = "red"


class Unreadable:
    """No type of pydantic."""


class Filter(BaseModel):
    """What to look for."""

    word: str | None = None


class HttpCases(Protocol):
    """Methods whose input can be wrong, or cannot."""

    @http.get("/nothing")
    def nothing(self) -> int: ...
    @http.get("/p/{word}")
    def path(self, word: str) -> int: ...
    @http.get("/brand/{word}")
    def path_of_newtype(self, word: Word) -> int: ...
    @http.get("/told/{word}")
    def path_of_brand_with_words(self, word: Told) -> int: ...
    @http.get("/optional")
    def optional_query(self, word: Text | None = None, other: Word = Word("")) -> int: ...
    @http.get("/header")
    def optional_header(self, word: Annotated[str | None, http.Header()] = None) -> int: ...
    @http.put("/raw")
    def raw_body(self, data: Annotated[bytes, http.Body(media_type="image/png")]) -> int: ...

    @http.get("/n/{number}")
    def path_of_number(self, number: int) -> int: ...
    @http.get("/short/{word}")
    def constrained_path(self, word: Short) -> int: ...
    @http.get("/minlen")
    def constrained_query(self, word: Annotated[str, MinLen(1)] = "a") -> int: ...
    @http.get("/checked/{word}")
    def validator(self, word: Checked) -> int: ...
    @http.get("/literal/{word}")
    def literal(self, word: Literal["a"]) -> int: ...
    @http.get("/enum/{word}")
    def enum(self, word: Colour) -> int: ...
    @http.get("/required")
    def required_query(self, word: str) -> int: ...
    @http.get("/list")
    def list_in_query(self, words: Annotated[list[str] | None, http.Query()] = None) -> int: ...
    @http.get("/model")
    def model_in_query(self, words: Filter) -> int: ...
    @http.post("/body")
    def body(self, words: Filter) -> int: ...
    @http.post("/any")
    def any_body(self, words: Any) -> int: ...
    @http.get("/strict")
    def strict_query(self, word: Annotated[str, Strict()] = "") -> int: ...
    @http.post("/form")
    def form(self, word: Annotated[str, http.Form()] = "") -> int: ...
    @http.post("/file")
    def file(self, data: Annotated[bytes, http.File()]) -> int: ...


VALID = {
    "nothing",
    "path",
    "path_of_newtype",
    "path_of_brand_with_words",
    "optional_query",
    "optional_header",
    "strict_query",
}
CASES = http.api("/cases")(HttpCases)


def http_contract(api: type) -> HttpContract:
    contract = contract_of(api)
    assert isinstance(contract, HttpContract)
    return contract


@pytest.mark.parametrize("method", http_contract(CASES).methods, ids=lambda method: method.name)
def test_invalid_input_is_shown_where_it_can_be(method: HttpMethod) -> None:
    found = possible_errors(http_contract(CASES), method)
    assert found == ((SERVER_ERROR,) if method.name in VALID else (VALIDATION_ERROR, SERVER_ERROR))


OWN_INVALID = ERROR.define("VALIDATION_ERROR", 400, list[FieldProblem])
SILENT_INVALID = ERROR.define("VALIDATION_ERROR", 400)
OTHER_INVALID = ERROR.define("VALIDATION_ERROR", 400, int)
OWN_FAILURE = ERROR.define("SERVER_ERROR", 503)


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        pytest.param([], (VALIDATION_ERROR, SERVER_ERROR), id="nothing"),
        pytest.param([BUSY], (BUSY, VALIDATION_ERROR, SERVER_ERROR), id="something else first"),
        pytest.param(
            [SERVER_ERROR, VALIDATION_ERROR],
            (SERVER_ERROR, VALIDATION_ERROR),
            id="both, in their order",
        ),
        pytest.param(
            [OWN_INVALID], (OWN_INVALID, SERVER_ERROR), id="an own one with the same data"
        ),
        pytest.param(
            [SILENT_INVALID], (SILENT_INVALID, SERVER_ERROR), id="an own one without data"
        ),
        pytest.param([OWN_FAILURE], (OWN_FAILURE, VALIDATION_ERROR), id="an own failure"),
        pytest.param(
            [OTHER_INVALID],
            (OTHER_INVALID, VALIDATION_ERROR, SERVER_ERROR),
            id="data that the runtime cannot make",
        ),
    ],
)
@pytest.mark.parametrize("by_requirement", [False, True])
def test_declared_errors_replace_built_in_ones(
    declared: list[Names], expected: tuple[Names, ...], by_requirement: bool
) -> None:
    inner = Requirement("Inner", errors=declared)

    @http.api("/own", requires=[inner] if by_requirement else ())
    class OwnApi(Protocol):
        @http.get("/{id}", errors=() if by_requirement else declared)
        def get(self, id: int) -> int: ...

    contract = http_contract(OwnApi)
    assert possible_errors(contract, contract.methods[0]) == expected


def test_a_type_that_cannot_be_read_can_be_invalid() -> None:
    class Api(Protocol):
        @http.get("/")
        def get(self, word: Annotated[Unreadable | None, http.Query()] = None) -> int: ...

    contract = http_contract(http.api("/unreadable")(Api))
    assert possible_errors(contract, contract.methods[0]) == (VALIDATION_ERROR, SERVER_ERROR)


def test_each_error_once_those_of_the_method_first() -> None:
    @http.api("/both", requires=[Guard])
    class BothApi(Protocol):
        @http.get(errors=[GONE, BUSY, GONE], requires=[Requirement("Late", errors=[BUSY])])
        def get(self) -> int: ...

    contract = http_contract(BothApi)
    assert possible_errors(contract, contract.methods[0]) == (
        GONE,
        BUSY,
        UNAUTHORIZED,
        SERVER_ERROR,
    )


@ws.api("/live/{room}", parameters={"room": Annotated[int, http.Path()]}, requires=[Guard])
class LiveApi(Protocol):
    """Talk."""

    @ws.client_to_server(errors=[BUSY])
    def ask(self, word: str) -> int: ...
    @ws.client_to_server
    def ping(self) -> int: ...
    @ws.client_to_server
    def tell(self, word: str) -> None: ...
    @ws.server_to_client
    def told(self, word: str) -> None: ...
    @ws.server_to_client(errors=[BUSY])
    def asked(self, word: str) -> int: ...


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        pytest.param(
            "ask", (BUSY, UNAUTHORIZED, GONE, VALIDATION_ERROR, SERVER_ERROR), id="a request"
        ),
        pytest.param("ping", (UNAUTHORIZED, GONE, SERVER_ERROR), id="a request without a message"),
        pytest.param("tell", (), id="an event"),
        pytest.param("told", (), id="an event of the service"),
        pytest.param("asked", (BUSY,), id="a request of the service"),
        pytest.param(
            None, (UNAUTHORIZED, GONE, VALIDATION_ERROR, SERVER_ERROR), id="the handshake"
        ),
    ],
)
def test_interactions(name: str | None, expected: tuple[Names, ...]) -> None:
    contract = contract_of(LiveApi)
    assert isinstance(contract, WebSocketContract)
    member = next((each for each in contract.interactions if each.name == name), None)
    assert possible_errors(contract, member) == expected


class Requests(Protocol):
    """No events of clients."""

    @ws.client_to_server
    def ask(self, word: str) -> int: ...
    @ws.server_to_client
    def told(self, word: str) -> None: ...


class Pings(Protocol):
    """An event without a message."""

    @ws.client_to_server
    def ping(self) -> None: ...


@pytest.mark.parametrize(
    ("api", "of_events", "of_refusals"),
    [
        pytest.param(
            LiveApi,
            (UNAUTHORIZED, GONE, VALIDATION_ERROR, SERVER_ERROR),
            (VALIDATION_ERROR,),
            id="messages",
        ),
        pytest.param(
            ws.api("/pings")(Pings), (SERVER_ERROR,), (VALIDATION_ERROR,), id="no messages"
        ),
        pytest.param(ws.api("/requests")(Requests), (), (VALIDATION_ERROR,), id="no events"),
    ],
)
def test_failed_events_and_what_is_no_message(
    api: type, of_events: tuple[Names, ...], of_refusals: tuple[Names, ...]
) -> None:
    contract = contract_of(api)
    assert isinstance(contract, WebSocketContract)
    assert (event_errors(contract), refusal_errors(contract)) == (of_events, of_refusals)
    declared = replace(contract, event_errors=(BUSY,), refusals=(GONE,))
    assert (event_errors(declared), refusal_errors(declared)) == ((BUSY,), (GONE,))
    not_served = replace(contract, runtime_errors=False)
    assert (event_errors(not_served), refusal_errors(not_served)) == ((), ())


def test_a_handshake_of_any_text_is_never_invalid() -> None:
    @ws.api("/live/{room}", parameters={"room": str})
    class Open(Protocol):
        @ws.server_to_client
        def told(self, word: str) -> None: ...

    assert possible_errors(contract_of(Open)) == (SERVER_ERROR,)


def test_nothing_is_added_where_something_else_serves() -> None:
    @http.api("/far", runtime_errors=False)
    class FarApi(Protocol):
        @http.get("/{id}", errors=[GONE])
        def get(self, id: int) -> AsyncIterator[int]: ...

    far = http_contract(FarApi)
    written = HttpMethod(
        name="get",
        verbs=("GET",),
        path="/",
        successes=(Success(status=200, contents=(Content(),)),),
    )
    plain = HttpContract(name="Plain", methods=(written,), error_format="plain")
    hook = HttpContract(name="Hook", methods=(written,), outgoing=True, runtime_errors=True)
    assert possible_errors(far, far.methods[0]) == (GONE,)
    assert possible_errors(plain, written) == ()
    assert possible_errors(hook, written) == ()


def test_every_surface_shows_them() -> None:
    contract = http_contract(CASES)
    openapi = to_openapi([CASES], title="Cases")
    spec = ApiDocSpec(slug="cases", title="Cases", http=[CASES])
    document = build_contract_doc(spec)
    shown = {method.name: set(method.errors) for method in document.groups[0].contracts[0].methods}
    assert shown == {
        method.name: {e.type for e in possible_errors(contract, method)}
        for method in contract.methods
    }
    for method in contract.methods:
        responses = openapi["paths"][contract.full_path(method)][method.verbs[0].lower()][
            "responses"
        ]
        statuses = {str(error.status) for error in possible_errors(contract, method)}
        assert {status for status in responses if status >= "400"} == statuses


KEY = security.ApiKey(name="Key", location="header", parameter="X-Key")
EXPIRED = ERROR.define("EXPIRED", 401)
FULL_QUOTA = ERROR.define("FULL_QUOTA", 403)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param({}, [], id="nothing is asked for"),
        pytest.param({"security": KEY}, [UNAUTHORIZED], id="a credential"),
        pytest.param({"security": security.optional(KEY)}, [UNAUTHORIZED], id="an optional one"),
        pytest.param({"permission": public}, [], id="everybody"),
        pytest.param({"permission": authenticated}, [], id="whoever is signed in"),
        pytest.param({"permission": scope("read")}, [FORBIDDEN], id="a scope"),
        pytest.param(
            {"security": KEY, "permission": scope("read")}, [UNAUTHORIZED, FORBIDDEN], id="both"
        ),
        pytest.param({"security": KEY, "errors": [EXPIRED]}, [EXPIRED], id="a 401 of its own"),
        pytest.param(
            {"permission": scope("read"), "errors": [FULL_QUOTA]}, [FULL_QUOTA], id="a 403"
        ),
    ],
)
def test_what_guards_refuse_with(options: dict[str, Any], expected: list[Names]) -> None:
    class Api(Protocol):
        @http.get("/", **options)
        def read(self) -> int: ...

    contract = http_contract(http.api("/refusals")(Api))
    assert list(possible_errors(contract, contract.methods[0])) == [*expected, SERVER_ERROR]
