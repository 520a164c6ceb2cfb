"""How specs may be written, and what they resolve to."""

from typing import Any

import pytest
from fastapi import FastAPI

from sphinxcontrib_ggdocs.catalog import (
    ApiDocSpec,
    Branding,
    GroupSpec,
    ServerSpec,
    SpecError,
    slugify,
)
from sphinxcontrib_ggdocs.contracts.contract_errors import NothingForAudience
from sphinxcontrib_ggdocs.ext.conf_values import for_audience
from sphinxcontrib_ggdocs.native import build_contract_doc

from .contracts_for_tests import ThingApi

MADE: list[str] = []


def make_app() -> FastAPI:
    MADE.append("Made")
    return FastAPI(title="Made")


def test_snake_case_and_camel_case_say_the_same() -> None:
    camel = Branding.model_validate({"logoUrl": "/logo.svg", "primaryColor": "#0f766e"})
    assert camel == Branding(logo_url="/logo.svg", primary_color="#0f766e")


def test_groups_whose_names_give_one_slug_have_slugs_of_their_own() -> None:
    names = {"g1-2": None, "G1": None, "g1": None, "Other": "g1"}
    groups = [GroupSpec(name=name, slug=slug, http=[ThingApi]) for name, slug in names.items()]
    spec = ApiDocSpec(slug="s", title="S", groups=groups)
    slugs = {group.name: group.slug for group in spec.resolved_groups()}
    assert slugs == {"g1-2": "g1-2", "G1": "g1-3", "g1": "g1-4", "Other": "g1"}
    by_name = ApiDocSpec.model_validate(
        {
            "slug": "s",
            "title": "S",
            "groups": {"G1": {"http": [ThingApi]}, "g1": {"http": [ThingApi]}},
        }
    )
    assert [group.slug for group in by_name.resolved_groups()] == ["g1", "g1-2"]
    # Made into another spec, or read again, it is the same.
    assert ApiDocSpec(slug="s", title="S", groups=spec.groups).groups == spec.groups
    document = build_contract_doc(by_name)
    assert [(group.name, group.slug) for group in document.groups] == [("G1", "g1"), ("g1", "g1-2")]


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


AUDIENCES: dict[str, tuple[Any, Any, Any]] = {
    "of neither, everything": (None, None, None),
    "of the requested one": (None, ["partner"], ["partner"]),
    "of the document": (["partner"], None, ["partner"]),
    "of the document, a name alone": ("partner", ["partner", "public"], ["partner"]),
    "of both": (["internal", "partner"], ["partner", "public"], ["partner"]),
    "of both, in the order of the document": (["b", "a"], ["a", "b"], ["b", "a"]),
    "what has no mark, of the document": ([], ["partner"], []),
    "what has no mark, of the requested one": (None, [], []),
    "not shown to others": (["internal"], ["partner"], False),
    "not shown to those who ask for what has no mark": (["internal"], [], False),
}


@pytest.mark.parametrize(("own", "asked", "left"), AUDIENCES.values(), ids=AUDIENCES)
def test_a_document_is_for_what_its_own_audience_and_the_requested_one_share(
    own: Any, asked: Any, left: Any
) -> None:
    values = {"slug": "s", "app": "shop:app"} | ({} if own is None else {"audience": own})
    spec = ApiDocSpec.model_validate(values).for_audience(asked)
    assert spec.is_shown is (left is not False)
    shown = for_audience(values, None if asked is None else tuple(asked))
    assert (shown is not None) is (left is not False)
    if left is not False:
        assert shown is not None
        assert ApiDocSpec.model_validate(shown).audiences == spec.audiences
        assert spec.audiences == (None if left is None else tuple(left))


def test_nobody_gets_more_of_a_document_than_was_asked_for_before() -> None:
    spec = ApiDocSpec(slug="s", app="shop:app", audience=["internal", "partner"])
    assert spec.for_audience("partner").for_audience(["internal", "partner"]).audiences == (
        "partner",
    )
    refused = spec.for_audience("public")
    assert not refused.for_audience("internal").is_shown
    assert not refused.for_audience(None).is_shown
    assert not refused.model_copy(update={"title": "S"}).is_shown
    with pytest.raises(NothingForAudience, match=r"for internal, partner, not for .*public"):
        refused.service()


@pytest.mark.parametrize("audience", [1, ["a", 1], {"a": "b"}])
def test_a_wrong_audience_is_an_error_of_the_document(audience: Any) -> None:
    values = {"slug": "s", "app": "shop:app", "audience": audience}
    assert for_audience(values, ("public",)) is values
    with pytest.raises(SpecError, match="names no audience"):
        ApiDocSpec.model_validate(values)


@pytest.mark.parametrize(
    "url",
    [
        "https://api.example.org",
        "ws://[::1]:80/x",
    ],
)
def test_server_urls(url: str) -> None:
    assert ServerSpec(url=url).url == url


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Orders & Refunds", "orders-refunds"),
        ("Zürich Süd", "zurich-sud"),
        ("Große Łódź", "grosse-lodz"),
        ("東京", ""),
    ],
)
def test_slugify(name: str, slug: str) -> None:
    assert slugify(name) == slug
