"""Sizes and densities of the package only fall: a change that adds to one raises a number here.

``python -m scripts.structure`` prints all of them.
"""

import pytest

from scripts.structure import density, read_modules, sizes

MOST_LINES = {
    ".": 1_205,
    "adapters": 5_901,
    "agents": 2_667,
    "asyncapi": 1_487,
    "catalog": 4_154,
    "commands": 2_926,
    "contracts": 7_921,
    "directives": 1_009,
    "document": 7_667,
    "ext": 6_177,
    "foreign_contracts": 976,
    "history": 7_978,
    "lint": 1_158,
    "mock": 3_252,
    "native": 9_261,
    "openapi": 2_211,
    "readers": 5_056,
    "runtime": 4_193,
    "schema": 6_574,
    "serving": 2_516,
    "workflows": 1_697,
}
"""Lines of each package, blank ones included; all packages together should have 45,000."""
MOST = {
    "choices in 100 lines": 22.5,
    "conditional expressions in 1,000 lines": 2.0,
    "comprehensions in 1,000 lines": 14.5,
}
"""Should be 24, 14 and 18."""


def test_packages_do_not_grow() -> None:
    lines = {part: sum(modules) for part, modules in sizes(read_modules()).items()}
    assert lines.keys() == MOST_LINES.keys()
    assert {part: count for part, count in lines.items() if count > MOST_LINES[part]} == {}


@pytest.mark.parametrize("figure", MOST)
def test_lines_do_not_get_denser(figure: str) -> None:
    assert density(read_modules())[figure] <= MOST[figure]
