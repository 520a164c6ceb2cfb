"""Filters the OpenAPI document that a framework makes of an application."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, product
from typing import TYPE_CHECKING, Any

from ..contracts.message_model import PATH_ITEM_VERBS
from ..contracts.model import HttpContract
from ..schema.nodes import without

if TYPE_CHECKING:
    from ..catalog import ApiDocSpec

_COMPONENTS = "#/components/"
_VERBS = frozenset(verb.lower() for verb in PATH_ITEM_VERBS)


def framework_document(spec: "ApiDocSpec", own: Mapping[str, Any]) -> dict[str, Any]:
    """Return the framework's document, without the operations and components that are not selected.

    Parts without a known contract may be confidential, so they are left out.

    Args:
        spec: The document.
        own: The framework's document of the whole application.
    """
    if spec.app_options is None or not spec.app_options.is_selection:
        return dict(own)
    document = without(own, "components")
    operations: list[Mapping[str, Any]] = []
    for member, outgoing in (("paths", False), ("webhooks", True)):
        items = _selected(own.get(member, {}), _operations(spec, outgoing=outgoing))
        document[member] = items
        for item in items.values():
            operations += [item[verb] for verb in _VERBS & item.keys()]
    if not document["webhooks"]:
        del document["webhooks"]
    tags: set[str] = set()
    schemes = [*document.get("security", ())]
    for operation in operations:
        tags.update(operation.get("tags", ()))
        schemes += operation.get("security", ())
    if "tags" in document:
        document["tags"] = [tag for tag in document["tags"] if tag["name"] in tags]
    if components := _mentioned(own.get("components", {}), document, chain.from_iterable(schemes)):
        document["components"] = components
    return {key: document[key] for key in own if key in document}


def _operations(spec: "ApiDocSpec", *, outgoing: bool) -> set[tuple[str, str]]:
    """Return path and verb of each method."""
    operations: set[tuple[str, str]] = set()
    contracts = chain.from_iterable(group.contracts for group in spec.resolved_groups())
    for contract in contracts:
        if not isinstance(contract, HttpContract) or contract.outgoing != outgoing:
            continue
        for method in contract.methods:
            verbs = [verb.lower() for verb in method.verbs]
            operations.update(product(contract.full_paths(method), verbs))
    return operations


def _selected(
    items: Mapping[str, Mapping[str, Any]], kept: set[tuple[str, str]]
) -> dict[str, dict[str, Any]]:
    """Return the path items that have a kept operation, without their other operations."""
    selected: dict[str, dict[str, Any]] = {}
    for path, item in items.items():
        left_out = [verb for verb in _VERBS & item.keys() if (path, verb) not in kept]
        rest = without(item, *left_out)
        if not _VERBS.isdisjoint(rest):
            selected[path] = rest
    return selected


def _mentioned(
    components: Mapping[str, Mapping[str, Any]], document: Mapping[str, Any], schemes: Iterable[str]
) -> dict[str, dict[str, Any]]:
    """Return the components that a document mentions, directly or through other components."""
    mentioned = {("securitySchemes", name) for name in schemes}
    waiting: list[Any] = [document]
    while waiting:
        for kind, name in _references(waiting.pop()):
            if (kind, name) not in mentioned:
                mentioned.add((kind, name))
                waiting.append(components.get(kind, {}).get(name))
    kept: dict[str, dict[str, Any]] = {}
    for kind, named in components.items():
        for name, value in named.items():
            if (kind, name) in mentioned:
                kept.setdefault(kind, {})[name] = value
    return kept


def _references(value: object) -> Iterator[tuple[str, str]]:
    """Yield kind and name of each component that a part mentions."""
    match value:
        case dict():
            for inner in value.values():
                yield from _references(inner)
        case list():
            for inner in value:
                yield from _references(inner)
        # Any text, for the mapping of a discriminator has references without `$ref`. A text that
        # only looks like one keeps a component more; one that is missed would leave a reference
        # that leads nowhere.
        case str() if value.startswith(_COMPONENTS):
            kind, _, name = value.removeprefix(_COMPONENTS).partition("/")
            # Names of components have no character that a JSON Pointer escapes (OpenAPI 3.1,
            # 4.8.7).
            yield kind, name.partition("/")[0]
