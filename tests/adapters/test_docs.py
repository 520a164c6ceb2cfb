"""The guide to adapters is true: brands before and after, the example of an adapter."""

import json
import re
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi import FastAPI

from sphinxcontrib_ggdocs.adapters import GROUP
from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import ApiDocsDocument

from .test_routes import document

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
BLOCK = re.compile(
    r"^```\{code-block\} (\w+)\n(?::caption: (\S+)\n)?\n?(.*?)^```$", re.MULTILINE | re.DOTALL
)


def blocks(page: str) -> list[tuple[str, str, str]]:
    """Language, caption and text of each block of a page."""
    return BLOCK.findall((DOCS / page).read_text(encoding="utf-8"))


def test_a_brand_before_and_after() -> None:
    shown = {
        caption: json.loads(text)
        for _, caption, text in blocks("guides/fastapi.md")
        if caption in ("before", "after")
    }
    guide = (DOCS / "guides/fastapi.md").read_text(encoding="utf-8")
    made: dict[str, Any] = {"__name__": "guide_fastapi"}
    exec(re.findall(r"^```python\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL)[0], made)
    app: FastAPI = made["app"]
    assert (
        app.openapi()["paths"]["/items/{item}"]["get"]["parameters"][0]["schema"] == shown["before"]
    )
    found = document(app)
    assert found["schemas"]["ItemId"] == shown["after"]
    assert ApiDocsDocument.model_validate(found).users.of_error("OUT_OF_STOCK") == (
        ("items", "Items", "buy"),
    )


class Application(SimpleNamespace):
    """Of a framework that the guide has made up."""


def test_the_example_of_an_adapter_works(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    [text] = [
        text
        for _, caption, text in blocks("guides/fastapi.md")
        if caption == "my_framework_ggdocs.py"
    ]
    (tmp_path / "my_framework_ggdocs.py").write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    point = EntryPoint(f"{__name__}.Application", "my_framework_ggdocs:MyAdapter", GROUP)
    monkeypatch.setattr("sphinxcontrib_ggdocs.catalog.adapters.entry_points", lambda group: [point])
    app = Application(
        operations=[SimpleNamespace(name="list_things", path="/things", returns=list[int])]
    )
    [group] = ApiDocSpec(slug="mine", title="Mine", app=app).resolved_groups()
    assert group.name == "My API"
    assert document(app)["groups"][0]["contracts"][0]["methods"][0]["httpPath"] == "/things"
