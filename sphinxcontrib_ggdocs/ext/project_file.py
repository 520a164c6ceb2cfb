"""Reads the documents of ``pyproject.toml`` where ``ggdocs_docs`` names that file."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sphinx.config import Config
from sphinx.errors import ConfigError

from ..project_files import UnreadableFile, extend_path, import_folders, project_table
from .config import in_config

_SUFFIX = ".toml"
_OF_SITES = frozenset(
    {
        "audience",
        "branding",
        "diff",
        "docs",
        "outDir",
        "out_dir",
        "pythonPath",
        "python_path",
        "without",
    }
)
"""Keys of the table that are none of a document."""


def read_project_file(config: Config, confdir: Path) -> None:
    """Replace the path of a ``pyproject.toml`` by the documents of its table ``[tool.ggdocs]``,
    whose look and import folders hold, too, unless ``conf.py`` has its own look.

    Before Sphinx compares the configuration with that of the last build, so that a change of the
    file is one of the configuration.

    Raises:
        ConfigError: The file cannot be read, or has no documents.
    """
    name = config.ggdocs_docs
    if isinstance(name, list) and len(name) == 1:  # from the command line, -D ggdocs_docs=FILE
        (name,) = name
    if not isinstance(name, str) or not name.endswith(_SUFFIX):
        return
    # Here: other builds need neither this package nor what it imports.
    from ..catalog.readers import documents_of

    file = Path(os.path.normpath(confdir / name))
    try:
        table = project_table(file)
    except UnreadableFile as error:
        raise ConfigError(f"{in_config(confdir, 'ggdocs_docs')}: {error}") from None
    # Seen from the folder of ``conf.py``, as its own paths are.
    folder = Path(os.path.relpath(file.parent, confdir))
    values = documents_of(table, folder, folder / file.name)
    # A single document has its fields in the table itself.
    docs = values.get("docs") or {key: values[key] for key in values.keys() - _OF_SITES}
    if isinstance(docs, dict) and docs.keys() <= {"title"}:
        raise ConfigError(
            f"{in_config(confdir, 'ggdocs_docs')}: {file} has no documents\n"
            "  hint: add tables [[tool.ggdocs.docs]] with slug, title and contents"
        )
    config.ggdocs_docs = docs
    _read_look(config, table, folder)
    python_path = table.get("python_path", table.get("pythonPath"))
    extend_path([*import_folders([file.parent], python_path), file.parent])


def _read_look(config: Config, table: Mapping[str, Any], folder: Path) -> None:
    """Set the look and the left-out parts of the table, where ``conf.py`` sets none."""
    branding = table.get("branding")
    if not config.ggdocs_branding and isinstance(branding, Mapping):
        config.ggdocs_branding = _with_logo(branding, folder)
    if not config.ggdocs_without and "without" in table:
        config.ggdocs_without = table["without"]


def _with_logo(branding: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return a look whose logo, if it is a file, is named from the folder of ``conf.py``."""
    look = dict(branding)
    for name in ("logo_url", "logoUrl"):
        logo = look.get(name)
        if isinstance(logo, str) and "://" not in logo and not logo.startswith(("/", "data:")):
            look[name] = str(folder / logo)
    return look
