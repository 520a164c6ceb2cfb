"""Summary, contact, license and terms of a service in the text of a page: of an application, and
as ``conf.py`` gives them.
"""

import html
import json
import re
from typing import Any

import pytest

from .projects import Project

APP = """\
from fastapi import FastAPI

app = FastAPI(
    title="Things",
    summary="Sells *things*.",
    description="All about it.",
    contact={"name": "Ada", "url": "https://example.org/ada", "email": "ada@example.org"},
    license_info={"name": "MIT License", "identifier": "MIT"},
    terms_of_service="https://example.org/terms",
)


@app.get("/things")
def things() -> list[str]:
    return []
"""
LINKS = [
    '<a class="reference external" href="https://example.org/ada">Ada</a>',
    '<a class="reference external" href="mailto:ada@example.org">ada@example.org</a>',
    '<a class="reference external" href="https://spdx.org/licenses/MIT">MIT License (MIT)</a>',
    '<a class="reference external" href="https://example.org/terms">https://example.org/terms</a>',
]


def show(project: Project, **fields: object) -> None:
    project.write("imprint_app.py", APP)
    project.config["ggdocs_docs"] = {"app": "imprint_app:app", **fields}
    project.page("Things\n======\n\n.. ggdocs::\n")


def plain(page: str) -> str:
    """A page as browsers read it: docutils hides the signs of addresses of e-mail from robots."""
    return html.unescape(re.sub(r"<span>(&#\d+;)</span>", r"\1", page)).replace("%40", "@")


def test_they_are_links_in_html(project: Project) -> None:
    show(project)
    built = project.build()
    assert built.warnings == ""
    page = plain(built.read("index.html"))
    for link in LINKS:
        assert link in page
    assert page.index("Sells <em>things</em>.") < page.index("All about it.")


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_the_labels_are_translated(project: Project, language: str) -> None:
    show(project)
    project.config["language"] = language
    text = project.build("text").read("index.txt")
    labels = {
        "en": ("Contact", "License", "Terms of service"),
        "de": ("Kontakt", "Lizenz", "Nutzungsbedingungen"),
        "fr": ("Contact", "Licence", "Conditions d’utilisation"),
    }
    for label in labels[language]:
        assert label in text
    assert "Ada" in text
    assert "MIT License (MIT)" in text


def test_the_document_has_others(project: Project) -> None:
    show(
        project,
        summary="Mine.",
        contact={"name": "Eve", "email": "eve@example.org"},
        license={"name": "Ours", "url": "https://example.org/license"},
        terms_of_service="On request",
        external_docs={"url": "https://example.org/handbook", "description": "Handbook"},
    )
    built = project.build()
    assert built.warnings == ""
    page = plain(built.read("index.html"))
    for text in ("Mine.", '"mailto:eve@example.org"', ">Ours</a>", "On request"):
        assert text in page
    for text in ("Sells", "ada@example.org", "spdx", "example.org/terms"):
        assert text not in page
    service: dict[str, Any] = json.loads(built.read("apidocs/api/api-docs.json"))["service"]
    assert service["contact"] == {"name": "Eve", "email": "eve@example.org"}
    assert service["termsOfService"] == "On request"
    assert service["externalDocs"]["description"] == "Handbook"
    assert '"https://example.org/handbook">Handbook</a>' in page
    exported = json.loads(built.read("apidocs/api/openapi.json"))
    assert exported["externalDocs"] == service["externalDocs"]
    info = exported["info"]
    assert info["license"] == {"name": "Ours", "url": "https://example.org/license"}
