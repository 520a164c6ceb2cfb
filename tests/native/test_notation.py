"""The notation of types and facts, by the cases that the UI's tests read too
(``ui/src/types/notation.test.ts``).
"""

import json
from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.native.view.facts import facts_of
from sphinxcontrib_ggdocs.native.view.types import Types, text_of

NOTATION: dict[str, Any] = json.loads(
    Path(__file__).parent.with_name("notation.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("case", NOTATION["cases"], ids=lambda case: case["name"])
def test_type_and_facts(case: dict[str, Any]) -> None:
    tokens = Types(NOTATION["schemas"]).expression(case["schema"])
    assert text_of(tokens) == case["type"]
    assert {token.kind for token in tokens} <= {"primitive", "schema", "literal", "mark"}
    assert [constraint.text({}) for constraint in facts_of(case["schema"]).constraints] == case[
        "facts"
    ]
