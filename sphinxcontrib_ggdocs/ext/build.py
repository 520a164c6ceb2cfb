"""What one build knows, and the store of documents next to the doctrees.

Each document has a folder there, with the texts that it was built as and a record of what it was
made of. The environment, which Sphinx reads and writes whole, holds nothing of a document but
digests of what pages show.
"""

import pickle
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from sphinx.application import Sphinx
from sphinx.builders import Builder

from ..conf_values import ConfValues, SpecValues
from ..contents import Contents, DocumentLookup, LookupResult, Split
from ..named_objects import OtherUses
from ..serving.directory import write_file
from .config import ResolvedBranding, conf_values, without_internal_files
from .history_files import snapshot_files
from .problems import Problem

if TYPE_CHECKING:
    from ..catalog import ApiDocSpec
    from ..native import ApiDocsDocument
    from ..native.view import DocumentView, PageView
    from ..serving import Resource

FOLDER = "_ggdocs"
"""Of the store."""
RECORD = "record"

CONTRACT_DOCUMENT = "api-docs.json"
MARKDOWN_DOCUMENT = "api-docs.md"

CALLED: Mapping[str, str] = {
    "openapi.json": "OpenAPI",
    "openapi.yaml": "OpenAPI (YAML)",
    "asyncapi.json": "AsyncAPI",
    "asyncapi.yaml": "AsyncAPI (YAML)",
    MARKDOWN_DOCUMENT: "Markdown",
}
"""What the files of other formats are called, in the order in which pages name them."""

EXTENSIONS = tuple(f"{__package__}.{name}" for name in ("native", "openapi", "asyncapi"))

Trust: TypeAlias = Literal["file", "application", "contracts"]
"""Whose descriptions a document has: those of a file, of an application, or of the project's own
contracts. Only the last may have directives, roles and HTML."""

Stamp: TypeAlias = tuple[int, int]
"""Time and size of a file."""


