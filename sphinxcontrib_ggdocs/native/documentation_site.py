"""Builds the site of the native documentation: the page, the documents, the UI.

A *spec* names the contracts and the options of a document. An *output* is a kind of file that is
made of a document, such as its Markdown (`capabilities.OUTPUTS`), and an *export* is one in another
format, such as OpenAPI. A `Resource` builds its content when that is first requested.
"""

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
from .document_files import DocumentFiles, MethodPage, content_of
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
    """A contract document that is built when one of its files is first requested, and only once:
    all files are written from the same JSON.
    """

    def __init__(self, spec: ApiDocSpec, branding: Branding | None) -> None:
        self._spec = spec
        self._branding = branding
        self._json = Resource(JSON, self._build)

    def _build(self) -> bytes:
        """Build the JSON; `Resource` calls this once and keeps the result."""
        document = build_contract_doc(self._spec, branding=self._branding)
        return with_history(document, self._spec).to_json()

    def build(self) -> bytes:
        """Return the JSON of the document, built at the first call."""
        return self._json.content

    def parsed(self) -> ApiDocsDocument:
        """Return the document as a model."""
        return ApiDocsDocument.model_validate_json(self.build())

    @cached_property
    def _view(self) -> DocumentView:
        """The view from which all texts are written, built once."""
        return view_of(self.parsed())

    def view(self) -> DocumentView:
        """Return the view; a method, since outputs take a function that they may call."""
        return self._view

    def methods(self) -> Sequence[MethodPage]:
        """Write a Markdown file for each method."""
        return method_pages(self.view())

    def overview(self, address: str, level: int) -> str:
        """Write the overview of the document, whose links lead to the reference at an address."""
        return overview_html(self.view(), address, level)


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteDocument:
    """A document of a site, with functions that build its files when they are requested.

    Where such a function is None, the site does not have the file.
    """

    slug: str
    title: str
    build: Callable[[], bytes]
    """Builds the contract document as JSON, as `ApiDocsDocument.to_json` returns it."""
    folder: str | None = None
    """The folder of its files inside the site: empty for the root, None for that of its slug."""
    files: tuple[tuple[str, str], ...] = ()
    """Titles and names of further files in its folder: ``("OpenAPI", "openapi.json")``."""
    exports: tuple[ExportedFile, ...] = ()
    """Its files of other formats."""
    has_script: bool = True
    """Whether there is a copy of the contract document as a script."""
    view: Callable[[], DocumentView]
    """Returns the view of the document, from which further files are written."""
    written: Mapping[str, Callable[[], bytes]] = field(default_factory=dict)
    """Functions that return the content of files that exist already, by the name of the output."""
    methods: Callable[[], Sequence[MethodPage]] | None = None
    """Writes a Markdown file for each method. It is called when the site is created, since a site
    has to know all of its files."""
    overview: Callable[[str, int], str] | None = None
    """Writes the overview of the document in HTML, for the page of the UI. Its arguments are the
    address of the reference and the level of the heading. Only for documents that are built with
    the site."""
    without: Sequence[str] = ()
    """The parts of the site that it lacks, some of `SITE_PARTS`."""

    console: bool | None = None
    """Whether readers may send calls to the declared servers; None: only to the service itself."""
    addresses: Callable[[], Iterable[str]] = tuple
    """Returns the addresses that the console may call besides the service; by default none."""
    service: str = ""
    """The relative path from the site to the root of the running service that serves it."""
    changelog: Mapping[str, str] = field(default_factory=dict)
    """See `DocumentLink.changelog`."""
    versions: Mapping[str, Callable[[], bytes]] = field(default_factory=dict)
    """A function for each released version that builds its contract document as JSON."""

    changes: Callable[[], bytes] | None = None
    """Computes the changes of released versions as JSON; None if there are none."""

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
        """Return the document of a spec, with the files of its released versions if the spec names
        snapshots. Contracts are imported when a file is first requested.

        Args:
            spec: Names the contracts.
            branding: Logo and colour.
            folder: The folder of its files: empty for the root, None for that of its slug.
            with_methods: Whether there are a Markdown file for each method, and an overview on the
                page of the UI; then the contracts are imported now, not at the first request.
            without: The parts of a site that it lacks, some of `SITE_PARTS`.
            has_exports: Whether there are files of other formats.
        """
        # The document is used several times: for the exports that are built now, or for several
        # audiences. It is built only once for all of them.
        if spec.shared is None and (with_methods or spec.audiences is not None):
            spec = spec.sharing(SharedDocument())
        document = _LazyDocument(spec, branding)
        exports: Iterable[ExportedFile] = ()
        if has_exports:
            exports = possible_exports(spec, without, document.parsed)
        overview: Callable[[str, int], str] | None = None
        methods: Callable[[], Sequence[MethodPage]] | None = None
        if with_methods:
            document.build()  # reports the errors of the contracts before the exports are built
            # Builds the exports now, and keeps only those for which the document has contracts.
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
        ).without_parts(without)

    def without_parts(self, parts: Sequence[str]) -> "SiteDocument":
        """Return the same document without some of its files; `parts` are some of `SITE_PARTS`."""
        # The property `outputs` leaves out the outputs that `without` names. The other files are
        # left out here.
        changes: dict[str, Any] = {"without": (*self.without, *parts)}
        if "scripts" in parts:
            changes["has_script"] = False
        if "versions" in parts:
            changes["versions"] = {}
        if "markdown" in parts:  # the files of methods are Markdown, too
            changes["methods"] = None
        return replace(self, **changes)

    @property
    def outputs(self) -> tuple[Output, ...]:
        """The outputs that are made of the document, in the order in which they may be written."""
        # What some outputs are written from besides the document, as `Output.takes` names it.
        available: list[str] = []
        if self.methods is not None:
            available.append("methods")
        if self.changes is not None:
            available.append("snapshots")
        return document_outputs(self.without, available)

    @property
    def link(self) -> DocumentLink:
        """The paths of its files inside a site."""
        folder = self.slug
        if self.folder is not None:
            folder = self.folder
        service = self.service
        if self.console is False:  # readers may send calls nowhere, not even to the service itself
            service = ""
        # Until the document is built, a file that describes only one kind of contracts may be
        # missing; the UI, which knows the contracts, decides whether to link it.
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
    """Return the site of the native documentation, whose files are in an order that is safe to
    copy.

    The page comes last and assets come first, so that no file refers to one that is not copied yet.

    Args:
        documents: The documents; the first one is shown first.
        branding: Logo and colour.
        bundle: The UI; None for the installed one.
        language: The language of the UI's own words; English if there is no catalogue for it.
        title: The title of a site with several documents.
        without: The parts that the site lacks, some of `SITE_PARTS`.
    """
    bundle = bundle or installed_bundle()
    resources = bundle.resources()
    if branding is not None and (logo := branding.logo_file) is not None:
        suffix = logo.suffix.lower()
        resources[LOGO + suffix] = Resource(IMAGE_TYPES[suffix], logo.read_bytes)
    documents = [document.without_parts(without) for document in documents]
    links = [document.link for document in documents]
    # Files are added in the order in which they may be copied: what others refer to comes first.
    for document, link in zip(documents, links, strict=True):
        resources |= _released_version_files(document, link) | _contract_files(document, link)
    files_of_documents: list[DocumentFiles] = []
    for document, link in zip(documents, links, strict=True):
        files = _files_of(document, link)
        resources |= _method_files(files) | _document_files(document, files)
        files_of_documents.append(files)
    for path, resource in _site_files(files_of_documents, title, without).items():
        # A single document in the root of the site may have a file with the same name.
        resources.setdefault(path, resource)

    def page() -> bytes:
        """Write the page of the UI."""
        return index_page(
            links,
            bundle,
            branding,
            language=language,
            title=title,
            overviews=[*_overviews(documents, links)],
        )

    resources[INDEX] = Resource(HTML, page)
    return Site(resources)


