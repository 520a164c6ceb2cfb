"""Whole documents, read before they were accepted; GGDOCS_GOLDEN=1 writes them anew.

They are those of the example, and of contracts that between them use everything.
"""

import os
from pathlib import Path

import pytest
import yaml

from .cases import documents

GOLDEN = Path(__file__).with_name("golden")
WHOLE = ("example-platform", "example-internal", "full", "written", "JoinedApi", "BothApi")
DOCUMENTS = dict(documents())


@pytest.mark.parametrize("name", WHOLE)
def test_golden(name: str) -> None:
    document = DOCUMENTS[name]
    file = GOLDEN / f"{name.removeprefix('example-')}.yaml"
    if os.environ.get("GGDOCS_GOLDEN") == "1":
        file.parent.mkdir(exist_ok=True)
        file.write_text(
            yaml.safe_dump(document, sort_keys=False, allow_unicode=True), encoding="utf-8"
        )
    assert yaml.safe_load(file.read_text(encoding="utf-8")) == document
