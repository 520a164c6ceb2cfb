"""Contracts that between them use everything an OpenAPI document can say; each is put before all
validators.
"""

from collections.abc import AsyncIterator, Iterable, Iterator
from decimal import Decimal
from enum import Enum
from functools import partial
from typing import Annotated, Any, Generic, Literal, NewType, Protocol, TypeVar

from marketplace.docs import DOCS
from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.contracts import (
    ERROR,
    FORBIDDEN,
    NOT_FOUND,
    SERVER_ERROR,
    VALIDATION_ERROR,
    ApiKey,
    BearerToken,
    Brand,
    Content,
    Example,
    ExternalDocs,
    HttpContract,
    HttpMethod,
    Parameter,
    RequestBody,
    Requirement,
    Security,
    SecurityScheme,
    Success,
    authenticated,
    http,
    public,
    scope,
)
from sphinxcontrib_ggdocs.openapi import to_openapi as export
from sphinxcontrib_ggdocs.openapi.openapi_builder import OpenApiVersion

UserId = NewType("UserId", str)
AdminId = NewType("AdminId", UserId)
Email = Annotated[str, Brand("Email"), Field(max_length=254, examples=["ada@example.org"])]
T = TypeVar("T")


class Color(Enum):
    RED = "red"
    BLUE = "blue"


class Ref(BaseModel):
    """Which user."""

    user: UserId


class Profile(BaseModel):
    """What others see."""

    id: UserId
    email: Email
    color: Color = Color.RED
    price: Decimal = Decimal(1)
    place: tuple[float, float] | None = None
    boss: "Profile | None" = None


class Page(BaseModel, Generic[T]):
    items: list[T]
    next: str | None = None


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = 9


class Dog(BaseModel):
    kind: Literal["dog"]
    name: str


Pet = Annotated[Cat | Dog, Field(discriminator="kind")]


class Corner(BaseModel):
    x: int
    y: int


USER_NOT_FOUND = ERROR.define("USER_NOT_FOUND", 404, Ref, description="No user has this id.")
GONE_AWAY = ERROR.define("GONE_AWAY", 404, description="The user has left.")
TAKEN = ERROR.define("TAKEN", 409, list[str])

SignedIn = Requirement(
    "SignedIn", headers={"Authorization": BearerToken}, description="The token of a session."
)
Partner = Requirement(
    "Partner", headers={"X-Api-Key": ApiKey, "X-Trace": str | None}, cookies={"session": str}
)
Guest = Requirement("Guest", headers={"Authorization": BearerToken | None})
Basic = Requirement("Basic", headers={"Authorization": ApiKey})


@http.api(
    "/users",
    requires=[SignedIn],
    permission=authenticated,
    external_docs="https://example.org/users",
)
class UserApi(Protocol):
    """User accounts.

    With more to say.
    """

    @http.get("/{id}", errors=[USER_NOT_FOUND, GONE_AWAY, TAKEN, SERVER_ERROR])
    @http.head("/{id}")
    def get_profile(self, id: UserId) -> Profile:
        """Fetch one profile.

        All of it.
        """
        ...

    @http.put("/{id}", errors=[USER_NOT_FOUND, VALIDATION_ERROR])
    def save_profile(self, id: UserId, profile: Profile) -> Profile:
        """Replace a profile."""
        ...

    @http.post(status=201, response_headers={"Location": str, "X-Rate": int | None})
    def create(self, profile: Profile) -> Profile: ...

    @http.delete(
        "/{id}", permission=scope("users:write") & scope("admin"), deprecated="Use `save_profile`."
    )
    def remove(self, id: UserId) -> None:
        """Remove."""
        ...

    @http.get("/open", permission=public)
    def open_to_all(self) -> Page[Profile]: ...


@http.api("/errors", error_format="problem")
class ProblemApi(Protocol):
    @http.get("/a", errors=[USER_NOT_FOUND, GONE_AWAY, SERVER_ERROR])
    def a(self) -> int: ...


@http.api("/typed")
class TypedApi(Protocol):
    @http.get("/a", errors=[USER_NOT_FOUND, GONE_AWAY, SERVER_ERROR])
    def a(self) -> int: ...


@http.api("/plain", error_format="plain")
class PlainApi(Protocol):
    @http.get("/a", errors=[USER_NOT_FOUND, GONE_AWAY, TAKEN, NOT_FOUND])
    def a(self) -> None: ...


@http.api("/parameters", requires=[Partner])
class ParameterApi(Protocol):
    @http.get("/{ids}/{rest:path}")
    def everywhere(
        self,
        ids: list[int],
        rest: str,
        tags: Annotated[list[str], Field(description="Any of these.", max_length=3)],
        where: Annotated[dict[str, int], http.Query()],
        corner: Annotated[Corner, http.Query()],
        seen: Annotated[list[int], http.Cookie()],
        versions: Annotated[
            tuple[int, ...], http.Header("X-Versions", description="Newest first.", deprecated=True)
        ],
        color: Color = Color.BLUE,
        limit: Annotated[int, Field(ge=1, le=100)] = 20,
        admin: AdminId | None = None,
    ) -> None: ...


