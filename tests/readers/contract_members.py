"""The members of contract documents that a table of the guides lists."""

import re
from pathlib import Path

GUIDES = Path(__file__).parents[2] / "docs/guides"
_ROW = re.compile(r"^\|\s*((?:`[^`]+`,?\s*)+)\|", re.MULTILINE)


def lost_members(guide: str) -> list[tuple[str, ...]]:
    """The members that the last table of a guide says are not the same after a round trip: each is
    the end of a path, in which ``*`` is any name; of ``[]`` only the order is lost.
    """
    text = (GUIDES / guide).read_text(encoding="utf-8").partition("## What an export loses")[2]
    assert text, guide
    return [
        tuple(member.split("."))
        for row in _ROW.findall(text.partition("\n## ")[0])
        for member in re.findall(r"`([^`]+)`", row)
    ]
