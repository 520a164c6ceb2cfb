"""Mocks of the example and of published files do what their OpenAPI says: Schemathesis asks them,
with all phases and checks.
"""

from pathlib import Path

import pytest

from ..node_packages import installed
from ..sdk.asking import ask, excluded
from ..sdk.service import exported
from ..serving.servers import running, uvicorn
from .apps import TOKEN

HEADERS = [f"Authorization: Bearer {TOKEN}", f"X-Api-Key: {TOKEN}"]


def mock(name: str) -> str:
    return f"{__package__}.apps:{name}"


@pytest.mark.parametrize("slug", ["platform", "internal"])
def test_the_example(slug: str, tmp_path: Path) -> None:
    # The schema of events in 3.1 is read as one of whole events, not of their data: see below for 3.2.
    left_out = excluded("OrderApi_follow") if slug == "platform" else []
    with running(uvicorn(mock(slug), "--factory")) as url:
        ask(url, exported(tmp_path, slug), HEADERS, *left_out)


@pytest.mark.parametrize("file", ["3.0/json/petstore-expanded.json", "3.1/json/train-travel.json"])
def test_published_files(file: str, tmp_path: Path) -> None:
    # Schemathesis writes a folder next to the file.
    path = tmp_path / "api.json"
    path.write_bytes(installed(f"@readme/oas-examples/{file}").read_bytes())
    with running(uvicorn(mock("published"), "--factory"), MOCKED_FILE=str(path)) as url:
        ask(url, path, HEADERS)


def test_event_streams(tmp_path: Path) -> None:
    """Each event has the form of OpenAPI 3.2, and its data are held against their schema.

    Schemathesis 4.32 reports a missing property of the data as a violation of `contentSchema`.
    """
    with running(uvicorn(mock("streams"), "--factory")) as url:
        file = exported(tmp_path, "platform", openapi_version="3.2")
        ask(url, file, HEADERS, "--include-operation-id", "OrderApi_follow")
