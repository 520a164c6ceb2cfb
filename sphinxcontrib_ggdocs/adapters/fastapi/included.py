"""Routes of included routers as an application has them: read from the router and from what its
inclusion adds.

FastAPI makes all of them a second time when it is first asked for them, with a validator for each
parameter of each dependency, which takes several times as long as to read them.
"""

import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fastapi import routing
from fastapi.datastructures import DefaultPlaceholder
from fastapi.utils import get_value_or_default
from starlette.routing import Mount, compile_path

from .bodies import is_choice
from .shared_dependencies import SharedDependencies


def route_contexts(routes: Sequence[Any]) -> Iterator[Any]:
    """Routes, those of included routers in their places.

    Args:
        routes: Of an application or a router.

    Yields:
        Routes and `IncludedRoute`s; where FastAPI has to make what is included, its own contexts.
    """
    contexts: Callable[[Sequence[Any]], Iterator[Any]] | None = getattr(
        routing, "iter_route_contexts", None
    )
    if contexts is None:  # routes are copied where their router is included
        yield from routes
        return
    inclusions = _Inclusions()
    for route in routes:
        included = inclusions.routes_of(route)
        yield from contexts([route]) if included is None else included


class IncludedRoute:
    """A route with the changes that the inclusion of its router makes.

    Args:
        route: The route of the router, which has all that the inclusion does not change.
        changed: What the inclusion changes.
    """

    unique_id: str

    def __init__(self, route: Any, **changed: Any) -> None:
        self.original_route = route
        vars(self).update(changed)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.original_route, name)


class _LeftToFastAPI(Exception):  # no error
    """An inclusion changes more than what is read here."""


@dataclass(slots=True)
class _Inclusions:
    """Reads the inclusions of one application."""

    _dependencies: SharedDependencies = field(default_factory=SharedDependencies)

    def routes_of(self, route: Any) -> list[IncludedRoute] | None:
        """The routes of an included router; None for a route, and for what FastAPI has to make."""
        try:
            return list(self._included(route.original_router, route.include_context))
        except (AttributeError, _LeftToFastAPI):
            return None

    def _included(self, router: Any, context: Any) -> Iterator[IncludedRoute]:
        if "{" in context.prefix:  # it may change which arguments are parameters of the path
            raise _LeftToFastAPI
        for route in router.routes:
            if hasattr(route, "include_context"):
                inner = context.combine(route.include_context)
                yield from self._included(route.original_router, inner)
            elif isinstance(route, routing.APIRoute):
                if route.include_in_schema and context.include_in_schema:
                    yield self._operation(route, context)
            elif isinstance(route, routing.APIWebSocketRoute):
                path = _path_format(context.path_for(route))
                yield IncludedRoute(
                    route, path_format=path, dependant=self._dependant(route, context, path)
                )
            elif isinstance(route, Mount):
                yield IncludedRoute(route, path=context.path_for(route).rstrip("/"))

    def _operation(self, route: Any, context: Any) -> IncludedRoute:
        router = context.included_router
        path = context.path_for(route)
        path_format = _path_format(path)
        response_class = get_value_or_default(
            route.response_class, router.default_response_class, context.default_response_class
        )
        if route.is_json_stream and response_class is not route.response_class:
            raise _LeftToFastAPI
        included = IncludedRoute(
            route,
            path=path,
            path_format=path_format,
            methods={method.upper() for method in route.methods},
            description=_description(route),
            # In the order of FastAPI, in which the first tag names the group: what is outside comes
            # first.
            tags=[*context.tags, *route.tags],
            dependencies=[*context.dependencies, *route.dependencies],
            dependant=self._dependant(route, context, path_format),
            # An entry of the route replaces one of the router.
            responses={**context.responses, **route.responses},
            response_class=response_class,
            deprecated=route.deprecated or context.deprecated,
            callbacks=[*context.callbacks, *(route.callbacks or [])],
        )
        unique_id = get_value_or_default(
            route.generate_unique_id_function,
            router.generate_unique_id_function,
            context.generate_unique_id_function,
        )
        if isinstance(unique_id, DefaultPlaceholder):
            unique_id = unique_id.value
        included.unique_id = route.operation_id or unique_id(included)
        return included

    def _dependant(self, route: Any, context: Any, path: str) -> Any:
        """What a route needs, after what the inclusion needs."""
        outer = [self._dependencies.dependant(depends, path) for depends in context.dependencies]
        own = route.dependant
        if any(_body(dependant) for dependant in outer) or any(map(is_choice, _body(own))):
            raise _LeftToFastAPI  # FastAPI makes a model of the body, under a name of its own
        declared = [depends.dependency for depends in route.dependencies]
        if declared != [dependency.call for dependency in own.dependencies[: len(declared)]]:
            raise _LeftToFastAPI  # they were changed after the route was made
        inner = own.dependencies
        if "__signature__" in getattr(route.endpoint, "__dict__", ()):
            # It may have been changed after the route was made: class-based views do so.
            signed = self._dependencies.of_handler(own.call, path)
            if [*map(_facts, _body(signed))] != [*map(_facts, _body(own))]:
                raise _LeftToFastAPI  # the field of the body was made of the parts before
            own = signed
            inner = [*inner[: len(declared)], *own.dependencies]
        return replace(own, dependencies=[*outer, *inner])


def _path_format(path: str) -> str:
    """A path without the types of parameters. A route's own is that of the path it was made with,
    which the class-based views of fastapi-utils change.
    """
    return compile_path(path)[1] if ":" in path else path


def _description(route: Any) -> str:
    """The description of a route; a docstring may have been written after the route was made."""
    text: str = route.description or inspect.cleandoc(route.endpoint.__doc__ or "")
    return text.partition("\f")[0].strip()


def _facts(part: Any) -> tuple[Any, ...]:
    """What the field of a route's body has of one of its parts."""
    info = part.field_info
    return (
        part.name,
        type(info),
        info.annotation,
        info.is_required(),
        repr(info.default),
        info.media_type,
        info.embed,
        repr(info.examples),
        repr(info.openapi_examples),
    )


def _body(dependant: Any) -> list[Any]:
    """The parts of the body that a handler or a dependency needs."""
    inner = [part for dependency in dependant.dependencies for part in _body(dependency)]
    return [*dependant.body_params, *inner]
