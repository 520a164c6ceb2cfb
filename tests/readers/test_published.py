"""Published files: every operation and every property of each is in the document, and what is
exported says the same, counted without the package.

``make test-documents`` fetches and reads them.
``published-faults.json`` has what is wrong with the files; GGDOCS_GOLDEN=1 writes it anew.
"""

import json
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from sphinxcontrib_ggdocs.asyncapi import to_asyncapi
from sphinxcontrib_ggdocs.catalog import ApiDocSpec, ApplicationWarning
from sphinxcontrib_ggdocs.catalog.export import ExportWarning, collected_warnings
from sphinxcontrib_ggdocs.native import build_contract_doc
from sphinxcontrib_ggdocs.native.markdown import markdown_of
from sphinxcontrib_ggdocs.openapi import to_openapi

from .. import node_packages
from ..exports.validity import faults_of_asyncapi, faults_of_openapi
from .openapi_operations import VERBS, differences, load
from .published_files import ASYNCAPI, OPENAPI, SUFFIXES, published

EXAMPLES = node_packages.FOLDER / "@readme/oas-examples"
FILES = [
    (f"@readme/oas-examples/{path.relative_to(EXAMPLES)}", path)
    for path in sorted(EXAMPLES.glob("3.*/**/*"))
    if path.suffix in SUFFIXES
]
OF_OPENAPI = [pytest.param(key, path, id=key) for key, path in [*FILES, *published(OPENAPI)]]
OF_ASYNCAPI = [pytest.param(key, path, id=key) for key, path in published(ASYNCAPI)]
KNOWN = Path(__file__).with_name("published-faults.json")
Json = Any


def properties_of(value: Json, *, inside: bool = False) -> Iterator[str]:
    """The names of all properties of objects anywhere in a file.

    Args:
        value: The file, or a part of it.
        inside: Whether it is a mapping of names to schemas, of which none is a keyword.
    """
    if isinstance(value, dict):
        for key, inner in value.items():
            if inside or key not in ("example", "examples", "default", "value", "enum", "const"):
                named = key == "properties" and not inside and isinstance(inner, dict)
                if named:
                    yield from (name for name, schema in inner.items() if isinstance(schema, dict))
                yield from properties_of(inner, inside=named)
    elif isinstance(value, list):
        for item in value:
            yield from properties_of(item)


def check_faults(key: str, found: Mapping[str, list[str]]) -> None:
    """Compare what is wrong with a file with what is known."""
    faults = {kind: sorted(set(texts)) for kind, texts in found.items() if texts}
    known = json.loads(KNOWN.read_text(encoding="utf-8"))
    if os.environ.get("GGDOCS_GOLDEN") == "1":
        known = {name: texts for name, texts in {**known, key: faults}.items() if texts}
        text = json.dumps(dict(sorted(known.items())), ensure_ascii=False, indent=1)
        KNOWN.write_text(text + "\n", encoding="utf-8")
        return
    assert faults == known.get(key, {})


def messages(warned: list[ApplicationWarning], path: Path) -> list[str]:
    """Where what is wrong, without lines and hints."""
    texts = (str(each).partition("\n")[0] for each in warned)
    return [re.sub(r"^.*?:\d+: ", "", text.replace(str(path), "file:0")) for text in texts]


def test_there_are_files() -> None:
    assert len(FILES) > 50, "`make validators` installs them"
    assert len(OF_OPENAPI) > len(FILES) + 400
    assert len(OF_ASYNCAPI) > 10


def operations_of(given: Json) -> set[tuple[str, str]]:
    """The operations of a file of OpenAPI, counted without the package."""
    return {
        (verb.upper(), path if kind == "webhooks" else re.sub(r"{[^{}]*}", "{}", path))
        for kind in ("paths", "webhooks")
        for path, item in (given.get(kind) or {}).items()
        if isinstance(item, dict)
        for verb in VERBS
        if verb in item
    }


def methods_of(written: Json) -> list[Json]:
    """The methods of a contract document."""
    contracts = (contract for group in written["groups"] for contract in group["contracts"])
    return [method for contract in contracts for method in contract["methods"]]


def shown(written: Json) -> set[str]:
    """The names of the properties, and of the parameters, that a contract document has."""
    lists = ("pathParams", "queryParams", "headerParams", "cookieParams", "headers", "cookies")
    contracts = [contract for group in written["groups"] for contract in group["contracts"]]
    owners = [*contracts, *methods_of(written)]
    parameters = (item["name"] for owner in owners for key in lists for item in owner.get(key, ()))
    return {*properties_of(written), *parameters}


@pytest.mark.parametrize(("key", "path"), OF_OPENAPI)
def test_a_published_file(key: str, path: Path) -> None:
    given = load(path)
    spec = ApiDocSpec(slug="published", openapi=str(path))
    with collected_warnings(ApplicationWarning) as warned:
        document = build_contract_doc(spec)
    written = json.loads(document.to_json())
    found = {
        (method["httpMethod"], re.sub(r"{[^{}]*}", "{}", method["httpPath"]))
        for method in methods_of(written)
    }
    schemas = (given.get("components") or {}).get("schemas"), given.get("definitions")
    wanted = set(properties_of([given.get("paths"), given.get("webhooks"), *schemas]))
    assert markdown_of(document)
    with collected_warnings(ExportWarning):
        exported = to_openapi(spec)
        later = to_openapi(spec, openapi_version="3.2")
    faults = {
        "warnings": messages(warned, path),
        "operations": [" ".join(each) for each in operations_of(given) - found],
        "properties": [*(wanted - shown(written))],
        "differences": differences(given, exported) if "openapi" in given else [],
        "invalid": [*faults_of_openapi(exported), *faults_of_openapi(later)],
    }
    check_faults(key, faults)


@pytest.mark.parametrize(("key", "path"), OF_ASYNCAPI)
def test_a_published_file_of_asyncapi(key: str, path: Path, tmp_path: Path) -> None:
    given = load(path)
    spec = ApiDocSpec(slug="published", asyncapi=str(path))
    with collected_warnings(ApplicationWarning) as warned:
        document = build_contract_doc(spec)
    written = json.loads(document.to_json())
    wanted = set(properties_of([given.get("channels"), given.get("components")]))
    assert len(methods_of(written)) >= len(given.get("operations") or ())
    assert markdown_of(document)
    with collected_warnings(ExportWarning):
        exported = to_asyncapi(spec)
    again = tmp_path / "asyncapi.json"
    again.write_text(json.dumps(exported), encoding="utf-8")
    read = build_contract_doc(ApiDocSpec(slug="published", asyncapi=str(again)))
    sent = [
        {method["name"]: method.get("wsInput") for method in methods_of(each)}
        for each in (written, json.loads(read.to_json()))
    ]
    faults = {
        "warnings": messages(warned, path),
        "properties": [*(wanted - shown(written))],
        "exported": [name for name, body in sent[0].items() if sent[1].get(name) != body],
        "invalid": faults_of_asyncapi(exported),
    }
    check_faults(key, faults)
