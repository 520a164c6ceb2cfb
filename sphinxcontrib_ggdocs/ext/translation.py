"""Descriptions in the language of the build, from the catalogues that pages have: in pages and in
documents.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from gettext import NullTranslations
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.environment import BuildEnvironment
from sphinx.locale import init as read_catalogues
from sphinx.util.i18n import docname_to_domain

from .build_state import builder_of
from .domain.gg import GgDomain, gg_domain
from .store import CONTRACT_DOCUMENT, Record, store_of

if TYPE_CHECKING:
    from ..native.paragraphs import Translate
    from ..native.view import DocumentView


def translated(record: Record, env: BuildEnvironment) -> str:
    """The contract document of a record, translated by the catalogues of all pages that show it."""
    text = store_of(env).text(record, CONTRACT_DOCUMENT)
    translate = translator(env, _pages(gg_domain(env), record))
    if translate is None:
        return text
    from ..native.translation import translated_document

    return translated_document(text, translate)


def translated_view(text: str, translate: "Translate") -> "tuple[DocumentView, dict[str, str]]":
    """The view of a translated document, and by translated text what was written."""
    from ..native import ApiDocsDocument
    from ..native.translation import translated_document
    from ..native.view import view_of

    originals: dict[str, str] = {}

    def noted(message: str) -> str:
        found = translate(message)
        originals[found] = message
        return found

    document = ApiDocsDocument.model_validate_json(translated_document(text, noted))
    return view_of(document), originals


def translator(env: BuildEnvironment, pages: Iterable[str]) -> "Translate | None":
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


def page_translator(env: BuildEnvironment) -> "Translate | None":
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
