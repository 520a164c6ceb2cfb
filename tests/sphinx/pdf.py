"""The reference on paper: TeX run for real. `make test-pdf` runs this, since TeX is not on every
machine.
"""

import re
import subprocess
from pathlib import Path

import pytest

from .marketplace import show_marketplace
from .projects import MakeProject

AWKWARD = """
from typing import Annotated, Literal, NewType, Protocol

from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.contracts import ERROR, http

OrganisationEnvironmentDeploymentId = NewType("OrganisationEnvironmentDeploymentId", str)
NAMES = "organisation_environment_deployment_revision_name"
ADDRESS = "https://example.org/somewhere/very/far/away/where/no/reader/has/ever/been/before"


class Deployment(BaseModel):
    organisation_environment_deployment_id: OrganisationEnvironmentDeploymentId
    address: Annotated[str, Field(description=f"See {ADDRESS}.", examples=[ADDRESS])]
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}([.][A-Za-z0-9_-]{1,64}){1,16}@[a-z0-9-]{1,63}[.][a-z]+$")]
    kind: Literal["a-rolling-deployment", "a-blue-green-deployment", "a-canary-deployment", "none"] = "none"
    of: dict[OrganisationEnvironmentDeploymentId, list[OrganisationEnvironmentDeploymentId]]
    steps: Annotated[list[str], Field(description="As in:\\n\\n1. one\\n2. two\\n\\n```json\\n{}\\n```")]


GONE = ERROR.define("ORGANISATION_ENVIRONMENT_DEPLOYMENT_IS_GONE", 410, data=Deployment)


@http.api("/organisations/{organisation_id}/environments/{environment_id}")
class DeploymentApi(Protocol):
    @http.get("/deployments/{organisation_environment_deployment_id}/revisions", errors=[GONE])
    def list_revisions(
        self,
        organisation_id: str,
        environment_id: str,
        organisation_environment_deployment_id: OrganisationEnvironmentDeploymentId,
    ) -> Deployment: ...
"""
"""Names as long as they get."""

MINE = """Awkward
=======

.. ggdocs:: awkward

.. csv-table:: Mine

   one, two
"""

WIDEST = 5.0
"""Points by which a line may stand out into the margin; nobody sees so little."""


@pytest.fixture(scope="module")
def printed(make_project: MakeProject) -> Path:
    """The folder of the finished PDF."""
    project = show_marketplace(make_project("printed"))
    project.write(f"{project.module}.py", AWKWARD)
    awkward = {"slug": "awkward", "title": "Awkward", "http": [f"{project.module}:DeploymentApi"]}
    project.config |= {
        "latex_elements": {"papersize": "a4paper"},
        "ggdocs_docs": [*project.config["ggdocs_docs"], awkward],
    }
    project.page("Kirkgate\n========\n\n.. toctree::\n\n   platform\n   internal\n   awkward\n")
    project.page(MINE, "awkward.rst")
    built = project.build("latex")
    assert built.warnings == ""
    command = ["latexmk", "-pdf", "-interaction=nonstopmode", "-halt-on-error", "kirkgate.tex"]
    told = subprocess.run(command, cwd=built.out, capture_output=True, check=False)
    assert told.returncode == 0, told.stdout.decode(errors="replace")[-3000:]
    return built.out


def test_no_line_stands_out(printed: Path) -> None:
    log = (printed / "kirkgate.log").read_text(errors="replace")
    assert [
        width for width in re.findall(r"Overfull .hbox \(([\d.]+)pt", log) if float(width) > WIDEST
    ] == []
    assert "undefined references" not in log
    assert "multiply-defined" not in log
    assert "Missing character" not in log


@pytest.fixture(scope="module")
def text(printed: Path) -> str:
    """What the PDF says, a form feed after each page."""
    command = ["pdftotext", "-layout", "kirkgate.pdf", "-"]
    return subprocess.run(command, cwd=printed, capture_output=True, check=True, text=True).stdout


def test_what_is_printed(text: str) -> None:
    for part in (
        "GET /catalogue/search search",
        "max_price",
        "LISTING_NOT_FOUND",
        "string & UserId & SellerId",
        "Deprecated",
        "Use rating of get_seller.",
        '"title": "Crescent city bike, 54 cm"',
        "Used by",
    ):
        assert part in text, part
    assert re.search(r"Table [\d.]*1: Mine", text), "tables of the reference are not counted"
