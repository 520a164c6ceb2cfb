"""``ggdocs_docs`` as the path of a ``pyproject.toml``: one configuration for Sphinx and commands."""

import json

import pytest
from sphinx.errors import ConfigError

from .projects import Project

TABLE = """
[tool.ggdocs]
python_path = ["src"]
branding = {{primary_color = "#0f766e"}}

[[tool.ggdocs.docs]]
slug = "shop"
title = "{title}"
http = ["{module}_contracts:OrderApi"]
history = "releases"

[[tool.ggdocs.docs]]
slug = "parcels"
openapi = "api/parcels.yaml"
"""
PARCELS = """\
openapi: 3.1.0
info: {title: Parcels, version: "1"}
paths:
  /parcels:
    get: {operationId: list_parcels, responses: {"200": {description: All parcels.}}}
"""


def configured(project: Project) -> Project:
    """A project whose documents are in a file below its folder."""
    outer = project.folder / "service"
    for name in ("src", "api", "releases"):
        (outer / name).mkdir(parents=True, exist_ok=True)
    contracts = (project.folder / f"{project.module}.py").read_text(encoding="utf-8")
    (outer / "src" / f"{project.module}_contracts.py").write_text(contracts, encoding="utf-8")
    (outer / "api" / "parcels.yaml").write_text(PARCELS, encoding="utf-8")
    titled(project, "Shop")
    project.config["ggdocs_docs"] = "service/pyproject.toml"
    project.page("Api\n===\n\n.. ggdocs::\n")
    return project


def titled(project: Project, title: str) -> None:
    text = TABLE.format(title=title, module=project.module)
    (project.folder / "service" / "pyproject.toml").write_text(text, encoding="utf-8")


def test_documents_look_and_import_folders_of_the_file(project: Project) -> None:
    built = configured(project).build()
    assert built.warnings == ""
    for slug, title in (("shop", "Shop"), ("parcels", "Parcels")):
        document = json.loads(built.read(f"apidocs/{slug}/api-docs.json"))
        assert document["service"]["name"] == title
        assert document["branding"] == {"primaryColor": "#0f766e"}
    # A released version is found where the file says, too.
    released = project.folder / "service" / "releases" / "shop"
    released.mkdir()
    (released / "1.0.json").write_text(built.read("apidocs/shop/api-docs.json"), encoding="utf-8")
    titled(project, "Store")
    built = project.build()
    document = json.loads(built.read("apidocs/shop/api-docs.json"))
    assert (document["service"]["name"], document["released"]) == ("Store", ["1.0"])
    assert "Store" in built.read("index.html")


def test_a_single_document(project: Project) -> None:
    contracts = f'["{project.module}:OrderApi"]'
    project.write("p.toml", f'[tool.ggdocs]\nout_dir = "x"\ntitle = "One"\nhttp = {contracts}\n')
    project.config["ggdocs_docs"] = "p.toml"
    project.page("Api\n===\n\n.. ggdocs::\n")
    built = project.build()
    assert built.warnings == ""
    assert json.loads(built.read("apidocs/api/api-docs.json"))["service"]["name"] == "One"


WRONG = {
    "nowhere.toml": "there is no file",
    "empty.toml": "has no documents",
    "broken.toml": "is not valid TOML",
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_with_the_file(project: Project, name: str) -> None:
    project.write("empty.toml", "[tool.ggdocs]\n")
    project.write("broken.toml", "[tool")
    project.config["ggdocs_docs"] = name
    with pytest.raises(ConfigError, match=rf"(?s)conf\.py:\d+.*{WRONG[name]}"):
        project.build()
