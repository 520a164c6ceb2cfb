"""Lists what optional packages provide, one line each; other modules use them only through this
list.

The main entries are the files written next to a contract document; only this list has their names.
A function is imported when it is first used, so a missing package causes no error.
"""

from collections.abc import Container, Iterable, Mapping
from functools import cache
from importlib.util import find_spec
from pkgutil import resolve_name
from typing import Any, Literal, NamedTuple, TypeAlias

Kind: TypeAlias = Literal["http", "ws", "workflow"]

WORDS: Mapping[Kind, str] = {
    "http": "HTTP contracts",
    "ws": "WebSocket contracts",
    "workflow": "workflows",
}
"""The names of kinds in messages."""

JSON = "application/json"
MARKDOWN = "text/markdown; charset=utf-8"
TEXT = "text/plain; charset=utf-8"
ATOM = "application/atom+xml; charset=utf-8"

Source: TypeAlias = Literal["contracts", "document", "site"]
"""What an output is made of, which is what its function takes:

- `contracts`: an `ApiDocSpec`, and options by name; it returns a dictionary. A document has the
  file only if it has contracts of its kind; a format can have versions, a package of its own and a
  setting in Sphinx.
- `document`: the `DocumentFiles` of one document; it returns bytes. Every document has the
  file if it has what the file `takes`.
- `site`: the `DocumentFiles` of all documents, and the title of the site; it returns bytes.
"""

_PACKAGE = __name__.rpartition(".")[0]


class Output(NamedTuple):
    """A file that is made of a document, next to its contract document.

    No dataclass: `dataclasses` imports twenty modules, and ``ggdocs --help`` needs this one.
    """

    name: str
    """The name in options: those of ``ggdocs export``, and `without` of a site."""
    title: str
    """The title for readers, in its official spelling."""
    file: str
    writer: str
    """The function that writes the file; `made_of` says what it takes and returns."""
    media_type: str = JSON
    made_of: Source = "contracts"
    kind: Kind | None = None
    """The kind of contracts that it describes; a document without them has no such file. Only files
    that are made of contracts have one.
    """
    takes: tuple[str, ...] = ()
    """What else it is made of, without which it is left out: names of other outputs, or `document`
    (the contract document), `methods` (a page for each method), `snapshots` (released versions).
    """
    part_of: str = ""
    """The name in `without` of a site, if it is another one: several files are one part."""
    versions: tuple[str, ...] = ()
    """The versions of the format that can be written, the usual one first."""
    is_surface: bool = False
    """Whether a Sphinx extension of its own writes it, and a running service can show it."""
    is_linked: bool = True
    """Whether pages link to it by its title, ``ggdocs export`` writes it, and the MCP server has it
    if it is made of a document. The last two have no site, so a linked file made of a document
    takes nothing else.
    """
    in_sphinx: bool = True
    """Whether a Sphinx build has it."""

    @property
    def part(self) -> str:
        """The part of a site that the file belongs to, by which `without` leaves it out."""
        return self.part_of or self.name

    @property
    def is_installed(self) -> bool:
        """Whether the package that writes it is installed."""
        return is_installed(self.writer)


