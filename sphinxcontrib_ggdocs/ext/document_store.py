"""Keeps what a build knows of each document in files: what it was made as, and its views.

A record is one file, named after its key; the texts that it is made of are files named after their
digests.
"""

import json
import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from hashlib import sha256
from pathlib import Path
from traceback import format_exception
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from .. import __version__
from ..contents import Contents, LookupResult, Split, find_object
from ..named_objects import OtherUses
from ..serving.directory import write_file
from ..source_files import ModuleStamp

if TYPE_CHECKING:
    from ..native import ApiDocsDocument
    from ..native.shared_types import TypeFacts
    from ..native.view import DocumentView, PageView


class Problem(NamedTuple):
    """Why a document could not be made; plain data, so that it pickles."""

    subtype: str
    message: str
    trace: str = ""
    """The traceback of the cause."""


def trace_of(error: BaseException) -> str:
    """The traceback; of several errors those of their causes, which belong to one each."""
    parts = getattr(error, "exceptions", ())
    raised = [part for part in parts if part.__traceback__ is not None] or [error]
    return "\n".join("".join(format_exception(cause)).rstrip() for cause in raised)


CONTRACT_DOCUMENT = "api-docs.json"
MARKDOWN_DOCUMENT = "api-docs.md"
CONTENTS = "contents"
"""The `Contents` of the document; not written to the output."""

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


Trust: TypeAlias = Literal["file", "application", "contracts"]
"""Whose descriptions a document has: those of a file, of an application, or of the project's own
contracts. Only the last may have directives, roles and HTML."""


class Record(NamedTuple):
    """One document as it was last built, or why it could not be."""

    slug: str
    title: str = ""
    fingerprint: str = ""
    """Everything besides the modules that its files depend on: versions, branding, exports."""
    files: Mapping[str, str] = {}
    """Digests of texts by file name; kept from the last success when `problem` is set."""
    modules: tuple[ModuleStamp, ...] = ()
    problem: Problem | None = None
    notes: tuple[Problem, ...] = ()
    """What is wrong with single files of it."""
    split: Split | Literal[""] = ""
    """What has a page of its own unless the author says otherwise. Every build asks this, and one
    without changes reads nothing else of the contents."""
    is_complete: bool = True
    """Whether all contracts could be read; else every build loads it again, as what is wrong may be
    in any module."""
    trust: Trust = "file"

    @property
    def digest(self) -> str:
        """Differs when a page that shows the document has to be read again."""
        if self.problem is not None:
            return f"failed: {self.problem.message}"
        names = [name for _called, name in other_files(self.files)]
        return digest_of(__version__, self.files.get(CONTENTS, ""), *names)


