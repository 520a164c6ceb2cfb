"""What both exported formats keep under ``components``."""

from sphinxcontrib_ggdocs.document import parts as doc
from sphinxcontrib_ggdocs.document.components import ErrorBodies, distinct_titles


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
