"""What both exported formats keep under ``components``."""

from typing import Any

import pytest

from sphinxcontrib_ggdocs.catalog.export import ExportWarning
from sphinxcontrib_ggdocs.document import parts as doc
from sphinxcontrib_ggdocs.document.components import (
    ErrorBodies,
    distinct_titles,
    operation_text,
)


def test_titles_that_several_schemas_have_are_replaced_by_names() -> None:
    schemas = {
        "b.User": {"title": "User"},
        "a.User": {"title": "User"},
        "Order": {"title": "Order"},
        "Untitled": {"type": "string"},
    }
    distinct = distinct_titles(schemas)
    assert list(distinct) == ["Order", "Untitled", "a.User", "b.User"]
    assert distinct["a.User"] == {"title": "a.User"}
    assert distinct["Order"] == {"title": "Order"}
    assert distinct["Untitled"] == {"type": "string"}
    kept = distinct_titles(schemas, given_names={"a.User"})
    assert [kept[name]["title"] for name in ("a.User", "b.User")] == ["User", "b.User"]


def test_names_of_the_bodies_of_errors() -> None:
    gone = doc.Error(type="GONE", status_code=410)
    busy = doc.Error(type="BUSY", status_code=409, data={"type": "integer"})
    bodies = ErrorBodies(["GONE", "BUSY-Problem"])
    assert bodies.refer("GONE", gone, "typed") == {"$ref": "#/components/schemas/GONE-Error"}
    assert bodies.refer("GONE", gone, "problem") == {"$ref": "#/components/schemas/GONE-Problem"}
    assert bodies.refer("BUSY", busy, "typed") == {"$ref": "#/components/schemas/BUSY"}
    assert bodies.refer("BUSY", busy, "problem") == {
        "$ref": "#/components/schemas/BUSY-Problem-Error"
    }
    assert bodies.refer("BUSY", busy, "plain") == {"type": "integer"}
    assert bodies.name("GONE", "typed") == "GONE-Error"
    assert list(bodies.schemas) == ["GONE-Error", "GONE-Problem", "BUSY", "BUSY-Problem-Error"]
    assert bodies.schemas["GONE-Error"]["title"] == "GONE"


WRITE = doc.Permission(text="write", tree={"kind": "scope", "name": "write"})
EVERYBODY = doc.Permission(text="all", tree={"kind": "public"})
TEXTS: tuple[tuple[dict[str, Any], str | None], ...] = (
    ({}, None),
    ({"description": "Saves."}, "Saves."),
    (
        {"description": "Saves.", "deprecated": True, "deprecation_message": "Use put."},
        "Saves.\n\nDeprecated: Use put.",
    ),
    ({"permission": WRITE, "security": ({"Key": ()},)}, None),
    ({"permission": EVERYBODY}, None),
)
API = doc.HttpContract(name="Api", path_prefix="", methods=())


@pytest.mark.parametrize(("members", "text"), TEXTS)
def test_the_description_of_an_operation(members: dict[str, Any], text: str | None) -> None:
    method = doc.HttpMethod(name="save", http_method="PUT", http_path="/", **members)
    assert operation_text(API, method, "Api.save") == text


def test_a_permission_that_callers_cannot_prove_is_described_and_warned_of() -> None:
    method = doc.HttpMethod(
        name="save", http_method="PUT", http_path="/", description="Saves.", permission=WRITE
    )
    with pytest.warns(ExportWarning, match=r"Api\.save: it needs a permission \(write\)"):
        text = operation_text(API, method, "Api.save")
    assert text == (
        "Saves.\n\nNeeds a permission (write). How callers identify themselves is not declared."
    )
