"""Workflows in the text of a page, and their file beside that of OpenAPI."""

import json
import re
from html import unescape
from typing import Any

import pytest

from .projects import SHOP, Project

WORKFLOWS = """

from sphinxcontrib_ggdocs.workflows import given, step, workflow

find = step(OrderApi.get_order, id=given("order", "From a letter."))
again = step(OrderApi.get_order, id=find.id)
look = workflow("look", [find, again], summary="Look *twice*.", outputs={"id": again.id})
"""


def with_workflows(project: Project, **fields: Any) -> Project:
    project.write(f"{project.module}.py", SHOP + WORKFLOWS)
    document = {
        "slug": "shop",
        "title": "Shop",
        "http": ["{module}:OrderApi"],
        "workflows": ["{module}:look"],
        **fields,
    }
    project.config["ggdocs_docs"] = project.named([document])
    project.page("Shop\n====\n\n.. ggdocs::\n")
    return project


@pytest.mark.parametrize("split", ["none", "group"])
def test_numbered_steps_link_to_their_methods(project: Project, split: str) -> None:
    built = with_workflows(project, split=split).build()
    assert built.warnings == ""
    html = built.read("index.html")
    text = html[html.index("Workflows") :]
    assert "<p>Look <em>twice</em>.</p>" in text
    steps = re.findall(r'<li><p><a class="gg-type reference internal" href="([^"]*)"', text)
    assert [step.rpartition("#")[2] for step in steps] == ["gg-shop.OrderApi.get_order"] * 2
    words = " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())
    assert "Inputs order string & OrderId" in words
    assert "id : input order , OrderId" in words
    assert "id : result of step 1, id , OrderId" in words
    assert "Outputs id : result of step 2, id" in words
    arazzo = json.loads(built.read("apidocs/shop/arazzo.json"))
    assert arazzo["workflows"][0]["workflowId"] == "look"


def test_a_wrong_workflow_is_a_warning(project: Project) -> None:
    built = with_workflows(project, workflows=["{module}:look", "{module}:lok"]).build()
    assert "has no attribute 'lok'" in built.warnings
    assert len(built.warnings.splitlines()) == 2
    assert "Look <em>twice</em>" in built.read("index.html")


def test_without_openapi(project: Project) -> None:
    with_workflows(project).config["ggdocs_to_openapi"] = {"shop": False}
    assert not (project.build().out / "apidocs" / "shop" / "arazzo.json").exists()
