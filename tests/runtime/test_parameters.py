"""`implement`: parameters whose types have parts that FastAPI or a model reads differently."""

from typing import Annotated, Any, Protocol

import pytest
from pydantic import BaseModel, Field, Json

from sphinxcontrib_ggdocs.contracts import http

from .items import application, ask


class Trace(BaseModel):
    """Headers; the first has no alias, so that its name on the wire differs from the field's."""

    x_trace: int = 3
    caller: str = Field("nobody", alias="X-Caller")


@http.api("/values")
class ValueApi(Protocol):
    @http.get("/trace")
    def trace(self, trace: Annotated[Trace, http.Header()]) -> list[Any]: ...

    @http.get("/page")
    def page(self, page: Annotated[int, Field(default=3)]) -> list[Any]: ...

    @http.get("/limited")
    def limited(self, page: Annotated[int, Field(default=3, gt=1)]) -> list[Any]: ...

    @http.post("/json")
    def json(
        self, numbers: Annotated[Json[list[int]], http.Query()], body: dict[str, Json[int]]
    ) -> list[Any]: ...


class Values(ValueApi):
    def trace(self, trace: Trace) -> list[Any]:
        return [trace.x_trace, trace.caller]

    def page(self, page: int) -> list[Any]:
        return [page]

    def limited(self, page: int) -> list[Any]:
        return [page]

    def json(self, numbers: list[int], body: dict[str, int]) -> list[Any]:
        return [numbers, body]


@pytest.mark.parametrize(
    ("path", "headers", "expected"),
    [
        pytest.param("trace", {}, [3, "nobody"], id="headers left out"),
        pytest.param("trace", {"X-Trace": "7", "X-Caller": "ada"}, [7, "ada"], id="headers"),
        pytest.param("page", {}, [3], id="a default in Annotated"),
        pytest.param("page?page=7", {}, [7], id="in its place"),
        pytest.param("limited", {}, [3], id="a default and a bound in Annotated"),
    ],
)
def test_values(path: str, headers: dict[str, str], expected: list[Any]) -> None:
    answer = ask(application((ValueApi, Values())), "GET", f"/values/{path}", headers=headers)
    assert answer.json() == expected


@pytest.mark.parametrize(
    ("query", "body", "path"),
    [("[1", '{"a": "1"}', "query.numbers"), ("[1]", '{"a": "x"}', "body.a"), ("[1]", "{", "body")],
)
def test_the_place_of_a_text_that_is_no_json(query: str, body: str, path: str) -> None:
    app = application((ValueApi, Values()))
    headers = {"Content-Type": "application/json"}
    answer = ask(app, "POST", f"/values/json?numbers={query}", content=body, headers=headers)
    assert [problem["path"] for problem in answer.json()["data"]] == [path]
    is_about_body = path == "body"
    assert ("This is not JSON" in answer.text) == is_about_body
