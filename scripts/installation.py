"""Where the documentation installs this package from.

Change `SOURCE` when the package is in an index, and README.md, whose commands are run as written.
"""

import re

SOURCE = "$GGDOCS"
"""What pip installs, as pages show it: the address of the source, a variable that readers set once;
empty when the name of the package alone is enough."""

_COMMAND = re.compile(
    r'(pip install [^\n`"]*)("?)(sphinxcontrib-ggdocs(?:\[[a-z,]+\])?)\2(?![\w-])'
)
_REQUIREMENT = re.compile(r"^(sphinxcontrib-ggdocs(?:\[[a-z,]+\])?)$", re.MULTILINE)
_TITLE = re.compile(r"\A(# [^\n]*\n)")
_NOTE = f"""
:::{{note}}
The package is in no package index yet: `{SOURCE}` is [the address of its source](#install-today).
:::
"""


def with_source(text: str) -> str:
    """Return a page in Markdown whose commands install the package from `SOURCE`, with a note."""
    if not SOURCE:
        return text
    written = _COMMAND.sub(rf'\1"\3 @ {SOURCE}"', text)
    written = _REQUIREMENT.sub(r"\1 @ ${GGDOCS}", written)
    if written == text or "(install-today)=" in text:
        return written
    return _TITLE.sub(lambda title: title[1] + _NOTE, written, count=1)
