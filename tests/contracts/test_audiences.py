"""What others have written, without what is for other readers."""

from typing import Any

import pytest

from sphinxcontrib_ggdocs.contracts.audiences import NOBODY, audience_in, without_marked
from sphinxcontrib_ggdocs.contracts.model import MISSING

ASKED = ("partner",)

WRITTEN: dict[str, tuple[Any, Any]] = {
    "a text": ("x-internal", "x-internal"),
    "an object without a mark": ({"a": {"b": 1}}, {"a": {"b": 1}}),
    "a mark of the reader": ({"a": {"x-audience": "partner", "b": 1}}, {"a": {"b": 1}}),
    "a mark of others": ({"a": {"x-audience": ["internal"], "b": 1}, "c": 2}, {"c": 2}),
    "an internal one, below": ({"a": {"b": {"x-internal": True}, "c": 1}}, {"a": {"c": 1}}),
    "one that is not internal": ({"a": {"x-internal": False, "c": 1}}, {"a": {"c": 1}}),
    "in a list": ([{"x-internal": True}, {"a": 1}, 2], [{"a": 1}, 2]),
    "in a list of a list": ([[{"x-audience": "internal"}], ({"a": 1},)], [[], [{"a": 1}]]),
}


@pytest.mark.parametrize(("written", "shown"), WRITTEN.values(), ids=WRITTEN)
def test_objects_with_marks(written: Any, shown: Any) -> None:
    assert without_marked(written, ASKED) == shown


MARKS: dict[str, tuple[Any, tuple[str, ...]]] = {
    "none": ({"a": 1}, ()),
    "no object": ("x-internal", ()),
    "a text": ({"x-audience": "partner"}, ("partner",)),
    "several": ({"x-audience": ["a", "b"]}, ("a", "b")),
    "internal": ({"x-internal": True}, ("internal",)),
    "internal, as YAML of old has it": ({"x-internal": "true"}, ("internal",)),
    "both, which have to fit together": ({"x-internal": True, "x-audience": "partner"}, NOBODY),
    "what is no name": ({"x-audience": [1]}, NOBODY),
}


@pytest.mark.parametrize(("written", "mark"), MARKS.values(), ids=MARKS)
def test_marks(written: Any, mark: tuple[str, ...]) -> None:
    assert audience_in(written) == mark


def test_a_missing_value_is_false() -> None:
    assert not MISSING
    assert repr(MISSING) == "MISSING"
