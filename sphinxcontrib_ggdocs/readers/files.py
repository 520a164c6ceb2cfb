"""Loads the files of a document, each once and within limits, and finds the lines of places in
them.
"""

import json
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterable, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ..catalog import BadDocument
from ..contracts.contract_errors import Location, displayed_path
from ..json_pointer import json_pointer
from ..json_text import DEEPEST, Note, json_line, parse_json
from ..value_messages import no_such_file
from .yaml_text import compose, value_of_node, yaml_line

LARGEST_FILE = 64_000_000
"""Bytes; the largest that is published is the description of Microsoft Graph, of 32 million."""

MOST_VALUES = 8_000_000
"""Of a file whose aliases are written out, four times those of Microsoft Graph."""

FREE_VALUES = 100_000
"""What aliases may stand for in a small file, besides one value for each character of it."""


Pointer = tuple[str, ...]
"""The steps of a JSON pointer."""


@dataclass(slots=True, eq=False)
class DocumentFile:
    """A file that has been read."""

    path: Path
    text: str
    value: Any = None
    """The parsed content: dicts, lists, texts, numbers, booleans and None."""
    notes: list[str] = field(default_factory=list)
    """Warnings about its syntax, such as a key that is written twice."""
    _root: Any = None
    """The root node of a YAML text. The text is parsed a second time when the line of a value is
    needed for the first time."""

    @property
    def is_json(self) -> bool:
        """Whether the name of the file says that it is JSON; otherwise it is YAML."""
        return self.path.suffix == ".json"

    def line(self, pointer: Pointer) -> int:
        """Return the line that has the value at a JSON pointer."""
        if self.is_json:
            return json_line(self.text, pointer)
        if self._root is None:
            self._root = compose(self.text)
        return yaml_line(self._root, pointer)

    def where(self, pointer: Pointer) -> Location:
        """Return the location of the value at a JSON pointer, for messages."""
        return Location(file=str(self.path), line=self.line(pointer), owner=pointer_text(pointer))


def read_file(path: Path) -> DocumentFile:
    """Read a file of JSON or YAML.

    Raises:
        BadDocument: There is no such file; it cannot be read, is too large or nested too deeply, or
            it is not JSON or YAML.
    """
    where = Location(file=str(path))
    try:
        if not path.is_file():
            message, hint = no_such_file(str(path), displayed_path(str(path)))
            # The message names the path already, so the location is empty.
            raise BadDocument(message, where=Location(), hint=hint)
        if path.stat().st_size > LARGEST_FILE:
            raise _too_large(where, MOST_VALUES)  # the message has both limits
        # Editors on Windows write a byte order mark, which JSON does not allow (RFC 8259, 8.1).
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        message = "the file is not text in UTF-8"
        if error.object.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
            message += ", but in UTF-16"
        raise BadDocument(message, where=where, hint="save it in UTF-8") from error
    except OSError as error:
        hint = "it must be readable for this user"
        raise BadDocument(f"the file cannot be read: {error}", where=where, hint=hint) from error
    file = DocumentFile(path, text)
    file.value = _parse(file, file.notes.append)
    # Without aliases of YAML, a text has fewer values than characters. So the limit only bounds the
    # values that aliases repeat.
    _check_size(file.value, min(MOST_VALUES, FREE_VALUES + len(text)), where)
    return file


def field_of(path: Path) -> str:
    """Return the field of `ApiDocSpec` that lists files of this format, judged by the top-level
    keys of the file. The default is ``openapi``, whose reader then reports what is wrong.
    """
    try:
        keys = _top_keys(path)
    except (OSError, UnicodeDecodeError, ValueError, RecursionError):
        keys = set()  # the reader will report the error
    return _field_of_keys(keys) or "openapi"


def _field_of_keys(keys: Set[str]) -> str | None:
    """Return the field of `ApiDocSpec` for a file with some top-level keys; None if no format has
    them. ``swagger`` is the key of OpenAPI 2, which the reader of OpenAPI rejects with advice.
    """
    if {"version", "service", "groups"} <= keys:
        return "contract_document"
    field_of_key = {"asyncapi": "asyncapi", "openapi": "openapi", "swagger": "openapi"}
    for key, name in field_of_key.items():
        if key in keys:
            return name
    return None


def format_hint(value: Any, hint: str) -> str:
    """Return the hint for a file that is not in the expected format: which field it belongs to;
    `hint` if its format is not known.
    """
    if not isinstance(value, dict):
        return hint
    matching_field = _field_of_keys(value.keys())
    if matching_field is None:
        return hint
    return f"name the file in the field {matching_field!r}"


