"""Checks the configuration of a build and reads it into a frozen value."""

import re
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.config import Config
from sphinx.errors import ConfigError

from ..value_messages import suggestion
from .conf_values import CONF_VALUES, EXPORTERS, ConfValues, SpecValues, WrongConf
from .problems import Problem, Subtype, warn

if TYPE_CHECKING:
    from ..catalog import Branding

_NAMES = (*(value.name for value in CONF_VALUES), *EXPORTERS)

_SETTING = re.compile(r"^(\w+) *(?::[^=\n]+)?=(?!=)", re.MULTILINE)
"""Where ``conf.py`` sets a value."""


def conf_values(config: Config) -> ConfValues:
    """Read the configuration values, which `check_config` has checked."""
    return ConfValues.read({name: config[name] for name in _NAMES if name in config})


def check_config(config: Config, confdir: str | PathLike[str]) -> None:
    """Check all values, and warn of names that no extension knows, which Sphinx ignores in silence.

    Raises:
        ConfigError: Values have the wrong form.
    """
    # The text of the file, for Sphinx keeps the values of names that no extension has registered in
    # a private attribute only.
    known = sorted(value.name for value in config if value.name.startswith("ggdocs_"))
    for name in sorted(set(_SETTING.findall(_config_text(confdir)))):
        hint = suggestion(name.lower(), known, cutoff=0.8)  # for all begin alike
        is_ours = name.startswith("ggdocs_") or "did you mean" in hint
        if is_ours and name not in config and name not in EXPORTERS:
            message = f"{name}: there is no such configuration value{hint}"
            warn(Problem(Subtype.CONFIG, message), in_config(confdir, name))
    try:
        branding_of(conf_values(config), confdir)
    except WrongConf as wrong:
        lines: list[str] = []
        for problem in wrong.problems:
            name = re.split(r"[.\[]", problem.place)[0]
            lines.append(f"{in_config(confdir, name)}: {problem}")
        raise ConfigError("\n".join(lines)) from None
    except ValueError as error:
        raise ConfigError(f"{in_config(confdir, 'ggdocs_branding')}: {error}") from None


def branding_of(values: ConfValues, confdir: str | PathLike[str]) -> "Branding | None":
    """Return the look of the UI; a logo that is a file is named by its full path.

    Raises:
        ValueError: A field is wrong.
    """
    if not values.branding:
        return None
    from ..catalog import Branding, SpecError
    from ..catalog.branding import with_logo_of
    from ..catalog.spec_errors import text_at

    try:
        return Branding.model_validate(with_logo_of(Path(confdir), values.branding))
    except SpecError as error:
        raise ValueError(text_at(error, "ggdocs_branding")) from None


def in_config(confdir: str | PathLike[str], key: str) -> str:
    """Return the place in ``conf.py`` where a value is set."""
    lines = enumerate(_config_text(confdir).splitlines(), 1)
    line = next((number for number, text in lines if text.lstrip().startswith(key)), 1)
    return f"{Path(confdir, 'conf.py')}:{line}"


def _config_text(confdir: str | PathLike[str]) -> str:
    """Return the text of ``conf.py``; empty without such a file."""
    file = Path(confdir, "conf.py")
    if file.is_file():
        return file.read_text(encoding="utf-8", errors="replace")
    return ""


def without_internal_files(values: ConfValues, confdir: Path) -> ConfValues:
    """Leave out the documents whose files say that they are for others."""
    hidden = {
        slug
        for slug, document in values.documents.items()
        if files_are_for_others(document, confdir)
    }
    shown = {slug: document for slug, document in values.documents.items() if slug not in hidden}
    return values._replace(documents=shown, hidden=values.hidden | hidden)


def files_are_for_others(values: SpecValues, confdir: Path) -> bool:
    """Return whether the files of a document are for other audiences than that of the document."""
    if values.get("audience") is None:
        return False
    from ..catalog import ApiDocSpec, ApplicationWarning
    from ..catalog.export import collected_warnings
    from ..catalog.readers import FILE_FIELDS, documents_in, name_audiences
    from ..contracts import ContractError

    if not any(values.get(name) for name in FILE_FIELDS):
        return False
    try:
        spec = ApiDocSpec.model_validate({"strict": False, **documents_in(values, confdir)})
        with collected_warnings(ApplicationWarning):  # which are reported when it is loaded
            return name_audiences(spec.file_fields) and not spec.is_shown
    except ContractError:
        return False
