"""What handlers and dependencies need by their signatures, read by FastAPI, for the application's
routes together: they share most dependencies, and FastAPI makes a validator for each parameter of
each.
"""

import inspect
from collections.abc import Callable, Iterator
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

from .dependants import LISTS

_Key: TypeAlias = tuple[int, tuple[str, ...]]
"""The id of a dependency, which is kept with what it needs, and the scopes that are asked for."""


def _function() -> Callable[[], None]:
    def handler() -> None: ...

    return handler


@dataclass(slots=True)
class SharedDependencies:
    """The dependencies of one application. Each needs the same on every path, unless one of its
    arguments has the name of a parameter of the path.
    """

    _anywhere: dict[_Key, tuple[Any, frozenset[str]]] = field(default_factory=dict)
    """What is no parameter of the path it was read for, with the names that would be one."""
    _on_paths: dict[tuple[_Key, frozenset[str]], Any] = field(default_factory=dict)
    """By the names in the path."""
    _others: Any = field(default_factory=_function)
    """Has, one after the other, the signatures of handlers without their dependencies."""

    def dependant(self, depends: params.Depends, path: str) -> Any:
        """What a dependency needs on a path."""
        key = (id(depends.dependency), tuple(getattr(depends, "scopes", None) or ()))
        in_path = frozenset(get_path_param_names(path))
        if key in self._anywhere:
            made, names = self._anywhere[key]
            if names.isdisjoint(in_path):
                return made
        if (key, in_path) not in self._on_paths:
            made = get_parameterless_sub_dependant(depends=depends, path=path)
            self._on_paths[key, in_path] = made
            names = frozenset(_names(made))
            if names.isdisjoint(in_path):
                self._anywhere[key] = made, names
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
        # FastAPI remembers what kind each function is.
        self._others.__signature__ = inspect.Signature(others)
        made = get_dependant(path=path, call=self._others, scope="function")
        needed |= {str(inner.name): inner for inner in made.dependencies}
        in_order = [needed[name] for name in defaults if name in needed]
        return replace(made, call=call, dependencies=in_order)


def _names(dependant: Any) -> Iterator[str]:
    """The names of arguments, of a dependency and those that it has, and others that they go by."""
    for attribute in (*LISTS.values(), "body_params"):
        for argument in getattr(dependant, attribute):
            yield argument.name
            alias = argument.field_info.validation_alias
            choices = alias.choices if isinstance(alias, AliasChoices) else [alias]
            yield from (choice for choice in choices if isinstance(choice, str))
    for inner in dependant.dependencies:
        yield from _names(inner)
