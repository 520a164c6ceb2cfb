"""A large reference in pages: one for each contract, or for each group."""

import json
import re

import pytest

from sphinxcontrib_ggdocs.native import pages as view_pages

from .parts import redate
from .projects import SHOP, Project, in_builders

MORE = '''

@http.api("/stock")
class StockApi(Protocol):
    @http.get("/{id}")
    def get_stock(self, id: OrderId) -> int:
        """How many there are."""
        ...
'''
GROUPS = [
    {
        "name": "Buying *things*",
        "slug": "buying",
        "description": "From the basket.",
        "http": ["{module}:OrderApi"],
    },
    {"name": "Types", "http": ["{module}:StockApi"], "ws": ["{module}:LiveApi"]},
]
PAGES = {
    "contract": {"OrderApi", "StockApi", "LiveApi", "errors", "types"},
    "group": {"buying", "types", "errors", "types-group"},
}


def large(project: Project, split: str) -> Project:
    project.page("Shop\n====\n\n.. ggdocs::\n\n:gg:method:`get_order`\n")
    project.write(f"{project.module}.py", SHOP + MORE)
    project.config["ggdocs_docs"] = project.named(
        [{"slug": "shop", "title": "Shop", "groups": GROUPS, "split": split}]
    )
    project.config["nitpicky"] = True
    return project


def page_names(project: Project) -> set[str]:
    return {file.stem for file in (project.folder / "ggdocs" / "shop").iterdir()}


@pytest.mark.parametrize("split", PAGES)
def test_pages(project: Project, split: str) -> None:
    built = large(project, split).build()
    assert built.warnings == ""
    assert page_names(project) == PAGES[split]
    index = built.read("index.html")
    for name in PAGES[split]:
        assert f'href="ggdocs/shop/{name}.html"' in index
    assert "Fetch an order" not in index
    page = built.read(f"ggdocs/shop/{'OrderApi' if split == 'contract' else 'buying'}.html")
    assert "Fetch an order" in page
    assert "How many there are" not in page
    assert f'data-open="gg-shop.buying{".OrderApi" if split == "contract" else ""}"' in page
    assert 'data-open="gg-error-shop"' in built.read("ggdocs/shop/errors.html")
    assert ("From the basket" in page) == (split == "group")
    assert 'src="../../apidocs/assets/index-' in page
    where = "types-group" if split == "group" else "types"
    assert re.search(rf'href="{where}.html#gg-(brand|schema)-shop.Order', page)
    assert re.search(r"<h1>(OrderApi|Buying \*things\*)<", page)


@in_builders("dirhtml", "singlehtml", "latex", "text", "epub", "man", "texinfo")
def test_other_builders(project: Project, builder: str) -> None:
    project.config |= {"epub_show_urls": "no", "version": "1", "copyright": "nobody"}
    built = large(project, "contract").build(builder)
    assert built.warnings == ""
    texts = [
        file.read_bytes().decode(errors="replace")
        for file in built.out.rglob("*")
        if file.is_file()
    ]
    assert any("How many there are" in text for text in texts)


def test_in_markdown(project: Project) -> None:
    large(project, "group")
    (project.folder / "index.rst").unlink()
    project.page("# Shop\n\n```{ggdocs}\n```\n", "index.md")
    project.config |= {
        "extensions": ["myst_parser", "sphinxcontrib_ggdocs"],
        "source_suffix": {".md": "markdown"},
    }
    built = project.build()
    assert built.warnings == ""
    assert "Fetch an order" in built.read("ggdocs/shop/buying.html")


def change(project: Project, old: str, new: str) -> None:
    file = project.folder / f"{project.module}.py"
    file.write_text(file.read_text().replace(old, new))
    redate(file)


def test_a_contract_that_is_renamed(project: Project) -> None:
    built = large(project, "contract").build()
    change(project, "StockApi", "StoreApi")
    project.config["ggdocs_docs"][0]["groups"][1]["http"] = project.named(["{module}:StoreApi"])
    built = project.build()
    assert built.warnings == ""
    assert page_names(project) == {"OrderApi", "StoreApi", "LiveApi", "errors", "types"}
    assert "ggdocs/shop/StoreApi.html" in built.read("index.html")
    assert "StockApi" not in built.read("index.html")
    for folder in ("ggdocs", "_sources/ggdocs"):
        assert not list((built.out / folder).glob("shop/StockApi*")), "a page that is gone"
        assert list((built.out / folder).glob("shop/StoreApi*"))


def test_split_no_more(project: Project) -> None:
    large(project, "contract").build()
    (project.folder / "ggdocs" / "shop" / "mine.rst").write_text(":orphan:\n\nMine\n====\n")
    del project.config["ggdocs_docs"][0]["split"]
    built = project.build()
    assert built.warnings == ""
    assert page_names(project) == {"mine"}
    assert "Fetch an order" in built.read("index.html")


def test_a_failure_keeps_the_pages(project: Project) -> None:
    large(project, "contract").build()
    change(project, "class StockApi", "1/0\n\n\nclass StockApi")
    built = project.build()
    assert built.warnings.count("WARNING") == 1, built.warnings
    assert built.warnings.startswith("index.rst:4: WARNING: document 'shop'")
    assert "gg-notice" in built.read("index.html")
    assert "ggdocs/shop/OrderApi.html" in built.read("index.html")
    assert "Fetch an order" in built.read("ggdocs/shop/OrderApi.html")
    change(project, "1/0\n", "")
    again = project.build()
    assert again.warnings == ""
    assert "gg-notice" not in again.read("index.html")


