"""The static text in a page: values are no markup, and the search finds whole words."""

import re

from .projects import Project


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
