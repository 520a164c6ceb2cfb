"""The layer check finds modules that import each other."""

import pytest
from grimp import ImportGraph

from scripts.import_circles import import_circles

CASES = [
    pytest.param([("a", "b"), ("b", "c"), ("a", "c")], [], id="none"),
    pytest.param([("a", "b"), ("b", "a"), ("c", "a")], [["a", "b"]], id="two modules"),
    pytest.param(
        [("a", "b"), ("b", "c"), ("c", "d"), ("d", "b"), ("d", "e"), ("f", "e"), ("e", "f")],
        [["b", "c", "d"], ["e", "f"]],
        id="two circles, one reached from the other",
    ),
    pytest.param([("p", "p.a"), ("p.a", "p")], [["p", "p.a"]], id="a package and its own module"),
]


@pytest.mark.parametrize(("imports", "expected"), CASES)
def test_circles(imports: list[tuple[str, str]], expected: list[list[str]]) -> None:
    graph = ImportGraph()
    for importer, imported in imports:
        graph.add_import(importer=importer, imported=imported)
    assert sorted(import_circles(graph)) == expected
