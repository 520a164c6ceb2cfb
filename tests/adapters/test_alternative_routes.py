"""Routes with one verb and path between which a request chooses, as Galaxy has them: one method that
takes what all of them take.
"""

from typing import Annotated, Any

from fastapi import APIRouter, FastAPI, Form, Request
from fastapi.routing import APIRoute
from pydantic import BaseModel
from starlette.routing import Match

from sphinxcontrib_ggdocs.adapters.fastapi import contracts_from_fastapi
from sphinxcontrib_ggdocs.contracts.model import HttpContract
from sphinxcontrib_ggdocs.openapi import to_openapi


class ByContentType(APIRoute):
    """Takes requests with one content type."""

    content_type = "application/json"

    def matches(self, scope: Any) -> tuple[Match, Any]:
        match, inner = super().matches(scope)
        is_other = Request(scope).headers.get("content-type", "") != self.content_type
        return (Match.NONE if is_other else match), inner


class ByForm(ByContentType):
    content_type = "application/x-www-form-urlencoded"


class Wanted(BaseModel):
    name: str


class Renamed(BaseModel):
    other: str


class Made(BaseModel):
    id: int


def application(*, included: bool) -> FastAPI:
    app = FastAPI(title="Chosen")
    by_json, by_form = APIRouter(route_class=ByContentType), APIRouter(route_class=ByForm)

    @by_json.post("/jobs", status_code=201, responses={409: {"description": "Taken."}})
    def create(wanted: Wanted, dry: bool, trace: str = "") -> Made:
        raise NotImplementedError

    @by_form.post("/jobs", status_code=202, responses={410: {"description": "Gone."}})
    def create_by_form(name: Annotated[str, Form()], trace: str, *, fast: bool) -> Made:
        raise NotImplementedError

    @by_json.put("/jobs")
    def rename(wanted: Wanted) -> Made:
        raise NotImplementedError

    @by_json.put("/jobs")
    def rename_later(renamed: Renamed) -> Made:
        raise NotImplementedError

    @by_json.put("/jobs", openapi_extra={"x-internal": True})
    def rename_inside(secret: Made) -> Made:
        raise NotImplementedError

    for router in (by_json, by_form):
        if included:
            app.include_router(router)
        else:
            app.router.routes += router.routes

    @app.get("/plain")
    def plain() -> Made:
        raise NotImplementedError

    @app.get("/plain")
    def never_called(name: str) -> Wanted:
        raise NotImplementedError

    return app


def test_bodies_and_responses_of_all() -> None:
    for included in (True, False):
        paths: Any = to_openapi(app=application(included=included))["paths"]
        operation = paths["/jobs"]["post"]
        body = operation["requestBody"]
        assert body["required"] is True
        assert [*body["content"]] == ["application/json", "application/x-www-form-urlencoded"]
        assert operation["responses"].keys() == {"201", "202", "409", "410", "422"}
        required = {each["name"]: each.get("required", False) for each in operation["parameters"]}
        assert required == {"dry": False, "trace": False, "fast": False}


def test_bodies_of_one_media_type_are_a_union() -> None:
    paths: Any = to_openapi(app=application(included=True))["paths"]
    body = paths["/jobs"]["put"]["requestBody"]["content"]["application/json"]["schema"]
    names = ("Wanted", "Renamed")
    assert body == {"anyOf": [{"$ref": f"#/components/schemas/{name}"} for name in names]}


def test_of_plain_routes_the_first_takes_all_requests() -> None:
    paths: Any = to_openapi(app=application(included=True))["paths"]
    assert "parameters" not in paths["/plain"]["get"]


def test_errors_of_alternatives_are_numbered_first() -> None:
    app = FastAPI()
    by_json, by_form = APIRouter(route_class=ByContentType), APIRouter(route_class=ByForm)

    @by_json.post("/jobs", responses={409: {"model": Wanted}})
    def create(wanted: Wanted) -> Made:
        raise NotImplementedError

    @by_form.post("/jobs", responses={409: {"model": Renamed}})
    def create_by_form(name: Annotated[str, Form()]) -> Made:
        raise NotImplementedError

    app.include_router(by_json)
    app.include_router(by_form)
    [group] = contracts_from_fastapi(app)
    [contract] = group.contracts
    assert isinstance(contract, HttpContract)
    [method] = contract.methods
    conflicts = [error for error in method.errors if error.status == 409]
    types = {error.data_type.__name__: error.type for error in conflicts}
    assert types == {"Renamed": "Conflict", "Wanted": "Conflict-2"}
