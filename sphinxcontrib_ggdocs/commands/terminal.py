"""What a person at a terminal sees: progress, which never goes into a pipe, results, and what was
not understood.
"""

import contextlib
import os
import shutil
import sys
from collections.abc import Iterator
from types import TracebackType
from typing import Self, TextIO


class UsageError(Exception):
    """A command line, or a file of the project, that cannot be meant; the message says what to
    write instead.
    """


class ProjectError(UsageError):
    """The same for what `serve` waits to be mended: the project's file."""


class Progress:
    """One line on standard error that says what is being done, overwritten at each step and cleared
    at the end.
    """

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._shown = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"

    def __enter__(self) -> Self:
        return self

    def step(self, what: str) -> None:
        """Say that `what` is next."""
        self._done += 1
        if self._shown:
            line = f"[{self._done}/{self._total}] {what}"[: shutil.get_terminal_size().columns - 1]
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


class Results:
    """Standard output, kept for results while imported modules print: what they say goes to
    standard error.
    """

    def __init__(self) -> None:
        self._stream: TextIO | None = None

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        """Let nobody else write."""
        self._stream = sys.stdout
        try:
            with contextlib.redirect_stdout(sys.stderr):
                yield
        finally:
            self._stream = None

    def write(self, text: str) -> None:
        """Write a text as UTF-8, whatever the encoding of the terminal, and at once."""
        stream = self._stream or sys.stdout
        stream.flush()
        stream.buffer.write(text.encode())
        stream.buffer.flush()


RESULTS = Results()


def say(text: str) -> None:
    """A result, on standard output."""
    RESULTS.write(f"{text}\n")


def note(text: str) -> None:
    """A remark or an error, on standard error."""
    sys.stderr.write(f"{text}\n")
