"""``.. gg:type::``: types that no contract needs to mention."""

import re

import pytest
from sphinx.util.inventory import InventoryFile

from .projects import Built, Project, in_builders
from .test_objects import read_again

MODELS = '''\
from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Generic, NewType, TypeVar

from pydantic import BaseModel, Field, computed_field
from typing_extensions import TypedDict

from sphinxcontrib_ggdocs.contracts import Audience, Brand

T = TypeVar("T")
BillId = NewType("BillId", str)
Email = Annotated[str, Brand("Email"), Field(max_length=100)]

class Colour(Enum):
    """What it looks like."""
    RED = "red"

class Person(BaseModel):
    """Who pays a :gg:type:`Bill`."""
    name: str = Field(min_length=1, max_length=64, examples=["Ada"])
    mail: Email | None = None
    score: Annotated[int, Audience("internal")] = 0

class Bill(BaseModel):
    """What is to be paid."""
    id: BillId
    payer: Person
    colour: Colour = Colour.RED

    @computed_field
    def total(self) -> float:
        """All of it."""
        return 1

class Secret(BaseModel):
    """Nobody knows."""
    model_config = {"json_schema_extra": {"x-internal": True}}
    key: str

class Page(BaseModel, Generic[T]):
    items: list[T]

BillPage = Page[Bill]
Bills = list[Bill]

class Options(TypedDict, total=False):
    limit: int

@dataclass
class Point:
    x: int
    y: int = 3

def pay(bill: Bill, person: Person, point: Point) -> None:
    """Pay a bill."""
'''


@pytest.fixture
def models(project: Project) -> Project:
    """A project that documents models only."""
    project.write(f"{project.module}_models.py", MODELS)
    project.config |= {"ggdocs_docs": [], "nitpicky": True, "html_theme": "basic"}
    return project


def page_of(project: Project, *names: str, options: str = "", name: str = "index.rst") -> None:
    """A page with a directive for some types."""
    named = " ".join(f"{{module}}_models:{own}" for own in names)
    project.page(f"Types\n=====\n\n.. gg:type:: {named}\n{options}\n", name)


def others(project: Project, *docnames: str) -> None:
    project.page("Home\n====\n\n.. toctree::\n\n   " + "\n   ".join(docnames))


def text(built: Built, name: str = "index.txt") -> str:
    return " ".join(built.read(name).split())


KINDS = {
    "model": ("Person", ["Who pays", "name** string – 1–64 characters; for example", "Ada"]),
    "enum": ("Colour", ['= "red"', "What it looks like."]),
    "brand": ("Email", ["brand {module}_models.Email = string; ≤ 100 characters"]),
    "NewType": ("BillId", ["brand {module}_models.BillId = string"]),
    "generic": ("BillPage", ["{module}_models.Page[Bill]", "items** Bill[]"]),
    "alias": ("Bills", ["type {module}_models.Bills = Bill[]"]),
    "TypedDict": ("Options", ["limit** integer, optional"]),
    "dataclass": ("Point", ["x** integer", "y** integer, optional – default 3."]),
}


@pytest.mark.parametrize(("name", "parts"), KINDS.values(), ids=KINDS)
def test_each_kind(models: Project, name: str, parts: list[str]) -> None:
    page_of(models, name)
    built = models.build("text")
    assert built.warnings == ""
    for part in models.named(parts):
        assert part in text(built)


@in_builders("html", "text", "latex", "epub", "singlehtml", "gettext", "man")
def test_builders(models: Project, builder: str) -> None:
    models.config |= {"project": "Bills", "copyright": "us", "version": "1"}
    page_of(models, "Bill", "Point")
    assert models.build(builder).warnings == ""


def test_names(models: Project) -> None:
    """The inventory has the models, and what is below them."""
    models.page("Types\n=====\n\n.. gg:type:: {module}_models:Bill\n\n:gg:type:`Person`\n")
    built = models.build()
    assert built.warnings == ""
    inventory = InventoryFile.loads((built.out / "objects.inv").read_bytes(), uri="").data
    own = f"{models.module}_models"
    names = ("Bill", "Person", "BillId", "Email", "Colour")
    assert inventory["gg:type"].keys() == {f"{own}.{name}" for name in names}
    html = built.read("index.html")
    assert f'href="#gg-nested-{own}.Person" title="Person"' in html
    assert "Bill (type, " in built.read("genindex.html")
    assert "Person (type" not in built.read("genindex.html")


