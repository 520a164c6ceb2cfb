"""What a reader finds in the static text: types told apart, errors explained where they occur."""

import re

import pytest

from .projects import Built, MakeProject, Project

CONTRACTS = '''\
from typing import Generic, NewType, Protocol, TypeVar

from pydantic import BaseModel

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


LOST = ERROR.define("LOST", 404, data=Line, description="It is *nowhere*; see `Order`.\\n\\nAsk again.")
SILENT = ERROR.define("SILENT", 409)


@http.api("/orders")
class OrderApi(Protocol):
    """What people have bought."""

    @http.get("/{code}", errors=[LOST, SILENT])
    def order(self, code: Code) -> Page[Order]: ...

    @http.get("/{code}/invoice", errors=[SILENT])
    def invoice(self, code: Code) -> Invoice: ...
'''


@pytest.fixture(scope="module")
def shown(make_project: MakeProject) -> tuple[Built, str]:
    """As HTML, and as text with its white space made even."""
    project = make_project("static_text")
    project.write(f"{project.module}.py", CONTRACTS)
    project.config["ggdocs_docs"] = project.named(
        [{"slug": "shop", "title": "Shop", "http": ["{module}:OrderApi"]}]
    )
    project.page("Shop\n====\n\n.. ggdocs::\n")
    text = project.build("text").read("index.txt")
    return project.build(), re.sub(r"[\s|+=-]+", " ", text)


def test_types_of_one_name_are_told_apart(shown: tuple[Built, str]) -> None:
    html, text = shown
    assert "Order.Line A line of an order." in text
    assert "Invoice.Line A line of an invoice." in text
    assert "Line A line of no document." in text
    assert "**lines** Order.Line[]" in text
    assert "**lines** Invoice.Line[]" in text
    assert "Address Where an order goes." in text  # there is one of that name
    assert ">Order.Line[]</a>" in html.read("index.html")
    index = html.read("genindex.html")
    assert "Order.Line (type)" in index
    assert "Line (type)" in index


def test_errors_are_explained_once(shown: tuple[Built, str]) -> None:
    html = shown[0].read("index.html")
    assert html.count('href="#gg-error-shop.SILENT">409 SILENT</a>') == 2
    assert html.count('href="#gg-error-shop.LOST">404 LOST</a>') == 1
    assert re.sub("<.*?>", "", html).count("Ask again.") == 1


def test_markup_in_values_is_text(project: Project) -> None:
    project.page("Shop\n====\n\n.. ggdocs::\n")
    contracts = (project.folder / f"{project.module}.py").read_text()
    field = "id: OrderId\n    total: Literal['<b>&\"bold']"
    contracts = contracts.replace("id: OrderId\n    total: float", field)
    project.write(f"{project.module}.py", f"from typing import Literal\n{contracts}")
    page = project.build().read("index.html")
    assert "&lt;b&gt;&amp;" in page
    assert "<b>" not in page


ANSWER = """
from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

TEXT = Field(description="First.\\n\\nSecond.")
Answer = TypeAliasType("Answer", int | str | list[int] | dict[str, str])
"""


def test_excerpts_of_the_search_do_not_join_lines(project: Project) -> None:
    """They are the text of the page, in which elements leave nothing between their words."""
    project.page("Shop\n====\n\n.. ggdocs::\n")
    contracts = (project.folder / f"{project.module}.py").read_text()
    fields = "answer: Answer\n    state: Literal['a'] | None = None"
    contracts = contracts.replace(
        "OrderId\n    total: float", "Annotated[OrderId, TEXT]\n    " + fields
    )
    project.write(f"{project.module}.py", ANSWER + contracts)
    page = project.build().read("index.html")
    shown = page[page.index("<gg-docs") : page.index("</gg-docs")]
    block, inline = r"<(?:p|li|pre)\b[^>]*>", r"(?:<[^>]+>)*"
    assert len(re.findall(rf"</(?:p|li|pre)>\n*{block}", shown)) > 10
    assert re.findall(rf"[^\s>]{inline}{block}{inline}[^\s<]", shown) == []
