"""What a reader finds in the static text: types told apart, every bound, errors explained where they occur."""

import re

import pytest

from .projects import Built, MakeProject

CONTRACTS = '''\
from decimal import Decimal
from typing import Annotated, Generic, NewType, Protocol, TypeVar

from pydantic import BaseModel, Field
from typing_extensions import deprecated

from sphinxcontrib_ggdocs.contracts import ERROR, http

T = TypeVar("T")
Code = NewType("Code", str)


class Line(BaseModel):
    """A line of no document."""

    text: str


class Page(BaseModel, Generic[T]):
    """One page of a list."""

    items: list[T]


class Order(BaseModel):
    """Something bought."""

    class Line(BaseModel):
        """A line of an order."""

        goods: str

    class Address(BaseModel):
        """Where an order goes."""

        city: str

    lines: list[Line]
    to: Address


class Invoice(BaseModel):
    """Something to be paid."""

    class Line(BaseModel):
        """A line of an invoice."""

        amount: int

    lines: list[Line]


class Wishes(BaseModel):
    """What somebody looks for."""

    most: Annotated[int | None, Field(ge=1, le=9)] = None
    either: Annotated[int, Field(gt=2)] | Annotated[str, Field(max_length=5)] = 3
    price: Annotated[Decimal, Field(ge=0)] | None = None
    old: Annotated[str, Field(deprecated="Use *code*.", description="Which.")] = ""
    older: Annotated[str, deprecated("Use `code`, too.")] = ""
    code: Annotated[str | None, Field(pattern="^[a-z]+$")] = None
    several: Annotated[list[Annotated[str, Field(min_length=2, pattern="^x")]] | None, Field(max_length=4)] = None


LOST = ERROR.define("LOST", 404, data=Line, description="It is *nowhere*; see `Order`.\\n\\nAsk again.")
SILENT = ERROR.define("SILENT", 409)


@http.api("/orders")
class OrderApi(Protocol):
    """What people have bought."""

    @http.get("/{code}", errors=[LOST, SILENT])
    def order(self, code: Code) -> Page[Order]: ...

    @http.get("/{code}/invoice", errors=[SILENT])
    def invoice(self, code: Code) -> Invoice: ...

    @http.post("/photo")
    def photo(self, file: Annotated[bytes | None, http.File(media_types=["image/png"], max_size=9)] = None) -> None: ...

    @http.post("/search")
    def search(self, wishes: Wishes) -> None: ...
'''


@pytest.fixture(scope="module")
def shown(make_project: MakeProject) -> tuple[Built, str]:
    """As HTML, and as text with its white space made even."""
    project = make_project("static_text")
    project.write(f"{project.module}.py", CONTRACTS)
    project.config["ggdocs_docs"] = project.named([{"slug": "shop", "title": "Shop", "http": ["{module}:OrderApi"]}])
    project.page("Shop\n====\n\n.. ggdocs::\n")
    text = project.build("text").read("index.txt")
    return project.build(), re.sub(r"[\s|+=-]+", " ", text)


def test_types_of_one_name_are_told_apart(shown: tuple[Built, str]) -> None:
    html, text = shown
    assert "type Order.Line A line of an order." in text
    assert "type Invoice.Line A line of an invoice." in text
    assert "type Line A line of no document." in text
    assert '"Order.Line[]" *required*' in text
    assert '"Invoice.Line[]" *required*' in text
    assert "type Address Where an order goes." in text  # there is one of that name
    assert ">Order.Line<" in html.read("index.html")
    index = html.read("genindex.html")
    assert "Order.Line (type)" in index
    assert "Line (type)" in index


@pytest.mark.parametrize(
    "row",
    [
        "most integer | null optional Value 1 to 9. Default: null.",
        "either integer | string optional Greater than 2. Length at most 5. Default: 3.",
        "price number | string | null optional Value at least 0. Default: null.",
        "old string optional Which. Use code . Deprecated. Default: &quot;&quot;.",
        "older string optional Use code , too. Deprecated. Default: &quot;&quot;.",
        "code string | null optional Pattern: ^[a-z]+$. Default: null.",
        "several string[] | null optional Items at most 4. Each item: Length at least 2, Pattern: ^x. Default: null.",
    ],
)
def test_every_bound_is_told(shown: tuple[Built, str], row: str) -> None:
    assert row.replace(" ", "") in rows_of(shown[0])


def test_sentences_stand_apart(shown: tuple[Built, str]) -> None:
    words = re.sub(r"<[^>]+>", "", shown[0].read("index.html"))
    assert "Default: null. Media types: image/png. At most 9 bytes." in words


def test_errors_are_explained_where_they_occur(shown: tuple[Built, str]) -> None:
    rows = rows_of(shown[0])
    assert "404LOSTItisnowhere;seeOrder.Data:Line" in rows
    assert rows.count("409SILENT") == 2
    assert "Ask again." in shown[1]
    lost = '<code class="docutils literal notranslate"><a class="reference internal" href="#gg-error-shop.LOST">'
    assert lost in shown[0].read("index.html")  # themes colour a link in code, as they do in types


def rows_of(built: Built) -> list[str]:
    """The rows of all tables, without their tags and white space."""
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", built.read("index.html"), re.DOTALL)
    return [re.sub(r"<[^>]+>|\s", "", row) for row in rows]
