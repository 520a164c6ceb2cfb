"""Finds the files with the history of a document: its snapshots and the project's policy for
changes.
"""

from contextlib import suppress
from pathlib import Path

from .conf_values import SpecValues, slug_of


def history_folder(values: SpecValues, confdir: Path) -> Path | None:
    """Return the folder with the snapshots of a document; an audience has a folder inside."""
    history = values.get("history")
    if not isinstance(history, str):
        return None
    folder = Path(confdir, history)
    if (audience := values.get("audience")) is not None:
        from ..contracts import ContractError
        from ..contracts.audiences import audience_folder, requested_audiences
        from ..contracts.contract_errors import Location

        with suppress(ContractError):  # the document has a problem of its own, then
            folder /= audience_folder(requested_audiences(audience, Location()))
    return folder


def verdict_file(values: SpecValues, confdir: Path) -> Path | None:
    """Return the file with verdicts on changes that ``conf.py`` names."""
    verdicts = values.get("verdicts")
    if isinstance(verdicts, str):
        return Path(confdir, verdicts)
    return None


def snapshot_files(values: SpecValues, confdir: Path) -> list[Path]:
    """Return the snapshot files of a document."""
    folder = history_folder(values, confdir)
    if folder is not None:
        return sorted((folder / slug_of(values)).glob("*.json"))
    return []


def history_stamp(values: SpecValues, confdir: Path) -> str:
    """Return a digest of the released versions of a document and of the verdicts on changes."""
    folder = history_folder(values, confdir)
    if folder is None:
        return ""
    from ..project_files import UnreadableFile, nearest_project, project_table

    listed = sorted((folder / slug_of(values)).glob("*.*"))  # snapshots and their dates
    files = [(file.name, file.stat().st_mtime_ns) for file in listed]
    verdicts = ""
    try:
        file = verdict_file(values, confdir) or nearest_project(folder)
        if file is not None:
            verdicts = repr(project_table(file).get("diff"))
    except UnreadableFile as error:
        verdicts = str(error)
    return repr((files, verdicts))
