"""What we say of a type is what pydantic says, brands and names aside."""

from typing import Annotated, Any

import pytest
from pydantic import Field, WithJsonSchema, create_model

from sphinxcontrib_ggdocs.contracts import ContractError
from sphinxcontrib_ggdocs.schema import Mode

from .normal import normal, ours, theirs
from .rarities import RARITIES, REFUSED
from .zoo import ZOO


@pytest.mark.parametrize("mode", ["input", "output"])
@pytest.mark.parametrize(
    "form", [pytest.param(form, id=name) for name, form in {**ZOO, **RARITIES}.items()]
)
def test_same_as_pydantic(form: Any, mode: Mode) -> None:
    assert normal(ours(form, mode)) == normal(theirs(form, mode))


Given = Annotated[str, WithJsonSchema({"type": "string", "format": "x-own"})]
WORDS: dict[str, Any] = {"title": "own", "description": "own", "examples": ["own"]}
EXTRAS: dict[str, Any] = {
    "default": "extra",
    "title": "Extra",
    "description": "extra",
    "examples": ["extra"],
    "deprecated": False,
    "type": ["string", "null"],
    "enum": ["own", "extra"],
    "maxLength": 9,
    "x-unit": "cm",
}


@pytest.mark.parametrize("mode", ["input", "output"])
@pytest.mark.parametrize(
    "extra",
    [
        *(pytest.param({key: value}, id=key) for key, value in EXTRAS.items()),
        pytest.param(EXTRAS, id="all"),
        pytest.param(lambda schema: schema.pop("default", None), id="function without a default"),
        pytest.param(lambda schema: schema.update(EXTRAS), id="function"),
    ],
)
@pytest.mark.parametrize(
    "form",
    [
        pytest.param(str, id="type"),
        pytest.param(str | None, id="union"),
        pytest.param(Annotated[str, Field(max_length=20, description="inner")], id="annotated"),
        pytest.param(Given, id="schema of its own"),
    ],
)
def test_extras_of_a_field_win_over_its_words_and_default(
    form: Any, extra: Any, mode: Mode
) -> None:
    fields: dict[str, Any] = {
        "required": (form, Field(json_schema_extra=extra, **WORDS)),
        "optional": (form, Field("own", json_schema_extra=extra, deprecated=True, **WORDS)),
        "annotated": (Annotated[form, Field(json_schema_extra=extra)], "own"),
        "twice": (Annotated[form, Field(json_schema_extra={"default": "in"})], Field("own")),
        "made": (form, Field(default_factory=str, json_schema_extra=extra)),
    }
    model = create_model("Chosen", **fields)
    assert normal(ours(model, mode)) == normal(theirs(model, mode))


@pytest.mark.parametrize("form", [pytest.param(form, id=name) for name, form in REFUSED.items()])
def test_what_json_cannot_carry_is_refused(form: Any) -> None:
    with pytest.raises(ContractError, match=r"(?s)no JSON Schema for .*hint: ") as caught:
        ours(form, "input")
    assert caught.value.code == "no-schema"
