"""A small run of the counted proof."""

from .proof import proof


def test_the_law_holds_for_drawn_pairs() -> None:
    counts = proof(pairs=30, values_of_each=100)
    assert counts["pairs"] == 30
    assert counts["values of safe pairs, all accepted"] > 100
    assert counts["breaking changes, all with a value"] > 5
