"""What we say of a type is what pydantic says, brands and names aside."""

from typing import Any

import pytest

from sphinxcontrib_ggdocs.contracts import ContractError
from sphinxcontrib_ggdocs.schema import Facet

from .normal import normal, ours, theirs
from .rarities import RARITIES, REFUSED
from .zoo import ZOO


@pytest.mark.parametrize("facet", ["input", "output"])
@pytest.mark.parametrize(
    "form", [pytest.param(form, id=name) for name, form in {**ZOO, **RARITIES}.items()]
)
def test_same_as_pydantic(form: Any, facet: Facet) -> None:
    assert normal(ours(form, facet)) == normal(theirs(form, facet))


@pytest.mark.parametrize("form", [pytest.param(form, id=name) for name, form in REFUSED.items()])
def test_what_json_cannot_carry_is_refused(form: Any) -> None:
    with pytest.raises(ContractError, match=r"(?s)no JSON Schema for .*hint: ") as caught:
        ours(form, "input")
    assert caught.value.code == "no-schema"