def _overviews(documents: Sequence[SiteDocument], links: Sequence[DocumentLink]) -> Iterator[str]:
    """Yield the overviews of the documents that have one, in HTML."""
    level = 2  # below the title of the page
    if len(documents) == 1:  # the title of the document is that of the page
        level = 1
    for document, link in zip(documents, links, strict=True):
        reference = link.outputs.get("html")  # to which the overview links
        if document.overview is not None and reference is not None:
            yield document.overview(reference, level)


def _files_of(document: SiteDocument, link: DocumentLink) -> DocumentFiles:
    """Return a document in the form that the functions which write its files take.

    Args:
        document: The document.
        link: The paths of its files in the site.
    """
    methods: Sequence[MethodPage] | None = None
    if document.methods is not None:
        methods = document.methods()
    return DocumentFiles(link=link, view=document.view, methods=methods, changes=document.changes)


def _method_files(document_files: DocumentFiles) -> dict[str, Resource]:
    """Return the Markdown files of the methods of a document, by path."""
    resources: dict[str, Resource] = {}
    for page in document_files.methods or ():
        text = page.text.encode()
        resources[document_files.link.methods + page.file] = Resource.of(MARKDOWN, text)
    return resources


def _document_files(document: SiteDocument, document_files: DocumentFiles) -> dict[str, Resource]:
    """Return the outputs that are made of one document, by path.

    Each is also added to `document_files`, since later outputs are written from earlier ones.
    """
    resources: dict[str, Resource] = {}
    for output in document.outputs:
        build = document.written.get(output.name)
        if build is None:  # no file that exists already
            build = partial(content_of, output, document_files)
        resource = Resource(output.media_type, build)
        document_files.files[output.name] = resource
        resources[document_files.link.outputs[output.name]] = resource
    return resources


