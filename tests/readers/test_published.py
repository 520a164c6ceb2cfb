"""Published files: every operation and every property of each is in the document, and what is
exported says the same, counted without the package.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.catalog import ApiDocSpec, ApplicationWarning
from sphinxcontrib_ggdocs.catalog.export import ExportWarning, collected_warnings
from sphinxcontrib_ggdocs.native import contract_document
from sphinxcontrib_ggdocs.native.markdown import markdown_of
from sphinxcontrib_ggdocs.openapi import openapi_document

from .openapi_operations import VERBS, differences, load

EXAMPLES = Path(__file__).parents[1] / "validators/node_modules/@readme/oas-examples"
FILES = sorted(
    path for path in EXAMPLES.glob("3.*/**/*") if path.suffix in (".json", ".yaml", ".yml")
)
UNDEFINED = ["there is no security scheme 'api_key'"] * 3
"""Operations of one file ask for a scheme that it has not; `differences` finds each, too."""
FAULTS = {
    "3.0/json/response-http-behavior.json": UNDEFINED,
    "3.0/yaml/response-http-behavior.yaml": UNDEFINED,
}


def properties_of(value: Any) -> Iterator[str]:
    """The names of all properties of objects anywhere in a file."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "properties" and isinstance(inner, dict):
                yield from (name for name, schema in inner.items() if isinstance(schema, dict))
            if key not in ("example", "examples", "default", "value"):
                yield from properties_of(inner)
    elif isinstance(value, list):
        for item in value:
            yield from properties_of(item)


@pytest.mark.skipif(not FILES, reason="the packages of tests/validators are not installed")
def test_there_are_files() -> None:
    assert len(FILES) > 100


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(EXAMPLES)))
def test_a_published_file(path: Path) -> None:
    given = load(path)
    spec = ApiDocSpec(slug="published", openapi=str(path))
    with collected_warnings(ApplicationWarning) as warned:
        document = contract_document(spec)
    known = FAULTS.get(str(path.relative_to(EXAMPLES)), [])
    faults = [str(each) for each in warned if each.code == "document"]
    assert len(faults) == len(known)
    assert all(text in fault for text, fault in zip(known, faults, strict=True))
    text = document.to_json().decode()
    operations = {
        (verb.upper(), place)
        for kind in ("paths", "webhooks")
        for place, item in given.get(kind, {}).items()
        for verb in VERBS
        if verb in item
    }
    written = json.loads(text)
    found = {
        (method["httpMethod"], method["httpPath"])
        for group in written["groups"]
        for contract in group["contracts"]
        for method in contract["methods"]
    }
    assert operations <= found
    reachable = (
        given.get("paths", {}),
        given.get("webhooks"),
        given.get("components", {}).get("schemas"),
    )
    wanted = set(properties_of(list(reachable)))
    assert wanted <= set(properties_of(written))
    assert markdown_of(document)
    with collected_warnings(ExportWarning):
        exported = openapi_document(spec)
    assert len(differences(given, exported)) == len(known)
