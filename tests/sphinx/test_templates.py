"""The templates of the static text: they write what Sphinx writes of nodes, and a project may have
its own.
"""

import json
import re
from html.parser import HTMLParser

import pytest
from jinja2 import Environment, meta

from sphinxcontrib_ggdocs.ext.templates import FOLDER

from ..history.members import complete
from ..history.test_members import OVERRIDDEN, OVERRIDING
from ..repository.snippets import ROOT
from .marketplace import show_marketplace
from .projects import MakeProject, Project
from .test_static_text import CONTRACTS

PAGES = ("platform", "internal", "orders", "one")
UNION = """
from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

TEXT = Field(description="First.\\n\\nSecond.")
Answer = TypeAliasType("Answer", int | str | list[int] | dict[str, str])
"""
FIELDS = "answer: Answer\n    state: Literal['a'] | None = None"
METHOD = """\
{% from "ggdocs/blocks.html" import blocks with context %}
<div class="mine">{{ name }}{{ blocks(errors) }}{{ blocks(parameters) }}</div>
{% include "!ggdocs/method.html" %}
"""


class Parsed(HTMLParser):
    """Elements with their attributes and texts, in order; white space between them does not
    count.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.parts.append(f"<{tag} {sorted(attrs)}>")

    def handle_endtag(self, tag: str) -> None:
        self.parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if text := " ".join(data.split()):
            self.parts.append(text)


LATER = pytest.mark.part("themes")
IN_THEMES = [
    "furo",
    *(
        pytest.param(theme, marks=LATER)
        for theme in ("alabaster", "sphinx_rtd_theme", "pydata_sphinx_theme")
    ),
]


@pytest.mark.parametrize("theme", IN_THEMES)
def test_they_write_what_sphinx_writes_of_nodes(make_project: MakeProject, theme: str) -> None:
    project = show_marketplace(make_project(f"templates_{theme}"))
    project.write(f"{project.module}.py", CONTRACTS)
    orders = project.named([{"slug": "orders", "title": "Orders", "http": ["{module}:OrderApi"]}])
    project.config["ggdocs_docs"] = [*project.config["ggdocs_docs"], *orders]
    project.config |= {"html_theme": theme, "nitpicky": False}
    project.page("Orders\n======\n\n.. ggdocs:: orders\n", "orders.rst")
    project.page(
        "One\n===\n\n.. gg:method:: OrderApi.place_order\n   :no-index:\n\n   Mine, *too*.\n",
        "one.rst",
    )
    written = project.build(out="_templates_html")
    project.config["ggdocs_templates"] = False
    nodes = project.build(out="_nodes_html")
    for page in PAGES:
        html = written.read(f"{page}.html")
        assert html.count("gg-label") > 2, page
        assert Parsed(html).parts == Parsed(nodes.read(f"{page}.html")).parts, page


@pytest.mark.parametrize("without", ["", OVERRIDING, OVERRIDDEN], ids=["all", "outer", "inner"])
def test_they_leave_nothing_out(project: Project, without: str) -> None:
    """A document with every member that the format has."""
    document = complete(without=frozenset(without.split()))
    project.write("everything.json", json.dumps(document))
    project.config["ggdocs_docs"] = [{"slug": "everything", "contract_document": "everything.json"}]
    project.config["suppress_warnings"] = ["ggdocs"]
    project.page("Everything\n==========\n\n.. ggdocs:: everything\n")
    written = project.build(out="_templates_html").read("index.html")
    project.config["ggdocs_templates"] = False
    nodes = project.build(out="_nodes_html").read("index.html")
    assert written.count("gg-label") > 20
    assert Parsed(written).parts == Parsed(nodes).parts


@pytest.mark.parametrize("name", ["contract", "method", "schema", "error"])
def test_their_parts_are_documented(name: str) -> None:
    source = (FOLDER / "ggdocs" / f"{name}.html").read_text(encoding="utf-8")
    used = meta.find_undeclared_variables(Environment(autoescape=True).parse(source))
    page = (ROOT / "docs" / "reference" / "sphinx.md").read_text(encoding="utf-8")
    row = re.search(rf"^\| `{name}\.html` \| (.*) \|$", page, re.MULTILINE)
    assert row is not None
    assert set(re.findall(r"`(\w+)`", row[1])) == used - {"blocks"}


def test_a_project_may_have_its_own(project: Project) -> None:
    project.page("Shop\n====\n\n.. ggdocs::\n")
    (project.folder / "mine" / "ggdocs").mkdir(parents=True)
    (project.folder / "mine" / "ggdocs" / "method.html").write_text(METHOD)
    project.config["templates_path"] = ["mine"]
    built = project.build()
    assert built.warnings == ""
    page = built.read("index.html")
    mine = page[page.index('<div class="mine">shop.OrderApi.get_order<p>') :].partition("</div>")
    assert mine[0].index("ORDER_NOT_FOUND") < mine[0].index("<strong>\nid</strong>")
    assert "<p>Fetch an order. With <em>emphasis</em>.</p>" in mine[2], "and what there was"


def test_they_leave_no_way_for_markup(project: Project) -> None:
    project.page("Shop\n====\n\n.. ggdocs::\n")
    contracts = (project.folder / f"{project.module}.py").read_text()
    field = "id: OrderId\n    total: Literal['<b>&\"bold']"
    contracts = contracts.replace("id: OrderId\n    total: float", field)
    project.write(f"{project.module}.py", f"from typing import Literal\n{contracts}")
    page = project.build().read("index.html")
    assert "&lt;b&gt;&amp;" in page
    assert "<b>" not in page


def test_the_search_finds_all_of_the_text(make_project: MakeProject) -> None:
    project = show_marketplace(make_project("searched"))
    project.config["nitpicky"] = False
    written = project.build(out="_templates_html").read("searchindex.js")
    project.config["ggdocs_templates"] = False
    nodes = project.build(out="_nodes_html").read("searchindex.js")
    assert written == nodes


def test_excerpts_of_the_search_do_not_join_lines(project: Project) -> None:
    """They are the text of the page, in which elements leave nothing between their words."""
    project.page("Shop\n====\n\n.. ggdocs::\n")
    contracts = (project.folder / f"{project.module}.py").read_text()
    contracts = contracts.replace(
        "OrderId\n    total: float", "Annotated[OrderId, TEXT]\n    " + FIELDS
    )
    project.write(f"{project.module}.py", UNION + contracts)
    page = project.build().read("index.html")
    shown = page[page.index("<gg-docs") : page.index("</gg-docs")]
    block, inline = r"<(?:p|li|pre)\b[^>]*>", r"(?:<[^>]+>)*"
    assert len(re.findall(rf"[\w}}]{inline}\n?{block}{inline}\n?[\w{{]", shown)) > 10
    assert re.findall(rf"[^\s>]{inline}{block}{inline}[^\s<]", shown) == []
