"""The second adapter: Litestar, found by its entry point."""

import json
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Generic, NewType, TypeVar

import msgspec
import pytest
from litestar import (
    Controller,
    Litestar,
    MediaType,
    Response,
    delete,
    get,
    post,
    put,
    route,
    websocket,
)
from litestar.connection import WebSocket
from litestar.datastructures import ResponseHeader, UploadFile
from litestar.di import Provide
from litestar.dto import DataclassDTO, DTOConfig
from litestar.enums import RequestEncodingType
from litestar.exceptions import NotFoundException
from litestar.handlers import websocket_listener
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.spec import Components, ExternalDocumentation, SecurityScheme, Tag
from litestar.params import Body, CookieParameter, HeaderParameter, QueryParameter
from litestar.response import File, Redirect, ServerSentEvent, Stream, Template
from openapi_spec_validator import validate
from pydantic import BaseModel

from sphinxcontrib_ggdocs.adapters import ApplicationWarning
from sphinxcontrib_ggdocs.adapters.litestar import contracts_from_litestar, messages
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts.contract_errors import ContractError
from sphinxcontrib_ggdocs.contracts.model import HttpContract, HttpMethod, WebSocketContract
from sphinxcontrib_ggdocs.native import ApiDocsDocument, build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi

UserId = NewType("UserId", str)
T = TypeVar("T")


@dataclass
class User:
    """Somebody."""

    id: UserId
    name: str
    password: str = ""


class Order(msgspec.Struct, rename="camel"):
    """Something bought."""

    order_id: UserId
    total: Annotated[float, msgspec.Meta(gt=0)]
    parts: "list[Order]" = []
    note: str | msgspec.UnsetType = msgspec.UNSET


class Gone(BaseModel):
    since: int


@dataclass
class Upload:
    picture: UploadFile
    title: str = ""


class WithoutPassword(DataclassDTO[User]):
    config = DTOConfig(exclude={"password"})


class OutOfStock(NotFoundException):
    detail = "Nothing is left."


def paging(
    page: Annotated[int, QueryParameter(ge=1, description="Which page.")] = 1, size: int = 10
) -> int:
    return page * size


class UserController(Controller):
    """People."""

    path = "/users"
    dependencies = {"paged": Provide(paging, sync_to_thread=False)}  # noqa: RUF012  # as Litestar has it

    @get(
        "/{user_id:str}",
        raises=[OutOfStock],
        responses={410: ResponseSpec(Gone, description="It was here.")},
    )
    async def get_user(
        self,
        user_id: UserId,
        paged: int,
        trace: Annotated[str | None, HeaderParameter(name="X-Trace")] = None,
        session: Annotated[str, CookieParameter(name="session", min_length=3)] = "abc",
        q: list[UserId] | None = None,
    ) -> User:
        """Fetch one."""
        return User(user_id, "")

    @post(
        "/",
        dto=WithoutPassword,
        return_dto=WithoutPassword,
        security=[{"token": ["write"]}],
        summary="Add one",
    )
    async def add_user(self, data: User) -> User:
        return data

    @delete("/{user_id:str}", deprecated=True)
    async def remove_user(self, user_id: UserId) -> None: ...


@put(
    "/orders",
    tags=["orders"],
    operation_id="put_order",
    response_headers=[ResponseHeader("X-Rate", value="3")],
)
async def put_order(data: Order) -> Response[Order]:
    return Response(data)


@post("/pictures", tags=["orders"])
async def picture(
    data: Annotated[Upload, Body(media_type=RequestEncodingType.MULTI_PART)],
) -> None: ...


@get("/text", media_type=MediaType.TEXT)
async def text() -> str:
    return ""


@get("/file")
async def file() -> File:
    return File("x")


@get("/stream")
async def stream() -> Stream:
    return Stream(iter(()))


@get("/old", status_code=302)
async def old() -> Redirect:
    return Redirect("/")


@get("/events")
async def events() -> ServerSentEvent:
    def made() -> Iterator[str]:
        yield ""

    return ServerSentEvent(made())


@route("/both", http_method=["GET", "POST"])
async def both() -> None: ...


@get("/secret", include_in_schema=False)
async def secret() -> None: ...


@websocket_listener("/chat/{room:int}")
async def chat(data: User, room: int) -> Gone:
    """Talk."""
    return Gone(since=0)


@websocket("/raw")
@messages(sends=Gone)
async def raw(socket: WebSocket[Any, Any, Any]) -> None: ...


with warnings.catch_warnings():  # Litestar is about to want a marker at `data`
    warnings.simplefilter("ignore")
    app = Litestar(
        [
            UserController,
            put_order,
            picture,
            text,
            file,
            stream,
            old,
            events,
            both,
            secret,
            chat,
            raw,
        ],
        openapi_config=OpenAPIConfig(
            title="Litestar",
            version="1",
            components=Components(
                security_schemes={"token": SecurityScheme(type="http", scheme="bearer")}
            ),
            tags=[Tag("orders", "What is bought.", ExternalDocumentation("https://example.org"))],
        ),
    )
