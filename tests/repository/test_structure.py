"""Sizes and densities of the package only fall: a change that adds to one raises a number here.

``python -m scripts.structure`` prints all of them.
"""

import pytest

from scripts.structure import density, read_modules, sizes

MOST_LINES = {
    ".": 1_173,
    "adapters": 5_713,
    "agents": 2_563,
    "asyncapi": 1_406,
    "catalog": 4_106,
    "commands": 2_870,
    "contracts": 7_753,
    "directives": 972,
    "document": 7_405,
    "ext": 6_015,
    "foreign_contracts": 925,
    "history": 7_734,
    "lint": 1_138,
    "mock": 3_153,
    "native": 8_956,
    "openapi": 2_085,
    "readers": 4_911,
    "runtime": 3_990,
    "schema": 6_440,
    "serving": 2_395,
    "workflows": 1_660,
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
