"""What the texts of an object define for each other: a docstring is read in parts, its first sentence apart."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

_DEFINITIONS: Mapping[Literal["markdown", "rst"], "re.Pattern[str]"] = {
    "markdown": re.compile(r"^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]+\S.*$", re.MULTILINE),
    "rst": re.compile(r"^\.\. (?:_[^:\n]+: |_`[^`\n]+`: |__ |\|[^|\n]+\| [\w-]+::).*(?:\n[ \t]+.*)*$", re.MULTILINE),
}
"""Where links and substitutions are defined; footnotes are not, which would be shown again."""


def definitions_in(texts: Iterable[str], markup: Literal["markdown", "rst"]) -> Sequence[str]:
    """What texts define, as written."""
    find = _DEFINITIONS[markup].findall
    return list(dict.fromkeys(each for text in texts for each in find(text)))


def with_definitions(text: str, definitions: Sequence[str]) -> str:
    """The text, and at its end what it does not define itself."""
    needed = [each for each in definitions if each not in text]
    return "\n\n".join((text, "\n".join(needed))) if needed else text
