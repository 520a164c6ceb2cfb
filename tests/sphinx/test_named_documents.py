"""Documents that a directive defines by the names of contracts or of an application."""

import json
from pathlib import Path
from typing import Any

import pytest
from sphinx.util.inventory import InventoryFile

from .failing import HERE, NOTICE, only_warning
from .parts import redate
from .projects import SHOP, Built, Project

RST = "Shop\n====\n\n.. ggdocs:: {module}:OrderApi {module}:LiveApi\n   :title: Shop API\n"
MYST = "# Shop\n\n```{ggdocs} {module}:OrderApi {module}:LiveApi\n:title: Shop API\n```\n"

LISTS = "\nBOTH = [OrderApi, LiveApi]\n"
SERVICE = (
    "from fastapi import FastAPI\n\n"
    'app = FastAPI(title="Parcel service", version="7")\n\n\n'
    '@app.get("/parcels")\ndef list_parcels() -> list[str]:\n    """List parcels."""\n    return []\n'
    "\n\ndef create_app() -> FastAPI:\n    return app\n"
)


@pytest.fixture
def bare(project: Project) -> Project:
    """A project whose ``conf.py`` has the extension and nothing else."""
    del project.config["ggdocs_docs"]
    return project


def document(built: Built, slug: str) -> Any:
    return json.loads(built.read(f"apidocs/{slug}/api-docs.json"))


def contracts(built: Built, slug: str) -> list[str]:
    groups = document(built, slug)["groups"]
    return [contract["name"] for group in groups for contract in group["contracts"]]


@pytest.mark.parametrize(
    ("page", "text", "extensions"),
    [
        pytest.param("index.rst", RST, [], id="reStructuredText"),
        pytest.param("index.md", MYST, ["myst_parser"], id="MyST"),
    ],
)
def test_a_document_of_contracts(
    bare: Project, page: str, text: str, extensions: list[str]
) -> None:
    bare.config["extensions"] = [*extensions, "sphinxcontrib_ggdocs"]
    bare.page(text, page)
    built = bare.build()
    assert built.warnings == ""
    shop = document(built, "api")
    assert (shop["service"]["slug"], shop["service"]["name"]) == ("api", "Shop API")
    assert contracts(built, "api") == ["OrderApi", "LiveApi"]
    for file in ("openapi.json", "asyncapi.json", "api-docs.md"):
        assert (built.out / "apidocs/api" / file).is_file()
    html = built.read("index.html")
    assert '<gg-docs class="gg-static"' in html
    assert "Fetch an order" in html
    assert "Shop API" in built.read("apidocs/index.html")
    inventory = InventoryFile.loads((built.out / "objects.inv").read_bytes(), uri="")
    assert "api.OrderApi.get_order" in inventory.data["gg:method"]
    assert "get_order" in built.read("genindex.html")
    assert "get_order" in built.read("searchindex.js")
    assert "/orders/{id}" in built.read("gg-routes.html")


def test_the_slug_is_that_of_the_page_and_the_title_its_words(bare: Project) -> None:
    (bare.folder / "shop").mkdir()
    bare.page("Start\n=====\n\n.. toctree::\n   :glob:\n\n   shop/*\n   orders_now\n")
    bare.page("Shop\n====\n\n.. ggdocs:: {module}:OrderApi\n", "shop/index.rst")
    bare.page("Api\n===\n\n.. ggdocs:: {module}:LiveApi\n   :version: 3\n", "shop/live-api.rst")
    bare.page("Now\n===\n\n.. ggdocs:: {module}:LiveApi\n   :slug: now\n", "orders_now.rst")
    built = bare.build()
    assert built.warnings == ""
    services = [document(built, slug)["service"] for slug in ("shop", "shop-live-api", "now")]
    assert [service["name"] for service in services] == ["Shop", "Shop Live API", "Now"]
    assert services[1]["version"] == "3"


@pytest.mark.parametrize("name", ["app", "create_app()"])
def test_a_document_of_an_application(bare: Project, name: str) -> None:
    bare.write(f"{bare.module}.py", SERVICE)
    bare.page(f"Parcels\n=======\n\n.. ggdocs:: {{module}}:{name}\n")
    built = bare.build()
    assert built.warnings == ""
    service = document(built, "api")["service"]
    assert (service["name"], service["version"]) == ("Parcel service", "7")


