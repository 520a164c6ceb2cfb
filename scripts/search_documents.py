"""Shortens contract documents to what the search reads: names, paths, parameters and the first
words of texts, in the order of the alphabet.

``python -m scripts.search_documents FILE …`` prints each document on a line; the documents of
published applications that the tests of the ranking search were made so.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

MOST_WORDS = 8
PARAMS = ("pathParams", "queryParams", "headerParams", "cookieParams")
METHOD = ("name", "httpMethod", "httpPath", "errors")
SCHEMA = ("title", "enum", "x-brand")


def shortened(document: dict[str, Any]) -> dict[str, Any]:
    """A document of the same shape, with less in it."""
    return {
        "version": document["version"],
        "service": {key: document["service"][key] for key in ("slug", "name")},
        "groups": [_group(group) for group in document["groups"]],
        "schemas": {name: _schema(schema) for name, schema in document["schemas"].items()},
        "errors": {
            name: {key: error[key] for key in ("type", "statusCode", "usedIn") if key in error}
            for name, error in document["errors"].items()
        },
        "uses": document["uses"],
    }


def _group(group: dict[str, Any]) -> dict[str, Any]:
    contracts = [
        contract
        | {"methods": [_method(method) for method in contract["methods"]]}
        | _words(contract)
        for contract in group["contracts"]
    ]
    kept = ("name", "kind", "pathPrefix", "methods", "description")
    short = [{key: each[key] for key in kept if key in each} for each in contracts]
    return {"name": group["name"], "slug": group["slug"], "contracts": short} | _words(group)


def _method(method: dict[str, Any]) -> dict[str, Any]:
    short = {key: method[key] for key in METHOD} | _words(method)
    for place in PARAMS:
        if place in method:
            short[place] = [_param(param) for param in method[place]]
    success = method.get("successResponse", {})
    if "statusCode" in success:
        short["successResponse"] = {"statusCode": success["statusCode"]}
    return short


def _param(param: dict[str, Any]) -> dict[str, Any]:
    return {"name": param["name"], "required": param["required"], "schema": True} | _words(param)


def _schema(schema: dict[str, Any]) -> dict[str, Any]:
    short = {key: schema[key] for key in SCHEMA if key in schema} | _words(schema)
    if "properties" in schema:
        short["properties"] = {name: {} for name in schema["properties"]}
    return short


def _words(part: dict[str, Any]) -> dict[str, str]:
    """Words of the texts; not the texts themselves, which belong to their authors."""
    found: dict[str, str] = {}
    for key in ("summary", "description"):
        words = re.findall(r"\w+", str(part.get(key, "")).lower())[:MOST_WORDS]
        found |= {key: " ".join(sorted(set(words)))} if words else {}
    return found


if __name__ == "__main__":
    for name in sys.argv[1:]:
        document = json.loads(Path(name).read_text(encoding="utf-8"))
        sys.stdout.write(json.dumps(shortened(document), separators=(",", ":")) + "\n")
