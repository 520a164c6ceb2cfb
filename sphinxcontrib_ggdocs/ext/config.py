"""Checks the configuration of a build, with places in ``conf.py``, and reads its branding."""

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
"""An assignment at the beginning of a line of ``conf.py``; the group is the name."""


def conf_values(config: Config) -> ConfValues:
    """Return the configuration values of this extension, which `check_config` has checked."""
    return ConfValues.read({name: config[name] for name in _NAMES if name in config})


def check_config(config: Config, confdir: str | PathLike[str]) -> None:
    """Check all configuration values, and warn of unknown names, which Sphinx ignores silently.

    Raises:
        ConfigError: Values have the wrong type or format.
    """
    # Sphinx keeps values of unregistered names in a private attribute only, hence the text of the
    # file.
    known_names = sorted(value.name for value in config if value.name.startswith("ggdocs_"))
    for name in sorted(set(_SETTING.findall(_config_text(confdir)))):
        # All names begin with the same word, so only very similar ones are suggested.
        hint = suggestion(name.lower(), known_names, cutoff=0.8)
        # Also a misspelt prefix, ``gdocs_docs``, for which the hint names a similar value of ours.
        is_ours = name.startswith("ggdocs_") or "did you mean" in hint
        # The options of a surface that is not set up are ignored, and are no error.
        if is_ours and name not in config and name not in EXPORTERS:
            message = f"{name}: there is no such configuration value{hint}"
            warn(Problem(Subtype.CONFIG, message), in_config(confdir, name))
    try:
        # Only for the errors that reading the values raises.
        branding_of(conf_values(config), confdir)
    except WrongConf as wrong:
        lines: list[str] = []
        for problem in wrong.problems:
            setting = re.split(r"[.\[]", problem.place)[0]  # of ``ggdocs_docs[1].split``
            lines.append(f"{in_config(confdir, setting)}: {problem}")
        raise ConfigError("\n".join(lines)) from None
    except ValueError as error:
        raise ConfigError(f"{in_config(confdir, 'ggdocs_branding')}: {error}") from None


def branding_of(values: ConfValues, confdir: str | PathLike[str]) -> "Branding | None":
    """Return the logo and colour of the UI; None if the project sets none. The path of a logo that
    is a file becomes absolute.

    Raises:
        ValueError: A field of ``ggdocs_branding`` is wrong.
    """
    if not values.branding:
        return None
    # Imported here, since they import pydantic, which takes long and which a build that has neither
    # branding nor changes does not need.
    from ..catalog import Branding, SpecError
    from ..catalog.branding import with_logo_of
    from ..catalog.spec_errors import text_at

    try:
        return Branding.model_validate(with_logo_of(Path(confdir), values.branding))
    except SpecError as error:
        raise ValueError(text_at(error, "ggdocs_branding")) from None


def in_config(confdir: str | PathLike[str], name: str) -> str:
    """Return the place in ``conf.py`` where a name is set, as ``/path/conf.py:12``; line 1 if it
    is set elsewhere.
    """
    line = 1
    for number, text in enumerate(_config_text(confdir).splitlines(), 1):
        if text.lstrip().startswith(name):
            line = number
            break
    return f"{Path(confdir, 'conf.py')}:{line}"


def _config_text(confdir: str | PathLike[str]) -> str:
    """Return the text of ``conf.py``; empty without such a file."""
    file = Path(confdir, "conf.py")
    if file.is_file():
        return file.read_text(encoding="utf-8", errors="replace")
    return ""


def without_internal_files(values: ConfValues, confdir: Path) -> ConfValues:
    """Return the configuration without the documents whose files name other audiences than that of
    the build; their slugs become hidden ones.
    """
    visible_documents = dict(values.documents)
    for slug, document in values.documents.items():
        if files_are_for_others(document, confdir):
            del visible_documents[slug]
    hidden = values.documents.keys() - visible_documents.keys()
    return values._replace(documents=visible_documents, hidden=values.hidden | hidden)


def files_are_for_others(values: SpecValues, confdir: Path) -> bool:
    """Return whether the files of a document limit the whole service to audiences, and the document
    is for none of these.
    """
    if values.get("audience") is None:  # the document is for everyone, so everything is shown
        return False
    from ..catalog import ApiDocSpec, ApplicationWarning
    from ..catalog.export import collected_warnings
    from ..catalog.readers import FILE_FIELDS, may_name_audiences, with_paths_in_folder
    from ..contracts import ContractError

    if not any(values.get(name) for name in FILE_FIELDS):
        return False
    try:
        # Unless the author wants errors, what cannot be read in a file causes warnings only.
        spec = ApiDocSpec.model_validate({"strict": False, **with_paths_in_folder(values, confdir)})
        with collected_warnings(ApplicationWarning):  # they are reported when it is loaded
            # Most files name no audience. Only others are parsed, for `is_shown`.
            return may_name_audiences(spec.file_fields) and not spec.is_shown
    except ContractError:  # it is reported when the document is loaded
        return False
