"""The proof that schemas are right: against pydantic, over types and values that Hypothesis draws.

The number of types is 400 in each of the two tests; ``GGDOCS_EXAMPLES=100000`` makes it a longer
search, and a random one.
"""

import json
import os
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from pydantic import PydanticUserError, TypeAdapter, ValidationError

from sphinxcontrib_ggdocs.contracts import ContractError
from sphinxcontrib_ggdocs.schema import Mode

from .grammar import FORMS, replaced, values
from .normal import normal, ours, overlapping, theirs

LONGER = int(os.environ.get("GGDOCS_EXAMPLES", "0"))
SEARCH = settings(
    max_examples=LONGER or 200,
    derandomize=not LONGER,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
pytestmark = pytest.mark.filterwarnings(
    "ignore:The '.*' attribute with value:UserWarning",
    "ignore:Annotation 'fixed' is marked as final:DeprecationWarning",
)
MODES: list[Mode] = ["input", "output"]


def _schemas(form: Any, mode: Mode) -> tuple[Any, Any]:
    """Theirs and ours; what one of the two refuses, the other refuses."""
    try:
        expected = theirs(form, mode)
    except (
        KeyError
    ):  # pydantic forgets the definition of a recursive type that is mentioned in several places
        assume(False)
    except (PydanticUserError, TypeError, ValueError):
        with pytest.raises(ContractError):
            ours(form, mode)
        assume(False)
    return expected, ours(form, mode)


@SEARCH
@given(form=FORMS, mode=st.sampled_from(MODES))
def test_says_what_pydantic_says(form: Any, mode: Mode) -> None:
    expected, found = _schemas(form, mode)
    Draft202012Validator.check_schema(found)
    try:
        wanted = normal(expected)
    except KeyError:
        event("pydantic refers to a definition that it does not give")
        return
    assert normal(found) == wanted


@SEARCH
@given(form=replaced(), mode=st.sampled_from(MODES))
def test_says_what_pydantic_says_whatever_replaces_what(form: Any, mode: Mode) -> None:
    expected, found = _schemas(form, mode)
    assert normal(found) == normal(expected)


@SEARCH
@given(form=FORMS, data=st.data())
def test_accepts_what_pydantic_accepts(form: Any, data: st.DataObject) -> None:
    expected, found = _schemas(form, "input")
    value = data.draw(values(found, found))
    try:
        TypeAdapter(form).validate_json(json.dumps(value))
        accepted = True
    except ValidationError:
        accepted = False
    if Draft202012Validator(overlapping(expected)).is_valid(value) is not accepted:
        event("pydantic's schema and pydantic's validation disagree")
        return
    event(f"accepted: {accepted}")
    assert Draft202012Validator(found).is_valid(value) is accepted
