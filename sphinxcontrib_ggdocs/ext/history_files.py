"""The files that the history of a document comes from: its snapshots, and those that judge its
changes.
"""

from contextlib import suppress
from pathlib import Path

from ..verdict_files import UnreadableFile, VerdictFiles, current_day, nearest_project
from .conf_values import SpecValues, slug_of


def history_folder(values: SpecValues, confdir: Path) -> Path | None:
    """The folder of the snapshots of a document; for an audience it is inside that of all."""
    history = values.get("history")
    if not isinstance(history, str):
        return None
    folder = Path(confdir, history)
    if (audience := values.get("audience")) is not None:
        from ..contracts import ContractError
        from ..contracts.audiences import asked_names, audience_folder
        from ..contracts.contract_errors import Where

        with suppress(ContractError):  # the document has a problem of its own, then
            folder /= audience_folder(asked_names(audience, Where()))
    return folder


def verdict_file(values: SpecValues, confdir: Path) -> Path | None:
    """The file that judges the changes of a document, where ``conf.py`` names one."""
    verdicts = values.get("verdicts")
    return Path(confdir, verdicts) if isinstance(verdicts, str) else None


def snapshot_files(values: SpecValues, confdir: Path) -> list[Path]:
    """The files of the snapshots of a document."""
    folder = history_folder(values, confdir)
    return sorted((folder / slug_of(values)).glob("*.json")) if folder is not None else []


def history_stamp(values: SpecValues, confdir: Path) -> str:
    """Differs when the released versions of a document do, or what its changes are judged by."""
    folder = history_folder(values, confdir)
    if folder is None:
        return ""
    files = [(file.name, file.stat().st_mtime_ns) for file in snapshot_files(values, confdir)]
    try:
        file = verdict_file(values, confdir) or nearest_project(folder)
        verdicts = VerdictFiles.read(file).stamp(current_day())
    except UnreadableFile as error:
        verdicts = str(error)
    return repr((files, verdicts))
