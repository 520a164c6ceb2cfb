"""Finds the files with the history of a document: its snapshots (the contract documents of released
versions), and the project's verdicts on changes, a table ``[tool.ggdocs.diff]``.
"""

from contextlib import suppress
from pathlib import Path

from .conf_values import SpecValues, slug_of


def history_folder(values: SpecValues, confdir: Path) -> Path | None:
    """Return the folder with the released versions of a document; None without ``history``. The
    versions for an audience are in a folder of their own below it.
    """
    history = values.get("history")
    if not isinstance(history, str):
        return None
    folder = Path(confdir, history)
    audience = values.get("audience")
    if audience is not None:
        from ..contracts import ContractError
        from ..contracts.audiences import audience_folder, requested_audiences
        from ..contracts.contract_errors import Location

        with suppress(ContractError):  # a wrong audience is reported when the document is loaded
            folder /= audience_folder(requested_audiences(audience, Location()))
    return folder


def verdict_file(values: SpecValues, confdir: Path) -> Path | None:
    """Return the file with the project's verdicts on changes, if ``conf.py`` names one."""
    verdicts = values.get("verdicts")
    if isinstance(verdicts, str):
        return Path(confdir, verdicts)
    return None


def snapshot_files(values: SpecValues, confdir: Path) -> list[Path]:
    """Return the files with the released versions of a document (snapshots), sorted by name."""
    folder = history_folder(values, confdir)
    if folder is not None:
        return sorted((folder / slug_of(values)).glob("*.json"))
    return []


def history_stamp(values: SpecValues, confdir: Path) -> str:
    """Return a text that changes if the released versions of a document or the verdicts on changes
    do; empty without ``history``.
    """
    folder = history_folder(values, confdir)
    if folder is None:
        return ""
    from ..project_files import UnreadableFile, nearest_project, project_table

    # Snapshots, and the files with their dates of release.
    history_files = sorted((folder / slug_of(values)).glob("*.*"))
    times_by_name = [(file.name, file.stat().st_mtime_ns) for file in history_files]
    verdicts = ""
    try:
        # By default, the verdicts are in the nearest ``pyproject.toml``.
        file = verdict_file(values, confdir) or nearest_project(folder)
        if file is not None:
            verdicts = repr(project_table(file).get("diff"))
    except UnreadableFile as error:  # reported when the document is loaded
        verdicts = str(error)
    return repr((times_by_name, verdicts))
