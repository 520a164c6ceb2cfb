"""What the adapter reads of routes: all that FastAPI tells of them, and what it does not tell."""

import functools
import json
from types import SimpleNamespace
from typing import Annotated, Any, NewType, cast

import pytest
from annotated_types import Ge, MaxLen
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
    params,
)
from fastapi.responses import JSONResponse
from pydantic import UUID4, AfterValidator, BaseModel, Field, Json, PositiveInt

from sphinxcontrib_ggdocs.adapters.fastapi import contracts_from_fastapi
from sphinxcontrib_ggdocs.adapters.fastapi.field_facts import field_type
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import Brand
from sphinxcontrib_ggdocs.contracts.annotations import metadata_of
from sphinxcontrib_ggdocs.contracts.display_names import title_of
from sphinxcontrib_ggdocs.contracts.model import WebSocketContract
from sphinxcontrib_ggdocs.native import ApiDocsDocument, build_contract_doc
from sphinxcontrib_ggdocs.native.markdown import markdown_of
from sphinxcontrib_ggdocs.openapi import to_openapi

from . import everything, everything_types
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


def test_a_docstring_ends_at_its_form_feed() -> None:
    method = METHODS["GET /parameters/all/{item_id}/{rest}"]
    assert (method.summary, method.description) == ("Every parameter.", "In every place.")


def test_parameters_in_order() -> None:
    found = [
        (each.location, each.name)
        for each in METHODS["GET /parameters/all/{item_id}/{rest}"].parameters
    ]
    assert found == [
        ("path", "item_id"), ("path", "rest"),
        ("query", "q"), ("query", "color"), ("query", "m"), ("query", "old"), ("query", "pattern"), ("query", "fixed"),
        ("query", "skip"), ("query", "limit"),
        ("header", "user-agent"), ("header", "x_plain"), ("header", "x-tokens"), ("header", "x-trace"),
        ("cookie", "ads"),
    ]  # fmt: skip


class Filter(BaseModel):
    text: str = ""
    limit: int = 10


def test_the_fields_of_a_model_with_a_validator_are_parameters() -> None:
    app = FastAPI()

    @app.get("/items")
    def items(
        checked: Annotated[Filter, Query(), AfterValidator(lambda given: given)],
    ) -> None: ...

    assert [operation for operation, differences in compared(app) if differences] == []
    assert [item.name for item in methods(app)["GET /items"].parameters] == ["text", "limit"]


def test_a_model_that_travels_as_json_is_one_parameter() -> None:
    app = FastAPI()

    @app.get("/queries")
    def queries(query: Annotated[Json[Filter], Query()]) -> None: ...

    assert [operation for operation, differences in compared(app) if differences] == []
    assert [item.name for item in methods(app)["GET /queries"].parameters] == ["query"]


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


def test_webhooks_without_tags_have_a_group() -> None:
    app = FastAPI()

    @app.webhooks.post("ping")
    def ping() -> None: ...

    [group] = contracts_from_fastapi(app)
    assert (group.name, [contract.name for contract in group.contracts]) == (
        "Webhooks",
        ["Webhooks"],
    )


def test_applications_mounted_inside() -> None:
    assert "GET /admin/users/{name}" in METHODS
    assert GROUPS["administration"].name == "Administration"


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


def test_what_fastapi_keeps_whole_beside_a_type_is_found_though_it_was_made_twice() -> None:
    """Annotations that are strings are evaluated by FastAPI and once more here."""

    def annotation() -> Any:
        return Annotated[list[int], Field(max_length=3)]

    field = SimpleNamespace(field_info=params.Body(annotation=annotation()))
    [found] = metadata_of(field_type(field, annotation()))
    assert found.metadata == [MaxLen(3)]


def test_the_metadata_of_a_tag() -> None:
    group = GROUPS["bodies"]
    [contract] = http(group)
    assert group.description == "What *goes in*."
    assert contract.external_docs is not None
    assert contract.external_docs.url == "https://example.org/bodies"


def test_responses_from_400_on_are_errors() -> None:
    method = METHODS["GET /responses/more"]
    assert [(error.type, error.status) for error in method.errors] == [
        ("Not-Found", 404),
        ("Client-Error", 400),
        ("Other-Error", 500),
    ]
    assert not any(error.is_named for error in method.errors)
    assert [success.status for success in method.successes] == [200, 202]


def test_what_is_declared_alike_is_one_error() -> None:
    app = FastAPI()
    app.get("/a", name="a", responses={404: {"description": "No such item."}})(lambda: None)
    app.get("/b", name="b", responses={404: {"description": "No such item."}})(lambda: None)
    app.get("/c", name="2c", responses={404: {"description": "No such user."}})(lambda: None)
    found = {
        place: [error.type for error in method.errors] for place, method in methods(app).items()
    }
    assert found == {"GET /a": ["Not-Found"], "GET /b": ["Not-Found"], "GET /c": ["Not-Found-2"]}


