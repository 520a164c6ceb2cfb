"""A small API with one field for every sort of type, and the full page of it."""

import datetime
import enum
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal, NamedTuple, NewType, Protocol

from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.catalog import ApiDocSpec, Branding
from sphinxcontrib_ggdocs.contracts import ERROR, Brand, HttpContract, contract_of, http
from sphinxcontrib_ggdocs.native.documentation_site import SiteDocument, native_site
from sphinxcontrib_ggdocs.serving import write_site

KeeperId = Annotated[str, Brand("KeeperId")]
HeadKeeperId = NewType("HeadKeeperId", KeeperId)


class Diet(enum.Enum):
    """What it eats."""

    PLANTS = "plants"
    MEAT = "meat"


class Spot(NamedTuple):
    """Where something stands."""

    north: float
    east: float


class Cat(BaseModel):
    """It purrs."""

    kind: Literal["cat"] = "cat"
    lives: int = 9


class Dog(BaseModel):
    """It barks."""

    kind: Literal["dog"] = "dog"
    loud: bool


class Cage(BaseModel):
    """A cage, which may hold cages."""

    name: str
    inner: "list[Cage]" = []
    lock: "Lock"


class Lock(BaseModel):
    """Keeps it shut."""

    made_of: "Metal"


class Metal(BaseModel):
    """What a lock is made of."""

    carats: Annotated[int, Field(ge=1, le=24)]


class Zoo(BaseModel):
    """All of it."""

    plain: str
    maybe: str | None
    left_out: int = 7
    bounded: Annotated[int, Field(ge=3, lt=8, multiple_of=2)]
    short: Annotated[str, Field(min_length=2, max_length=5)]
    coded: Annotated[str, Field(pattern=r"^[A-Z]{3}$")]
    opened: datetime.date
    diet: Diet
    size: Literal["small", "large"]
    tags: Annotated[list[str], Field(max_length=4)]
    counts: dict[str, int]
    pair: tuple[int, str]
    spot: Spot
    cage: Cage
    pet: Annotated[Cat | Dog, Field(discriminator="kind")]
    either: int | list[str]
    keeper: KeeperId
    head: HeadKeeperId
    shown: Annotated[str, Field(examples=["first example", "second example"])]
    old: Annotated[str, Field(deprecated=True)] = ""
    told: Annotated[
        str, Field(description="**Bold** and `code`.\n\n- a list\n\n<b id=evil>no tag</b>")
    ]


CLOSED = ERROR.define("CLOSED", 423, Spot, description="Nobody is there.")


@http.api("/zoo")
class ZooApi(Protocol):
    """Looks after the zoo."""

    @http.put("/{keeper}", errors=[CLOSED])
    def save(self, keeper: KeeperId, zoo: Zoo) -> Zoo:
        """Replace the zoo."""
        ...

    @http.get("/{keeper}", errors=[CLOSED])
    def load(self, keeper: KeeperId) -> Zoo:
        """Fetch the zoo."""
        ...


@http.api()
class HookApi(Protocol):
    """What the zoo tells others."""

    @http.post("/escaped")
    def escaped(self, animal: Cat) -> None:
        """Something has got out."""
        ...


contract = contract_of(HookApi)
assert isinstance(contract, HttpContract)
OUTGOING = replace(contract, outgoing=True)

SPEC = ApiDocSpec(slug="zoo", title="Zoo", version="1.0", groups=(), http=(ZooApi, OUTGOING))


def write(folder: Path, branding: Branding | None = None) -> None:
    """Write the full page."""
    write_site(native_site([SiteDocument.of(SPEC)], branding), folder)
