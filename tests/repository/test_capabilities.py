"""The names of outputs are in one table, and in the package of each."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from sphinxcontrib_ggdocs.capabilities import OUTPUTS, Output

PACKAGE = Path(__file__).parents[2] / "sphinxcontrib_ggdocs"
FIELDS_OF_SOURCES = {"directives", "readers"}
"""What reads such files, and names the field that lists them."""
FORMATS = [output for output in OUTPUTS if output.kind is not None]


def own_packages(output: Output) -> set[str]:
    """The package that writes a file, and those whose files refer to it."""
    users = [other for other in OUTPUTS if output.name in other.takes]
    return {one.writer.partition(":")[0] for one in (output, *users)}


def strings_of(module: Path) -> Iterator[str]:
    """The strings of a module that are no docstrings."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in texts:
            yield node.value


@pytest.mark.parametrize("output", FORMATS, ids=lambda output: output.name)
def test_the_name_of_an_output_is_in_one_place(output: Output) -> None:
    names = {output.name, output.title, output.file, f"ggdocs_to_{output.name}", output.writer}
    places = {
        str(module.relative_to(PACKAGE))
        for module in PACKAGE.rglob("*.py")
        if not names.isdisjoint(strings_of(module))
    }
    left_out = own_packages(output) | FIELDS_OF_SOURCES
    assert {place for place in places if Path(place).parts[0] not in left_out} == {
        "capabilities.py"
    }
