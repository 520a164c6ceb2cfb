"""Sizes and densities of the package only fall: a change that adds to one raises a number here.

``python -m scripts.structure`` prints all of them.
"""

import pytest

from scripts.structure import density, read_modules, sizes

MOST_LINES = {
    ".": 1_054,
    "adapters": 4_900,
    "agents": 2_154,
    "asyncapi": 1_383,
    "catalog": 3_871,
    "commands": 2_520,
    "contracts": 6_689,
    "directives": 1_000,
    "document": 6_200,
    "ext": 5_250,
    "foreign_contracts": 885,
    "history": 6_600,
    "lint": 1_145,
    "mock": 2_527,
    "native": 7_850,
    "openapi": 1_974,
    "readers": 4_078,
    "runtime": 3_537,
    "schema": 5_250,
    "serving": 2_271,
    "workflows": 1_555,
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
