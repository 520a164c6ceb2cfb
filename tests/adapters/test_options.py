"""The options of applications: the same for each adapter, and reachable from every surface."""

import json
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

import pytest
from django.http import HttpRequest
from fastapi import FastAPI
from litestar import Controller, Litestar
from litestar import get as litestar_get
from litestar.openapi.datastructures import ResponseSpec
from ninja import NinjaAPI
from pydantic import BaseModel
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from sphinxcontrib_ggdocs.adapters import ApplicationWarning, ResolvedGroup
from sphinxcontrib_ggdocs.adapters.fastapi import contracts_from_fastapi
from sphinxcontrib_ggdocs.adapters.litestar import contracts_from_litestar
from sphinxcontrib_ggdocs.adapters.ninja import contracts_from_ninja
from sphinxcontrib_ggdocs.adapters.starlette import contracts_from_starlette
from sphinxcontrib_ggdocs.catalog import ApiDocSpec, AppOptions, SpecError, UnreadableRoute
from sphinxcontrib_ggdocs.contracts import HttpContract
from sphinxcontrib_ggdocs.contracts.contract_errors import ContractError
from sphinxcontrib_ggdocs.native import build_contract_doc
from tests.django_project import set_up
from tests.sphinx.projects import Project, project

from .test_app_option import service

__all__ = ["project", "service"]  # fixtures


class Gone(BaseModel):
    """It has been deleted."""


def fastapi_app() -> FastAPI:
    app = FastAPI()

    @app.get("/items/{id}", tags=["items"], responses={410: {"model": Gone}})
    def read_item(id: str) -> str:
        return id

    @app.get("/admin/users", tags=["people"], openapi_extra={"x-audience": "internal"})
    def list_users() -> list[str]:
        return []

    return app


def litestar_app() -> Litestar:
    @litestar_get("/items/first", tags=["items"], responses={410: ResponseSpec(Gone)})
    async def read_item() -> str:
        return ""

    @litestar_get("/admin/users", tags=["people"], opt={"x-audience": ["internal", "staff"]})
    async def list_users() -> list[str]:
        return []

    return Litestar([read_item, list_users], openapi_config=None)


def starlette_app() -> Starlette:
    async def read_item(request: Request) -> Response:
        return JSONResponse({})

    async def list_users(request: Request) -> Response:
        return JSONResponse({})

    list_users.x_audience = "internal"  # type: ignore[attr-defined]
    return Starlette(routes=[Route("/items/{id}", read_item), Route("/admin/users", list_users)])


def ninja_api() -> NinjaAPI:
    set_up()
    api = NinjaAPI()

    @api.get("/items/{id}", tags=["items"], response={200: str, 410: Gone})
    def read_item(request: HttpRequest, id: str) -> str:
        return id

    @api.get("/admin/users", tags=["people"], openapi_extra={"x-audience": "internal"})
    def list_users(request: HttpRequest) -> list[str]:
        return []

    return api


Read = Callable[..., list[ResolvedGroup]]


READERS = [
    pytest.param(contracts_from_fastapi, fastapi_app, id="FastAPI"),
    pytest.param(contracts_from_litestar, litestar_app, id="Litestar"),
    pytest.param(contracts_from_ninja, ninja_api, id="Django Ninja"),
    pytest.param(contracts_from_starlette, starlette_app, id="Starlette"),
]


def methods(groups: Sequence[ResolvedGroup]) -> dict[str, str]:
    """By name: the whole path."""
    return {
        method.name: contract.full_path(method)
        for group in groups
        for contract in group.contracts
        if isinstance(contract, HttpContract)
        for method in contract.methods
    }


def by_first_segment(route: Any) -> str:
    path = getattr(route, "path", None) or next(iter(route.paths))
    return str(path).split("/")[1]


def is_admin(route: Any) -> bool:
    return by_first_segment(route) == "admin"