def test_names_of_errors_can_be_given() -> None:
    def name(status: int, said: Any) -> str | None:
        return "ITEM_NOT_FOUND" if status == 404 else None

    method = methods(everything.app, error_name=name)["GET /responses/more"]
    assert [error.type for error in method.errors] == [
        "ITEM_NOT_FOUND",
        "Client-Error",
        "Other-Error",
    ]


class ItemGone(BaseModel):
    """A body; its name is nothing that is sent."""

    detail: str


@pytest.mark.parametrize(
    ("declared", "status", "words", "description"),
    [
        pytest.param({"model": ItemGone}, 410, "Gone", None, id="with a model"),
        pytest.param(
            {"description": "Pay first."}, 402, "Payment Required", "Pay first.", id="with a text"
        ),
        pytest.param(
            {"description": "No."}, 499, "Status 499", "No.", id="of a status without words"
        ),
    ],
)
def test_errors_without_names(
    declared: dict[str, Any], status: int, words: str, description: str | None
) -> None:
    app = FastAPI()
    app.get("/a", responses={status: declared})(lambda: None)
    app.get("/b", responses={status: {"description": "Another."}})(lambda: None)
    found = document(app)
    one, other = (found["errors"][key] for key in found["errors"])
    assert "type" not in one
    assert (one["statusCode"], one.get("description")) == (status, description)
    assert other["description"] == "Another."
    assert ("data" in one) == ("model" in declared)
    text = markdown_of(build_contract_doc(ApiDocSpec(slug="app", title="App", app=app)))
    assert words in text
    assert f"`{words}`" not in text
    assert words.upper().replace(" ", "_") not in text
    response = to_openapi(ApiDocSpec(slug="a", title="A", app=app))["paths"]["/a"]["get"]
    assert response["responses"][str(status)]["description"] == (description or words)


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


def test_separate_schemas_of_input_and_output() -> None:
    names = document(everything.app)["schemas"]
    assert {"Item-Input", "Item-Output"} <= names.keys()
    assert "label" in names["Item-Output"]["properties"]
    assert "label" not in names["Item-Input"]["properties"]


def test_one_schema_where_the_application_says_so() -> None:
    """As in newer FastAPI, models with computed fields keep their own for answers."""
    app = FastAPI(separate_input_output_schemas=False)

    @app.post("/login")
    def login(login: everything_types.Login) -> everything_types.Login:
        return login

    @app.post("/items")
    def save(item: everything_types.Item) -> everything_types.Item:
        return item

    assert {"Login", "Item-Input", "Item-Output"} <= document(app)["schemas"].keys()
    assert not dict(compared(app))["POST /login"]


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


class OrderGone(BaseModel):
    order: UserId


def test_brands_in_errors_are_brands() -> None:
    app = FastAPI()
    app.get("/", responses={410: {"model": OrderGone}})(lambda: None)
    (names,) = document(app)["uses"]["errors"].values()
    assert names == ["OrderGone"]


@pytest.fixture
def grouped() -> FastAPI:
    app = FastAPI()
    orders, users = (
        APIRouter(prefix="/orders", tags=["orders"]),
        APIRouter(prefix="/users", tags=["users"]),
    )
    orders.get("/{id}", name="order")(lambda id: None)
    users.get("/{id}", name="user")(lambda id: None)
    app.include_router(orders)
    app.include_router(users)
    app.get("/health", name="health")(lambda: None)
    return app


