"""What the documentation says of adapters is true: the tutorial word for word, brands before and
after, the example.
"""

import json
import os
import re
import subprocess
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


def test_the_tutorial_word_for_word(wheel: Path, tmp_path: Path) -> None:
    """In a fresh virtual environment; our own package comes from this checkout, all else from the
    index.
    """
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "VIRTUAL_ENV"))
    }
    environment |= {
        "PIP_FIND_LINKS": str(wheel.parent),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_PRE": "0",
    }
    seen: list[Any] = []
    for language, caption, text in blocks("fastapi-quickstart.md"):
        if caption:
            (tmp_path / caption).parent.mkdir(exist_ok=True)
            (tmp_path / caption).write_text(text, encoding="utf-8")
            continue
        assert language == "sh"
        done = subprocess.run(
            ["bash", "-e", "-c", text],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if "No matching distribution found for" in done.stderr and "sphinx" in done.stderr:
            pytest.skip("no package index can be reached")
        assert done.returncode == 0, done.stdout + done.stderr
        if (written := tmp_path / "public" / "apidocs" / "warehouse" / "api-docs.json").is_file():
            seen.append(json.loads(written.read_bytes()))
    before, after = seen
    assert before["errors"].keys() == {"MISSING", "VALIDATION_ERROR"}
    assert "ItemId" not in before["schemas"]
    users = ApiDocsDocument.model_validate(after).users
    assert {use.method.method for use in users.of_type("ItemId")} == {"get_item", "save_item"}
    assert "ItemId" in (tmp_path / "public" / "gg-brands.html").read_text(encoding="utf-8")
    assert "Fetch one item." in (tmp_path / "public" / "index.html").read_text(encoding="utf-8")
    assert (tmp_path / "public" / "apidocs" / "index.html").is_file()
    assert (tmp_path / "public" / "apidocs" / "warehouse" / "openapi.json").is_file()


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
