"""One object anywhere in prose, and which pages are read again when a contract changes."""

import re

import pytest
from sphinx.util.inventory import InventoryFile

from .projects import Project

PAGES = {
    "contract": (
        "shop.OrderApi",
        "gg-shop.OrderApi",
        ("/orders", "What people have bought.", "Fetch an order."),
    ),
    "method": (
        "OrderApi.get_order",
        "gg-shop.OrderApi.get_order",
        ("GET", "/orders/{id}", "ORDER_NOT_FOUND"),
    ),
    "schema": ("Order", "gg-schema-shop.Order", ("Something bought.", "total")),
    "brand": ("OrderId", "gg-brand-shop.OrderId", ("string", "OrderApi.get_order")),
    "error": (
        "ORDER_NOT_FOUND",
        "gg-error-shop.ORDER_NOT_FOUND",
        ("404", "There is no such order."),
    ),
}


def everything(project: Project) -> None:
    project.page("Shop\n====\n\n.. toctree::\n   :glob:\n\n   *\n")
    for objtype, (name, _anchor, _parts) in PAGES.items():
        project.page(
            f"{objtype.title()}\n========\n\n.. note::\n\n   .. gg:{objtype}:: {name}\n",
            f"{objtype}.rst",
        )
    project.config["nitpicky"] = True


def read_again(status: str) -> set[str]:
    """The pages that a build has read."""
    return set(re.findall(r"reading sources\.\.\. \[ *\d+%\] ([\w/]+)", status.replace("\r", "\n")))


def test_each_kind(project: Project) -> None:
    everything(project)
    project.config |= {"toc_object_entries": False}
    built = project.build()
    assert [line for line in built.warnings.splitlines() if "duplicate-object" not in line] == []
    for objtype, (_name, anchor, parts) in PAGES.items():
        html = built.read(f"{objtype}.html")
        assert f'id="{anchor}"' in html
        text = re.sub("<.*?>", "", html)
        for part in parts:
            assert part in text, objtype


def test_what_there_is_not(project: Project) -> None:
    project.page("Shop\n====\n\n.. gg:method:: get_orders\n")
    built = project.build()
    assert built.warnings.startswith(
        "index.rst:4: WARNING: no document has the method 'get_orders'; did you mean"
    )
    assert "'shop.OrderApi.get_order'" in built.warnings
    assert "[ggdocs.missing]" in built.warnings
    file = project.folder / f"{project.module}.py"
    project.write(file.name, file.read_text().replace("get_order(", "get_orders("))
    built = project.build()
    assert built.warnings == ""
    assert "gg-shop.OrderApi.get_orders" in built.read("index.html")


LISTED = """\
Shop
====

.. gg:method:: get_order
   {option}

   More about it: :gg:error:`ORDER_NOT_FOUND`.

.. gg:error:: ORDER_NOT_FOUND
              SERVER_ERROR
"""
OPTIONS = {
    "": (True, True, True),
    ":no-index:": (False, False, True),
    ":no-index-entry:": (True, False, True),
    ":no-contents-entry:": (True, True, False),
}


@pytest.mark.parametrize(("option", "expected"), OPTIONS.items(), ids=OPTIONS)
def test_options_of_sphinx(
    project: Project, option: str, expected: tuple[bool, bool, bool]
) -> None:
    """In the inventory, in the general index, in the table of contents."""
    project.page(LISTED.replace("{option}", option))
    built = project.build(out="_html")
    assert built.warnings == ""
    inventory = InventoryFile.loads((built.out / "objects.inv").read_bytes(), uri="").data
    html = built.read("index.html")
    anchor = "gg-shop.OrderApi.get_order"
    contents = html.partition('class="sphinxsidebar"')[2]
    assert (
        "gg:method" in inventory,
        anchor in built.read("genindex.html"),
        anchor in contents,
    ) == expected
    assert set(inventory["gg:error"]) == {"shop.ORDER_NOT_FOUND", "shop.SERVER_ERROR"}
    assert f'id="{anchor}"' in html
    assert "More about it" in html


def test_the_only_contract_of_a_group_is_no_level_of_the_contents(project: Project) -> None:
    groups = [
        {"name": "Orders", "http": ["{module}:OrderApi"]},
        {"name": "Both", "http": ["{module}:OrderApi"], "ws": ["{module}:LiveApi"]},
    ]
    for kept, expected in (([groups[0]], False), ([groups[1]], True)):
        project.config["ggdocs_docs"] = project.named(
            [{"slug": "shop", "title": "Shop", "groups": kept}]
        )
        project.page("Shop\n====\n\n.. ggdocs::\n")
        contents = project.build().read("index.html").partition('class="sphinxsidebar"')[2]
        assert ('<span class="pre">OrderApi</span>' in contents) == expected
        assert '<span class="pre">get_order</span>' in contents
