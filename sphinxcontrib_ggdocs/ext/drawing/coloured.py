"""JSON in colour, line by line: examples consist of lines that have stood in other examples.

Sphinx sets its highlighter up anew for each block, and Pygments reads character by character. The blocks are the same
as Sphinx's: what it writes for a sample is compared with what is put together here, and where that differs, because of
a formatter or options of the project's own, or from one time to the next, it highlights every block itself.
"""

from collections.abc import Callable

from pygments import highlight
from pygments.filters import ErrorToken
from pygments.formatters.html import HtmlFormatter
from pygments.lexers.data import JsonLexer

SAMPLE = """\
{
  "text": "a <b> & 'c' é \\\\\\"",
  "numbers": [
    1,
    -2.5e-07
  ],
  "none": [],
  "words": {
    "true": true,
    "null": null
  }
}"""


class Coloured:
    """Writes blocks of JSON.

    Args:
        write: How the writer of the build writes one.
    """

    def __init__(self, write: Callable[[str], str]) -> None:
        self._lexer = JsonLexer(stripnl=False, ensurenl=False)
        self._lexer.add_filter("raiseonerror")
        self._formatter = HtmlFormatter(nowrap=True)
        self._lines: dict[str, str] = {}
        written = write(SAMPLE)
        self._around = written.split(self._joined(SAMPLE)) if write(SAMPLE) == written else []

    def __call__(self, text: str, write: Callable[[str], str]) -> str:
        """The HTML of a block; `write` writes it where this cannot."""
        if len(self._around) != 2:
            return write(text)
        try:
            return self._joined(text).join(self._around)
        except ErrorToken:  # a number that is none, which JSON has no word for
            return write(text)

    def _joined(self, text: str) -> str:
        lines = text.split("\n")
        for line in lines:
            if line not in self._lines:
                self._lines[line] = highlight(line, self._lexer, self._formatter).rstrip("\n")
        return "\n".join([self._lines[line] for line in lines])
