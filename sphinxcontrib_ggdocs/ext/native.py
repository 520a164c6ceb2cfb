"""The native documentation in Sphinx: the directive, the static rendering, the browser UI."""

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from .. import __version__
from .branding import look_of
from .config import GgConfig
from .domain import DATA_VERSION
from .drawing import register_drawing
from .loading import EXPORT
from .mount import register_nodes
from .objects import DOMAIN
from .output import FILES
from .pages import LOOK
from .problems import Problem
from .records import CONTRACT_DOCUMENT, Record
from .split import write_sources
from .translation import translated
from .typeset import register_typeset

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

    from ..catalog import ApiDocSpec, Branding
    from ..serving import Resource


def export_native(
    app: "Sphinx", spec: "ApiDocSpec", branding: "Branding | None", problems: list[Problem]
) -> dict[str, str]:
    """The contract document."""
    from ..native import build_contract_doc, shown_branding

    shown = shown_branding(branding, Path(app.confdir), prefix="../")
    return {CONTRACT_DOCUMENT: build_contract_doc(spec, shown).to_json().decode()}


def native_files(app: "Sphinx", records: "Sequence[Record]") -> "Mapping[str, Resource]":
    """The UI, its page, and the documents as scripts."""
    from ..native import SiteDocument, native_site

    config = GgConfig.of(app.config)
    documents = [
        SiteDocument(slug=record.slug, title=record.title, build=partial(_document, app, record))
        for record in records
        if CONTRACT_DOCUMENT in record.files
    ]
    look = look_of(config, app.confdir)
    if not documents:
        return {}
    return native_site(documents, look.branding, logo_base=Path(app.confdir), language=app.config.language)


def _document(app: "Sphinx", record: Record) -> bytes:
    return translated(record, app.env).encode()


def native_look(app: "Sphinx") -> tuple[str, str]:
    """The names of the UI's files, which change with their bytes."""
    from ..native import installed_bundle

    bundle = installed_bundle()
    return bundle.script, bundle.style


def setup(app: "Sphinx") -> "ExtensionMetadata":
    """Set up the native documentation alone."""
    from ..directives.ggdocs import GgdocsDirective
    from ..directives.ggdocs_group import GgdocsGroupDirective
    from ..directives.ggdocs_page import GgdocsPageDirective
    from ..directives.objects import ObjectDirective

    app.setup_extension("sphinxcontrib_ggdocs.ext.core")
    register_nodes(app)
    register_drawing(app)
    register_typeset(app)
    app.add_directive("ggdocs", GgdocsDirective)
    app.add_directive("ggdocs-group", GgdocsGroupDirective)
    app.add_directive("ggdocs-page", GgdocsPageDirective)
    app.connect("builder-inited", write_sources)
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
