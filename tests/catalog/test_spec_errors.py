"""The message of each error in a spec, and that all errors of a spec are raised together."""

from typing import Any

import pytest

from sphinxcontrib_ggdocs.catalog import (
    RESERVED_SLUGS,
    ApiDocSpec,
    AttributeNotFound,
    BadColor,
    BadContents,
    BadServer,
    BadSlug,
    Branding,
    DuplicateContract,
    DuplicateSlug,
    ImportFailed,
    ModuleNotFound,
    NoContract,
    SpecError,
    SpecErrorGroup,
    UnknownField,
    WrongKind,
    read_specs,
)

HERE = "tests.catalog.contracts_for_tests"


HTTP = f"{HERE}:ThingApi"


OTHER = f"{HERE}:OtherApi"


WS = f"{HERE}:ThingFeed"


GOOD: dict[str, Any] = {"slug": "shop", "title": "Shop", "http": [HTTP]}


def groups(*entries: dict[str, Any]) -> dict[str, Any]:
    return {"slug": "shop", "title": "Shop", "groups": list(entries)}


SPECS: dict[str, Any] = {
    "empty slug": ({**GOOD, "slug": ""}, BadSlug, "the slug is empty"),
    "number": ({**GOOD, "version": 3.1}, SpecError, "valid string, not 3.1"),
    "unknown markup": ({**GOOD, "markup": "html"}, SpecError, "markup"),
    "slug that climbs": ({**GOOD, "slug": "../shop"}, BadSlug, "not URL-safe"),
    "slug that is not ASCII": ({**GOOD, "slug": "shöp"}, BadSlug, "not URL-safe"),
    "slug with a slash": ({**GOOD, "slug": "a/b"}, BadSlug, "not URL-safe"),
    "slug with a line end": ({**GOOD, "slug": "shop\n"}, BadSlug, "not URL-safe"),
    "reserved slug": ({**GOOD, "slug": "assets"}, BadSlug, "reserved.*\n.*'assets-service'"),
    "no title": ({"slug": "shop", "http": [HTTP]}, SpecError, "title: this field is missing"),
    "blank title": ({**GOOD, "title": "  "}, SpecError, "title"),
    "no contents": ({"slug": "shop", "title": "Shop"}, BadContents, "neither groups nor contracts"),
    "both": (
        {**GOOD, "groups": [{"name": "A", "http": [OTHER]}]},
        BadContents,
        "groups and contracts outside them are both given",
    ),
    "unknown field": ({**GOOD, "ws": None, "extra": 1}, UnknownField, "there is no field 'extra'"),
    "misspelt field": ({**GOOD, "titel": "x"}, UnknownField, "did you mean 'title'"),
    "URL without a scheme": (
        {**GOOD, "base_url": "example.org/x"},
        SpecError,
        "'example.org/x' is not a web address",
    ),
    "switch": ({**GOOD, "strict": "yes"}, SpecError, "valid boolean, not 'yes'"),
    "file": ({"slug": "a", "app": "src/a/b.py:app"}, SpecError, "did you mean 'a.b:app'"),
    "group without name": (groups({"http": [HTTP]}), SpecError, r"groups\[0\]"),
    "group without slug": (
        groups({"name": "東京", "http": [HTTP]}),
        BadSlug,
        "no slug can be made",
    ),
    "duplicate group slugs": (
        groups(
            {"name": "A", "slug": "x", "http": [HTTP]}, {"name": "B", "slug": "x", "http": [OTHER]}
        ),
        DuplicateSlug,
        r"the group slug 'x' at \[1\] is taken",
    ),
    "duplicate group names": (
        groups({"name": "A", "http": [HTTP]}, {"name": "A", "http": [OTHER]}),
        DuplicateSlug,
        r"the group name 'A' at \[1\] is taken",
    ),
    "contracts as one string": ({**GOOD, "http": HTTP}, SpecError, "is not a list"),
    "contracts as a set": ({**GOOD, "http": {HTTP}}, SpecError, "is not a list"),
    "contract that is a number": ({**GOOD, "http": [3]}, SpecError, "3 is not a contract"),
    "server of another scheme": (
        {**GOOD, "servers": [{"url": "ftp://x"}]},
        BadServer,
        "neither an http",
    ),
    "placeholder": (
        {**GOOD, "servers": [{"url": "https://{a}.x"}]},
        BadServer,
        "{a}, which is not in variables",
    ),
    "backslash in front of another host": (
        {
            **GOOD,
            "servers": [{"url": "{p}:/\\evil//good/", "variables": {"p": {"default": "http"}}}],
        },
        BadServer,
        "neither an http",
    ),
    "scheme of a script in a variable": (
        {
            **GOOD,
            "servers": [{"url": "{p}:alert(1)", "variables": {"p": {"default": "javascript"}}}],
        },
        BadServer,
        "'javascript:alert.1.' with the defaults of its variables",
    ),
    "default outside of enum": (
        {
            **GOOD,
            "servers": [
                {"url": "https://{a}", "variables": {"a": {"default": "1", "enum": ["2"]}}}
            ],
        },
        BadServer,
        "'1' is not in enum",
    ),
}


