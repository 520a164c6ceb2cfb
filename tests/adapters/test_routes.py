"""What the adapter reads of routes: all that FastAPI tells of them, and what it does not tell."""

import functools
import json
from typing import Annotated, Any, NewType, cast

import pytest
from annotated_types import Ge
from fastapi import (
    APIRouter,
    Body,
    Depends,
    FastAPI,
    Form,
    Header,
    Path,
    Query,
    Response,
    WebSocket,
)
from pydantic import UUID4, BaseModel, Field, PositiveInt

from sphinxcontrib_ggdocs.adapters.fastapi import contracts_from_fastapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import Brand
from sphinxcontrib_ggdocs.contracts.display_names import title_of
from sphinxcontrib_ggdocs.native import ApiDocsDocument, build_contract_doc
from sphinxcontrib_ggdocs.native.markdown import markdown_of
from sphinxcontrib_ggdocs.openapi import to_openapi

from . import everything
from .corpus.comparison import compared
from .methods import http, methods

GROUPS = {group.slug: group for group in contracts_from_fastapi(everything.app, mounted=True)}


METHODS = methods(everything.app, mounted=True)


def document(app: Any) -> Any:
    return json.loads(build_contract_doc(ApiDocSpec(slug="app", title="App", app=app)).to_json())


OPERATIONS = list(compared(everything.app))


@pytest.mark.parametrize(("name", "differences"), OPERATIONS, ids=[name for name, _ in OPERATIONS])
def test_an_operation_is_told_as_fastapi_tells_it(name: str, differences: Any) -> None:
    assert not differences


def test_the_lifespan_is_never_run() -> None:
    assert METHODS
    assert everything.started == []


def test_the_openapi_document_is_never_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FastAPI, "openapi", None)
    monkeypatch.setattr("fastapi.openapi.utils.get_openapi", None)
    assert methods(everything.app, mounted=True).keys() == METHODS.keys()


def test_the_callbacks_of_a_method_are_a_contract() -> None:
    [callbacks] = METHODS["POST /invoices"].callbacks
    assert (callbacks.name, callbacks.outgoing) == ("InvoiceCallbacks", True)
    assert callbacks.full_path(callbacks.methods[0]) == "{$callback_url}/paid/{$request.body.id}"
    group = next(group for group in document(everything.app)["groups"] if group["slug"] == "words")
    assert [(each["name"], each.get("outgoing")) for each in group["contracts"]] == [
        ("Words", None),
        ("InvoiceCallbacks", True),
    ]


def test_webhooks_are_a_contract_of_their_group() -> None:
    [contract] = http(GROUPS["hooks"])
    assert (contract.name, contract.outgoing) == ("HooksWebhooks", True)
    written = to_openapi([contract], title="Hooks")
    assert list(written["webhooks"]) == ["new-item"]
    assert not written.get("paths")


def test_what_stands_beside_a_type_counts_as_far_as_fastapi_reads_it() -> None:
    """A default that is a `Query(…)` or its like makes FastAPI forget it."""
    app = FastAPI()

    @app.post("/items/{uuid}")
    def save(
        uuid: Annotated[UUID4, Path()],
        forgotten: UUID4 = Query(),  # noqa: B008
        bounded: Annotated[int, Ge(3)] = Query(4, le=9),
        header: PositiveInt = Header(2),  # noqa: B008
        plain: UUID4 | None = None,
        read: Annotated[PositiveInt, Field(le=3)] = 2,
        body: Annotated[dict[str, int], Field(max_length=3)] = Body({}),  # noqa: B008
    ) -> None: ...

    @app.put("/items")
    def replace(items: Annotated[list[int], Field(max_length=3)]) -> None: ...

    assert [found for found in compared(app) if found[1]] == []


def test_what_is_declared_alike_is_one_error() -> None:
    app = FastAPI()
    app.get("/a", name="a", responses={404: {"description": "No such item."}})(lambda: None)
    app.get("/b", name="b", responses={404: {"description": "No such item."}})(lambda: None)
    app.get("/c", name="2c", responses={404: {"description": "No such user."}})(lambda: None)
    found = {
        place: [error.type for error in method.errors] for place, method in methods(app).items()
    }
    assert found == {"GET /a": ["Not-Found"], "GET /b": ["Not-Found"], "GET /c": ["Not-Found"]}


def test_an_invalid_request_is_answered_as_fastapi_does() -> None:
    app = FastAPI()

    @app.get("/")
    def read(page: int = 1) -> None: ...

    found = document(app)
    assert found["groups"][0]["contracts"][0]["errorFormat"] == "plain"
    error = found["errors"]["Validation-Error"]
    assert (error["statusCode"], error["data"]) == (422, {"$ref": "#/schemas/HTTPValidationError"})
    wanted = cast(Any, app.openapi())["components"]["schemas"]["HTTPValidationError"]["properties"]
    assert list(found["schemas"]["HTTPValidationError"]["properties"]) == list(wanted)


