"""The native documentation in Sphinx: the directive, the static rendering, the browser UI."""

from collections.abc import Mapping, Sequence
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from .core import METADATA
from .embed import WriteMarkers
from .freshness import resolved_branding
from .llms import llms_files
from .object_entries import DOMAIN
from .output import MARKDOWN
from .page_sources import ListPages, remove_pages, show_sources, write_sources
from .problems import Problem
from .store import (
    CONTENTS,
    CONTRACT_DOCUMENT,
    MARKDOWN_DOCUMENT,
    Record,
    contents_text,
    other_files,
    store_of,
)
from .stylesheet import link_stylesheet, offer_stylesheet
from .surfaces import Surface
from .templates import setup_bodies
from .translation import translated
from .typeset import set_preamble, setup_typesetting

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from ..catalog import ApiDocSpec, Branding
    from ..serving import Resource


class NativeSurface(Surface):
    """The contract document, the same as Markdown, and the browser UI."""

    def export(
        self, app: "Sphinx", spec: "ApiDocSpec", branding: "Branding | None"
    ) -> tuple[dict[str, str], list[Problem]]:
        """The contract document, the same as Markdown, and what is not published."""
        from ..catalog.document_source import read_source
        from ..native.contract_builder import build_with_origins
        from ..native.logo import shown_branding
        from ..native.markdown import markdown_of_view
        from ..native.view import view_of

        document, origins = build_with_origins(
            read_source(spec), shown_branding(branding, Path(app.confdir), prefix="../")
        )
        view = view_of(document)
        text = document.to_json().decode()
        store_of(app.env).keep_view(text, view)
        texts = {
            CONTRACT_DOCUMENT: text,
            MARKDOWN_DOCUMENT: markdown_of_view(view),
            CONTENTS: contents_text(view, origins),
        }
        return texts, []

    def files(self, app: "Sphinx", records: Sequence[Record]) -> "Mapping[str, Resource]":
        """The UI, its page, and the documents as scripts."""
        from ..native.documentation_site import SiteDocument, native_site

        documents = [
            SiteDocument(
                slug=record.slug,
                title=record.title,
                build=partial(_document, app, record),
                files=other_files(record.files),
            )
            for record in records
            if CONTRACT_DOCUMENT in record.files
        ]
        if not documents:
            return {}
        look, language = resolved_branding(app.env).branding, app.config.language
        site = native_site(documents, look, logo_base=Path(app.confdir), language=language)
        translated_markdown = _translated_markdown(app, records)
        markdown = _markdown(app, records) | translated_markdown
        return {**site, **_paths(translated_markdown), **llms_files(records, markdown)}

    def stamp(self) -> str:
        """The names of the UI's files, which change with their bytes; read without an import, for
        builds without work.
        """
        bundle = files("sphinxcontrib_ggdocs") / "_static" / "bundle.json"
        return bundle.read_text(encoding="utf-8")


SURFACE = NativeSurface()


def _markdown(app: "Sphinx", records: Sequence[Record]) -> "dict[str, Resource]":
    """The documents as Markdown, by slug."""
    from ..serving import Resource

    store = store_of(app.env)
    return {
        record.slug: Resource(MARKDOWN, store.text(record, MARKDOWN_DOCUMENT).encode)
        for record in records
        if MARKDOWN_DOCUMENT in record.files
    }


def _paths(markdown: "Mapping[str, Resource]") -> "dict[str, Resource]":
    return {f"{slug}/{MARKDOWN_DOCUMENT}": resource for slug, resource in markdown.items()}


def _translated_markdown(app: "Sphinx", records: Sequence[Record]) -> "dict[str, Resource]":
    """The documents as Markdown, by slug, where they are translated."""
    from ..native import ApiDocsDocument
    from ..native.markdown import markdown_of
    from ..serving import Resource

    resources: dict[str, Resource] = {}
    for record in [record for record in records if MARKDOWN_DOCUMENT in record.files]:
        text = translated(record, app.env)
        if text != store_of(app.env).text(record, CONTRACT_DOCUMENT):
            markdown = markdown_of(ApiDocsDocument.model_validate_json(text))
            resources[record.slug] = Resource(MARKDOWN, markdown.encode)
    return resources


def _document(app: "Sphinx", record: Record) -> bytes:
    return translated(record, app.env).encode()


def begin_build(app: "Sphinx") -> None:
    """Write the sources of the pages of large references, and prepare TeX (``builder-inited``)."""
    write_sources(app)
    set_preamble(app)


def finish_build(app: "Sphinx", exception: Exception | None) -> None:
    """Show the sources of pages, and remove pages that are gone (``build-finished``).

    Before others gather the sources of all pages.
    """
    if exception is None:
        remove_pages(app)
        show_sources(app)


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Set up the native documentation alone."""
    from ..directives.ggdocs import GgdocsDirective
    from ..directives.ggdocs_group import GgdocsGroupDirective
    from ..directives.ggdocs_page import GgdocsPageDirective
    from ..directives.objects import ObjectDirective

    app.setup_extension("sphinxcontrib_ggdocs.ext.core")
    app.add_post_transform(WriteMarkers)
    setup_bodies(app)
    setup_typesetting(app)
    app.add_transform(ListPages)
    app.add_directive("ggdocs", GgdocsDirective)
    app.add_directive("ggdocs-group", GgdocsGroupDirective)
    app.add_directive("ggdocs-page", GgdocsPageDirective)
    app.connect("builder-inited", begin_build)
    app.connect("write-started", offer_stylesheet)
    app.connect("html-page-context", link_stylesheet)
    app.connect("build-finished", finish_build, priority=100)
    for objtype in ("contract", "method", "schema", "brand", "error"):
        app.add_directive_to_domain(DOMAIN, objtype, ObjectDirective)
    return METADATA
