"""Files with something wrong in them: one value or name of a document replaced, in each way that a
careless generator, an editor or an attacker may have written it; the same in each run.
"""

import json
import random
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec, ApplicationWarning, BadDocument
from sphinxcontrib_ggdocs.catalog.export import ExportWarning
from sphinxcontrib_ggdocs.native.documentation_site import SiteDocument
from sphinxcontrib_ggdocs.native.markdown import markdown_of_view
from sphinxcontrib_ggdocs.openapi import to_openapi

from .test_asyncapi import LIGHTS, SECOND
from .test_contract_document import DOCUMENT
from .test_openapi import PETS
from .test_openapi_3_2 import FLIGHTS
from .test_openapi_members import PHOTOS

GOLDEN = Path(__file__).parents[1]
WRITTEN = {
    "contract document": ("contract_document", "native/golden/internal.json"),
    "exported OpenAPI": ("openapi", "openapi/golden/internal.yaml"),
    "exported AsyncAPI": ("asyncapi", "asyncapi/golden/written.yaml"),
    "channels": ("asyncapi", "asyncapi/golden/internal.yaml"),
}
TEXTS = {
    "OpenAPI 3.0": ("openapi", PETS),
    "OpenAPI 3.1": ("openapi", PHOTOS),
    "OpenAPI 3.2": ("openapi", FLIGHTS),
    "AsyncAPI 2": ("asyncapi", SECOND),
    "AsyncAPI 3": ("asyncapi", LIGHTS),
}
INFINITE = "@1e400@"
"""Stands for a number that no float can hold, which `json.dumps` does not write."""


def _nested(depth: int) -> Any:
    value: Any = {}
    for _ in range(depth):
        value = {"allOf": [value], "items": value} if depth < 10 else {"items": value}
    return value


REFERENCES = (
    *("", "#", "#/", "#/components", "#/nowhere/at/all", "#/paths/~2", "#/paths/~01~1%7e", "#a"),
    *("#/\0", "\0", "a\0b.json#/x", "#/%00", "%00.json", "/etc/passwd", "../../../etc/passwd.yaml"),
    *("file:///etc/passwd", "http://[", "https://h.example/x.json#/y", "//", "api.json", "."),
    *("#/%zz", "#/%ff", "#/components/schemas/-1", "#/tags/99999999999999999999", "#/tags/²"),
    *("x" * 5000, "a/" * 3000 + "b.json", "\ud800", "#/components/schemas/Pet/properties/friends"),
)
NO_REFERENCES: tuple[Any, ...] = (3, None, [], {"$ref": "#"})
VALUES: tuple[Any, ...] = (
    *(True, False, None, 0, -1, 1.5, 10**400, INFINITE, "", " ", "\0", "x", "\n", "a b:c/{d}", "{"),
    *("é\u202e", "x" * 20_000, "javascript:alert(1)", "http://[", "[", "(?<", "}{", "{}", "\ud800"),
    *([], {}, [None], [[]], [True], [0, "a", {}], [{}], [{"name": "a"}], [["a"]], {"": None}),
    *({"x": {}}, {"a": 1}, {"a": [1]}, {"\0": "\0"}, {"0": {"type": "string"}}, [{"$ref": "#"}]),
    *({"type": "object", "properties": {"a": {"$ref": "#"}}}, {"oneOf": [{}, True, False]}),
    *({"type": [[]]}, {"enum": True}, {"enum": {}}, {"type": "array", "items": []}),
    *({"required": "a"}, {"properties": []}, {"const": {"a": [None]}, "default": {"$ref": 1}}),
    {"allOf": [{"$ref": "#/components/schemas/Pet"}]},
    *(_nested(6), _nested(95), _nested(300)),
    *({"$ref": reference} for reference in (*REFERENCES, *NO_REFERENCES)),
)
KEYS = (
    *(
        "",
        " ",
        "x y",
        "$ref",
        "type",
        "allOf",
        "paths",
        "a:b",
        "é",
        ".",
        "..",
        "/",
        "\0",
        "{",
        "{}",
    ),
    *("x-", "x-internal", "__proto__", "constructor", "get", "200", "2XX", "default", "a" * 3000),
    *("properties", "items", "name", "\ud800", "~", "%2F", "application/json", "enum"),
    *("payload", "reply", "headers", "bindings", "servers", "security", "messages", "address"),
    *("examples", "correlationId", "externalDocs", "parameters", "tags"),
)


def documents() -> dict[str, tuple[str, Any]]:
    """By name, the field of `ApiDocSpec` and the value of each document."""
    parsed = {name: (field, yaml.safe_load(text)) for name, (field, text) in TEXTS.items()}
    for name, (field, path) in WRITTEN.items():
        text = (GOLDEN / path).read_text(encoding="utf-8")
        parsed[name] = field, yaml.safe_load(text)
    parsed["small contract document"] = "contract_document", DOCUMENT
    # YAML's keys may be numbers
    return {name: (field, json.loads(json.dumps(v))) for name, (field, v) in parsed.items()}


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each container in a document, with each of its keys."""
    inside = value.items() if isinstance(value, dict) else enumerate(value)
    for key, inner in inside:
        yield value, key
        if isinstance(inner, dict | list):
            yield from places(inner)


def mutated(chosen: random.Random, given: Any) -> Any:
    """A document with one mistake, or two."""
    document = json.loads(json.dumps(given))
    for _ in range(chosen.choice((1, 1, 1, 2))):
        inside = list(places(document))
        container, key = chosen.choice(inside)
        kind = chosen.random()
        if kind < 0.1 and isinstance(container, dict):
            container[chosen.choice(KEYS)] = container.pop(key)
        elif kind < 0.2:
            del container[key]
        elif kind < 0.3:
            other, name = chosen.choice(inside)
            container[key] = json.loads(json.dumps(other[name]))
        elif kind < 0.35:
            container[key] = [container[key]] * chosen.choice((2, 200))
        elif kind < 0.4 and isinstance(container, dict):
            container[chosen.choice(KEYS)] = chosen.choice(VALUES)
        elif kind < 0.5 and isinstance(container[key], str):
            container[key] = chosen.choice(REFERENCES)
        else:
            container[key] = json.loads(json.dumps(chosen.choice(VALUES)))
    return document


def text_of(document: Any) -> str:
    """The document as JSON, which is YAML, too."""
    return json.dumps(document).replace(f'"{INFINITE}"', "1e400")


def outputs(spec: ApiDocSpec) -> Iterator[bytes | str]:
    """All that is written of a document without Sphinx."""
    site = SiteDocument.of(spec, with_methods=True)
    yield site.build()
    yield markdown_of_view(site.view())
    assert site.methods is not None
    for page in site.methods():
        yield page.text
    for export in () if spec.contract_document else (to_openapi, to_asyncapi):
        document = export(spec)
        yield json.dumps(document, allow_nan=False).encode()


def problems_of(path: Path, field: str) -> list[BadDocument]:
    """What is wrong with a file, each with its place; every output is written of it.

    Raises:
        AssertionError: Something else is raised or warned of, or a problem has no place.
    """
    spec = ApiDocSpec.model_validate({"slug": "hostile", "title": "Hostile", field: str(path)})
    found: list[BadDocument] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            for text in outputs(spec):
                assert text
        except BadDocument as error:
            found.append(error)
    for item in caught:
        if isinstance(item.message, ApplicationWarning):
            assert isinstance(item.message.error, BadDocument), item.message
            found.append(item.message.error)
        else:
            assert isinstance(item.message, ExportWarning), (item.message, item.filename)
    for problem in found:
        assert problem.where.file, problem
    return found
