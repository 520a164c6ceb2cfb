"""Types of the kinds at which published applications were read wrongly; annotations are strings, as
in many of them.
"""

from __future__ import annotations

import dataclasses
import enum
from typing import Annotated, Any, ClassVar, Literal

from annotated_types import Gt, Interval, Len, MultipleOf
from pydantic import UUID4, BaseModel, Field, WithJsonSchema
from typing_extensions import TypedDict


@dataclasses.dataclass
class Branch:
    """A dataclass that recurs."""

    label: str
    twigs: list[Branch] = dataclasses.field(default_factory=list)
    parent: Branch | None = None


@dataclasses.dataclass
class Tree:
    """Another one, which no model closes: FastAPI has one definition of a class for all places."""

    children: list[Tree] = dataclasses.field(default_factory=list)


class Row(TypedDict):
    cells: dict[str, int]


class Cell(TypedDict):
    value: int


class Counted(BaseModel):
    """Has something beside its fields."""

    total: ClassVar[int] = 0
    kinds: ClassVar[dict[str, type[Any]]] = {}
    name: str
    number: Annotated[int, Interval(ge=-(2**63), le=2**63 - 1)] = 0


class Closed(BaseModel, extra="forbid"):
    row: Row
    id: UUID4


class ClosedBranches(BaseModel, extra="forbid"):
    branch: Branch
    more: dict[str, Branch] = {}


class Ranged(BaseModel):
    share: Annotated[float, Interval(gt=0, lt=1)]
    even: Annotated[int, MultipleOf(2), Gt(0)] = 2
    code: Annotated[str, Len(2, 5), Field(pattern="^[a-z]+$")] = "abc"
    tags: Annotated[set[str], Len(1, 3)] = {"a"}


class Given(BaseModel):
    """Has a field with a schema of its own."""

    target: Annotated[Any, WithJsonSchema({"anyOf": [{"type": "string"}, {"type": "integer"}]})] = (
        Field(description="What it points at.")
    )
    kind: Literal["a", "b"] = "a"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2


class Generic(BaseModel, extra="allow"):
    level: Level = Level.LOW
    inner: Counted | None = None


TYPES: tuple[Any, ...] = (
    Counted, Closed, ClosedBranches, Ranged, Given, Generic,
    list[Counted], dict[str, Ranged], Tree, list[Tree], Cell,
)  # fmt: skip
