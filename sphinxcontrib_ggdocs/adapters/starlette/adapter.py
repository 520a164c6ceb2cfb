"""`contracts_from_starlette`: paths and verbs, which is all that Starlette's routes say."""

import inspect
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, get_args

from starlette.convertors import FloatConvertor, IntegerConvertor, UUIDConvertor
from starlette.routing import Host, Mount, Route, WebSocketRoute

from ...catalog import ResolvedGroup
from ...catalog.adapters import adapter_for, class_names, installed_adapters
from ...contracts.contract_errors import Where
from ...contracts.display_names import sentence_of
from ...contracts.model import (
    Contract,
    HttpMethod,
    HttpVerb,
    Parameter,
    Source,
    Success,
    WebSocketContract,
)
from ...contracts.standard_framings import BARE
from ..shared.groups import Group
from ..shared.words import class_case, free, snake_case

_VERBS: tuple[HttpVerb, ...] = get_args(HttpVerb)
_TYPES: Final[Mapping[type, type]] = {
    IntegerConvertor: int,
    FloatConvertor: float,
    UUIDConvertor: uuid.UUID,
}

NOTICE = (
    "Read from Starlette's routes, which carry no types: paths, verbs and docstrings are told, "
    "what travels in queries, headers and bodies is not."
)
"""The description of the group, for readers who wonder."""


def contracts_from_starlette(app: Any) -> list[ResolvedGroup]:
    """The routes of a Starlette application as one group of contracts without types.

    The types of path parameters are those of their convertors. An application of another framework
    that is mounted inside is read by its own adapter; its groups follow.

    Args:
        app: A ``Starlette`` application; it is not started.
    """
    group = Group(name="API", slug="api", description=NOTICE)
    inner: list[ResolvedGroup] = []
    _read(app, "", group, inner)
    resolved = group.resolved()
    own = (
        [replace(resolved, contracts=tuple(_noted(each) for each in resolved.contracts))]
        if resolved.contracts
        else []
    )
    slugs = {each.slug for each in own}
    for each in inner:
        slug = free(each.slug, slugs).replace("_", "-")
        slugs.add(slug)
        own.append(replace(each, slug=slug))
    return own


class StarletteAdapter:
    """The adapter for ``Starlette``."""

    def groups(self, app: object) -> Sequence[ResolvedGroup]:
        """One group, whose description says that nothing knows the types."""
        return contracts_from_starlette(app)


def _noted(contract: Contract) -> Contract:
    return replace(contract, description=contract.description or NOTICE)


def _read(app: Any, prefix: str, group: Group, inner: list[ResolvedGroup]) -> None:
    for route in app.routes:
        if isinstance(route, Mount | Host):
            path = prefix + (
                route.path_format.removesuffix("/{path}") if isinstance(route, Mount) else ""
            )
            if _is_foreign(route.app):
                found = adapter_for(
                    route.app, Where(owner=f"the application mounted at {path}")
                ).groups(route.app)
                inner += [
                    replace(each, contracts=tuple(_below(path, c) for c in each.contracts))
                    for each in found
                ]
            elif hasattr(route.app, "routes"):
                _read(route.app, path, group, inner)
        elif isinstance(route, WebSocketRoute):
            group.add_socket(_socket(route, prefix))
        elif isinstance(route, Route) and route.include_in_schema:
            for method in _methods(route, prefix):
                group.add(method)


def _is_foreign(app: Any) -> bool:
    """Whether the nearest adapter for a mounted application is not this one."""
    installed = installed_adapters()
    nearest = next((installed[name] for name in class_names(type(app)) if name in installed), None)
    return nearest is not None and not nearest.value.endswith(f":{StarletteAdapter.__name__}")


def _below(prefix: str, contract: Contract) -> Contract:
    if isinstance(contract, WebSocketContract):
        return replace(contract, path=prefix + contract.path)
    return (
        contract
        if contract.outgoing
        else replace(contract, path_prefix=prefix + contract.path_prefix)
    )


def _methods(route: Route, prefix: str) -> Iterator[HttpMethod]:
    """One method, or for a class of handlers one for each verb."""
    handlers: list[tuple[Any, tuple[HttpVerb, ...], str]]
    if inspect.isclass(route.endpoint):
        own = [verb for verb in _VERBS if hasattr(route.endpoint, verb.lower())]
        handlers = [
            (
                getattr(route.endpoint, verb.lower()),
                (verb,),
                f"{verb.lower()}_{snake_case(str(route.name))}",
            )
            for verb in own
        ]
    else:
        methods = route.methods or {"GET"}
        verbs = tuple(
            verb for verb in _VERBS if verb in methods and not (verb == "HEAD" and "GET" in methods)
        )
        handlers = [(route.endpoint, verbs, str(route.name))]
    for handler, answered, name in handlers:
        yield HttpMethod(
            name=snake_case(name),
            verbs=answered,
            path=prefix + route.path_format,
            summary=sentence_of(name),
            description=_words(handler),
            parameters=tuple(_parameters(route)),
            successes=(Success(status=200, description="Not told."),),
            source=_source(handler),
        )


def _socket(route: WebSocketRoute, prefix: str) -> WebSocketContract:
    return WebSocketContract(
        name=class_case(str(route.name)),
        path=prefix + route.path_format,
        parameters=tuple(_parameters(route)),
        description=_words(route.endpoint),
        error_format="plain",
        framing=BARE,
        source=_source(route.endpoint),
    )


def _parameters(route: Route | WebSocketRoute) -> Iterator[Parameter]:
    for name, convertor in route.param_convertors.items():
        yield Parameter(name=name, location="path", type=_TYPES.get(type(convertor), str))


def _words(handler: Any) -> str | None:
    """A docstring, up to the YAML that Starlette's schema generator reads."""
    text = inspect.getdoc(handler)
    return (text.split("---\n", 1)[0].strip() or None) if text else None


def _source(handler: Any) -> Source | None:
    bare = inspect.unwrap(handler)
    code = getattr(bare, "__code__", None)
    module = getattr(bare, "__module__", None)
    return (
        Source(module=module, line=code.co_firstlineno if code is not None else None)
        if module
        else None
    )