def for_staff(route: Any) -> str | None:
    return "staff" if is_admin(route) else None


def shortened(route: Any) -> str | None:
    return "users" if is_admin(route) else None


class Name(str, Enum):  # noqa: UP042 - the text of a StrEnum is its value
    ITEM = "item"


NAMES = {"read_item": Name.ITEM}


@pytest.mark.parametrize(("read", "app"), READERS)
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param({"include": ["/items/*"]}, {"read_item"}, id="include"),
        pytest.param({"include": is_admin}, {"list_users"}, id="include by a function"),
        pytest.param({"exclude": ["/items/*"]}, {"list_users"}, id="exclude"),
        pytest.param(
            {"method_names": {"GET /admin/users": "users"}}, {"read_item", "users"}, id="path"
        ),
        pytest.param({"method_names": {"read_item": "item"}}, {"item", "list_users"}, id="handler"),
        pytest.param({"method_names": NAMES}, {"item", "list_users"}, id="names of an enumeration"),
        pytest.param({"method_names": shortened}, {"read_item", "users"}, id="names by a function"),
    ],
)
def test_routes_are_chosen_and_named(
    read: Read, app: Callable[[], Any], options: Any, expected: set[str]
) -> None:
    assert set(methods(read(app(), **options))) == expected


@pytest.mark.parametrize(("read", "app"), READERS)
@pytest.mark.parametrize(
    ("options", "audience", "expected"),
    [
        pytest.param({}, "partners", {"read_item"}, id="what a route says, others"),
        pytest.param({}, "internal", {"read_item", "list_users"}, id="what a route says"),
        pytest.param({"audience": for_staff}, "internal", {"read_item"}, id="a function as well"),
    ],
)
def test_routes_are_for_an_audience(
    read: Read, app: Callable[[], Any], options: Any, audience: str, expected: set[str]
) -> None:
    groups = read(app(), **options)
    assert set(methods(groups)) == {"read_item", "list_users"}
    spec = ApiDocSpec(slug="a", title="A", groups=groups, audience=audience)
    document = build_contract_doc(spec)
    contracts = [contract for group in document.groups for contract in group.contracts]
    assert {method.name for contract in contracts for method in contract.methods} == expected


@pytest.mark.parametrize("app", [*(param.values[1] for param in READERS), FastAPI])
def test_a_document_without_routes_has_a_warning(app: Callable[[], Any]) -> None:
    spec = ApiDocSpec(slug="a", title="A", app=app(), app_options=AppOptions(include=["/other/*"]))
    with pytest.warns(ApplicationWarning, match="no route of .*; the document is empty\n.*include"):
        assert spec.resolved_groups() == ()
    strict = AppOptions(include=["/other/*"], strict=True)
    with pytest.raises(UnreadableRoute, match="no route of the application is documented"):
        ApiDocSpec(slug="a", title="A", app=app(), app_options=strict).resolved_groups()


@pytest.mark.parametrize(("read", "app"), READERS)
def test_routes_are_grouped_and_groups_have_titles(read: Read, app: Callable[[], Any]) -> None:
    groups = read(app(), group_by=by_first_segment, group_names={"items": "Things"})
    assert {group.name for group in groups} == {"Things", "admin"}
    assert {group.slug for group in groups} == {"things", "admin"}
    groups = read(app(), group_by=by_first_segment, group_names=str.upper)
    assert {group.name for group in groups} == {"ITEMS", "ADMIN"}
    (group,) = read(app(), group_by="router")
    assert group.name == "Test Options"


def test_the_router_of_a_litestar_handler_is_its_controller() -> None:
    class Things(Controller):
        path = "/things"

        @litestar_get(tags=["all"])
        async def list_things(self) -> list[str]:
            return []

    app = Litestar([Things], openapi_config=None)
    assert [group.name for group in contracts_from_litestar(app)] == ["all"]
    assert [group.name for group in contracts_from_litestar(app, group_by="router")] == ["Things"]


