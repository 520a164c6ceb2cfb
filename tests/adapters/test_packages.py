"""The adapter against FastAPI's own account of applications in published packages."""

import contextlib
import io
import logging
import warnings
from collections.abc import Callable
from importlib.metadata import packages_distributions, version

import pytest
from fastapi import FastAPI

from .corpus.comparison import compared
from .corpus.packages import PACKAGES

KNOWN = {
    (
        "stac_fastapi",
        ".parameters.path collection_id",
    ): "a placeholder that no function asks for: FastAPI leaves it "
    "out, and OpenAPI wants each one described (4.8.9)",
}
"""Differences by package and place, and their reasons; docs/reference/accuracy.md has them too."""


@pytest.mark.parametrize("make", PACKAGES, ids=lambda make: make.__name__)
def test_a_published_application_is_told_as_fastapi_tells_it(make: Callable[[], FastAPI]) -> None:
    logging.getLogger("optimade").setLevel(logging.ERROR)
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
        warnings.simplefilter("ignore")
        operations = list(compared(make()))
    unexpected = [
        (name, found)
        for name, differences in operations
        for found in differences
        if (make.__name__, found.path) not in KNOWN
    ]
    equal = sum(not differences for _, differences in operations)
    print(f"{_title(make)}: {equal} of {len(operations)} operations are equal")  # noqa: T201
    assert not unexpected, unexpected[:5]
    assert operations


def _title(make: Callable[[], FastAPI]) -> str:
    """The distribution of an application and its version."""
    package = make.__name__.removesuffix("_index")
    distribution = packages_distributions()[package][0]
    title = f"{distribution} {version(distribution)}"
    return title if package == make.__name__ else f"{title}, its index"
