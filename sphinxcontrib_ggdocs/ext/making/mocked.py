"""Stand-ins for modules that need not be there: autodoc's, which know nothing of pydantic and of decorators.

A type that is a stand-in is any value in a schema, and what stands in for a decorator hands back what it decorates.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from inspect import isclass, isfunction
from typing import Any
from unittest.mock import patch


@contextmanager
def mocked(names: Sequence[str]) -> Iterator[None]:
    """Let imports of these modules succeed without them."""
    if not names:
        yield
        return
    from sphinx.ext.autodoc import mock

    kind: Any = vars(sys.modules[mock.__module__])["_MockObject"]
    with patch.multiple(kind, create=True, **_abilities(kind)), mock(list(names)):
        yield


def _abilities(kind: Any) -> dict[str, Any]:
    """What stand-ins can do beside what autodoc's can."""
    call, attribute = kind.__call__, kind.__getattr__

    def without_protocols(self: Any, name: str) -> Any:
        if name.startswith("__") and name.endswith("__") and name != "__version__":
            raise AttributeError(name)  # else it would be a dataclass, a model, and whatever else is asked for
        return attribute(self, name)

    def decorate(self: Any, *args: Any, **kwargs: Any) -> Any:
        decorates = len(args) == 1 and not kwargs and (isfunction(args[0]) or isclass(args[0]))
        return args[0] if decorates else call(self, *args, **kwargs)

    def schema_of(cls: type, source: Any, handler: Callable[[Any], Any]) -> Any:
        from pydantic_core import core_schema

        is_type = isinstance(source, kind) or (isclass(source) and issubclass(source, kind))
        return core_schema.any_schema() if is_type else handler(source)  # the latter inside Annotated

    def json_schema_of(cls: type, schema: Any, handler: Callable[[Any], Any]) -> Any:
        return handler(schema)

    def union(self: Any, other: Any) -> Any:
        return Any

    return {
        "__getattr__": without_protocols,
        "__call__": decorate,
        "__or__": union,
        "__ror__": union,
        "__get_pydantic_core_schema__": classmethod(schema_of),
        "__get_pydantic_json_schema__": classmethod(json_schema_of),
    }
