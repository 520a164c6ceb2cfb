"""Sizes and densities of the package only fall: a change that adds to one raises a number here.

``python -m scripts.structure`` prints all of them.
"""

import pytest

from scripts.structure import density, read_modules, sizes

MOST_LINES = {
    ".": 1_204,
    "adapters": 5_820,
    "agents": 2_622,
    "asyncapi": 1_461,
    "catalog": 4_119,
    "commands": 2_885,
    "contracts": 7_873,
    "directives": 1_006,
    "document": 7_564,
    "ext": 6_113,
    "foreign_contracts": 974,
    "history": 7_882,
    "lint": 1_149,
    "mock": 3_218,
    "native": 9_172,
    "openapi": 2_182,
    "readers": 4_984,
    "runtime": 4_146,
    "schema": 6_527,
    "serving": 2_470,
    "workflows": 1_652,
}
"""Lines of each package, blank ones included; all packages together should have 45,000."""
MOST = {
    "choices in 100 lines": 22.8,
    "conditional expressions in 1,000 lines": 2.1,
    "comprehensions in 1,000 lines": 14.7,
}
"""Should be 24, 14 and 18."""


def test_packages_do_not_grow() -> None:
    lines = {part: sum(modules) for part, modules in sizes(read_modules()).items()}
    assert lines.keys() == MOST_LINES.keys()
    assert {part: count for part, count in lines.items() if count > MOST_LINES[part]} == {}


@pytest.mark.parametrize("figure", MOST)
def test_lines_do_not_get_denser(figure: str) -> None:
    assert density(read_modules())[figure] <= MOST[figure]
