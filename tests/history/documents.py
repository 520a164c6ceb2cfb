"""Small contract documents."""

import json
from typing import Any

from sphinxcontrib_ggdocs.history.named_types import types_in
from sphinxcontrib_ggdocs.native import ApiDocsDocument

Schema = dict[str, Any]
JSON = "application/json"


def content(schema: Schema) -> list[dict[str, Any]]:
    return [{"mediaType": JSON, "schema": schema}]


def document(types: dict[str, Schema], **places: Schema) -> ApiDocsDocument:
    """A document of one method, whose ``body`` and ``response`` are of a schema."""
    method: dict[str, Any] = {"name": "act", "httpMethod": "POST", "httpPath": "/act"}
    if "body" in places:
        method["requestBody"] = {"required": True, "contents": content(places["body"])}
    if "response" in places:
        method["successResponse"] = {"statusCode": 200, "contents": content(places["response"])}
    return parsed(of_methods([method], schemas=types))


def of_mentioned(types: dict[str, Schema], **places: Schema) -> ApiDocsDocument:
    """A document with the types that its places mention; others are received."""
    waiting = [name for place in places.values() for name in types_in(place)]
    mentioned: dict[str, Schema] = {}
    while waiting:
        name = waiting.pop()
        if name not in mentioned:
            mentioned[name] = types[name]
            waiting += types_in(types[name])
    return document(mentioned, **places)


def of_methods(methods: list[dict[str, Any]], **parts: Any) -> dict[str, Any]:
    """A document of some methods, as JSON."""
    contract = {"name": "Api", "pathPrefix": "", "methods": methods, "kind": "http"}
    group = {"name": "Group", "slug": "group", "contracts": [contract]}
    found = {
        "version": "2.1",
        "service": {"slug": "api", "name": "Api"},
        "groups": [group],
        "schemas": {},
        "errors": {},
        "uses": {},
    }
    return {**found, **parts}


def parsed(raw: dict[str, Any]) -> ApiDocsDocument:
    return ApiDocsDocument.model_validate_json(json.dumps(raw))
