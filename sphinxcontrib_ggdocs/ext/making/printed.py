"""Keeps what the user's modules print out of the build's output."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress


class Printed(io.BytesIO):
    """What was printed. Code may close it, wrap it, or ask for its number, as it does with standard output."""

    def fileno(self) -> int:
        """Of the standard output of the process; asked for the size of the terminal, or whether there is one."""
        return sys.__stdout__.fileno() if sys.__stdout__ is not None else super().fileno()

    def close(self) -> None:
        """Nothing: it is read at the end, whoever has closed it."""

    def text(self) -> str:
        """All of it."""
        return self.getvalue().decode(errors="replace")


@contextmanager
def kept_from_output() -> Iterator[Printed]:
    """Collect what is written to ``sys.stdout``, which is a text stream over bytes, as the real one."""
    printed = Printed()
    stream = io.TextIOWrapper(printed, encoding="utf-8", errors="replace", newline="\n", write_through=True)
    with redirect_stdout(stream):
        yield printed
    with suppress(ValueError):  # closed, or taken apart
        stream.flush()
