"""The samples of the UI for the example service, run against it while it serves: they send its
frames.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from marketplace.docs import DOCS

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native import build_contract_doc

from ..sdk.service import market, sign_in
from .test_clients import HERE, bundle, run

__all__ = ["bundle"]  # a fixture

EMAIL = "grace@example.org"
"""Somebody of the first data of the market."""
ANSWERED = ("open_room", "send_message", "bid")
"""The requests from client to server; their samples print the answer."""


@pytest.fixture(scope="module")
def samples(
    bundle: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[dict[str, str], Any]]:
    """All samples, with the address of the running service and a token of it; and its document."""
    with market() as url:
        address = url.replace("http", "ws")
        document = build_contract_doc(ApiDocSpec.model_validate({**DOCS[0], "servers": [address]}))
        file = tmp_path_factory.mktemp("example") / "document.json"
        file.write_bytes(document.to_json())
        written = run("node", HERE / "samples.mjs", bundle, file, cwd=file.parent)
        yield (
            json.loads(written.replace("YOUR_TOKEN", sign_in(url, EMAIL))),
            json.loads(document.to_json()),
        )


@pytest.mark.parametrize("name", ANSWERED)
def test_requests_are_understood(
    samples: tuple[dict[str, str], Any], name: str, tmp_path: Path
) -> None:
    codes, document = samples
    methods = (
        method
        for group in document["groups"]
        for contract in group["contracts"]
        for method in contract["methods"]
    )
    declared = next(method["errors"] for method in methods if method["name"] == name)
    file = tmp_path / "sample.py"
    file.write_text(codes[f"{name} python"], encoding="utf-8")
    answer = json.loads(run(sys.executable, file, cwd=tmp_path))
    assert answer["id"] == 1
    # Ids of samples are invented, so the service may know no such room; that it does not understand
    # is another answer.
    assert "data" in answer or answer["error"]["type"] in set(declared) - {"VALIDATION_ERROR"}, (
        answer
    )
