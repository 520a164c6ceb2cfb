"""The OpenAPI file as the framework itself makes it, on request: equal to its own document, and of
selected routes nothing of the others.
"""

import asyncio
import contextlib
import io
import json
import logging
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import httpx
import pytest
from fastapi import APIRouter, Depends, FastAPI
from fastapi.security import APIKeyHeader
from litestar import Litestar
from litestar.testing import TestClient
from ninja import NinjaAPI
from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.catalog import ApiDocSpec, AppOptions, ServerSpec
from sphinxcontrib_ggdocs.contracts.contract_errors import ContractError
from sphinxcontrib_ggdocs.openapi import GGOpenApiDocs, to_openapi
from tests.django_project import set_up
from tests.sphinx.projects import Project, project

from . import everything, test_litestar
from .corpus.ninja_document import plain_document
from .corpus.packages import PACKAGES
from .corpus.tutorial import applications, folder
from .test_app_option import service
from .test_options import fastapi_app, litestar_app, starlette_app

__all__ = ["folder", "project", "service"]  # fixtures


def exported(app: Any, **options: Any) -> Any:
    """The OpenAPI document with the option, and others."""
    chosen = AppOptions(framework_openapi=True, **options)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return to_openapi(ApiDocSpec(slug="a", app=app, app_options=chosen))


def own(app: Any) -> Any:
    """The document of the framework, as served."""
    if isinstance(app, FastAPI):
        return app.openapi()
    if not isinstance(app, Litestar):
        return plain_document(app)
    with TestClient(app) as client:
        return client.get("/schema/openapi.json").json()


def is_documented(app: FastAPI) -> bool:
    """Whether FastAPI itself documents an application: an old one refuses new types."""
    with contextlib.suppress(Exception):
        return bool(app.openapi()["paths"])
    return False


def everything_of_litestar() -> Litestar:
    return test_litestar.app


def everything_of_fastapi() -> FastAPI:
    return everything.app


def shop_of_ninja() -> NinjaAPI:
    set_up()
    from tests.django_project.shop import api

    return api


MADE = [everything_of_fastapi, everything_of_litestar, fastapi_app, shop_of_ninja, *PACKAGES]


@pytest.mark.parametrize("make", MADE, ids=lambda make: make.__name__)
def test_the_file_is_the_document_of_the_framework(make: Callable[[], Any]) -> None:
    logging.getLogger("optimade").setLevel(logging.ERROR)
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        app = make()
        assert json.dumps(exported(app)) == json.dumps(own(app))


def test_that_of_each_application_of_the_tutorial(folder: Path) -> None:
    different, total = [], 0
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, app in applications(folder):
            if is_documented(app):
                total += 1
                different += [] if exported(app) == own(app) else [name]
    assert different == []
    assert total > 150


class Cat(BaseModel):
    kind: Literal["cat"] = "cat"


class Dog(BaseModel):
    kind: Literal["dog"] = "dog"
    age: int = Field(le=2**63)


def pets() -> FastAPI:
    app = FastAPI(title="Pets")

    @app.post("/pets")
    def add_pet(
        pet: Annotated[Cat | Dog, Field(discriminator="kind")], note: str | None = None
    ) -> None: ...

    return app


@pytest.mark.parametrize(
    ("place", "framework", "ours"),
    [
        pytest.param(
            lambda document: document["components"]["schemas"]["Cat"].get("required", []),
            [],
            ["kind"],
            id="tags of unions",
        ),
        pytest.param(
            lambda document: document["paths"]["/pets"]["post"]["parameters"][0]["schema"],
            {"anyOf": [{"type": "string"}, {"type": "null"}], "title": "Note"},
            {"type": "string"},
            id="null",
        ),
        pytest.param(
            lambda document: repr(
                document["components"]["schemas"]["Dog"]["properties"]["age"]["maximum"]
            ),
            "9.223372036854776e+18",
            str(2**63),
            id="bounds of integers",
        ),
    ],
)
def test_where_the_two_differ_on_purpose(
    place: Callable[[Any], Any], framework: Any, ours: Any
) -> None:
    plain = to_openapi(ApiDocSpec(slug="a", app=pets()))
    assert (place(exported(pets())), place(plain)) == (framework, ours)


def mentioned(paths: str, schemas: Any) -> set[str]:
    """The schemas that operations mention, and those that these mention."""
    found: set[str] = set()
    new = {paths}
    while new:
        names = {
            name for text in new for name in re.findall(r"#/components/schemas/([^\"]+)", text)
        }
        new = {json.dumps(schemas[name]) for name in names & schemas.keys() - found}
        found |= names & schemas.keys()
    return found


@pytest.mark.parametrize("make", MADE, ids=lambda make: make.__name__)
@pytest.mark.parametrize("half", [0, 1])
def test_of_selected_routes_there_are_their_operations_and_types(
    make: Callable[[], Any], half: int
) -> None:
    with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        app = make()
        whole = own(app)
        kept = sorted(whole["paths"])[half::2]
        found = exported(app, include=[path.replace("[", "[[]") for path in kept])
    assert found["paths"] == {path: whole["paths"][path] for path in sorted(kept)}
    known = whole.get("components", {}).get("schemas", {})
    names = mentioned(json.dumps(found["paths"]), known)
    schemas = found.get("components", {}).get("schemas", {})
    assert schemas == {name: known[name] for name in names}


