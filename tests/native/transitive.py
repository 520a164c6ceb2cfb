"""All uses of all types by brute force: every method walks everything that it reaches, and counts.

What format 1.0 wrote into each document; the documents of that version and this computation agreed
on the example and on 240 drawn documents when the format changed. It knows nothing of the product's
own traversal.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

Place = tuple[str, str, str, str]
"""Group, contract, method, and where in the method."""

SCHEMAS = (
    "additionalProperties",
    "contentSchema",
    "items",
    "not",
    "propertyNames",
    "x-keys",
    "contains",
)
LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
MAPS = ("properties", "patternProperties")
PARAMETERS = {
    "pathParams": "path",
    "queryParams": "query",
    "headerParams": "header",
    "cookieParams": "cookie",
    "headers": "header",
    "cookies": "cookie",
    "responseHeaders": "responseHeader",
}
BODIES = {"requestBody": "requestBody", "successResponse": "successResponse", "wsInput": "wsInput"}


def transitive_uses(document: Any) -> dict[str, dict[Place, int]]:
    """By type, how often each method mentions it at each place, what is inside a type counted once
    for each mention.
    """
    found: dict[str, dict[Place, int]] = {}
    for group in document["groups"]:
        for contract in group["contracts"]:
            for method in contract["methods"]:
                for where, schema in _schemas(document, contract, method):
                    place = (group["slug"], contract["name"], method["name"], where)
                    for name, count in _reached(document, schema).items():
                        places = found.setdefault(name, {})
                        places[place] = places.get(place, 0) + count
    return found


def _schemas(document: Any, contract: Any, method: Any) -> Iterator[tuple[str, Any]]:
    for key, where in PARAMETERS.items():
        for param in (*contract.get(key, ()), *method.get(key, ())):
            yield where, param["schema"]
    bodies = [(where, method[key]) for key, where in BODIES.items() if key in method]
    bodies += [("successResponse", response) for response in method.get("moreResponses", ())]
    for where, body in bodies:
        for content in body.get("contents", ()):
            yield where, content.get("schema", {})
    for key in method["errors"]:
        yield "error", document["errors"][key].get("data", {})


def _reached(document: Any, schema: Any) -> Counter[str]:
    counts: Counter[str] = Counter()
    waiting, seen = [schema], set()
    while waiting:
        for name in _references(waiting.pop()):
            counts[document["schemas"][name].get("x-type", name)] += 1
            if name not in seen:
                seen.add(name)
                waiting.append(document["schemas"][name])
    return counts


def _references(schema: Any) -> Iterator[str]:
    if not isinstance(schema, dict):
        return
    if "$ref" in schema:
        yield schema["$ref"].removeprefix("#/schemas/")
    for key in SCHEMAS:
        yield from _references(schema.get(key))
    for key in LISTS:
        for item in schema.get(key, ()):
            yield from _references(item)
    for key in MAPS:
        for item in schema.get(key, {}).values():
            yield from _references(item)
