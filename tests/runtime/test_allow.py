"""Methods that a path does not have: 405 with all that it has, in the error format of the
contract.
"""

from datetime import date
from typing import Annotated, Any, Protocol

import pytest
from fastapi import FastAPI
from pydantic import BaseModel, BeforeValidator, model_validator

from sphinxcontrib_ggdocs.contracts import Requirement, http
from sphinxcontrib_ggdocs.contracts.model import ErrorFormat
from sphinxcontrib_ggdocs.runtime import implement

from .items import ask

Tenant = Requirement(
    "Tenant",
    headers={"X-Tenant": int, "X-Trace": str | None},
    cookies={"size": Annotated[int | None, http.Cookie()]},
)


def reading(error_format: ErrorFormat) -> type:
    @http.api("/things", error_format=error_format)
    class ReadApi(Protocol):
        @http.get("/latest")
        def latest(self) -> int: ...
        @http.get("/{id}")
        def read(self, id: str) -> str: ...
        @http.get()
        @http.head()
        def all(self) -> int: ...

    return ReadApi


@http.api("/things")
class WriteApi(Protocol):
    @http.put("/{name}")
    def write(self, name: str) -> str: ...
    @http.delete("/{name}")
    def remove(self, name: str) -> str: ...
    @http.post()
    def add(self) -> int: ...


class Things:
    def latest(self) -> int:
        return 1

    def read(self, id: str) -> str:
        return id

    def all(self) -> int:
        return 2

    def write(self, name: str) -> str:
        return name

    def remove(self, name: str) -> str:
        return name

    def add(self) -> int:
        return 3


def application(error_format: ErrorFormat = "typed") -> FastAPI:
    app = FastAPI()
    app.include_router(implement(reading(error_format), Things()), prefix="/v1")
    app.include_router(implement(WriteApi, Things()), prefix="/v1")
    return app


@pytest.mark.parametrize("mounted", [False, True])
@pytest.mark.parametrize(
    ("verb", "path", "allow"),
    [
        pytest.param("PATCH", "/v1/things/a", "GET, PUT, DELETE", id="of two contracts"),
        pytest.param("PUT", "/v1/things", "GET, POST, HEAD", id="several on one method"),
        pytest.param("HEAD", "/v1/things/a", "GET, PUT, DELETE", id="HEAD"),
        pytest.param("PURGE", "/v1/things", "GET, POST, HEAD", id="one that nobody knows"),
    ],
)
def test_allow_has_every_method_of_the_path(
    verb: str, path: str, allow: str, mounted: bool
) -> None:
    app = application()
    if mounted:
        outer = FastAPI()
        outer.mount("/api", app)
        app, path = outer, f"/api{path}"
    answer = ask(app, verb, path)
    assert (answer.status_code, answer.headers["Allow"]) == (405, allow)
    assert verb == "HEAD" or answer.json() == {"type": "METHOD_NOT_ALLOWED"}


def test_methods_that_later_routes_have_are_found() -> None:
    app = application()
    assert [
        ask(app, verb, "/v1/things/latest").status_code for verb in ("GET", "PUT", "DELETE")
    ] == [200] * 3
    assert ask(app, "HEAD", "/v1/things").status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 422),
        ({"X-Tenant": "1"}, 200),
        ({"X-Tenant": "1", "Cookie": "size=large"}, 422),
        ({"X-Tenant": "1", "Cookie": "size=1", "X-Trace": "any"}, 200),
    ],
)
def test_what_a_requirement_asks_for_is_validated(headers: dict[str, str], status: int) -> None:
    @http.api("/tenants", requires=[Tenant])
    class TenantApi(Protocol):
        @http.get()
        def get(self) -> int: ...

    class Tenants:
        def get(self) -> int:
            return 1

    app = FastAPI()
    app.include_router(implement(TenantApi, Tenants()))
    answer = ask(app, "GET", "/tenants", headers=headers)
    assert answer.status_code == status
    if status == 422:
        assert answer.json()["type"] == "VALIDATION_ERROR"


class Exact(BaseModel):
    """Values of JSON."""

    number: int = 0
    real: float = 0
    flag: bool = False
    day: date | None = None
    names: set[str] = set()


class Lenient(BaseModel):
    """What a validator prepares."""

    number: Annotated[int, BeforeValidator(lambda value: value)] = 0
    day: date | None = None

    @model_validator(mode="before")
    @classmethod
    def prepared(cls, value: object) -> object:
        return value


@pytest.mark.parametrize(
    ("path", "value", "status"),
    [
        ("exact", {"number": 1, "real": 1, "flag": True, "day": "2026-01-01", "names": ["a"]}, 200),
        ("exact", {"number": "1"}, 422),
        ("exact", {"number": True}, 422),
        ("exact", {"flag": 0}, 422),
        ("lenient", {"number": "1", "day": "2026-01-01"}, 200),
    ],
)
def test_json_has_the_documented_types(path: str, value: Any, status: int) -> None:
    @http.api("/values")
    class ValueApi(Protocol):
        @http.post("/exact")
        def exact(self, value: Exact) -> Exact: ...
        @http.post("/lenient")
        def lenient(self, value: Lenient) -> Lenient: ...

    class Values:
        def exact(self, value: Exact) -> Exact:
            return value

        def lenient(self, value: Lenient) -> Lenient:
            return value

    app = FastAPI()
    app.include_router(implement(ValueApi, Values()))
    assert ask(app, "POST", f"/values/{path}", json=value).status_code == status