class Store:
    """The records of one folder of doctrees."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.records: dict[str, Record] = {}
        """By key, those that this build has found fresh or made."""
        self._views: dict[str, DocumentView] = {}
        """By digest of the contract document."""
        self._pages: dict[tuple[str, Split], dict[str, PageView]] = {}
        """By digest of the contract document and what has a page of its own."""
        self._derived: set[str] = set()
        """Names of files."""

    def read(self, key: str) -> Record | None:
        """The record of a key, as a process of this build or a former build has left it."""
        try:
            record: Record = pickle.loads(self._file(key).read_bytes())  # noqa: S301
        except Exception:  # noqa: BLE001  # none yet, cut off, or of a version with other classes
            return None
        # Builds that were killed, or people, may have removed some of the files.
        is_whole = all((self._folder / digest).is_file() for digest in record.files.values())
        return record if is_whole else None

    def write(self, key: str, record: Record, texts: Mapping[str, str]) -> Record:
        """Keep a record with its texts by file name, without which those of the record stay."""
        if texts:
            files = {name: digest_of(name, text) for name, text in texts.items()}
            record = record._replace(files=files)
        for name, text in texts.items():
            file = self._folder / record.files[name]
            if not file.is_file():
                write_file(file, text.encode())
        # Last: a record that can be read has all of its texts.
        write_file(self._file(key), pickle.dumps(record))
        return record

    def take_over(self, keys: Iterable[str]) -> None:
        """Use the records that another process of this build has made."""
        for key in keys:
            if key not in self.records and (record := self.read(key)) is not None:
                self.records[key] = record

    def content(self, record: Record, name: str) -> bytes:
        """The bytes of one of the files."""
        return (self._folder / record.files[name]).read_bytes()

    def text(self, record: Record, name: str) -> str:
        """The text of one of the files."""
        return self.content(record, name).decode()

    def keep_view(self, text: str, view: "DocumentView") -> None:
        """Keep the view of a contract document for the pages that this build reads."""
        self._views[digest_of(CONTRACT_DOCUMENT, text)] = view

    def document(self, record: Record) -> "ApiDocsDocument":
        """The contract document."""
        from ..native import ApiDocsDocument

        return ApiDocsDocument.model_validate_json(self.text(record, CONTRACT_DOCUMENT))

    def view(self, record: Record) -> "DocumentView":
        """What pages show of it."""
        from ..native.view import view_of

        digest = record.files[CONTRACT_DOCUMENT]
        if digest not in self._views:
            self._views[digest] = view_of(self.document(record))
        return self._views[digest]

    def pages(self, record: Record, split: Split) -> "dict[str, PageView]":
        """The pages of the document's reference."""
        from ..native.view import pages_of

        key = record.files[CONTRACT_DOCUMENT], split
        if key not in self._pages:
            self._pages[key] = pages_of(self.view(record), split)
        return self._pages[key]

    def contents(self, record: Record) -> Contents:
        """The objects and pages of a document; none of one that was never built."""
        digest = record.files.get(CONTENTS)
        return _contents(self._folder / digest) if digest is not None else Contents()

    def derived(self, name: str, make: Callable[[], str]) -> str:
        """A text that is made of documents, kept for the builds that need it again.

        Args:
            name: Differs when the text does.
            make: Makes the text.
        """
        self.keep_derived([name])
        file = self._folder / digest_of("derived", name)
        if not file.is_file():
            write_file(file, make().encode())
        return file.read_text(encoding="utf-8")

    def keep_derived(self, names: Iterable[str]) -> None:
        """Keep such texts, if there are any, for later builds."""
        self._derived |= {digest_of("derived", name) for name in names}

    def other_uses(self, records: Sequence[Record]) -> OtherUses:
        """The types that several contract documents have; computed once for the same documents, of
        which only those that have changed are read.
        """
        if len(records) < 2:
            return OtherUses()
        names = [_name_of_types(record) for record in records]
        self.keep_derived(names)
        slugs = [record.slug for record in records]
        name = f"{__version__} shared {[*zip(slugs, names, strict=True)]}"
        shared = json.loads(self.derived(name, partial(self._shared_types, records)))
        return OtherUses(shared, {record.slug: record.title for record in records})

    def _shared_types(self, records: Sequence[Record]) -> str:
        from ..native.shared_types import shared_types, types_of_json

        types: dict[str, dict[str, TypeFacts]] = {}
        for record in records:
            text = self.derived(_name_of_types(record), partial(self._types, record))
            types[record.slug] = types_of_json(text)
        return json.dumps(shared_types(types))

    def _types(self, record: Record) -> str:
        from ..native.shared_types import type_facts, types_to_json

        return types_to_json(type_facts(self.document(record)))

    def find(self, records: Mapping[str, Record], objtype: str, target: str) -> LookupResult:
        """Look a name up in the documents of some records, which are given by key."""
        contents = {key: self.contents(record) for key, record in records.items()}
        problems = (record.problem for record in records.values())
        messages = tuple(problem.message for problem in problems if problem is not None)
        return find_object(contents, messages, objtype, target)

    def clean(self, wanted: Iterable[str]) -> None:
        """Remove the records that are not wanted any more, and the texts that no record has."""
        kept: set[str] = set(self._derived)
        for key in wanted:
            record = self.records.get(key) or self.read(key)
            kept |= {self._file(key).name, *(record.files.values() if record is not None else ())}
        for file in self._folder.glob("*"):
            if file.name not in kept:
                file.unlink(missing_ok=True)

    def _file(self, key: str) -> Path:
        return self._folder / f"{digest_of(key)}.pickle"


def _name_of_types(record: Record) -> str:
    """Of the derived text with the facts of a document's types."""
    return f"{__version__} types {record.files[CONTRACT_DOCUMENT]}"


@lru_cache(maxsize=1024)
def _contents(file: Path) -> Contents:
    return Contents.from_json(file.read_text(encoding="utf-8"))
