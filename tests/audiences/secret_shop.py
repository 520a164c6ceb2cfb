"""A module with marks, and the same as somebody would write it who knows only what is public.

Lines between ``# <secret>`` and ``# </secret>`` are for others; so is what contains `TOKEN`.
"""

TOKEN = "zqsecretzq"
WHOLE = '''
from typing import Annotated, Literal, Protocol

from pydantic import BaseModel, Field, computed_field

from sphinxcontrib_ggdocs.contracts import (
    ERROR, Audience, Brand, Deprecated, Requirement, http, ws,
)

# <secret>
INTERNAL = Audience("internal")
Zqsecretzq = Annotated[str, Field(description="A zqsecretzq brand."), Brand("Zqsecretzq")]


class ZqsecretzqMargin(BaseModel):
    """The zqsecretzq margin."""

    percent: Annotated[float, Field(description="A zqsecretzq share.")]
# </secret>


class Card(BaseModel):
    """Pays by card."""

    kind: Literal["card"] = "card"


class Cash(BaseModel):
    """Pays in cash."""

    kind: Literal["cash"] = "cash"


# <secret>
class ZqsecretzqVoucher(BaseModel):
    """A zqsecretzq voucher."""

    kind: Literal["zqsecretzq"] = "zqsecretzq"
# </secret>


class Tin(BaseModel):
    """Keeps long."""

    # <secret>
    zqsecretzq_tag: Annotated[Literal["tin"], INTERNAL] = "tin"
    # </secret>
    litres: float


class Box(BaseModel):
    """Is light."""

    # <secret>
    zqsecretzq_tag: Annotated[Literal["box"], INTERNAL] = "box"
    # </secret>
    width: int


class Item(BaseModel):
    """Something to buy.

    Attributes:
        name: What it is called.
        # <secret>
        zqsecretzq_cost: Its zqsecretzq cost.
        # </secret>
    """

    model_config = {"json_schema_extra": {"examples": [{
        "name": "tea",
        # <secret>
        "zqsecretzq_cost": 3,
        # </secret>
    }]}}

    name: str
    paid: Annotated[
        Card | Cash
        # <secret>
        | Annotated[ZqsecretzqVoucher, INTERNAL]
        # </secret>
        , Field(discriminator="kind")]
    packed: Annotated[
        Tin | Box
        # <secret>
        , Field(discriminator="zqsecretzq_tag")
        # </secret>
        , Field(description="In what it is sent.")]
    old: Annotated[int, Deprecated("Gone.")] = 1
    # <secret>
    zqsecretzq_cost: Annotated[int, INTERNAL, Field(description="A zqsecretzq text.")]
    zqsecretzq_margin: Annotated[ZqsecretzqMargin | None, INTERNAL] = None
    zqsecretzq_brand: Annotated[list[Zqsecretzq], INTERNAL] = []
    zqsecretzq_extra: int = Field(1, json_schema_extra={"x-internal": True})
    # </secret>


class Shelf(BaseModel):
    """Some items."""

    best: Item = Item(
        name="tea",
        paid=Card(),
        packed=Tin(litres=0.5),
        # <secret>
        zqsecretzq_cost=3,
        # </secret>
    )


class Total(BaseModel):
    """What it costs."""

    # <secret>
    @computed_field
    def zqsecretzq_total(self) -> Annotated[int, INTERNAL]:
        """The zqsecretzq total."""
        return 1
    # </secret>

    @computed_field
    def total(self) -> int:
        """All of it."""
        return 1


GONE = ERROR.define("GONE", 410, description="It was sold.")
# <secret>
ZQSECRETZQ = ERROR.define(
    "ZQSECRETZQ", 409, ZqsecretzqMargin, description="A zqsecretzq fault.", audience="internal"
)
# </secret>
OLD = ERROR.define("OLD", 400, description="It is too old.", deprecated=Deprecated(
    "No longer.",
    # <secret>
    replacement="ZQSECRETZQ",
    # </secret>
))
TRACED = Requirement("Traced", errors=[OLD], headers={
    "X-Trace": str,
    # <secret>
    "X-Zqsecretzq": Annotated[str | None, INTERNAL],
    # </secret>
})


@http.api("/items", requires=[TRACED])
class ItemApi(Protocol):
    """What there is."""

    @http.get("/{id}", errors=[
        GONE,
        # <secret>
        ZQSECRETZQ,
        # </secret>
    ])
    def get_item(
        self, id: int,
        way: Annotated[int, Deprecated(
            "Gone.",
            # <secret>
            replacement="zqsecretzq",
            # </secret>
        )] = 1,
        # <secret>
        zqsecretzq: Annotated[bool, INTERNAL] = False,
        # </secret>
    ) -> Item:
        """Show an item.

        Args:
            id: Which.
            # <secret>
            zqsecretzq: The zqsecretzq way.
            # </secret>

        Raises:
            GONE: It was sold.
            # <secret>
            ZQSECRETZQ: A zqsecretzq cause.
            # </secret>
        """
        ...

    @http.get("/shelves")
    def get_shelf(self) -> Shelf:
        """Show a shelf."""
        ...

    @http.get("/total")
    def get_total(self) -> Total:
        """Add it all up."""
        ...

    # <secret>
    @http.delete("/{id}", audience="internal")
    def zqsecretzq_recall(self, id: int, why: Zqsecretzq) -> ZqsecretzqMargin:
        """Recall it, which is zqsecretzq."""
        ...
    # </secret>


# <secret>
@http.api("/zqsecretzq", audience=["internal", "partner"])
class ZqsecretzqApi(Protocol):
    """All that is zqsecretzq."""

    @http.get("")
    def get_zqsecretzq(self) -> ZqsecretzqMargin:
        """Show the zqsecretzq margin."""
        ...
# </secret>


@ws.api("/feed", requires=[TRACED])
class Feed(Protocol):
    """What happens."""

    @ws.server_to_client
    def sold(self, item: Item) -> None:
        """It was sold."""

    # <secret>
    @ws.server_to_client(audience="internal")
    def zqsecretzq_lost(self, item: ZqsecretzqMargin) -> None:
        """A zqsecretzq loss."""
    # </secret>


CONTRACTS = [ItemApi, Feed]
# <secret>
CONTRACTS.append(ZqsecretzqApi)
# </secret>

# <secret>
from sphinxcontrib_ggdocs.workflows import step, workflow

recalled = step(ItemApi.zqsecretzq_recall, 1, why="zqsecretzq")
zqsecretzq_flow = workflow("zqsecretzq", [recalled], description="About zqsecretzq.")
# </secret>
'''


def without_secrets(text: str) -> str:
    """The text of the module without what is for others."""
    lines: list[str] = []
    is_secret = False
    for line in text.splitlines():
        mark = line.strip()
        if mark in ("# <secret>", "# </secret>"):
            is_secret = mark == "# <secret>"
        elif not is_secret:
            lines.append(line)
    return "\n".join(lines) + "\n"


def with_marks(text: str) -> str:
    """The text of the module as its author has it."""
    lines = (line for line in text.splitlines() if "secret>" not in line)
    return "\n".join(lines) + "\n"
