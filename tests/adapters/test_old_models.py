"""Models of ``pydantic.v1``, which describe themselves, wherever a type mentions them."""

import dataclasses
import enum
from typing import Annotated, Any, Optional, Protocol, Union

import pytest
from pydantic.v1 import BaseModel, Field

from sphinxcontrib_ggdocs.contracts import http
from sphinxcontrib_ggdocs.contracts.contract_errors import NoSchema
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.openapi import to_openapi

from ..exports.validity import faults_of_openapi


class Color(enum.Enum):
    RED = "red"


class Inner(BaseModel):
    """Inside."""

    amount: int = Field(3, ge=1, description="How many.")


class Node(BaseModel):
    """A node."""

    id: str = Field(..., alias="nodeId", title="Its id")
    inner: Inner
    pair: tuple[int, str]
    color: Color | None = None
    parent: Optional["Node"] = None


class Other(BaseModel):
    number: int


Node.update_forward_refs()


@dataclasses.dataclass
class Holder:
    node: "Node"
    by_name: dict[str, "Other"]


def _schemas(form: Any) -> dict[str, Any]:
    class Api(Protocol):
        @http.get("/")
        def read(self) -> Any: ...

    Api.read.__annotations__["return"] = form
    contract = http.api("/")(Api)
    assert faults_of_openapi(to_openapi([contract], title="Old")) == []
    document = build_contract_doc(slug="old", title="Old", http=[contract])
    method: Any = document.groups[0].contracts[0].methods[0]
    return {"": method.success_response.contents[0].schema, **document.schemas}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/schemas/{name}"}


NULL = {"type": "null"}


def test_a_model_describes_itself() -> None:
    schemas = _schemas(Node)
    assert schemas[""] == _ref("Node")
    assert schemas["Inner"]["description"] == "Inside."
    assert schemas["Inner"]["properties"]["amount"] == {
        "type": "integer",
        "minimum": 1,
        "default": 3,
        "description": "How many.",
    }
    assert schemas["Node"]["properties"] == {
        "nodeId": {"type": "string", "title": "Its id"},
        "inner": _ref("Inner"),
        "pair": {
            "type": "array",
            "minItems": 2,
            "maxItems": 2,
            "prefixItems": [{"type": "integer"}, {"type": "string"}],
        },
        "color": {"anyOf": [_ref("Color"), NULL]},
        "parent": {"anyOf": [_ref("Node"), NULL]},
    }
    assert schemas["Node"]["required"] == ["nodeId", "inner", "pair"]
    assert schemas["Color"] == {"title": "Color", "enum": ["red"]}


def test_it_does_so_everywhere() -> None:
    union = {"anyOf": [_ref("Node"), _ref("Other")]}
    places: dict[Any, Any] = {
        list[Node]: {"type": "array", "items": _ref("Node")},
        list[Union[Node, Other]]: {"type": "array", "items": union},  # noqa: UP007
        Node | None: {"anyOf": [_ref("Node"), NULL]},
        dict[str, Node | Other]: {"type": "object", "additionalProperties": union},
        Annotated[Other, "of a framework"]: _ref("Other"),
    }
    for form, wanted in places.items():
        assert _schemas(form)[""] == wanted
    holder = _schemas(Holder)["Holder"]["properties"]
    assert holder["node"] == _ref("Node")
    assert holder["by_name"] == {"type": "object", "additionalProperties": _ref("Other")}


class Opaque:
    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> Any:
        return {"type": "is-instance", "cls": cls}


def test_a_union_of_nothing_is_refused() -> None:
    """It was an empty `anyOf`, which no value fits and no validator takes."""
    with pytest.raises(NoSchema):
        _schemas(list[Opaque | Annotated[Opaque, "again"]])
