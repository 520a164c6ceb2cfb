"""An application with one of everything that a route can say."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any, Literal

from fastapi import (
    APIRouter,
    Body,
    Cookie,
    Depends,
    FastAPI,
    File,
    Form,
    Header,
    Path,
    Query,
    Request,
    Response,
    Security,
    UploadFile,
)
from fastapi.responses import FileResponse, HTMLResponse, StreamingResponse
from fastapi.routing import APIRoute
from fastapi.security import (
    APIKeyHeader,
    HTTPBearer,
    OAuth2AuthorizationCodeBearer,
    OAuth2PasswordBearer,
    OAuth2PasswordRequestForm,
    SecurityScopes,
)

from .everything_types import (
    Cat,
    Color,
    Cookies,
    Dog,
    Encoded,
    Filters,
    Item,
    Login,
    NotFound,
    Page,
    Part,
)

started: list[str] = []


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncIterator[None]:
    started.append("started")
    yield


def paging(skip: int = 0, limit: Annotated[int, Query(le=50)] = 10) -> tuple[int, int]:
    return skip, limit


class Session:
    """A dependency that is a class, with a dependency of its own."""

    def __init__(
        self,
        paged: Annotated[Any, Depends(paging)],
        x_trace: Annotated[str | None, Header()] = None,
    ) -> None:
        self.paged, self.trace = paged, x_trace


class Timed(APIRoute):
    """A route of another class, as applications make them to see requests."""

    def get_route_handler(self) -> Any:
        return super().get_route_handler()


oauth = OAuth2PasswordBearer(
    "token", scopes={"read": "See.", "write": "Change."}, description="By password."
)
code = OAuth2AuthorizationCodeBearer(
    "https://example.org/authorize", "https://example.org/token", auto_error=False
)


async def user(scopes: SecurityScopes, token: Annotated[str, Depends(oauth)]) -> str:
    return token


parameters = APIRouter(prefix="/parameters", tags=["parameters"], route_class=Timed)


@parameters.get("/all/{item_id}/{rest:path}")
def every_kind(
    item_id: Annotated[int, Path(title="The id", ge=1, description="Which one.")],
    rest: str,
    q: str | None = None,
    color: Color = Color.BLUE,
    many: Annotated[list[int], Query(alias="m", description="Several.", examples=[[1, 2]])] = [3],  # noqa: B006
    old: Annotated[str | None, Query(deprecated=True)] = None,
    hidden: Annotated[str | None, Query(include_in_schema=False)] = None,
    pattern: Annotated[str, Query(pattern="^a", max_length=9)] = "ab",
    user_agent: Annotated[str | None, Header()] = None,
    x_plain: Annotated[str | None, Header(convert_underscores=False)] = None,
    x_tokens: Annotated[list[str] | None, Header()] = None,
    ads: Annotated[str | None, Cookie()] = None,
    fixed: Literal["a", "b"] = "a",
    *,
    session: Annotated[Session, Depends()],
) -> None:
    """Every parameter.

    In every place.
    \f
    Not for readers.
    """  # noqa: D301  # FastAPI cuts at a form feed


@parameters.get("/models")
def parameter_models(
    filters: Annotated[Filters, Query()],
    cookies: Annotated[Cookies, Cookie()],
    request: Request,
    response: Response,
) -> None: ...


bodies = APIRouter(prefix="/bodies", tags=["bodies"])


@bodies.post("/single")
def single(item: Item) -> Item:
    return item


@bodies.put("/several/{item_id}")
def several(
    item_id: int,
    item: Item,
    part: Part,
    importance: Annotated[int, Body(gt=0, description="How much.")],
    q: str = "",
) -> None: ...


@bodies.post("/choice")
def choice(pet: Annotated[Cat | Dog, Body(discriminator="kind")]) -> Cat | Dog:
    return pet


@bodies.post("/form")
def form(
    username: Annotated[str, Form(min_length=3)],
    password: Annotated[str, Form()],
    user: Annotated[Encoded, Form(description="Who it is.")],
    age: int = Form(1),
) -> None: ...


@bodies.post("/form-model")
def form_model(login: Annotated[Login, Form()]) -> None: ...


@bodies.post("/token")
def oauth_form(data: Annotated[OAuth2PasswordRequestForm, Depends()]) -> None: ...


@bodies.post("/files")
def files(
    raw: Annotated[bytes, File(description="The bytes.")],
    upload: UploadFile,
    more: list[UploadFile],
    maybe: UploadFile | None = None,
    note: Annotated[str, Form()] = "",
) -> None: ...


responses = APIRouter(prefix="/responses", tags=["responses"])


@responses.get(
    "/model", response_model=Item, response_model_exclude={"price"}, response_model_by_alias=False
)
def narrowed() -> Any: ...


@responses.get("/annotated")
def annotated() -> Page[Item]:
    return Page(items=[])


@responses.post("/created", status_code=201, response_description="It is there now.")
def created(item: Item) -> Item:
    return item


@responses.get("/html", response_class=HTMLResponse)
def html() -> str:
    return ""


@responses.get("/file", response_class=FileResponse)
def file() -> str:
    return ""


@responses.get("/stream", response_class=StreamingResponse)
def stream() -> Any: ...


@responses.get(
    "/more",
    responses={
        200: {
            "description": "The item or its picture.",
            "content": {
                "image/png": {},
                "application/json": {"example": {"id": 1, "itemName": "Chair"}},
            },
            "headers": {"X-Rate": {"schema": {"type": "integer"}, "description": "Calls left."}},
        },
        202: {"model": Part},
        404: {"model": NotFound, "description": "No such item."},
        "4XX": {"description": "Something else of yours."},
        "default": {"model": NotFound},
    },
)
def additional() -> Item: ...  # type: ignore[empty-body]


@responses.get(
    "/written",
    responses={
        200: {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Login"}}}},
        203: {
            "content": {
                "application/json": {
                    "schema": {"type": "array", "items": {"$ref": "#/components/schemas/NotFound"}}
                }
            }
        },
        410: {
            "content": {
                "application/json": {
                    "schema": {
                        "anyOf": [
                            {"$ref": "#/components/schemas/NotFound"},
                            {"$ref": "#/components/schemas/Login"},
                        ]
                    }
                }
            }
        },
        411: {"content": {"application/json": {"schema": {"$ref": "somewhere/else.json"}}}},
    },
)
def written_by_hand() -> None: ...


security = APIRouter(prefix="/security", tags=["security"])


@security.get("/bearer", dependencies=[Depends(HTTPBearer(description="A token."))])
def bearer() -> None: ...


@security.get("/header", dependencies=[Depends(APIKeyHeader(name="X-Key", description="A key."))])
def key_in_header() -> None: ...


@security.get("/oauth")
def oauth_scopes(name: Annotated[str, Security(user, scopes=["read", "write"])]) -> None: ...


@security.get("/either")
def either(
    one: Annotated[str, Depends(oauth)], other: Annotated[str | None, Depends(code)]
) -> None: ...


words = APIRouter(tags=["words", "more"])


@words.get(
    "/words",
    summary="In a word",
    description="Said *outright*.",
    operation_id="words_of",
    deprecated=True,
)
def described() -> None:
    """Not read."""


@words.api_route("/both", methods=["GET", "POST"], operation_id="twice")
def two_verbs() -> None: ...


@words.get("/twice", operation_id="twice")
def same_id() -> None: ...


@words.head("/words")
def head_of_words() -> None: ...


@words.get("/secret", include_in_schema=False)
def secret() -> None: ...


calls_back = APIRouter()


@calls_back.post("{$callback_url}/paid/{$request.body.id}", response_model=Part)
def paid(body: Item) -> None: ...


@words.post("/invoices", callbacks=calls_back.routes)
def invoice(item: Item, callback_url: str | None = None) -> None: ...


inner = APIRouter(prefix="/inner", tags=["inner"])
inner.include_router(
    words, prefix="/deep", dependencies=[Depends(paging)], responses={418: {"description": "Tea."}}
)

app = FastAPI(
    title="Everything",
    lifespan=lifespan,
    openapi_tags=[
        {
            "name": "bodies",
            "description": "What *goes in*.",
            "externalDocs": {"url": "https://example.org/bodies", "description": "More."},
        }
    ],
)
for router in (parameters, bodies, responses, security, words, inner):
    app.include_router(router)


@app.webhooks.post("new-item", tags=["hooks"])
def new_item(body: Item) -> None:
    """Something new is for sale."""


mounted = FastAPI(title="Administration")


@mounted.get("/users/{name}")
def get_user(name: str) -> Item: ...  # type: ignore[empty-body]


app.mount("/admin", mounted)
