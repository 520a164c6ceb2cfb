"""Runs a command in a terminal: prints results, and turns errors into messages and exit
statuses.
"""

import argparse
import contextlib
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any, TextIO

from ..catalog.export import collected_warnings
from ..contracts import ContractError
from ..serving import BadPath, SiteCollision

INTERRUPTED = 130
"""The exit status after SIGINT, as shells define it: 128 and the number of the signal."""


class UsageError(Exception):
    """An error in the command line or in the project's file; the message says what to change."""


class ProjectError(UsageError):
    """An error in the project's file, after which `serve` waits for a change."""


class Results:
    """Writes results to standard output; everything that imported modules print goes to standard
    error.
    """

    def __init__(self) -> None:
        self._stream: TextIO | None = None
        """The original standard output while prints are redirected."""

    @contextlib.contextmanager
    def redirect_prints(self) -> Iterator[None]:
        """Redirect `sys.stdout` to standard error inside of a `with` statement, and keep the
        original stream for results.
        """
        self._stream = sys.stdout
        try:
            with contextlib.redirect_stdout(sys.stderr):
                yield
        finally:
            self._stream = None

    @property
    def stream(self) -> TextIO:
        """The original standard output."""
        return self._stream or sys.stdout

    def write(self, text: str) -> None:
        """Write a text as UTF-8, whatever the encoding of the terminal is, and flush it."""
        stream = self.stream
        stream.flush()  # text that waits in the stream comes before these bytes
        stream.buffer.write(text.encode())
        stream.buffer.flush()


RESULTS = Results()


def print_result(text: str) -> None:
    """Print a result on standard output."""
    RESULTS.write(f"{text}\n")


def print_message(text: str) -> None:
    """Print a message or an error on standard error."""
    sys.stderr.write(f"{text}\n")


def import_extra(name: str, extra: str) -> Any:
    """Import a module that needs an extra: ``uvicorn``, or ``..mock.service`` of this package.

    Raises:
        UsageError: The extra is not installed; the message says how to install it.
    """
    try:
        return import_module(name, __package__)
    except ImportError as error:
        message = f"{error}\n  hint: pip install 'sphinxcontrib-ggdocs[{extra}]'"
        raise UsageError(message) from error


@contextlib.contextmanager
def printed_warnings(*categories: type[Warning]) -> Iterator[None]:
    """Print the warnings of some categories as short messages, each once.

    They are printed at the end of the `with` statement, even after an error.
    """
    collected: list[Warning] = []
    try:
        with collected_warnings(*categories) as collected:
            yield
    finally:  # a warning about one document may explain the error in another one
        for text in dict.fromkeys(map(str, collected)):
            print_message(f"ggdocs: warning: {text}")


def run(arguments: argparse.Namespace) -> int:
    """Run the command of the parsed arguments, and return its exit status.

    Errors that users can correct are printed without a traceback.
    """
    try:
        with RESULTS.redirect_prints():
            status: int = arguments.run(arguments)
            return status
    except BrokenPipeError:  # the reader has closed the pipe, as in  ggdocs export … | head
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        place = ""
        if error.filename:
            place = f"{error.filename}: "
        print_message(f"ggdocs: error: {place}{error.strerror or error}")
        return 1
    except (UsageError, ContractError, SiteCollision, BadPath) as error:
        print_message(f"ggdocs: error: {error}")
        if isinstance(error, UsageError):
            return 2
        return 1
