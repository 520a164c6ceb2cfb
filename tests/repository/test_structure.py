"""Sizes and densities of the package only fall: a change that adds to one raises a number here.

``python -m scripts.structure`` prints all of them.
"""

import pytest

from scripts.structure import density, read_modules, sizes

MOST_LINES = {
    ".": 439,
    "adapters": 4_468,
    "agents": 1_722,
    "asyncapi": 1_078,
    "catalog": 3_694,
    "commands": 1_822,
    "contracts": 7_389,
    "directives": 717,
    "ext": 5_070,
    "history": 5_576,
    "lint": 889,
    "mock": 1_817,
    "native": 7_570,
    "openapi": 1_439,
    "readers": 3_780,
    "runtime": 3_260,
    "schema": 4_944,
    "serving": 1_950,
    "workflows": 1_283,
}
"""Lines of each package, blank ones included; all packages together should have 45,000."""
MOST = {
    "choices in 100 lines": 29.0,
    "conditional expressions in 1,000 lines": 27.7,
    "comprehensions in 1,000 lines": 35.5,
}
"""Should be 24, 14 and 18."""


def test_packages_do_not_grow() -> None:
    lines = {part: sum(modules) for part, modules in sizes(read_modules()).items()}
    assert lines.keys() == MOST_LINES.keys()
    assert {part: count for part, count in lines.items() if count > MOST_LINES[part]} == {}


@pytest.mark.parametrize("figure", MOST)
def test_lines_do_not_get_denser(figure: str) -> None:
    assert density(read_modules())[figure] <= MOST[figure]
