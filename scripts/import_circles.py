"""A contract of import-linter: no modules import each other in a circle.

Its own `acyclic_siblings` compares the parts of a package with each other, and does not see a
module that imports the ``__init__`` of its own package.
"""

from collections.abc import Iterator

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, output


class NoImportCircles(Contract):
    """Fails where a module reaches itself by imports, those for type checkers included."""

    type_name = "no_import_circles"

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        circles = list(import_circles(graph))
        return ContractCheck(kept=not circles, metadata={"circles": circles})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for circle in check.metadata["circles"]:
            output.print_error(f"These modules import each other: {', '.join(circle)}")


def import_circles(graph: ImportGraph) -> Iterator[list[str]]:
    """The groups of modules that reach each other (Tarjan's strongly connected components)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    path: list[str] = []

    def visit(module: str) -> Iterator[list[str]]:
        order[module] = lowest[module] = len(order)
        path.append(module)
        for imported in sorted(graph.find_modules_directly_imported_by(module)):
            if imported not in order:
                yield from visit(imported)
            if imported in path:
                lowest[module] = min(lowest[module], lowest[imported])
        if lowest[module] == order[module]:
            start = path.index(module)
            circle = path[start:]
            del path[start:]
            if len(circle) > 1:
                yield sorted(circle)

    for module in sorted(graph.modules):
        if module not in order:
            yield from visit(module)
