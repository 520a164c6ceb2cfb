"""The example service: large enough to believe in, and without a mistake of its own."""

import re
from collections.abc import Iterator

from marketplace import brands
from marketplace.docs import BRANDING, DOCS

from sphinxcontrib_ggdocs.catalog import ApiDocSpec, Branding
from sphinxcontrib_ggdocs.contracts import (
    Brand,
    HttpContract,
    HttpMethod,
    Interaction,
)
from sphinxcontrib_ggdocs.contracts.annotations import metadata_of
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


def test_the_linter_finds_nothing() -> None:
    assert [str(finding) for finding in check_contracts(*SPECS)] == []


def test_no_two_documents_share_a_slug_and_none_is_unbuildable() -> None:
    assert [spec.slug for spec in SPECS] == ["platform", "internal"]
    for spec in SPECS:
        assert build_contract_doc(spec, branding=Branding.model_validate(BRANDING)).to_json()


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
