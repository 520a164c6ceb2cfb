"""What is for others leaves no trace in any output, and the output is that of the API without it."""

import json
import os
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, assume, given, settings

from sphinxcontrib_ggdocs.catalog import ApiDocSpec, SpecError
from sphinxcontrib_ggdocs.openapi import to_openapi

from .drawing import ASKED, ApiPlan, apis, built, tokens_outside
from .outputs import EXPORTS, outputs

LONGER = int(os.environ.get("GGDOCS_EXAMPLES", "0"))
SEARCH = settings(
    max_examples=LONGER or 24,
    derandomize=not LONGER,
    database=None,
    deadline=None,
    phases=[Phase.generate],  # to make a case smaller takes minutes: each try is two sites
    suppress_health_check=list(HealthCheck),
)
pytestmark = pytest.mark.filterwarnings("ignore")


@SEARCH
@given(plan=apis(), asked=ASKED)
def test_the_output_is_that_of_the_api_without_the_rest(plan: ApiPlan, asked: list[str]) -> None:
    whole, reduced = built(plan), built(plan, lambda mark: bool(set(mark) & set(asked)))
    assume(whole is not None and reduced is not None)
    assert whole is not None
    assert reduced is not None
    shown = outputs(whole.for_audience(asked))
    for name, content in shown.items():
        for token in tokens_outside(asked):
            assert token not in content.decode().lower(), name
    expected = outputs(reduced)
    assert shown.keys() == expected.keys()
    for name in shown:
        assert _comparable(name, shown[name]) == _comparable(name, expected[name]), name


def _comparable(name: str, content: bytes) -> Any:
    """The order of the keywords of a schema means nothing, and is pydantic's in some classes."""
    # ids of releases depend on the order
    content = re.sub(rb"urn:uuid:[0-9a-f-]+", b"", content)
    if name in EXPORTS or name.endswith(".json"):
        return json.loads(content)
    is_text = name.endswith((".md", ".txt", ".html", ".xml")) or name.startswith("mock")
    return content.decode() if is_text else sorted(content)


@SEARCH
@given(plan=apis(), asked=ASKED)
def test_audiences_do_not_mix(plan: ApiPlan, asked: list[str]) -> None:
    """One process builds for everyone and for two audiences, in any order, of the same classes."""
    whole = built(plan)
    assume(whole is not None)
    assert whole is not None
    alone = to_openapi(whole, audience=asked)
    everything = to_openapi(whole)
    to_openapi(whole, audience="internal")
    assert to_openapi(whole, audience=asked) == alone
    assert to_openapi(whole) == everything


def test_the_whole_document_shows_everything() -> None:
    with pytest.raises(SpecError, match="names no audience"):
        ApiDocSpec.model_validate({"slug": "a", "title": "A", "http": ["a:b"], "audience": [1]})
