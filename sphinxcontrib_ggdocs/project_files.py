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
    """Return the nearest ``pyproject.toml`` with a table ``[tool.ggdocs]``, in a folder or above
    it.

    Raises:
        UnreadableFile: One on the way cannot be read.
    """
    return next((file for file in project_files(folder) if project_table(file)), None)


def project_files(folder: Path) -> Iterator[Path]:
    """Return the files of that name in a folder and above it, the nearest first."""
    here = folder.absolute()
    files = (parent / PYPROJECT for parent in (here, *here.parents))
    return (file for file in files if file.is_file())


def project_table(file: Path) -> Mapping[str, Any]:
    """Return the table ``[tool.ggdocs]`` of a file; empty without one.

    Raises:
        UnreadableFile: The file cannot be read, or this is not a table.
    """
    tool = read_toml(file).get("tool", {})
    table = tool.get("ggdocs", {}) if isinstance(tool, dict) else tool
    if not isinstance(table, dict):
        raise UnreadableFile(
            f"{file}: tool.ggdocs is not a table; write [tool.ggdocs] and keys below it"
        )
    return table


def read_toml(file: Path) -> Mapping[str, Any]:
    """Return the content of a file.

    Raises:
        UnreadableFile: There is none, or it is not TOML.
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


def import_folders(places: Sequence[Path], python_path: object) -> list[Path]:
    """Return the folders of ``python_path``; without it the folders of sources that there are.

    Args:
        places: The folder of the file, then others with sources.
        python_path: What the table says.
    """
    if isinstance(python_path, list):
        return [places[0] / path for path in python_path if isinstance(path, str)]
    sources = (place / SOURCES for place in places)
    return [place for place in sources if python_path is None and place.is_dir()]


def extend_path(folders: Sequence[Path]) -> None:
    """Add folders to ``sys.path``, the first one to be searched first; after those of
    ``PYTHONPATH``, which somebody has named for this run.
    """
    written = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    named = {Path(name).resolve() for name in written if name}
    position = 0
    for number, place in enumerate(sys.path, 1):
        if place and Path(place).resolve() in named:
            position = number
    # Each is put before the others.
    for folder in reversed([str(folder.resolve()) for folder in folders]):
        if folder not in sys.path:
            sys.path.insert(position, folder)
