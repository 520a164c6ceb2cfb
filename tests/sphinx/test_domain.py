"""Cross-references, indices, the inventory and the search: finding an object from elsewhere."""

import json
import re

import pytest
from sphinx.util.inventory import InventoryFile

from sphinxcontrib_ggdocs.ext.domain.indices import _order
from sphinxcontrib_ggdocs.named_objects import Lookup, ObjectEntry

from .projects import SHOP, Built, MakeProject, Project

API = "Shop\n====\n\n.. ggdocs::\n"

ROLES: dict[str, tuple[str, str, str]] = {
    "contract": (":gg:contract:`shop.OrderApi`", "gg-shop.OrderApi", "shop.OrderApi"),
    "contract, short": (":gg:contract:`OrderApi`", "gg-shop.OrderApi", "OrderApi"),
    "method": (
        ":gg:method:`shop.OrderApi.get_order`",
        "gg-shop.OrderApi.get_order",
        "shop.OrderApi.get_order",
    ),
    "method, short": (
        ":gg:method:`OrderApi.get_order`",
        "gg-shop.OrderApi.get_order",
        "OrderApi.get_order",
    ),
    "method, shortest": (":gg:method:`get_order`", "gg-shop.OrderApi.get_order", "get_order"),
    "method by its route": (
        ":gg:method:`GET /orders/{id}`",
        "gg-shop.OrderApi.get_order",
        "GET /orders/{id}",
    ),
    "method after its document": (
        ":gg:method:`shop.get_order`",
        "gg-shop.OrderApi.get_order",
        "shop.get_order",
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
    "a title": (":gg:method:`look it up <get_order>`", "gg-shop.OrderApi.get_order", "look it up"),
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


def test_an_exclamation_mark_makes_no_link(built: Built) -> None:
    assert "gg gg-method" in built.read("index.html").rpartition("<p>")[2]
    assert "<a" not in built.read("index.html").rpartition("<p>")[2].partition("</p>")[0]


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


def test_routes_are_listed_by_path_and_then_by_verb(project: Project) -> None:
    project.config["ggdocs_docs"] = [
        {"slug": "market", "title": "M", "http": ["marketplace.contracts.catalogue:ListingApi"]}
    ]
    project.page("Market\n======\n\n.. ggdocs::\n")
    routes = re.findall(r">([A-Z]+) (/[^<]*)<", project.build("html").read("gg-routes.html"))
    assert len(routes) > 5
    assert routes == sorted(routes, key=lambda route: (route[1], route[0]))


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
    assert _order(entry, route)[0] == expected


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


def test_without_an_index_the_anchor_stays(project: Project) -> None:
    project.page("Shop\n====\n\n.. gg:method:: get_order\n   :no-index:\n")
    built = project.build()
    assert built.warnings == ""
    assert 'id="gg-shop.OrderApi.get_order"' in built.read("index.html")
    assert "get_order" not in InventoryFile.loads(
        (built.out / "objects.inv").read_bytes(), uri=""
    ).data.get("gg:method", {})
    assert "get_order" not in built.read("genindex.html")


def test_the_theme_lists_contracts_and_methods(built: Built) -> None:
    contents = built.read("api.html").partition('class="sphinxsidebar"')[2]
    assert 'href="#gg-shop.OrderApi.get_order"' in contents


MISSING = {
    "missing": (
        ":gg:method:`OrderApi.get_orders`",
        ("'shop.OrderApi.get_order'?", "[ggdocs.missing]"),
    ),
    "in other letters": (
        ":gg:error:`order_not_found`",
        ("mean 'shop.ORDER_NOT_FOUND'?", "[ggdocs.missing]"),
    ),
    "under another contract": (
        ":gg:method:`ShopApi.get_order`",
        ("mean 'shop.OrderApi.get_order'?", "[ggdocs.missing]"),
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
    "nothing like it": (":any:`elephant`", ("not found: elephant [ref.any]",)),
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


def test_the_nearest_of_many_names() -> None:
    names = [(number, f"shop.Service{number}Api.operation_{number}") for number in range(2000)]
    entries = [ObjectEntry("method", name, name, f"GET /things/{number}") for number, name in names]
    lookup = Lookup({"index": entries})
    assert lookup.near("method", "Service77Api.opration_77")[0] == (
        "method",
        "shop.Service77Api.operation_77",
    )
    assert lookup.near("any", "get /things/1500") == [
        ("method", "shop.Service1500Api.operation_1500")
    ]
    assert lookup.near("method", "elephant") == []


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
    assert "described at api.rst:4 already" in warnings
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
    assert "described at index.md:3 already" in warnings


def test_described_twice_in_an_included_file(project: Project) -> None:
    project.page("Shop\n====\n\n.. gg:method:: get_order\n\n.. include:: part.txt\n")
    project.write("part.txt", "Part\n----\n\n.. gg:method:: get_order\n")
    warnings = project.build().warnings
    assert warnings.startswith("part.txt:4: WARNING: "), warnings
    assert "described at index.rst:4 already" in warnings


USES = """
from typing import Annotated

from sphinxcontrib_ggdocs.contracts import Requirement

TenantId = NewType("TenantId", str)
ShopId = NewType("ShopId", TenantId)
OVERLOADED = ERROR.define("OVERLOADED", 503)
WRONG_SHOP = ERROR.define("WRONG_SHOP", 409, data=ShopId)
TENANT = Requirement("tenant", headers={"X-Tenant": TenantId}, errors=[OVERLOADED])


class Basket(BaseModel):
    orders: list[Order]


@http.api("/baskets", requires=[TENANT])
class BasketApi(Protocol):
    @http.get("/{id}", errors=[ORDER_NOT_FOUND, WRONG_SHOP])
    def get_basket(self, id: int) -> Basket: ...

    @http.put("/{id}")
    def put_basket(self, id: int, basket: Basket) -> None: ...


@ws.api("/baskets/live", requires=[TENANT], parameters={"shop": Annotated[ShopId, http.Query()]})
class BasketLiveApi(Protocol):
    @ws.client_to_server(errors=[ORDER_NOT_FOUND])
    def watch(self, id: OrderId) -> None: ...

    @ws.server_to_client
    def sold(self, order: Order) -> None: ...
"""
BASKETS = ("BasketApi.get_basket", "BasketApi.put_basket")
LIVE = ("BasketLiveApi.watch", "BasketLiveApi.sold")
USED_BY = {
    "an error of three contracts": (
        "error-shop.ORDER_NOT_FOUND",
        ("OrderApi.get_order", "BasketApi.get_basket", "BasketLiveApi.watch"),
    ),
    "an error of one": ("error-shop.WRONG_SHOP", ("BasketApi.get_basket",)),
    "an error of a requirement": (
        "error-shop.OVERLOADED",
        ("BasketLiveApi", "BasketApi", "BasketLiveApi.watch"),
    ),
    "a brand in a path, in a message and in a type": (
        "brand-shop.OrderId",
        (
            *("OrderApi.get_order", "BasketApi.get_basket", "BasketLiveApi.sold"),  # return it
            *("OrderApi.get_order", "BasketApi.put_basket", "BasketLiveApi.watch"),  # accept it
            "Order",
        ),
    ),
    "a brand in a header, and under another": (
        "brand-shop.TenantId",
        ("BasketApi", "BasketLiveApi", "ShopId"),
    ),
    "a brand in a handshake and in an error": (
        "brand-shop.ShopId",
        ("BasketLiveApi", "WRONG_SHOP"),
    ),
    "a type inside another": (
        "schema-shop.Order",
        ("OrderApi.get_order", "BasketLiveApi.sold", "Basket"),
    ),
    "a type of all methods of a contract": ("schema-shop.Basket", ("BasketApi",)),
}


def test_contracts_of_one_name_are_told_apart_where_they_are_used(project: Project) -> None:
    again = SHOP.partition("@http.api")[2].partition("@ws.api")[0]
    again = again.replace("/orders", "/again")
    again = (
        "def again():\n    @http.api"
        + again.rstrip().replace("\n", "\n    ")
        + "\n    return OrderApi\n"
    )
    project.write(f"{project.module}.py", f"{SHOP}\n{again}\nAgainApi = again()\n")
    groups = [
        {"name": "New", "http": ["{module}:OrderApi"]},
        {"name": "Old", "http": ["{module}:AgainApi"]},
    ]
    project.config["ggdocs_docs"] = project.named(
        [{"slug": "shop", "title": "Shop", "groups": groups}]
    )
    project.page(API)
    built = project.build()
    assert built.warnings == ""
    uses = re.sub(
        "<.*?>", "", built.read("index.html").partition('id="gg-error-shop.ORDER_NOT_FOUND"')[2]
    )
    assert "new.OrderApi.get_order, old.OrderApi.get_order" in uses


@pytest.fixture(scope="module")
def used(make_project: MakeProject) -> str:
    """The text of a page on which everything is used in several ways."""
    project = make_project("used")
    project.write(f"{project.module}.py", SHOP + USES)
    http = [f"{{module}}:{name}" for name in ("OrderApi", "BasketApi")]
    docs = [{"slug": "shop", "title": "Shop", "http": http, "ws": ["{module}:BasketLiveApi"]}]
    project.config["ggdocs_docs"] = project.named(docs)
    project.page(API)
    built = project.build()
    assert built.warnings == ""
    return built.read("index.html")


@pytest.mark.parametrize(("anchor", "names"), USED_BY.values(), ids=USED_BY)
def test_errors_and_types_list_what_mentions_them(
    used: str, anchor: str, names: tuple[str, ...]
) -> None:
    uses = used.partition(f'id="gg-{anchor}"')[2].partition("gg-uses")[2].partition("</dl>")[0]
    links = re.findall(r'<a class="reference internal" href="#([^"]*)"[^>]*>(.*?)</a>', uses)
    assert [re.sub("<.*?>", "", text) for _anchor, text in links] == list(names)
    assert [target.rpartition("shop.")[2] for target, _text in links] == list(names)


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
