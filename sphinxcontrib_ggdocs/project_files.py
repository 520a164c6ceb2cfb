"""Finds and reads the ``pyproject.toml`` of a project: its table ``[tool.ggdocs]``, which also has
its policy for changes.
"""

import os
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from .value_messages import no_such_file

PYPROJECT = "pyproject.toml"
SOURCES = "src"
"""The folder of packages in a project with the src layout, unless ``python_path`` names others."""


class UnreadableFile(Exception):
    """A file of a project cannot be read; the text says which one, and why."""


def nearest_project(folder: Path) -> Path | None:
    """Return the nearest ``pyproject.toml`` that has a table ``[tool.ggdocs]``, in a folder or
    above it; None if there is none.

    Raises:
        UnreadableFile: That file cannot be read, or one that is nearer.
    """
    for file in project_files(folder):
        if project_table(file):
            return file
    return None


def project_files(folder: Path) -> Iterator[Path]:
    """Yield every ``pyproject.toml`` in a folder and above it, the nearest first."""
    nearest = folder.absolute()
    for parent in (nearest, *nearest.parents):
        file = parent / PYPROJECT
        if file.is_file():
            yield file


def project_table(file: Path) -> Mapping[str, Any]:
    """Return the table ``[tool.ggdocs]`` of a ``pyproject.toml``; empty without one.

    Raises:
        UnreadableFile: The file cannot be read, or ``tool.ggdocs`` is not a table.
    """
    tool = read_toml(file).get("tool", {})
    table = tool.get("ggdocs", {}) if isinstance(tool, dict) else tool
    if not isinstance(table, dict):
        raise UnreadableFile(
            f"{file}: tool.ggdocs is not a table; write [tool.ggdocs] and keys below it"
        )
    return table


def read_toml(file: Path) -> Mapping[str, Any]:
    """Return the content of a TOML file.

    Raises:
        UnreadableFile: The file does not exist, cannot be read, or is not TOML.
    """
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UnreadableFile(f"{file} is not valid TOML: {error}") from error
    except OSError as error:
        message = f"{file} cannot be read: {error.strerror}"
        if not file.is_file():
            message = "; ".join(no_such_file(str(file)))
        raise UnreadableFile(message) from error


def import_folders(folders: Sequence[Path], python_path: object) -> list[Path]:
    """Return the folders that contracts are imported from: those of ``python_path``; without this
    setting, each folder ``src`` that exists.

    Args:
        folders: The folder of ``pyproject.toml``, which ``python_path`` is relative to, then others
            that may have a folder ``src``.
        python_path: The setting in the table ``[tool.ggdocs]``, not validated yet; None without it.
    """
    if isinstance(python_path, list):
        project = folders[0]
        return [project / path for path in python_path if isinstance(path, str)]
    import_from: list[Path] = []
    if python_path is None:  # another value is invalid, which the validation of the table reports
        for folder in folders:
            sources = folder / SOURCES
            if sources.is_dir():
                import_from.append(sources)
    return import_from


def extend_path(folders: Sequence[Path]) -> None:
    """Insert folders into ``sys.path`` in the given order, behind the folders of ``PYTHONPATH``,
    which the user has set for this run. Folders that ``sys.path`` already has stay where they are.
    """
    position = _end_of_python_path()
    # All are inserted at one position, where each pushes the earlier ones back: so the last folder
    # comes first.
    for folder in reversed(folders):
        path = str(folder.resolve())
        if path not in sys.path:
            sys.path.insert(position, path)


def _end_of_python_path() -> int:
    """Return the index in ``sys.path`` behind the last folder that is in ``PYTHONPATH``; 0 if
    there is none.
    """
    python_path: set[Path] = set()
    for name in os.environ.get("PYTHONPATH", "").split(os.pathsep):
        if name:
            python_path.add(Path(name).resolve())
    end = 0
    for position, name in enumerate(sys.path):
        # An empty name is the working folder, wherever that is.
        if name and Path(name).resolve() in python_path:
            end = position + 1
    return end
