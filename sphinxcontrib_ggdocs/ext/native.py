"""Adds the native documentation to Sphinx: the directives, the static text, and the browser UI."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.config import Config
from sphinx.util.typing import ExtensionMetadata

from ..capabilities import document_outputs
from ..directives.catalog import GgdocsCatalogDirective
from ..directives.changelogs import GgdocsChangesDirective
from ..directives.ggdocs import GgdocsDirective, GgdocsPageDirective
from ..directives.objects import ObjectDirective
from ..directives.types import TypeDirective
from . import _
from .build import CONTRACT_DOCUMENT, LEFT_OUT, Build, Export, Surface, digest_of, linked_files
from .config import in_config
from .core import METADATA
from .domain.gg import TYPE, GgDomain, gg_domain
from .domain.indices import PAGES
from .domain.missing import PlaceNestedTypes
from .embed import changelog_of
from .history_files import history_folder, verdict_file
from .leaves import WriteLeaves
from .page_sources import write_sources
from .problems import Problem, warn
from .stored_records import Record
from .typeset import BreakWords, set_preamble

if TYPE_CHECKING:
    from ..catalog import ApiDocSpec
    from ..native import ApiDocsDocument
    from ..serving import Resource

STYLES = str(Path(__file__).parent / "styles")
"""The folder with our style sheet."""

_STORED_OUTPUTS = document_outputs(LEFT_OUT, results=())
"""The outputs that are made of the contract document alone. They are stored with it, so that files
for all documents can be written although most documents have not changed."""


class NativeSurface(Surface):
    """The contract document, the files that are made of it, and the browser UI."""

    def export(self, build: Build, spec: "ApiDocSpec") -> Export:
        """Return the contract document, and the files that are made of it alone."""
        # Imported here, since a build without changes would take longer for pydantic and the
        # contracts than for everything else.
        from ..catalog.document_source import read_source
        from ..native.contract_builder import build_with_origins
        from ..native.document_files import file_of_view
        from ..native.pages import contents_of
        from ..native.view import view_of

        document, origins = build_with_origins(*read_source(spec), build.branding)
        document, problems = _with_history(document, spec)
        view = view_of(document)
        text = document.to_json().decode()
        # Pages of this build that show the document need not create the view again. The record of
        # the document will have the same digest of this file.
        build.views[digest_of(CONTRACT_DOCUMENT, text)] = view
        texts = {CONTRACT_DOCUMENT: text}
        for output in _STORED_OUTPUTS:
            texts[output.file] = file_of_view(output, view).decode()
        return Export(texts, problems, replace(contents_of(view), origins=origins))

    def files(self, build: Build, records: Sequence[Record]) -> "Mapping[str, Resource]":
        """Return the files of the UI, its full page, and the files for all documents, by path."""
        from ..native.documentation_site import SiteDocument, native_site

        env = build.builder.env
        documents: list[SiteDocument] = []
        for record in records:
            if CONTRACT_DOCUMENT in record.files:
                document = SiteDocument(
                    slug=record.slug,
                    title=record.title,
                    build=partial(build.content, record, CONTRACT_DOCUMENT),
                    view=partial(build.view, record),
                    written=_stored_files(build, record),
                    methods=partial(build.method_pages, record),
                    files=_files_of_surfaces(record),
                    console=record.console,
                    changelog=changelog_of(env, record.slug),
                    versions=_released(build, record),
                    changes=_changes(build, record),
                )
                documents.append(document)
        if not documents:
            return {}
        return native_site(
            documents,
            build.branding,
            language=env.config.language,
            title=_project_title(env.config),
            without=(*build.config.without, *LEFT_OUT),
        )


SURFACE = NativeSurface()


def _stored_files(build: Build, record: Record) -> dict[str, Callable[[], bytes]]:
    """Return, by the name of an output, a function that reads its stored file of a document."""
    files: dict[str, Callable[[], bytes]] = {}
    for output in _STORED_OUTPUTS:
        files[output.name] = partial(build.content, record, output.file)
    return files


def _files_of_surfaces(record: Record) -> tuple[tuple[str, str], ...]:
    """Return the title and name of each file of a document that another surface writes, such as
    OpenAPI.
    """
    files = set(record.files)
    files.difference_update(output.file for output in _STORED_OUTPUTS)
    return linked_files(files)


def _project_title(config: Config) -> str | None:
    """Return the name of the project; None if ``conf.py`` does not set it."""
    project: str = config.project
    if project == Config.config_values["project"].default:
        return None
    return project


def _with_history(
    document: "ApiDocsDocument", spec: "ApiDocSpec"
) -> "tuple[ApiDocsDocument, list[Problem]]":
    """Return a document with the history of its methods, and the problem if its released versions
    cannot be read.
    """
    from ..contracts.contract_errors import ContractError
    from ..native.computed_history import with_history

    try:
        return with_history(document, spec, _), []
    except ContractError as error:
        return document, [Problem(error.code, f"document {spec.slug!r}: {error}")]


def _released(build: Build, record: Record) -> Mapping[str, Callable[[], bytes]]:
    """Return the released versions of a document: a function that returns the contract document,
    by version; empty if they cannot be read.
    """
    values = build.config.documents.get(record.slug, {})
    folder = history_folder(values, build.confdir)
    if folder is None:
        return {}
    from ..contracts.contract_errors import ContractError
    from ..native.computed_history import released_in

    builders = released_in(folder, record.slug, verdict_file(values, build.confdir), _)
    released: dict[str, Callable[[], bytes]] = {}
    try:
        # Built at once, so that an error occurs here and not while files are written.
        # `bytes` of bytes returns them: the function only hands out what is built here.
        for version, build_released in builders.items():
            released[version] = partial(bytes, build_released())
    except ContractError:  # `_with_history` has warned of it
        return {}
    return released


def _changes(build: Build, record: Record) -> Callable[[], bytes] | None:
    """Return a function that returns the changes of released versions as JSON; None if there are
    no such versions, or if they cannot be read, which is reported.
    """
    if not build.snapshots(record.slug):
        return None
    from ..contracts.contract_errors import ContractError
    from ..native.computed_history import changes_as_json

    values = build.config.documents[record.slug]
    folder = history_folder(values, build.confdir)
    assert folder is not None  # there are snapshots
    verdicts = verdict_file(values, build.confdir)
    try:
        content = changes_as_json(folder, record.slug, record.title, verdicts)
    except ContractError as error:
        message = f"changes of document {record.slug!r}: {error}"
        # `_with_history` may have warned of the same file.
        if error.code not in {note.subtype for note in record.notes}:
            warn(Problem(error.code, message), in_config(build.confdir, "ggdocs_docs"))
        return None
    return partial(bytes, content)  # returns the content: `bytes` of bytes are the same bytes


def offer_stylesheet(app: Sphinx, builder: Builder) -> None:
    """Add our style sheet to the static files, before those of the project, which may override it
    (``write-started``).
    """
    folders = app.config.html_static_path
    if builder.format == "html" and STYLES not in folders:
        app.config.html_static_path = [STYLES, *folders]


def link_stylesheet(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Link our style sheet on pages that show objects, and on pages of indices
    (``html-page-context``).
    """
    pages_with_objects = gg_domain(app.env).shown
    is_single_file = isinstance(app.builder, SingleFileHTMLBuilder)
    shows_objects = page in pages_with_objects or (is_single_file and bool(pages_with_objects))
    # The general index is the page ``genindex``; with ``html_split_index`` there is a page for each
    # letter, such as ``genindex-A``.
    is_general_index = page.partition("-")[0] == "genindex" and bool(pages_with_objects)
    is_generated_page = doctree is None
    if is_generated_page:
        # Not `shows_objects`, which is true of every page in a single file.
        needs_stylesheet = page in PAGES or is_general_index
    else:
        needs_stylesheet = page in PAGES or shows_objects
    if needs_stylesheet:
        # During this event, Sphinx adds the file to this page only.
        app.add_css_file("ggdocs.css")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the native documentation without the other surfaces, as a Sphinx extension of its
    own.
    """
    app.setup_extension("sphinxcontrib_ggdocs.ext.core")
    for transform in (WriteLeaves, BreakWords, PlaceNestedTypes):
        app.add_post_transform(transform)
    app.add_directive("ggdocs", GgdocsDirective)
    app.add_directive("ggdocs-page", GgdocsPageDirective)
    app.add_directive("ggdocs-catalog", GgdocsCatalogDirective)
    app.add_directive("ggdocs-changes", GgdocsChangesDirective)
    for objtype in GgDomain.object_types:
        app.add_directive_to_domain(GgDomain.name, objtype, ObjectDirective)
    app.add_directive_to_domain(GgDomain.name, TYPE, TypeDirective, override=True)
    app.connect("builder-inited", write_sources)
    app.connect("builder-inited", set_preamble)
    app.connect("write-started", offer_stylesheet)
    app.connect("html-page-context", link_stylesheet)
    return METADATA
