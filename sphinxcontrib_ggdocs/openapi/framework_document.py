"""The OpenAPI document that a framework makes of an application, as the file of a document."""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ..contracts.message_model import PATH_ITEM_VERBS
from ..contracts.model import HttpContract

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
    contracts = [
        contract
        for group in spec.resolved_groups()
        for contract in group.contracts
        if isinstance(contract, HttpContract)
    ]
    items = {
        name: dict(_kept_items(own.get(name, {}), _operations(contracts, outgoing=outgoing)))
        for name, outgoing in (("paths", False), ("webhooks", True))
    }
    written = {key: value for key, value in own.items() if key not in {*items, "components"}}
    document = written | {key: value for key, value in items.items() if value or key == "paths"}
    used = {tag for operation in _all_operations(document) for tag in operation.get("tags", ())}
    if "tags" in document:
        document["tags"] = [tag for tag in document["tags"] if tag["name"] in used]
    if components := _mentioned(own.get("components", {}), document):
        document["components"] = components
    return {key: document[key] for key in own if key in document}


def _operations(contracts: Iterable[HttpContract], *, outgoing: bool) -> set[tuple[str, str]]:
    """Return path and verb of each method."""
    methods = (
        (path, method.verbs)
        for contract in contracts
        if contract.outgoing == outgoing
        for method in contract.methods
        for path in contract.full_paths(method)
    )
    return {(path, verb.lower()) for path, verbs in methods for verb in verbs}


def _kept_items(
    items: Mapping[str, Mapping[str, Any]], kept: set[tuple[str, str]]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the path items that have a kept operation, without their other operations."""
    for path, item in items.items():
        rest = {
            key: value for key, value in item.items() if key not in _VERBS or (path, key) in kept
        }
        if not _VERBS.isdisjoint(rest):
            yield path, rest


def _all_operations(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    items = (item for key in ("paths", "webhooks") for item in document.get(key, {}).values())
    return (item[verb] for item in items for verb in _VERBS & item.keys())


def _mentioned(
    components: Mapping[str, Mapping[str, Any]], document: Mapping[str, Any]
) -> dict[str, dict[str, Any]]:
    """Return the components that a document mentions, directly or through other components."""
    schemes = {name for required in _requirements(document) for name in required}
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


def _requirements(document: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from document.get("security", ())
    for operation in _all_operations(document):
        yield from operation.get("security", ())


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
