"""Reads the documents of a ``pyproject.toml`` if ``ggdocs_docs`` is the path of that file."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sphinx.config import Config
from sphinx.errors import ConfigError

from ..project_files import UnreadableFile, extend_path, import_folders, project_table
from .config import in_config

_SUFFIX = ".toml"
_SITE_KEYS = frozenset(
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
"""Keys of the table ``[tool.ggdocs]`` that concern the whole site, and not a document."""


def read_project_file(config: Config, confdir: Path) -> None:
    """If ``ggdocs_docs`` is the path of a ``pyproject.toml``, replace it by the documents in the
    table ``[tool.ggdocs]`` of that file, and apply the branding and import folders of the table.

    This has to run before Sphinx compares the configuration with that of the last build, so that a
    change of the file counts as a change of the configuration.

    Raises:
        ConfigError: The file cannot be read, or has no documents.
    """
    path = config.ggdocs_docs
    if isinstance(path, list) and len(path) == 1:  # from the command line, -D ggdocs_docs=FILE
        (path,) = path
    if not isinstance(path, str) or not path.endswith(_SUFFIX):
        return
    # Imported here, since other builds do not need it.
    from ..catalog.readers import with_paths_of_project

    file = Path(os.path.normpath(confdir / path))
    try:
        table = project_table(file)
    except UnreadableFile as error:
        raise ConfigError(f"{in_config(confdir, 'ggdocs_docs')}: {error}") from None
    # Paths in ``conf.py`` are relative to its folder, so those of the table become so, too.
    folder = Path(os.path.relpath(file.parent, confdir))
    values = with_paths_of_project(table, folder, folder / file.name)
    # If there is only one document, its fields are in the table itself.
    docs = values.get("docs") or {key: values[key] for key in values.keys() - _SITE_KEYS}
    if isinstance(docs, dict) and docs.keys() <= {"title"}:  # without any contents
        raise ConfigError(
            f"{in_config(confdir, 'ggdocs_docs')}: {file} has no documents\n"
            "  hint: add tables [[tool.ggdocs.docs]] with slug, title and contents"
        )
    config.ggdocs_docs = docs
    _apply_site_options(config, table, folder)
    python_path = table.get("python_path", table.get("pythonPath"))
    # Modules next to the file can be imported, too.
    extend_path([*import_folders([file.parent], python_path), file.parent])


def _apply_site_options(config: Config, table: Mapping[str, Any], folder: Path) -> None:
    """Set the branding and the left-out parts to those of the table, unless ``conf.py`` sets them.

    Args:
        config: The configuration to change.
        table: The table ``[tool.ggdocs]``.
        folder: The folder of the file, relative to that of ``conf.py``.
    """
    branding = table.get("branding")
    if not config.ggdocs_branding and isinstance(branding, Mapping):
        config.ggdocs_branding = _with_logo(branding, folder)
    if not config.ggdocs_without and "without" in table:
        config.ggdocs_without = table["without"]


def _with_logo(branding: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return the branding with the path of a logo that is a file relative to the folder of
    ``conf.py``.

    Args:
        branding: The branding in the table, whose paths are relative to its file.
        folder: The folder of the file, relative to that of ``conf.py``.
    """
    copied = dict(branding)
    for name in ("logo_url", "logoUrl"):
        logo = copied.get(name)
        if not isinstance(logo, str):
            continue
        is_relative_path = "://" not in logo and not logo.startswith(("/", "data:"))
        if is_relative_path:
            copied[name] = str(folder / logo)
    return copied