GROUPS = {group.name: group for group in contracts_from_litestar(app)}
CONTRACTS = [contract for group in GROUPS.values() for contract in group.contracts]
METHODS: dict[str, HttpMethod] = {
    f"{verb} {contract.full_path(method)}": method
    for contract in CONTRACTS
    if isinstance(contract, HttpContract)
    for method in contract.methods
    for verb in method.verbs
}
SOCKETS = {
    contract.path: contract for contract in CONTRACTS if isinstance(contract, WebSocketContract)
}
DOCUMENT: Any = json.loads(
    build_contract_doc(ApiDocSpec(slug="app", title="App", app=app)).to_json()
)


def test_parameters_of_handlers_and_dependencies() -> None:
    found = [
        (each.location, each.name, each.required)
        for each in METHODS["GET /users/{user_id}"].parameters
    ]
    assert found == [
        ("path", "user_id", True),
        ("query", "page", False),
        ("query", "size", False),
        ("query", "q", False),
        ("header", "X-Trace", False),
        ("cookie", "session", False),
    ]


def test_brands_are_brands() -> None:
    assert DOCUMENT["schemas"]["UserId"]["x-brand"] == ["UserId"]
    uses = ApiDocsDocument.model_validate(DOCUMENT).users
    assert {use.method for use in uses.of_type("UserId")} == {
        "get_user", "add_user", "remove_user", "put_order", "chat",
    }  # fmt: skip


def test_errors_are_exceptions_and_responses() -> None:
    found = [
        (error.type, error.status, error.description)
        for error in METHODS["GET /users/{user_id}"].errors
    ]
    assert found[:2] == [
        ("Not-Found", 404, "Nothing is left."),
        ("Bad-Request", 400, "Bad Request"),
    ]
    assert found[2:] == [("Gone", 410, "It was here.")]
    assert not any("type" in error for error in DOCUMENT["errors"].values())
    described = {key: error.get("description") for key, error in DOCUMENT["errors"].items()}
    assert (described["Not-Found"], described["Bad-Request"]) == ("Nothing is left.", None)
    assert METHODS["GET /text"].errors == ()


def test_structs_of_msgspec() -> None:
    schema = DOCUMENT["schemas"]["Order"]
    assert schema["properties"]["orderId"] == {"$ref": "#/schemas/UserId"}
    assert schema["properties"]["total"] == {"type": "number", "exclusiveMinimum": 0}
    assert schema["properties"]["parts"]["items"] == {"$ref": "#/schemas/Order"}
    assert schema["required"] == ["orderId", "total"]


def test_forms_with_files() -> None:
    body = METHODS["POST /pictures"].body
    assert body is not None
    [content] = body.contents
    assert content.media_type == "multipart/form-data"
    assert [(each.name, each.required, each.file is not None) for each in content.fields or ()] == [
        ("picture", True, True),
        ("title", False, False),
    ]


@pytest.mark.parametrize(
    ("place", "status", "media_types"),
    [
        pytest.param("GET /text", 200, ["text/plain"], id="text"),
        pytest.param("GET /stream", 200, ["application/octet-stream"], id="a stream"),
        pytest.param("GET /events", 200, ["text/event-stream"], id="server-sent events"),
        pytest.param("GET /old", 302, [], id="a redirect"),
    ],
)
def test_successes(place: str, status: int, media_types: list[str]) -> None:
    [success] = METHODS[place].successes
    assert (success.status, [content.media_type for content in success.contents]) == (
        status,
        media_types,
    )


def test_a_listener_says_what_it_receives_and_sends() -> None:
    contract = SOCKETS["/chat/{room}"]
    assert [(each.name, each.direction) for each in contract.interactions] == [
        ("chat", "client_to_server"),
        ("chat_answer", "server_to_client"),
    ]


def test_the_exported_document_is_valid_and_has_every_path() -> None:
    written: Any = to_openapi(ApiDocSpec(slug="app", title="App", app=app))
    validate(written)
    own = app.openapi_schema.to_schema()["paths"]
    assert {path: set(item) for path, item in written["paths"].items()} == {
        path: set(item) for path, item in own.items()
    }


def operation(*handlers: Any, path: str = "/a", verb: str = "get") -> Any:
    """What our document says of one operation."""
    app = Litestar(handlers, openapi_config=OpenAPIConfig(title="A", version="1"))
    return to_openapi(ApiDocSpec(slug="a", title="A", app=app))["paths"][path][verb]


