"""A build with small documents that grow when they are written out, and with types that are parts of
themselves.
"""

import json

from ..bombs import BOMBS, counted, openapi
from .projects import Project

STEPS = 20_000_000
"""Functions of Python that a build calls at most; one of them written out would be many more."""


def test_a_build_ends(project: Project) -> None:
    documents = []
    for name, bomb in BOMBS.items():
        slug = name.replace("_", "-")
        project.write(f"{slug}.json", json.dumps(openapi(bomb(8))))
        documents.append({"slug": slug, "title": name, "openapi": f"{slug}.json"})
    project.config["ggdocs_docs"] = documents
    directives = "\n\n".join(f".. ggdocs:: {one['slug']}" for one in documents)
    project.page(f"Api\n===\n\n{directives}\n")
    with counted(STEPS) as steps:
        built = project.build()
    assert "Error" not in built.warnings, built.warnings
    assert steps.count > 0
    page = built.read("index.html")
    assert page.count("send") > len(BOMBS)
