"""Floats that JSON does not have, in what a service receives and sends over HTTP."""

import math
from collections.abc import Iterator
from typing import Protocol

import pytest
from fastapi import FastAPI
from pydantic import BaseModel

from sphinxcontrib_ggdocs.contracts import ERROR, http
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
