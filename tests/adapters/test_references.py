"""The references that the comparison of documents writes out."""

from .corpus.operations import References

TREE = {"properties": {"leaves": {"items": {"$ref": "#/schemas/Leaf"}}}}
LEAF = {"properties": {"tree": {"$ref": "#/schemas/Tree"}, "size": {"type": "integer"}}}
ROOT = {"schemas": {"Tree": TREE, "Leaf": LEAF}}


def test_what_recurs_ends_at_the_reference_that_it_was_reached_from() -> None:
    references = References(ROOT)
    leaf = {"properties": {"tree": {"recurs": 2}, "size": {"type": "integer"}}}
    tree = {"properties": {"leaves": {"items": leaf}}}
    assert references.followed({"$ref": "#/schemas/Tree"}) == tree
    # written out once for the tree around it, and again where there is none
    inner = {"properties": {"leaves": {"items": {"recurs": 2}}}}
    assert references.followed({"$ref": "#/schemas/Leaf"}) == {
        "properties": {"tree": inner, "size": {"type": "integer"}}
    }


def test_words_beside_a_reference_stay_at_their_place() -> None:
    references = References({"schemas": {"Size": {"type": "integer"}}})
    described = {"$ref": "#/schemas/Size", "description": "In metres."}
    assert references.followed(described) == {"type": "integer", "description": "In metres."}
    assert references.followed({"$ref": "#/schemas/Size"}) == {"type": "integer"}