def _top_keys(path: Path) -> set[str]:
    """Return the top-level keys of a file. YAML is not parsed, which takes time for large files:
    the keys are those at the start of a line. The keys by which formats are recognized have
    lower-case letters only.
    """
    text = path.read_text(encoding="utf-8-sig")
    if path.suffix == ".json":
        value = json.loads(text)
        if isinstance(value, dict):
            return set(value)
        return set()
    keys = re.findall(r"""^(["']?)([a-z]+)\1\s*:""", text, re.MULTILINE)
    return {key for _quote, key in keys}


def _parse(file: DocumentFile, note: Note) -> Any:
    """Return the value of a file.

    Args:
        file: The file, with its text.
        note: Called with each warning about the syntax.

    Raises:
        BadDocument: The text is not JSON or YAML, or its values are nested too deeply.
    """
    where = Location(file=str(file.path))
    if not file.text.strip():
        raise BadDocument("the file is empty", where=where, hint="check the path")
    try:
        if file.is_json:
            return parse_json(file.text, note)
        return value_of_node(compose(file.text), note)
    except ImportError as error:
        raise BadDocument(
            "PyYAML, which reads YAML, is not installed",
            where=where,
            hint="pip install 'sphinxcontrib-ggdocs[documents]', or write the file as JSON",
        ) from error
    except RecursionError as error:
        raise _too_deep(where) from error
    except ValueError as error:
        kind = "JSON" if file.is_json else "YAML"
        # `msg` is the message without the position, which only `json.JSONDecodeError` has; it and
        # `YamlError` have the position in these attributes, other errors have none.
        raise BadDocument(
            f"the file is not valid {kind}: {getattr(error, 'msg', error)}",
            where=Location(
                file=str(file.path),
                line=getattr(error, "lineno", None),
                column=getattr(error, "colno", None),
            ),
            hint="correct it there",
        ) from error


def _check_size(value: Any, most: int, where: Location) -> None:
    """Check how many values a parsed file has, and how deep they are nested.

    All aliases of a YAML anchor are one value in memory. It is measured once, and counted for every
    use.

    Args:
        value: The parsed content.
        most: How many values it may have.
        where: The file, for the message.

    Raises:
        BadDocument: There are more values, or they are nested deeper than `DEEPEST`.
    """
    measured: dict[int, tuple[int, int]] = {}
    """By the identity of a dict or list: how many values it has, itself included, and its depth."""

    def measure(container: Any, level: int) -> tuple[int, int]:
        """Return how many values a dict or list has, itself included, and how deep it is.

        Args:
            container: The dict or list; another value at the top of the file.
            level: How many values contain it, plus one.
        """
        if level > DEEPEST:  # before Python's stack is exhausted
            raise _too_deep(where)
        size = 1
        depth = 1
        for child in _children(container):
            child_size = 1
            child_depth = 1
            if isinstance(child, dict | list):
                child_size, child_depth = measured.get(id(child)) or measure(child, level + 1)
            size += child_size
            depth = max(depth, child_depth + 1)
        if size > most:
            raise _too_large(where, most)
        # A value that was measured at another level may be too deep at this one. Its depth includes
        # itself, so that the deepest value in it is at the level `level + depth - 1`.
        if level + depth > DEEPEST + 1:
            raise _too_deep(where)
        measured[id(container)] = size, depth
        return size, depth

    measure(value, 1)


def _children(value: Any) -> Any:
    """Return the values of a dict, the items of a list, and nothing of another value."""
    if isinstance(value, dict):
        return value.values()
    if isinstance(value, list):
        return value
    return ()


def _too_large(where: Location, most: int) -> BadDocument:
    """Return the error for a file with too many bytes or too many values."""
    return BadDocument(
        f"the file has more than {LARGEST_FILE:,} bytes or {most:,} values with aliases expanded",
        where=where,
        hint="split it into several documents, or use references instead of aliases",
    )


def _too_deep(where: Location) -> BadDocument:
    """Return the error for a file whose values are nested too deeply."""
    return BadDocument(
        f"values are nested deeper than {DEEPEST} levels",
        where=where,
        hint="name the inner ones below components, and refer to them",
    )


def pointer_text(pointer: Iterable[str]) -> str:
    """Return the steps of a JSON pointer (RFC 6901) as a fragment: ``("paths", "/users")`` gives
    ``#/paths/~1users``.
    """
    return "#" + json_pointer(pointer)
