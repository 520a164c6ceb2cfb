"""What a person at a terminal sees while waiting; nothing of it goes into a pipe."""

import sys
from types import TracebackType
from typing import Self


class Progress:
    """One line on standard error that says what is being done, overwritten at each step and cleared at the end."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._done = 0
        self._shown = sys.stderr.isatty()

    def __enter__(self) -> Self:
        return self

    def step(self, what: str) -> None:
        """Say that `what` is next."""
        self._done += 1
        if self._shown:
            sys.stderr.write(f"\r\x1b[K[{self._done}/{self._total}] {what}")
            sys.stderr.flush()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()


def say(text: str) -> None:
    """A result, on standard output."""
    sys.stdout.write(f"{text}\n")


def note(text: str) -> None:
    """A remark or an error, on standard error."""
    sys.stderr.write(f"{text}\n")
