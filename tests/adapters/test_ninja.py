"""The third adapter: Django Ninja, whose operations are no ASGI routes."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpRequest
from ninja import NinjaAPI, Router
from ninja.renderers import BaseRenderer
from openapi_spec_validator import validate

from sphinxcontrib_ggdocs.adapters import ApplicationWarning
from sphinxcontrib_ggdocs.adapters.ninja import contracts_from_ninja
from sphinxcontrib_ggdocs.catalog import ApiDocSpec, read_specs
from sphinxcontrib_ggdocs.contracts.contract_errors import ContractError
from sphinxcontrib_ggdocs.contracts.model import HttpContract, HttpMethod
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi
from tests.django_project import set_up

from .corpus.ninja_document import ninja_document, plain_document
from .corpus.operations import differences, head_differences
from .corpus.purposes import purpose_of

ROOT = Path(__file__).parents[2]
set_up()

from tests.django_project.shop import api  # noqa: E402  # Django first

SPEC = ApiDocSpec(slug="shop", title="Shop", app=api)
WRITTEN: Any = to_openapi(SPEC)
DOCUMENT: Any = build_contract_doc(SPEC).model_dump(by_alias=True, exclude_none=True)
GROUPS = {group.name: group for group in contracts_from_ninja(api)}


def methods_of(read: NinjaAPI) -> dict[str, HttpMethod]:
    """By verb and path."""
    found = {}
    for group in contracts_from_ninja(read):
        for contract in group.contracts:
            assert isinstance(contract, HttpContract)
            for method in contract.methods:
                for verb in method.verbs:
                    found[f"{verb} {contract.full_path(method)}"] = method
    return found


METHODS = methods_of(api)


def test_every_operation_says_what_ninja_says_of_it() -> None:
    found = dict(differences(ninja_document(api), WRITTEN))
    differing = {
        (operation, purpose_of(each)) for operation, several in found.items() for each in several
    }
    assert differing == {
        ("GET /shop/api/orders/maybe", "models that may be left out"),
    }
    assert len(found) == 29
    assert not list(head_differences(ninja_document(api), WRITTEN))


def test_what_ninja_says_of_them_as_it_is_served() -> None:
    """Ninja describes by-alias and other uses of a schema by one component, the last."""
    found = dict(differences(plain_document(api), WRITTEN))
    assert {operation.rpartition("/")[2] for operation, several in found.items() if several} == {
        "camel",  # written once with aliases and once without
        "events",
        "headers",
        "maybe",
    }


def test_the_documents_are_valid() -> None:
    validate(WRITTEN)
    assert "Accounts" in json.dumps(DOCUMENT)


@pytest.mark.filterwarnings("ignore:.*no route of the application")
def test_the_head_is_that_of_the_api() -> None:
    (entry,) = read_specs([{"slug": "store", "app": api}])
    assert entry.final_title == "Shop"
    (entry,) = read_specs([{"slug": "store", "app": NinjaAPI()}])
    assert entry.final_title == "Store"
    assert WRITTEN["info"]["contact"] == {"name": "Support", "email": "help@shop.example"}


def test_groups_are_tags_in_the_order_of_the_api() -> None:
    assert list(GROUPS) == ["orders", "accounts", "health", "plain"]
    assert GROUPS["orders"].description == "What was bought."
    assert [group.name for group in contracts_from_ninja(NinjaAPI())] == []


@pytest.mark.parametrize(
    ("operation", "schemes"),
    [
        pytest.param("POST /shop/api/orders", [["Token"]], id="of the API"),
        pytest.param(
            "GET /shop/api/accounts/me",
            [["SessionAuth"], ["PartnerKey"], ["Login"]],
            id="any of several, of the router",
        ),
        pytest.param(
            "GET /shop/api/accounts/inner/lines",
            [["SessionAuth"], ["PartnerKey"], ["Login"]],
            id="of the router around",
        ),
        pytest.param("GET /shop/api/accounts/keys", [["QueryKey"], ["Session"]], id="its own"),
        pytest.param("GET /shop/api/orders/archive", [["Token"]], id="and a plain function"),
    ],
)
def test_authentication(operation: str, schemes: list[list[str]]) -> None:
    requirement = METHODS[operation].security
    assert requirement is not None
    assert [
        [security.scheme.name for security in alternative]
        for alternative in requirement.alternatives
    ] == schemes


@pytest.mark.parametrize(
    "operation",
    [
        pytest.param("GET /shop/api/ping", id="switched off"),
        pytest.param("GET /shop/api/accounts/inside", id="a plain function"),
    ],
)
def test_without_authentication(operation: str) -> None:
    method = METHODS[operation]
    assert (method.security, method.permission) == (None, None)


def test_names_on_the_wire() -> None:
    order, camel = DOCUMENT["schemas"]["Order"], DOCUMENT["schemas"]["Camel"]
    assert "buyer" in order["properties"]
    assert "firstName" in camel["properties"]
    assert order["properties"]["id"] == {"$ref": "#/schemas/OrderId"}
    assert order["properties"]["replaces"]["anyOf"][0] == {"$ref": "#/schemas/Order"}
    others = [name for name in DOCUMENT["schemas"] if name.startswith("Camel") and name != "Camel"]
    assert [set(DOCUMENT["schemas"][name]["properties"]) for name in others] == [
        {"first_name", "is_new"}
    ]


def test_headers_have_hyphens_and_hidden_parameters_are_hidden() -> None:
    names = {parameter.name for parameter in METHODS["GET /shop/api/orders/headers"].parameters}
    assert {"trace-id", "span-id", "user-agent", "X-Token", "session", "named"} <= names
    assert "hidden" not in names


def test_docstrings_describe_parameters_and_answers() -> None:
    method = METHODS["GET /shop/api/orders/{order_id}"]
    assert method.summary == "One order."
    assert method.parameters[0].description == "As it is printed on the bill."
    assert method.successes[0].description == "The order with its parts."


def test_a_multipart_form_has_the_parts_of_all_sources() -> None:
    body = METHODS["POST /shop/api/accounts/pictures"].body
    assert body is not None
    [content] = body.contents
    assert content.media_type == "multipart/form-data"
    assert {each.name: each.file is not None for each in content.fields or ()} == {
        "name": False,
        "agreed": False,
        "tags": False,
        "pictures": True,
        "cover": True,
    }


def test_each_status_of_a_range_is_an_error() -> None:
    statuses = {error.status for error in METHODS["DELETE /shop/api/orders/{order_id}"].errors}
    assert {400, 404, 412, 429} <= statuses
    assert [success.status for success in METHODS["DELETE /shop/api/orders/{order_id}"].successes]


def test_an_api_without_a_place_has_paths_of_its_own() -> None:
    lone, below = NinjaAPI(version="alone"), Router()

    @below.get("", response=str)
    def first(request: HttpRequest) -> str:
        return ""

    @below.get("/{int:number}/", response=str)
    def second(request: HttpRequest, number: int) -> str:
        return ""

    lone.add_router("things", below)
    assert list(methods_of(lone)) == ["GET /things", "GET /things/{number}/"]


def test_placeholders_that_no_function_asks_for_have_to_be_sent() -> None:
    loose = NinjaAPI(version="loose")
    with pytest.warns(UserWarning, match="not found in the view signature"):

        @loose.get("/{int:number}/{rest}", response=str)
        def find(request: HttpRequest, **names: Any) -> str:
            return ""

    [method] = methods_of(loose).values()
    assert [(each.name, each.type) for each in method.parameters] == [
        ("number", int),
        ("rest", str),
    ]


def test_the_first_of_two_operations_answers() -> None:
    twice = NinjaAPI(version="twice")

    @twice.get("/a", response=str)
    def first(request: HttpRequest) -> str:
        return ""

    @twice.get("/a", response=int)
    def second(request: HttpRequest) -> int:
        return 0

    assert methods_of(twice)["GET /a"].name == "first"


def test_another_renderer_has_its_media_type() -> None:
    class Csv(BaseRenderer):
        media_type = "text/csv"

    lines = NinjaAPI(version="csv", renderer=Csv())

    @lines.get("/a", response={200: str, 404: str})
    def first(request: HttpRequest) -> str:
        return ""

    method = methods_of(lines)["GET /a"]
    assert method.successes[0].contents[0].media_type == "text/csv"
    assert method.errors[0].answer is not None
    assert method.errors[0].answer.contents[0].media_type == "text/csv"


def test_an_operation_that_cannot_be_read_costs_itself_only() -> None:
    odd = NinjaAPI(version="odd")

    @odd.get("/good", response=str)
    def good(request: HttpRequest) -> str:
        return ""

    @odd.get("/bad", response={"never": str})
    def bad(request: HttpRequest) -> str:
        """What it does is known."""
        return ""

    with pytest.warns(ApplicationWarning, match="bad at /bad"):
        found = methods_of(odd)
    assert found["GET /bad"].summary == "What it does is known."
    assert found["GET /good"].successes[0].contents
    with pytest.raises(ContractError, match="bad at /bad"):
        contracts_from_ninja(odd, strict=True)


CONF = f"""\
import os
import sys

import django

sys.path.insert(0, {str(ROOT)!r})
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.django_project.settings"
django.setup()

extensions = ["sphinxcontrib_ggdocs"]
ggdocs_docs = [{{"slug": "shop", "app": "tests.django_project.urls:api"}}]
"""
PAGE = """\
Shop
====

.. ggdocs:: shop

:gg:method:`orders.buy_something <shop.Orders.add_order>`
"""


@pytest.mark.slow
def test_a_django_project_is_documented_with_sphinx(tmp_path: Path) -> None:
    (tmp_path / "conf.py").write_text(CONF, encoding="utf-8")
    (tmp_path / "index.rst").write_text(PAGE, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "sphinx", "-W", "-b", "html", tmp_path, tmp_path / "out"],
        check=False,
        capture_output=True,
        text=True,
        env={key: value for key, value in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"},
    )
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "out" / "index.html").read_text(encoding="utf-8")
    assert "Charges the card that is on file." in page
    assert "What is written on it." in page
    written = json.loads((tmp_path / "out" / "apidocs" / "shop" / "openapi.json").read_text())
    assert written["paths"].keys() == WRITTEN["paths"].keys()
    assert written["info"]["title"] == "Shop"
