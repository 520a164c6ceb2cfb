"""The files in which a project judges changes: the table ``[tool.ggdocs.diff]`` of a
``pyproject.toml``, and the file of accepted changes that it names.
"""

import os
import tomllib
from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NamedTuple, Self

from ..value_messages import no_such_file

PYPROJECT = "pyproject.toml"


class UnreadableFile(Exception):
    """A file of a project cannot be read; the text says which one, and why."""


class VerdictFiles(NamedTuple):
    """What a project has written of changes, not checked."""

    file: Path | None = None
    """The file with the table; None if the project has none."""
    table: Mapping[str, Any] = {}
    """The table ``[tool.ggdocs.diff]``."""
    accepted_file: Path | None = None
    accepted: Mapping[str, Any] = {}
    """The content of the file of accepted changes."""

    @classmethod
    def read(cls, file: Path | None, accepted: Path | None = None) -> Self:
        """Read a ``pyproject.toml``, and the file of accepted changes that it names.

        Args:
            file: The file with the table; None if the project has none.
            accepted: The file of accepted changes, instead of the one that the table names.

        Raises:
            UnreadableFile: One of them cannot be read.
        """
        table = project_table(file).get("diff", {}) if file is not None else {}
        name = table.get("accepted") if isinstance(table, Mapping) else None
        if accepted is None and file is not None and isinstance(name, str):
            accepted = file.parent / name
        content = read_toml(accepted) if accepted is not None else {}
        return cls(file, table, accepted, content)

    def stamp(self, day: date) -> str:
        """Differs when the verdicts of that day do."""
        entries = self.accepted.get("accepted")
        expiries = [
            str(entry["expires"]) <= str(day)
            for entry in (entries if isinstance(entries, list) else ())
            if isinstance(entry, Mapping) and "expires" in entry
        ]
        return repr((self.table, self.accepted, expiries))


def nearest_project(folder: Path) -> Path | None:
    """The nearest ``pyproject.toml`` with a table ``[tool.ggdocs]``, in a folder or above it.

    Raises:
        UnreadableFile: One on the way cannot be read.
    """
    return next((file for file in project_files(folder) if project_table(file)), None)


def project_files(folder: Path) -> Iterator[Path]:
    """The files of that name in a folder and above it, the nearest first."""
    here = folder.absolute()
    files = (parent / PYPROJECT for parent in (here, *here.parents))
    return (file for file in files if file.is_file())


def project_table(file: Path) -> Mapping[str, Any]:
    """The table ``[tool.ggdocs]`` of a file; empty without one.

    Raises:
        UnreadableFile: The file cannot be read, or this is no table.
    """
    tool = read_toml(file).get("tool", {})
    table = tool.get("ggdocs", {}) if isinstance(tool, dict) else tool
    if not isinstance(table, dict):
        raise UnreadableFile(
            f"{file}: tool.ggdocs is not a table; write [tool.ggdocs] and keys below it"
        )
    return table


def read_toml(file: Path) -> Mapping[str, Any]:
    """The content of a file.

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


def current_day() -> date:
    """Today; that of ``SOURCE_DATE_EPOCH``, where a build has to be reproducible."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch.isdecimal():
        return datetime.fromtimestamp(int(epoch), UTC).date()
    return datetime.now(UTC).date()
