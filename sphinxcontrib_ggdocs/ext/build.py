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
"""Of the store."""
RECORD = "record"
METHODS = "methods"

CONTRACT_DOCUMENT = "api-docs.json"
LEFT_OUT = tuple(output.part for output in OUTPUTS if not output.in_sphinx)
"""The parts of a site that no Sphinx build has."""

EXTENSIONS = tuple(f"{__package__}.{name}" for name in SURFACES)


def other_files(files: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return title and name of the files to which pages link."""
    return tuple(
        (output.title, output.file)
        for output in OUTPUTS
        if output.is_linked and output.file in files
    )


def digest_of(*texts: str) -> str:
    """Return a short digest of texts."""
    return sha256("\0".join(texts).encode()).hexdigest()[:24]


class Export(NamedTuple):
    """The files that a surface exports for a document."""

    texts: Mapping[str, str] = {}
    """By file name."""
    problems: Sequence[Problem] = ()
    """Problems of single files."""
    contents: Contents | None = None


class Surface:
    """One kind of output."""

    def export(self, build: "Build", spec: "ApiDocSpec") -> Export:
        """Build the files of one document; errors that are not for single files are raised."""
        raise NotImplementedError

    def files(self, build: "Build", records: Sequence["Record"]) -> "Mapping[str, Resource]":
        """Return further files of the output by path."""
        return {}


class Output(NamedTuple):
    """The state of an output folder."""

    pages: Sequence[str] = ()
    """Of the whole site."""
    own: Sequence[str] = ()
    """Pages of large references."""
    folder: str = ""
    """Where our files are."""
    audience: str = ""
    """For whom the site is."""
    read: str = ""
    """When each page was read that was written; empty while the folder is being written."""
    references: str = ""
    """A digest of everything that pages refer to."""
    sources: str = ""
    """A digest of the pages and documents that these references are made of."""
    files: Mapping[str, str] = {}
    """By slug a digest of what the files of a document are made of; without a slug of all files."""


@dataclass(slots=True, kw_only=True)
class Build:
    """The state of one build; never pickled."""

    builder: Builder
    config: ConfValues
    branding: "Branding | None"
    surfaces: Sequence[Surface]
    folder: Path
    begun: int = field(default_factory=time.time_ns)
    records: dict[str, Record] = field(default_factory=dict)
    """Fresh records by slug, in the order of the configuration once all are loaded."""
    defined: dict[tuple[str, str], Record] = field(default_factory=dict)
    """Fresh records of the documents that directives define, by slug and page."""
    loaded: set[str] = field(default_factory=set)
    """Slugs of the documents that were built, whose notes are to be reported."""
    splits: dict[str, Split] = field(default_factory=dict)
    """How documents are split into pages, by slug."""
    former: Output = field(default_factory=Output)
    """The state of the output folder before the build."""
    output: Output = field(default_factory=Output)
    """The state of the output folder after the build."""
    references: str = ""
    """What pages refer to, as text."""
    kept: set[str] = field(default_factory=set)
    """Slugs of documents whose files in the output stay."""
    views: "dict[str, DocumentView]" = field(default_factory=dict)
    """By digest of the contract document."""
    _pages: "dict[tuple[str, Split], dict[str, PageView]]" = field(default_factory=dict)
    _lookup: DocumentLookup | None = None

    @classmethod
    def of(cls, app: Sphinx) -> "Build":
        """Begin a build; one without pages begins from nothing (``sphinx-build -E``)."""
        folder = Path(app.doctreedir, FOLDER)
        if not app.env.all_docs:
            rmtree(folder, ignore_errors=True)
        config, confdir = conf_values(app.config), Path(app.confdir)
        return cls(
            builder=app.builder,
            config=without_internal_files(config, confdir),
            branding=branding_of(config, confdir),
            surfaces=[
                app.extensions[name].module.SURFACE for name in EXTENSIONS if name in app.extensions
            ],
            folder=folder,
        )

    @property
    def confdir(self) -> Path:
        """Return the folder of ``conf.py``."""
        return Path(self.builder.confdir)

    def stored(self, slug: str, page: str) -> Record | None:
        """Return the stored record of a document, from this build or an earlier one."""
        try:
            return read_record(self._file(slug, page, RECORD).read_bytes())
        except Exception:  # noqa: BLE001  # none yet, or of a version with other classes
            return None

    def store(self, record: Record, texts: Mapping[str, str] | None = None) -> Record:
        """Store a record, and texts by file name; without texts the former ones stay."""
        for name, text in (texts or {}).items():
            write_file(self._file(record.slug, record.page, name), text.encode())
        # Last: a record that can be read has all of its texts.
        write_file(self._file(record.slug, record.page, RECORD), written_record(record))
        return record

    def clean(self) -> None:
        """Remove the documents from the store that are no longer defined."""
        kept = {digest_of(slug, "") for slug in self.config.documents}
        kept |= {digest_of(slug, page) for slug, page in self.defined}
        for folder in self.folder.glob("*"):
            if folder.name not in kept:
                rmtree(folder)

    def content(self, record: Record, name: str) -> bytes:
        """Read a stored file of a document."""
        return self._file(record.slug, record.page, name).read_bytes()

    def document(self, record: Record) -> "ApiDocsDocument":
        """Return the contract document."""
        from ..native import ApiDocsDocument

        return ApiDocsDocument.model_validate_json(self.content(record, CONTRACT_DOCUMENT))

    def view(self, record: Record) -> "DocumentView":
        """Return the view of the contract document."""
        from ..native.view import view_of

        digest = record.files[CONTRACT_DOCUMENT]
        if digest not in self.views:
            self.views[digest] = view_of(self.document(record))
        return self.views[digest]

    def pages(self, record: Record, split: Split) -> "dict[str, PageView]":
        """Return the pages of the reference of a document."""
        from ..native.pages import pages_of

        key = record.slug, split
        if key not in self._pages:
            self._pages[key] = pages_of(self.view(record), split)
        return self._pages[key]

    def publish(self, record: Record) -> None:
        """Add the document of a directive to those whose files are written."""
        self.records[record.slug] = record
        self._lookup = None

    def is_published(self, slug: str, page: str) -> bool:
        """Return whether a slug is that of the document of a page, or of none if that is empty."""
        record = self.records.get(slug)
        if record is None:
            return not page
        return record.page == page

    def find(self, objtype: str, target: str, slug: str = "") -> LookupResult:
        """Look a name up in all documents, whether a page describes the object or not; in that of
        a slug first.
        """
        if self._lookup is None:
            documents = {slug: record.contents for slug, record in self.records.items()}
            self._lookup = DocumentLookup(documents)
        return self._lookup.find(objtype, target, slug)

    def snapshots(self, slug: str) -> list[Path]:
        """Return the snapshot files of a configured document."""
        return snapshot_files(self.config.documents.get(slug, {}), self.confdir)

    def method_pages(self, record: Record) -> "Sequence[MethodPage]":
        """Return the Markdown of each method; only titles and summaries of what stays."""
        from ..native.document_files import MethodPage
        from ..native.method_pages import method_pages

        stored = self._file(record.slug, record.page, METHODS)
        if record.slug in self.kept:
            try:
                listed = json.loads(stored.read_bytes())
                return [MethodPage(**page) for page in listed]
            except Exception:  # noqa: BLE001  # removed, or of another version
                self.kept.discard(record.slug)
        pages = method_pages(self.view(record))
        titles = [asdict(replace(page, text="")) for page in pages]
        write_file(stored, json.dumps(titles).encode())
        return pages

    def _file(self, slug: str, page: str, name: str) -> Path:
        # Without a suffix: Sphinx would read Markdown where doctrees are among the sources.
        return self.folder / digest_of(slug, page) / name.replace(".", "-")


def shown_files(build: Build, record: Record) -> set[str]:
    """Return the names of the files of a document in the output."""
    without = build.config.without
    return record.files.keys() - {output.file for output in OUTPUTS if output.name in without}


def files_by_target(build: Build) -> dict[str, str]:
    """Return the paths of the files of all documents by what ``gg:file`` calls them: ``shop
    openapi`` and ``shop openapi.json``, of the only document ``openapi`` as well.
    """
    paths: dict[str, str] = {}
    for record in build.records.values():
        for called, name in named_files(build, record).items():
            target = called.lower()
            paths[f"{record.slug} {target}"] = f"{record.slug}/{name}"
            if len(build.records) == 1:
                paths[target] = f"{record.slug}/{name}"
    return paths


def named_files(build: Build, record: Record) -> dict[str, str]:
    """Return the names of the files of a document by what ``gg:file`` calls them, the short ones
    first.
    """
    without = build.config.without
    shown = shown_files(build, record)
    files = {called.lower(): name for called, name in other_files(shown)}
    names = sorted(shown)
    results = ["methods"]
    if build.snapshots(record.slug):
        results.append("snapshots")
    for output in document_outputs((*without, *LEFT_OUT), results):
        if output.file not in shown:
            names.append(output.file)
    return files | {name: name for name in names}
