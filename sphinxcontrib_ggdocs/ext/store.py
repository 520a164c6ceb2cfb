"""What a build knows of each document, in files beside the doctrees.

The environment, which Sphinx reads and writes whole, holds nothing of a document but digests of
what pages show. A record is one JSON file, named after its key; the texts that it is made of are
files named after their digests.
"""

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from os import getpid
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

from sphinx.environment import BuildEnvironment

from .. import __version__
from ..source_files import ModuleStamp
from .problems import Problem

if TYPE_CHECKING:
    from ..native.view import DocumentView, ObjectType

CONTRACT_DOCUMENT = "api-docs.json"
MARKDOWN_DOCUMENT = "api-docs.md"
CONTENTS = "contents"
"""The objects and pages of the document with their digests, as JSON; not written to the output."""

FOLDER = "_ggdocs"


class Record(NamedTuple):
    """One document as it was last built, or why it could not be."""

    slug: str
    title: str = ""
    fingerprint: str = ""
    """Everything besides the modules that its files depend on: versions, branding, switches."""
    files: Mapping[str, str] = {}
    """Digests of texts by file name; kept from the last success when `problem` is set."""
    modules: tuple[ModuleStamp, ...] = ()
    problem: Problem | None = None
    notes: tuple[Problem, ...] = ()
    """What is wrong with single files of it."""

    @property
    def digest(self) -> str:
        """Differs when a page that shows the document has to be read again."""
        if self.problem is not None:
            return f"failed: {self.problem.message}"
        names = [name for _called, name in other_files(self.files)]
        return digest_of(__version__, self.files.get(CONTENTS, ""), *names)


class ObjectName(NamedTuple):
    """An object of a document: what it is called, and a digest that differs when it has changed."""

    objtype: "ObjectType"
    name: str
    display: str
    alias: str
    digest: str


class Contents(NamedTuple):
    """The objects of a document, the digests of its pages, and what they were made of."""

    objects: tuple[ObjectName, ...] = ()
    pages: Mapping[str, Mapping[str, str]] = {}
    """By what has a page of its own: digests by name, in order; the page that leads to them has an
    empty name."""
    classes: tuple[tuple[str, str], ...] = ()
    """The Python class and the full name of each contract."""
    origins: Mapping[str, str] = {}
    """By name of a schema the Python class it was made of."""


CALLED: Mapping[str, str] = {
    "openapi.json": "OpenAPI",
    "openapi.yaml": "OpenAPI (YAML)",
    "asyncapi.json": "AsyncAPI",
    "asyncapi.yaml": "AsyncAPI (YAML)",
    MARKDOWN_DOCUMENT: "Markdown",
}
"""What the files of other formats are called, in the order in which pages name them."""