def test_a_document_of_a_list_of_contracts(bare: Project) -> None:
    bare.write(f"{bare.module}.py", SHOP + LISTS)
    bare.page("Shop\n====\n\n.. ggdocs:: {module}:BOTH\n")
    built = bare.build()
    assert built.warnings == ""
    assert contracts(built, "api") == ["OrderApi", "LiveApi"]
    bare.write(f"{bare.module}.py", SHOP + LISTS.replace(", LiveApi", ""))
    redate(bare.folder / f"{bare.module}.py")
    assert contracts(bare.build(), "api") == ["OrderApi"]


PAGES = {
    "index.rst": "Start\n=====\n\n.. toctree::\n\n   orders\n   live\n   other\n",
    "orders.rst": "Orders\n======\n\n.. ggdocs:: {module}:OrderApi\n\nSee :gg:method:`placed`.\n",
    "live.rst": "Live\n====\n\n.. ggdocs:: {module}:LiveApi\n\nSee :gg:method:`get_order`.\n",
    "other.rst": "Other\n=====\n\nSee :gg:method:`orders.OrderApi.get_order`.\n",
}


def write(project: Project, pages: dict[str, str]) -> None:
    for name, text in pages.items():
        project.page(text, name)


@pytest.mark.parametrize("parallel", [0, 2])
def test_builds_after_changes_are_those_of_nothing(
    bare: Project, tmp_path: Path, parallel: int
) -> None:
    write(bare, PAGES)
    built = bare.build(parallel=parallel)
    assert built.warnings == ""
    assert (built.out / "apidocs/orders/api-docs.json").is_file()
    changes = {
        "a docstring": (f"{bare.module}.py", SHOP.replace("Fetch an", "Get an")),
        "a title": (
            "live.rst",
            f"{PAGES['live.rst']}\n".replace("LiveApi\n", "LiveApi\n   :title: Now\n"),
        ),
        "a slug": (
            "orders.rst",
            PAGES["orders.rst"].replace("OrderApi\n", "OrderApi\n   :slug: buy\n"),
        ),
        "back": ("orders.rst", PAGES["orders.rst"]),
        "gone": ("live.rst", "Live\n====\n"),
    }
    for number, (change, (name, text)) in enumerate(changes.items()):
        bare.page(text, name)
        if name.endswith(".py"):
            redate(bare.folder / name)
        if change == "a slug":
            bare.page(PAGES["other.rst"].replace("orders.Order", "buy.Order"), "other.rst")
        if change == "back":
            bare.page(PAGES["other.rst"], "other.rst")
        if change == "gone":
            bare.page(PAGES["orders.rst"].replace("See :gg:method:`placed`.", ""), "orders.rst")
        again = bare.build(parallel=parallel)
        assert again.warnings == "", change
        fresh = bare.build(out="_fresh", doctrees=f"_fresh-{number}", fresh=True)
        written, expected = _contents(again.out), _contents(fresh.out)
        if change == "gone":  # the last interaction: pages of others keep the link to the index
            del written["other.html"], expected["other.html"]
        assert written == expected, change
    assert not (built.out / "apidocs/live").exists()


def _contents(folder: Path) -> dict[str, bytes]:
    files = {}
    for file in folder.rglob("*"):
        if file.suffix in (".html", ".json", ".md", ".js") and "search" not in file.name:
            files[str(file.relative_to(folder))] = file.read_bytes()
    return files


def test_nothing_is_read_or_imported_without_a_change(bare: Project) -> None:
    write(bare, PAGES)
    bare.build()
    bare.write(f"{bare.module}_unused.py", "")
    again = bare.build()
    assert "0 added, 0 changed, 0 removed" in again.status
    assert again.warnings == ""


def test_a_second_builder_and_output_are_complete(bare: Project) -> None:
    bare.page(RST)
    bare.build()
    assert "Fetch an order" in bare.build("text").read("index.txt")
    other = bare.build(out="other")
    assert (other.out / "apidocs/api/openapi.json").is_file()
    assert other.warnings == ""


def test_for_an_audience(bare: Project) -> None:
    bare.write(
        f"{bare.module}.py",
        SHOP.replace('@http.get("/{id}",', '@http.get("/{id}", audience="staff",'),
    )
    bare.page(RST)
    bare.config["ggdocs_audience"] = ["public"]
    built = bare.build()
    assert built.warnings == ""
    assert "get_order" not in built.read("apidocs/api/api-docs.json")


