"""Imports the modules of a project during a build."""

import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from copy import copy

LOGGING_STATE = ("handlers", "filters", "level", "propagate", "disabled")


@contextmanager
def isolated(mocks: Sequence[str]) -> Iterator[None]:
    """Import modules without side effects on Sphinx.

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
    try:
        with _mocked(mocks):
            yield
    finally:
        sys.dont_write_bytecode = bytecode
        logging.disable(disabled)
        for item, state in states:
            vars(item).update(state)


def _mocked(names: Sequence[str]) -> AbstractContextManager[None]:
    """Replace modules by mocks as autodoc does, which most projects need not import for it."""
    if not names:
        return nullcontext()
    from sphinx.ext.autodoc import mock

    return mock(list(names))


def _copy_state(item: logging.Filterer) -> dict[str, object]:
    return {name: copy(value) for name, value in vars(item).items() if name in LOGGING_STATE}
