"""The changelog of the example service, whose former versions are made of the one of today."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from sphinxcontrib_ggdocs.history.snapshots import snapshot_of, snapshot_path
from sphinxcontrib_ggdocs.native import ApiDocsDocument

from .conftest import CONF, ROOT
from .documents import method_of

INDEX = "Kirkgate\n========\n\n.. toctree::\n\n   platform\n"
PLATFORM = "Platform API\n============\n\n.. ggdocs:: platform\n"
CHANGES = "Changelog\n=========\n\n.. ggdocs-changes:: platform\n   :unreleased:\n"
HISTORY = """
ggdocs_docs = [{**DOCS[0], "history": "history"}]
exclude_patterns = ["history"]
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0f766e", "color-brand-content": "#0f766e"},
    "dark_css_variables": {"color-brand-primary": "#2dd4bf", "color-brand-content": "#2dd4bf"},
}
"""


def _before_today(document: dict[str, Any]) -> None:
    """What has been added since is not there: a method, and fields that nobody has to send."""
    (goods,) = (each for each in document["groups"] if each["slug"] == "goods")
    for contract in goods["contracts"]:
        contract["methods"] = [each for each in contract["methods"] if each["name"] != "watch"]
    order = document["schemas"]["Order"]
    del order["properties"]["placed"]
    order["required"].remove("placed")


def _before_that(document: dict[str, Any]) -> None:
    """What has been taken away since is there, and a limit is wider."""
    parameters = method_of(document, "list_orders")["queryParams"]
    (limit,) = (each for each in parameters if each["name"] == "limit")
    limit["schema"]["maximum"] = 500
    document["schemas"]["Order"]["properties"]["note"] = {"type": "string"}
    document["schemas"]["Currency"]["enum"].remove("SEK")


def build_changelog(source: Path, settings: str = "") -> Path:
    """Build the documentation of the example with a changelog, in an empty folder."""
    conf = CONF.format(examples=str(ROOT / "examples")) + settings
    out = _build(source, {"conf.py": conf, "index.rst": INDEX, "platform.rst": PLATFORM})
    document = json.loads((out / "apidocs" / "platform" / "api-docs.json").read_bytes())
    for version, change in {"3.1.0": _before_today, "3.0.0": _before_that}.items():
        change(document)
        path = snapshot_path(source / "history", "platform", version)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(snapshot_of(ApiDocsDocument.model_validate(document), version))
    pages = {"changes.rst": CHANGES, "index.rst": f"{INDEX}   changes\n"}
    return _build(source, {"conf.py": conf + HISTORY, **pages})


def _build(source: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (source / name).write_text(text)
    out = source / "_html"
    build = [sys.executable, "-m", "sphinx", "-q", "-W", "-b", "html", str(source), str(out)]
    subprocess.run(build, check=True, cwd=ROOT)
    return out
