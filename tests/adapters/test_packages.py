"""The adapter against FastAPI's own account of applications in published packages."""

import contextlib
import io
import logging
import warnings
from collections.abc import Callable

import pytest
from fastapi import FastAPI

from .corpus.comparison import compared
from .corpus.packages import PRESENT

KNOWN = {
    (
        "stac_fastapi",
        ".parameters.path collection_id",
    ): "a placeholder that no function asks for: FastAPI leaves it "
    "out, and OpenAPI wants each one described (4.8.9)",
}
"""Differences by package and place, and their reasons; docs/guides/fastapi.md has them too."""


@pytest.mark.parametrize("make", PRESENT, ids=lambda make: make.__name__)
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
    assert not unexpected, unexpected[:5]
    assert operations