@http.api("/bodies")
class BodyApi(Protocol):
    @http.post("/json")
    def json(self, pet: Pet) -> list[Pet]: ...

    @http.post("/fields")
    def fields(
        self, a: Annotated[int, http.Body()], b: Annotated[Color, http.Body()] = Color.RED
    ) -> None: ...

    @http.post("/form")
    def form(
        self,
        name: Annotated[str, http.Form()],
        tags: Annotated[list[str], http.Form()],
        at: Annotated[Corner, http.Form()],
    ) -> None: ...

    @http.post("/upload", status=202)
    def upload(
        self,
        picture: Annotated[
            bytes, http.File(media_types=["image/png", "image/jpeg"], max_size=1000)
        ],
        pages: Annotated[list[bytes], http.File(max_size=50)],
        extra: Annotated[bytes | None, http.File(max_size=60)] = None,
        at: Annotated[Corner | None, http.Form()] = None,
        alt: Annotated[str, http.Form()] = "",
    ) -> None: ...

    @http.put("/raw")
    def raw(self, data: Annotated[bytes, http.Body("application/zip")]) -> None: ...

    @http.patch("/text")
    def text(self, text: Annotated[str, http.Body("text/plain")]) -> str: ...

    @http.get("/picture", media_type=["image/png", "image/webp"])
    def picture(self) -> bytes: ...

    @http.get("/events", errors=[SERVER_ERROR])
    def events(self) -> AsyncIterator[Pet]: ...

    @http.get("/lines", media_type="application/x-ndjson")
    def lines(self) -> Iterator[Profile]: ...

    @http.post("/several", status=[200, 201])
    def several(self, tree: dict[str, list[Profile]]) -> Profile: ...


@http.api("/security")
class SecurityApi(Protocol):
    @http.get("/nothing")
    def nothing(self) -> None: ...

    @http.get("/both", requires=[SignedIn, Partner])
    def both(self) -> None: ...

    @http.get("/guest", requires=[Guest])
    def guest(self) -> None: ...

    @http.get("/basic", requires=[Basic], permission=scope("a") | scope("b"))
    def basic(self) -> None: ...

    @http.get("/own", errors=[FORBIDDEN])
    def own(self, key: Annotated[ApiKey, http.Header("X-Own-Key")]) -> None: ...


OAUTH = SecurityScheme(
    name="oauth",
    definition={
        "type": "oauth2",
        "flows": {
            "clientCredentials": {
                "tokenUrl": "https://example.org/token",
                "scopes": {"read": "Read.", "write": "Write."},
            }
        },
    },
)
WRITTEN = HttpContract(
    name="Written by hand",
    path_prefix="/written",
    external_docs=ExternalDocs(url="https://example.org", description="More."),
    methods=(
        HttpMethod(
            name="find",
            verbs=("GET", "OPTIONS", "TRACE"),
            path="/{a}",
            parameters=(
                Parameter(
                    name="a", location="path", type=str, examples=(Example(name="one", value="1"),)
                ),
                Parameter(name="Accept", location="header", type=str),
            ),
            successes=(
                Success(status=200, contents=(Content(type=int), Content(media_type="text/csv"))),
                Success(
                    status=200,
                    contents=(Content(type=str, examples=(Example(name="s", value="x"),)),),
                ),
            ),
            errors=(NOT_FOUND,),
            security=Security(scheme=OAUTH, scopes=("read",)),
            openapi_extra={"x-extra": {"a": [1]}, "tags": ["more"]},
        ),
        HttpMethod(
            name="change",
            verbs=("PATCH",),
            path="/{b}",
            parameters=(Parameter(name="b", location="path", type=UserId),),
            body=RequestBody(
                contents=(
                    Content(type=Profile),
                    Content(type=Ref),
                    Content(media_type="text/plain"),
                )
            ),
            successes=(),
        ),
    ),
)


def documents(openapi_version: OpenApiVersion = "3.1") -> Iterable[tuple[str, dict[str, Any]]]:
    """Every case by name; what cannot be said in OpenAPI is warned of, see the tests."""
    to_openapi = partial(export, openapi_version=openapi_version)
    for contract in (
        UserApi,
        ProblemApi,
        TypedApi,
        PlainApi,
        ParameterApi,
        BodyApi,
        SecurityApi,
    ):
        yield (
            contract.__name__,
            to_openapi([contract], title=contract.__name__, version="1.0.0"),
        )
    yield (
        "formats",
        to_openapi([ProblemApi, TypedApi, PlainApi], title="Formats", version="1.0.0"),
    )
    yield (
        "full",
        to_openapi(
            [UserApi],
            title="Full",
            version="1",
            summary="All about it.",
            description="Text.",
            servers=["https://example.org", {"url": "wss://example.org"}],
            contact={"name": "Ada", "email": "ada@example.org", "url": "https://example.org"},
            license={"name": "MIT", "identifier": "MIT"},
            terms_of_service="https://example.org/terms",
            external_docs={"url": "https://example.org/docs"},
            security_schemes={
                "SignedIn": {
                    "type": "oauth2",
                    "flows": {
                        "implicit": {
                            "authorizationUrl": "https://example.org/auth",
                            "scopes": {"users:write": "Change users.", "admin": "All."},
                        }
                    },
                }
            },
        ),
    )
    for values in DOCS:
        spec = ApiDocSpec.model_validate(values)
        yield f"example-{spec.slug}", to_openapi(spec)
