"""What handlers and dependencies need by their signatures, read by FastAPI, for the application's
routes together: they share most dependencies, and FastAPI makes a validator for each parameter of
each.
"""

import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from fastapi import params
from fastapi.dependencies.utils import (
    get_dependant,
    get_parameterless_sub_dependant,
    get_typed_signature,
)
from fastapi.utils import get_path_param_names
from pydantic import AliasChoices

_Key: TypeAlias = tuple[int, tuple[str, ...]]
"""The id of a dependency, which the application keeps, and the scopes that are asked for."""


@dataclass(slots=True)
class SharedDependencies:
    """The dependencies of one application. Each needs the same on every path, unless one of its
    arguments has the name of a parameter of the path.
    """

    _anywhere: dict[_Key, tuple[Any, frozenset[str]]] = field(default_factory=dict)
    """For a path without parameters, with the names that a path may have for its arguments."""
    _on_paths: dict[tuple[_Key, frozenset[str]], Any] = field(default_factory=dict)

    def dependant(self, depends: params.Depends, path: str) -> Any:
        """What a dependency needs on a path."""
        key = (id(depends.dependency), tuple(getattr(depends, "scopes", None) or ()))
        if key not in self._anywhere:
            made = get_parameterless_sub_dependant(depends=depends, path="")
            self._anywhere[key] = made, frozenset(_names(made))
        made, names = self._anywhere[key]
        in_path = names.intersection(get_path_param_names(path))
        if not in_path:
            return made
        if (key, in_path) not in self._on_paths:
            made = get_parameterless_sub_dependant(depends=depends, path=path)
            self._on_paths[key, in_path] = made
        return self._on_paths[key, in_path]

    def of_handler(self, call: Callable[..., Any], path: str) -> Any:
        """What a handler needs on a path."""
        signature = get_typed_signature(call)
        defaults = {name: item.default for name, item in signature.parameters.items()}
        needed = {
            name: self.dependant(default, path)
            for name, default in defaults.items()
            if isinstance(default, params.Depends) and default.dependency is not None
        }
        others = [item for name, item in signature.parameters.items() if name not in needed]
        made = get_dependant(path=path, call=_with_signature(others), scope="function")
        needed |= {str(inner.name): inner for inner in made.dependencies}
        in_order = [needed[name] for name in defaults if name in needed]
        return replace(made, call=call, dependencies=in_order)


def _names(dependant: Any) -> Iterator[str]:
    """The names of arguments, of a dependency and those that it has, and others that they go by."""
    for lists in ("path_params", "query_params", "header_params", "cookie_params", "body_params"):
        for argument in getattr(dependant, lists):
            yield argument.name
            alias = argument.field_info.validation_alias
            if isinstance(alias, AliasChoices):
                yield from (choice for choice in alias.choices if isinstance(choice, str))
    for inner in dependant.dependencies:
        yield from _names(inner)


def _with_signature(parameters: Sequence[inspect.Parameter]) -> Callable[..., None]:
    def handler() -> None: ...

    vars(handler)["__signature__"] = inspect.Signature(parameters)
    return handler
