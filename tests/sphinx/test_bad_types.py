"""A type of a contract that cannot be described costs itself only: the document is built with any
value in its place, with one warning each; with ``strict`` it is an error of the document.
"""

import json
from typing import Any

from .failing import HERE, NOTICE, PAGE
from .projects import Built, Project

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

    @http.get()
    def plugins(self) -> list[Good]: ...


@ws.api("/events")
class EventApi:
    @ws.server_to_client
    def renamed(self, good: Good, old: "OldName") -> None: ...
"""


REASONS = {
    "PluginApi.install": ("the type 'Receipt' is not defined", "import", "unresolved-type"),
    "EventApi.renamed": ("the type 'OldName' is not defined", "import", "unresolved-type"),
    "PluginApi.plugin": ("return.Plugin.code: no JSON Schema", "use a type", "no-schema"),
}


def build(project: Project, **fields: Any) -> Built:
    project.write(f"{project.module}.py", SERVICE)
    contracts = {"http": ["{module}:PluginApi"], "ws": ["{module}:EventApi"]}
    documents = [{"slug": "plugins", "title": "Plugins", **contracts, **fields}]
    project.config["ggdocs_docs"] = project.named(documents)
    project.page(PAGE)
    return project.build()


def test_the_rest_of_the_document_is_built(project: Project) -> None:
    built = build(project)
    document = json.loads(built.read("apidocs/plugins/api-docs.json"))
    contracts = document["groups"][0]["contracts"]
    methods = {method["name"]: method for contract in contracts for method in contract["methods"]}
    assert list(methods) == ["plugin", "install", "plugins", "renamed"]
    assert methods["plugin"]["successResponse"]["contents"][0]["schema"] == {}
    assert methods["install"]["requestBody"]["contents"][0]["schema"] == {"$ref": "#/schemas/Good"}
    assert NOTICE not in built.read("index.html")


def test_each_bad_type_is_one_warning_with_its_place_and_remedy(project: Project) -> None:
    warned = build(project).warnings.split(f"{HERE}document 'plugins': ")[1:]
    assert len(warned) == len(REASONS)
    for text, (owner, (reason, remedy, code)) in zip(warned, REASONS.items(), strict=True):
        decorator = SERVICE.partition(f"def {owner.partition('.')[2]}(")[0].count("\n")
        assert text.startswith(f"{project.module}.py:{decorator}: {owner}: {reason}")
        assert "; it is documented as any value\n  hint: " + remedy in text
        assert f"[ggdocs.{code}]" in text


def test_a_strict_document_is_not_built(project: Project) -> None:
    built = build(project, strict=True)
    assert built.warnings.count("WARNING") == 1
    assert "[ggdocs.unresolved-type]" in built.warnings
    assert NOTICE in built.read("index.html")
