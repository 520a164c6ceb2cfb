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
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from sphinx.environment import BuildEnvironment

from .. import __version__
from .problems import Problem

if TYPE_CHECKING:
    from ..native.view import DocumentView, ObjectType

CONTRACT_DOCUMENT = "api-docs.json"
MARKDOWN_DOCUMENT = "api-docs.md"
ORIGINS = "origins"
"""By name of a schema the Python class it was made of, as JSON; not written to the output."""
CONTENTS = "contents"
"""The objects and pages of the document with their digests, as JSON; not written to the output."""
INTERNAL = frozenset({ORIGINS, CONTENTS})

FOLDER = "_ggdocs"


class ModuleStamp(NamedTuple):
    """What a source file was when it was read."""

    module: str
    path: str
    """Empty of a module that is imported if there is one, when there was none."""
    mtime: int
    size: int
    digest: str


class Record(NamedTuple):
    """One document as it was last built, or why it could not be."""

    slug: str
    title: str
    fingerprint: str
    """Everything besides the modules that its files depend on: versions, branding, switches."""
    files: Mapping[str, str]
    """Digests of texts by file name; kept from the last success when `problem` is set."""
    modules: tuple[ModuleStamp, ...]
    problem: Problem | None = None
    notes: tuple[Problem, ...] = ()
    """What is wrong with single files of it."""

    @property
    def digest(self) -> str:
        """Differs when a page that shows the document has to be read again."""
        if self.problem is not None:
            return f"failed: {self.problem.message}"
        names = [name for _called, name in other_files(self.files)]
        return digest_of(
            __version__, self.files.get(CONTENTS, ""), self.files.get(ORIGINS, ""), *names
        )


class ObjectName(NamedTuple):
    """An object of a document: what it is called, and a digest that differs when it has changed."""

    objtype: "ObjectType"
    name: str
    display: str
    alias: str
    digest: str


class Contents(NamedTuple):
    """The objects of a document, and the digests of its pages."""

    objects: tuple[ObjectName, ...] = ()
    pages: Mapping[str, Mapping[str, str]] = {}
    """By what has a page of its own: digests by name, in order; the page that leads to them has an
    empty name."""
    classes: tuple[tuple[str, str], ...] = ()
    """The Python class and the full name of each contract."""


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
    """The records of one folder of doctrees.

    Args:
        folder: The folder of our files in it.
        fresh: Whether what former builds have left is ignored.
    """

    def __init__(self, folder: Path, *, fresh: bool) -> None:
        self._folder = folder
        self._fresh = fresh
        self.records: dict[str, Record] = {}
        """By key, those that this build has asked for."""
        self._views: dict[str, DocumentView] = {}
        """By digest of the contract document."""

    def read(self, key: str) -> Record | None:
        """The record of a key, as this build or, unless it begins from nothing, a former one has
        left it.
        """
        if key not in self.records and not self._fresh:
            self.read_anew(key)
        return self.records.get(key)

    def read_anew(self, key: str) -> None:
        """Take over a record that another process of this build may have written."""
        try:
            values = json.loads(self._file(key).read_text(encoding="utf-8"))
            record = _record(values)
            if all((self._folder / digest).is_file() for digest in record.files.values()):
                self.records[key] = record
        except (
            OSError,
            ValueError,
            KeyError,
            TypeError,
        ):  # none yet, cut off, or of another version
            self.records.pop(key, None)

    def write(self, key: str, record: Record, texts: Mapping[str, str]) -> Record:
        """Keep a record with its texts by file name, without which those of the record stay."""
        if texts:
            record = record._replace(
                files={name: digest_of(name, text) for name, text in texts.items()}
            )
        for name, text in texts.items():
            self._write(self._folder / record.files[name], text)
        self._write(self._file(key), json.dumps(record, ensure_ascii=False))
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
        digest = record.files[CONTRACT_DOCUMENT]
        if digest not in self._views:
            self._views[digest] = _view(self._folder / digest)
        return self._views[digest]

    def contents(self, record: Record) -> Contents:
        """The objects and pages of a document; none of one that was never built."""
        if CONTENTS not in record.files:
            return Contents()
        return _contents(self._folder / record.files[CONTENTS])

    def origins(self, record: Record) -> Mapping[str, str]:
        """By name of a schema: the Python class that it was made of."""
        return _mapping(self._folder / record.files[ORIGINS]) if ORIGINS in record.files else {}

    def classes(self, record: Record) -> tuple[tuple[str, str], ...]:
        """The Python class and the full name of each contract and type."""
        contracts = self.contents(record).classes
        return (
            *contracts,
            *((origin, f"{record.slug}.{name}") for name, origin in self.origins(record).items()),
        )

    def clean(self, wanted: Iterable[str]) -> None:
        """Remove the records that are not wanted any more, and the texts that no record has."""
        keys = {key: self._file(key) for key in wanted}
        kept = {file.name for file in keys.values()}
        for key in keys:
            if (record := self.read(key)) is not None:
                kept |= set(record.files.values())
        for file in self._folder.glob("*") if self._folder.is_dir() else ():
            if file.name not in kept:
                file.unlink(missing_ok=True)

    def _file(self, key: str) -> Path:
        return self._folder / f"{digest_of(key)}.json"

    def _write(self, file: Path, text: str) -> None:
        if file.suffix != ".json" and file.is_file() and not self._fresh:
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        write_atomically(file, text)


