"""Descriptions in the language of the build, from the catalogues that pages have: in pages and in
documents.
"""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.environment import BuildEnvironment
from sphinx.locale import init as read_catalogues
from sphinx.util.i18n import docname_to_domain

from ..document_store import Record
from .domain.gg import gg_domain
from .freshness import builder_of

if TYPE_CHECKING:
    from ..native.document_translation import Translate


def translated(text: str, record: Record, env: BuildEnvironment) -> str:
    """The text of a contract document, of whatever version, translated by the catalogues of all
    pages that show its record.
    """
    domain = gg_domain(env)
    keys = {key for key, known in domain.records.items() if known is record}
    directives = domain.shown_directives()
    pages = [docname for docname, shown in directives if keys.intersection(shown.keys)]
    translate = _translator(env, pages)
    if translate is None:
        return text
    from ..native.document_translation import translated_document

    return translated_document(text, translate)


def page_translator(env: BuildEnvironment) -> "Translate | None":
    """Translates what the page that is being read shows; not while messages are collected for
    translators.
    """
    return None if builder_of(env).name == "gettext" else _translator(env, [env.docname])


def catalogue_folders(env: BuildEnvironment) -> list[str]:
    """The folders with catalogues in the language of the build, which is English for a project in
    another language.
    """
    language = env.config.language
    names = {language, language.partition("_")[0]}
    paths = (Path(env.srcdir, folder, name) for folder in env.config.locale_dirs for name in names)
    return list(dict.fromkeys(str(path.parent) for path in paths if path.is_dir()))


def _translator(env: BuildEnvironment, pages: Iterable[str]) -> "Translate | None":
    """Translates by the catalogues of pages, which are asked in turn; None where there are none."""
    folders, language = catalogue_folders(env), env.config.language
    domains = dict.fromkeys(docname_to_domain(page, env.config.gettext_compact) for page in pages)
    read = (read_catalogues(folders, language, domain) for domain in domains if folders)
    catalogues = [catalogue for catalogue, is_there in read if is_there]

    def translate(message: str) -> str:
        translations = (catalogue.gettext(message) for catalogue in catalogues)
        return next((text for text in translations if text != message), message)

    return translate if catalogues else None
