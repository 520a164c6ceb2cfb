"""Exceptions whose answers are said once."""

from typing import Annotated, Any

import pytest
from fastapi import Depends, FastAPI, HTTPException, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel

from sphinxcontrib_ggdocs.adapters.fastapi import answers, contracts_from_fastapi, raises
from sphinxcontrib_ggdocs.contracts.contract_errors import BadOption
from sphinxcontrib_ggdocs.contracts.model import HttpMethod

from .methods import methods
from .test_routes import document


class Problem(BaseModel):
    code: str


class OutOfStock(HTTPException):
    """Nothing is left of it.

    And more for developers.
    """

    def __init__(self) -> None:
        super().__init__(409)


class NoneLeft(OutOfStock):
    pass


class Busy(Exception):
    status_code = 429


answers(409, Problem)(OutOfStock)
answers(name="RATE_LIMITED", description="Wait.")(Busy)


@answers(402)
class Unpaid(HTTPException):
    pass


async def handle(request: Request, error: Exception) -> JSONResponse:
    return JSONResponse({"code": "no"}, 409)


def told(method: HttpMethod) -> list[tuple[str, int]]:
    return [(error.type, error.status) for error in method.errors]


def test_an_exception_that_the_application_handles_is_on_every_operation() -> None:
    app = FastAPI(exception_handlers={OutOfStock: handle, Busy: handle})
    app.get("/a")(lambda: None)
    app.get("/b", responses={409: {"description": "Its own."}})(lambda: None)
    app.webhooks.post("hook")(lambda: None)
    found = methods(app)
    assert told(found["GET /a"]) == [("OUT_OF_STOCK", 409), ("RATE_LIMITED", 429)]
    assert told(found["GET /b"]) == [("Conflict", 409), ("RATE_LIMITED", 429)]
    assert told(found["POST hook"]) == []
    error = document(app)["errors"]["OUT_OF_STOCK"]
    assert (error["description"], error["data"]) == (
        "Nothing is left of it.",
        {"$ref": "#/schemas/Problem"},
    )


def test_handlers_and_dependencies_say_what_they_raise() -> None:
    @raises(Unpaid)
    def paying() -> None: ...

    app = FastAPI()

    @app.get("/")
    @raises(NoneLeft)
    def buy(paid: Annotated[None, Depends(paying)]) -> None: ...

    @app.get("/other")
    def look() -> None: ...

    found = methods(app)
    assert told(found["GET /"]) == [("OUT_OF_STOCK", 409), ("UNPAID", 402)]
    assert told(found["GET /other"]) == []
    assert document(app)["errors"]["UNPAID"]["data"] == {"$ref": "#/schemas/HTTPError"}


def test_an_application_with_an_answer_of_its_own_to_invalid_requests(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sphinxcontrib_ggdocs.adapters.fastapi.exceptions._errors_by_exception", {})
    answers(400, Problem, name="VALIDATION_ERROR")(RequestValidationError)
    usual, own = FastAPI(), FastAPI(exception_handlers={RequestValidationError: handle})
    for app in (usual, own):
        app.get("/{page}")(lambda page: None)
        app.get("/")(lambda: None)
    assert told(methods(own)["GET /{page}"]) == [("VALIDATION_ERROR", 400)]
    assert told(methods(own)["GET /"]) == []
    assert told(methods(usual)["GET /{page}"]) == [("Validation-Error", 422)]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "no status is known for LookupError"),
        ({"status": 200}, "200 is not an error status"),
        ({"status": 404, "name": "a b"}, "the type is not an identifier"),
    ],
)
def test_wrong_answers_are_errors_with_the_line_of_the_author(
    options: dict[str, Any], message: str
) -> None:
    with pytest.raises(BadOption, match=message) as caught:
        answers(**options)(LookupError)
    where = caught.value.where
    assert (where.file, where.owner) == (__file__, "LookupError")
    assert where.line is not None


def test_what_is_raised_must_have_an_answer() -> None:
    app = FastAPI()
    app.get("/")(raises(KeyError)(lambda: None))
    with pytest.raises(BadOption, match=r"the response to KeyError is not declared"):
        contracts_from_fastapi(app, strict=True)
