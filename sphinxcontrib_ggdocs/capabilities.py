"""Lists what optional packages provide, one line each; other modules use them only through this
list.

The main entries are the files written next to a contract document; only this list has their names.
A function is imported when it is first used, so a missing package causes no error.
"""

from collections.abc import Mapping
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
    """The function that writes it, from an `ApiDocSpec` and options; it returns a dictionary, or
    the text of the file.
    """
    media_type: str = JSON
    kind: Kind | None = None
    """The kind of contracts that it describes; a document without them has no such file. None for a
    file that every document has, and that sites and services write without this table.
    """
    takes: tuple[str, ...] = ()
    """Options that take existing results: the contract document, or other outputs. Without these
    outputs the file is left out, since it refers to their files.
    """
    versions: tuple[str, ...] = ()
    """The versions of the format that can be written, the usual one first."""
    is_surface: bool = False
    """Whether a Sphinx extension of its own writes it, and a running service can show it."""

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
        versions=("1.1",),
    ),
    Output(
        name="markdown",
        title="Markdown",
        file="api-docs.md",
        media_type="text/markdown; charset=utf-8",
        writer="native.markdown:to_markdown",
    ),
)
"""The files, in the order in which pages link to them."""

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

SITE_PARTS = (
    "scripts",
    *(output.name for output in OUTPUTS if not output.takes),
    "html",
    "llms",
    "versions",
    "changes",
)
"""The parts of a site that may be left out; all other parts are its page, its contract documents
and the UI.
"""


@cache
def is_installed(name: str) -> bool:
    """Return whether the package that provides something, such as ``mock`` or
    ``openapi:to_openapi``, is installed.
    """
    return find_spec(f"{_PACKAGE}.{name.partition(':')[0].partition('.')[0]}") is not None


def imported(name: str) -> Any:
    """Import a part of an optional package, such as ``openapi:to_openapi``."""
    return resolve_name(f"{_PACKAGE}.{name}")
