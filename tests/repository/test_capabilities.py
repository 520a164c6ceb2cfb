"""The names of outputs are in one table, and in the package of each."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sphinxcontrib_ggdocs.capabilities import JSON, OUTPUTS, Output

PACKAGE = Path(__file__).parents[2] / "sphinxcontrib_ggdocs"
FIELDS_OF_SOURCES = {"directives", "readers"}
"""What reads such files, and names the field that lists them."""


def own_packages(output: Output) -> set[str]:
    """The package that writes a file, and those whose files refer to it."""
    users = [other for other in OUTPUTS if output.name in other.takes]
    return {re.split("[.:]", one.writer)[0] for one in (output, *users)}


def names_of(output: Output) -> set[str]:
    """What only the table and the package that writes a file call it. The names of files that are
    made of a contract document, such as «changes», are words that have other uses.
    """
    names = {output.file, output.writer, f"ggdocs_to_{output.name}"}
    if output.made_of == "contracts":
        names |= {output.name, output.title}
    return names


def strings_of(module: Path) -> Iterator[str]:
    """The strings of a module that are no docstrings."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in texts:
            yield node.value


@pytest.mark.parametrize("output", OUTPUTS, ids=lambda output: output.name)
def test_fields_of_an_output_that_belong_together(output: Output) -> None:
    if output.made_of == "contracts":
        assert output.kind, "without a kind, no document has the file"
        assert output.media_type == JSON
        return
    assert output.kind is None, "every document has the file, whatever its contracts are"
    assert not output.versions
    assert not output.is_surface
    if output.is_linked:
        assert output.made_of == "document", "ggdocs export and the MCP server have no site"
        assert not output.takes, "ggdocs export and the MCP server have no other files"


@pytest.mark.parametrize("output", OUTPUTS, ids=lambda output: output.name)
def test_the_name_of_an_output_is_in_one_place(output: Output) -> None:
    names = names_of(output)
    places = {
        str(module.relative_to(PACKAGE))
        for module in PACKAGE.rglob("*.py")
        if not names.isdisjoint(strings_of(module))
    }
    left_out = own_packages(output) | FIELDS_OF_SOURCES
    assert {place for place in places if Path(place).parts[0] not in left_out} == {
        "capabilities.py"
    }
