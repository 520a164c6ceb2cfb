"""How specs may be written, and what they resolve to."""

import pickle
from typing import Any

import pytest
from fastapi import FastAPI

from sphinxcontrib_ggdocs.catalog import (
    ApiDocSpec,
    Branding,
    GroupSpec,
    ServerSpec,
    read_specs,
    slugify,
)
from sphinxcontrib_ggdocs.conf_values import is_for_others
from sphinxcontrib_ggdocs.contracts import contract_of
from sphinxcontrib_ggdocs.native import build_contract_doc

from .contracts_for_tests import OtherApi, ThingApi, ThingFeed

MADE: list[str] = []


def make_app() -> FastAPI:
    MADE.append("Made")
    return FastAPI(title="Made")


HERE = "tests.catalog.contracts_for_tests"


def test_snake_case_and_camel_case_say_the_same() -> None:
    camel = Branding.model_validate({"logoUrl": "/logo.svg", "primaryColor": "#0f766e"})
    assert camel == Branding(logo_url="/logo.svg", primary_color="#0f766e")


def test_contracts_by_class_by_object_and_by_name_are_the_same() -> None:
    spellings = (ThingApi, contract_of(ThingApi), f"{HERE}:ThingApi")
    resolved = [
        ApiDocSpec(slug="s", title="S", http=[each]).resolved_groups() for each in spellings
    ]
    assert resolved[0] == resolved[1] == resolved[2]
    assert resolved[0][0].contracts == (contract_of(ThingApi),)


def test_contracts_outside_of_groups_are_one_group_named_api() -> None:
    short = ApiDocSpec(slug="s", title="S", http=[ThingApi], ws=[ThingFeed])
    long = ApiDocSpec(
        slug="s", title="S", groups=[GroupSpec(name="API", http=[ThingApi], ws=[ThingFeed])]
    )
    assert short.resolved_groups() == long.resolved_groups()
    assert [(group.name, group.slug) for group in short.resolved_groups()] == [("API", "api")]


def test_order_is_the_authors_with_http_first() -> None:
    spec = ApiDocSpec(slug="s", title="S", ws=[ThingFeed], http=[OtherApi, ThingApi])
    assert [contract.name for contract in spec.resolved_groups()[0].contracts] == [
        "OtherApi",
        "ThingApi",
        "ThingFeed",
    ]


def test_groups_whose_names_give_one_slug_have_slugs_of_their_own() -> None:
    names = {"g1-2": None, "G1": None, "g1": None, "Other": "g1"}
    groups = [GroupSpec(name=name, slug=slug, http=[ThingApi]) for name, slug in names.items()]
    spec = ApiDocSpec(slug="s", title="S", groups=groups)
    slugs = {group.name: group.slug for group in spec.resolved_groups()}
    assert slugs == {"g1-2": "g1-2", "G1": "g1-3", "g1": "g1-4", "Other": "g1"}
    by_name = ApiDocSpec(
        slug="s", title="S", groups={"G1": {"http": [ThingApi]}, "g1": {"http": [ThingApi]}}
    )
    assert [group.slug for group in by_name.resolved_groups()] == ["g1", "g1-2"]
    # Made into another spec, or read again, it is the same.
    assert ApiDocSpec(slug="s", title="S", groups=spec.groups).groups == spec.groups
    document = build_contract_doc(by_name)
    assert [(group.name, group.slug) for group in document.groups] == [("G1", "g1"), ("g1", "g1-2")]


def test_one_contract_may_stand_in_two_groups() -> None:
    groups = [GroupSpec(name="A", http=[ThingApi]), GroupSpec(name="B", http=[ThingApi])]
    spec = ApiDocSpec(slug="s", title="S", groups=groups)
    assert [group.slug for group in spec.resolved_groups()] == ["a", "b"]


@pytest.mark.filterwarnings("ignore:.*no route of the application")
def test_a_copy_reads_its_own_application() -> None:
    spec = ApiDocSpec(slug="s", app=FastAPI(title="One"))
    assert spec.service().title == "One"
    assert spec.model_copy(update={"app": FastAPI(title="Two")}).service().title == "Two"


@pytest.mark.filterwarnings("ignore:.*no route of the application")
def test_specs_for_other_audiences_call_what_makes_the_application_once() -> None:
    MADE.clear()
    spec = ApiDocSpec(slug="s", app=f"{__name__}:make_app()")
    assert spec.for_audience("partner").final_title == spec.final_title == "Made"
    assert spec.for_audience(None).for_audience("internal").final_title == "Made"
    assert MADE == ["Made"]


WHOLE_SERVICES: dict[str, tuple[dict[str, Any], bool]] = {
    "for everyone": ({}, True),
    "of an audience, all is requested": ({"restricted_to": "partner"}, True),
    "of the audience": ({"restricted_to": "partner", "audience": ["partner", "public"]}, True),
    "of others": ({"restricted_to": ["internal"], "audience": "partner"}, False),
    "of others, in the other spelling": ({"restrictedTo": "a", "audience": "b"}, False),
    "for an application's audience": (
        {"restricted_to": "internal", "app_options": {"audience": ["internal"]}},
        True,
    ),
    "of others than an application's audience": (
        {"restricted_to": "internal", "app_options": {"audience": "partner"}},
        False,
    ),
    "its own audience comes first": (
        {"restricted_to": "a", "audience": "a", "app_options": {"audience": "b"}},
        True,
    ),
    "for nobody": ({"restricted_to": "a", "audience": []}, False),
    "an application for nobody in particular": (
        {"restricted_to": "a", "app_options": {"audience": []}},
        True,
    ),
}


@pytest.mark.parametrize(("values", "shown"), WHOLE_SERVICES.values(), ids=WHOLE_SERVICES)
def test_conf_py_and_specs_know_for_whom_a_service_is(values: Any, shown: bool) -> None:
    values = {"slug": "s", "app": "shop:app", **values}
    assert ApiDocSpec.model_validate(values).is_shown is shown
    assert is_for_others(values) is not shown


def test_a_spec_of_strings_can_be_pickled_and_is_frozen() -> None:
    spec = ApiDocSpec(slug="s", title="S", http=[f"{HERE}:ThingApi"])
    assert pickle.loads(pickle.dumps(spec)) == spec
    with pytest.raises(Exception, match="frozen"):
        spec.__setattr__("title", "other")


def test_specs_and_mappings_may_be_mixed() -> None:
    spec = ApiDocSpec(slug="a", title="A", http=[ThingApi])
    assert [
        each.slug for each in read_specs([spec, {"slug": "b", "title": "B", "ws": [ThingFeed]}])
    ] == ["a", "b"]


@pytest.mark.parametrize(
    "url",
    [
        "https://api.example.org",
        "http://localhost:8000/v1",
        "wss://live.example.org",
        "ws://[::1]:80/x",
    ],
)
def test_server_urls(url: str) -> None:
    assert ServerSpec(url=url).url == url


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Orders & Refunds", "orders-refunds"),
        ("API", "api"),
        ("Zürich Süd", "zurich-sud"),
        ("  a  b ", "a-b"),
        ("Große Łódź", "grosse-lodz"),
        ("東京", ""),
    ],
)
def test_slugify(name: str, slug: str) -> None:
    assert slugify(name) == slug
