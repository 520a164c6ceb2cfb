"""Descriptions in the language of the build, from the catalogues that pages have: in pages and in documents."""

import json
from collections.abc import Iterable, Iterator
from functools import partial
from gettext import NullTranslations
from pathlib import Path
from typing import Any

from sphinx.environment import BuildEnvironment
from sphinx.locale import init as read_catalogues
from sphinx.util.i18n import docname_to_domain

from .domain.gg import GgDomain, gg_domain
from .paragraphs import Translate, translate_text
from .records import CONTRACT_DOCUMENT, Record
from .writer import builder_of

TEXTS = frozenset({"description", "summary", "deprecationMessage"})
"""Keys of the document and of JSON Schema whose texts people write."""

DATA = frozenset({"default", "examples", "enum", "const"})
"""Keys below which the same names are somebody's data."""


def translated(record: Record, env: BuildEnvironment) -> str:
    """The contract document of a record, with its descriptions and the names of its groups translated."""
    text = record.files[CONTRACT_DOCUMENT]
    translate = document_translator(env, record)
    if translate is None:
        return text
    document: dict[str, Any] = _walk(json.loads(text), translate)
    for group in document["groups"]:
        group["name"] = translate(group["name"])
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def translator(env: BuildEnvironment, pages: Iterable[str]) -> Translate | None:
    """Translates by the catalogues of pages; None where there is nothing to translate with."""
    folders = catalogue_folders(env)
    catalogues = list(_catalogues(env, pages, folders)) if folders else []
    return partial(_translation, catalogues=catalogues) if catalogues else None


def catalogue_folders(env: BuildEnvironment) -> list[str]:
    """The folders with catalogues in the language of the build, which is English for a project in another language."""
    names = {env.config.language, env.config.language.partition("_")[0]}
    folders = [Path(env.srcdir, folder) for folder in env.config.locale_dirs]
    return [str(folder) for folder in folders if any((folder / name).is_dir() for name in names)]


def document_translator(env: BuildEnvironment, record: Record) -> Translate | None:
    """Translates by the catalogues of all pages that show a document."""
    return translator(env, _pages(gg_domain(env), record))


def page_translator(env: BuildEnvironment) -> Translate | None:
    """Translates what the page that is being read shows; not while messages are collected for translators."""
    if builder_of(env).name == "gettext":
        return None
    return translator(env, [env.docname])


def _pages(domain: GgDomain, record: Record) -> dict[str, None]:
    """The pages that show a document: their catalogues are asked in turn."""
    keys = {key for key, each in domain.records.items() if each is record}
    shown = ((docname, each) for docname, many in sorted(domain.shown.items()) for each in many)
    return dict.fromkeys(docname for docname, each in shown if keys.intersection(each.keys))


def _catalogues(env: BuildEnvironment, pages: Iterable[str], folders: list[str]) -> Iterator[NullTranslations]:
    for name in dict.fromkeys(docname_to_domain(page, env.config.gettext_compact) for page in pages):
        catalogue, found = read_catalogues(folders, env.config.language, name)
        if found:
            yield catalogue


def _translation(message: str, catalogues: list[NullTranslations]) -> str:
    for catalogue in catalogues:
        told = catalogue.gettext(message)
        if told != message:
            return told
    return message


def _walk(value: Any, translate: Translate) -> Any:
    if isinstance(value, list):
        return [_walk(each, translate) for each in value]
    if not isinstance(value, dict):
        return value
    made: dict[str, Any] = {}
    for key, each in value.items():
        if key in TEXTS and isinstance(each, str):
            made[key] = translate_text(each, translate)
        else:
            made[key] = each if key in DATA else _walk(each, translate)
    return made
