"""Builds the site of the native documentation: the page, the documents, the UI."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Annotated, Any, TypeAlias

from pydantic import GetPydanticSchema
from pydantic_core import core_schema

from ..capabilities import (
    JSON,
    MARKDOWN,
    OUTPUTS,
    SITE_PARTS,
    Output,
    document_outputs,
    imported,
)
from ..catalog import ApiDocSpec, Branding
from ..catalog.branding import IMAGE_TYPES, LOGO
from ..document.builder import SharedDocument
from ..document.model import ApiDocsDocument
from ..serving import Resource, Site
from ..serving.exported_files import ExportedFile, finished_exports, possible_exports
from .bundle import Bundle, installed_bundle
from .called_addresses import called_addresses
from .computed_history import changes_of, released_documents, with_history
from .contract_builder import build_contract_doc
from .document_files import DocumentFiles, MethodPage
from .element import DOCUMENT_FILES, INDEX, DocumentLink
from .method_pages import method_pages
from .page import index_page
from .reference_page import overview_html
from .view import DocumentView, view_of

JAVASCRIPT = "text/javascript; charset=utf-8"
HTML = "text/html; charset=utf-8"

SitePart: TypeAlias = Annotated[
    str, GetPydanticSchema(lambda *_: core_schema.literal_schema([*SITE_PARTS]))
]
"""One of `SITE_PARTS`."""


class _LazyDocument:
    """A document that is built once, when somebody asks for one of its files: all files are made of
    the same bytes.
    """

    def __init__(self, spec: ApiDocSpec, branding: Branding | None) -> None:
        self._spec = spec
        self._branding = branding
        self._json = Resource(JSON, self._build)

    def _build(self) -> bytes:
        document = build_contract_doc(self._spec, branding=self._branding)
        return with_history(document, self._spec).to_json()

    def build(self) -> bytes:
        return self._json.content

    def parsed(self) -> ApiDocsDocument:
        return ApiDocsDocument.model_validate_json(self.build())

    @cached_property
    def _view(self) -> DocumentView:
        return view_of(self.parsed())

    def view(self) -> DocumentView:
        return self._view

    def methods(self) -> Sequence[MethodPage]:
        return method_pages(self.view())

    def overview(self, address: str, level: int) -> str:
        return overview_html(self.view(), address, level)


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteDocument:
    """A document of a site, to be built when somebody asks for it."""

    slug: str
    title: str
    build: Callable[[], bytes]
    """Makes the JSON, `ApiDocsDocument.to_json`."""
    folder: str | None = None
    """Where its files are; the slug unless given, empty for the root."""
    files: tuple[tuple[str, str], ...] = ()
    """Further files in its folder, each with what it is called: ``("OpenAPI", "openapi.json")``."""
    exports: tuple[ExportedFile, ...] = ()
    """Its files of other formats."""
    has_script: bool = True
    """Whether there is the same as a script."""
    view: Callable[[], DocumentView]
    """Returns what is built, of which further files are made."""
    written: Mapping[str, Callable[[], bytes]] = field(default_factory=dict)
    """What returns files that exist already, instead of making them, by the name of the output."""
    methods: Callable[[], Sequence[MethodPage]] | None = None
    """Makes a Markdown file for each method. Called when the site is made, for it must know all of
    its files; without it the site has none of them."""
    overview: Callable[[str, int], str] | None = None
    """Makes the overview of the document in HTML, for the page of the UI, given the address of the
    reference and the level of its heading. Only for documents that are built with the site."""
    without: Sequence[str] = ()
    """The parts of the site that are left out, some of `SITE_PARTS`."""

    console: bool | None = None
    """Whether readers may send calls to the declared servers; None: to the service alone."""
    addresses: Callable[[], Iterable[str]] = tuple
    """Returns what the console may call besides the service."""
    service: str = ""
    """The root of the running service that the site is a part of, seen from the site."""
    changelog: Mapping[str, str] = field(default_factory=dict)
    """As of a `DocumentLink`."""
    versions: Mapping[str, Callable[[], bytes]] = field(default_factory=dict)
    """By released version what makes its JSON."""

    changes: Callable[[], bytes] | None = None
    """Makes the changes of released versions as JSON; None if there are none."""

    @classmethod
    def of(
        cls,
        spec: ApiDocSpec,
        branding: Branding | None = None,
        *,
        folder: str | None = None,
        with_methods: bool = False,
        without: Sequence[str] = (),
        has_exports: bool = True,
    ) -> "SiteDocument":
        """Return the document of a spec, its contracts imported only when somebody asks.

        Args:
            spec: Says which contracts.
            branding: Logo and colour.
            folder: Where its files are; the slug unless given, empty for the root.
            with_methods: Whether there is a Markdown file for each method; the contracts are
                imported when the site is made, then.
            without: What the site has not, some of `SITE_PARTS`.
            has_exports: Whether there are files of other formats.
        """
        # Its exports are built, too, or it is built for further audiences.
        if spec.shared is None and (with_methods or spec.asked is not None):
            spec = spec.sharing(SharedDocument())
        document = _LazyDocument(spec, branding)
        exports: Iterable[ExportedFile] = ()
        if has_exports:
            exports = possible_exports(spec, without, document.parsed)
        overview: Callable[[str, int], str] | None = None
        methods: Callable[[], Sequence[MethodPage]] | None = None
        if with_methods:
            document.build()  # whose errors are those of the exports, too
            exports = finished_exports(spec, exports, document.parsed)
            overview = document.overview
            methods = document.methods
        versions = released_documents(spec)
        changes: Callable[[], bytes] | None = None
        if versions:
            changes = changes_of(spec)
        return cls(
            slug=spec.slug,
            title=spec.final_title,
            build=document.build,
            folder=folder,
            exports=tuple(exports),
            view=document.view,
            overview=overview,
            methods=methods,
            versions=versions,
            changes=changes,
            console=spec.console,
            addresses=partial(called_addresses, spec),
        ).leaving_out(without)

    def leaving_out(self, parts: Sequence[str]) -> "SiteDocument":
        """Return the same document without some of its files."""
        changes: dict[str, Any] = {"without": (*self.without, *parts)}
        if "scripts" in parts:
            changes["has_script"] = False
        if "versions" in parts:
            changes["versions"] = {}
        if "html" in parts:
            changes["overview"] = None
        if "markdown" in parts:
            changes["methods"] = None
        return replace(self, **changes)

    @property
    def outputs(self) -> tuple[Output, ...]:
        """Return the outputs that are made of the document."""
        results: list[str] = []
        if self.methods is not None:
            results.append("methods")
        if self.changes is not None:
            results.append("snapshots")
        return document_outputs(self.without, results)

    @property
    def link(self) -> DocumentLink:
        """Where its files are inside a site."""
        folder = self.slug
        if self.folder is not None:
            folder = self.folder
        service = self.service
        if self.console is False:
            service = ""
        finished: list[tuple[str, str]] = []
        possible: list[tuple[str, str, str]] = []
        for file in self.exports:
            output = file.output
            if file.is_certain or output.kind is None:
                finished.append((output.title, output.file))
            else:
                possible.append((output.title, output.file, output.kind))
        return DocumentLink.below(
            folder,
            self.slug,
            self.title,
            [*finished, *self.files],
            exports=possible,
            outputs=self.outputs,
            has_script=self.has_script,
            has_methods=self.methods is not None,
            has_versions=bool(self.versions),
            console=self.console is True,
            service=service,
            changelog=self.changelog,
        )


def native_site(
    documents: Sequence[SiteDocument],
    branding: Branding | None = None,
    *,
    bundle: Bundle | None = None,
    language: str | None = None,
    title: str | None = None,
    without: Sequence[str] = (),
) -> Site:
    """Return the site: assets first and the page last, so that a copy in this order never refers to
    what is not there yet.

    Args:
        documents: The first is shown first.
        branding: Logo and colour.
        bundle: The UI; the installed one unless given.
        language: Of the UI's own words; English unless there is a catalogue.
        title: Of the site, if there are several documents.
        without: What the site has not, some of `SITE_PARTS`.
    """
    bundle = bundle or installed_bundle()
    resources = bundle.resources()
    if branding is not None and (logo := branding.logo_file) is not None:
        suffix = logo.suffix.lower()
        resources[LOGO + suffix] = Resource(IMAGE_TYPES[suffix], logo.read_bytes)
    documents = [document.leaving_out(without) for document in documents]
    links = [document.link for document in documents]
    for document, link in zip(documents, links, strict=True):
        resources |= _released(document, link) | _contract_files(document, link)
    sources: list[DocumentFiles] = []
    for document, link in zip(documents, links, strict=True):
        source = _source(document, link)
        resources |= _method_files(source) | _document_files(document, source)
        sources.append(source)
    for path, resource in _site_files(sources, title, without).items():
        # A single document in the root of the site may have a file with the same name.
        resources.setdefault(path, resource)

    def page() -> bytes:
        return index_page(
            links,
            bundle,
            branding,
            language=language,
            title=title,
            overviews=[*_overviews(documents, links)],
        )

    # The last: see above.
    resources[INDEX] = Resource(HTML, page)
    return Site(resources)


def _overviews(documents: Sequence[SiteDocument], links: Sequence[DocumentLink]) -> Iterator[str]:
    """Yield the overviews of documents that are built already, in HTML."""
    level = 2
    if len(documents) == 1:
        level = 1
    for document, link in zip(documents, links, strict=True):
        if document.overview is not None:
            yield document.overview(link.outputs["html"], level)


def _source(document: SiteDocument, link: DocumentLink) -> DocumentFiles:
    """Return what the files of a document are made of."""
    methods: Sequence[MethodPage] | None = None
    if document.methods is not None:
        methods = document.methods()
    return DocumentFiles(link=link, view=document.view, methods=methods, changes=document.changes)


def _method_files(source: DocumentFiles) -> dict[str, Resource]:
    """Return the page of each method of a document by its path."""
    resources: dict[str, Resource] = {}
    for page in source.methods or ():
        text = page.text.encode()
        resources[source.link.methods + page.file] = Resource.of(MARKDOWN, text)
    return resources


def _document_files(document: SiteDocument, source: DocumentFiles) -> dict[str, Resource]:
    """Return the files that are made of one document, by path, and add them to its source."""
    resources: dict[str, Resource] = {}
    for output in document.outputs:
        build = document.written.get(output.name)
        if build is None:
            build = partial(_written, output, source)
        resource = Resource(output.media_type, build)
        source.files[output.name] = resource
        resources[source.link.outputs[output.name]] = resource
    return resources


def _site_files(
    sources: Sequence[DocumentFiles], title: str | None, without: Sequence[str]
) -> dict[str, Resource]:
    """Return the files that are made of all documents, by path."""
    resources: dict[str, Resource] = {}
    for output in OUTPUTS:
        if output.made_of != "site" or output.part in without:
            continue
        if any(_has_results(source, output) for source in sources):
            build = partial(_written, output, sources, title)
            resources[output.file] = Resource(output.media_type, build)
    return resources


def _has_results(source: DocumentFiles, output: Output) -> bool:
    """Return whether a document has everything that an output of the site takes."""
    results = set(source.files)
    if source.methods is not None:
        results.add("methods")
    return results.issuperset(output.takes)


def _written(output: Output, *arguments: Any) -> bytes:
    """Call the function of an output, which is imported when its file is first asked for."""
    content: bytes = imported(output.writer)(*arguments)
    return content


def file_of_view(output: Output, view: DocumentView) -> bytes:
    """Return a file that is made of a document, without a site around it."""
    link = DocumentLink.below("", view.slug, view.title)
    return _written(output, DocumentFiles(link=link, view=lambda: view))


def _contract_files(document: SiteDocument, link: DocumentLink) -> dict[str, Resource]:
    """Return the contract document, the same as a script, and in other formats."""
    resource = Resource(JSON, document.build)
    resources = {link.json: resource}
    if link.script:
        resources[link.script] = Resource(JAVASCRIPT, partial(_script, link.slug, resource))
    folder = link.json.removesuffix(DOCUMENT_FILES[0])
    for file in document.exports:
        resources[folder + file.output.file] = Resource(file.output.media_type, file.build)
    return resources


def _released(document: SiteDocument, link: DocumentLink) -> dict[str, Resource]:
    """Return the documents of released versions."""
    resources: dict[str, Resource] = {}
    for version, build in document.versions.items():
        json_file, script = version_files(version)
        resource = resources[link.versions + json_file] = Resource(JSON, build)
        # A key that no document has, for slugs have no such sign.
        slug = f"{link.slug}@{version}"
        resources[link.versions + script] = Resource(JAVASCRIPT, partial(_script, slug, resource))
    return resources


def version_files(version: str) -> tuple[str, str]:
    """Return the files of a released version: its contract document, the same as a script."""
    return f"{version}.json", f"{version}.js"


def _script(slug: str, document: Resource) -> bytes:
    return document_script(slug, document.content)


def document_script(slug: str, document: bytes) -> bytes:
    """Return a document as a classic script, for pages opened from a disk, where browsers refuse to
    fetch.

    In ASCII, since a page in another encoding would read the script in its own.
    """
    return (
        "globalThis.ggdocsDocuments = globalThis.ggdocsDocuments || Object.create(null);\n"
        f"globalThis.ggdocsDocuments[{json.dumps(slug)}] = "
        f"JSON.parse({json.dumps(document.decode())});\n"
    ).encode("ascii")
