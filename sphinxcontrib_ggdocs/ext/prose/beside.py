"""What one text of an object defines for the others: a docstring is read in parts, its first sentence apart."""

import re
from collections.abc import Iterable, Mapping
from typing import Literal

_DEFINITIONS: Mapping[Literal["markdown", "rst"], "re.Pattern[str]"] = {
    "markdown": re.compile(r"^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]+\S.*$", re.MULTILINE),
    "rst": re.compile(r"^\.\. (?:_[^:\n]+: |_`[^`\n]+`: |__ |\|[^|\n]+\| [\w-]+::).*(?:\n[ \t]+.*)*$", re.MULTILINE),
}
"""Where links and substitutions are defined; footnotes are not, which would be shown again."""


def with_definitions(text: str, beside: Iterable[str], markup: Literal["markdown", "rst"]) -> str:
    """The text, and at its end what the texts beside it define."""
    known = _DEFINITIONS[markup].findall(text)
    found = [each for other in beside if other != text for each in _DEFINITIONS[markup].findall(other)]
    needed = [each for each in dict.fromkeys(found) if each not in known]
    return "\n\n".join((text, "\n".join(needed))) if needed else text
