"""A project that shows the whole example service, for every builder."""

from typing import Any

from marketplace.docs import BRANDING, DOCS

from .projects import Project

PAGES = {
    slug: f"{slug}\n{'=' * len(slug)}\n\n.. ggdocs:: {slug}\n" for slug in ("platform", "internal")
}
CONFIG: dict[str, Any] = {
    "project": "Kirkgate",
    "author": "Kirkgate",
    "copyright": "Kirkgate",
    "version": "3.2",
    "release": "3.2",
    "nitpicky": True,
    "ggdocs_docs": DOCS,
    "ggdocs_branding": BRANDING,
}


def show_marketplace(project: Project) -> Project:
    """Fill a project with the example service."""
    project.page("Kirkgate\n========\n\n.. toctree::\n\n   platform\n   internal\n")
    for slug, text in PAGES.items():
        project.page(text, f"{slug}.rst")
    project.config |= CONFIG
    return project
