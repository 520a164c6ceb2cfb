"""A constant that several methods share is one schema: its identity is that of the object."""

import json
from typing import Annotated, Any, Literal, Protocol

import pytest
from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.contracts import http, ws
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi


class Circle(BaseModel):
    kind: Literal["circle"]


class Square(BaseModel):
    kind: Literal["square"]


Mode = Literal["dark", "light"]
Tags = Annotated[list[str], Field(max_length=5)]
Limits = Annotated[dict[str, int], Field(min_length=1)]
Shape = Annotated[Circle | Square, Field(discriminator="kind")]
Both = Circle | Square
Sizes = dict[str, float]


def get_and_save(constant: Any, answered: Any = None) -> type:
    """A contract with a method that answers a type and one that is sent it."""
    given, sent = constant if answered is None else answered, constant

    @http.api("/settings")
    class SettingsApi(Protocol):
        @http.get("")
        def get(self) -> given: ...  # type: ignore[valid-type]

        @http.put("")
        def save(self, value: sent) -> None: ...  # type: ignore[valid-type]

    return SettingsApi


def shared(api: type) -> dict[str, Any]:
    """The schemas of a document that both methods mention, by name."""
    document = json.loads(build_contract_doc(http=[api], title="Settings").to_json())
    places = document["uses"]["methods"].values()
    mentioned = [{name for names in place.values() for name in names} for place in places]
    if len(mentioned) < 2:
        return {}
    return {name: document["schemas"][name] for name in sorted(set.intersection(*mentioned))}


CONSTANTS: dict[str, Any] = {
    "Mode": (Mode, "Mode"),
    "Tags": (Tags, "Tags"),
    "Limits": (Limits, "Limits"),
    "Shape": (Shape, "Shape"),
    "Both": (Both, "Both"),
    "Sizes": (Sizes, "Sizes"),
    "without a name": (Annotated[list[int], Field(max_length=3)], "list[int]"),
    "of many words": (Literal[tuple(f"w{n}" for n in range(30))], None),
}


@pytest.mark.parametrize(("constant", "title"), CONSTANTS.values(), ids=CONSTANTS)
def test_a_get_and_save_pair(constant: Any, title: str | None) -> None:
    [(name, schema)] = shared(get_and_save(constant)).items()
    assert title is None or schema["title"] == title
    assert len(name) <= 60


def test_inside_of_lists_and_optional_types() -> None:
    assert [*shared(get_and_save(Tags, list[Tags]))] == ["Tags"]
    assert [*shared(get_and_save(Shape, Shape | None))] == ["Shape"]


def test_equal_types_are_not_one() -> None:
    other = Annotated[list[str], Field(max_length=5)]
    assert shared(get_and_save(Tags, other)) == {}


def test_lists_and_unions_that_no_module_names_are_not_constants() -> None:
    assert shared(get_and_save(list[str])) == {}
    assert [*shared(get_and_save(str | int))] == []


def test_parameters_alone_do_not_make_a_constant() -> None:
    @http.api("/words")
    class WordApi(Protocol):
        @http.get("/a")
        def one(self, mode: Mode) -> int: ...

        @http.get("/b")
        def other(self, mode: Mode) -> int: ...

    assert build_contract_doc(http=[WordApi], title="T").schemas.keys() == {"FieldProblem"}


def test_files_of_other_formats_have_the_names() -> None:
    api = get_and_save(Shape)
    assert "Shape" in to_openapi([api], title="T")["components"]["schemas"]

    @ws.api("/live")
    class Live(Protocol):
        @ws.client_to_server
        def draw(self, shape: Shape) -> None: ...

        @ws.server_to_client
        def drawn(self, shape: Shape) -> None: ...

    assert "Shape" in to_asyncapi([Live], title="T")["components"]["schemas"]


def test_the_same_contracts_give_the_same_bytes() -> None:
    api = get_and_save(Mode), get_and_save(Tags)
    one, other = (
        build_contract_doc(
            groups=[{"name": f"g{n}", "http": [each]} for n, each in enumerate(api)], title="T"
        ).to_json()
        for _ in range(2)
    )
    assert one == other
