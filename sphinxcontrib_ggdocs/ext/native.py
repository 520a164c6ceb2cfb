"""The native documentation in Sphinx: the directive, the static rendering, the browser UI."""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from .. import __version__
from .build.loader import EXPORT
from .build_info import LOOK
from .config import GgConfig, resolve_branding
from .domain.gg import DATA_VERSION
from .embed import setup_embedding
from .object_entries import DOMAIN
from .output import FILES, MARKDOWN
from .page_sources import list_pages, remove_pages, show_sources, write_sources
from .problems import Problem
from .store import (
    CONTENTS,
    CONTRACT_DOCUMENT,
    MARKDOWN_DOCUMENT,
    ORIGINS,
    Record,
    contents_text,
    other_files,
    store_of,
)
from .stylesheet import link_stylesheet, offer_stylesheet
from .templates import setup_bodies
from .translation import translated
from .typeset import setup_typesetting

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from ..catalog import ApiDocSpec, Branding
    from ..serving import Resource


def export_native(
    app: "Sphinx", spec: "ApiDocSpec", branding: "Branding | None", problems: list[Problem]
) -> dict[str, str]:
    """The contract document, the same as prose, and what is not published."""
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
    return {
        CONTRACT_DOCUMENT: text,
        MARKDOWN_DOCUMENT: markdown_of_view(view),
        CONTENTS: contents_text(view),
        ORIGINS: json.dumps(origins, sort_keys=True),
    }


def native_files(app: "Sphinx", records: "Sequence[Record]") -> "Mapping[str, Resource]":
    """The UI, its page, and the documents as scripts."""
    from ..native.documentation_site import SiteDocument, native_site

    config = GgConfig.of(app.config)
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
    look = resolve_branding(config, app.confdir)
    if not documents:
        return {}
    site = native_site(
        documents, look.branding, logo_base=Path(app.confdir), language=app.config.language
    )
    return {**site, **_translated_prose(app, records)}


def _translated_prose(app: "Sphinx", records: "Sequence[Record]") -> "Mapping[str, Resource]":
    """The documents as prose, where they are translated."""
    from ..native import ApiDocsDocument
    from ..native.markdown import markdown_of
    from ..serving import Resource

    found: dict[str, Resource] = {}
    for record in records:
        if MARKDOWN_DOCUMENT in record.files:
            text = translated(record, app.env)
            if text != store_of(app.env).text(record, CONTRACT_DOCUMENT):
                prose = markdown_of(ApiDocsDocument.model_validate_json(text))
                found[f"{record.slug}/{MARKDOWN_DOCUMENT}"] = Resource(MARKDOWN, prose.encode)
    return found


def _document(app: "Sphinx", record: Record) -> bytes:
    return translated(record, app.env).encode()


def native_look(app: "Sphinx") -> str:
    """The names of the UI's files, which change with their bytes; read without an import, for
    builds without work.
    """
    return (files("sphinxcontrib_ggdocs") / "_static" / "bundle.json").read_text(encoding="utf-8")


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Set up the native documentation alone."""
    from ..directives.ggdocs import GgdocsDirective
    from ..directives.ggdocs_group import GgdocsGroupDirective
    from ..directives.ggdocs_page import GgdocsPageDirective
    from ..directives.objects import ObjectDirective

    app.setup_extension("sphinxcontrib_ggdocs.ext.core")
    setup_embedding(app)
    setup_bodies(app)
    setup_typesetting(app)
    app.add_directive("ggdocs", GgdocsDirective)
    app.add_directive("ggdocs-group", GgdocsGroupDirective)
    app.add_directive("ggdocs-page", GgdocsPageDirective)
    app.connect("builder-inited", write_sources)
    app.connect("write-started", offer_stylesheet)
    app.connect("html-page-context", link_stylesheet)
    app.connect("doctree-read", list_pages, priority=900)
    app.connect("write-started", remove_pages)
    app.connect("build-finished", show_sources, priority=100)
    for objtype in ("contract", "method", "schema", "brand", "error"):
        app.add_directive_to_domain(DOMAIN, objtype, ObjectDirective)
    app.connect(EXPORT, export_native)
    app.connect(FILES, native_files)
    app.connect(LOOK, native_look)
    return {
        "version": __version__,
        "env_version": DATA_VERSION,
        "parallel_read_safe": True,
        "parallel_write_safe": True,
    }
