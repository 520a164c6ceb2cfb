"""Floats that JSON does not have, in what a service receives and sends over HTTP."""

import math
from collections.abc import Iterator
from typing import Any, Protocol

import pytest
from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict

from sphinxcontrib_ggdocs.contracts import ERROR, http
from sphinxcontrib_ggdocs.contracts.json_numbers import NoJsonNumber, as_json
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


class Constant(BaseModel):
    """Writes NaN as Python does."""

    model_config = ConfigDict(ser_json_inf_nan="constants")

    value: float


REFUSED: list[Any] = [
    pytest.param(Any, {"a": [{"b": {math.nan}}]}, id="deep"),
    pytest.param(Any, Measured(value=math.nan), id="a model of any type"),
    pytest.param(Constant, Constant(value=math.nan), id="written as a constant"),
    pytest.param(float, math.nan, id="alone"),
]


@pytest.mark.parametrize(("form", "data"), REFUSED)
def test_they_are_refused_wherever_they_are(form: Any, data: Any) -> None:
    with pytest.raises(NoJsonNumber, match="is not a number of JSON"):
        as_json(form, data)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "-1e400"])
def test_they_are_refused(app: FastAPI, number: str) -> None:
    headers = {"Content-Type": "application/json"}
    answer = ask(app, "POST", "/sensor", content=f'{{"value": {number}}}', headers=headers)
    assert (answer.status_code, answer.json()["type"]) == (422, "VALIDATION_ERROR")
