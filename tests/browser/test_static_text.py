"""The text that readers have who run no JavaScript: names and addresses as long as they get."""

import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sphinx.cmd.build import main as sphinx_build

from .conftest import Site, wait_in

MODULE = '''
from typing import Annotated, NewType, Protocol

from pydantic import BaseModel, Field

from sphinxcontrib_ggdocs.contracts import ERROR, http

OrganisationEnvironmentDeploymentIdentifier = NewType("OrganisationEnvironmentDeploymentIdentifier", str)
TABLE = """What to look for.

.. list-table::
   :header-rows: 1

   * - Operator
     - Meaning
     - Example
   * - ``OR``
     - either of the two
     - ``red OR blue``

::

    client.deployments.search(words="red OR blue", at_most=100, in_order=True, and_wait_for_it=True)
"""
ADDRESS = "https://example.org/" + "somewhere/very/far/away/" * 6


class Deployment(BaseModel):
    address: Annotated[str, Field(description=f"See {ADDRESS}.", examples=[ADDRESS], pattern="[a-z]{1,9}" * 12)]
    words: Annotated[str, Field(description=TABLE)]
    a_name_that_no_person_would_write_but_that_generators_do_and_readers_have_to_read: int
    of: dict[OrganisationEnvironmentDeploymentIdentifier, list[OrganisationEnvironmentDeploymentIdentifier]]


GONE = ERROR.define("ORGANISATION_ENVIRONMENT_DEPLOYMENT_IS_GONE", 410, data=Deployment)


@http.api("/organisations/{organisation_id}/environments/{environment_id}")
class DeploymentApi(Protocol):
    """Deployments, as the handbook [#handbook]_ has them.

    .. _naming:

    Names are long.

    نص قصير مع ``GET /names``.

    .. [#handbook] On the shelf.
    """

    @http.get("/deployments/{deployment_identifier}/revisions/{revision_identifier}/differences", errors=[GONE])
    def list_organisation_environment_deployment_differences(
        self,
        organisation_id: str,
        environment_id: str,
        deployment_identifier: OrganisationEnvironmentDeploymentIdentifier,
        revision_identifier: str,
    ) -> Deployment: ...
'''
CONF = """
extensions = ["sphinxcontrib_ggdocs"]
servers = [{"url": "https://example.org/" + "a/long/way/" * 12, "description": "Far away."}]
ggdocs_docs = [{"slug": "long", "title": "Long", "http": ["long_names:DeploymentApi"], "servers": servers}]
ggdocs_markup = "rst"
version = "1"
copyright = "nobody"
epub_show_urls = "no"
"""


@pytest.fixture(scope="module")
def long_names(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a page in a theme that does nothing about them, and with the same page in an
    e-book.
    """
    folder = tmp_path_factory.mktemp("long")
    for name, text in {
        "long_names.py": MODULE,
        "conf.py": CONF,
        "index.rst": "Long\n====\n\n.. ggdocs::\n",
    }.items():
        folder.joinpath(name).write_text(text)
    sys.path.insert(0, str(folder))
    try:
        for builder in ("html", "epub"):
            to = [
                "-d",
                str(folder / "_doctrees"),
                "-b",
                builder,
                str(folder),
                str(folder / f"_{builder}"),
            ]
            assert sphinx_build(["-q", "-W", *to]) == 0
    finally:
        sys.path.remove(str(folder))
    return folder


@pytest.fixture(scope="module")
def page_of_long_names(long_names: Path) -> str:
    """The address of the page."""
    return Path(long_names, "_html", "index.html").as_uri()


BROKEN = """cells => cells.filter(cell => {
  const lines = cell.getBoundingClientRect().height / parseFloat(getComputedStyle(cell).lineHeight)
  return lines > 3
}).length"""
TOO_WIDE = (
    "tables => tables.filter(each => each.scrollWidth > each.parentElement.clientWidth).length"
)

BEYOND = "() => document.documentElement.scrollWidth - innerWidth"


def test_tables_in_descriptions_are_tables(
    browser_without_javascript: Page, page_of_long_names: str
) -> None:
    page = browser_without_javascript
    page.goto(page_of_long_names)
    inside = page.locator("ul.gg-rows table")
    expect(inside).to_have_count(1)
    for width in (1280, 900, 360):
        page.set_viewport_size({"width": width, "height": 800})
        assert inside.locator("th, td").evaluate_all(BROKEN) == 0, width
        assert page.locator("ul.gg-rows").evaluate_all(TOO_WIDE) == 0, width


def test_nothing_stands_out(browser_without_javascript: Page, page_of_long_names: str) -> None:
    page = browser_without_javascript
    for name, part, count in (("index", "ul.gg-rows", 2), ("genindex", ".genindextable", 3)):
        page.goto(page_of_long_names.replace("index.html", f"{name}.html"))
        assert page.locator(part).count() >= count
        for width in (1280, 900, 360):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(BEYOND) <= 0, (name, width)


IN_VIEW = """object => object.checkVisibility({contentVisibilityAuto: true})
  && object.getBoundingClientRect().bottom > 0 && object.getBoundingClientRect().top < innerHeight"""


def test_text_out_of_view_is_not_laid_out_until_something_leads_there(
    browser_without_javascript: Page, site: Site
) -> None:
    page, address = browser_without_javascript, f"{site.url}/both.html"
    page.goto(address)
    last = page.locator("dl.gg.method").last.locator("dt, dd")
    assert not last.first.evaluate("dt => dt.checkVisibility({contentVisibilityAuto: true})")

    page.goto(f"{address}#{last.first.get_attribute('id')}")
    wait_in(page, lambda: last.first.evaluate(IN_VIEW), "the anchor leads to the object")

    page.goto("about:blank")
    page.goto(address)
    words = (last.last.locator("p").first.text_content() or "").strip()
    assert page.evaluate("words => find(words)", words), "search in the page"
    wait_in(page, lambda: last.last.evaluate(IN_VIEW), "the search leads to the object")