@pytest.mark.parametrize(("values", "kind", "says"), SPECS.values(), ids=SPECS)
def test_an_error_in_a_spec(values: dict[str, Any], kind: type[SpecError], says: str) -> None:
    with pytest.raises(SpecError, match=f"(?s){says}") as raised:
        ApiDocSpec.model_validate(values)
    assert type(raised.value) is kind
    assert "ApiDocSpec" in str(raised.value)
    assert raised.value.hint


BRANDINGS = [
    pytest.param({"primary_color": color}, BadColor, "not a hex colour", id=color)
    for color in ("red", "4f46e5", "#4f46e", "#ggg", "#4f46e5;", "#4f46e5f", "#4f4f")
]


@pytest.mark.parametrize(
    ("values", "kind", "says"),
    [
        *BRANDINGS,
        pytest.param(
            {"logo_url": "ftp://example.org/logo.svg"}, SpecError, "not the URL", id="logo"
        ),
        pytest.param(
            {"languages": ["curl", "cobol"]}, SpecError, "no samples in 'cobol'", id="language"
        ),
    ],
)
def test_an_error_in_a_branding(values: dict[str, Any], kind: type[SpecError], says: str) -> None:
    with pytest.raises(SpecError, match=says) as raised:
        Branding.model_validate(values)
    assert type(raised.value) is kind


CONTRACTS: dict[str, Any] = {
    "module": ({"http": ["no.such:Api"]}, ModuleNotFound, "there is no module 'no'"),
    "attribute": ({"http": [f"{HERE}:ThingApl"]}, AttributeNotFound, "did you mean ThingApi"),
    "raises": (
        {"http": ["tests.catalog.raises_on_import:Api"]},
        ImportFailed,
        "division by zero .*raises_on_import.py:3",
    ),
    "class": ({"http": [f"{HERE}:NotDecorated"]}, NoContract, "is not a contract"),
    "brand": ({"http": [f"{HERE}:ThingId"]}, NoContract, "is not a contract"),
    "ws under http": ({"http": [WS]}, WrongKind, "is a WebSocket contract"),
    "http under ws": ({"ws": [HTTP]}, WrongKind, "is an HTTP contract"),
    "twice": ({"http": [HTTP, HTTP]}, DuplicateContract, r"already at http\[0\]"),
}


@pytest.mark.parametrize(("contents", "kind", "says"), CONTRACTS.values(), ids=CONTRACTS)
def test_an_error_in_a_contract_that_is_named(
    contents: dict[str, Any], kind: type[SpecError], says: str
) -> None:
    spec = ApiDocSpec.model_validate({"slug": "shop", "title": "Shop", **contents})
    with pytest.raises(SpecError, match=says) as raised:
        spec.resolved_groups()
    assert type(raised.value) is kind


def test_a_misspelt_field_comes_first_and_alone() -> None:
    with pytest.raises(SpecError) as raised:
        ApiDocSpec.model_validate({"slug": "a", "titel": "A", "servers": 3, "htpp": [HTTP]})
    messages = [error.message for error in raised.value.exceptions]
    assert messages == [
        "there is no field 'titel'",
        "there is no field 'htpp'",
        "input should be a list, not 3",
    ]


def test_an_error_is_told_once() -> None:
    with pytest.raises(SpecError) as raised:
        ApiDocSpec.model_validate({"slug": "a", "titel": "A"})
    messages = [error.message for error in raised.value.exceptions]
    assert messages == ["there is no field 'titel'"]


def test_all_errors_are_raised_together() -> None:
    with pytest.raises(SpecErrorGroup) as raised:
        ApiDocSpec.model_validate(
            {"slug": "a b", "titel": "x", "http": ["x"], "groups": [{"name": "A"}]}
        )
    told = str(raised.value)
    for part in (
        "URL-safe",
        "no field 'titel'",
        "'x' is not the name of a contract",
    ):
        assert part in told
    assert "this field is missing" not in told


def test_a_module_that_fails_is_told_once() -> None:
    apis = [
        f"{module}:{name}"
        for module in ("tests.catalog.raises_on_import", "no.such")
        for name in "AB"
    ]
    with pytest.raises(SpecErrorGroup) as raised:
        ApiDocSpec.model_validate({**GOOD, "http": apis}).resolved_groups()
    assert [type(error) for error in raised.value.exceptions] == [ImportFailed, ModuleNotFound]


@pytest.mark.parametrize("slug", sorted(RESERVED_SLUGS))
def test_reserved_slugs(slug: str) -> None:
    with pytest.raises(BadSlug, match="reserved"):
        ApiDocSpec.model_validate({**GOOD, "slug": slug})


def test_two_documents_with_one_slug() -> None:
    spec = ApiDocSpec.model_validate(GOOD)
    with pytest.raises(DuplicateSlug, match=r"'shop' is taken by the document 'Shop'.*\n.*shop-2"):
        read_specs([GOOD, spec])


def test_both_spellings_of_one_field() -> None:
    with pytest.raises(UnknownField, match="both spellings"):
        Branding.model_validate({"logo_url": "/a.png", "logoUrl": "/a.png"})
