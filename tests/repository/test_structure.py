"""Sizes and densities of the package only fall: a change that adds to one raises a number here.

``python -m scripts.structure`` prints all of them.
"""

import pytest

from scripts.structure import density, read_modules, sizes

MOST_LINES = {
    ".": 854,
    "adapters": 4_477,
    "agents": 1_954,
    "asyncapi": 1_183,
    "catalog": 3_671,
    "commands": 1_959,
    "contracts": 6_489,
    "directives": 800,
    "document": 5_710,
    "ext": 5_192,
    "foreign_contracts": 685,
    "history": 6_100,
    "lint": 945,
    "mock": 2_327,
    "native": 7_454,
    "openapi": 1_774,
    "readers": 3_878,
    "runtime": 3_337,
    "schema": 4_833,
    "serving": 2_071,
    "workflows": 1_355,
}
"""Lines of each package, blank ones included; all packages together should have 45,000."""
MOST = {
    "choices in 100 lines": 28.9,
    "conditional expressions in 1,000 lines": 27.6,
    "comprehensions in 1,000 lines": 35.4,
}
"""Should be 24, 14 and 18."""


def test_packages_do_not_grow() -> None:
    lines = {part: sum(modules) for part, modules in sizes(read_modules()).items()}
    assert lines.keys() == MOST_LINES.keys()
    assert {part: count for part, count in lines.items() if count > MOST_LINES[part]} == {}


@pytest.mark.parametrize("figure", MOST)
def test_lines_do_not_get_denser(figure: str) -> None:
    assert density(read_modules())[figure] <= MOST[figure]
