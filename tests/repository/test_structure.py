"""Sizes and densities of the package only fall: a change that adds to one raises a number here.

``python -m scripts.structure`` prints all of them.
"""

import pytest

from scripts.structure import density, read_modules, sizes

MOST_LINES = {
    ".": 863,
    "adapters": 4_824,
    "agents": 2_075,
    "asyncapi": 1_185,
    "catalog": 3_571,
    "commands": 2_492,
    "contracts": 6_679,
    "directives": 814,
    "document": 6_162,
    "ext": 5_099,
    "foreign_contracts": 774,
    "history": 6_508,
    "lint": 954,
    "mock": 2_369,
    "native": 7_774,
    "openapi": 1_821,
    "readers": 4_048,
    "runtime": 3_378,
    "schema": 5_207,
    "serving": 2_120,
    "workflows": 1_382,
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