def other_files(files: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Those of the files that pages link to: what each is called, and its name."""
    return tuple((called, name) for name, called in CALLED.items() if name in files)


def digest_of(*texts: str) -> str:
    """A short digest of texts."""
    return sha256("\0".join(texts).encode()).hexdigest()[:24]


class Store:
    """The records of one folder of doctrees, read when somebody asks for them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.records: dict[str, Record] = {}
        """By key, those that this build has asked for."""
        self._views: dict[str, DocumentView] = {}
        """By digest of the contract document."""

    def read(self, key: str) -> Record | None:
        """The record of a key, as this build, a process of it or a former one has left it."""
        if key not in self.records and (record := self._read(key)) is not None:
            self.records[key] = record
        return self.records.get(key)

    def write(self, key: str, record: Record, texts: Mapping[str, str]) -> Record:
        """Keep a record with its texts by file name, without which those of the record stay."""
        if texts:
            files = {name: digest_of(name, text) for name, text in texts.items()}
            record = record._replace(files=files)
        self._folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            file = self._folder / record.files[name]
            if not file.is_file():
                write_atomically(file, text)
        write_atomically(self._file(key), json.dumps(record, ensure_ascii=False))
        self.records[key] = record
        return record

    def text(self, record: Record, name: str) -> str:
        """The text of one of the files."""
        return _text(self._folder / record.files[name])

    def keep_view(self, text: str, view: "DocumentView") -> None:
        """Keep the view of a contract document for the pages that this build reads."""
        self._views[digest_of(CONTRACT_DOCUMENT, text)] = view

    def view(self, record: Record) -> "DocumentView":
        """What pages show of the document, untranslated."""
        from ..native import ApiDocsDocument
        from ..native.view import view_of

        digest = record.files[CONTRACT_DOCUMENT]
        if digest not in self._views:
            text = self.text(record, CONTRACT_DOCUMENT)
            self._views[digest] = view_of(ApiDocsDocument.model_validate_json(text))
        return self._views[digest]

    def contents(self, record: Record) -> Contents:
        """The objects and pages of a document; none of one that was never built."""
        if CONTENTS not in record.files:
            return Contents()
        return _contents(self._folder / record.files[CONTENTS])

    def origins(self, record: Record) -> Mapping[str, str]:
        """By name of a schema: the Python class that it was made of."""
        return self.contents(record).origins

    def classes(self, record: Record) -> tuple[tuple[str, str], ...]:
        """The Python class and the full name of each contract and type."""
        contents = self.contents(record)
        types = ((made_of, f"{record.slug}.{name}") for name, made_of in contents.origins.items())
        return (*contents.classes, *types)

    def clean(self, wanted: Iterable[str]) -> None:
        """Remove the records that are not wanted any more, and the texts that no record has."""
        kept: set[str] = set()
        for key in wanted:
            record = self.read(key)
            kept |= {self._file(key).name, *(record.files.values() if record is not None else ())}
        for file in self._folder.glob("*") if self._folder.is_dir() else ():
            if file.name not in kept:
                file.unlink(missing_ok=True)

    def _file(self, key: str) -> Path:
        return self._folder / f"{digest_of(key)}.json"

    def _read(self, key: str) -> Record | None:
        try:
            values = json.loads(self._file(key).read_text(encoding="utf-8"))
            slug, title, fingerprint, files, modules, problem, notes = values
        except (OSError, ValueError, TypeError):  # none yet, cut off, or of another version
            return None
        if not all((self._folder / digest).is_file() for digest in files.values()):
            return None
        stamps = tuple(ModuleStamp(*stamp) for stamp in modules)
        failure = Problem(*problem) if problem is not None else None
        record = Record(slug, title, fingerprint, files, stamps, failure)
        return record._replace(notes=tuple(Problem(*note) for note in notes))


def write_atomically(file: Path, text: str) -> None:
    """Replace a file at once, so that a build that is killed leaves the former one."""
    temporary = file.with_name(f"{file.name}.{getpid()}.tmp")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(file)


_stores: WeakKeyDictionary[BuildEnvironment, Store] = WeakKeyDictionary()


def store_of(env: BuildEnvironment) -> Store:
    """The store of an environment; one without pages begins from nothing (``sphinx-build -E``)."""
    if env not in _stores:
        folder = Path(env.doctreedir, FOLDER)
        if not env.all_docs:
            rmtree(folder, ignore_errors=True)
        _stores[env] = Store(folder)
    return _stores[env]


@lru_cache(maxsize=8)
def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@lru_cache(maxsize=1024)
def _contents(file: Path) -> Contents:
    objects, pages, classes, origins = json.loads(file.read_text(encoding="utf-8"))
    names = tuple(ObjectName(*values) for values in objects)
    return Contents(names, pages, tuple(map(tuple, classes)), origins)


def contents_text(view: "DocumentView", origins: Mapping[str, str]) -> str:
    """The contents of a document, to be kept with its record."""
    from ..native.view import SchemaView, front_digest, pages_of

    objects = []
    for (kind, name), shown in view.objects.items():
        alias = shown.alias if isinstance(shown, SchemaView) else ""
        objects.append(ObjectName(kind, name, shown.display, alias, shown.digest))
    pages: dict[str, dict[str, str]] = {}
    for split in ("contract", "group"):
        pages[split] = {"": front_digest(view, split)}
        pages[split] |= {name: page.digest for name, page in pages_of(view, split).items()}
    contracts = (contract for group in view.groups for contract in group.contracts)
    classes = tuple(
        (f"{contract.module}.{contract.own_name}", contract.name)
        for contract in contracts
        if contract.module
    )
    sorted_origins = dict(sorted(origins.items()))
    contents = Contents(tuple(objects), pages, classes, sorted_origins)
    return json.dumps(contents, ensure_ascii=False)


PAGE = "page"
"""Kind of what a page of a large reference shows."""


class Shown(NamedTuple):
    """One directive: which documents it shows, and what they were when the page was read."""

    place: str
    """File and line, from the folder of the sources on; the file is another than the page's when it
    is included."""
    kind: str = ""
    """What it shows of documents: a kind of object, or `PAGE`; empty for all."""
    target: str = ""
    """The name of an object as written; slug and name of a page."""
    slugs: tuple[str, ...] | None = None
    """As written; None: all configured documents, or the one defined in place."""
    keys: tuple[str, ...] = ()
    """Of the documents that it shows; of those that an object is not in, where it is in none."""
    in_place: bool = False
    documents: str = ""
    """A digest of all documents that may be meant."""
    part: str = ""
    """A digest of what is shown of them."""
