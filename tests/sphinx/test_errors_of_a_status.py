"""The role ``gg:error`` finds an error that methods of an application share, whatever each says of
it.
"""

import re

import pytest

from .projects import Project

APPLICATION = '''\
from fastapi import FastAPI
from pydantic import BaseModel


class Problem(BaseModel):
    """What went wrong."""

    detail: str


app = FastAPI(title="Shop")


@app.post("/open", responses={409: {"model": Problem, "description": "It is open already."}})
def open_shop() -> None:
    """Open the shop."""


@app.post("/close", responses={409: {"model": Problem, "description": "It is closed already."}})
def close_shop() -> None:
    """Close the shop."""
'''


@pytest.fixture
def application(project: Project) -> Project:
    project.write(f"{project.module}.py", APPLICATION)
    project.config["ggdocs_docs"] = [{"slug": "shop", "app": f"{project.module}:app"}]
    return project


@pytest.mark.parametrize("markup", ["rst", "md"])
def test_a_merged_error_is_found_by_its_status(application: Project, markup: str) -> None:
    application.config["extensions"] = ["myst_parser", "sphinxcontrib_ggdocs"]
    application.page("Shop\n====\n\n.. toctree::\n\n   clients\n\n.. ggdocs::\n")
    role = ":gg:error:`Conflict`" if markup == "rst" else "{gg:error}`Conflict`"
    title = "Clients\n=======\n" if markup == "rst" else "# Clients\n"
    application.write(f"clients.{markup}", f"{title}\nTry again after {role}.\n")
    built = application.build()
    assert built.warnings == ""
    (link,) = re.findall(r'href="(index\.html#[^"]*error[^"]*)"', built.read("clients.html"))
    assert link == "index.html#gg-error-shop.Conflict"
    reference = built.read("index.html")
    assert reference.count('id="gg-error-shop.Conflict"') == 1
    assert "Conflict-2" not in reference
    for text in ("It is open already.", "It is closed already."):
        assert text in reference


def test_a_number_that_no_error_has_is_reported(application: Project) -> None:
    application.page("Shop\n====\n\n.. ggdocs::\n\nSee :gg:error:`Conflict-2`.\n")
    assert "Conflict" in application.build().warnings
