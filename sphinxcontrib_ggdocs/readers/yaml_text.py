"""Parses YAML as OpenAPI defines it: with the types of JSON, and places in the text.

PyYAML composes the nodes. Their values are built here by the rules of YAML 1.2, in which ``no`` and
``2020-01-01`` are strings. An alias shares the value of its anchor, so that nested aliases cannot
use more memory than the file. PyYAML is optional, so functions import it where they use it.
"""

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from ..json_text import DEEPEST, Note, plain_number

if TYPE_CHECKING:
    from yaml import Node

# The tags by which PyYAML names the types of values.
_MERGE = "tag:yaml.org,2002:merge"
_NULL = "tag:yaml.org,2002:null"
_BOOL = "tag:yaml.org,2002:bool"
_INT = "tag:yaml.org,2002:int"
_FLOAT = "tag:yaml.org,2002:float"
_FLOATS = (
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?(?:\.inf|\.Inf|\.INF)|\.nan|\.NaN|\.NAN"
)


class YamlError(ValueError):
    """A text is not YAML, or not the part of it that JSON can express.

    Args:
        message: The problem.
        lineno: The line, by the name that `json.JSONDecodeError` has for it; None if unknown.
        colno: The column, by its name in `json.JSONDecodeError`; None if unknown.
    """

    def __init__(self, message: str, lineno: int | None, colno: int | None = None) -> None:
        super().__init__(message)
        self.lineno = lineno
        self.colno = colno


@cache
def _loader() -> Any:
    """Return a class of PyYAML that composes nodes, and decides the type of a plain scalar by the
    rules of YAML 1.2, 10.3.2. It is the fast one in C if PyYAML was built with it.
    """
    import re

    import yaml

    class YamlLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        # Replaces PyYAML's own rules, which are those of YAML 1.1.
        yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012  # as PyYAML declares it

    # By tag: the pattern of a scalar, and the characters with which it may begin.
    rules = {
        _NULL: (r"~|null|Null|NULL|", "~nN"),
        _BOOL: (r"true|True|TRUE|false|False|FALSE", "tTfF"),
        _INT: (r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", "-+0123456789"),
        _FLOAT: (_FLOATS, "-+0123456789."),
        _MERGE: (r"<<", "<"),
    }
    # PyYAML finds the rules for a scalar by its first character, which is "" for an empty one.
    for tag, (pattern, first) in rules.items():
        first_characters = [*first]
        if tag == _NULL:
            first_characters.append("")
        YamlLoader.add_implicit_resolver(tag, re.compile(rf"^(?:{pattern})$"), first_characters)
    return YamlLoader


def compose(text: str) -> "Node":
    """Return the root node of a YAML text: PyYAML's tree of mappings, sequences and scalars, with
    their places in the text.

    Raises:
        YamlError: The text is not valid YAML, or empty.
        ImportError: PyYAML is not installed.
        RecursionError: Its values are nested too deeply.
    """
    import yaml

    loader = _loader()(text)
    try:
        _check_depth(text)
        node: Node | None = loader.get_single_node()
    except yaml.YAMLError as error:
        # Only some errors of PyYAML have a problem and its place, whose numbers begin at 0.
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
    """Check how deeply the values of a YAML text are nested, before they are composed. PyYAML's
    composer in C calls itself for each level, and crashes the process if the stack overflows.

    Raises:
        RecursionError: They are nested deeper than `DEEPEST`.
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


def value_of_node(root: "Node", note: Note) -> Any:
    """Return the value of a root node and of all nodes below it: dicts, lists, texts, numbers,
    booleans and None.

    Args:
        root: The root node of a text.
        note: Called with each warning, such as one about a key that is written twice.

    Raises:
        YamlError: An alias is inside its own anchor, or a key is not a string.
        RecursionError: The values are nested too deeply.
    """
    return _Values(note).value(root)


class _Values:
    """Builds the value of each node once. An alias is the node of its anchor again, so both share
    one value.
    """

    def __init__(self, note: Note) -> None:
        self._note = note
        self._values: dict[int, Any] = {}
        """By the identity of its node: each mapping and sequence that has been built."""
        self._unfinished: set[int] = set()
        """The identities of the nodes that are being built."""

    def value(self, node: "Node") -> Any:
        """Return the value of a node.

        Raises:
            YamlError: An alias is inside its own anchor, or a key is not a string.
        """
        from yaml import MappingNode, ScalarNode

        if isinstance(node, ScalarNode):
            return self._scalar(node)
        identity = id(node)
        if identity in self._values:
            return self._values[identity]
        if identity in self._unfinished:
            raise YamlError("an alias is inside its own anchor", _line(node))
        self._unfinished.add(identity)
        value: Any
        if isinstance(node, MappingNode):
            value = self._mapping(node)
        else:
            value = [self.value(item) for item in node.value]
        self._unfinished.discard(identity)
        self._values[identity] = value
        return value

    def _mapping(self, node: "Node") -> dict[str, Any]:
        """Return the value of a mapping. A merge key ``<<`` copies the members of other mappings;
        the mapping's own members take precedence over these.
        """
        merged: dict[str, Any] = {}
        own_members: dict[str, Any] = {}
        for key, value in node.value:
            # YAML 1.2 has no merge keys, unlike YAML 1.1, but published files use them.
            if key.tag == _MERGE:
                sources = self.value(value)
                if not isinstance(sources, list):
                    sources = [sources]
                for source in sources:  # anything but mappings has nothing to merge
                    if isinstance(source, dict):
                        merged = source | merged  # of several sources, the earlier one counts
                continue
            name = _name_of(key)
            if name in own_members:
                self._note(
                    f"line {_line(key)}: the key {name!r} is written twice in one object; the last "
                    "one counts"
                )
            own_members[name] = self.value(value)
        return merged | own_members

    def _scalar(self, node: "Node") -> Any:
        """Return the value of a scalar: None, a boolean, a number or a text. A number that JSON
        cannot express, such as ``.inf``, is its text.
        """
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
    """Return the text of a key of a mapping. Scalars of all types are texts as keys, such as
    ``200``.

    Raises:
        YamlError: The key is a mapping or a sequence.
    """
    if not isinstance(key.value, str):
        raise YamlError("a key is not a string", _line(key))
    return key.value


def _line(node: "Node") -> int:
    """Return the line of a node; PyYAML counts from 0."""
    return int(node.start_mark.line) + 1


def yaml_line(root: "Node", pointer: Sequence[str]) -> int:
    """Return the line of the value that a JSON pointer leads to; if a step leads nowhere, of the
    value that is reached before it. The line of a member is that of its key.

    Args:
        root: The root node of the text.
        pointer: The steps of the JSON pointer, unescaped: ``("paths", "/users")``.
    """
    from yaml import MappingNode, SequenceNode

    node = root
    line = _line(root)
    for step in pointer:
        if isinstance(node, MappingNode):
            members = {key.value: (key, value) for key, value in node.value}
            if step not in members:
                break
            key, node = members[step]
            line = _line(key)
        elif isinstance(node, SequenceNode) and step.isdigit() and int(step) < len(node.value):
            node = node.value[int(step)]
            line = _line(node)
        else:
            break
    return line
