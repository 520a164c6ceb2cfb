"""Compares what tools say of the same pairs of OpenAPI documents, and writes a page about it.

``python -m scripts.diff_tools FOLDER`` needs the validators of the tests, and in a folder a virtual
environment with the packages of `PYTHON_TOOLS`. It writes `docs/explanation/diff-tools.md`, unless
a difference has no explanation here.
"""

import argparse
import copy
import json
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sphinxcontrib_ggdocs.commands.compared_documents import read_side
from sphinxcontrib_ggdocs.history import compare
from sphinxcontrib_ggdocs.history.changes import worst

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "explanation" / "diff-tools.md"
REDOCLY = ROOT / "tests" / "validators" / "node_modules" / ".bin" / "redocly"
PYTHON_TOOLS = ("api-schema-diff==1.0.4", "api-diff-sentinel==1.0.2")
REMOVED = object()

TEXT = {"type": "string"}
NUMBER = {"type": "integer"}
ITEM = {
    "type": "object",
    "required": ["id", "size"],
    "properties": {
        "id": TEXT,
        "size": {"type": "integer", "minimum": 0, "maximum": 100},
        "colour": {"type": "string", "enum": ["red", "green"]},
        "note": {"type": "string", "maxLength": 20},
        "tags": {"type": "array", "items": TEXT, "maxItems": 9},
        "shape": {"oneOf": [{"type": "string"}, {"type": "integer"}]},
    },
}


def _content(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": copy.deepcopy(schema)}}


BASE: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Items", "version": "1.0.0"},
    "components": {
        "securitySchemes": {"Key": {"type": "apiKey", "in": "header", "name": "X-Key"}},
    },
    "paths": {
        "/items": {
            "post": {
                "operationId": "create",
                "security": [{"Key": []}],
                "parameters": [
                    {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 9}},
                    {"name": "X-Trace", "in": "header", "schema": TEXT},
                ],
                "requestBody": {"required": True, "content": _content(ITEM)},
                "responses": {
                    "200": {"description": "An item.", "content": _content(ITEM)},
                    "404": {"description": "Not there.", "content": _content(TEXT)},
                },
            },
        },
        "/items/{id}": {
            "get": {
                "operationId": "read",
                "parameters": [{"name": "id", "in": "path", "required": True, "schema": TEXT}],
                "responses": {"200": {"description": "An item.", "content": _content(ITEM)}},
            },
        },
    },
}

POST = ("paths", "/items", "post")
GET = ("paths", "/items/{id}", "get")
SENT = (*POST, "requestBody", "content", "application/json", "schema")
RECEIVED = (*POST, "responses", "200", "content", "application/json", "schema")