WRONG = {
    "a slug beside a name": (
        ".. ggdocs:: shop {module}:OrderApi\n",
        "the slug 'shop' among names of contracts",
        "option",
    ),
    "an option without a name": (
        ".. ggdocs::\n   :title: Shop\n",
        "an option without a contract; name one",
        "option",
    ),
    "a name that is unresolved": (
        ".. ggdocs:: nowhere:OrderApi\n",
        "there is no module 'nowhere'",
        "module-not-found",
    ),
    "an attribute that is not there": (
        ".. ggdocs:: {module}:OrdersApi\n",
        "did you mean OrderApi?",
        "attribute-not-found",
    ),
    "no contract": (
        ".. ggdocs:: {module}:Order\n",
        "is not a contract\n  hint: name classes with @http.api or @ws.api",
        "no-contract",
    ),
    "no name": (".. ggdocs:: {module}:\n", "is not the name of a contract", "spec"),
    "a wrong slug": (".. ggdocs:: {module}:OrderApi\n   :slug: a/b\n", "is not URL-safe", "slug"),
    "a reserved slug": (
        ".. ggdocs:: {module}:OrderApi\n   :slug: assets\n",
        "choose another one, such as 'assets-service'",
        "slug",
    ),
}


@pytest.mark.parametrize(("text", "message", "subtype"), WRONG.values(), ids=WRONG)
def test_one_warning_with_place_and_remedy(
    bare: Project, text: str, message: str, subtype: str
) -> None:
    bare.page(f"Shop\n====\n\n{text}\n\n.. toctree::\n\n   live\n")
    bare.page("Live\n====\n\n.. ggdocs:: {module}:LiveApi\n", "live.rst")
    for _again in range(2):
        built = bare.build(fresh=True)
        only_warning(built, HERE, (message, f"[ggdocs.{subtype}]"))
        assert NOTICE in built.read("index.html")
        assert contracts(built, "live") == ["LiveApi"]


def test_a_wrong_name_costs_itself_only(bare: Project) -> None:
    bare.page("Shop\n====\n\n.. ggdocs:: {module}:OrderApi nowhere:LiveApi\n")
    for _again in range(2):
        built = bare.build()
        only_warning(built, HERE, ("there is no module 'nowhere'", "[ggdocs.module-not-found]"))
        assert contracts(built, "api") == ["OrderApi"]


def test_an_application_among_others(bare: Project) -> None:
    bare.write(f"{bare.module}.py", SHOP + SERVICE)
    bare.page("Shop\n====\n\n.. ggdocs:: {module}:OrderApi {module}:app\n")
    only_warning(bare.build(), HERE, ("name it alone", "[ggdocs.contents]"))


def test_a_slug_that_is_configured(project: Project) -> None:
    text = ".. ggdocs:: {module}:LiveApi\n   :slug: shop\n"
    project.page(f"Shop\n====\n\n{text}\n.. ggdocs:: shop\n")
    built = project.build()
    only_warning(built, HERE, ("the slug 'shop'", "another :slug:", "[ggdocs.duplicate-slug]"))
    assert contracts(built, "shop") == ["OrderApi", "LiveApi"]
    assert built.read("index.html").count("<gg-docs") == 1


def test_two_directives_of_a_page(bare: Project) -> None:
    text = ".. ggdocs:: {module}:OrderApi\n\n.. ggdocs:: {module}:LiveApi\n"
    bare.page(f"Shop\n====\n\n{text}")
    built = bare.build()
    only_warning(
        built, "index.rst:6: WARNING: ", ("at index.rst:4", ":slug:", "[ggdocs.duplicate-slug]")
    )
    assert contracts(built, "api") == ["OrderApi"]
    bare.page(f"Shop\n====\n\n{text}   :slug: live\n")
    assert bare.build().warnings == ""