def test_many_types(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(view_pages, "MOST_LINES_OF_PAGE", 1)
    large(project, "contract")
    types = (
        "\nclass Orders(BaseModel):\n    all: list[Order]\n\n\nclass Ordinary(BaseModel):\n  "
        "  a: int\n"
    )
    change(project, "\n\nORDER_NOT", f"\n{types}\n\nORDER_NOT")
    change(project, "-> int", "-> Orders | Ordinary")
    built = project.build()
    assert built.warnings == ""
    assert page_names(project) >= {"types-order", "types-orderid", "types-orders", "types-ordinary"}
    assert "<h1>Types Ordinary" in built.read("ggdocs/shop/types-ordinary.html")
    assert re.search(
        r'href="types-ordinary.html">Ordinary</a>', built.read("ggdocs/shop/types.html")
    )
    messages = project.build("gettext", doctrees="_gettext_doctrees").read("ggdocs.pot")
    assert 'msgid "Ordinary"' not in messages


def test_a_long_contract_has_pages_below_its_own(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(view_pages, "MOST_LINES_OF_PAGE", 30)
    large(project, "contract")
    methods = "".join(
        f'\n    @http.get("/{step}/{name}")\n    def {step}_{name}(self, id: OrderId) -> int: ...\n'
        for step in ("late", "paid")
        for name in ("one", "two")
    )
    first = '    @http.get("/{id}", errors=[ORDER_NOT_FOUND'
    change(project, first, f"{methods}\n{first}")
    project.page("Start\n=====\n\n:gg:method:`late_one`\n\n.. ggdocs::\n")
    built = project.build()
    assert built.warnings == ""
    above = built.read("ggdocs/shop/OrderApi.html")
    assert 'id="gg-shop.OrderApi.late_one"' not in above
    assert above.count('href="OrderApi-late.html#gg-shop.OrderApi.late_one"') == 1
    late = built.read("ggdocs/shop/OrderApi-late.html")
    assert "<h1>OrderApi: late" in late
    assert 'data-open="/shop/buying/OrderApi?at=%2Flate"' in late
    assert 'id="gg-shop.OrderApi.late_one"' in late
    front = built.read("index.html")
    assert 'href="ggdocs/shop/OrderApi-late.html#gg-shop.OrderApi.late_one"' in front
    project.build("latex")


def test_names_that_differ_in_their_case_alone(project: Project) -> None:
    large(project, "contract")
    project.write(
        f"{project.module}.py",
        SHOP + MORE + MORE.replace("StockApi", "STOCKApi").replace("/stock", "/s"),
    )
    stock = {"name": "Stock", "http": ["{module}:StockApi", "{module}:STOCKApi"]}
    project.config["ggdocs_docs"] = project.named(
        [{"slug": "shop", "title": "S", "groups": [stock], "split": "contract"}]
    )
    project.page("Shop\n====\n\n.. ggdocs::\n\n:gg:contract:`STOCKApi`, :gg:contract:`StockApi`\n")
    built = project.build()
    assert built.warnings == ""
    assert page_names(project) == {"StockApi", "STOCKApi-contract", "types", "errors"}
    assert 'href="ggdocs/shop/STOCKApi-contract.html#gg-shop.STOCKApi"' in built.read("index.html")


def test_long_names(project: Project) -> None:
    """Of tags, which somebody else has written."""
    tags = ["long " * 90 + end for end in ("one", "two", "three")]
    operation = {"responses": {"200": {"description": "Done"}}}
    paths = {f"/{n}": {"get": {**operation, "tags": [tag]}} for n, tag in enumerate(tags)}
    document = {"openapi": "3.1.0", "info": {"title": "Shop", "version": "1"}, "paths": paths}
    project.write("openapi.json", json.dumps(document))
    for split in PAGES:
        project.config["ggdocs_docs"] = [
            {"slug": "shop", "openapi": "openapi.json", "split": split}
        ]
        project.page("Shop\n====\n\n.. ggdocs::\n")
        assert project.build().warnings == ""
        pages = [name for name in page_names(project) if name.lower().startswith("long")]
        assert len(pages) == len(tags)


FEW = 2
"""Methods, in tests of documents that become large."""

FILLED = {"buying", "types", "errors", "types-size"}
"""The pages of groups that are too large to share one."""


def grown(project: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A document of more methods than the bound, of which nobody says how it is split."""
    monkeypatch.setattr(view_pages, "MOST_METHODS", FEW)
    del large(project, "group").config["ggdocs_docs"][0]["split"]
    return project


def test_a_large_document_is_split(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    built = grown(project, monkeypatch).build()
    assert built.warnings == ""
    assert page_names(project) == FILLED
    assert "Fetch an order" in built.read("ggdocs/shop/buying.html")
    assert "Fetch an order" not in built.read("index.html")


def test_a_page_of_several_groups(project: Project) -> None:
    built = large(project, "size").build()
    assert built.warnings == ""
    assert page_names(project) == {"buying", "types", "errors"}
    page = built.read("ggdocs/shop/buying.html")
    assert "<h1>Buying *things* to Types<" in page
    assert 'data-open="gg-shop.buying"' in page
    for anchor, title in (("gg-shop.buying", "Buying *things*"), ("gg-shop.types", "Types")):
        assert f'<section id="{anchor}">\n<h2>{title}<' in page
    assert "From the basket" in page
    assert "How many there are" in page
