"""Which errors callers can get: declared ones, those of requirements, and those that the runtime
adds.
"""

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Annotated, Any, NewType, Protocol

import pytest
from pydantic import AfterValidator, BaseModel, Field, PlainSerializer, Strict
from typing_extensions import TypeAliasType

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
    @http.get("/told/{word}")
    def path_of_brand_with_words(self, word: Told) -> int: ...
    @http.get("/optional")
    def optional_query(self, word: Text | None = None, other: Word = Word("")) -> int: ...
    @http.put("/raw")
    def raw_body(self, data: Annotated[bytes, http.Body(media_type="image/png")]) -> int: ...
    @http.put("/raw-or-nothing")
    def optional_raw_body(
        self, data: Annotated[bytes, http.Body(media_type="image/png")] = b""
    ) -> int: ...

    @http.get("/n/{number}")
    def path_of_number(self, number: int) -> int: ...
    @http.get("/short/{word}")
    def constrained_path(self, word: Short) -> int: ...
    @http.get("/checked/{word}")
    def validator(self, word: Checked) -> int: ...
    @http.get("/required")
    def required_query(self, word: str) -> int: ...
    @http.get("/list")
    def list_in_query(self, words: Annotated[list[str] | None, http.Query()] = None) -> int: ...
    @http.post("/body")
    def body(self, words: Filter) -> int: ...
    @http.get("/strict")
    def strict_query(self, word: Annotated[str, Strict()] = "") -> int: ...
    @http.post("/form")
    def form(self, word: Annotated[str, http.Form()] = "") -> int: ...


VALID = {
    "nothing",
    "path",
    "path_of_brand_with_words",
    "optional_query",
    "optional_raw_body",
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


@pytest.mark.parametrize(
    ("declared", "expected"),
    [
        pytest.param(
            [OWN_INVALID], (OWN_INVALID, SERVER_ERROR), id="an own one with the same data"
        ),
        pytest.param(
            [SILENT_INVALID], (SILENT_INVALID, SERVER_ERROR), id="an own one without data"
        ),
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


class Requests(Protocol):
    """No events of clients."""

    @ws.client_to_server
    def ask(self, word: str) -> int: ...
    @ws.server_to_client
    def told(self, word: str) -> None: ...


@pytest.mark.parametrize(
    ("api", "of_events", "of_refusals"),
    [
        pytest.param(
            LiveApi,
            (UNAUTHORIZED, GONE, VALIDATION_ERROR, SERVER_ERROR),
            (VALIDATION_ERROR,),
            id="messages",
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


KEY = security.ApiKey(name="Key", location="header", parameter="X-Key")
EXPIRED = ERROR.define("EXPIRED", 401)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param({"security": KEY}, [UNAUTHORIZED], id="a credential"),
        pytest.param({"permission": public}, [], id="everybody"),
        pytest.param({"permission": scope("read")}, [FORBIDDEN], id="a scope"),
        pytest.param({"security": KEY, "errors": [EXPIRED]}, [EXPIRED], id="a 401 of its own"),
    ],
)
def test_what_guards_refuse_with(options: dict[str, Any], expected: list[Names]) -> None:
    class Api(Protocol):
        @http.get("/", **options)
        def read(self) -> int: ...

    contract = http_contract(http.api("/refusals")(Api))
    assert list(possible_errors(contract, contract.methods[0])) == [*expected, SERVER_ERROR]
