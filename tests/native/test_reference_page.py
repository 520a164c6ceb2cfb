"""The reference without JavaScript: everything is on it, and each link leads to something."""

import re
from typing import Protocol

import pytest
from pydantic import BaseModel

from sphinxcontrib_ggdocs.contracts import ERROR, http
from sphinxcontrib_ggdocs.native import ApiDocsDocument, build_contract_doc
from sphinxcontrib_ggdocs.native.reference_page import overview_html, reference_page
from sphinxcontrib_ggdocs.native.view import view_of


class Pet(BaseModel):
    """An animal, `<b>` and *small*."""

    name: str


GONE = ERROR.define("GONE", 410, description="It has left.")


@http.api("/pets")
class PetApi(Protocol):
    """All about pets."""

    @http.get("/{name}", errors=[GONE])
    def get_pet(self, name: str) -> Pet:
        """Fetch <script>alert(1)</script> *one* pet."""


@pytest.fixture(scope="module")
def document() -> ApiDocsDocument:
    return build_contract_doc(
        [PetApi], title="Pets & more", slug="pets", version="1.0", description="Of `us`."
    )


@pytest.fixture(scope="module")
def page(document: ApiDocsDocument) -> str:
    return reference_page(view_of(document), "../")


def test_everything_is_there(page: str) -> None:
    assert "<title>Pets &amp; more</title>" in page
    assert "<h1>Pets &amp; more 1.0</h1>\n<p>Of <code>us</code>.</p>" in page
    assert '<h4 id="gg-pets.PetApi.get_pet"><b>GET</b> <code>/pets/{name}</code>' in page
    assert "An animal, <code>&lt;b&gt;</code> and <em>small</em>." in page
    assert "410 <code>GONE</code></h3>\n<p>It has left.</p>" in page
    assert "<script" not in page


def test_links_lead_to_objects(page: str) -> None:
    ids = re.findall(r' id="([^"]*)"', page)
    assert len(ids) == len({*ids})
    inside = re.findall(r'href="#([^"]*)"', page)
    assert {*inside} <= {*ids}
    assert "gg-schema-pets.Pet" in inside
    assert '<a href="../index.html#/pets">' in page


def test_the_overview_links_the_page(document: ApiDocsDocument) -> None:
    overview = overview_html(view_of(document), "pets/reference.html", 2)
    assert overview.startswith("<h2>Pets &amp; more 1.0</h2>")
    assert '<a href="pets/reference.html#gg-pets.PetApi.get_pet">' in overview
    assert "Fetch &lt;script&gt;" in overview


def test_of_many_methods_the_overview_has_the_groups(
    document: ApiDocsDocument, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sphinxcontrib_ggdocs.native.reference_page.MOST_LISTED_METHODS", 0)
    overview = overview_html(view_of(document), "reference.html", 1)
    assert 'href="reference.html#gg-pets.api">API</a> <span>1</span>' in overview
    assert "get_pet" not in overview
