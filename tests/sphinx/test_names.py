"""Short names that several documents have: what is nearest to where they are written is meant."""

import re

import pytest

from .projects import Built, MakeProject

SERVICE = '''\
from typing import NewType, Protocol

from pydantic import BaseModel

from sphinxcontrib_ggdocs.contracts import ERROR, http

ItemId = NewType("ItemId", str)
GONE = ERROR.define("GONE", 410, description="See :gg:method:`remove`.")


class Item(BaseModel):
    """Has an :any:`id <ItemId>`."""

    id: ItemId


@http.api("/{name}")
class ItemApi(Protocol):
    """Of things."""

    @http.get("/{id}", errors=[GONE])
    def fetch(self, id: ItemId) -> Item:
        """Or :gg:method:`put it away <remove>`."""
        ...

    @http.delete("/{id}")
    def remove(self, id: ItemId) -> None:
        """Of what :gg:method:`was fetched <fetch>`."""
        ...


@http.api("/{name}/old")
class OldApi(Protocol):
    """Of :gg:schema:`old things <Item>`."""

    @http.get("/{id}", errors=[GONE])
    def fetch(self, id: ItemId) -> Item:
        """As :gg:method:`before <fetch>`, :gg:contract:`newer <ItemApi>`."""
        ...
'''


SERVICES = ("users", "orders")


LINKS = [
    ("ItemApi.fetch", "put it away", "ItemApi.remove"),
    ("ItemApi.remove", "was fetched", "ItemApi.fetch"),
    ("OldApi", "old things", "Item"),
    ("OldApi.fetch", "before", "OldApi.fetch"),
    ("OldApi.fetch", "newer", "ItemApi"),
    ("Item", "id", "ItemId"),
    ("GONE", "remove", "ItemApi.remove"),
]


"""What is described, the text of a link in that, and where it leads to."""


PAGES = {
    "index": ".. ggdocs::\n   :no-index:\n\n.. toctree::\n   :glob:\n\n   *",
    **{name: f".. ggdocs:: {name}" for name in SERVICES},
    "added": (
        ".. gg:contract:: orders.OldApi\n   :no-index:\n\n"
        "   Added: :gg:method:`to it <fetch>`, :gg:contract:`to another <ItemApi>`."
    ),
}


@pytest.fixture(scope="module")
def built(make_project: MakeProject) -> Built:
    """Two services alike, each on a page, both on another."""
    project = make_project("alike")
    package = project.folder / project.module
    package.mkdir()
    (package / "__init__.py").touch()
    for name in SERVICES:
        (package / f"{name}.py").write_text(SERVICE.replace("{name}", name))
    project.config["extensions"] += ["sphinx.ext.autosectionlabel"]
    project.config |= {
        "ggdocs_markup": "rst",
        "ggdocs_docs": [
            {
                "slug": name,
                "title": name,
                "http": [f"{project.module}.{name}:{api}" for api in ("ItemApi", "OldApi")],
            }
            for name in SERVICES
        ],
    }
    for page, text in PAGES.items():
        project.page(f"{page}\n{'=' * len(page)}\n\n{text}\n", f"{page}.rst")
    return project.build()


def test_every_name_and_every_label_means_one_thing(built: Built) -> None:
    assert built.warnings == ""


@pytest.mark.parametrize("service", SERVICES)
@pytest.mark.parametrize(("place", "text", "target"), LINKS)
def test_descriptions_mean_their_own_document(
    built: Built, service: str, place: str, text: str, target: str
) -> None:
    for page in ("index.html", f"{service}.html"):
        described = built.read(page).partition(f'{service}.{place}">')[2]
        assert f"{service}.{target}" in _target(described, text), page


def _target(html: str, text: str) -> str:
    """Where the first link of a text leads to."""
    links = re.findall(r'<a class="[^"]*" href="([^"]*)"[^>]*>(.*?)</a>', html)
    return next((target for target, inner in links if re.sub("<.*?>", "", inner) == text), "")


def test_what_an_author_adds_means_the_same(built: Built) -> None:
    added = built.read("added.html").partition("Added")[2]
    assert _target(added, "to it").endswith("#gg-orders.OldApi.fetch")
    assert _target(added, "to another").endswith("#gg-orders.ItemApi")


def test_the_index_tells_documents_apart(built: Built) -> None:
    index = re.sub(r"<[^>]*>|\s+", " ", built.read("genindex.html"))
    for each in (
        "(error, orders)",
        "(error, users)",
        "(HTTP, users)",
        "OldApi, orders",
        "(brand, users)",
    ):
        assert each in " ".join(index.split()), each
