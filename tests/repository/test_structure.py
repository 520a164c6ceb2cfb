"""Sizes and densities of the package only fall: a change that adds to one raises a number here.

``python -m scripts.structure`` prints all of them.
"""

import pytest

from scripts.structure import density, read_modules, sizes

MOST_LINES = {
    ".": 2_363,
    "adapters": 6_324,
    "agents": 3_575,
    "asyncapi": 2_685,
    "catalog": 5_071,
    "commands": 3_992,
    "contracts": 8_179,
    "directives": 2_314,
    "document": 7_662,
    "ext": 6_599,
    "foreign_contracts": 2_274,
    "history": 8_008,
    "lint": 2_454,
    "mock": 3_869,
    "native": 9_274,
    "openapi": 3_321,
    "readers": 5_548,
    "runtime": 4_878,
    "schema": 6_707,
    "serving": 3_620,
    "workflows": 2_882,
}
"""Lines of each package, blank ones included; all packages together should have 45,000."""
MOST = {
    "choices in 100 lines": 27.7,
    "conditional expressions in 1,000 lines": 11.5,
    "comprehensions in 1,000 lines": 23.0,
}
"""Should be 24, 14 and 18."""


def test_packages_do_not_grow() -> None:
    lines = {part: sum(modules) for part, modules in sizes(read_modules()).items()}
    assert lines.keys() == MOST_LINES.keys()
    assert {part: count for part, count in lines.items() if count > MOST_LINES[part]} == {}


@pytest.mark.parametrize("figure", MOST)
def test_lines_do_not_get_denser(figure: str) -> None:
    assert density(read_modules())[figure] <= MOST[figure]
