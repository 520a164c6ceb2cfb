"""An application in the place of contracts: in Sphinx, in a spec, on a running service, on the
command line.
"""

import json
import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.applications import Starlette
from starlette.endpoints import HTTPEndpoint
from starlette.middleware.cors import CORSMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from sphinxcontrib_ggdocs.adapters import GROUP, Adapter, installed_adapters
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.catalog.spec_errors import BadAdapter, ImportFailed, NoAdapter
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi
from tests.sphinx.projects import Project, project

__all__ = ["project"]  # a fixture


SERVICE = """\
from typing import NewType

from fastapi import FastAPI

ItemId = NewType("ItemId", str)


def create_app() -> FastAPI:
    app = FastAPI(title="Warehouse", version="3.1")

    @app.get("/items/{item}", tags=["items"])
    def get_item(item: ItemId) -> dict[str, int]:
        \"\"\"Fetch an item.\"\"\"
        return {}

    return app


async def create_later() -> FastAPI:
    return create_app()


def wants(something):
    return something


app = create_app()
nothing = object()
"""


@pytest.fixture
def service(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    project.write(f"{project.module}.py", SERVICE)
    project.config["ggdocs_docs"] = []
    monkeypatch.syspath_prepend(project.folder)
    return project


@pytest.mark.parametrize("module", ["everything", "test_litestar"])
def test_applications_with_everything_build_without_a_warning(
    service: Project, module: str
) -> None:
    service.config["ggdocs_docs"] = {"title": "All", "app": f"tests.adapters.{module}:app"}
    service.page("API\n===\n\n.. ggdocs::\n")
    built = service.build()
    assert not built.warnings
    if module == "everything":
        text = built.read("index.html")
        assert "InvoiceCallbacks" in text
        assert "HooksWebhooks" in text


def test_a_wrong_application_is_a_warning_with_its_place(service: Project) -> None:
    service.config["ggdocs_docs"] = service.named(
        [{"slug": "w", "title": "W", "app": "{module}:nothing"}]
    )
    service.page("API\n===\n\n.. ggdocs::\n")
    warnings = service.build().warnings
    assert "index.rst:4: WARNING" in warnings
    assert "no adapter reads builtins.object; installed are those for:" in warnings
    assert "fastapi.applications.FastAPI" in warnings
    assert "write an adapter: https://" in warnings


@pytest.mark.parametrize("named", ["app", "create_app()"])
def test_in_a_spec_by_name(service: Project, named: str) -> None:
    spec = ApiDocSpec(slug="w", title="W", app=f"{service.module}:{named}")
    assert list(to_openapi(spec)["paths"]) == ["/items/{item}"]


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sphinxcontrib_ggdocs", *arguments]
    environment = {**os.environ, "NO_COLOR": "1"}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("named", ["app", "create_app()"])
def test_on_the_command_line(service: Project, named: str) -> None:
    done = run(service.folder, "export", "openapi", f"{service.module}:{named}")
    assert done.returncode == 0, done.stderr
    written = json.loads(done.stdout)
    assert written["info"] == {"title": "Warehouse", "version": "3.1"}
    assert list(written["paths"]) == ["/items/{item}"]


MISTAKES: dict[str, Any] = {
    "no such attribute": ("nowhere", Exception, "nowhere"),
    "an async factory": ("create_later()", ImportFailed, r"create_later is an async function"),
    "the routes of an application": ("app.routes", NoAdapter, "no adapter reads builtins.list"),
    "no factory": ("nothing()", ImportFailed, "is not a function"),
}


@pytest.mark.parametrize(
    ("named", "mistake", "text"),
    MISTAKES.values(),
    ids=MISTAKES,
)
def test_mistakes(service: Project, named: str, mistake: type[Exception], text: str) -> None:
    with pytest.raises(mistake, match=text):
        build_contract_doc(ApiDocSpec(slug="w", title="W", app=f"{service.module}:{named}"))


class Wrapper:
    """An object of one's own around an application."""

    def __init__(self, app: Any) -> None:
        self.app = app


def test_an_application_inside_of_others_is_read(service: Project, tmp_path: Path) -> None:
    app = FastAPI(title="Inner")

    @app.get("/items")
    def list_items() -> None: ...

    for wrapped in (
        CORSMiddleware(app),
        Wrapper(app),
        Wrapper(GZipMiddleware(CORSMiddleware(app))),
    ):
        assert list(to_openapi({"title": "Outer", "app": wrapped})["paths"]) == ["/items"]
    service.write(
        f"{service.module}_w.py",
        f"from starlette.middleware.cors import CORSMiddleware\nfrom {service.module} import app as inner\napp = CORSMiddleware(inner)\n",
    )
    text = run(service.folder, "export", "openapi", f"{service.module}_w:app").stdout
    assert text == run(service.folder, "export", "openapi", f"{service.module}:app").stdout


def test_adapters_are_found_by_entry_points() -> None:
    installed = installed_adapters()
    assert {
        "fastapi.applications.FastAPI",
        "fastapi.routing.APIRouter",
        "litestar.app.Litestar",
        "ninja.main.NinjaAPI",
        "starlette.applications.Starlette",
    } <= installed.keys()
    for point in installed.values():
        assert isinstance(point.load()(), Adapter)


class Homemade:
    """An application of a framework that nobody knows."""


class NoAdapterAtAll:
    pass


@pytest.fixture
def entry_points(monkeypatch: pytest.MonkeyPatch) -> list[EntryPoint]:
    points: list[EntryPoint] = []
    monkeypatch.setattr("sphinxcontrib_ggdocs.catalog.adapters.entry_points", lambda group: points)
    return points


@pytest.mark.parametrize(
    ("value", "text"),
    [
        pytest.param(f"{__name__}:NoAdapterAtAll", "has no method `read`", id="no method"),
        pytest.param(
            "nowhere.at_all:Adapter", "cannot be loaded: ModuleNotFoundError", id="not importable"
        ),
    ],
)
def test_a_broken_adapter(entry_points: list[EntryPoint], value: str, text: str) -> None:
    entry_points.append(EntryPoint(f"{Homemade.__module__}.{Homemade.__qualname__}", value, GROUP))
    with pytest.raises(BadAdapter, match=text):
        ApiDocSpec(slug="h", title="H", app=Homemade()).resolved_groups()


async def answer(request: Request) -> Response:
    """Say hello.

    ---
    responses: {200: {description: Hello.}}
    """
    return JSONResponse({})


async def listen(socket: WebSocket) -> None:
    """Listen."""


class Things(HTTPEndpoint):
    def get(self, request: Request) -> Response:
        """List things."""
        return JSONResponse({})

    def post(self, request: Request) -> Response:
        """Add a thing."""
        return JSONResponse({})


def test_starlette_gives_routes_without_types_and_says_so() -> None:
    inside = FastAPI(title="Inside")
    inside.get("/users/{name}", tags=["users"])(lambda name: None)
    app = Starlette(
        routes=[
            Route("/hello/{times:int}", answer, methods=["GET", "PUT"]),
            Route("/things", Things),
            Route("/secret", answer, include_in_schema=False),
            Mount("/deep", routes=[WebSocketRoute("/live", listen)]),
            Mount("/inside", app=inside),
        ]
    )
    document: Any = json.loads(
        build_contract_doc(ApiDocSpec(slug="s", title="S", app=app)).to_json()
    )
    own, users = document["groups"]
    assert "carry no types" in own["description"]
    assert all(
        "carry no types" in each["description"] or each["kind"] == "ws" for each in own["contracts"]
    )
    http, socket = own["contracts"]
    assert [(each["name"], each["httpPath"], each["summary"]) for each in http["methods"]] == [
        ("answer", "/hello/{times}", "Say hello."),
        ("get_things", "/things", "List things."),
        ("post_things", "/things", "Add a thing."),
    ]
    assert http["methods"][0]["pathParams"][0]["schema"]["type"] == "integer"
    assert (socket["path"], socket["description"]) == ("/deep/live", "Listen.")
    assert (users["name"], users["contracts"][0]["methods"][0]["httpPath"]) == (
        "users",
        "/inside/users/{name}",
    )
