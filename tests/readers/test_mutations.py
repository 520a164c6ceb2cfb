"""Files with something wrong at a random place: whatever it is, a document or a `BadDocument` comes
of it, the same in each run; `GGDOCS_EXAMPLES` sets how many are tried.
"""

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from sphinxcontrib_ggdocs.catalog import ApiDocSpec, BadDocument
from sphinxcontrib_ggdocs.native import contract_document
from sphinxcontrib_ggdocs.native.markdown import markdown_of
from sphinxcontrib_ggdocs.openapi import openapi_document

from .test_openapi import PETS

COUNT = int(os.environ.get("GGDOCS_EXAMPLES", "60"))
JUNK: list[Any] = [
    *(None, True, False, 0, -1, 1.5, "", "x", "a b:c/{d}", "#/", "#/components/schemas"),
    *([], {}, [None], [[]], {"": None}, {"x": {}}),
    *({"$ref": "#"}, {"$ref": 3}, {"$ref": "#/components/schemas/Pet"}),
    {"type": "object", "properties": {"a": {"$ref": "#"}}},
    {"allOf": [{"$ref": "#/components/schemas/Pet"}]},
]
KEYS = ["", "x y", "$ref", "type", "allOf", "paths", "a:b", "é", ".", "/"]


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each container in a document, with each of its keys."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in inside:
        yield value, key
        if isinstance(inner, dict | list):
            yield from places(inner)


def mutated(chosen: random.Random, given: Any) -> Any:
    """A document with one to three mistakes."""
    document = json.loads(json.dumps(given))
    for _ in range(chosen.randint(1, 3)):
        container, key = chosen.choice(list(places(document)))
        kind = chosen.random()
        if kind < 0.2 and isinstance(container, dict):
            container[chosen.choice(KEYS)] = container.pop(key)
        elif kind < 0.5:
            other, name = chosen.choice(list(places(document)))
            container[key] = json.loads(json.dumps(other[name]))
        else:
            container[key] = json.loads(json.dumps(chosen.choice(JUNK)))
    return document


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(COUNT))
def test_a_mistake_ends_in_words(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "api.json"
    path.write_text(
        json.dumps(mutated(random.Random(seed), yaml.safe_load(PETS))), encoding="utf-8"
    )
    spec = ApiDocSpec(slug="mutated", openapi=str(path))
    try:
        document = contract_document(spec)
    except BadDocument:
        return
    assert document.to_json()
    assert markdown_of(document)
    assert openapi_document(spec)["openapi"] == "3.1.0"
