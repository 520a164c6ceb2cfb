"""The pass that collects the types of contracts for all documents."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, ClassVar, NewType, Protocol

import pytest
from pydantic import BaseModel, Field, computed_field

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.catalog.document_source import read_source
from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    BodyField,
    Content,
    ContractError,
    HttpContract,
    HttpMethod,
    Interaction,
    Parameter,
    RequestBody,
    Requirement,
    Source,
    Success,
    WebSocketContract,
    contract_of,
    http,
    ws,
)
from sphinxcontrib_ggdocs.contracts.contract_errors import Location
from sphinxcontrib_ggdocs.contracts.message_model import ErrorAnswer
from sphinxcontrib_ggdocs.document.builder import SharedDocument, document_of
from sphinxcontrib_ggdocs.lint import check_contracts
from sphinxcontrib_ggdocs.lint.survey import survey
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi
from sphinxcontrib_ggdocs.schema.collector import Collector


class Opaque:
    """JSON cannot carry it."""


Secret = NewType("Secret", Opaque)
BROKEN = ERROR.define("BROKEN", 409, data=Opaque)


@http.api("/a")
class Wrong(Protocol):
    @http.post("/{id}", errors=[BROKEN])
    def save(self, id: Opaque, value: list[Opaque]) -> Secret: ...


@ws.api("/b")
class WrongFeed(Protocol):
    @ws.client_to_server(errors=[BROKEN])
    def send(self, value: Opaque) -> Opaque: ...


PLACES = {
    "http": ["Wrong.save: id", "Wrong.save: value", "Wrong.save: return", "BROKEN: data"],
    "ws": ["WrongFeed.send: value", "WrongFeed.send: return", "BROKEN: data"],
}


@pytest.mark.parametrize(
    ("build", "expected"),
    [
        pytest.param(
            lambda: build_contract_doc(
                ApiDocSpec(slug="a", title="A", http=[Wrong], ws=[WrongFeed])
            ),
            [*PLACES["http"], *PLACES["ws"][:-1]],
            id="contract document",
        ),
        pytest.param(lambda: to_openapi([Wrong], title="A"), PLACES["http"], id="OpenAPI"),
        pytest.param(lambda: to_asyncapi([WrongFeed], title="A"), PLACES["ws"], id="AsyncAPI"),
        pytest.param(
            lambda: check_contracts(Wrong, WrongFeed),
            [*PLACES["http"], *PLACES["ws"][:-1]],
            id="linter",
        ),
    ],
)
def test_types_without_a_schema_are_reported_together(
    build: Callable[[], object], expected: list[str]
) -> None:
    with pytest.raises(ContractError) as raised:
        build()
    lines = str(raised.value).splitlines()
    for place in expected:
        assert sum(place in line for line in lines) == 1, (place, lines)


def test_a_message_without_an_argument_is_called_message() -> None:
    body = RequestBody(contents=(Content(type=Opaque),))
    message = Interaction(name="say", direction="client_to_server", message=body)
    with pytest.raises(ContractError) as raised:
        to_asyncapi([WebSocketContract(name="Feed", path="/", interactions=(message,))], title="A")
    assert str(raised.value).startswith("Feed.say: message: ")


def test_the_data_of_an_error_of_which_no_line_is_known() -> None:
    """As of one that an application declares: it is named with the method."""
    error = type("GONE", (BROKEN,), {"type": "GONE", "source": Source(module="shop")})
    method = HttpMethod(name="get", verbs=("GET",), path="/", errors=(error,))
    with pytest.raises(ContractError) as raised:
        to_openapi([HttpContract(name="Api", path_prefix="", methods=(method,))], title="A")
    assert str(raised.value).startswith("Api.get: GONE.data: ")


@ws.api("/c")
class Asking(Protocol):
    @ws.server_to_client
    def ask(self, question: str) -> int: ...

    @ws.client_to_server
    def say(self, text: str) -> int: ...


@pytest.mark.parametrize(
    ("name", "modes"), [("ask", ["output", "input"]), ("say", ["input", "output"])]
)
def test_the_service_reads_what_clients_send_answers_included(name: str, modes: list[str]) -> None:
    operations = {each.model.name: each for each in survey([contract_of(Asking)]).operations}
    assert [slot.mode for slot in operations[name].slots][:2] == modes


def own_parameters(contract: Any, method: Any, _where: object) -> tuple[Parameter, ...]:
    """Those of a method, or of the handshake of a WebSocket."""
    parameters: tuple[Parameter, ...] = getattr(method or contract, "parameters", ())
    return parameters


class Named(BaseModel):
    name: str = "a"


class Counted(Named):
    @computed_field
    def size(self) -> int:
        return len(self.name)


@pytest.mark.parametrize(
    ("separate", "model", "modes"),
    [
        pytest.param(True, Named, ["input", "output", "output", "output"], id="separate"),
        pytest.param(False, Named, ["input", "input", "input", "input"], id="shared"),
        pytest.param(
            False, Counted, ["input", "output", "output", "output"], id="fields of answers alone"
        ),
        pytest.param(
            False,
            Annotated[Counted, Field(description="In words.")],
            ["input", "output", "output", "output"],
            id="the same below words",
        ),
        pytest.param(False, list[int], ["input", "input", "input", "input"], id="no model"),
    ],
)
def test_facets_of_requests_and_answers(separate: bool, model: Any, modes: list[str]) -> None:
    content = Content(type=model)
    header = Parameter(name="X-A", location="header", type=model)
    error = ERROR.define("GONE", 410, model)
    method = HttpMethod(
        name="save",
        verbs=("PUT",),
        path="",
        body=RequestBody(contents=(content,)),
        successes=(Success(status=200, contents=(content,), headers=(header,)),),
        errors=(error,),
    )
    contract = HttpContract(name="A", methods=(method,), separate_modes=separate)
    (typed,) = Collector(own_parameters).http_contract(contract).methods
    (success,) = typed.successes
    slots = [typed.body[0].slot, success.contents[0].slot, success.headers[0].slot]
    found = [slot.mode for slot in (*slots, typed.errors[0].data) if slot is not None]
    assert found == modes


def test_types_that_no_contract_mentions_are_collected_as_they_are_read() -> None:
    collector = Collector(own_parameters)
    collector.types([Counted], Location(owner="A"))
    schemas = collector.write("#/{name}").schemas
    assert list(schemas) == ["Counted"]
    assert list(schemas["Counted"]["properties"]) == ["name"]


def test_types_that_no_contract_mentions_have_a_place() -> None:
    collector = Collector(own_parameters)
    collector.types([Opaque], Location(owner="A"))
    with pytest.raises(ContractError, match=r"^A: "):
        collector.write("#/{name}")


def test_a_contract_may_take_bad_types_itself() -> None:
    problems: list[ContractError] = []
    say = Interaction(
        name="say", direction="client_to_server", answer=Content(type=Opaque), errors=(BROKEN,)
    )
    contract = WebSocketContract(
        name="A", path="/a", interactions=(say,), on_bad_type=problems.append
    )
    collector = Collector(own_parameters)
    collector.contract(contract)
    collector.write("#/{name}")
    places = [str(problem.where).rpartition(".py:")[2] for problem in problems]
    assert places == ["A.say: return", f"{BROKEN.source.line}: BROKEN: data"]


REFUSED = ERROR.define("REFUSED", 403, data=Named)
LOCKED = Requirement("Locked", errors=[REFUSED])


def test_errors_of_a_handshake_are_collected() -> None:
    contract = WebSocketContract(name="A", path="/a", requires=(LOCKED,))
    collector = Collector(own_parameters)
    typed = collector.websocket_contract(contract)
    assert [each.error for each in typed.handshake_errors] == [REFUSED]
    assert list(collector.errors) == [REFUSED]


def test_answers_of_errors_are_collected() -> None:
    error = ERROR.unnamed("Gone", 410, description="It was.")
    header = Parameter(name="X-A", location="header", type=int)
    error.answer = ErrorAnswer(contents=(Content(type=str),), headers=(header,))
    method = HttpMethod(name="get", verbs=("GET",), path="", errors=(error,))
    collector = Collector(own_parameters)
    (typed,) = collector.http_contract(HttpContract(name="A", methods=(method,))).methods
    answer = typed.errors[0].answer
    assert typed.errors[0].data is None
    assert collector.errors == {error: typed.errors[0]}
    assert answer is not None
    assert (answer.success.status, answer.success.description) == (410, "It was.")
    assert [content.content for content in answer.contents] == list(error.answer.contents)
    assert [typed.parameter for typed in answer.headers] == [header]


def _places(contract: HttpContract | WebSocketContract) -> list[str]:
    """The places of types that have no schema, without names of files."""
    collector = Collector(own_parameters)
    collector.contract(contract)
    with pytest.raises(ContractError) as raised:
        collector.write("#/{name}")
    return [str(error.where).rpartition(".py:")[2] for error in raised.value.exceptions]


OPAQUE = Content(type=Opaque)
FORM = Content(fields=(BodyField(name="part", type=Opaque),))


HEADER = Parameter(name="X-Opaque", location="header", type=Opaque)
OF_ARGUMENT = replace(HEADER, argument="opaque")


@pytest.mark.parametrize(
    ("parts", "place"),
    [
        ({"body": RequestBody(contents=(OPAQUE,))}, "A.save: body"),
        ({"body": RequestBody(contents=(OPAQUE,), argument="thing")}, "A.save: thing"),
        ({"body": RequestBody(contents=(FORM,))}, "A.save: part"),
        ({"parameters": (HEADER,)}, "A.save: X-Opaque"),
        ({"parameters": (OF_ARGUMENT,)}, "A.save: opaque"),
        ({"successes": (Success(status=200, headers=(HEADER,)),)}, "A.save: X-Opaque"),
    ],
)
def test_the_place_of_a_part_of_a_method(parts: dict[str, Any], place: str) -> None:
    method = HttpMethod(name="save", verbs=("PUT",), path="", **parts)
    assert _places(HttpContract(name="A", methods=(method,))) == [place]


def test_the_place_of_the_data_of_an_error() -> None:
    method = HttpMethod(name="save", verbs=("PUT",), path="", errors=(BROKEN,))
    (place,) = _places(HttpContract(name="A", methods=(method,)))
    assert place.endswith("BROKEN: data")


@pytest.mark.parametrize(("argument", "place"), [(None, "message"), ("thing", "thing")])
def test_the_place_of_a_message(argument: str | None, place: str) -> None:
    message = RequestBody(contents=(OPAQUE,), argument=argument)
    say = Interaction(name="say", direction="client_to_server", message=message)
    contract = WebSocketContract(name="A", path="/a", interactions=(say,), parameters=(HEADER,))
    assert _places(contract) == ["A: X-Opaque", f"A.say: {place}"]


@pytest.mark.parametrize(("own", "line"), [(Source(module=__name__, line=7), 7), (None, 3)])
def test_the_line_of_a_method_or_else_of_its_contract(own: Source | None, line: int) -> None:
    method = HttpMethod(
        name="save",
        verbs=("PUT",),
        path="",
        body=RequestBody(contents=(OPAQUE,)),
        source=own,
    )
    source = Source(module=__name__, line=3)
    collector = Collector(own_parameters)
    collector.contract(HttpContract(name="A", methods=(method,), source=source))
    with pytest.raises(ContractError) as raised:
        collector.write("#/{name}")
    assert f"{Path(__file__).name}:{line}: A.save: body" in str(raised.value)


def test_callbacks_are_collected_with_the_method() -> None:
    told = HttpMethod(
        name="told", verbs=("POST",), path="{url}", body=RequestBody(contents=(OPAQUE,))
    )
    callback = HttpContract(name="Told", methods=(told,), outgoing=True)
    method = HttpMethod(name="ask", verbs=("POST",), path="", callbacks=(callback,))
    contract = HttpContract(name="A", methods=(method,))
    (typed,) = Collector(own_parameters).http_contract(contract).methods
    assert [each.contract for each in typed.callbacks] == [callback]
    assert _places(contract) == ["Told.told: body"]


class Described(BaseModel):
    size: int

    calls: ClassVar[list[str]] = []

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: Any) -> Any:
        cls.calls.append(cls.__name__)
        return handler(core)


BROKEN_TWICE = ERROR.define("BROKEN_TWICE", 409, data=Described)


@http.api("/counted")
class Shared(Protocol):
    @http.post("/", errors=[BROKEN_TWICE])
    def save(self, value: Described) -> Described: ...


def test_outputs_that_share_a_document_build_it_once_and_say_the_same() -> None:
    alone = ApiDocSpec(slug="a", title="A", http=[Shared])
    shared = ApiDocSpec(slug="a", title="A", http=[Shared]).sharing(SharedDocument())
    Described.calls.clear()
    documents = build_contract_doc(shared), to_openapi(shared, title="B")
    seen = len(Described.calls)
    assert documents == (build_contract_doc(alone), to_openapi(alone, title="B"))
    assert len(Described.calls) == 3 * seen


@pytest.mark.parametrize("strict", [True, False])
def test_outputs_that_share_a_document_have_the_same_parts(strict: bool) -> None:
    """Contracts that may lack types are copied each time that they are resolved."""
    spec = ApiDocSpec(slug="a", title="A", http=[Shared], strict=strict)
    spec = spec.sharing(SharedDocument())
    first, second = document_of(*read_source(spec)), document_of(*read_source(spec))
    assert first.groups is second.groups


def test_a_document_is_built_once_for_all_audiences() -> None:
    spec = ApiDocSpec(slug="a", title="A", http=[Shared]).sharing(SharedDocument())
    Described.calls.clear()
    public = build_contract_doc(spec.for_audience("public"))
    seen = len(Described.calls)
    assert seen
    assert to_openapi(spec.for_audience("partner"))["paths"]
    assert len(Described.calls) == seen
    assert public == build_contract_doc(ApiDocSpec(slug="a", title="A", http=[Shared]))
