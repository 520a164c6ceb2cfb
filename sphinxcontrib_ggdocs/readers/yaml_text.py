"""Parses YAML as OpenAPI defines it: with the types of JSON, and places in the text.

PyYAML composes the nodes. Their values are built here by the rules of YAML 1.2, in which ``no`` and
``2020-01-01`` are strings. An alias shares the value of its anchor, so that nested aliases cannot
use more memory than the file.
"""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from ..json_text import DEEPEST, Note, plain_number

if TYPE_CHECKING:
    from yaml import Node

_MERGE = "tag:yaml.org,2002:merge"
_NULL, _BOOL = "tag:yaml.org,2002:null", "tag:yaml.org,2002:bool"
_INT, _FLOAT = "tag:yaml.org,2002:int", "tag:yaml.org,2002:float"
_FLOATS = (
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?(?:\.inf|\.Inf|\.INF)|\.nan|\.NaN|\.NAN"
)


class YamlError(ValueError):
    """A text is not YAML, or not the part of it that JSON can express.

    Args:
        message: The problem.
        lineno: The line, by the name that `json.JSONDecodeError` has for it.
        colno: The column, likewise.
    """

    def __init__(self, message: str, lineno: int | None, colno: int | None = None) -> None:
        super().__init__(message)
        self.lineno = lineno
        self.colno = colno


@cache
def _loader() -> Any:
    """PyYAML's loader, the one in C where there is one, with the scalars of YAML 1.2, 10.3.2."""
    import re

    import yaml

    class YamlLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012  # as PyYAML declares it

    rules = {
        _NULL: (r"~|null|Null|NULL|", "~nN"),
        _BOOL: (r"true|True|TRUE|false|False|FALSE", "tTfF"),
        _INT: (r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", "-+0123456789"),
        _FLOAT: (_FLOATS, "-+0123456789."),
        _MERGE: (r"<<", "<"),
    }
    for tag, (pattern, first) in rules.items():
        letters = [*first, ""] if tag == _NULL else [*first]
        YamlLoader.add_implicit_resolver(tag, re.compile(rf"^(?:{pattern})$"), letters)
    return YamlLoader


def compose(text: str) -> "Node":
    """Return the root node of a YAML text.

    Raises:
        YamlError: It is none.
        ImportError: PyYAML is not installed.
        RecursionError: It is nested too deeply.
    """
    import yaml

    loader = _loader()(text)
    try:
        _check_depth(text)
        node: Node | None = loader.get_single_node()
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error).partition("\n")[0]
        if mark is None:
            raise YamlError(str(problem), None) from error
        raise YamlError(str(problem), mark.line + 1, mark.column + 1) from error
    finally:
        loader.dispose()
    if node is None:
        raise YamlError("it is empty", 1)
    return node


def _check_depth(text: str) -> None:
    """Check how deep values are nested before they are composed: the parser of PyYAML that is
    written in C then calls itself for each level, and ends the process where the stack does.

    Raises:
        RecursionError: It is nested too deeply.
    """
    from yaml import CollectionEndEvent, CollectionStartEvent, parse

    depth = 0
    for event in parse(text, _loader()):
        if isinstance(event, CollectionStartEvent):
            depth += 1
            if depth > DEEPEST:
                raise RecursionError
        elif isinstance(event, CollectionEndEvent):
            depth -= 1


def values_of(root: "Node", note: Note) -> Any:
    """Return the values of nodes.

    Raises:
        YamlError: An alias is inside its own anchor.
        RecursionError: They are nested too deeply.
    """
    return _Values(note).value(root)


class _Values:
    """Makes the value of each node once."""

    def __init__(self, note: Note) -> None:
        self._note = note
        self._constructed: dict[int, Any] = {}
        self._inside: set[int] = set()

    def value(self, node: "Node") -> Any:
        """Return the value of a node."""
        from yaml import MappingNode, ScalarNode

        if isinstance(node, ScalarNode):
            return self._scalar(node)
        key = id(node)
        if key in self._constructed:
            return self._constructed[key]
        if key in self._inside:
            raise YamlError("an alias is inside its own anchor", _line(node))
        self._inside.add(key)
        constructed = (
            self._mapping(node)
            if isinstance(node, MappingNode)
            else [self.value(item) for item in node.value]
        )
        self._inside.discard(key)
        self._constructed[key] = constructed
        return constructed

    def _mapping(self, node: "Node") -> dict[str, Any]:
        merged: dict[str, Any] = {}
        own: dict[str, Any] = {}
        for key, value in node.value:
            # Merge keys are of YAML 1.1, and not in YAML 1.2; files that are published have them
            # all the same.
            if key.tag == _MERGE:
                sources = self.value(value)
                if not isinstance(sources, list):
                    sources = [sources]
                for source in sources:
                    if isinstance(source, dict):
                        # Of several sources the earlier one counts; keys of the mapping itself
                        # count before all.
                        merged = source | merged
                continue
            name = _name_of(key)
            if name in own:
                self._note(
                    f"line {_line(key)}: the key {name!r} is written twice in one object; the last "
                    "one counts"
                )
            own[name] = self.value(value)
        return merged | own

    def _scalar(self, node: "Node") -> Any:
        text: str = node.value
        if node.tag == _NULL:
            return None
        if node.tag == _BOOL:
            return text.lower() == "true"
        if node.tag == _INT and text[:2] in ("0o", "0x"):
            return int(text, 0)
        if node.tag in (_INT, _FLOAT):
            return plain_number(text, self._note)
        return text


def _name_of(key: "Node") -> str:
    """Return the text of a key: ``200`` is one, too."""
    if not isinstance(key.value, str):
        raise YamlError("a key is not a string", _line(key))
    return key.value


def _line(node: "Node") -> int:
    return int(node.start_mark.line) + 1


def yaml_line(root: "Node", pointer: Sequence[str]) -> int:
    """Return the line of a value, or of the nearest value around it that there is."""
    from yaml import MappingNode, SequenceNode

    node, line = root, _line(root)
    for step in pointer:
        if isinstance(node, MappingNode):
            named = {key.value: (key, value) for key, value in node.value}
            if step not in named:
                break
            key, node = named[step]
            line = _line(key)
        elif isinstance(node, SequenceNode) and step.isdigit() and int(step) < len(node.value):
            node = node.value[int(step)]
            line = _line(node)
        else:
            break
    return line
