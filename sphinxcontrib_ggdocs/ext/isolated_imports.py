"""Imports the modules of a project during a build."""

import io
import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, redirect_stdout
from copy import copy

LOGGING_STATE = ("handlers", "filters", "level", "propagate", "disabled")


class _Output(io.BytesIO):
    """Collects printed output, also of modules that close it or ask for its file number."""

    def fileno(self) -> int:
        if sys.__stdout__ is not None:
            return sys.__stdout__.fileno()
        return super().fileno()

    def close(self) -> None:
        """Do nothing: it is read at the end."""


@contextmanager
def isolated(mocks: Sequence[str]) -> Iterator[io.BytesIO]:
    """Import modules without side effects on Sphinx, and yield their printed output.

    Applications set up logging when they are imported, after which Sphinx would warn of nothing:
    its loggers are as before. No bytecode is written, which Python would run in the place of a
    file that is saved again within a second.
    """
    names = [name for name in logging.root.manager.loggerDict if name.startswith("sphinx")]
    items: list[logging.Filterer] = [logging.getLogger(name) for name in names]
    items += logging.getLogger("sphinx").handlers
    states = [(item, _copy_state(item)) for item in items]
    bytecode, disabled = sys.dont_write_bytecode, logging.root.manager.disable
    sys.dont_write_bytecode = True
    output = _Output()
    stream = io.TextIOWrapper(output, encoding="utf-8", errors="replace", write_through=True)
    try:
        with ExitStack() as stack:
            stack.enter_context(redirect_stdout(stream))
            if mocks:
                from sphinx.ext.autodoc import mock

                stack.enter_context(mock(list(mocks)))
            yield output
    finally:
        sys.dont_write_bytecode = bytecode
        logging.disable(disabled)
        for item, state in states:
            vars(item).update(state)


def _copy_state(item: logging.Filterer) -> dict[str, object]:
    return {name: copy(value) for name, value in vars(item).items() if name in LOGGING_STATE}
