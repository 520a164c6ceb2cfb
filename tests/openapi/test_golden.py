"""The example's documents, read before they were accepted; GGDOCS_GOLDEN=1 writes them anew."""

import os
from pathlib import Path

import pytest
import yaml
from marketplace.docs import DOCS

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.openapi import to_openapi

GOLDEN = Path(__file__).with_name("golden")


@pytest.mark.parametrize("values", DOCS, ids=lambda values: values["slug"])
def test_golden(values: dict[str, object]) -> None:
    spec = ApiDocSpec.model_validate(values)
    document = to_openapi(spec)
    file = GOLDEN / f"{spec.slug}.yaml"
    if os.environ.get("GGDOCS_GOLDEN") == "1":
        file.parent.mkdir(exist_ok=True)
        file.write_text(
            yaml.safe_dump(document, sort_keys=False, allow_unicode=True), encoding="utf-8"
        )
    assert yaml.safe_load(file.read_text(encoding="utf-8")) == document
