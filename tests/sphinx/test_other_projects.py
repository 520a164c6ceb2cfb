"""Links between projects, and to the Python classes that types were made of."""

import re

import pytest

from .projects import MakeProject, Project

API = "Shop\n====\n\n.. ggdocs::\n"


@pytest.fixture(scope="module")
def shop(make_project: MakeProject) -> Project:
    """The project that others link to."""
    project = make_project("linked_to")
    project.page("Start\n=====\n\n.. toctree::\n\n   api\n")
    project.page(API, "api.rst")
    return project


THERE: dict[str, tuple[str, str, str]] = {
    "a method": (
        ":gg:method:`shop.OrderApi.get_order`",
        "gg-shop.OrderApi.get_order",
        "GET /orders/{id}",
    ),
    "the last part": (
        ":gg:method:`~shop.OrderApi.get_order`",
        "gg-shop.OrderApi.get_order",
        "get_order",
    ),
    "a title": (
        ":gg:method:`look <shop.OrderApi.get_order>`",
        "gg-shop.OrderApi.get_order",
        "look",
    ),
    "an error there": (
        ":external+shop:gg:error:`shop.ORDER_NOT_FOUND`",
        "gg-error-shop.ORDER_NOT_FOUND",
        "",
    ),
    "a brand": (":external:gg:brand:`shop.OrderId`", "gg-brand-shop.OrderId", "OrderId"),
    "any": (":any:`shop.Order`", "gg-schema-shop.Order", "Order"),
    "an index": (":external+shop:ref:`gg-routes`", "", "HTTP routes"),
}


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_another_project_links_here(shop: Project, project: Project, builder: str) -> None:
    inventory = shop.build(builder).out / "objects.inv"
    project.config = {
        "extensions": ["sphinx.ext.intersphinx", "sphinxcontrib_ggdocs"],
        "intersphinx_mapping": {"shop": ("https://shop.example/", str(inventory))},
        "nitpicky": True,
    }
    project.page("Prose\n=====\n\n" + "\n\n".join(role for role, _anchor, _text in THERE.values()))
    there = project.build()
    assert there.warnings == ""
    html = there.read("index.html")
    links = {
        (href.rpartition("#")[2] if "#" in href else "", re.sub("<.*?>", "", text))
        for href, text in re.findall(r'href="https://shop\.example/([^"]*)"[^>]*>(.*?)</a>', html)
    }
    for _role, anchor, text in THERE.values():
        assert (anchor, text or "ORDER_NOT_FOUND") in links
        page = "api/" if builder == "dirhtml" else "api.html"
        assert not anchor or f"https://shop.example/{page}#{anchor}" in html
