"""Floats that JSON does not have, in what a service receives and sends over HTTP."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol

import pytest
from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict

from sphinxcontrib_ggdocs.contracts import ERROR, http
from sphinxcontrib_ggdocs.contracts.json_numbers import NoJsonNumber, as_json
from sphinxcontrib_ggdocs.contracts.model import MISSING
from sphinxcontrib_ggdocs.runtime import implement

from .items import ask


class Measured(BaseModel):
    """A measurement, which may be missing."""

    value: float
    before: float | None = None


FAULTY = ERROR.define("FAULTY", 409, Measured, description="The sensor is faulty.")


@http.api("/sensor")
class SensorApi(Protocol):
    """A sensor."""

    @http.get(errors=[FAULTY])
    def read(self, value: str, error: bool = False) -> Measured: ...

    @http.get("/stream")
    def stream(self, value: str) -> Iterator[Measured]: ...

    @http.post()
    def write(self, measured: Measured) -> None: ...


class Sensor:
    """Measures what it is told."""

    def read(self, value: str, error: bool = False) -> Measured:
        measured = Measured(value=float(value))
        if error:
            raise FAULTY(measured)
        return measured

    def stream(self, value: str) -> Iterator[Measured]:
        yield Measured(value=1)
        yield Measured(value=float(value))

    def write(self, measured: Measured) -> None:
        assert math.isfinite(measured.value)


@pytest.fixture(scope="module")
def app() -> FastAPI:
    made = FastAPI()
    made.include_router(implement(SensorApi, Sensor()))
    return made


NUMBERS = ["nan", "inf", "-inf"]


@pytest.mark.parametrize("value", NUMBERS)
@pytest.mark.parametrize("error", [False, True])
def test_they_are_not_sent(app: FastAPI, value: str, error: bool) -> None:
    """pydantic writes null in their place, which the schema of a number does not allow."""
    answer = ask(app, "GET", "/sensor", params={"value": value, "error": error})
    assert (answer.status_code, answer.json()) == (500, {"type": "SERVER_ERROR"})


@dataclass
class Plain:
    """The same as a dataclass."""

    value: object


class Text(BaseModel):
    """Writes NaN as a text."""

    model_config = ConfigDict(ser_json_inf_nan="strings")

    value: float


class Constant(BaseModel):
    """Writes NaN as Python does."""

    model_config = ConfigDict(ser_json_inf_nan="constants")

    value: float


REFUSED: list[Any] = [
    pytest.param(Measured, Measured(value=math.nan), id="a model"),
    pytest.param(Measured, {"value": math.inf}, id="a mapping"),
    pytest.param(list[float], (1.0, -math.inf), id="a tuple"),
    pytest.param(Any, {"a": [{"b": {math.nan}}]}, id="deep"),
    pytest.param(Plain, Plain(Plain(math.nan)), id="a dataclass"),
    pytest.param(Constant, Constant(value=math.nan), id="written as a constant"),
    pytest.param(float, math.nan, id="alone"),
]


@pytest.mark.parametrize(("form", "data"), REFUSED)
def test_an_error_with_one_is_refused_where_it_is_made(form: Any, data: Any) -> None:
    error = ERROR.define("FAULTY", 409, form)
    with pytest.raises(
        ValueError, match=r"^data of FAULTY: .* (?:is not a number|are not numbers) of JSON"
    ):
        error(data)


ACCEPTED: list[Any] = [
    pytest.param(Text, Text(value=math.nan), id="written as a text"),
    pytest.param(MISSING, math.nan, id="not sent"),
    pytest.param(Measured, {"no": math.nan}, id="of another type, which the response reports"),
    pytest.param(Measured, Measured(value=1.5), id="a number"),
]


@pytest.mark.parametrize(("form", "data"), ACCEPTED)
def test_other_data_of_an_error_is_accepted(form: Any, data: Any) -> None:
    assert ERROR.define("FAULTY", 409, form)(data).data is data


def test_a_constant_of_python_is_not_sent() -> None:
    with pytest.raises(NoJsonNumber, match="nan is not a number of JSON"):
        as_json(Constant, Constant(value=math.nan))


def test_none_is_sent_where_it_is_declared(app: FastAPI) -> None:
    answer = ask(app, "GET", "/sensor", params={"value": "1.5"})
    assert answer.json() == {"value": 1.5, "before": None}


def test_a_stream_ends_with_an_error(app: FastAPI) -> None:
    answer = ask(app, "GET", "/sensor/stream", params={"value": "nan"})
    assert answer.text.splitlines()[0] == 'data: {"value":1.0,"before":null}'
    assert "SERVER_ERROR" in answer.text
    assert "NaN" not in answer.text


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "-1e400"])
def test_they_are_refused(app: FastAPI, number: str) -> None:
    headers = {"Content-Type": "application/json"}
    answer = ask(app, "POST", "/sensor", content=f'{{"value": {number}}}', headers=headers)
    assert (answer.status_code, answer.json()["type"]) == (422, "VALIDATION_ERROR")
