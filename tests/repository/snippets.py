"""The code blocks of README.md and of pages in docs/, and commands that run as a reader runs them."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^(`{3,})(?:\{code-block\} )?(\w+)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)
CAPTION = re.compile(r":caption: (\S+)\n\n")
FIRST_LINE = re.compile(r"(?:#|\.\.) (\S+\.\w+)\n")
SHELL = ("sh", "bash")


class Block(NamedTuple):
    """One code block of a page."""

    language: str
    file: str | None
    text: str


def blocks(page: str, section: str = "") -> Iterator[Block]:
    """The code blocks of a page, or of its section with this title; a file is named by a caption or
    by a comment in the first line.
    """
    text = (ROOT / page).read_text(encoding="utf-8")
    if section:
        text = text.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
        assert text, f"{page} has no section {section}"
    yield from blocks_of(text)


def blocks_of(text: str) -> Iterator[Block]:
    """The code blocks of a text in Markdown."""
    for _, language, body in FENCE.findall(text):
        if caption := CAPTION.match(body):
            yield Block(language, caption[1], body[caption.end() :])
        elif language not in SHELL and (comment := FIRST_LINE.match(body)):
            yield Block(language, comment[1], body)
        else:
            yield Block(language, None, body)


def write_files(page: str, folder: Path, section: str = "") -> None:
    """Write the files of a page, or of a section."""
    for block in blocks(page, section):
        if block.file and block.language != "diff":
            path = folder / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")


def change_files(page: str, folder: Path, section: str) -> None:
    """Change files as the differences of a section say, each of which has to fit at one place."""
    for block in blocks(page, section):
        if block.file and block.language == "diff":
            change_file(block, folder)


def change_file(block: Block, folder: Path) -> None:
    """Change a file as a difference says, which has to fit at one place."""
    assert block.file
    path = folder / block.file
    old, new = _sides(block.text)
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{block.file} does not have, once:\n{old}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def _sides(difference: str) -> tuple[str, str]:
    """The lines before and after."""
    lines = difference.splitlines(keepends=True)
    old = "".join(line[1:] for line in lines if line[0] != "+")
    return old, "".join(line[1:] for line in lines if line[0] != "-")


def commands(page: str) -> list[str]:
    """The lines that a reader types into a shell."""
    return [
        line for block in blocks(page) if block.language == "sh" for line in block.text.splitlines()
    ]


def in_this_environment() -> dict[str, str]:
    """An environment in which the commands of this virtual environment are found."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    return {**os.environ, "PATH": path}


def run(line: str, folder: Path, environment: Mapping[str, str] | None = None) -> str:
    """Run a line of shell; what it prints."""
    done = subprocess.run(
        ["bash", "-e", "-c", line],
        cwd=folder,
        env=environment or in_this_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr
