"""The proof that an incremental build is a fresh one, over edits of a project that are drawn.

One walk has each kind of edit in it; ``GGDOCS_EDITS=200`` takes as many walks, each of another
seed.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from .edits.builds import Python, python
from .edits.project import PACKAGES
from .edits.steps import steps
from .edits.walk import Walk

WALKS = int(os.environ.get("GGDOCS_EDITS", "1"))
FIRST = 1779
"""A seed of many builds that repeat a builder where only modules have changed, and that were killed
amid pages."""


@pytest.fixture(scope="module")
def pythons() -> Iterator[tuple[Python, Python]]:
    """One for the incremental builds, one for the fresh ones."""
    with python(PACKAGES, seed=1) as incremental, python(PACKAGES, seed=2) as fresh:
        yield incremental, fresh


@pytest.mark.parametrize("seed", range(FIRST, FIRST + WALKS))
def test_incremental_builds_are_fresh_ones(
    seed: int, tmp_path: Path, pythons: tuple[Python, Python]
) -> None:
    walk = Walk(tmp_path / "walk", seed, *pythons)
    for step in steps(Random(seed)):
        try:
            walk.take(step)
        except AssertionError as error:
            pytest.fail(f"seed {seed}: {error}\nafter {step!r}")
