"""The types of the application with one of everything."""

import enum
from typing import Annotated, Generic, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema, computed_field

T = TypeVar("T")


class Color(enum.Enum):
    """A colour."""

    RED = "red"
    BLUE = "blue"


Encoded: TypeAlias = Annotated[int, WithJsonSchema({"type": "string"})]


class Part(BaseModel):
    """A part, with parts."""

    name: str
    parts: "list[Part]" = []


class Item(BaseModel):
    """Something for sale."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"id": 1, "itemName": "Chair", "label": "Chair 1"}]}
    )

    id: int
    name: str = Field(alias="itemName", description="What it is called.")
    color: Color = Color.RED
    price: float | None = Field(default=None, gt=0)

    @computed_field
    def label(self) -> str:
        """The name and the number."""
        return f"{self.name} {self.id}"


class Page(BaseModel, Generic[T]):
    """A page of a list."""

    items: list[T]
    total: int = 0


class Cat(BaseModel):
    kind: Literal["cat"]
    lives: int = 9


class Dog(BaseModel):
    kind: Literal["dog"]
    good: bool = True


class Filters(BaseModel):
    """Which ones."""

    model_config = ConfigDict(extra="forbid")

    limit: int = Field(100, gt=0, le=100)
    order_by: Literal["created", "updated"] = Field("created", alias="orderBy")
    tags: list[str] = []
    owner: Encoded | None = Field(None, description="Who has it, or nobody.")
    shop: Encoded = Field(description="Who sells it.")


class Cookies(BaseModel):
    session: str
    tracker: str | None = None


class Login(BaseModel):
    username: str = Field(min_length=3)
    password: str
    remember: bool = Field(default=False, alias="remember-me")
    user: Encoded = Field(description="Who it is.")


class NotFound(BaseModel):
    detail: str
