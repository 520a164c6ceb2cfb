"""A type that JSON carries on one side of the wire alone is described there, and refused on the
other.
"""

from typing import Annotated, Any

import pytest
from pydantic import BaseModel, ConfigDict, Field, InstanceOf, PlainSerializer, computed_field

from sphinxcontrib_ggdocs.contracts import ContractError
from sphinxcontrib_ggdocs.schema import Mode, SchemaRegistry


class Lazy:
    """A text that is made when it is read; pydantic knows nothing of it."""


AS_TEXT = PlainSerializer(str, return_type=str)
Text = Annotated[InstanceOf[Lazy], AS_TEXT]
AnyText = Annotated[Lazy, AS_TEXT]


class Item(BaseModel):
    name: Text


class Arbitrary(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True)

    name: Annotated[AnyText, Field(description="What it is called.")]
    other: AnyText | str = ""


class Computed(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True)

    name: str

    @computed_field
    def lazy(self) -> Lazy:
        raise NotImplementedError


TEXT = {"type": "string"}

# The type, the side on which it has a schema, the properties there of the first class, and the
# place in messages about the other side.
CASES = [
    pytest.param(Item, "output", {"name": TEXT}, "Item.name", id="a field"),
    pytest.param(
        Arbitrary,
        "output",
        {
            "name": {**TEXT, "description": "What it is called."},
            "other": {**TEXT, "default": ""},
        },
        "Arbitrary.name",
        id="a model in which any class may be written",
    ),
    pytest.param(Computed, "input", {"name": TEXT}, "Computed", id="a computed field"),
]


@pytest.mark.parametrize(("form", "mode", "properties", "place"), CASES)
def test_each_side_is_described_where_it_is_needed(
    form: Any, mode: Mode, properties: dict[str, Any] | None, place: str
) -> None:
    registry = SchemaRegistry()
    slot = registry.add(form, mode)
    written = registry.write()
    name = written.reached(slot, set())[0]
    assert written.schemas[name].get("properties") == properties
    other: Mode = "input" if mode == "output" else "output"
    with pytest.raises(ContractError) as caught:
        registry.add(form, other)
    assert caught.value.code == "no-schema"
    assert caught.value.where.path == place
    assert "Lazy" in caught.value.message


def test_a_union_has_the_members_that_json_carries() -> None:
    registry = SchemaRegistry()
    form: Any = list[Text] | int | None
    given, answered = registry.add(form, "input"), registry.add(form, "output")
    written = registry.write()
    rest = [{"type": "integer"}, {"type": "null"}]
    assert written.schema(given) == {"anyOf": rest}
    assert written.schema(answered) == {"anyOf": [{"type": "array", "items": TEXT}, *rest]}
    with pytest.raises(ContractError):
        registry.add(Text | None, "input")
