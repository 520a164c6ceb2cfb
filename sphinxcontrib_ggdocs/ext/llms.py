"""The files `llms.txt` and `llms-full.txt`: the references of a project for language models.

They are in the folder of the documents, since those in the root of the output belong to the project
and to extensions such as sphinx-llms-txt. See https://llmstxt.org.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from .store import CONTRACT_DOCUMENT, MARKDOWN_DOCUMENT, Record, other_files

if TYPE_CHECKING:
    from ..serving import Resource

INDEX = "llms.txt"
FULL = "llms-full.txt"
TEXT = "text/plain; charset=utf-8"


def llms_files(
    records: Sequence[Record], markdown: "Mapping[str, Resource]"
) -> "Mapping[str, Resource]":
    """An index of the documents, and all of them in one file.

    Args:
        records: The documents, in order.
        markdown: The reference of each document as Markdown, by slug.
    """
    from ..serving import Resource

    shown = [record for record in records if record.slug in markdown]
    return {
        INDEX: Resource(TEXT, _index(shown).encode),
        FULL: Resource(TEXT, partial(_full, [markdown[record.slug] for record in shown])),
    }


def _index(records: Sequence[Record]) -> str:
    lines = [
        "# API reference",
        "",
        "> HTTP and WebSocket methods with their types, errors and credentials.",
        "",
        f"[All documents in one file]({FULL})",
    ]
    for record in records:
        lines += ["", f"## {record.title}", ""]
        files = (*other_files(record.files), ("Contract document (JSON)", CONTRACT_DOCUMENT))
        ordered = sorted(files, key=lambda file: file[1] != MARKDOWN_DOCUMENT)
        lines += [f"- [{title}]({record.slug}/{name})" for title, name in ordered]
    return "\n".join(lines) + "\n"


def _full(documents: "Sequence[Resource]") -> bytes:
    return b"\n".join(document.content for document in documents)
