"""Sizes and densities of the package only fall: a change that adds to one raises a number here.

``python -m scripts.structure`` prints all of them.
"""

import pytest

from scripts.structure import density, read_modules, sizes

MOST_LINES = {
    ".": 451,
    "adapters": 4_791,
    "agents": 1_707,
    "asyncapi": 1_086,
    "catalog": 3_693,
    "commands": 2_076,
    "contracts": 7_539,
    "directives": 640,
    "ext": 5_422,
    "history": 6_301,
    "lint": 889,
    "mock": 1_854,
    "native": 7_808,
    "openapi": 1_449,
    "readers": 4_545,
    "runtime": 3_479,
    "schema": 5_037,
    "serving": 1_928,
}
"""Lines of each package, blank ones included; all packages together should have 45,000."""
MOST = {
    "choices in 100 lines": 29.2,
    "conditional expressions in 1,000 lines": 28.7,
    "comprehensions in 1,000 lines": 36.8,
}
"""Should be 24, 14 and 18."""


def test_packages_do_not_grow() -> None:
    lines = {part: sum(modules) for part, modules in sizes(read_modules()).items()}
    assert lines.keys() == MOST_LINES.keys()
    assert {part: count for part, count in lines.items() if count > MOST_LINES[part]} == {}


@pytest.mark.parametrize("figure", MOST)
def test_lines_do_not_get_denser(figure: str) -> None:
    assert density(read_modules())[figure] <= MOST[figure]
