"""The configuration of a build, checked and read once into a frozen value."""

import re
from operator import is_
from os import PathLike
from pathlib import Path
from weakref import WeakKeyDictionary

from sphinx.config import Config

from ..conf_files import files_are_for_others, in_config, read_config_file
from ..conf_values import CONF_VALUES, EXPORTERS, ConfValues
from ..value_messages import suggestion
from .document_store import Problem
from .problems import Subtype, warn

_NAMES = (*(value.name for value in CONF_VALUES), *EXPORTERS)


class GgConfig(ConfValues):
    """What the values of a build's configuration say."""

    @classmethod
    def of(cls, config: Config) -> "GgConfig":
        """What they say now; `check_config` has warned."""
        values = {name: config[name] for name in _NAMES if name in config}
        if config in _read and all(map(is_, values.values(), _read[config][0])):  # every page asks
            return _read[config][1]
        written = cls.read(values)
        shown = written.without_internal_files(_folders.get(config))
        _read[config] = ([*values.values()], shown, written)
        return shown

    def without_internal_files(self, confdir: Path | None) -> "GgConfig":
        """The same without the documents whose files say that they are for others."""
        if confdir is None:
            return self
        hidden = {
            slug for slug, values in self.documents.items() if files_are_for_others(values, confdir)
        }
        shown = {slug: values for slug, values in self.documents.items() if slug not in hidden}
        return self._replace(documents=shown, hidden=self.hidden | hidden)


def reread(config: Config) -> None:
    """Read files again that say for whom they are; a build has begun."""
    if config in _read:
        values, _shown, written = _read[config]
        shown = written.without_internal_files(_folders.get(config))
        _read[config] = (values, shown, written)


# Outside of the configuration: Sphinx pickles what its attributes hold with the environment.
_read: "WeakKeyDictionary[Config, tuple[list[object], GgConfig, GgConfig]]" = WeakKeyDictionary()
"""What was made of the values of a configuration, by these values: what is shown, and all."""

_folders: "WeakKeyDictionary[Config, Path]" = WeakKeyDictionary()
"""The folder of ``conf.py``."""

_SETTING = re.compile(r"^(\w+) *(?::[^=\n]+)?=(?!=)", re.MULTILINE)
"""Where ``conf.py`` sets a value."""


def check_config(config: Config, confdir: str | PathLike[str]) -> None:
    """Warn of every value of the wrong form, and of names that no extension knows, which Sphinx
    ignores in silence.
    """
    _folders[config] = Path(confdir)
    # The text of the file, for Sphinx keeps the values of names that no extension has registered in
    # a private attribute only.
    known = sorted(value.name for value in config if value.name.startswith("ggdocs_"))
    for name in sorted(set(_SETTING.findall(read_config_file(confdir)))):
        hint = suggestion(name.lower(), known, cutoff=0.8)  # for all begin alike
        is_ours = name.startswith("ggdocs_") or "did you mean" in hint
        if is_ours and name not in config and name not in EXPORTERS:
            message = f"{name}: there is no such configuration value{hint}"
            warn(Problem(Subtype.CONFIG, message), in_config(confdir, name))
    for place, message, code, _slug in GgConfig.of(config).problems:
        warn(Problem(code, message), in_config(confdir, re.split(r"[.\[]", place)[0]))
