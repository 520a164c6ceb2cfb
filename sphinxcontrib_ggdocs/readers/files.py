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
from ..json_text import DEEPEST, Note, json_line, parse_json
from ..value_messages import no_such_file
from .yaml_text import compose, values_of, yaml_line

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
    notes: list[str] = field(default_factory=list)
    """What is wrong with it as a text."""
    _root: Any = None
    """The nodes of YAML, which are parsed again when the line of a value is needed."""

    @property
    def is_json(self) -> bool:
        """Whether it is JSON by its name."""
        return self.path.suffix == ".json"

    def line(self, pointer: Pointer) -> int:
        """Return the line of a place in it."""
        if self.is_json:
            return json_line(self.text, pointer)
        if self._root is None:
            self._root = compose(self.text)
        return yaml_line(self._root, pointer)

    def where(self, pointer: Pointer) -> Location:
        """Return the place of a value, for messages."""
        return Location(file=str(self.path), line=self.line(pointer), owner=pointer_text(pointer))


def read_file(path: Path) -> DocumentFile:
    """Read a file of JSON or YAML.

    Raises:
        BadDocument: There is no such file, or it is not a document.
    """
    where = Location(file=str(path))
    try:
        if not path.is_file():
            message, hint = no_such_file(str(path), displayed_path(str(path)))
            raise BadDocument(message, where=Location(), hint=hint)
        if path.stat().st_size > LARGEST_FILE:
            raise _too_large(where, MOST_VALUES)
        # Editors on Windows write a byte order mark, which JSON does not allow (RFC 8259, 8.1).
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        is_utf_16 = error.object.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
        message = f"the file is not text in UTF-8{', but in UTF-16' if is_utf_16 else ''}"
        raise BadDocument(message, where=where, hint="save it in UTF-8") from error
    except OSError as error:
        hint = "it must be readable for this user"
        raise BadDocument(f"the file cannot be read: {error}", where=where, hint=hint) from error
    file = DocumentFile(path, text)
    file.value = _parsed(file, file.notes.append)
    # A value takes two characters at least, so that only aliases make more.
    _check_size(file.value, min(MOST_VALUES, FREE_VALUES + len(text)), where)
    return file


def field_of(path: Path) -> str:
    """Return the field of `ApiDocSpec` that a file is for, by its first keys; ``openapi`` where
    none of them decides, whose reader reports what is wrong.
    """
    try:
        keys = _top_keys(path)
    except (OSError, UnicodeDecodeError, ValueError, RecursionError):
        keys = set()
    return _field_of_keys(keys) or "openapi"


def _field_of_keys(keys: Set[str]) -> str | None:
    if {"version", "service", "groups"} <= keys:
        return "contract_document"
    field_of_key = {"asyncapi": "asyncapi", "openapi": "openapi", "swagger": "openapi"}
    for key, name in field_of_key.items():
        if key in keys:
            return name
    return None


def format_hint(value: Any, hint: str) -> str:
    """Return the hint for a file that is not of the wanted format: the field that it is for; else
    `hint`.
    """
    field = _field_of_keys(value.keys()) if isinstance(value, dict) else None
    if field:
        return f"name the file in the field {field!r}"
    return hint


def _top_keys(path: Path) -> set[str]:
    """Return the keys of the object that a file is; of YAML those at the start of a line."""
    text = path.read_text(encoding="utf-8-sig")
    if path.suffix == ".json":
        value = json.loads(text)
        if isinstance(value, dict):
            return set(value)
        return set()
    keys = re.findall(r"""^(["']?)([a-z]+)\1\s*:""", text, re.MULTILINE)
    return {key for _quote, key in keys}


def _parsed(file: DocumentFile, note: Note) -> Any:
    where = Location(file=str(file.path))
    if not file.text.strip():
        raise BadDocument("the file is empty", where=where, hint="check the path")
    try:
        if file.is_json:
            return parse_json(file.text, note)
        return values_of(compose(file.text), note)
    except ImportError as error:
        raise BadDocument(
            "PyYAML, which reads YAML, is not installed",
            where=where,
            hint="pip install 'sphinxcontrib-ggdocs[documents]', or write the file as JSON",
        ) from error
    except RecursionError as error:
        raise _too_deep(where) from error
    except ValueError as error:  # of JSON, or a `YamlError`
        kind = "JSON" if file.is_json else "YAML"
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
    """Check how many values there are, and how deep they are nested.

    Aliases are one value in memory, so that each is measured once, and counted for every use.
    """
    measured: dict[int, tuple[int, int]] = {}

    def measure(item: Any, level: int) -> tuple[int, int]:
        if level > DEEPEST:
            raise _too_deep(where)
        size, depth = 1, 1
        for part in _parts(item):
            inner = (1, 1)
            if isinstance(part, dict | list):
                inner = measured.get(id(part)) or measure(part, level + 1)
            size, depth = size + inner[0], max(depth, inner[1] + 1)
        if size > most:
            raise _too_large(where, most)
        if level + depth > DEEPEST + 1:
            raise _too_deep(where)
        measured[id(item)] = size, depth
        return size, depth

    measure(value, 1)


def _parts(value: Any) -> Any:
    if isinstance(value, dict):
        return value.values()
    if isinstance(value, list):
        return value
    return ()


def _too_large(where: Location, most: int) -> BadDocument:
    return BadDocument(
        f"the file has more than {LARGEST_FILE:,} bytes or {most:,} values with aliases expanded",
        where=where,
        hint="split it into several documents, or use references instead of aliases",
    )


def _too_deep(where: Location) -> BadDocument:
    return BadDocument(
        f"values are nested deeper than {DEEPEST} levels",
        where=where,
        hint="name the inner ones below components, and refer to them",
    )


def listed(value: Any) -> list[Any]:
    """Return a list; an empty one in the place of another value."""
    return value if isinstance(value, list) else []


def pointer_text(pointer: Iterable[str]) -> str:
    """Return a JSON pointer (RFC 6901) as a fragment: ``#/paths/~1users``."""
    steps = (step.replace("~", "~0").replace("/", "~1") for step in pointer)
    return "#" + "".join(f"/{step}" for step in steps)
