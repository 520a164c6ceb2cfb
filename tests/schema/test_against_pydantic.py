"""What we say of a type is what pydantic says, brands and names aside."""

from typing import Any

import pytest

from sphinxcontrib_ggdocs.schema import Facet

from .normal import normal, ours, theirs
from .zoo import ZOO


@pytest.mark.parametrize("facet", ["input", "output"])
@pytest.mark.parametrize("form", [pytest.param(form, id=name) for name, form in ZOO.items()])
def test_same_as_pydantic(form: Any, facet: Facet) -> None:
    assert normal(ours(form, facet)) == normal(theirs(form, facet))