def test_lengths_of_texts_and_of_lists() -> None:
    @get("/a")
    async def handler(
        name: Annotated[str, QueryParameter(min_length=3, max_length=5)],
        ids: Annotated[list[int], QueryParameter(min_items=2, max_items=4)],
    ) -> None: ...

    schemas = [parameter["schema"] for parameter in operation(handler)["parameters"]]
    assert schemas == [
        {"type": "string", "minLength": 3, "maxLength": 5},
        {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 4},
    ]


class Tagged(msgspec.Struct, tag="t", forbid_unknown_fields=True):
    """It says what it is."""

    schema: int
    _hidden: str = ""


class Page(msgspec.Struct, Generic[T]):
    items: list[T]
    cursor: Annotated[str, msgspec.Meta(max_length=9)] | None = None
    size: Annotated[int, msgspec.Meta(ge=1)] | msgspec.UnsetType = msgspec.UNSET


JSON = "application/json"
RETURNED = [
    pytest.param(
        Response[dict[str, int]] | list[int],
        "",
        {
            JSON: {
                "schema": {
                    "anyOf": [
                        {"type": "object", "additionalProperties": {"type": "integer"}},
                        {"type": "array", "items": {"type": "integer"}},
                    ]
                }
            }
        },
        id="a response or a value",
    ),
    pytest.param(
        Template | Redirect,
        "",
        {"text/html": {"schema": {"type": "string"}}},
        id="a page or no body",
    ),
    pytest.param(
        Response[bytes],
        "image/png",
        {"image/png": {"schema": {"type": "string", "format": "binary"}}},
        id="an image",
    ),
]


@pytest.mark.parametrize(("form", "media_type", "content"), RETURNED)
def test_what_is_returned(form: Any, media_type: str, content: Any) -> None:
    async def handler() -> Any: ...

    handler.__annotations__["return"] = form
    [response] = operation(get("/a", media_type=media_type or None)(handler))["responses"].values()
    assert response["content"] == content


def test_structs_with_arguments_tags_and_names_that_pydantic_keeps_for_itself() -> None:
    @get("/a")
    async def a() -> Page[Tagged]:
        raise NotImplementedError

    written: Any = to_openapi(ApiDocSpec(slug="a", title="A", app=Litestar([a])))
    schemas = written["components"]["schemas"]
    assert set(schemas["Tagged"]["properties"]) == {"schema", "_hidden", "type"}
    assert schemas["Tagged"]["properties"]["type"]["const"] == "t"
    assert schemas["Tagged"]["required"] == ["schema", "type"]
    assert schemas["Tagged"]["additionalProperties"] is False
    page = schemas["Page_Tagged"]["properties"]
    assert page["items"]["items"] == {"$ref": "#/components/schemas/Tagged"}
    assert page["cursor"]["anyOf"][0] == {"type": "string", "maxLength": 9}
    assert page["size"] == {"type": "integer", "minimum": 1}


@pytest.mark.filterwarnings("ignore:.*deprecated:litestar.exceptions.LitestarDeprecationWarning")
def test_a_placeholder_of_one_path_is_no_parameter_of_another() -> None:
    @get(["/a", "/a/{number:int}", "/b/{other:str}"])
    async def handler(number: int | None = None) -> None: ...

    litestar = Litestar([handler])
    paths = [litestar.openapi_schema.to_schema()["paths"]]  # it adds arguments to the handler
    paths.append(to_openapi(ApiDocSpec(slug="a", title="A", app=litestar))["paths"])
    for each in paths:
        found = {
            path: [parameter["name"] for parameter in item["get"].get("parameters", ())]
            for path, item in each.items()
        }
        assert found == {"/a": [], "/a/{number}": ["number"], "/b/{other}": ["other"]}


@pytest.mark.parametrize(("form", "name"), [(UploadFile, "file"), (list[UploadFile], "files")])
def test_files_have_the_names_that_litestar_gives_them(form: Any, name: str) -> None:
    async def handler(data: Any) -> None: ...

    body = Body(media_type=RequestEncodingType.MULTI_PART)
    handler.__annotations__["data"] = Annotated[form, body]
    content = operation(post("/a")(handler), verb="post")["requestBody"]["content"]
    assert list(content["multipart/form-data"]["schema"]["properties"]) == [name]


def test_one_handler_that_cannot_be_read_costs_itself_only() -> None:
    def names(*_: Any) -> str:
        raise RuntimeError("no name")

    @get("/a", operation_id=names)
    async def bad() -> None:
        """Its text is there."""

    @get("/b")
    async def good() -> int:
        return 1

    both = Litestar([bad, good])
    with pytest.warns(ApplicationWarning, match="bad at /a: the route cannot be read"):
        paths: Any = to_openapi(ApiDocSpec(slug="a", title="A", app=both))["paths"]
    assert paths["/a"]["get"]["summary"] == "Its text is there."
    assert paths["/b"]["get"]["responses"]["200"]["content"] == {
        JSON: {"schema": {"type": "integer"}}
    }
    with pytest.raises(ContractError, match="no name"):
        contracts_from_litestar(both, strict=True)
