"""No function branches too much and no statement is a puzzle: "Density" in `CONTRIBUTING.md`."""

from collections.abc import Callable, Iterator

import pytest

from scripts.structure import (
    Module,
    crowded_statements,
    nested_conditionals,
    read_modules,
    too_complex,
)

CHECKS = [
    pytest.param(too_complex, 27, id="complexity"),
    pytest.param(nested_conditionals, 10, id="nested conditional expressions"),
    pytest.param(crowded_statements, 23, id="several comprehensions"),
]
"""Each check, and how many places are still to be mended. These numbers only fall."""


@pytest.fixture(scope="module")
def modules() -> list[Module]:
    return read_modules()


@pytest.mark.parametrize(("check", "pending"), CHECKS)
def test_density(
    check: Callable[[Module], Iterator[str]], pending: int, modules: list[Module]
) -> None:
    places = [place for module in modules for place in check(module)]
    assert len(places) <= pending, "\n".join(places)
