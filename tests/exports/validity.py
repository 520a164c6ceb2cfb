"""What is wrong with exported documents: held against the schemas of their specifications, and the
rules about names that these do not have.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Any, Final

import jsonschema_rs

from .. import node_packages

VERBS: Final = (
    "get",
    "put",
    "post",
    "delete",
    "options",
    "head",
    "patch",
    "trace",
    "query",
)
MOST_SHOWN = 5
"""Faults of one document that are listed."""
DATA: Final = frozenset({"example", "examples", "default", "const", "enum", "value", "dataValue"})
"""Members whose values are no parts of the document."""
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


@cache
def _openapi(version: str) -> jsonschema_rs.Validator:
    """The schema of a version of OpenAPI, whose Schema Objects are JSON Schema 2020-12."""
    folder = resources.files("openapi_spec_validator") / "resources" / "schemas"
    text = (folder / f"v{version}" / "schema.json").read_text(encoding="utf-8")
    schema = json.loads(text)
    base = {
        "$id": f"https://example.org/openapi-{version}",
        "$schema": DIALECT,
        "$ref": schema["$id"],
        "$defs": {"schema": {"$dynamicAnchor": "meta", "$ref": DIALECT}},
    }
    registry = jsonschema_rs.Registry([(schema["$id"], schema)])
    return jsonschema_rs.Draft202012Validator(base, registry=registry)


@cache
def _asyncapi() -> jsonschema_rs.Validator:
    """The schema of AsyncAPI 3.0."""
    path = node_packages.FOLDER / "@asyncapi/specs/schemas/3.0.0.json"
    return jsonschema_rs.validator_for(json.loads(path.read_text(encoding="utf-8")))


def faults_of_asyncapi(document: Mapping[str, Any]) -> list[str]:
    """What is wrong with a document of AsyncAPI 3.0."""
    found = [_written(error) for error in _asyncapi().iter_errors(document)]
    found += _dangling(document)
    return found[:MOST_SHOWN]


def faults_of_openapi(document: Mapping[str, Any]) -> list[str]:
    """What is wrong with a document of OpenAPI 3.1 or 3.2."""
    version = ".".join(document["openapi"].split(".")[:2])
    found = [_written(error) for error in _openapi(version).iter_errors(document)]
    found += _dangling(document)
    if version == "3.2":
        found += _untagged(document)
    identifiers: Counter[str] = Counter()
    for place, item in _path_items(document):
        shared = item.get("parameters", [])
        for verb in VERBS:
            operation = item.get(verb)
            if isinstance(operation, dict):
                identifiers[operation.get("operationId", place + verb)] += 1
                found += _parameters(document, place, verb, shared, operation)
    found += [
        f"operationId {name} is not unique" for name, count in identifiers.items() if count > 1
    ]
    return found[:MOST_SHOWN]


def _written(error: Any) -> str:
    return f"{'/'.join(map(str, error.instance_path))}: {error.message[:200]}"


def _path_items(document: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    waiting = [*document.get("paths", {}).items(), *document.get("webhooks", {}).items()]
    while waiting:
        place, item = waiting.pop()
        yield place, item
        for verb in VERBS:
            operation = item.get(verb)
            if isinstance(operation, dict):
                for name, callbacks in operation.get("callbacks", {}).items():
                    waiting += [(f"{place} {name} {key}", item) for key, item in callbacks.items()]


def _parameters(
    document: Mapping[str, Any], place: str, verb: str, shared: Any, operation: Mapping[str, Any]
) -> Iterator[str]:
    """Parameters that an operation has twice, and those of its path that it does not have."""
    names: set[tuple[str, str]] = set()
    for owner in (shared, operation.get("parameters", [])):
        counts = Counter(
            (parameter["in"], parameter["name"])
            for parameter in (_resolved(document, each) for each in owner)
        )
        names |= counts.keys()
        for key, count in counts.items():
            if count > 1:
                yield f"{verb} {place}: the parameter {key} is there {count} times"
    if place.startswith("/"):
        for name in re.findall(r"{([^{}]+)}", place):
            if ("path", name) not in names and not name.startswith("$"):
                yield f"{verb} {place}: the path has {name}, which is no parameter"


def _resolved(document: Mapping[str, Any], value: Any) -> Any:
    while "$ref" in value:
        value = _at(document, value["$ref"])
    return value


def _at(document: Any, reference: str) -> Any:
    for step in reference.removeprefix("#/").split("/"):
        document = document[step.replace("~1", "/").replace("~0", "~")]
    return document


def _untagged(document: Mapping[str, Any]) -> Iterator[str]:
    """Discriminators whose tag may be left out, and that do not say what follows from that."""
    for schema in _schemas(document):
        discriminator = schema.get("discriminator")
        # Among properties, one may have that name.
        if not isinstance(discriminator, dict) or "propertyName" not in discriminator:
            continue
        if "defaultMapping" not in discriminator:
            tag = discriminator["propertyName"]
            choices = schema.get("oneOf") or schema.get("anyOf") or [schema]
            owners = [] if tag in schema.get("required", ()) else choices
            if not all(_requires(document, choice, tag) for choice in owners):
                yield f"the tag {tag} is optional, and the discriminator has no defaultMapping"


def _requires(document: Mapping[str, Any], schema: Any, tag: str, depth: int = 0) -> bool:
    schema = _resolved(document, schema)
    parts = schema.get("allOf", ()) if depth < 20 else ()
    inner = any(_requires(document, part, tag, depth + 1) for part in parts)
    choices = schema.get("oneOf") or schema.get("anyOf") or ()
    every = all(_requires(document, choice, tag, depth + 1) for choice in choices)
    return tag in schema.get("required", ()) or inner or (bool(choices) and every)


def _schemas(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield value
        for key, inner in value.items():
            if key not in DATA:
                yield from _schemas(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _schemas(inner)


def _dangling(document: Mapping[str, Any]) -> Iterator[str]:
    """References inside the document that lead nowhere."""
    for reference in sorted(set(_references(document))):
        try:
            _at(document, reference)
        except (KeyError, TypeError):
            yield f"{reference} is unresolved"


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        target = value.get("$ref")
        if isinstance(target, str) and target.startswith("#/"):
            yield target
        for key, inner in value.items():
            if key not in DATA and not key.startswith("x-"):
                yield from _references(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _references(inner)
