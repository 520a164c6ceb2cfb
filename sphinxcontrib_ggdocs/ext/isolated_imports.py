"""Imports the modules of a project during a build, without side effects on Sphinx."""

import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from copy import copy

LOGGING_STATE = ("handlers", "filters", "level", "propagate", "disabled")
"""The attributes of loggers and handlers that applications may change."""


@contextmanager
def isolated(mocks: Sequence[str]) -> Iterator[None]:
    """Run the imports in a ``with`` block without side effects on Sphinx.

    Many applications set up logging when they are imported, after which Sphinx could not report
    warnings. So the state of Sphinx's loggers is restored. No bytecode is written, since Python
    would run it in the place of a file that is saved again within a second.

    Args:
        mocks: The names of modules that are replaced by mocks.
    """
    logger_names = [name for name in logging.root.manager.loggerDict if name.startswith("sphinx")]
    loggers_and_handlers: list[logging.Filterer] = [*map(logging.getLogger, logger_names)]
    loggers_and_handlers += logging.getLogger("sphinx").handlers
    states = [(item, _copied_state(item)) for item in loggers_and_handlers]
    disabled_level = logging.root.manager.disable
    dont_write_bytecode = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    try:
        with _mocked(mocks):
            yield
    finally:
        sys.dont_write_bytecode = dont_write_bytecode
        logging.disable(disabled_level)
        for item, state in states:
            vars(item).update(state)


def _mocked(names: Sequence[str]) -> AbstractContextManager[None]:
    """Replace modules by mocks, as autodoc does. Without names, autodoc is not even imported."""
    if not names:
        return nullcontext()
    from sphinx.ext.autodoc import mock

    return mock(list(names))


def _copied_state(item: logging.Filterer) -> dict[str, object]:
    """Return copies of the attributes of a logger or handler that applications may change."""
    return {name: copy(value) for name, value in vars(item).items() if name in LOGGING_STATE}