def write_atomically(file: Path, text: str) -> None:
    """Replace a file at once, so that a build that is killed leaves the former one."""
    temporary = file.with_name(f"{file.name}.{getpid()}.tmp")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(file)


_stores: WeakKeyDictionary[BuildEnvironment, Store] = WeakKeyDictionary()


def store_of(env: BuildEnvironment) -> Store:
    """The store of an environment; one without pages begins from nothing (``sphinx-build -E``)."""
    if env not in _stores:
        _stores[env] = Store(Path(env.doctreedir, FOLDER), fresh=not env.all_docs)
    return _stores[env]


def _record(values: list[Any]) -> Record:
    slug, title, fingerprint, files, modules, problem, notes = values
    stamps = tuple(ModuleStamp(*stamp) for stamp in modules)
    failure = Problem(*problem) if problem is not None else None
    record = Record(slug, title, fingerprint, files, stamps, failure)
    return record._replace(notes=tuple(Problem(*note) for note in notes))


@lru_cache(maxsize=8)
def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


def _view(file: Path) -> "DocumentView":
    from ..native import ApiDocsDocument
    from ..native.view import view_of

    return view_of(ApiDocsDocument.model_validate_json(file.read_text(encoding="utf-8")))


@lru_cache(maxsize=1024)
def _contents(file: Path) -> Contents:
    objects, pages, classes = json.loads(file.read_text(encoding="utf-8"))
    names = (ObjectName(*values) for values in objects)
    return Contents(tuple(names), pages, tuple(map(tuple, classes)))


@lru_cache(maxsize=64)
def _mapping(file: Path) -> Mapping[str, str]:
    mapping: dict[str, str] = json.loads(file.read_text(encoding="utf-8"))
    return mapping


def contents_text(view: "DocumentView") -> str:
    """The objects and pages of a document, to be kept with its record."""
    from ..native.view import SchemaView, front_digest, pages_of

    objects = []
    for (kind, name), shown in view.objects.items():
        alias = shown.alias if isinstance(shown, SchemaView) else ""
        objects.append((kind, name, shown.display, alias, shown.digest))
    pages: dict[str, dict[str, str]] = {}
    for split in ("contract", "group"):
        pages[split] = {"": front_digest(view, split)}
        pages[split] |= {name: page.digest for name, page in pages_of(view, split).items()}
    contracts = [
        contract for group in view.groups for contract in group.contracts if contract.module
    ]
    classes = [(f"{contract.module}.{contract.own_name}", contract.name) for contract in contracts]
    return json.dumps((objects, pages, classes), ensure_ascii=False)


FRONT = "front"
"""Kind of what leads to the pages of a large reference."""
PAGE = "page"
"""Kind of such a page."""
LIST = "list"
"""Kind of a directive that shows several documents, some of them in pages; each has an entry of its
own as well."""


class Shown(NamedTuple):
    """One directive: which documents it shows, and what they were when the page was read."""

    place: str
    """File and line, from the folder of the sources on; the file is another than the page's when it
    is included."""
    slugs: tuple[str, ...] | None
    """As written; None: all configured documents, or the one defined in place."""
    keys: tuple[str, ...]
    digests: tuple[str, ...]
    in_place: bool = False
    part: tuple[str, str, str] | None = None
    """Of a directive for one object or page: its kind, its name as written, and a digest of what
    was shown."""
    alone: bool = True
    """Whether no more than one document was configured: the general index names each of several."""
    failed: tuple[str, ...] = ()
    """Keys of documents that could not be made, where the directive finds nothing to show."""

    @property
    def kind(self) -> str:
        """What it shows of documents: a kind of object, `FRONT`, `PAGE` or `LIST`; empty for
        all.
        """
        return self.part[0] if self.part is not None else ""

    @property
    def is_main(self) -> bool:
        """Whether problems of its documents are reported here."""
        return self.kind in ("", FRONT)