def _site_files(
    files_of_documents: Sequence[DocumentFiles], title: str | None, without: Sequence[str]
) -> dict[str, Resource]:
    """Return the outputs that are made of all documents together, by path.

    A site has such a file if at least one document has everything that it is written from. `title`
    is that of the site, and `without` names the parts that it lacks.
    """
    resources: dict[str, Resource] = {}
    for output in OUTPUTS:
        if output.made_of != "site" or output.part in without:
            continue
        if any(_has_results(document_files, output) for document_files in files_of_documents):
            build = partial(content_of, output, files_of_documents, title)
            resources[output.file] = Resource(output.media_type, build)
    return resources


def _has_results(document_files: DocumentFiles, output: Output) -> bool:
    """Return whether a document has all results from which an output of the site is written."""
    results = set(document_files.files)  # the names of the document's own outputs
    if document_files.methods is not None:
        results.add("methods")
    return results.issuperset(output.takes)


def _contract_files(document: SiteDocument, link: DocumentLink) -> dict[str, Resource]:
    """Return the files of a contract document by path: JSON, script, and other formats."""
    resource = Resource(JSON, document.build)
    resources = {link.json: resource}
    if link.script:
        resources[link.script] = Resource(JAVASCRIPT, partial(_script, link.slug, resource))
    folder = link.json.removesuffix(DOCUMENT_FILES[0])  # with a slash at the end, or empty
    for file in document.exports:
        resources[folder + file.output.file] = Resource(file.output.media_type, file.build)
    return resources


def _released_version_files(document: SiteDocument, link: DocumentLink) -> dict[str, Resource]:
    """Return the contract documents of released versions, each as JSON and as a script, by path."""
    resources: dict[str, Resource] = {}
    for version, build in document.versions.items():
        json_file, script = version_files(version)
        resource = resources[link.versions + json_file] = Resource(JSON, build)
        # No document has this key, since a slug cannot contain an `@`.
        key = f"{link.slug}@{version}"
        resources[link.versions + script] = Resource(JAVASCRIPT, partial(_script, key, resource))
    return resources


def version_files(version: str) -> tuple[str, str]:
    """Return the names of the two files of a released version, as JSON and as a script."""
    return f"{version}.json", f"{version}.js"


def _script(key: str, document: Resource) -> bytes:
    """Return a document as a script when that is requested."""
    return document_script(key, document.content)


def document_script(key: str, document: bytes) -> bytes:
    """Return the JSON of a document as a script that stores it under a key for the UI: its slug,
    with ``@`` and the version for a released one.

    Pages opened from a disk need it, since browsers do not let them fetch JSON. It is pure ASCII,
    since a page in another encoding than UTF-8 would read the script in that encoding.
    """
    # An object without prototype, whose properties would look like documents.
    return (
        "globalThis.ggdocsDocuments = globalThis.ggdocsDocuments || Object.create(null);\n"
        f"globalThis.ggdocsDocuments[{json.dumps(key)}] = "
        f"JSON.parse({json.dumps(document.decode())});\n"
    ).encode("ascii")
