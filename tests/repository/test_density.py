"""No function branches too much, no statement is a puzzle, and variables are called what they hold:
"Density" in `CONTRIBUTING.md`.
"""

from collections.abc import Callable, Iterator

import pytest

from scripts.structure import (
    Module,
    crowded_statements,
    long_lines,
    nested_conditionals,
    read_modules,
    too_complex,
    vague_names,
)

CHECKS = [
    # ruff allows longer lines where a comment for checkers is at their end.
    pytest.param(long_lines, id="long lines"),
    pytest.param(too_complex, id="complexity"),
    pytest.param(nested_conditionals, id="nested conditional expressions"),
    pytest.param(crowded_statements, id="several comprehensions"),
    pytest.param(vague_names, id="variables called each or found"),
]


@pytest.fixture(scope="module")
def modules() -> list[Module]:
    return read_modules()


@pytest.mark.parametrize("check", CHECKS)
def test_density(check: Callable[[Module], Iterator[str]], modules: list[Module]) -> None:
    places = [place for module in modules for place in check(module)]
    assert not places, "\n".join(places)
