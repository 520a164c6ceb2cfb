"""Sections of results in pages of Markdown, each between two comments that name it."""

from collections.abc import Iterable
from pathlib import Path

README = Path(__file__).with_name("README.md")


class NotMeasuredError(Exception):
    """What is measured, or how it is driven, is broken: a table would say something else."""


def show(section: str, lines: Iterable[str], *, write: bool) -> None:
    """Print results, and put them into README.md where asked for.

    Args:
        section: Of the comments ``<!-- begin SECTION -->`` and ``<!-- end SECTION -->``.
        lines: Markdown.
        write: Whether README.md takes them.

    Raises:
        ValueError: README.md has no such section.
    """
    text = "".join(f"{line}\n" for line in lines)
    print(text)
    if write:
        replace_section(README, section, text)


def replace_section(page: Path, section: str, text: str) -> None:
    """Replace the text between the two comments that name a section of a page.

    Raises:
        ValueError: The page has no such section.
    """
    begin, end = f"<!-- begin {section} -->\n", f"<!-- end {section} -->"
    before, rest = page.read_text(encoding="utf-8").split(begin)
    _, after = rest.split(end)
    page.write_text(f"{before}{begin}{text}{end}{after}", encoding="utf-8")
