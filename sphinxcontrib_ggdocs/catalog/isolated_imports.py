"""`isolated` imports of users' modules: some are stand-ins, none prints, writes bytecode or changes
loggers.

A stand-in is a class: it can be a base class or a type, in which case a schema admits any value.
Called with a function or a class alone it hands that back, as a decorator would; called with
anything else it returns another stand-in.
"""

import io
import logging
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from inspect import isclass, isfunction
from types import ModuleType
from typing import Any


class StandInType(type):
    """Metaclass of stand-ins: every attribute of one of them is another one."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(
                name
            )  # else it would be a dataclass, a model, and whatever else code asks about
        return stand_in(name, cls.__module__)

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        # `@mocked.decorator` must leave a contract that it decorates.
        decorated = len(args) == 1 and not kwargs and (isfunction(args[0]) or isclass(args[0]))
        if decorated:
            return args[0]
        # The latter for classes of the project that inherit from a stand-in.
        return cls if cls.__module__ in _mocked else super().__call__(*args, **kwargs)

    def __getitem__(cls, _parameters: Any) -> Any:
        return cls

    def __iter__(cls) -> Iterator[Any]:
        return iter(())

    def __bool__(cls) -> bool:
        return True


class StandIn(metaclass=StandInType):
    """Base of all stand-ins."""

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Callable[[Any], Any]) -> Any:
        from pydantic_core import core_schema

        is_type = isclass(source) and issubclass(source, StandIn)
        return (
            core_schema.any_schema() if is_type else handler(source)
        )  # the latter in the metadata of Annotated

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Callable[[Any], Any]) -> Any:
        return handler(schema)


def stand_in(name: str, module: str) -> StandInType:
    """A stand-in for something of a module."""
    return StandInType(name, (StandIn,), {"__module__": module})


class StandInModule(ModuleType):
    """A module in which everything is."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name.endswith("__") and name != "__version__":
            raise AttributeError(name)
        return stand_in(name, self.__name__)


_mocked: set[str] = set()
"""Names of the modules that are stand-ins now."""


class _MockFinder(MetaPathFinder, Loader):
    """Finds the modules to be mocked, and everything in them."""

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names

    def find_spec(
        self, fullname: str, path: object = None, target: object = None
    ) -> ModuleSpec | None:
        wanted = any(f"{fullname}.".startswith(f"{name}.") for name in self._names)
        return ModuleSpec(fullname, self, is_package=True) if wanted else None

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        _mocked.add(spec.name)
        return StandInModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Nothing is executed."""


@contextmanager
def _stand_ins(names: Sequence[str]) -> Iterator[None]:
    """Let imports of these modules succeed without them."""
    if not names:
        yield
        return
    finder = _MockFinder(names)
    # First, since what is installed must not be imported either: it may be what fails.
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        # Other imports of the process, such as those of autodoc, are to find the real modules.
        for name in [
            name for name, module in sys.modules.items() if isinstance(module, StandInModule)
        ]:
            del sys.modules[name]


class _Output(io.BytesIO):
    """What was printed. Modules may close it, or ask for the number of the terminal behind it."""

    def fileno(self) -> int:
        return sys.__stdout__.fileno() if sys.__stdout__ is not None else super().fileno()

    def close(self) -> None:
        """Nothing: it is read at the end, whoever has closed it."""


@contextmanager
def _captured_output() -> Iterator[io.BytesIO]:
    """Collect what modules write to ``sys.stdout``, a text stream over bytes as the real one."""
    output = _Output()
    stream = io.TextIOWrapper(
        output, encoding="utf-8", errors="replace", newline="\n", write_through=True
    )
    with redirect_stdout(stream):
        yield output
    with suppress(ValueError):  # closed, or detached
        stream.flush()


@contextmanager
def _without_bytecode() -> Iterator[None]:
    """Write no bytecode: Python runs it in the place of a file that was saved again within a
    second, with the same size.
    """
    before = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = before


@contextmanager
def _same_loggers() -> Iterator[None]:
    """Leave the loggers that there are as they were. Applications set up logging for their process
    when they are imported, and may take the handlers of all loggers away, disable them
    (`logging.config.dictConfig`), or all of logging (`logging.disable`): Sphinx would lose its
    warnings.
    """
    root = logging.getLogger()
    known = root.manager.loggerDict
    named = [item for item in known.values() if isinstance(item, logging.Logger)]
    # A parent that nobody has asked for yet, such as "sphinx.sphinx", passes its level on once
    # somebody does.
    placeholders = [name for name, item in known.items() if isinstance(item, logging.PlaceHolder)]
    before = [
        (logger, [*logger.handlers], logger.level, logger.propagate, logger.disabled)
        for logger in (root, *named)
    ]
    handlers = {handler: handler.level for _, own, *_ in before for handler in own}
    filters = [(item, [*item.filters]) for item in (root, *named, *handlers)]
    disabled_level = root.manager.disable
    try:
        yield
    finally:
        parents = [logging.getLogger(name) for name in placeholders]
        before += ((parent, [], logging.NOTSET, True, False) for parent in parents)
        filters += ((parent, []) for parent in parents)
        for logger, own, level, propagate, disabled in before:
            for handler in [*logger.handlers]:
                logger.removeHandler(handler)
            for handler in own:
                logger.addHandler(handler)
            logger.setLevel(level)
            logger.propagate, logger.disabled = propagate, disabled
        for handler, level in handlers.items():
            handler.setLevel(level)
        for item, wanted in filters:
            item.filters = wanted
        logging.disable(disabled_level)


@contextmanager
def isolated(mocks: Sequence[str]) -> Iterator[io.BytesIO]:
    """Import the modules named in `mocks` as stand-ins; yields what all modules print."""
    with _captured_output() as output, _stand_ins(mocks), _without_bytecode(), _same_loggers():
        yield output
