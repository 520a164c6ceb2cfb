"""A document in which every text is hostile, made from a good one."""

import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HACK = "globalThis.hacked = true"
TEXTS = [
    f"<script>{HACK}</script>",
    f"<img src=x onerror='{HACK}'>",
    f"[click](javascript:{HACK})",
    (
        f"[click](JaVa\tScript:{HACK}) <javascript:{HACK}> "
        f"[data](data:text/html,<script>{HACK}</script>)"
    ),
    f"</script><script>{HACK}</script>",
    f"![x](x) <svg onload={HACK}> &lt;b&gt; {{{{constructor}}}} ${{{HACK}}}",
    "__proto__",
    "constructor",
    "مرحبا بالعالم ‮reversed‬ שלום",
    "👩‍👩‍👧‍👦 🏳️‍🌈 e\u0301\u0301\u0301\u0301\u0301\u0301",
    "w" * 100_000,
    "**_`" * 20_000,
    "<!-- -->\u0000\u0001\u2028\u2029\ufeff",
]
"""Everything that could run, confuse, or take more room than there is."""

STRUCTURE = {
    *(
        "version",
        "kind",
        "slug",
        "group",
        "contract",
        "method",
        "where",
        "httpMethod",
        "httpMethods",
        "httpPath",
    ),
    *(
        "pathPrefix",
        "path",
        "wsDirection",
        "wsPattern",
        "mediaType",
        "scheme",
        "errors",
        "$ref",
        "type",
        "x-brand",
    ),
    *(
        "x-type",
        "format",
        "required",
        "propertyName",
        "mapping",
        "markup",
        "name",
        "primaryColor",
        "errorFormat",
    ),
}
"""Keys whose values a page follows, rather than shows."""


def hostile(document: dict[str, Any]) -> dict[str, Any]:
    """The document with every text replaced, and every record of schemas with names that are
    none.
    """
    texts = itertools.cycle(TEXTS)
    result: dict[str, Any] = _replaced(document, texts)
    names = [text[:200] for text in TEXTS]
    for name in names:
        result["schemas"][name] = {
            "type": "object",
            "title": name,
            "description": name,
            "properties": {
                each: {"type": "string", "description": each, "default": each} for each in names
            },
            "required": names[:3],
        }
        result["errors"][name] = {"type": name, "statusCode": 400, "description": name}
    first = result["groups"][0]["contracts"][0]["methods"][0]
    first["errors"] = [*first["errors"], *names]
    first["requestBody"] = {
        "required": True,
        "contents": [
            {"mediaType": name, "schema": {"$ref": f"#/schemas/{name}"}}
            for name in ["text/x", *names]
        ],
    }
    return result


def _replaced(value: Any, texts: Iterator[str]) -> Any:
    match value:
        case dict():
            return {
                key: each if key in STRUCTURE and _is_plain(each) else _replaced(each, texts)
                for key, each in value.items()
            }
        case list():
            return [_replaced(each, texts) for each in value]
        case str():
            return next(texts)
        case _:
            return value


def _is_plain(value: Any) -> bool:
    return (
        isinstance(value, (str, bool))
        or (isinstance(value, list) and all(isinstance(each, str) for each in value))
        or (isinstance(value, dict) and all(isinstance(each, str) for each in value.values()))
    )


def write(folder: Path, slug: str, document: dict[str, Any]) -> None:
    """Put a document in the place of another, as JSON and as a script."""
    text = json.dumps(document)
    (folder / slug / "api-docs.json").write_text(text)
    quoted = json.dumps(text).replace("<", "\\u003c")
    script = (
        f'(globalThis.ggdocsDocuments ||= Object.create(null))["{slug}"] = JSON.parse({quoted});'
    )
    (folder / slug / "api-docs.js").write_text(script)
