"""The adapter against FastAPI's own account of its tutorial: equal, operation by operation."""

from collections.abc import Callable
from pathlib import Path

import fastapi

from .corpus.comparison import compared
from .corpus.operations import streams
from .corpus.tutorial import applications, folder

__all__ = ["folder"]  # a fixture

VERSION = tuple(int(part) for part in fastapi.__version__.split(".")[:3])
KNOWN = {
    "path_params.tutorial003b": (
        "of two routes on one path FastAPI documents the second, which never answers"
    ),
    "schema_extra_example.tutorial004": "an example that its model refuses is left out",
}
"""Applications with differences, and the reasons; docs/reference/accuracy.md has them too."""
HEADERS = "header_param_models"
HAS_STREAMS = (0, 135)
"""The release of FastAPI that documents the items of streams."""
STREAMS = 10
"""How many bodies of the tutorial have a schema of their items, at least, since FastAPI has them."""
if VERSION < (0, 115, 12):
    KNOWN[HEADERS] = "this FastAPI documents underscores in headers that it reads with hyphens"
if (0, 119) <= VERSION < (0, 128):
    KNOWN["pydantic_v1_in_v2"] = "routes with models of pydantic.v1 are left out"


def test_the_tutorial_is_told_as_fastapi_tells_it(
    folder: Path, record_property: Callable[[str, object], None]
) -> None:
    total, different, unexpected, of_streams = 0, [], [], 0
    for name, app in applications(folder):
        if VERSION >= HAS_STREAMS:
            of_streams += streams(app.openapi())
        for operation, found in compared(app):
            total += 1
            if found:
                different.append(f"{name} {operation}")
                if not any(known in name for known in KNOWN):
                    unexpected += [(name, difference) for difference in found]
    record_property("share", f"{total - len(different)} of {total}")
    print(  # noqa: T201
        f"FastAPI {fastapi.__version__}, its tutorial: "
        f"{total - len(different)} of {total} operations are equal, with {of_streams} streams"
    )
    assert not unexpected, unexpected[:5]
    assert total > 350
    assert of_streams >= STREAMS or VERSION < HAS_STREAMS
    rightly = [each for each in different if HEADERS not in each or HEADERS not in KNOWN]
    total -= len(different) - len(rightly)  # what this FastAPI documents wrongly is no measure
    assert total - len(rightly) >= 0.97 * total
