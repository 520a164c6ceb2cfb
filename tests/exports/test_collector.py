"""The pass that collects the types of contracts for all documents."""

from collections.abc import Callable
from typing import NewType, Protocol

import pytest

from sphinxcontrib_ggdocs.asyncapi import asyncapi_document
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import ERROR, ContractError, HttpContract, contract_of, http, ws
from sphinxcontrib_ggdocs.lint import check_contracts
from sphinxcontrib_ggdocs.lint.survey import survey
from sphinxcontrib_ggdocs.native import contract_document
from sphinxcontrib_ggdocs.openapi import openapi_document


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
            lambda: contract_document(
                ApiDocSpec(slug="a", title="A", http=[Wrong], ws=[WrongFeed])
            ),
            [*PLACES["http"], *PLACES["ws"][:-1]],
            id="contract document",
        ),
        pytest.param(lambda: openapi_document([Wrong], title="A"), PLACES["http"], id="OpenAPI"),
        pytest.param(
            lambda: asyncapi_document([WrongFeed], title="A"), PLACES["ws"], id="AsyncAPI"
        ),
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


@ws.api("/c")
class Asking(Protocol):
    @ws.server_to_client
    def ask(self, question: str) -> int: ...

    @ws.client_to_server
    def say(self, text: str) -> int: ...


@pytest.mark.parametrize(
    ("name", "facets"), [("ask", ["output", "input"]), ("say", ["input", "output"])]
)
def test_the_service_reads_what_clients_send_answers_included(name: str, facets: list[str]) -> None:
    operations = {each.model.name: each for each in survey([contract_of(Asking)]).operations}
    assert [slot.facet for slot in operations[name].mentions][:2] == facets


def test_a_contract_without_methods_is_collected() -> None:
    document = openapi_document([HttpContract(name="Empty", description="None.")], title="A")
    assert document["tags"] == [{"name": "Empty", "description": "None."}]
    assert document["paths"] == {}