def named_error(status: int, declaration: Any) -> str | None:
    return f"E{status}"


@pytest.mark.parametrize(("read", "app"), READERS[:2])
def test_errors_are_named(read: Read, app: Callable[[], Any]) -> None:
    (contract,) = read(app(), include=["/items/*"], error_name=named_error)[0].contracts
    assert isinstance(contract, HttpContract)
    assert "E410" in {error.type for error in contract.methods[0].errors}


HELPERS = """
from service_under_test import app

NAMES = {"get_item": "item"}
PATHS = ["/items/*"]


def titled(name):
    return name.title() + "!"


def grouped(route):
    return "All"
"""


OPTIONS: dict[str, Any] = {
    "method_names": "options_by_name:NAMES",
    "group_names": "options_by_name:titled",
}


@pytest.fixture
def named(service: Project) -> Project:
    service.write("options_by_name.py", HELPERS.replace("service_under_test", service.module))
    return service


def check(document: Any) -> None:
    (group,) = document["groups"]
    assert group["name"] == "Items!"
    assert [method["name"] for method in group["contracts"][0]["methods"]] == ["item"]


def test_names_of_functions_and_data_in_a_spec(named: Project) -> None:
    spec = ApiDocSpec(
        slug="w",
        title="W",
        app=f"{named.module}:app",
        app_options=AppOptions(**OPTIONS, include="options_by_name:PATHS"),
    )
    check(json.loads(build_contract_doc(spec).to_json()))


@pytest.mark.slow
def test_in_conf_py(named: Project) -> None:
    named.config["ggdocs_docs"] = named.named(
        [{"slug": "w", "title": "W", "app": "{module}:app", "app_options": OPTIONS}]
    )
    named.page("API\n===\n\n.. ggdocs:: w\n")
    built = named.build()
    assert not built.warnings
    check(json.loads(built.read("apidocs/w/api-docs.json")))


@pytest.mark.parametrize(
    ("options", "text"),
    [
        pytest.param(
            {"group_by": "colour"}, "'colour' is not accepted.*\n.*give 'tags'", id="group_by"
        ),
        pytest.param({"audience": ["a"]}, r"\['a'\] is not accepted", id="audience"),
        pytest.param({"grup_by": "tags"}, "did you mean 'group_by'", id="unknown"),
    ],
)
def test_wrong_options(options: Any, text: str) -> None:
    values = {"slug": "a", "title": "A", "app": "shop:app", "app_options": options}
    with pytest.raises(SpecError, match=text):
        ApiDocSpec.model_validate(values)


def raising(_route: object) -> str:
    raise LookupError("no name")


def test_a_named_function_that_raises_has_its_place() -> None:
    name = f"{__name__}:raising"
    spec = ApiDocSpec(
        slug="a", title="A", app=fastapi_app(), app_options=AppOptions(method_names=name)
    )
    with pytest.raises(
        ContractError, match=r"app_options\.method_names: .*:raising raises LookupError: no"
    ):
        spec.resolved_groups()


def test_options_without_an_application() -> None:
    with pytest.raises(SpecError, match="app_options are given without an application"):
        ApiDocSpec.model_validate(
            {"slug": "a", "title": "A", "http": ["a:B"], "app_options": {"group_by": "router"}}
        )


@pytest.mark.parametrize(
    "values",
    [
        pytest.param({"title": "A", "slug": "a", "http": ["x" * 9000]}, id="contract"),
        pytest.param({"title": "A", "slug": "x!" * 9000, "app": "a:b"}, id="slug"),
        pytest.param({"title": "A", "slug": "a", "app": "x" * 9000}, id="application"),
    ],
)
def test_long_values_do_not_fill_a_message(values: Any) -> None:
    with pytest.raises(SpecError) as caught:
        ApiDocSpec.model_validate(values)
    assert len(str(caught.value)) < 1200