class Secret(BaseModel):
    """For us alone."""

    inner: "Inner"


class Inner(BaseModel):
    """Also for us alone."""


class Shared(BaseModel):
    """For everybody."""


def with_internals() -> FastAPI:
    tags = [{"name": "people"}, {"name": "internals", "description": "A secret."}]
    app = FastAPI(openapi_tags=tags)
    key = Depends(APIKeyHeader(name="X-Internal", scheme_name="InternalKey"))
    internal: Any = {
        "tags": ["internals"],
        "openapi_extra": {"x-audience": "internal"},
        "dependencies": [key],
    }

    known = Depends(APIKeyHeader(name="X-Key", scheme_name="Key"))

    @app.get("/people", tags=["people"], dependencies=[known])
    def list_people() -> Shared: ...  # type: ignore[empty-body]

    @app.post("/people", **internal)
    def add_person(person: Secret) -> Shared: ...  # type: ignore[empty-body]

    @app.webhooks.post("audited", **internal)
    def audited(secret: Secret) -> None: ...

    return app


def is_internal(route: Any) -> bool:
    return "internals" in route.tags


def test_nothing_is_said_of_routes_that_are_left_out() -> None:
    document = exported(with_internals(), exclude=is_internal)
    assert list(document) == ["openapi", "info", "paths", "components", "tags"]
    assert list(document["paths"]["/people"]) == ["get"]
    assert document["tags"] == [{"name": "people"}]
    assert list(document["components"]) == ["schemas", "securitySchemes"]
    assert list(document["components"]["securitySchemes"]) == ["Key"]
    assert list(document["components"]["schemas"]) == ["Shared"]
    assert exported(with_internals()) == own(with_internals())


def test_references_into_a_type_keep_it() -> None:
    app = with_internals()
    document = app.openapi()
    get = document["paths"]["/people"]["get"]
    get["responses"]["200"]["content"] = {
        "application/json": {"schema": {"$ref": "#/components/schemas/Inner/properties/a"}}
    }
    found = exported(app, exclude=is_internal)
    assert list(found["components"]["schemas"]) == ["Inner"]


def test_the_head_that_the_author_gives_comes_first() -> None:
    spec = ApiDocSpec(
        slug="a",
        title="Animals",
        version="7",
        servers=[ServerSpec(url="https://pets.example")],
        app=pets(),
        app_options=AppOptions(framework_openapi=True),
    )
    schemes = {"Key": {"type": "http", "scheme": "basic"}}
    document = to_openapi(
        spec,
        description="All of them.",
        contact={"name": "Ada"},
        external_docs={"url": "https://docs.example"},
        security_schemes=schemes,
    )
    assert document["info"] == {
        "title": "Animals",
        "version": "7",
        "description": "All of them.",
        "contact": {"name": "Ada"},
    }
    assert document["servers"] == [{"url": "https://pets.example"}]
    assert document["externalDocs"] == {"url": "https://docs.example"}
    assert document["components"]["securitySchemes"] == schemes
    assert document["paths"] == own(pets())["paths"]


def broken() -> FastAPI:
    app = pets()

    def refuse() -> Any:
        raise KeyError("no such schema")

    app.openapi = refuse  # type: ignore[method-assign]
    return app


@pytest.mark.parametrize(
    ("make", "text"),
    [
        pytest.param(starlette_app, "Starlette has no OpenAPI document", id="Starlette"),
        pytest.param(APIRouter, "an APIRouter has no document of its own", id="router"),
        pytest.param(litestar_app, "makes no OpenAPI document of litestar", id="not configured"),
        pytest.param(broken, r"KeyError\('no such schema'\)", id="one that fails"),
    ],
)
def test_a_framework_without_a_document_is_an_error(make: Callable[[], Any], text: str) -> None:
    with pytest.raises(ContractError, match=rf"(?s)ApiDocSpec 'a': app: .*{text}.*drop framework"):
        exported(make())


def nulls(text: str) -> bool:
    """Whether a document of the service below is FastAPI's own."""
    parameters = json.loads(text)["paths"]["/items"]["get"]["parameters"]
    return bool(parameters[0]["schema"].get("anyOf"))


ITEMS = """\
from fastapi import FastAPI

app = FastAPI(title="Items")


@app.get("/items")
def list_items(name: str | None = None) -> None: ...
"""


@pytest.fixture
def items(service: Project) -> Project:
    service.write(f"{service.module}.py", ITEMS)
    return service


def test_on_a_running_service(items: Project) -> None:
    app = FastAPI()
    options = {"framework_openapi": True}
    spec = {"slug": "a", "title": "A", "app": f"{items.module}:app", "app_options": options}
    GGOpenApiDocs.register(app, docs=spec)

    async def asked(root_path: str) -> str:
        transport = httpx.ASGITransport(app, root_path=root_path)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return (await client.get(f"{root_path}/openapi.json")).text

    assert nulls(asyncio.run(asked("")))
    below = json.loads(asyncio.run(asked("/v1")))
    assert below["servers"] == [{"url": "/v1"}]