OUTPUTS = (
    Output(
        name="openapi",
        title="OpenAPI",
        file="openapi.json",
        kind="http",
        writer="openapi:to_openapi",
        versions=("3.1", "3.2"),
        is_surface=True,
    ),
    Output(
        name="asyncapi",
        title="AsyncAPI",
        file="asyncapi.json",
        kind="ws",
        writer="asyncapi:to_asyncapi",
        versions=("3.0",),
        is_surface=True,
    ),
    Output(
        name="arazzo",
        title="Arazzo",
        file="arazzo.json",
        kind="workflow",
        writer="workflows:to_arazzo",
        takes=("document", "openapi"),
        part_of="openapi",
        versions=("1.1",),
    ),
    Output(
        name="markdown",
        title="Markdown",
        file="api-docs.md",
        media_type=MARKDOWN,
        made_of="document",
        writer="native.markdown:markdown_file",
    ),
    Output(
        name="html",
        title="Reference",
        file="reference.html",
        media_type="text/html; charset=utf-8",
        made_of="document",
        writer="native.reference_page:reference_file",
        is_linked=False,  # the page of the UI, which alone links to it, does so first of all
        in_sphinx=False,  # whose own pages have the same text
    ),
    Output(
        name="skill",
        title="Skill for agents",
        file="SKILL.md",
        media_type=MARKDOWN,
        made_of="document",
        writer="native.skill:skill_file",
        takes=("markdown", "methods"),
        part_of="llms",
        is_linked=False,
    ),
    Output(
        name="llms",
        title="Index for language models",
        file="llms.txt",
        media_type=TEXT,
        made_of="site",
        writer="native.llms:llms_index",
        takes=("markdown", "methods"),
        is_linked=False,
    ),
    Output(
        name="llms_full",
        title="Everything for language models",
        file="llms-full.txt",
        media_type=TEXT,
        made_of="site",
        writer="native.llms:llms_full",
        takes=("markdown", "methods"),
        part_of="llms",
        is_linked=False,
    ),
    Output(
        name="changes",
        title="Changes",
        file="changes.json",
        made_of="document",
        writer="native.feeds:changes_file",
        takes=("snapshots",),
        is_linked=False,
    ),
    Output(
        name="feed",
        title="Feed of changes",
        file="changes.atom",
        media_type=ATOM,
        made_of="document",
        writer="native.feeds:feed_of_document",
        takes=("changes",),
        part_of="changes",
        is_linked=False,
    ),
    Output(
        name="feed_of_all",
        title="Feed of changes",
        file="changes.atom",
        media_type=ATOM,
        made_of="site",
        writer="native.feeds:feed_of_all",
        takes=("changes",),
        part_of="changes",
        is_linked=False,
    ),
)
"""The files, in the order in which pages link to them and messages name them; what a file takes
comes before it.
"""

READERS = {
    "openapi": "readers.openapi.document:OpenApiReader",
    "asyncapi": "readers.asyncapi.document:AsyncApiReader",
    "contract_document": "readers.contract_document.document:ContractDocumentReader",
}
"""The readers, by the field of a document that lists their files."""

FIELD_OF_FILE = "readers.files:field_of"
"""The function that returns the field for a file."""

WORKFLOWS = "workflows.writer:with_workflows"
"""The function that adds the workflows to a contract document."""

HISTORY = {
    "snapshots": "history.events:add_history",
    "released": "history.events:released_documents",
    "changes": "history.feed_data:released_changes_data",
}
"""Functions that compute something from the snapshots of a document."""

BY_NAME = {output.name: output for output in OUTPUTS}

SURFACES = ("native", *(output.name for output in OUTPUTS if output.is_surface))
"""The Sphinx extensions that write files, modules of `ext`."""

_PARTS_OF_OUTPUTS = dict.fromkeys(output.part for output in OUTPUTS)  # each once, in their order

SITE_PARTS = ("scripts", *_PARTS_OF_OUTPUTS, "versions")
"""The parts of a site that may be left out; all other parts are its page, its contract documents
and the UI.
"""


def document_outputs(without: Container[str], results: Iterable[str]) -> tuple[Output, ...]:
    """Return the outputs of a document that are made of its contract document.

    Args:
        without: The parts of the site that are left out.
        results: What the document has besides, as the `takes` of outputs name it: `methods`,
            `snapshots`.
    """
    available = set(results)
    outputs: list[Output] = []
    for output in OUTPUTS:
        is_wanted = output.made_of == "document" and output.part not in without
        if is_wanted and available.issuperset(output.takes):
            outputs.append(output)
            available.add(output.name)  # later outputs may take this one
    return tuple(outputs)


@cache
def is_installed(name: str) -> bool:
    """Return whether the module or package of an optional feature is installed.

    Args:
        name: A path below this package, such as ``mock`` or ``openapi:to_openapi``; only its first
            step, the package, is looked up.
    """
    module, _, _attribute = name.partition(":")
    package, _, _submodules = module.partition(".")
    return find_spec(f"{_PACKAGE}.{package}") is not None


def import_part(name: str) -> Any:
    """Import a function or class of an optional package and return it.

    Args:
        name: Its module and name below this package, such as ``openapi:to_openapi``.
    """
    return resolve_name(f"{_PACKAGE}.{name}")
