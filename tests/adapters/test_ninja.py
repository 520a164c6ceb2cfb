"""The third adapter: Django Ninja, whose operations are no ASGI routes."""

from typing import Any

import pytest
from django.http import HttpRequest
from ninja import NinjaAPI, Router

from sphinxcontrib_ggdocs.adapters import ApplicationWarning
from sphinxcontrib_ggdocs.adapters.ninja import contracts_from_ninja
from sphinxcontrib_ggdocs.catalog import ApiDocSpec, read_specs
from sphinxcontrib_ggdocs.contracts.contract_errors import ContractError
from sphinxcontrib_ggdocs.contracts.model import HttpContract, HttpMethod
from sphinxcontrib_ggdocs.openapi import to_openapi
from tests.django_project import set_up

from .corpus.ninja_document import ninja_document
from .corpus.operations import differences, head_differences
from .corpus.purposes import purpose_of

set_up()

from tests.django_project.shop import api  # noqa: E402  # Django first

SPEC = ApiDocSpec(slug="shop", title="Shop", app=api)
WRITTEN: Any = to_openapi(SPEC)
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


def test_every_operation_says_what_ninja_says_of_it() -> None:
    found = dict(differences(ninja_document(api), WRITTEN))
    differing = {
        (operation, purpose_of(each)) for operation, several in found.items() for each in several
    }
    assert differing == {
        ("GET /shop/api/orders/maybe", "models that may be left out"),
    }
    assert len(found) == 18
    assert not list(head_differences(ninja_document(api), WRITTEN))


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
