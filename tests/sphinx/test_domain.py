"""Cross-references, indices, the inventory and the search: finding an object from elsewhere."""

import json
import re

import pytest
from sphinx.util.inventory import InventoryFile

from sphinxcontrib_ggdocs.ext.domain.indices import _sort_key
from sphinxcontrib_ggdocs.named_objects import ObjectEntry

from .projects import SHOP, Built, MakeProject, Project

API = "Shop\n====\n\n.. ggdocs::\n"


ROLES: dict[str, tuple[str, str, str]] = {
    "contract": (":gg:contract:`shop.OrderApi`", "gg-shop.OrderApi", "shop.OrderApi"),
    "method by its route": (
        ":gg:method:`GET /orders/{id}`",
        "gg-shop.OrderApi.get_order",
        "GET /orders/{id}",
    ),
    "any by its anchor": (
        ":any:`it <gg-shop.OrderApi.get_order>`",
        "gg-shop.OrderApi.get_order",
        "it",
    ),
    "the last part": (
        ":gg:method:`~shop.OrderApi.get_order`",
        "gg-shop.OrderApi.get_order",
        "get_order",
    ),
    "in two lines": (":gg:method:`it <GET\n/orders/{id}>`", "gg-shop.OrderApi.get_order", "it"),
    "as Python writes it": (
        ":gg:method:`get_order()`",
        "gg-shop.OrderApi.get_order",
        "get_order()",
    ),
    "the route alone": (
        ":gg:method:`~shop.GET /orders/{id}`",
        "gg-shop.OrderApi.get_order",
        "GET /orders/{id}",
    ),
    "interaction": (":gg:method:`LiveApi.placed`", "gg-shop.LiveApi.placed", "LiveApi.placed"),
    "schema": (":gg:schema:`Order`", "gg-schema-shop.Order", "Order"),
    "brand": (":gg:brand:`OrderId`", "gg-brand-shop.OrderId", "OrderId"),
    "error": (":gg:error:`ORDER_NOT_FOUND`", "gg-error-shop.ORDER_NOT_FOUND", "ORDER_NOT_FOUND"),
    "any": (":any:`ORDER_NOT_FOUND`", "gg-error-shop.ORDER_NOT_FOUND", "ORDER_NOT_FOUND"),
}


@pytest.fixture(scope="module")
def linked(make_project: MakeProject) -> Project:
    """A project whose first page links to everything on the second."""
    project = make_project("linked")
    roles = "\n\n".join(role for role, _anchor, _text in ROLES.values())
    project.page(f"Prose\n=====\n\n.. toctree::\n\n   api\n\n{roles}\n\n:gg:method:`!get_order`\n")
    project.page(API, "api.rst")
    project.config["nitpicky"] = True
    return project


@pytest.fixture(scope="module")
def built(linked: Project) -> Built:
    return linked.build()


def test_every_reference_resolves(built: Built) -> None:
    assert built.warnings == ""


@pytest.mark.parametrize(("role", "anchor", "text"), ROLES.values(), ids=ROLES)
def test_roles(built: Built, role: str, anchor: str, text: str) -> None:
    links = re.findall(
        r'<a class="reference internal" href="([^"]*)"[^>]*>(.*?)</a>', built.read("index.html")
    )
    assert (f"api.html#{anchor}", text) in {
        (href, re.sub("<.*?>", "", inner)) for href, inner in links
    }
    assert f'id="{anchor}"' in built.read("api.html")


def test_the_inventory(built: Built) -> None:
    inventory = InventoryFile.loads((built.out / "objects.inv").read_bytes(), uri="").data
    ours = {
        (objtype, name): (item.uri, item.display_name)
        for objtype, items in inventory.items()
        for name, item in items.items()
        if name.startswith(("shop.", "gg-"))
    }
    assert ours == {
        ("gg:contract", "shop.OrderApi"): ("api.html#gg-shop.OrderApi", "OrderApi /orders"),
        ("gg:contract", "shop.LiveApi"): ("api.html#gg-shop.LiveApi", "LiveApi /orders/live"),
        ("gg:method", "shop.OrderApi.get_order"): (
            "api.html#gg-shop.OrderApi.get_order",
            "GET /orders/{id}",
        ),
        ("gg:method", "shop.LiveApi.placed"): (
            "api.html#gg-shop.LiveApi.placed",
            "placed /orders/live",
        ),
        ("gg:schema", "shop.Order"): ("api.html#gg-schema-shop.Order", "Order"),
        ("gg:brand", "shop.OrderId"): ("api.html#gg-brand-shop.OrderId", "OrderId"),
        ("gg:error", "shop.ORDER_NOT_FOUND"): (
            "api.html#gg-error-shop.ORDER_NOT_FOUND",
            "ORDER_NOT_FOUND",
        ),
        ("gg:error", "shop.SERVER_ERROR"): ("api.html#gg-error-shop.SERVER_ERROR", "SERVER_ERROR"),
        ("gg:error", "shop.VALIDATION_ERROR"): (
            "api.html#gg-error-shop.VALIDATION_ERROR",
            "VALIDATION_ERROR",
        ),
        ("gg:schema", "shop.FieldProblem"): (
            "api.html#gg-schema-shop.FieldProblem",
            "FieldProblem",
        ),
        ("std:label", "gg-routes"): ("gg-routes.html", "HTTP routes"),
        ("std:label", "gg-interactions"): ("gg-interactions.html", "WebSocket interactions"),
        ("std:label", "gg-brands"): ("gg-brands.html", "Brands"),
        ("std:label", "gg-errors"): ("gg-errors.html", "Errors by status"),
    }


