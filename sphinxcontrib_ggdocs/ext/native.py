"""The native documentation in Sphinx: the directive, the static rendering, the browser UI."""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from .. import __version__
from .branding import look_of
from .builders.linkcheck import register_linkcheck
from .builders.nested import register_nested
from .builders.sidebar import shorten
from .builders.stylesheet import link_stylesheet, offer_stylesheet
from .builders.typeset import register_typeset
from .config import GgConfig
from .domain.gg import DATA_VERSION
from .domain.links import mend_contents
from .domain.sections import register_sections
from .drawing.details import register_drawing
from .drawing.mount import register_nodes
from .incremental.pages import LOOK
from .making.loading import EXPORT
from .making.split import write_sources
from .objects import DOMAIN
from .output.html import FILES, MARKDOWN
from .problems import Problem
from .records import CONTRACT_DOCUMENT, MARKDOWN_DOCUMENT, ORIGINS, Record, other_files
from .translation import translated

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from ..catalog import ApiDocSpec, Branding
    from ..serving import Resource


def export_native(
    app: "Sphinx", spec: "ApiDocSpec", branding: "Branding | None", problems: list[Problem]
) -> dict[str, str]:
    """The contract document, the same as prose, and what is not published."""
    from ..native import shown_branding
    from ..native.builder import build_with_origins
    from ..native.markdown import markdown_of

    document, origins = build_with_origins(spec, shown_branding(branding, Path(app.confdir), prefix="../"))
    return {
        CONTRACT_DOCUMENT: document.to_json().decode(),
        MARKDOWN_DOCUMENT: markdown_of(document),
        ORIGINS: json.dumps(origins, sort_keys=True),
    }


def native_files(app: "Sphinx", records: "Sequence[Record]") -> "Mapping[str, Resource]":
    """The UI, its page, and the documents as scripts."""
    from ..native import SiteDocument, native_site

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
    look = look_of(config, app.confdir)
    if not documents:
        return {}
    site = native_site(documents, look.branding, logo_base=Path(app.confdir), language=app.config.language)
    return {**site, **_translated_prose(app, records)}


def _translated_prose(app: "Sphinx", records: "Sequence[Record]") -> "Mapping[str, Resource]":
    """The documents as prose, where they are translated."""
    from ..native.markdown import markdown_of
    from ..serving import Resource
    from .static import read_document

    found: dict[str, Resource] = {}
    for record in records:
        if MARKDOWN_DOCUMENT in record.files:
            text = translated(record, app.env)
            if text != record.files[CONTRACT_DOCUMENT]:
                prose = markdown_of(read_document(text))
                found[f"{record.slug}/{MARKDOWN_DOCUMENT}"] = Resource(MARKDOWN, prose.encode)
    return found


def _document(app: "Sphinx", record: Record) -> bytes:
    return translated(record, app.env).encode()


def native_look(app: "Sphinx") -> str:
    """The names of the UI's files, which change with their bytes; read without an import, for builds without work."""
    return (files("sphinxcontrib_ggdocs") / "_static" / "bundle.json").read_text(encoding="utf-8")


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Set up the native documentation alone."""
    from ..directives.ggdocs import GgdocsDirective
    from ..directives.ggdocs_group import GgdocsGroupDirective
    from ..directives.ggdocs_page import GgdocsPageDirective
    from ..directives.objects import ObjectDirective

    app.setup_extension("sphinxcontrib_ggdocs.ext.core")
    register_nodes(app)
    register_drawing(app)
    register_nested(app)
    register_typeset(app)
    register_linkcheck(app)
    register_sections(app)
    app.add_directive("ggdocs", GgdocsDirective)
    app.add_directive("ggdocs-group", GgdocsGroupDirective)
    app.add_directive("ggdocs-page", GgdocsPageDirective)
    app.connect("builder-inited", write_sources)
    app.connect("write-started", offer_stylesheet)
    app.connect("html-page-context", link_stylesheet)
    for priority in (400, 900):
        app.connect("html-page-context", shorten, priority=priority)
    app.connect("html-page-context", mend_contents)
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
