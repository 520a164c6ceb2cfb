"""Summary, contact, license and terms of a service in the text of a page: of an application, and
as ``conf.py`` gives them.
"""

import html
import re

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


def test_builders_of_links_and_the_search_see_what_pages_have(project: Project) -> None:
    show(project)
    project.config["linkcheck_ignore"] = [".*"]
    checked = project.build("linkcheck", out="_linked", doctrees="_linked_doctrees")
    for url in ("https://example.org/ada", "https://spdx.org/licenses/MIT"):
        assert url in checked.read("output.json")
    # Sphinx keeps stems: `licens` of the word License.
    assert '"licens":' in project.build().read("searchindex.js")