Edit = tuple[tuple[str | int, ...], Any]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two documents."""

    name: str
    edits: tuple[Edit, ...]


def _schema_pairs() -> Iterator[Pair]:
    """Edits of the schema that clients send, and of the one that they receive."""
    edits: dict[str, tuple[Edit, ...]] = {
        "a bound is tighter": ((("properties", "size", "maximum"), 50),),
        "a length is tighter": ((("properties", "note", "maxLength"), 5),),
        "fewer items": ((("properties", "tags", "maxItems"), 3),),
        "a listed value less": ((("properties", "colour", "enum"), ["red"]),),
        "an optional property": ((("properties", "more"), TEXT),),
        "a required property": (
            (("properties", "more"), TEXT),
            (("required",), ["id", "size", "more"]),
        ),
        "a property is required": ((("required",), ["id", "size", "note"]),),
        "another type": ((("properties", "id"), NUMBER),),
        "null is allowed": ((("properties", "note", "type"), ["string", "null"]),),
        "integers are numbers": ((("properties", "size", "type"), "number"),),
        "a pattern": ((("properties", "id", "pattern"), "^[a-z]+$"),),
        "a format": ((("properties", "id", "format"), "uuid"),),
        "no further properties": ((("additionalProperties",), False),),
        "a choice less": ((("properties", "shape", "oneOf"), [TEXT]),),
        "the same bound twice": ((("properties", "size", "exclusiveMaximum"), 101),),
        "a list in another order": ((("properties", "colour", "enum"), ["green", "red"]),),
        "a description": ((("properties", "note", "description"), "A note."),),
        "another default": ((("properties", "note", "default"), "none"),),
    }
    for where, path in (("sent", SENT), ("received", RECEIVED)):
        for name, changes in edits.items():
            yield Pair(f"{where}: {name}", tuple(((*path, *at), new) for at, new in changes))


def _other_pairs() -> Iterator[Pair]:
    """Edits outside of bodies."""
    limit = (*POST, "parameters", 0)
    contents = (*POST, "requestBody", "content")
    edits: Mapping[str, tuple[Edit, ...]] = {
        "a path removed": ((("paths", "/items/{id}"), REMOVED),),
        "a path parameter renamed": (
            (("paths", "/items/{id}"), REMOVED),
            (("paths", "/items/{item}"), _renamed()),
        ),
        "operationId changed": (((*POST, "operationId"), "add"),),
        "a parameter removed": (((*POST, "parameters"), BASE_PARAMETERS[1:]),),
        "a parameter is required": (((*limit, "required"), True),),
        "a parameter of another type": (((*limit, "schema"), TEXT),),
        "a header in other case": (((*POST, "parameters", 1, "name"), "x-trace"),),
        "a parameter is a list": (((*limit, "schema"), {"type": "array", "items": NUMBER}),),
        "a body is optional": (((*POST, "requestBody", "required"), False),),
        "a charset": (
            ((*contents, "application/json"), REMOVED),
            ((*contents, "application/json; charset=utf-8"), {"schema": ITEM}),
        ),
        "a wider media type": (
            ((*contents, "application/json"), REMOVED),
            ((*contents, "application/*"), {"schema": ITEM}),
        ),
        "a further media type": (((*contents, "text/plain"), {"schema": TEXT}),),
        "a further success": (((*POST, "responses", "201"), {"description": "New."}),),
        "a range for a status": (
            ((*POST, "responses", "200"), REMOVED),
            ((*POST, "responses", "2XX"), BASE["paths"]["/items"]["post"]["responses"]["200"]),
        ),
        "an error less": (((*POST, "responses", "404"), REMOVED),),
        "nobody needs a key": (((*POST, "security"), []),),
        "a scheme renamed": (
            (("components", "securitySchemes", "Key"), REMOVED),
            (
                ("components", "securitySchemes", "Other"),
                BASE["components"]["securitySchemes"]["Key"],
            ),
            ((*POST, "security"), [{"Other": []}]),
        ),
        "a webhook": ((("webhooks",), {"sold": {"post": HOOK}}),),
    }
    return (Pair(name, changes) for name, changes in edits.items())


BASE_PARAMETERS = BASE["paths"]["/items"]["post"]["parameters"]
HOOK = {"requestBody": {"content": _content(ITEM)}, "responses": {"200": {"description": "Ok."}}}


def _renamed() -> dict[str, Any]:
    item = copy.deepcopy(BASE["paths"]["/items/{id}"])
    item["get"]["parameters"][0]["name"] = "item"
    return dict(item)


def _edited(edits: tuple[Edit, ...]) -> dict[str, Any]:
    document = copy.deepcopy(BASE)
    for path, value in edits:
        place: Any = document
        for step in path[:-1]:
            place = place[step]
        if value is REMOVED:
            del place[path[-1]]
        else:
            place[path[-1]] = copy.deepcopy(value)
    return document


def _ours(old: Path, new: Path) -> bool:
    none = argparse.Namespace(audience=None)
    changes = compare(read_side(str(old), none).document, read_side(str(new), none).document)
    return worst(*(change.wire for change in changes)) == "breaking"


def _printed(*command: str | Path) -> Any:
    ended = subprocess.run(  # noqa: S603 - the tools of the two folders
        list(map(str, command)), check=False, capture_output=True, text=True
    )
    return json.loads(ended.stdout[ended.stdout.index("{") :])


def _redocly(old: Path, new: Path) -> bool:
    return bool(_printed(REDOCLY, "diff", old, new, "--format", "json")["bump"] == "major")


def tools(folder: Path) -> Mapping[str, Callable[[Path, Path], bool]]:
    """Whether a tool says that a change breaks clients, by the name of the tool."""
    programs = folder / "bin"
    return {
        "this package": _ours,
        "Redocly CLI 2.77.0": _redocly,
        "api-schema-diff 1.0.4": lambda old, new: bool(
            _printed(programs / "api-schema-diff", old, new, "--format", "json")["breaking"]
        ),
        "api-diff-sentinel 1.0.2": lambda old, new: bool(
            _printed(programs / "api-diff", old, new, "--json")["breaking_changes_count"]
        ),
    }


def results(folder: Path) -> dict[str, dict[str, bool]]:
    """What each tool says of each pair, in both directions."""
    found: dict[str, dict[str, bool]] = {}
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor() as pool:
        base = Path(temporary) / "base.json"
        base.write_text(json.dumps(BASE))
        ends: dict[str, tuple[Path, Path]] = {}
        for number, pair in enumerate([*_schema_pairs(), *_other_pairs()]):
            edited = Path(temporary) / f"{number}.json"
            edited.write_text(json.dumps(_edited(pair.edits)))
            ends |= {pair.name: (base, edited), f"{pair.name}, back": (edited, base)}
        for tool, says in tools(folder).items():
            answers = pool.map(says, *zip(*ends.values(), strict=True))
            for name, is_breaking in zip(ends, answers, strict=True):
                found.setdefault(name, {})[tool] = is_breaking
    return found


_GONE = (
    "a client may send what is ignored, and an optional property may be missing; breaks code here"
)
_CLOSED = "who follows a schema writes the listed properties alone"
_FORMAT = "formats are not compared, for no validator has to check them: `risky` here"
REASONS: Mapping[str, str] = {
    "sent: an optional property": _GONE,
    "received: an optional property": _GONE,
    "sent: a format, back": "texts of a format are texts; breaks code here",
    "sent: a format": _FORMAT,
    "received: a format, back": _FORMAT,
    "received: a format": "texts of a format are texts; breaks code here",
    "sent: no further": _CLOSED,
    "received: no further": _CLOSED,
    "operationId": "the name is not sent; breaks code here",
    "a parameter removed": "what is sent in vain is ignored; breaks code here",
    "a parameter of another": "each number is a text in a query; breaks code here",
    "a parameter is a list": "one value is a list of one in a query; breaks code here",
    "a charset": "JSON has no charset (RFC 8259)",
    "a wider": "the range takes the old media type",
    "a further success, back": "nothing is received that was not known; breaks code here",
    "a further success": "a client that knows 200 receives 201",
    "a range": "200 is one of 2XX",
    "an error less": "nothing is received that was not known",
    "a scheme renamed": "the same header is sent; the name is not",
    "a webhook": "clients may wait for it: `risky` here",
}
"""Why Redocly CLI differs from this package, by the beginning of the name of a pair."""

HEAD = """# Breaking changes: other tools