def other_files(files: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Those of the files that pages link to: what each is called, and its name."""
    return tuple((called, name) for name, called in CALLED.items() if name in files)


def digest_of(*texts: str) -> str:
    """A short digest of texts."""
    return sha256("\0".join(texts).encode()).hexdigest()[:24]


class Export(NamedTuple):
    """What a surface makes of a document."""

    texts: Mapping[str, str] = {}
    """By file name."""
    problems: Sequence[Problem] = ()
    """What is wrong with single ones."""
    contents: Contents | None = None


class Surface:
    """One kind of output."""

    def export(self, build: "Build", spec: "ApiDocSpec") -> Export:
        """Build the files of one document; errors that are not for single files are raised."""
        raise NotImplementedError

    def files(self, build: "Build", records: Sequence["Record"]) -> "Mapping[str, Resource]":
        """Further files of the output, by path, made when it is written."""
        return {}


class Record(NamedTuple):
    """One document as it was last built, or why it could not be."""

    key: str
    slug: str
    title: str = ""
    fingerprint: str = ""
    """Of the configuration and the released versions that it was made with."""
    digest: str = ""
    """Differs when the reference does, or what has been removed from it."""
    stamps: Mapping[str, Stamp | None] = {}
    """Of the files that it was made of, by path; None where nothing shows whether one is the
    same."""
    modules: Mapping[str, str] = {}
    """Those that are modules, by name."""
    files: Mapping[str, str] = {}
    """Digests of texts by file name; kept from the last success when `problem` is set."""
    contents: Contents = Contents()
    problem: Problem | None = None
    notes: tuple[Problem, ...] = ()
    """What is wrong with single files of it."""
    is_complete: bool = True
    """Whether all contracts could be read; else every build loads it again, as what is wrong may be
    in any module."""
    trust: Trust = "file"
    console: bool = False
    """Whether readers may send calls."""


class SplitDocument(NamedTuple):
    """A document whose reference has several pages."""

    slug: str
    key: str
    values: SpecValues
    split: Split
    pages: tuple[str, ...]
    """Their names; the page that leads to the others has none."""


class Output(NamedTuple):
    """What is in an output folder."""

    pages: Sequence[str] = ()
    """Of the whole site."""
    own: Sequence[str] = ()
    """Those of large references."""
    folder: str = ""
    """Where our files are."""
    audience: str = ""
    """For whom the site is."""
    read: str = ""
    """When each page was read that was written; empty while the folder is being written."""
    references: str = ""
    """What pages refer to."""
    files: str = ""
    """What our files were made of."""


@dataclass(slots=True, kw_only=True)
class Build:
    """What one build knows; never pickled."""

    builder: Builder
    config: ConfValues
    look: ResolvedBranding
    surfaces: Sequence[Surface]
    folder: Path
    begun: int = field(default_factory=time.time_ns)
    records: dict[str, Record] = field(default_factory=dict)
    """By key, those that are known to be fresh."""
    loaded: set[str] = field(default_factory=set)
    """Keys of the documents that were built, whose notes are to be reported."""
    splits: dict[str, SplitDocument] = field(default_factory=dict)
    """By slug, see `page_sources`."""
    clashes: dict[tuple[str, str], str] = field(default_factory=dict)
    """By page and key: why an inline document is not the one of its slug."""
    other_uses: OtherUses = field(default_factory=OtherUses)
    """Of types in other services of the site; known when all pages have been read."""
    former: Output = field(default_factory=Output)
    """What the output folder held before."""
    output: Output = field(default_factory=Output)
    """What it holds after this build."""
    views: "dict[str, DocumentView]" = field(default_factory=dict)
    """By digest of the contract document."""
    _pages: "dict[tuple[str, Split], dict[str, PageView]]" = field(default_factory=dict)
    _lookups: dict[tuple[str, ...], DocumentLookup] = field(default_factory=dict)
    defined_by: dict[str, str] = field(default_factory=dict)
    """By Python class: the object that was made of it."""

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
            look=ResolvedBranding.of(config, confdir),
            surfaces=[
                app.extensions[name].module.SURFACE for name in EXTENSIONS if name in app.extensions
            ],
            folder=folder,
        )

    @property
    def confdir(self) -> Path:
        """The folder of ``conf.py``."""
        return Path(self.builder.confdir)

    def stored(self, key: str) -> Record | None:
        """The record of a key, as a process of this build or a former build has left it."""
        try:
            record: Record = pickle.loads(self._file(key, RECORD).read_bytes())  # noqa: S301
        except Exception:  # noqa: BLE001  # none yet, or of a version with other classes
            return None
        return record

    def store(self, record: Record, texts: Mapping[str, str] | None = None) -> Record:
        """Keep a record with its texts by file name, without which those of the record stay."""
        for name, text in (texts or {}).items():
            write_file(self._file(record.key, name), text.encode())
        # Last: a record that can be read has all of its texts.
        write_file(self._file(record.key, RECORD), pickle.dumps(record))
        return record

    def clean(self, keys: Iterable[str]) -> None:
        """Remove the documents from the store that have none of the keys."""
        kept = {digest_of(key) for key in keys}
        for folder in self.folder.glob("*"):
            if folder.name not in kept:
                rmtree(folder)

    def content(self, record: Record, name: str) -> bytes:
        """The bytes of one of the files."""
        return self._file(record.key, name).read_bytes()

    def document(self, record: Record) -> "ApiDocsDocument":
        """The contract document."""
        from ..native import ApiDocsDocument

        return ApiDocsDocument.model_validate_json(self.content(record, CONTRACT_DOCUMENT))

    def view(self, record: Record) -> "DocumentView":
        """What pages show of it."""
        from ..native.view import view_of

        digest = record.files[CONTRACT_DOCUMENT]
        if digest not in self.views:
            self.views[digest] = view_of(self.document(record))
        return self.views[digest]

    def pages(self, record: Record, split: Split) -> "dict[str, PageView]":
        """The pages of the document's reference."""
        from ..native.view import pages_of

        key = record.key, split
        if key not in self._pages:
            self._pages[key] = pages_of(self.view(record), split)
        return self._pages[key]

    def split_of(self, key: str) -> Split | None:
        """What has a page of its own in the reference of a document."""
        splits = self.splits.values()
        return next((split.split for split in splits if split.key == key), None)

    def find(self, keys: Iterable[str], objtype: str, target: str, slug: str = "") -> LookupResult:
        """Look a name up in documents, in that of a slug first."""
        known = tuple(keys)
        if known not in self._lookups:
            documents = {key: self.records[key].contents for key in known}
            self._lookups[known] = DocumentLookup(documents)
        return self._lookups[known].find(objtype, target, slug)

    def snapshots(self, slug: str) -> list[Path]:
        """The files of the snapshots of a configured document; none of one that is in place."""
        return snapshot_files(self.config.documents.get(slug, {}), self.confdir)

    def _file(self, key: str, name: str) -> Path:
        # Without a suffix: Sphinx would read Markdown where doctrees are among the sources.
        return self.folder / digest_of(key) / name.replace(".", "-")