INDICES = {
    "gg-routes.html": (
        "GET /orders/{id}",
        "api.html#gg-shop.OrderApi.get_order",
        "OrderApi.get_order",
        "/orders",
    ),
    "gg-interactions.html": (
        "placed",
        "api.html#gg-shop.LiveApi.placed",
        "server to client, event",
        "/orders/live",
    ),
    "gg-brands.html": ("OrderId", "api.html#gg-brand-shop.OrderId", "string"),
    "gg-errors.html": (
        "ORDER_NOT_FOUND",
        "api.html#gg-error-shop.ORDER_NOT_FOUND",
        "404",
        "There is no such order.",
    ),
}


@pytest.mark.parametrize(("page", "parts"), INDICES.items(), ids=INDICES)
def test_indices(built: Built, page: str, parts: tuple[str, ...]) -> None:
    html = built.read(page)
    for part in parts:
        assert part in html


@pytest.mark.parametrize(
    ("heading", "route", "expected"),
    [
        pytest.param("/orders", "GET /orders/{id}", "/orders", id="of the contract"),
        pytest.param("/shops/{id}/orders", "GET /shops/{id}/orders", "/shops", id="placeholders"),
        pytest.param("/{shop}", "GET /{shop}/orders", "/", id="nothing but a placeholder"),
        pytest.param("/", "GET /v1/orders", "/v1", id="contracts without a path"),
        pytest.param("/", "GET /{shop}/orders", "/", id="contracts without a path or a step"),
        pytest.param("/", "GET /", "/", id="the root"),
        pytest.param("/orders", "GET /v1/orders", "/v1", id="another path"),
        pytest.param("/", "POST order_paid", "order_paid", id="the name of a webhook"),
    ],
)
def test_routes_are_below_the_path_of_their_contract_or_their_first_step(
    heading: str, route: str, expected: str
) -> None:
    entry = ObjectEntry("method", "shop.Api.get", "", route, kind="http", heading=heading)
    assert _sort_key(entry, route)[0] == expected


def test_indices_of_several_documents_name_each(project: Project) -> None:
    project.config["ggdocs_docs"] += project.named(
        [{"slug": "other", "title": "O", "http": ["{module}:OrderApi"]}]
    )
    project.page(API)
    built = project.build()
    for page in ("gg-routes.html", "gg-brands.html", "gg-errors.html"):
        assert set(re.findall(r"<em>\((shop|other)\b", built.read(page))) == {"shop", "other"}, page
    assert "(shop" not in built.read("gg-interactions.html")


def test_the_search_knows_routes_fields_and_words(built: Built) -> None:
    index = json.loads(
        built.read("searchindex.js").removeprefix("Search.setIndex(").removesuffix(")")
    )
    shown = {entry[4] for entries in index["objects"].values() for entry in entries}
    assert {"GET /orders/{id}", "ORDER_NOT_FOUND", "OrderId"} <= shown
    assert "API type" in {name for *_, name in index["objnames"].values()}
    assert "total" in index["terms"]
    assert index["indexentries"]["get /orders/{id}"][0][1] == "gg-shop.OrderApi.get_order"
    assert "emphasi" in index["terms"]


MISSING = {
    "missing": (
        ":gg:method:`OrderApi.get_orders`",
        ("'shop.OrderApi.get_order'?", "[ggdocs.missing]"),
    ),
    "of another kind": (
        ":gg:schema:`OrderId`",
        ("mean the brand 'shop.OrderId'?", "[ggdocs.missing]"),
    ),
    "on no page": (
        ":gg:contract:`hidden.OrderApi`",
        ("no page describes the contract 'hidden.OrderApi'", "[ggdocs.missing]"),
    ),
    "any": (
        ":any:`get_ordr`",
        ("not found: get_ordr; did you mean the method 'shop.OrderApi.get_order' or", "[ref.any]"),
    ),
    "ambiguous": (
        ":gg:error:`SERVER_ERROR`",
        ("'other.SERVER_ERROR'", "'shop.SERVER_ERROR'", "[ggdocs.ambiguous]"),
    ),
    "ambiguous for any": (
        ":any:`SERVER_ERROR`",
        (":gg:error:`shop.SERVER_ERROR` or :gg:error:`other.SERVER_ERROR`",),
    ),
}


