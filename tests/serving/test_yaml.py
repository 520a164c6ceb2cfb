"""YAML says the same as JSON, to readers of either version."""

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sphinxcontrib_ggdocs.serving.yaml import to_yaml

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
LINES = st.lists(st.sampled_from(["a", " a", "a ", "", "- b", "# c", "d: e", "\t", "|", "é"])).map(
    "\n".join
)


@pytest.mark.parametrize(
    ("value", "written"),
    [
        pytest.param(
            {"a": 1, "b": [True, None]}, "a: 1\nb:\n  - true\n  - null\n", id="mapping and sequence"
        ),
        pytest.param([{"a": 1, "b": 2}, [3]], "- a: 1\n  b: 2\n- - 3\n", id="compact sequences"),
        pytest.param({"a": {}, "b": []}, "a: {}\nb: []\n", id="empty ones"),
        pytest.param(
            {"200": "no", "x": "3.1.0"},
            '"200": "no"\nx: "3.1.0"\n',
            id="texts that look like others",
        ),
        pytest.param({"a": "One.\n\nTwo."}, "a: |-\n  One.\n\n  Two.\n", id="several lines"),
        pytest.param(["One.\nTwo.\n"], '- "One.\\nTwo.\\n"\n', id="several lines in a sequence"),
    ],
)
def test_what_it_looks_like(value: Any, written: str) -> None:
    assert to_yaml(value) == written


@given(JSON | st.dictionaries(st.sampled_from("ab"), LINES))
def test_it_says_the_same(value: Any) -> None:
    assert yaml.safe_load(to_yaml(value)) == value
