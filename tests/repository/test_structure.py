"""Sizes and densities of the package only fall: a change that adds to one raises a number here.

``python -m scripts.structure`` prints all of them.
"""

import pytest

from scripts.structure import density, read_modules, sizes

MOST_LINES = {
    ".": 2_673,
    "adapters": 7_213,
    "agents": 4_063,
    "asyncapi": 2_906,
    "catalog": 5_606,
    "commands": 4_370,
    "contracts": 9_253,
    "directives": 2_472,
    "document": 8_905,
    "ext": 7_515,
    "foreign_contracts": 2_425,
    "history": 9_234,
    "lint": 2_638,
    "mock": 4_653,
    "native": 10_456,
    "openapi": 3_585,
    "readers": 6_411,
    "runtime": 5_490,
    "schema": 7_940,
    "serving": 3_895,
    "workflows": 3_160,
}
"""Lines of each package, blank ones included; all packages together should have 45,000."""
MOST = {
    "choices in 100 lines": 23.3,
    "conditional expressions in 1,000 lines": 2.1,
    "comprehensions in 1,000 lines": 15.0,
}
"""Should be 24, 14 and 18."""


def test_packages_do_not_grow() -> None:
    lines = {part: sum(modules) for part, modules in sizes(read_modules()).items()}
    assert lines.keys() == MOST_LINES.keys()
    assert {part: count for part, count in lines.items() if count > MOST_LINES[part]} == {}


@pytest.mark.parametrize("figure", MOST)
def test_lines_do_not_get_denser(figure: str) -> None:
    assert density(read_modules())[figure] <= MOST[figure]
