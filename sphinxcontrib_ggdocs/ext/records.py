"""The data that the domain keeps between builds: plain tuples, mappings and texts."""

import hashlib
import re
from collections.abc import Mapping
from typing import NamedTuple

from .. import __version__
from .problems import Problem

FRONT = "front"
"""Kind of what leads to the pages of a large reference."""
PAGE = "page"
"""Kind of such a page."""
LIST = "list"
"""Kind of a directive that shows several documents, some of them in pages; each has an entry of its own beside it."""

CONTRACT_DOCUMENT = "api-docs.json"
MARKDOWN_DOCUMENT = "api-docs.md"
ORIGINS = "origins"
"""Where each named schema was defined, as JSON: to link to its Python class; this one is not written."""

_SOURCE = re.compile(r',?"source":\{[^{}]*\}')
"""Lines of the source, which no page shows."""


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
    """Everything beside the modules that its files depend on: versions, branding, switches."""
    files: Mapping[str, str]
    """Texts by file name; kept from the last success when `problem` is set."""
    modules: tuple[ModuleStamp, ...]
    problem: Problem | None = None
    notes: tuple[Problem, ...] = ()
    """What is wrong with single files of it."""
    shown: str = ""
    """Differs when what pages show of it does, see `digest_of`; kept, since every page of a large reference asks."""
    content: str = ""
    """Differs when one of the files does; kept, since every build asks."""

    @property
    def digest(self) -> str:
        """Differs when a page that shows the document has to be read again."""
        if self.problem is not None:
            return f"failed: {self.problem.message}"
        return self.shown


CALLED: Mapping[str, str] = {
    "openapi.json": "OpenAPI",
    "openapi.yaml": "OpenAPI (YAML)",
    "asyncapi.json": "AsyncAPI",
    "asyncapi.yaml": "AsyncAPI (YAML)",
}
"""What the files of other formats are called, in the order in which pages name them."""


def other_files(files: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Those of the files that pages link to: what each is called, and its name."""
    return tuple((called, name) for name, called in CALLED.items() if name in files)


def digest_of(files: Mapping[str, str]) -> str:
    """Differs when the pages that show the document of these files do."""
    document, origins = files.get(CONTRACT_DOCUMENT, ""), files.get(ORIGINS, "")
    shown = (__version__, origins, _SOURCE.sub("", document), *(name for _, name in other_files(files)))
    return hashlib.sha256("\n".join(shown).encode()).hexdigest()


def content_of(files: Mapping[str, str]) -> str:
    """Differs when one of the files does."""
    content = hashlib.sha256()
    for name, text in files.items():
        content.update(f"{name} {len(text)} {text}".encode())
    return content.hexdigest()


class Shown(NamedTuple):
    """One directive: which documents it shows, and what they were when the page was read."""

    place: str
    """File and line, from the folder of the sources on; the file is another than the page's when it is included."""
    slugs: tuple[str, ...] | None
    """As written; None: all configured documents, or the one defined in place."""
    keys: tuple[str, ...]
    digests: tuple[str, ...]
    in_place: bool = False
    part: tuple[str, str, str] | None = None
    """Of a directive for one object or page: its kind, its name as written, and a digest of what was shown."""
    alone: bool = True
    """Whether no more than one document was configured: the general index tells several apart."""
    failed: tuple[str, ...] = ()
    """Keys of documents that could not be made, where the directive finds nothing to show."""

    @property
    def is_main(self) -> bool:
        """Whether this is the place of its documents, where problems are told."""
        return self.part is None or self.part[0] == FRONT