def test_slugs_that_differ_in_capitals_alone(bare: Project) -> None:
    """Not all file systems tell them apart."""
    text = ".. ggdocs:: {module}:%s\n   :slug: %s\n"
    pages = {
        "index.rst": "Start\n=====\n\n.. toctree::\n\n   live\n   orders\n",
        "live.rst": f"Live\n====\n\n{text % ('LiveApi', 'shop')}",
        "orders.rst": f"Orders\n======\n\n{text % ('OrderApi', 'Shop')}",
    }
    write(bare, pages)
    built = bare.build()
    words = ("'Shop'", "at live.rst:4, 'shop'; they differ only in case", "[ggdocs.duplicate-slug]")
    only_warning(built, "orders.rst:4: WARNING: ", words)
    assert contracts(built, "shop") == ["LiveApi"]
    assert "<gg-docs" not in built.read("orders.html")
    both = f"Live\n====\n\n{text % ('LiveApi', 'shop')}\n{text % ('OrderApi', 'Shop')}"
    write(bare, {**pages, "live.rst": both, "orders.rst": "Orders\n======\n"})
    built = bare.build()
    only_warning(built, "live.rst:7: WARNING: ", ("'Shop'", "at live.rst:4", "differ only in case"))
    assert contracts(built, "shop") == ["LiveApi"]


@pytest.mark.parametrize("parallel", [0, 2])
def test_two_pages_with_one_slug(bare: Project, parallel: int) -> None:
    slug = "   :slug: shop\n"
    pages = {
        "index.rst": "Start\n=====\n\n.. toctree::\n\n   live\n   orders\n",
        "live.rst": f"Live\n====\n\n.. ggdocs:: {{module}}:LiveApi\n{slug}",
        "orders.rst": f"Orders\n======\n\n.. ggdocs:: {{module}}:OrderApi\n{slug}",
    }
    write(bare, pages)
    for _again in range(2):
        built = bare.build(parallel=parallel)
        only_warning(
            built,
            "orders.rst:4: WARNING: ",
            ("'shop'", "at live.rst:4", ":slug:", "[ggdocs.duplicate-slug]"),
        )
        assert contracts(built, "shop") == ["LiveApi"]
        assert "<gg-docs" in built.read("live.html")
        orders = built.read("orders.html")
        assert "Fetch an order" in orders
        assert "<gg-docs" not in orders
        assert "apidocs/shop" not in orders
    bare.page("Live\n====\n", "live.rst")
    built = bare.build(parallel=parallel)
    assert built.warnings == ""
    assert contracts(built, "shop") == ["OrderApi"]
    assert "<gg-docs" in built.read("orders.html")
    assert "Fetch an order" in built.read("orders.html")
    write(bare, pages)
    assert "at live.rst:4" in bare.build(parallel=parallel).warnings
    assert "<gg-docs" not in built.read("orders.html")


def test_an_option_of_configured_documents(bare: Project) -> None:
    bare.page("Shop\n====\n\n.. ggdocs:: {module}:OrderApi\n   :audience: public\n")
    built = bare.build()
    assert built.warnings.startswith("index.rst:4: ERROR: ")
    assert "configure the document in ggdocs_docs of conf.py" in built.warnings


def test_a_large_document_is_on_one_page(bare: Project) -> None:
    methods = "".join(
        f'\n    @http.get("/m{number}")\n    def m{number}(self) -> int: ...\n'
        for number in range(60)
    )
    bare.write(
        f"{bare.module}.py", f'{SHOP}\n\n@http.api("/many")\nclass ManyApi(Protocol):{methods}'
    )
    bare.page("Shop\n====\n\n.. ggdocs:: {module}:ManyApi\n")
    built = bare.build()
    assert built.warnings == ""
    assert "index.rst:4: document 'api' is large; configure it in ggdocs_docs" in built.status
    assert "m59" in built.read("index.html")


def test_modules_that_stop_the_process(bare: Project) -> None:
    bare.write(f"{bare.module}.py", "import sys\nsys.exit(3)\n")
    bare.page(RST)
    only_warning(bare.build(), HERE, ("SystemExit", "[ggdocs.import-failed]"))


@pytest.mark.parametrize(
    ("directive", "message"),
    [
        ("ggdocs-catalog:: api", "ggdocs-catalog: no document 'api' is configured; ggdocs_docs"),
        ("ggdocs-changes:: api", "ggdocs-changes: no document 'api' is configured; ggdocs_docs"),
        ("gg:method:: OrderApi.get_order", "no document has the method 'OrderApi.get_order'; "),
    ],
)
def test_what_shows_configured_documents_alone(bare: Project, directive: str, message: str) -> None:
    bare.page(f"Shop\n====\n\n.. ggdocs:: {{module}}:OrderApi\n\n.. {directive}\n")
    built = bare.build()
    only_warning(built, "index.rst:6: WARNING: ", (message, "names exists only on its own page"))
    assert contracts(built, "api") == ["OrderApi"]
