"""Names that nothing else has."""

import pytest

from sphinxcontrib_ggdocs.catalog.slugs import numbered

TAKEN = [
    pytest.param([], "a", id="a free name"),
    pytest.param(["a"], "a-2", id="the second"),
    pytest.param(["a", "a-2"], "a-3", id="the third"),
    pytest.param(["a", *(f"a-{n}" for n in range(2, 10))], "a-10", id="the tenth"),
    pytest.param(["a", *(f"a-{n}" for n in range(2, 17))], "a-17", id="after a power of two"),
    pytest.param(["a-2"], "a", id="a number alone"),
]


@pytest.mark.parametrize(("taken", "expected"), TAKEN)
def test_the_first_number_that_is_free(taken: list[str], expected: str) -> None:
    assert numbered("a", "-", taken) == expected
