"""The example service: large enough to believe in, and without a mistake of its own."""

import re
from collections.abc import Iterator

import pytest
from marketplace import brands, errors
from marketplace.docs import BRANDING, DOCS

from sphinxcontrib_ggdocs.catalog import ApiDocSpec, Branding
from sphinxcontrib_ggdocs.contracts import (
    Brand,
    Contract,
    HttpContract,
    HttpMethod,
    Interaction,
    Parameter,
    ServiceError,
)
from sphinxcontrib_ggdocs.contracts.annotations import metadata_of
from sphinxcontrib_ggdocs.contracts.credentials import authentication
from sphinxcontrib_ggdocs.contracts.model import MISSING
from sphinxcontrib_ggdocs.lint import check_contracts
from sphinxcontrib_ggdocs.native import build_contract_doc

SPECS = [ApiDocSpec.model_validate(values) for values in DOCS]
CONTRACTS = [
    contract for spec in SPECS for group in spec.resolved_groups() for contract in group.contracts
]


def methods() -> Iterator[HttpMethod]:
    for contract in CONTRACTS:
        if isinstance(contract, HttpContract):
            yield from contract.methods


def interactions() -> Iterator[Interaction]:
    for contract in CONTRACTS:
        if not isinstance(contract, HttpContract):
            yield from contract.interactions


def test_it_is_of_a_credible_size() -> None:
    kinds = [contract.kind for contract in CONTRACTS]
    assert kinds.count("http") >= 8
    assert kinds.count("ws") >= 2
    assert len([*methods(), *interactions()]) >= 45
    named = [form for form in vars(brands).values() if hasattr(form, "__supertype__")]
    annotated = [
        form
        for form in vars(brands).values()
        if any(isinstance(item, Brand) for item in metadata_of(form))
    ]
    assert len(named) >= 7
    assert len(annotated) >= 7
    assert any(hasattr(form.__supertype__, "__supertype__") for form in named)


def test_its_errors_come_with_and_without_data() -> None:
    own = [
        each
        for each in vars(errors).values()
        if isinstance(each, type) and issubclass(each, ServiceError)
    ]
    assert len(own) >= 12
    assert {each.data_type is MISSING for each in own} == {True, False}


def test_the_linter_finds_nothing() -> None:
    assert [str(finding) for finding in check_contracts(*SPECS)] == []


def test_no_two_documents_share_a_slug_and_none_is_unbuildable() -> None:
    assert [spec.slug for spec in SPECS] == ["platform", "internal"]
    for spec in SPECS:
        assert build_contract_doc(spec, branding=Branding.model_validate(BRANDING)).to_json()


def schemes(contract: Contract) -> set[str]:
    asked: list[Parameter] = [
        header for requirement in contract.requires for header in requirement.headers
    ]
    if isinstance(contract, HttpContract):
        asked += [
            h
            for method in contract.methods
            for requirement in method.requires
            for h in requirement.headers
        ]
    return {scheme for header in asked if (scheme := authentication(header))}


FEATURES = {
    "bearer and api-key authentication": {"bearer", "api-key"}
    == set().union(*map(schemes, CONTRACTS)),
    "a cookie": any(
        requirement.cookies for contract in CONTRACTS for requirement in contract.requires
    ),
    "a file with media types and a size": any(
        field.file and field.file.media_types and field.file.max_size
        for method in methods()
        for content in (method.body.contents if method.body else ())
        for field in content.fields or ()
    ),
    "a form": any(
        content.media_type == "application/x-www-form-urlencoded"
        for method in methods()
        for content in (method.body.contents if method.body else ())
    ),
    "a download": any(
        content.type is MISSING and content.media_type.startswith("image/")
        for method in methods()
        for success in method.successes
        for content in success.contents
    ),
    "a stream": any(
        content.stream
        for method in methods()
        for success in method.successes
        for content in success.contents
    ),
    "response headers": any(
        success.headers for method in methods() for success in method.successes
    ),
    "several verbs": any(len(method.verbs) > 1 for method in methods()),
    "permissions": any(
        " or " in method.permission.text for method in methods() if method.permission
    ),
    "a deprecation with a message": any(method.deprecation_message for method in methods()),
    "a deprecation without": any(
        method.deprecated and not method.deprecation_message for method in methods()
    ),
    "requests and events both ways": {(each.direction, each.is_request) for each in interactions()}
    == {(way, asks) for way in ("client_to_server", "server_to_client") for asks in (True, False)},
    "two forms of errors": len({contract.error_format for contract in CONTRACTS}) > 1,
}


@pytest.mark.parametrize("feature", FEATURES)
def test_it_shows(feature: str) -> None:
    assert FEATURES[feature]


def test_examples_keep_the_rules_that_they_illustrate() -> None:
    for form in vars(brands).values():
        for field in metadata_of(form):
            pattern = next(
                (
                    rule.pattern
                    for rule in getattr(field, "metadata", ())
                    if hasattr(rule, "pattern")
                ),
                None,
            )
            for example in (getattr(field, "examples", None) or ()) if pattern else ():
                assert re.search(str(pattern), str(example)), (pattern, example)
