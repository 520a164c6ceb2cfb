"""A type of a contract that cannot be described costs itself only: the document is built with any
value in its place, with one warning each; with ``strict`` it is an error of the document.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from .failing import NOTICE

SERVICE = """
from types import ModuleType

from pydantic import BaseModel

from sphinxcontrib_ggdocs.contracts import http, ws


class Plugin(BaseModel, arbitrary_types_allowed=True):
    code: ModuleType


class Good(BaseModel):
    name: str


@http.api("/plugins")
class PluginApi:
    @http.get("/{name}")
    def plugin(self, name: str) -> Plugin: ...

    @http.post()
    def install(self, body: Good) -> "Receipt": ...

    @http.put("/{name}")
    def rename(self, name: "Name", good: Good) -> Good: ...

    @http.get()
    def plugins(self) -> list[Good]: ...


@http.api("/good")
class GoodApi:
    @http.get("/{name}")
    def good(self, name: str) -> Good: ...


@ws.api("/events")
class EventApi:
    @ws.server_to_client
    def loaded(self, plugin: Plugin) -> None: ...

    @ws.server_to_client
    def renamed(self, good: Good, old: "OldName") -> None: ...
"""
CONTRACTS = {
    "http": ["plugin_service:PluginApi", "plugin_service:GoodApi"],
    "ws": ["plugin_service:EventApi"],
}
IN_PLACE = """
.. ggdocs::
   :slug: plugins
   :title: Plugins
   :http: plugin_service:PluginApi plugin_service:GoodApi
   :ws: plugin_service:EventApi
"""


def build(
    folder: Path, *options: str, shown: str = "\n.. ggdocs::\n", **fields: Any
) -> "subprocess.CompletedProcess[str]":
    documents = [{"slug": "plugins", "title": "Plugins", **CONTRACTS, **fields}]
    (folder / "plugin_service.py").write_text(SERVICE)
    (folder / "conf.py").write_text(
        "import sys\nsys.path.insert(0, '.')\nextensions = ['sphinxcontrib_ggdocs']\n"
        f"ggdocs_docs = {[] if IN_PLACE in shown else documents}\n"
    )
    (folder / "index.rst").write_text(f"Plugins\n=======\n{shown}")
    command = [sys.executable, "-m", "sphinx", "-b", "html", *options, ".", "_html"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def methods(folder: Path) -> dict[str, dict[str, Any]]:
    document = json.loads((folder / "_html" / "apidocs/plugins/api-docs.json").read_text())
    contracts = document["groups"][0]["contracts"]
    return {method["name"]: method for contract in contracts for method in contract["methods"]}


@pytest.mark.parametrize("shown", ["\n.. ggdocs::\n", IN_PLACE], ids=["configured", "in place"])
def test_the_rest_of_the_document_is_built(tmp_path: Path, shown: str) -> None:
    done = build(tmp_path, shown=shown)
    assert done.returncode == 0, done.stderr
    found = methods(tmp_path)
    assert list(found) == ["plugin", "install", "rename", "plugins", "good", "loaded", "renamed"]
    assert found["plugin"]["successResponse"]["contents"][0]["schema"] == {}
    assert found["install"]["successResponse"]["contents"][0]["schema"] == {}
    assert found["install"]["requestBody"]["contents"][0]["schema"] == {"$ref": "#/schemas/Good"}
    assert found["rename"]["pathParams"] == [{"name": "name", "required": True, "schema": {}}]
    page = (tmp_path / "_html/index.html").read_text()
    assert "plugins" in page
    assert NOTICE not in page


def test_each_bad_type_is_one_warning_with_its_place_and_remedy(tmp_path: Path) -> None:
    warned = build(tmp_path).stderr.split("index.rst:4: WARNING: document 'plugins': ")[1:]
    expected = {
        "PluginApi.install": ("the type 'Receipt' is not defined", "import", "unresolved-type"),
        "PluginApi.rename": ("the type 'Name' is not defined", "import", "unresolved-type"),
        "EventApi.renamed": ("the type 'OldName' is not defined", "import", "unresolved-type"),
        "PluginApi.plugin": ("return.Plugin.code: no JSON Schema", "use a type", "no-schema"),
        "EventApi.loaded": ("plugin.Plugin.code: no JSON Schema", "use a type", "no-schema"),
    }
    assert len(warned) == len(expected)
    for text, (owner, (reason, remedy, code)) in zip(warned, expected.items(), strict=True):
        decorator = SERVICE.partition(f"def {owner.partition('.')[2]}(")[0].count("\n")
        assert text.startswith(f"plugin_service.py:{decorator}: {owner}: {reason}")
        assert "; any value is documented in its place\n  hint: " + remedy in text
        assert f"[ggdocs.{code}]" in text
