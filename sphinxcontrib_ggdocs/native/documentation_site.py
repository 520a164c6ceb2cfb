"""Builds the site of the native documentation: the page, the documents, the UI."""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Annotated, Any, TypeAlias

from pydantic import GetPydanticSchema
from pydantic_core import core_schema

from ..capabilities import BY_NAME, JSON, SITE_PARTS
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
from .element import DOCUMENT_FILES, FEED, INDEX, DocumentLink
from .feeds import ATOM, feed_of_all, feed_of_document, feed_path
from .llms import MethodPage, llms_files, method_pages
from .markdown import markdown_of_view
from .page import index_page
from .reference_page import overview_html, reference_page
from .skill import SKILL, skill_of
from .view import DocumentView, view_of

JAVASCRIPT = "text/javascript; charset=utf-8"
HTML = "text/html; charset=utf-8"
MARKDOWN = BY_NAME["markdown"]

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
    def view(self) -> DocumentView:
        return view_of(self.parsed())

    def markdown(self) -> bytes:
        return markdown_of_view(self.view).encode()

    def methods(self) -> Sequence[MethodPage]:
        return method_pages(self.view)

    def overview(self, address: str, level: int) -> str:
        return overview_html(self.view, address, level)

    def reference(self, up: str) -> bytes:
        return reference_page(self.view, up).encode()

    def skill(self, up: str) -> bytes:
        return skill_of(self.view, up)


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
    markdown: Callable[[], bytes] | None = None
    """Makes the reference as Markdown; without it the site has no such file."""
    methods: Callable[[], Sequence[MethodPage]] | None = None
    """Makes a Markdown file for each method. Called when the site is made, for it must know all of
    its files; without it the site has none of them."""
    reference: Callable[[str], bytes] | None = None
    """Makes the reference as a page that needs no JavaScript, given what leads from its folder to
    the site; without it the site has no such page."""
    overview: Callable[[str, int], str] | None = None
    """Makes the overview of the document in HTML, for the page of the UI, given the address of the
    reference and the level of its heading. Only for documents that are built with the site."""
    skill: Callable[[str], bytes] | None = None
    """Makes the skill for agents, given what leads from its folder to the site."""

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
            files=((MARKDOWN.title, MARKDOWN.file),),
            exports=tuple(exports),
            markdown=document.markdown,
            reference=document.reference,
            overview=overview,
            methods=methods,
            skill=document.skill,
            versions=versions,
            changes=changes,
            console=spec.console,
            addresses=partial(called_addresses, spec),
        ).leaving_out(without)

    def leaving_out(self, parts: Sequence[str]) -> "SiteDocument":
        """Return the same document without some of its files."""
        changes: dict[str, Any] = {}
        if "scripts" in parts:
            changes["has_script"] = False
        if "versions" in parts:
            changes["versions"] = {}
        if "changes" in parts:
            changes["changes"] = None
        if "html" in parts:
            changes |= {"reference": None, "overview": None}
        if MARKDOWN.name in parts:
            files = tuple(file for file in self.files if file[1] != MARKDOWN.file)
            changes |= {"markdown": None, "methods": None, "files": files}
        return replace(self, **changes)

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
            has_script=self.has_script,
            has_reference=self.reference is not None,
            has_methods=self.methods is not None,
            has_versions=bool(self.versions),
            has_changes=self.changes is not None,
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
    resources |= _changes(documents, links, title)
    resources |= _reference_pages(documents, links)
    resources |= _markdown_files(documents, links, has_llms="llms" not in without)

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
            yield document.overview(link.reference, level)


def _reference_pages(
    documents: Sequence[SiteDocument], links: Sequence[DocumentLink]
) -> dict[str, Resource]:
    """Return the pages that need no JavaScript."""
    resources: dict[str, Resource] = {}
    for document, link in zip(documents, links, strict=True):
        if document.reference is not None:
            up = "../" * link.reference.count("/")
            resources[link.reference] = Resource(HTML, partial(document.reference, up))
    return resources


def _markdown_files(
    documents: Sequence[SiteDocument],
    links: Sequence[DocumentLink],
    *,
    has_llms: bool,
) -> dict[str, Resource]:
    """Return the Markdown of documents and methods, and the files for language models."""
    resources: dict[str, Resource] = {}
    markdown: dict[str, Resource] = {}
    pages: dict[str, Sequence[MethodPage]] = {}
    for document, link in zip(documents, links, strict=True):
        if document.markdown is not None:
            markdown[link.markdown] = Resource(MARKDOWN.media_type, document.markdown)
        if document.methods is not None:
            pages[link.methods] = document.methods()
            if document.skill is not None and has_llms:
                folder = link.json.removesuffix(DOCUMENT_FILES[0])
                up = "../" * folder.count("/")
                resources[folder + SKILL] = Resource(
                    MARKDOWN.media_type, partial(document.skill, up)
                )
            for page in pages[link.methods]:
                text = page.text.encode()
                resources[link.methods + page.file] = Resource.of(MARKDOWN.media_type, text)
    resources |= markdown
    if pages and has_llms:
        resources |= llms_files(links, markdown, pages)
    return resources


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


def _changes(
    documents: Sequence[SiteDocument], links: Sequence[DocumentLink], title: str | None
) -> dict[str, Resource]:
    """Return the changes of each document as JSON and as a feed, and a feed of all."""
    feeds: dict[str, Resource] = {}
    known: list[tuple[DocumentLink, Resource]] = []
    for document, link in zip(documents, links, strict=True):
        if document.changes is not None:
            resource = feeds[link.changes] = Resource(JSON, document.changes)
            known.append((link, resource))
            feeds[feed_path(link)] = Resource(ATOM, partial(feed_of_document, link, resource))
    if known and FEED not in feeds:
        feeds[FEED] = Resource(ATOM, partial(feed_of_all, known, title))
    return feeds


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
