"""Holds the state of one build, and stores documents next to the doctrees.

Each document has a folder there, with its texts and a record of its sources. The environment, which
Sphinx reads and writes whole, holds only digests of documents.
"""

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, NamedTuple

from sphinx.application import Sphinx
from sphinx.builders import Builder

from ..capabilities import OUTPUTS, SURFACES, document_outputs
from ..named_objects import Contents, DocumentLookup, LookupResult, Split
from ..serving.directory import write_file
from .conf_values import ConfValues
from .config import branding_of, conf_values, without_internal_files
from .history_files import snapshot_files
from .problems import Problem
from .stored_records import Record, read_record, written_record

if TYPE_CHECKING:
    from ..catalog import ApiDocSpec, Branding
    from ..native import ApiDocsDocument
    from ..native.document_files import MethodPage
    from ..native.pages import PageView
    from ..native.view import DocumentView
    from ..serving import Resource

FOLDER = "_ggdocs"
"""The folder of the store, next to the doctrees."""
RECORD = "record"
"""The stored file with the record of a document."""
METHODS = "methods"
"""The stored file with titles and summaries of a document's methods."""

CONTRACT_DOCUMENT = "api-docs.json"
"""The name of the file with the contract document."""
LEFT_OUT = tuple(output.part for output in OUTPUTS if not output.in_sphinx)
"""The parts of a site that no Sphinx build has."""

EXTENSIONS = tuple(f"{__package__}.{name}" for name in SURFACES)
"""The Sphinx extensions that have a `SURFACE`."""


