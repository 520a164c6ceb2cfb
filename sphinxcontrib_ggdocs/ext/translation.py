"""Descriptions in the language of the build, from the catalogues that pages have: in pages and in
documents.
"""

import json
from collections.abc import Iterable, Iterator
from functools import partial
from gettext import NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sphinx.environment import BuildEnvironment
from sphinx.locale import init as read_catalogues
from sphinx.util.i18n import docname_to_domain

from .build_state import builder_of
from .domain.gg import GgDomain, gg_domain
from .paragraphs import Translate, translate_text
from .store import CONTRACT_DOCUMENT, Record, store_of

if TYPE_CHECKING:
    from ..native.view import DocumentView

TEXTS = frozenset({"description", "summary", "deprecationMessage"})
"""Keys of the document whose texts people write; of those only `description` is one of JSON Schema
as well."""

SCHEMA = frozenset({"schema", "data"})
"""Keys of the document that hold a schema."""

BY_NAME = frozenset({"schemas", "errors", "variables"})
"""Keys of the document that hold parts of it under names of the author's."""

DATA = frozenset({"tree", "files", "uses", "usedIn"})
"""Keys of the document below which nobody writes texts."""


def translated(record: Record, env: BuildEnvironment) -> str:
    """The contract document of a record, translated by the catalogues of all pages that show it."""
    text = store_of(env).text(record, CONTRACT_DOCUMENT)
    translate = translator(env, _pages(gg_domain(env), record))
    return text if translate is None else translated_document(text, translate)


def translated_document(text: str, translate: Translate) -> str:
    """A contract document with its descriptions and the names of its groups translated."""
    document: dict[str, Any] = _part(json.loads(text), translate)
    for group in document["groups"]:
        group["name"] = translate(group["name"])
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"))


def translated_view(text: str, translate: Translate) -> "tuple[DocumentView, dict[str, str]]":
    """The view of a translated document, and by translated text what was written."""
    from ..native import ApiDocsDocument
    from ..native.view import view_of

    originals: dict[str, str] = {}

    def noted(message: str) -> str:
        found = translate(message)
        originals[found] = message
        return found

    document = ApiDocsDocument.model_validate_json(translated_document(text, noted))
    return view_of(document), originals


def _part(value: Any, translate: Translate) -> Any:
    """A part of the document that is no schema."""
    if isinstance(value, list):
        return [_part(item, translate) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: _value(key, item, translate) for key, item in value.items()}


def _value(key: str, value: Any, translate: Translate) -> Any:
    if key in TEXTS and isinstance(value, str):
        return translate_text(value, translate)
    if key in SCHEMA and isinstance(value, dict):
        return _schema(value, translate)
    if key in BY_NAME and isinstance(value, dict):
        each = _schema if key == "schemas" else _part
        return {name: each(item, translate) for name, item in value.items()}
    return value if key in DATA else _part(value, translate)


def _schema(schema: dict[str, Any], translate: Translate) -> dict[str, Any]:
    from ..schema.traversal import map_schema  # imported late: builds without work need no pydantic

    found = map_schema(schema, partial(_schema, translate=translate))
    if isinstance(found.get("description"), str):
        found["description"] = translate_text(found["description"], translate)
    return found


def translator(env: BuildEnvironment, pages: Iterable[str]) -> Translate | None:
    """Translates by the catalogues of pages; None where there is nothing to translate with."""
    folders = catalogue_folders(env)
    catalogues = list(_catalogues(env, pages, folders)) if folders else []
    return partial(_translation, catalogues=catalogues) if catalogues else None


def catalogue_folders(env: BuildEnvironment) -> list[str]:
    """The folders with catalogues in the language of the build, which is English for a project in
    another language.
    """
    names = {env.config.language, env.config.language.partition("_")[0]}
    folders = [Path(env.srcdir, folder) for folder in env.config.locale_dirs]
    return [str(folder) for folder in folders if _has_one(folder, names)]


def _has_one(folder: Path, names: Iterable[str]) -> bool:
    return any((folder / name).is_dir() for name in names)


def page_translator(env: BuildEnvironment) -> Translate | None:
    """Translates what the page that is being read shows; not while messages are collected for
    translators.
    """
    if builder_of(env).name == "gettext":
        return None
    return translator(env, [env.docname])


def _pages(domain: GgDomain, record: Record) -> dict[str, None]:
    """The pages that show a document: their catalogues are asked in turn."""
    keys = {key for key, each in domain.records.items() if each is record}
    shown = ((docname, each) for docname, many in sorted(domain.shown.items()) for each in many)
    return dict.fromkeys(docname for docname, each in shown if keys.intersection(each.keys))


def _catalogues(
    env: BuildEnvironment, pages: Iterable[str], folders: list[str]
) -> Iterator[NullTranslations]:
    for name in dict.fromkeys(
        docname_to_domain(page, env.config.gettext_compact) for page in pages
    ):
        catalogue, found = read_catalogues(folders, env.config.language, name)
        if found:
            yield catalogue


def _translation(message: str, catalogues: list[NullTranslations]) -> str:
    for catalogue in catalogues:
        told = catalogue.gettext(message)
        if told != message:
            return told
    return message
