"""The lines where classes are written."""

import ast
import inspect
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class ClassLines:
    """Looks up lines, and parses a module once for all of its classes.

    `inspect.getsourcelines` parses the whole module for each class before Python 3.13: a thousand
    models in one module took more than a minute.
    """

    _lines: dict[str, dict[str, int]] = field(default_factory=dict)
    """By module and qualified name."""

    def of(self, cls: type) -> int | None:
        """The line of a class or of its first decorator; None if it is made at run time, or its
        source is not at hand.
        """
        module = cls.__module__
        if module not in self._lines:
            self._lines[module] = _lines_of(module)
        return self._lines[module].get(cls.__qualname__)


def _lines_of(module: str) -> dict[str, int]:
    try:
        tree = ast.parse(inspect.getsource(sys.modules[module]))
    except (KeyError, OSError, TypeError, SyntaxError):  # the last: it was edited since its import
        return {}
    lines: dict[str, int] = {}
    for name, line in _classes(tree, ""):
        lines.setdefault(name, line)
    return lines


def _classes(node: ast.AST, scope: str) -> Iterator[tuple[str, int]]:
    for inner in ast.iter_child_nodes(node):
        if isinstance(inner, ast.ClassDef):
            name = scope + inner.name
            first = inner.decorator_list[0] if inner.decorator_list else inner
            yield name, first.lineno
            yield from _classes(inner, f"{name}.")
        elif isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from _classes(inner, f"{scope}{inner.name}.<locals>.")
        elif isinstance(inner, ast.stmt | ast.excepthandler | ast.match_case):
            yield from _classes(inner, scope)