def test_a_type_has_one_place(models: Project) -> None:
    """Types below others are where nothing else describes them."""
    others(models, *"abcdefgh")
    page_of(models, "Bill", name="a.rst")
    page_of(models, "BillPage", "Person", name="b.rst")
    models.config["extensions"] = ["sphinxcontrib_ggdocs", "sphinx.ext.autodoc"]
    code = ".. autofunction:: {module}_models.pay\n\n.. autoclass:: {module}_models.Colour\n"
    models.page(f"Code\n====\n\n{code}", "c.rst")
    page_of(models, "Bill", options="   :no-index:", name="d.rst")
    for name in "efgh":  # Sphinx reads and writes less than six in one process
        page_of(models, "BillId", options="   :no-index:", name=f"{name}.rst")
    built = models.build(parallel=2)
    assert [line for line in built.warnings.splitlines() if "Point" not in line] == []
    module = f"{models.module}_models"
    shown = {
        name: re.findall(r'id="gg-(?:type|nested)-\w+\.(\w+)', built.read(f"{name}.html"))
        for name in "abd"
    }
    assert shown == {"a": ["Bill", "BillId", "Email"], "b": ["BillPage", "Person"], "d": ["Bill"]}
    assert f'href="b.html#gg-type-{module}.Person"' in built.read("a.html")
    assert f'href="c.html#{module}.Colour"' in built.read("a.html")  # to what autodoc describes
    # Of a brand that is below another one which is not: `Used by`.
    assert (
        f'Used by <a class="reference internal" href="b.html#gg-type-{module}.Person">'
        in built.read("a.html")
    )
    for name, page in {"Bill": "a", "Person": "b"}.items():  # and back, from annotations
        assert f'href="{page}.html#gg-type-{module}.{name}"' in built.read("c.html")
    page_of(models, "BillPage", name="b.rst")
    built = models.build()
    assert f'id="gg-nested-{module}.Person"' in built.read("a.html")
    assert f'href="a.html#gg-nested-{module}.Person"' in built.read("c.html")
    others(models, "c")
    for name in "abdefgh":
        (models.folder / f"{name}.rst").unlink()
    assert "a.html" not in models.build().read("c.html")


def test_the_users_in_documents(project: Project) -> None:
    project.config["nitpicky"] = True
    project.page("Shop\n====\n\n.. toctree::\n\n   order\n\n.. ggdocs:: shop\n")
    project.page("Order\n=====\n\n.. gg:type:: {module}:Order\n", "order.rst")
    built = project.build()
    assert built.warnings == ""
    html = built.read("order.html")
    assert "Used by" in html
    assert 'href="index.html#gg-shop.OrderApi.get_order"' in html
    file = project.folder / f"{project.module}.py"
    project.write(file.name, file.read_text().replace("get_order(", "fetch_order("))
    assert "gg-shop.OrderApi.fetch_order" in project.build().read("order.html")


def test_incremental(models: Project) -> None:
    others(models, "a", "b")
    page_of(models, "Bill", name="a.rst")
    page_of(models, "Point", name="b.rst")
    models.build("text")
    assert read_again(models.build("text").status) == set()
    file = models.folder / f"{models.module}_models.py"
    models.write(file.name, MODELS.replace("What is to be paid.", "What to pay."))
    built = models.build("text")
    assert "a" in read_again(built.status)
    assert "What to pay." in text(built, "a.txt")
    assert read_again(models.build("text").status) == set()


def test_in_myst(models: Project) -> None:
    models.config |= {"extensions": ["myst_parser", "sphinxcontrib_ggdocs"], "ggdocs_markup": "rst"}
    named = "{gg:type} {module}_models:Person {module}_models:Bill"
    content = "```" + named + "\n\nMore *about* it.\n```\n\n{gg:type}`Email`\n"
    models.page(f"# Types\n\n{content}", "index.md")
    built = models.build()
    assert built.warnings == ""
    html = built.read("index.html")
    assert f'href="#gg-type-{models.module}_models.Bill" title="Bill"' in html
    assert "<em>about</em>" in html


def test_what_a_model_writes(models: Project) -> None:
    page_of(models, "Bill", options="   :output:")
    assert "total** number – All of it." in text(models.build("text"))


AUDIENCES = {
    "everything": (None, "Person", ["Who pays", "score", "More"]),
    "a field": (["public"], "Person", ["Who pays", "More"]),
    "a type": (["public"], "Secret", []),
    "the last of two": (["public"], "Person {module}_models:Secret", ["Who pays"]),
    "for them": (["internal"], "Person", ["Who pays", "score", "More"]),
}


@pytest.mark.parametrize(("asked", "name", "expected"), AUDIENCES.values(), ids=AUDIENCES)
def test_audiences(
    models: Project, asked: list[str] | None, name: str, expected: list[str]
) -> None:
    models.config["ggdocs_audience"] = asked
    page_of(models, name, options="\n   More.")
    built = models.build("text")
    assert built.warnings == ""
    parts = ("Who pays", "score", "Nobody knows", "key", "More", "Secret")
    assert [part for part in parts if part in built.read("index.txt")] == expected
    stored = b"".join(file.read_bytes() for file in models.folder.rglob("*.doctree"))
    assert b"Nobody knows" not in stored


ERRORS = {
    "nothing": ("Bil", "attribute-not-found", "did you mean Bill or"),
    "a function": ("pay", "no-type", "name a model"),
    "a value": ("MODULES", "no-schema", "no JSON Schema for"),
}


@pytest.mark.parametrize(("name", "code", "words"), ERRORS.values(), ids=ERRORS)
def test_errors(models: Project, name: str, code: str, words: str) -> None:
    models.write(f"{models.module}_models.py", MODELS + "\nMODULES = 3\n")
    page_of(models, name, "Point")
    built = models.build("text")
    assert built.warnings.startswith(f"index.rst:4: WARNING: type '{models.module}_models:{name}'")
    assert built.warnings.rstrip().endswith(f"[ggdocs.{code}]")
    assert words in " ".join(built.warnings.split())
    assert "default 3" in text(built)  # the others are shown


def test_duplicates(models: Project) -> None:
    page_of(models, "Point", "Point")
    warnings = models.build("text").warnings
    assert "the type " in warnings
    assert "; give one of the two directives :no-index:" in warnings
