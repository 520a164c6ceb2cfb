"""Numbers in what a service receives and sends over HTTP: floats that JSON does not have, and
integers with a fraction of zero.
"""

import json
import math
from collections.abc import Iterator
from enum import IntEnum
from typing import Annotated, Any, Literal, NewType, Protocol

import pytest
from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict, Field, StrictInt, ValidationError

from sphinxcontrib_ggdocs.contracts import ERROR, http
from sphinxcontrib_ggdocs.contracts.json_numbers import NoJsonNumber, as_json
from sphinxcontrib_ggdocs.runtime import implement
from sphinxcontrib_ggdocs.runtime.json_values import load_json

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

    @http.put("/stars")
    def rate(self, stars: Annotated[int, http.Body()]) -> int: ...


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

    def rate(self, stars: int) -> int:
        return stars


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
    with pytest.raises(NoJsonNumber, match="is not a JSON number"):
        as_json(form, data)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e400", "-1e400"])
def test_they_are_refused(app: FastAPI, number: str) -> None:
    headers = {"Content-Type": "application/json"}
    answer = ask(app, "POST", "/sensor", content=f'{{"value": {number}}}', headers=headers)
    assert (answer.status_code, answer.json()["type"]) == (422, "VALIDATION_ERROR")


class Level(IntEnum):
    """How loud."""

    LOW = 1
    HIGH = 2


class Order(BaseModel):
    """How many, of what."""

    count: int = Field(ge=1)
    price: float
    note: Any = None


Count = NewType("Count", int)

WHOLE: list[Any] = [
    pytest.param(int, "3.0", 3, id="an integer"),
    pytest.param(int, "1e2", 100, id="with an exponent"),
    pytest.param(int, "-0.0", 0, id="zero"),
    pytest.param(int, "1e22", 10**22, id="larger than 64 bits"),
    pytest.param(StrictInt, "3.0", 3, id="a strict integer"),
    pytest.param(Count, "3.0", 3, id="a brand"),
    pytest.param(Literal[1, 2, 3], "3.0", 3, id="a literal"),
    pytest.param(Level, "2.0", Level.HIGH, id="an enum"),
    pytest.param(int | str, "3.0", 3, id="a union"),
    pytest.param(list[int], "[1, 2.0]", [1, 2], id="in a list"),
    pytest.param(dict[str, int], '{"a": 2.0}', {"a": 2}, id="in a mapping"),
    pytest.param(Order, '{"count": 2.0, "price": 3.0}', Order(count=2, price=3.0), id="in a model"),
]


@pytest.mark.parametrize(("form", "text", "expected"), WHOLE)
def test_a_fraction_of_zero_is_an_integer(form: Any, text: str, expected: Any) -> None:
    """JSON Schema says so (2020-12, 4.2.3), and so the documented schema does."""
    value = load_json(form, json.loads(text))
    assert (value, type(value)) == (expected, type(expected))


@pytest.mark.parametrize("form", [float, int | float, Any, list[Any]])
def test_a_float_stays_one(form: Any) -> None:
    given = [3.0] if form == list[Any] else 3.0
    value = load_json(form, given)
    assert repr(value) == repr(given)


NO_INTEGERS = ["3.5", "true", '"3"', '"3.0"', "null", "[3.0]"]


@pytest.mark.parametrize("text", NO_INTEGERS)
def test_what_is_no_integer_is_refused(text: str) -> None:
    with pytest.raises(ValidationError):
        load_json(int, json.loads(text))


def test_only_what_is_wrong_is_reported() -> None:
    with pytest.raises(ValidationError) as caught:
        load_json(Order, {"count": 2.0, "price": "high"})
    assert [error["loc"] for error in caught.value.errors()] == [("price",)]


@pytest.mark.parametrize(("body", "status"), [("3.0", 200), ("3.5", 422)])
def test_an_integer_as_a_body(app: FastAPI, body: str, status: int) -> None:
    headers = {"Content-Type": "application/json"}
    answer = ask(app, "PUT", "/sensor/stars", content=body, headers=headers)
    assert answer.status_code == status
