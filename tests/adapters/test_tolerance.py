"""One bad type of an application costs itself only."""

import json
import subprocess
import sys
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from fastapi import FastAPI, WebSocket
from pydantic import BaseModel

from sphinxcontrib_ggdocs.adapters import ApplicationWarning
from sphinxcontrib_ggdocs.adapters.fastapi import messages
from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec, AppOptions, UnreadableRoute
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi
from tests.sphinx.projects import project

from .test_app_option import service

__all__ = ["project", "service"]  # fixtures


class Callback(BaseModel):
    """A function is nothing that JSON can carry."""

    call: Callable[[], int]


class Holder(BaseModel):
    """Its field cannot be described."""

    inner: list[Callback]


class Good(BaseModel):
    """Nothing is wrong with it."""

    name: str


def bad_app() -> FastAPI:
    app = FastAPI()

    @app.get("/good")
    def good() -> Good:
        return Good(name="")

    @app.get("/bad")
    def bad() -> Holder:
        raise NotImplementedError

    @app.post("/bad", responses={409: {"model": Callback}})
    def send(body: Callback) -> Good:
        return Good(name="")

    @app.websocket("/live")
    @messages(sends=Callback)
    async def live(socket: WebSocket) -> None: ...

    return app


def test_what_has_no_schema_is_any_value_with_one_warning_each() -> None:
    spec = ApiDocSpec(slug="a", title="A", app=bad_app())
    with pytest.warns(ApplicationWarning) as caught:
        build_contract_doc(spec)
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # each is warned of once, however many documents there are
        exported = to_openapi(spec)
        to_asyncapi(spec)
    answers = {path: item["get"]["responses"] for path, item in exported["paths"].items()}
    content = answers["/good"]["200"]["content"]["application/json"]
    assert content["schema"] == {"$ref": "#/components/schemas/Good"}
    assert answers["/bad"]["200"]["content"]["application/json"]["schema"] == {}
    post = exported["paths"]["/bad"]["post"]
    assert post["requestBody"]["content"]["application/json"]["schema"] == {}
    assert post["responses"]["409"]["content"]["application/json"]["schema"] == {}
    texts = [str(item.message) for item in caught]
    assert len(texts) == 4
    assert "test_tolerance.py" in texts[0]
    assert "API.bad: return.Holder.inner" in texts[0]
    assert "it is documented as any value\n  hint: " in texts[0]
    assert "Callback.call" in texts[3]


class Unreadable:
    """Its items are none, as those of a broken registry of extensions."""

    def items(self) -> list[tuple[str, object]]:
        raise LookupError("no extensions")


def half_read_app() -> FastAPI:
    app = FastAPI()

    @app.get("/good")
    def good() -> int:
        return 1

    @app.delete("/bad/{id}")
    def bad(id: int) -> None:
        """Remove it."""

    @app.websocket("/live")
    async def live(socket: WebSocket) -> None: ...

    for route in app.routes:
        if getattr(route, "path", "") == "/bad/{id}":
            route.responses = Unreadable()  # type: ignore[attr-defined]
        if getattr(route, "path", "") == "/live":
            route.dependant = None  # type: ignore[attr-defined]
    return app


def test_a_route_that_cannot_be_read_costs_itself_only() -> None:
    spec = ApiDocSpec(slug="a", title="A", app=half_read_app())
    with pytest.warns(ApplicationWarning) as caught:
        exported = to_openapi(spec)
    assert exported["paths"]["/good"]["get"]["summary"] == "Good"
    bad = exported["paths"]["/bad/{id}"]["delete"]
    assert bad["summary"] == "Remove it."
    assert [each["name"] for each in bad["parameters"]] == ["id"]
    texts = [str(item.message) for item in caught]
    assert len(texts) == 2
    assert "test_tolerance.py" in texts[0]
    assert "bad at /bad/{id}: the route cannot be read: LookupError: no extensions" in texts[0]
    assert "only its path and its text are documented" in texts[0]
    assert "live at /live" in texts[1]
    document = json.loads(build_contract_doc(spec).to_json())
    contracts = [each["name"] for each in document["groups"][0]["contracts"]]
    assert contracts == ["API", "Live"]


def test_a_route_that_cannot_be_read_is_an_error_if_strict() -> None:
    options = AppOptions(strict=True)
    spec = ApiDocSpec(slug="a", title="A", app=half_read_app(), app_options=options)
    with pytest.raises(UnreadableRoute, match="no extensions"):
        to_openapi(spec)


LOUD = """
import logging
import sys
import warnings
from typing import Annotated

from fastapi import FastAPI, Header
from pydantic import BaseModel

print("connecting to nothing")
print("and a second line")
logging.getLogger("loud").error("an error of the application")
warnings.warn("old", DeprecationWarning)


class Shadow(BaseModel):
    copy: int = 0


app = FastAPI()


@app.get("/a", responses={200: {"headers": {"Content-Type": {"schema": {"type": "string"}}}}})
def get_a(accept: Annotated[str, Header()], content_type: Annotated[str, Header()]) -> Shadow: ...
"""


@pytest.mark.slow
def test_what_an_application_does_while_it_is_imported_fails_no_build(tmp_path: Path) -> None:
    (tmp_path / "loud_service.py").write_text(LOUD)
    (tmp_path / "conf.py").write_text(
        "import sys\nsys.path.insert(0, '.')\nextensions = ['sphinxcontrib_ggdocs']\n"
        "ggdocs_docs = {'app': 'loud_service:app', 'title': 'Loud'}\n"
    )
    (tmp_path / "index.rst").write_text("Loud\n====\n\n.. ggdocs::\n")
    command = [sys.executable, "-m", "sphinx", "-W", "-b", "html", ".", "_html"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count('Field name "copy" in "Shadow" shadows an attribute') == 1
    assert "[ggdocs." not in done.stderr