def test_a_range_of_errors_comes_after_the_codes_in_it() -> None:
    app = FastAPI()
    responses: dict[int | str, dict[str, Any]] = {
        status: {"description": "No."} for status in ("5XX", "4XX", 501, 404)
    }
    app.get("/a", responses=responses)(lambda: None)
    document = build_contract_doc(ApiDocSpec(slug="a", title="A", app=app))
    statuses = [error.status_range or error.status_code for error in document.errors.values()]
    assert statuses == [404, "4XX", 501, "5XX"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        pytest.param(
            {}, {"orders": ["order"], "users": ["user"], "default": ["health"]}, id="by tags"
        ),
        pytest.param(
            {"group_by": "tags"},
            {"orders": ["order"], "users": ["user"], "default": ["health"]},
            id="tags",
        ),
        pytest.param(
            {"group_by": "router"},
            {"Test Routes": ["order", "user", "health"]},
            id="by router's module",
        ),
        pytest.param(
            {"group_by": lambda route: "Secret" if "orders" in route.path else "Open"},
            {"Secret": ["order"], "Open": ["user", "health"]},
            id="by a function",
        ),
        pytest.param({"include": ["/orders/*"]}, {"orders": ["order"]}, id="include patterns"),
        pytest.param(
            {"exclude": "/health"}, {"orders": ["order"], "users": ["user"]}, id="exclude a pattern"
        ),
        pytest.param(
            {"include": lambda route: route.name == "user"},
            {"users": ["user"]},
            id="include by a function",
        ),
        pytest.param(
            {"include": ["/orders/*", "/users/*"], "exclude": lambda route: route.name == "user"},
            {"orders": ["order"]},
            id="both",
        ),
    ],
)
def test_choosing_and_grouping(
    grouped: FastAPI, options: Any, expected: dict[str, list[str]]
) -> None:
    found = contracts_from_fastapi(grouped, **options)
    assert {
        group.name: [m.name for contract in http(group) for m in contract.methods]
        for group in found
    } == expected


def test_a_router_alone_can_be_read() -> None:
    router = APIRouter(prefix="/things")
    router.get("/{id}", name="thing")(lambda id: None)
    assert list(methods(router)) == ["GET /things/{id}"]


def test_the_first_of_two_routes_on_one_path_is_told_for_it_answers() -> None:
    app = FastAPI()
    app.get("/", name="first")(lambda: None)
    app.get("/", name="second")(lambda: None)
    assert [method.name for method in methods(app).values()] == ["first"]


def test_handlers_whose_annotations_cannot_be_resolved_are_read_from_their_fields() -> None:
    app = FastAPI()

    def read(page: int) -> None: ...

    app.get("/")(read)
    read.__annotations__["page"] = "Nowhere"
    assert [each.type for each in methods(app)["GET /"].parameters] == [int]


def test_names_of_handlers_are_no_summaries_but_in_openapi() -> None:
    app = FastAPI()
    app.get("/a", name="list_items")(lambda: None)
    contracts = document(app)["groups"][0]["contracts"]
    assert "summary" not in contracts[0]["methods"][0]
    written = to_openapi(ApiDocSpec(slug="a", title="A", app=app))
    assert written["paths"]["/a"]["get"]["summary"] == "List items"


def test_the_status_of_a_response_class_is_its_own() -> None:
    class Made(JSONResponse):
        def __init__(self, content: Any = None, status_code: int = 201) -> None:
            super().__init__(content, status_code)

    app = FastAPI()
    for number, response_class in enumerate((Made, JSONResponse, Made)):
        app.get(f"/{number}", response_class=response_class)(lambda: None)

    document = to_openapi(ApiDocSpec(slug="app", app=app))

    statuses = [next(iter(path["get"]["responses"])) for path in document["paths"].values()]
    assert statuses == ["201", "200", "201"]


@pytest.mark.parametrize(
    ("tags", "group"),
    [
        pytest.param([["Nodes", "all"], ["Nodes"]], "Nodes", id="one tag"),
        pytest.param([["Nodes"], ["Links"]], "default", id="two tags"),
        pytest.param([["Nodes"], []], "default", id="one without"),
        pytest.param([], "default", id="nothing else"),
    ],
)
def test_a_websocket_is_with_the_operations_of_its_module(
    tags: list[list[str]], group: str
) -> None:
    nodes = APIRouter(prefix="/nodes")

    async def events(socket: WebSocket) -> None: ...

    def elsewhere() -> None: ...

    elsewhere.__module__ = "elsewhere"
    for number, names in enumerate(tags):
        nodes.get(f"/{number}", tags=[*names])(lambda: None)
    nodes.websocket("/events")(events)
    app = FastAPI()
    app.include_router(nodes)
    app.get("/", tags=["Elsewhere"])(elsewhere)
    assert {
        contract.path: each.name
        for each in contracts_from_fastapi(app)
        for contract in each.contracts
        if isinstance(contract, WebSocketContract)
    } == {"/nodes/events": group}


@pytest.mark.parametrize(
    ("options", "group"),
    [
        pytest.param({}, "Nodes", id="none for everyone"),
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
            "text/csv",
            {"example": "a,b"},
            {"type": "string", "examples": ["a,b"]},
            {"examples": {"example": {"value": "a,b"}}},
            id="a single example of text",
        ),
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
        pytest.param("application/xml", {}, None, {}, id="XML is text"),
        pytest.param("text/html; charset=utf-8", {}, None, {}, id="HTML is text"),
        pytest.param(
            "image/png",
            {},
            None,
            {"schema": {"type": "string", "format": "binary"}},
            id="an image is binary",
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