OTHERS = """

@http.api("/other")
class OtherApi(Protocol):
    @http.get(errors=[SERVER_ERROR])
    def look(self) -> int: ...
"""


@pytest.mark.parametrize(("role", "parts"), MISSING.values(), ids=MISSING)
def test_references_that_lead_nowhere(project: Project, role: str, parts: tuple[str, ...]) -> None:
    project.page(f"Prose\n=====\n\n.. toctree::\n\n   api\n\n{role}\n")
    project.page("Shop\n====\n\n.. ggdocs:: shop other\n", "api.rst")
    (project.folder / f"{project.module}.py").write_text(SHOP + OTHERS)
    others = [
        {"slug": "other", "title": "Other", "http": ["{module}:OtherApi"]},
        {"slug": "hidden", "title": "Hidden", "http": ["{module}:OrderApi"]},
    ]
    project.config["ggdocs_docs"] = [*project.config["ggdocs_docs"], *project.named(others)]
    built = project.build()
    assert built.warnings.count("WARNING") == 1, built.warnings
    assert built.warnings.startswith("index.rst:8: WARNING: ")
    for part in parts:
        assert part in built.warnings


TWICE = {
    "all of it": (".. ggdocs::\n", 8),
    "a part of it": (".. gg:schema:: Order\n   :no-index:\n\n.. gg:method:: get_order\n", 11),
    "before something else": (
        ".. gg:method:: get_order\n\n.. gg:schema:: Order\n   :no-index:\n",
        8,
    ),
}


@pytest.mark.parametrize(("directives", "line"), TWICE.values(), ids=TWICE)
def test_described_on_two_pages(project: Project, directives: str, line: int) -> None:
    project.page(f"Prose\n=====\n\n.. toctree::\n\n   api\n\n{directives}")
    project.page(API, "api.rst")
    warnings = project.build().warnings
    assert warnings.count("WARNING") == 1, warnings
    assert f"index.rst:{line}: WARNING: " in warnings
    assert "already described at api.rst:4" in warnings
    assert "[ggdocs.duplicate-object]" in warnings
    assert project.build().warnings == warnings


def test_described_twice_on_a_page_in_markdown(project: Project) -> None:
    project.config["extensions"] = ["myst_parser", "sphinxcontrib_ggdocs"]
    project.page(
        "# Shop\n\n```{gg:method} get_order\n```\n\nText.\n\n```{gg:method} get_order\n```\n",
        "index.md",
    )
    warnings = project.build().warnings
    assert warnings.startswith("index.md:8: WARNING: "), warnings
    assert "already described at index.md:3" in warnings


def test_all_paths_of_a_method_are_found(project: Project) -> None:
    project.write(
        f"{project.module}.py",
        "from sphinxcontrib_ggdocs.contracts import Alias, HttpContract, HttpMethod, Success\n"
        "method = HttpMethod(name='chat', verbs=('POST',), path='/chat', successes=(Success(status=204),),\n"
        "                    aliases=(Alias(path='/v1/chat'), Alias(path='/talk')))\n"
        "chats = HttpContract(name='Chats', methods=(method,))\n",
    )
    project.config["ggdocs_docs"] = project.named(
        [{"slug": "chats", "title": "Chats", "http": ["{module}:chats"]}]
    )
    project.page(
        "Chats\n=====\n\n.. ggdocs:: chats\n\n"
        "See :gg:method:`POST /talk`, :any:`POST /v1/chat`.\n\n"
        ".. gg:method:: chats.POST /v1/chat\n   :no-index:\n"
    )
    built = project.build()
    assert built.warnings == ""
    page = built.read("index.html")
    links = re.findall(r'href="#gg-chats\.Chats\.chat"[^>]*>(.*?)</a>', page)
    texts = {re.sub("<.*?>", "", link) for link in links}
    assert {"POST /talk", "POST /v1/chat"} <= texts
    assert "Also at" in built.read("index.html")
    index = built.read("gg-routes.html")
    listed = re.findall(r'<tr class="cap" id="cap-(/\w*)">|<code class="xref">(POST [^<]*)', index)
    assert [heading or route for heading, route in listed] == [
        "/chat", "POST /chat", "/talk", "POST /talk", "/v1", "POST /v1/chat"
    ]  # fmt: skip
    for path in ("/chat", "/v1/chat", "/talk"):
        assert f">POST {path}</a>" in built.read("genindex.html")
    search = json.loads(built.read("searchindex.js")[len("Search.setIndex(") : -1])
    objects = [entry[-1] for entries in search["objects"].values() for entry in entries]
    assert {"POST /chat", "POST /v1/chat", "POST /talk"} <= set(objects)