def linked_files(files: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return the title and name of each file to which pages link: ``("OpenAPI", "openapi.json")``.

    Args:
        files: The names of a document's files.
    """
    return tuple(
        (output.title, output.file)
        for output in OUTPUTS
        if output.is_linked and output.file in files
    )


def digest_of(*texts: str) -> str:
    """Return a short digest of some texts, which changes if one of them does."""
    # Separated, so that ``ab``, ``c`` differs from ``a``, ``bc``. 24 digits (96 bits) are enough to
    # distinguish texts.
    return sha256("\0".join(texts).encode()).hexdigest()[:24]


class Export(NamedTuple):
    """The files that a surface exports for one document, and the problems that occurred."""

    texts: Mapping[str, str] = {}
    """The content of each file by its name."""
    problems: Sequence[Problem] = ()
    """Problems that leave out one file, or a part of one."""
    contents: Contents | None = None
    """The objects of the document; None for a surface that does not list them."""


class Surface:
    """One kind of output: the native documentation, OpenAPI or AsyncAPI."""

    def export(self, build: "Build", spec: "ApiDocSpec") -> Export:
        """Return the files of one document.

        Raises:
            ContractError: The document cannot be built at all.
        """
        raise NotImplementedError

    def files(self, build: "Build", records: Sequence["Record"]) -> "Mapping[str, Resource]":
        """Return files of the output that concern several documents, or are not stored, by path."""
        return {}


class Output(NamedTuple):
    """The state of an output folder, which is stored from one build to the next."""

    pages: Sequence[str] = ()
    """The names of all pages of the site."""
    own_pages: Sequence[str] = ()
    """The names of pages whose sources this extension writes, for large references."""
    folder: str = ""
    """The folder of our files."""
    audience: str = ""
    """A digest of the audiences that the site is for; empty for everybody."""
    read: str = ""
    """A digest of the times at which the written pages were read; empty while they are being
    written."""
    references: str = ""
    """A digest of everything that pages refer to."""
    sources: str = ""
    """A digest of the pages and documents that these references are made of."""
    files: Mapping[str, str] = {}
    """By slug, a digest of everything that the files of a document depend on; under the empty slug,
    that of files for all documents."""


@dataclass(slots=True, kw_only=True)
class Build:
    """The state of one running build; never pickled."""

    builder: Builder
    config: ConfValues
    """The configuration, without the documents that the audience of the build must not see."""
    branding: "Branding | None"
    """The logo and colour of the UI; None if the project sets none."""
    surfaces: Sequence[Surface]
    """The surfaces whose Sphinx extensions are set up."""
    folder: Path
    """The folder of the store."""
    begun: int = field(default_factory=time.time_ns)
    """The time at which the build began, in nanoseconds."""
    records: dict[str, Record] = field(default_factory=dict)
    """The up-to-date records of published documents by slug; once all are loaded, in the order of
    the configuration."""
    defined: dict[tuple[str, str], Record] = field(default_factory=dict)
    """The up-to-date records of the documents that directives define, by slug and page."""
    loaded: set[str] = field(default_factory=set)
    """The slugs of the configured documents that this build has built, and not read from the store,
    so that it reports their problems."""
    splits: dict[str, Split] = field(default_factory=dict)
    """How documents are split into pages, by slug."""
    former: Output = field(default_factory=Output)
    """The state of the output folder before the build."""
    output: Output = field(default_factory=Output)
    """The state of the output folder after the build."""
    references: str = ""
    """Everything that pages refer to, as text (`references_of`)."""
    kept: set[str] = field(default_factory=set)
    """The slugs of documents whose files in the output are up to date, and are not written."""
    views: "dict[str, DocumentView]" = field(default_factory=dict)
    """The views of contract documents by the digests of these."""
    _pages: "dict[tuple[str, Split], dict[str, PageView]]" = field(default_factory=dict)
    """The pages of split documents, by slug and split."""
    _lookup: DocumentLookup | None = None
    """Finds objects in all documents; None until it is needed, and after a document was added."""

    @classmethod
    def of(cls, app: Sphinx) -> "Build":
        """Begin a build. If no page has been read before, as with ``sphinx-build -E``, the store is
        emptied.
        """
        folder = Path(app.doctreedir, FOLDER)
        if not app.env.all_docs:
            rmtree(folder, ignore_errors=True)
        config = conf_values(app.config)
        confdir = Path(app.confdir)
        extensions = [app.extensions[name] for name in EXTENSIONS if name in app.extensions]
        return cls(
            builder=app.builder,
            config=without_internal_files(config, confdir),
            branding=branding_of(config, confdir),
            surfaces=[extension.module.SURFACE for extension in extensions],
            folder=folder,
        )

    @property
    def confdir(self) -> Path:
        """Return the folder of ``conf.py``."""
        return Path(self.builder.confdir)

    def stored(self, slug: str, page: str) -> Record | None:
        """Return the stored record of a document, from this build or an earlier one; None if there
        is none that can be read.

        Args:
            slug: The slug of the document.
            page: The page whose directive defines it; empty for one of ``conf.py``.
        """
        try:
            return read_record(self._file(slug, page, RECORD).read_bytes())
        except Exception:  # noqa: BLE001
            # There is no record yet, or it is from another version of this package.
            return None

    def store(self, record: Record, texts: Mapping[str, str] | None = None) -> Record:
        """Store the record of a document, and return it.

        Args:
            record: The record.
            texts: The content of its files by name. Without it, files that are stored already stay.
        """
        for name, text in (texts or {}).items():
            write_file(self._file(record.slug, record.page, name), text.encode())
        # The record comes last, so that a record that can be read has all its texts.
        write_file(self._file(record.slug, record.page, RECORD), written_record(record))
        return record

    def clean(self) -> None:
        """Remove the documents from the store that are no longer defined."""
        # `_file` names folders like this; documents of ``conf.py`` have no page.
        used_folders = {digest_of(slug, "") for slug in self.config.documents}
        used_folders |= {digest_of(slug, page) for slug, page in self.defined}
        for folder in self.folder.glob("*"):
            if folder.name not in used_folders:
                rmtree(folder)

    def content(self, record: Record, name: str) -> bytes:
        """Return the content of a stored file of a document."""
        return self._file(record.slug, record.page, name).read_bytes()

    def document(self, record: Record) -> "ApiDocsDocument":
        """Return the contract document of a record."""
        from ..native import ApiDocsDocument

        return ApiDocsDocument.model_validate_json(self.content(record, CONTRACT_DOCUMENT))

    def view(self, record: Record) -> "DocumentView":
        """Return the view of the contract document of a record; it is created once for each
        content.
        """
        from ..native.view import view_of

        digest = record.files[CONTRACT_DOCUMENT]
        if digest not in self.views:
            self.views[digest] = view_of(self.document(record))
        return self.views[digest]

    def pages(self, record: Record, split: Split) -> "dict[str, PageView]":
        """Return the pages of a document by name.

        Args:
            record: The record of the document.
            split: How it is divided into pages.
        """
        from ..native.pages import pages_of

        key = record.slug, split
        if key not in self._pages:
            self._pages[key] = pages_of(self.view(record), split)
        return self._pages[key]

    def publish(self, record: Record) -> None:
        """Add the document that a directive defines to those whose files are written into the
        output.
        """
        self.records[record.slug] = record
        self._lookup = None

    def is_published(self, slug: str, page: str) -> bool:
        """Return whether the published document with a slug is the one that a page's directive
        defines.

        Args:
            slug: The slug.
            page: The page; empty for a document of ``conf.py``, which counts as published even
                before it is loaded.
        """
        record = self.records.get(slug)
        if record is None:
            return not page
        return record.page == page

    def find(self, objtype: str, target: str, slug: str = "") -> LookupResult:
        """Find an object by name in all documents, whether or not a page describes it; the
        document with the given slug comes first.
        """
        if self._lookup is None:
            contents_by_slug = {key: record.contents for key, record in self.records.items()}
            self._lookup = DocumentLookup(contents_by_slug)
        return self._lookup.find(objtype, target, slug)

    def snapshots(self, slug: str) -> list[Path]:
        """Return the snapshot files of a configured document, one for each released version."""
        return snapshot_files(self.config.documents.get(slug, {}), self.confdir)

    def method_pages(self, record: Record) -> "Sequence[MethodPage]":
        """Return the Markdown page of each method of a document.

        If the files of the document are up to date (`kept`), the pages have titles and summaries,
        but no texts: only files about all documents are written, which need no more. Titles and
        summaries are stored, so that the document need not be read for them.
        """
        from ..native.document_files import MethodPage
        from ..native.method_pages import method_pages

        stored_file = self._file(record.slug, record.page, METHODS)
        if record.slug in self.kept:
            try:
                stored_pages = json.loads(stored_file.read_bytes())
                return [MethodPage(**page) for page in stored_pages]
            except Exception:  # noqa: BLE001
                # The stored file was removed, or is from another version of this extension: write
                # all files of the document again.
                self.kept.discard(record.slug)
        pages = method_pages(self.view(record))
        pages_without_text = [asdict(replace(page, text="")) for page in pages]
        write_file(stored_file, json.dumps(pages_without_text).encode())
        return pages

    def _file(self, slug: str, page: str, name: str) -> Path:
        """Return the path of a stored file of a document."""
        # Without a suffix, since Sphinx reads Markdown files as pages if the doctrees are in the
        # source folder.
        return self.folder / digest_of(slug, page) / name.replace(".", "-")


def output_files(build: Build, record: Record) -> set[str]:
    """Return the names of the files of a document in the output: those of formats that
    ``ggdocs_without`` does not name.
    """
    without = build.config.without
    return record.files.keys() - {output.file for output in OUTPUTS if output.name in without}


def files_by_target(build: Build) -> dict[str, str]:
    """Return the paths of the files of all documents by the targets of the role ``gg:file``.

    ``shop openapi`` and ``shop openapi.json`` give ``shop/openapi.json``. If there is only one
    document, ``openapi`` does as well.
    """
    paths: dict[str, str] = {}
    for record in build.records.values():
        for role_name, file_name in named_files(build, record).items():
            target = role_name.lower()  # the role ignores the case
            paths[f"{record.slug} {target}"] = f"{record.slug}/{file_name}"
            if len(build.records) == 1:
                paths[target] = f"{record.slug}/{file_name}"
    return paths


def named_files(build: Build, record: Record) -> dict[str, str]:
    """Return the files of a document by the names that the role ``gg:file`` accepts: short names
    such as ``openapi``, then file names such as ``openapi.json``.
    """
    without = build.config.without
    stored_files = output_files(build, record)
    file_names = sorted(stored_files)
    # Other files are made of the contract document, if there is one, when the output is written.
    if CONTRACT_DOCUMENT in stored_files:
        # What these files may be made of besides: the page of each method, and released versions.
        results = ["methods", "snapshots"] if build.snapshots(record.slug) else ["methods"]
        for output in document_outputs((*without, *LEFT_OUT), results):
            if output.file not in stored_files:
                file_names.append(output.file)
    files_by_title = {title.lower(): name for title, name in linked_files(stored_files)}
    return files_by_title | {name: name for name in file_names}