What four tools say of the same pairs of OpenAPI documents: whether running clients break.
`python -m scripts.diff_tools` makes the pairs, asks the tools and writes this page.

For [this package](../reference/changes.md) a change breaks if its verdict on the wire is
`breaking`; what is not proven is `risky`, and not counted. Redocly CLI: a change of the impact
`major`. The others: their list of breaking changes.
"""


def page(found: Mapping[str, Mapping[str, bool]]) -> str:
    """The page, from the verdicts of tools about pairs.

    Raises:
        LookupError: A difference has no explanation.
    """
    ours, *others = next(iter(found.values()))
    lines = [HEAD, f"| Of {len(found)} pairs | Agrees | Breaks only here | Breaks only there |"]
    lines += ["|---|---:|---:|---:|"]
    for tool in others:
        here = sum(said[ours] and not said[tool] for said in found.values())
        there = sum(said[tool] and not said[ours] for said in found.values())
        lines += [f"| {tool} | {len(found) - here - there} | {here} | {there} |"]
    lines += [
        "",
        f"## Where {others[0]} differs",
        "",
        "| Pair | Here | There | Why |",
        "|---|---|---|---|",
    ]
    for name, said in found.items():
        if said[ours] != said[others[0]]:
            words = [_word(is_breaking=said[tool]) for tool in (ours, others[0])]
            lines += [f"| {name} | {words[0]} | {words[1]} | {_reason(name)} |"]
    return "\n".join([*lines, "", TAIL])


TAIL = """api-schema-diff reads types and properties of bodies, but no bounds, lengths, patterns
and listed values. api-diff-sentinel reports nothing of the bodies of requests.

## Published applications

`ggdocs diff` between two published versions of three FastAPI applications. The reported changes
that break clients on the wire were read, in November 2026; those of schemas come with a value that
one schema accepts and the other refuses.

| | Changes | Breaks on the wire | False alarms | Breaks code alone | Not known |
|---|---:|---:|---:|---:|---:|
| Airflow 3.0.0 and 3.1.0 | 466 | 29 | 0 | 24 | 6 |
| Airflow 3.0.0 and 3.3.2 | 768 | 53 | 0 | 27 | 17 |
| Chainlit 2.3.0 and 2.12.0 | 17 | 1 | 0 | 0 | 2 |
| Gradio 5.20.0 and 6.31.0 | 51 | 2 | 0 | 4 | 5 |

Four of Airflow correct the type of a path parameter in the document.
"""


def _word(*, is_breaking: bool) -> str:
    return "breaks" if is_breaking else "does not"


def _reason(name: str) -> str:
    for beginning, reason in REASONS.items():
        if name.startswith(beginning):
            return reason
    raise LookupError(f"there is no explanation of {name!r} in REASONS")


def main() -> None:
    """Write the page, and the answers next to it on request."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="a virtual environment with the tools of Python")
    parser.add_argument("--answers", type=Path, help="a file for what the tools say, as JSON")
    arguments = parser.parse_args()
    found = results(arguments.folder)
    if arguments.answers is not None:
        arguments.answers.write_text(json.dumps(found, indent=1))
    PAGE.write_text(page(found), encoding="utf-8")


if __name__ == "__main__":
    main()
