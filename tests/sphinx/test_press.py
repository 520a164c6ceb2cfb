"""HTML that is put together from kept pieces is what Sphinx's writer makes of the nodes, to the byte."""

import json
import re
from collections.abc import Iterable

import pytest
from docutils import nodes
from sphinx.highlighting import PygmentsBridge

from sphinxcontrib_ggdocs.ext.drawing.coloured import Coloured
from sphinxcontrib_ggdocs.ext.drawing.press import Press
from sphinxcontrib_ggdocs.ext.static.as_nodes import as_nodes
from sphinxcontrib_ggdocs.ext.static.tree import Block

from .projects import SHOP, Project

RICH = (
    SHOP.replace(
        "from pydantic import BaseModel",
        "from typing import Annotated, Literal\n\nfrom pydantic import BaseModel, Field",
    ).replace("http, ws", "ApiKey, BearerToken, Middleware, http, ws")
    + '''
class Place(BaseModel):
    """Where: "quoted" -- and *so on*.

    - one
    - two
    """

    street: str = Field(min_length=1, max_length=200, description="A `street` <here> & *there*.")
    number: int = Field(7, ge=1, examples=[1, 2], description="One.\\n\\n- of\\n- these")
    kind: Literal["a", "b", "c", "d", "e"] = Field("a", deprecated=True)
    old: float | None = Field(None, deprecated=True, description="Two.\\n\\nParagraphs.")
    inside: list[dict[OrderId, Order]] = []


BAD_PLACE = ERROR.define("BAD_PLACE", 400, data=Place, description="Not *there*.\\n\\nNor there.")
KEYS = Middleware(
    "keys", headers={"X-Key": Annotated[ApiKey, http.Header(description="A *key*.")], "Authorization": BearerToken}
)


@http.api("/places", middlewares=[KEYS], deprecated=True, external_docs="https://example.org/<x>")
class PlaceApi(Protocol):
    """Places.

    1. first
    2. second
    """

    @http.post("/{id}", errors=[BAD_PLACE, SERVER_ERROR], deprecated="Use *another*.", status=201)
    def make(
        self,
        id: Annotated[OrderId, http.Path(description="Which.\\n\\n```python\\nx = 1\\n```", deprecated=True)],
        near: Annotated[Literal["x", "y"] | None, http.Query(description="How near.")] = None,
        *,
        place: Annotated[Place, http.Body()],
    ) -> Place:
        """Make a place.

        ```json
        {"a": 1}
        ```
        """
        ...

    @http.get("/map", media_type="image/png", errors=[SERVER_ERROR])
    def map(self) -> bytes:
        """A picture."""
        ...
'''
)


def walked(self: Press, blocks: Iterable[Block]) -> str:
    """What the writer makes of the nodes."""
    holder = nodes.container("", *as_nodes(self._scope, blocks))
    return "".join(self._written(child) for child in holder.children)


def _show_rich(project: Project) -> None:
    project.write(f"{project.module}.py", RICH)
    contracts = [f"{project.module}:{name}" for name in ("OrderApi", "PlaceApi")]
    project.config["ggdocs_docs"] = [
        {"slug": "shop", "title": "Shop", "http": contracts, "ws": [f"{project.module}:LiveApi"]}
    ]
    project.page("Shop\n====\n\n.. ggdocs:: shop\n")


WRITER = """
import itertools
from sphinx.writers.html5 import HTML5Translator

class Translator(HTML5Translator):
    count = itertools.count()
{methods}

def setup(app):
    app.set_translator("html", Translator)
"""
WRITERS = {
    "the same around the same": """
    def visit_field_list(self, node):
        node["classes"].append("own")
        self.body.append("<div>")
        super().visit_field_list(node)

    def depart_field_list(self, node):
        super().depart_field_list(node)
        self.body.append("</div>")
""",
    "the content twice": """
    def depart_field_body(self, node):
        super().depart_field_body(node)
        self.body.append("".join(self.body[-4:]))
""",
    "numbers": """
    def visit_table(self, node):
        node["ids"] = [f"table-{next(self.count)}"]
        super().visit_table(node)

    def visit_literal_block(self, node):
        self.body.append(f'<p id="code-{next(self.count)}"></p>')
        super().visit_literal_block(node)
""",
}


@pytest.mark.parametrize("methods", WRITERS.values(), ids=WRITERS)
def test_a_writer_of_the_project(project: Project, monkeypatch: pytest.MonkeyPatch, methods: str) -> None:
    _show_rich(project)
    project.write("conf.py", WRITER.format(methods=methods))
    html = project.build().read("index.html")
    ids = re.findall(r' id="((?:table|code)-\d+)"', html)
    assert len(ids) == len(set(ids))
    monkeypatch.setattr(Press, "blocks", walked)
    assert _unnumbered(project.build(out="_walked").read("index.html")) == _unnumbered(html)


def _unnumbered(html: str) -> str:
    return re.sub(r'id="(table|code)-\d+"', "", html)


@pytest.mark.parametrize("theme", ["alabaster", "pydata_sphinx_theme"])
def test_html_is_that_of_the_nodes(project: Project, monkeypatch: pytest.MonkeyPatch, theme: str) -> None:
    _show_rich(project)
    project.config["html_theme"] = theme
    pressed = project.build()
    assert not pressed.warnings

    monkeypatch.setattr(Press, "blocks", walked)
    assert project.build(out="_walked").read("index.html") == pressed.read("index.html")


def test_json_is_coloured_as_sphinx_does_it() -> None:
    bridge = PygmentsBridge("html", "sphinx")
    written: list[str] = []

    def write(text: str) -> str:
        written.append(text)
        return f"<div>{bridge.highlight_block(text, 'json')}</div>"

    coloured = Coloured(write)
    values = [{}, [], {"a": [[], {"b": {}}]}, 'a\nb: "c" \x7f\u2028', [1.5e300, True, None], {"x: y": "// <z> &"}]
    texts = [json.dumps(value, ensure_ascii=False, indent=2) for value in values]
    assert [coloured(text, write) for text in texts] == [write(text) for text in texts]
    written.clear()
    assert "NaN" in coloured("[\n  NaN\n]", write)
    assert len(written) == 1  # Sphinx writes, and warns of, what is no JSON


def test_a_formatter_of_the_project_colours_json_itself() -> None:
    coloured = Coloured(str.upper)
    assert coloured('{"a": 1}', str.upper) == '{"A": 1}'
