"""The configuration of a build, checked and read once into a frozen value."""

import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from operator import is_
from os import PathLike
from pathlib import Path
from weakref import WeakKeyDictionary

from sphinx.config import Config

from ..conf_values import CONF_VALUES, SWITCHES, ConfValues, SpecValues, slug_of
from .problems import Problem, Subtype, in_config, read_config_file, suggestion, warn

_NAMES = (*(value.name for value in CONF_VALUES), *SWITCHES)


class GgConfig(ConfValues):
    """What the values of a build's configuration say."""

    @classmethod
    def of(cls, config: Config) -> "GgConfig":
        """What they say now; `check_config` has warned."""
        values = {name: config[name] for name in _NAMES if name in config}
        if config in _read and all(map(is_, values.values(), _read[config][0])):  # every page asks
            return _read[config][1]
        read = cls.read(values)
        if config in _folders:
            read = read.without_internal_files(_folders[config])
        _read[config] = ([*values.values()], read)
        return read

    def without_internal_files(self, confdir: Path) -> "GgConfig":
        """The same without the documents whose files say that they are for others."""
        hidden = {
            slug for slug, each in self.documents.items() if files_are_for_others(each, confdir)
        }
        shown = {slug: each for slug, each in self.documents.items() if slug not in hidden}
        return self._replace(documents=shown, hidden=self.hidden | hidden)


def files_are_for_others(values: SpecValues, confdir: str | PathLike[str]) -> bool:
    """Whether the files of a document say that the whole service is for others than the audience of
    the document; of what cannot be read the document itself has an error.
    """
    if values.get("audience") is None:
        return False  # most documents; a build without work imports neither readers nor pydantic
    from ..catalog.readers import FILE_FIELDS, documents_in, name_audiences

    if not any(values.get(name) for name in FILE_FIELDS):
        return False
    from ..catalog import ApiDocSpec, ApplicationWarning
    from ..catalog.export import collected_warnings
    from ..contracts import ContractError

    try:
        spec = ApiDocSpec.model_validate({"strict": False, **documents_in(values, Path(confdir))})
        with collected_warnings(ApplicationWarning):  # which are reported when it is loaded
            return name_audiences(spec.file_fields) and not spec.is_shown
    except ContractError:
        return False


def reread(config: Config) -> None:
    """Read files again that say for whom they are; a build has begun."""
    _read.pop(config, None)


def history_folder(values: SpecValues, confdir: str | PathLike[str]) -> Path | None:
    """The folder of the snapshots of a document."""
    history = values.get("history")
    if not isinstance(history, str):
        return None
    return Path(confdir, history, *_audience_folder(values))


def _audience_folder(values: SpecValues) -> Iterator[str]:
    """The folder of the snapshots for an audience inside that of all snapshots."""
    options = values.get("app_options")
    asked = values.get("audience")
    if asked is None and isinstance(options, Mapping):
        asked = options.get("audience") or None
    if asked is not None:
        from ..contracts import ContractError
        from ..contracts.audiences import asked_names, audience_folder
        from ..contracts.contract_errors import Where

        with suppress(ContractError):  # the document has a problem of its own, then
            yield audience_folder(asked_names(asked, Where()))


def verdict_file(values: SpecValues, confdir: str | PathLike[str]) -> Path | None:
    """The file that judges the changes of a document, where ``conf.py`` names one."""
    verdicts = values.get("verdicts")
    return Path(confdir, verdicts) if isinstance(verdicts, str) else None


def verdict_stamp(values: SpecValues, confdir: str | PathLike[str]) -> str:
    """Differs when the changes of a document are judged differently."""
    folder = history_folder(values, confdir)
    if folder is None:
        return ""
    from ..verdict_files import UnreadableFile, VerdictFiles, current_day, nearest_project

    try:
        file = verdict_file(values, confdir) or nearest_project(folder)
        return VerdictFiles.read(file).stamp(current_day())
    except UnreadableFile as error:
        return str(error)


def snapshot_files(values: SpecValues, confdir: str | PathLike[str]) -> list[Path]:
    """The files of the snapshots of a document."""
    folder = history_folder(values, confdir)
    return sorted((folder / slug_of(values)).glob("*.json")) if folder is not None else []


_read: "WeakKeyDictionary[Config, tuple[list[object], GgConfig]]" = WeakKeyDictionary()
"""What was made of the values of a configuration, by these values."""

_folders: "WeakKeyDictionary[Config, Path]" = WeakKeyDictionary()
"""The folder of ``conf.py``."""

_SETTING = re.compile(r"^(ggdocs_\w+) *(?::[^=\n]+)?=", re.MULTILINE)
"""Where ``conf.py`` sets a value."""


def check_config(config: Config, confdir: str | PathLike[str]) -> None:
    """Warn of every value of the wrong form, and of names that no extension knows, which Sphinx
    ignores in silence.
    """
    _folders[config] = Path(confdir)
    for name in sorted(set(_SETTING.findall(read_config_file(confdir)))):
        if name not in config and name not in SWITCHES:
            known = sorted(value.name for value in config if value.name.startswith("ggdocs_"))
            hint = suggestion(name, known, cutoff=0.8)  # for all begin alike
            message = f"{name}: there is no such configuration value{hint}"
            warn(Problem(Subtype.CONFIG, message), in_config(confdir, name))
    for place, message, code, _slug in GgConfig.of(config).problems:
        warn(Problem(code, message), in_config(confdir, re.split(r"[.\[]", place)[0]))