UserId = NewType("UserId", str)


Email = Annotated[str, Brand("Email"), Field(examples=["ada@example.org"])]


class Profile(BaseModel):
    id: UserId
    mail: Email


def branded() -> FastAPI:
    app = FastAPI()

    def caller(by: Annotated[UserId, Query()]) -> UserId:
        return by

    @app.put("/users/{user}")
    def save(
        user: UserId,
        profile: Profile,
        by: Annotated[UserId, Depends(caller)],
        friends: Annotated[list[UserId] | None, Query()] = None,
    ) -> Profile:
        return profile

    @app.post("/users")
    def invite(mail: Annotated[Email, Form()]) -> list[UserId]:
        return []

    return app


def test_brands_in_handlers_are_brands() -> None:
    """FastAPI itself has forgotten each of them: its schema says ``string``."""
    found = document(branded())
    assert found["schemas"]["UserId"]["x-brand"] == ["UserId"]
    places = found["uses"]["methods"].values()
    found_at = {place for uses in places for place, names in uses.items() if "UserId" in names}
    assert found_at == {"path", "query", "successResponse"}
    assert any("UserId" in names for names in found["uses"]["schemas"].values())
    uses = ApiDocsDocument.model_validate(found).users
    assert {use.method for use in uses.of_type("Email")} == {"save", "invite"}
    assert "UserId" not in json.dumps(branded().openapi()["components"])


def test_a_router_alone_can_be_read() -> None:
    router = APIRouter(prefix="/things")
    router.get("/{id}", name="thing")(lambda id: None)
    assert list(methods(router)) == ["GET /things/{id}"]


def test_the_first_of_two_routes_on_one_path_is_told_for_it_answers() -> None:
    app = FastAPI()
    app.get("/", name="first")(lambda: None)
    app.get("/", name="second")(lambda: None)
    assert [method.name for method in methods(app).values()] == ["first"]


def test_names_of_handlers_are_no_summaries_but_in_openapi() -> None:
    app = FastAPI()
    app.get("/a", name="list_items")(lambda: None)
    contracts = document(app)["groups"][0]["contracts"]
    assert "summary" not in contracts[0]["methods"][0]
    written = to_openapi(ApiDocSpec(slug="a", title="A", app=app))
    assert written["paths"]["/a"]["get"]["summary"] == "List items"


@pytest.mark.parametrize(
    ("options", "group"),
    [
        pytest.param(
            {"audience": lambda route: ["staff"] if route.path == "/nodes" else None},
            "default",
            id="all for others",
        ),
        pytest.param({"exclude": ["/nodes"]}, "API", id="all left out"),
    ],
)
def test_no_tag_of_what_is_left_out_names_the_group_of_a_websocket(
    options: dict[str, Any], group: str
) -> None:
    app = FastAPI()
    app.get("/nodes", tags=["Nodes"])(lambda: None)

    @app.websocket("/events")
    async def events(socket: WebSocket) -> None: ...

    groups = [each.name for each in contracts_from_fastapi(app, **options)]
    assert groups[-1] == group


def test_a_partial_handler_is_of_the_module_of_its_function() -> None:
    app = FastAPI()
    app.get("/size", name="size")(functools.partial(lambda unit: None, unit="m"))
    [group] = contracts_from_fastapi(app, group_by="router")
    assert group.name == title_of(__name__.rpartition(".")[2])


@pytest.mark.parametrize(
    ("media_type", "media", "schema", "exported"),
    [
        pytest.param(
            "text/event-stream",
            {"examples": {"one": {"value": "data: 1"}}},
            {"type": "string", "examples": ["data: 1"]},
            {"examples": {"one": {"value": "data: 1"}}},
            id="a named example of a stream",
        ),
        pytest.param(
            "application/x-custom",
            {"example": {"a": 1}},
            {"examples": [{"a": 1}]},
            {
                "schema": {"type": "string", "format": "binary"},
                "examples": {"example": {"value": {"a": 1}}},
            },
            id="an example that is no text",
        ),
    ],
)
def test_a_media_type_without_a_schema(
    media_type: str, media: Any, schema: Any, exported: Any
) -> None:
    app = FastAPI()

    @app.get("/a", response_class=Response, responses={200: {"content": {media_type: media}}})
    def get_a() -> None: ...

    spec = ApiDocSpec(slug="a", title="A", app=app)
    document_of_app = build_contract_doc(spec)
    success = document_of_app.groups[0].contracts[0].methods[0].success_response
    assert success is not None
    assert success.contents is not None
    assert [content.schema for content in success.contents] == [schema]
    content = to_openapi(spec)["paths"]["/a"]["get"]["responses"]["200"]["content"]
    assert content == {media_type: exported}
    for value in (schema or {}).get("examples", ()):
        assert str(value["a"] if isinstance(value, dict) else value) in markdown_of(document_of_app)
