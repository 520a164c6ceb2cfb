"""``conf.py``, and the files that a document of it names: its snapshots, those that judge its
changes, and those that it is read from.

Imports what needs pydantic where a document asks for it, since builds without work do not.
"""

from collections.abc import Iterator
from contextlib import suppress
from os import PathLike
from pathlib import Path

from .conf_values import SpecValues, slug_of
from .verdict_files import UnreadableFile, VerdictFiles, current_day, nearest_project


def history_folder(values: SpecValues, confdir: str | PathLike[str]) -> Path | None:
    """The folder of the snapshots of a document."""
    history = values.get("history")
    if not isinstance(history, str):
        return None
    return Path(confdir, history, *_audience_folder(values))


def _audience_folder(values: SpecValues) -> Iterator[str]:
    """The folder of the snapshots for an audience inside that of all snapshots."""
    if (audience := values.get("audience")) is not None:
        from .contracts import ContractError
        from .contracts.audiences import asked_names, audience_folder
        from .contracts.contract_errors import Where

        with suppress(ContractError):  # the document has a problem of its own, then
            yield audience_folder(asked_names(audience, Where()))


def verdict_file(values: SpecValues, confdir: str | PathLike[str]) -> Path | None:
    """The file that judges the changes of a document, where ``conf.py`` names one."""
    verdicts = values.get("verdicts")
    return Path(confdir, verdicts) if isinstance(verdicts, str) else None


def verdict_stamp(values: SpecValues, confdir: str | PathLike[str]) -> str:
    """Differs when the changes of a document are judged differently."""
    folder = history_folder(values, confdir)
    if folder is None:
        return ""
    try:
        file = verdict_file(values, confdir) or nearest_project(folder)
        return VerdictFiles.read(file).stamp(current_day())
    except UnreadableFile as error:
        return str(error)


def snapshot_files(values: SpecValues, confdir: str | PathLike[str]) -> list[Path]:
    """The files of the snapshots of a document."""
    folder = history_folder(values, confdir)
    return sorted((folder / slug_of(values)).glob("*.json")) if folder is not None else []


def files_are_for_others(values: SpecValues, confdir: str | PathLike[str]) -> bool:
    """Whether the files of a document say that the whole service is for others than the audience of
    the document; of what cannot be read the document itself has an error.
    """
    if values.get("audience") is None:
        return False  # most documents; a build without work imports neither readers nor pydantic
    from .catalog.readers import FILE_FIELDS, documents_in, name_audiences

    if not any(values.get(name) for name in FILE_FIELDS):
        return False
    from .catalog import ApiDocSpec, ApplicationWarning
    from .catalog.export import collected_warnings
    from .contracts import ContractError

    try:
        spec = ApiDocSpec.model_validate({"strict": False, **documents_in(values, Path(confdir))})
        with collected_warnings(ApplicationWarning):  # which are reported when it is loaded
            return name_audiences(spec.file_fields) and not spec.is_shown
    except ContractError:
        return False


def in_config(confdir: str | PathLike[str], key: str) -> str:
    """The place where a value is set in ``conf.py``, as far as that can be seen."""
    lines = enumerate(read_config_file(confdir).splitlines(), 1)
    line = next((number for number, text in lines if text.lstrip().startswith(key)), 1)
    return f"{Path(confdir, 'conf.py')}:{line}"


def read_config_file(confdir: str | PathLike[str]) -> str:
    """The text of ``conf.py``; nothing where the command line alone configures."""
    file = Path(confdir, "conf.py")
    return file.read_text(encoding="utf-8", errors="replace") if file.is_file() else ""
